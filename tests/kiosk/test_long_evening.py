"""Eight simulated hours at the table: the memory does not grow, no settings are reached by accident."""

from __future__ import annotations

import ctypes
import gc
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.kiosk.acts import Push
from companion.kiosk.keeper import Keeper
from companion.kiosk.scenes.failed import FailedScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from companion.kiosk.scenes.table import TableScene
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from tests.kiosk.gold_people import act, sit_at_gold
from tests.kiosk.journeys import play_on
from tests.kiosk.people import FOUR, MakePlayer, Player
from tests.kiosk.test_monkey import CHORD, PIN, an_act

MINUTE = 60_000
MOST_GROWTH_KB = 5_000


def resident_kb() -> int:
    """Return what the process holds of the memory, after everything that can be given back has been."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4


def an_evening(player: Player, minutes: int, seen: Callable[[int], None]) -> None:
    """Play dice and the board game by turns until the time is over; `seen` is told half hours and the end."""
    begun, told, turn = player.clock.monotonic_ms(), 0, 0
    while (now := player.clock.monotonic_ms() - begun) < minutes * MINUTE:
        if now // (30 * MINUTE) > told:
            told = now // (30 * MINUTE)
            seen(told)
        if turn % 2 == 0:
            player.sit_down(FOUR, {"limit": 4})
            play_on(player)
        else:
            sit_at_gold(player)
            for _ in range(60):
                if not isinstance(player.scene, TableScene):
                    break
                act(player)
                player.pass_ms(20_000, 2_000)
        # Between two games people talk, and the screen rests.
        player.pass_ms(12 * MINUTE, 10_000)
        player.stage.go(HomeScene(player.stage))
        player.settle()
        turn += 1
    seen((player.clock.monotonic_ms() - begun) // (30 * MINUTE))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory is read from /proc")
def test_the_memory_does_not_grow_over_an_evening(make_player: MakePlayer, tmp_path: Path) -> None:
    """The first hour fills what is kept to be drawn again; after that nothing is added for good."""
    player = make_player((1280, 720), own_paint=True)
    player.stage.keeper.close()
    # A journal in memory would grow by itself, as it should.
    with Journal.open(tmp_path, clock=player.clock) as journal:
        player.stage.keeper = Keeper(journal, SeededChance(1))
        held: dict[int, int] = {}
        an_evening(player, 9 * 60 + 30, lambda half: held.update({half: resident_kb()}))
        player.stage.keeper.close()
    after = [held[half] for half in sorted(held) if half >= 2]
    print("resident kB by half hours:", held)
    assert max(held) >= 18 and len(after) >= 8
    assert max(after) - after[0] < MOST_GROWTH_KB, held


def busy(player: Player, acts: int, seed: int) -> int:
    """Let the monkey act and now and then hold the pair of buttons; returns how often it has held them."""
    chance, held = random.Random(seed), 0
    player.stage.preferences.change("pin", PIN)
    player.sit_down()
    for number in range(acts):
        done = an_act(chance, player)
        if chance.random() < 0.02:
            done, held = Push(CHORD, "hold"), held + 1
        player.kiosk.take(done)
        player.clock.pass_ms(chance.choice((16, 40, 200, 1500)))
        player.kiosk.frame()
        if number % 7 == 0:
            player.settle()
        scene = player.scene
        assert not isinstance(scene, FailedScene), f"seed {seed}, act {number}: {done}"
        assert not (isinstance(scene, SettingsScene) and scene._where == "operator")
        if player.stage.leaving:
            player.stage.leaving = False
            player.stage.go(HomeScene(player.stage))
    return held


def test_the_settings_of_the_machine_are_never_reached_by_accident(make_player: MakePlayer) -> None:
    assert busy(make_player(act=lambda prompt: None), 400, 3) >= 4


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(3))
def test_nor_in_ten_thousand_acts(make_player: MakePlayer, seed: int) -> None:
    assert busy(make_player(act=lambda prompt: None, seed=seed), 10_000, seed) > 100
