"""A monkey at the kiosk: whatever is pressed, touched and typed, nothing fails and nothing is a dead end."""

from __future__ import annotations

import random

import pygame
import pytest

from companion.kiosk.acts import Act, Lifted, Moved, Push, Tap, Throwing, Typed
from companion.kiosk.app import Kiosk
from companion.kiosk.menu import MenuLayer
from companion.kiosk.scenes.failed import FailedScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from companion.kiosk.scenes.table import TableScene
from hardware.buttons import BUTTONS
from tests.kiosk.domino_people import THREE, sit_at_dominoes
from tests.kiosk.gold_people import sit_at_gold
from tests.kiosk.patience_people import sit_at_patience
from tests.kiosk.people import MakePlayer, Player
from tests.kiosk.stills import fresh, kept

#: The pair of buttons that, held for long, asks for the PIN of the machine's settings; nobody knows this PIN.
CHORD = "up+down"
PIN = "00" * 16 + ":" + "00" * 32
_KEYS = ("backspace", "enter", "escape", "up", "down", "left", "right", "tab", "delete")
_TEXTS = ("a", "Ș", "ß", "7", " ", "-", "😀", "\u202e", "中", "'", "{", "\x00")


def an_act(chance: random.Random, player: Player) -> Act:
    """Return something that people, or small children, might do."""
    roll = chance.random()
    if roll < 0.45:
        return Push(chance.choice(BUTTONS), "hold" if chance.random() < 0.04 else "press")
    if roll < 0.55:
        return Push("ok")
    if roll < 0.85 and player.hots:
        hot = chance.choice(player.hots).rect
        return Tap((chance.randrange(hot.left, hot.right), chance.randrange(hot.top, hot.bottom)))
    if roll < 0.9:
        return Tap((chance.randrange(player.stage.theme.width), chance.randrange(player.stage.theme.height)))
    if roll < 0.98:
        return Typed(chance.choice(_TEXTS)) if chance.random() < 0.6 else Typed(key=chance.choice(_KEYS))
    if roll < 0.984:
        return Push(CHORD, "hold")
    if roll < 0.992:
        where = (chance.randrange(player.stage.theme.width), chance.randrange(player.stage.theme.height))
        return chance.choice((Moved, Lifted))(where)
    return Throwing()


def sit_down(player: Player, game: str, seed: int) -> None:
    """Begin a session; the house rules go by the seed."""
    if game == "goldrush":
        cards, collect = ("kit", "box", "screen")[seed % 3], ("ask", "auto")[seed % 2]
        sit_at_gold(player, rules={"cards": cards, "collect": collect, "starter": "lot"})
    elif game == "dominoes":
        hands, payments = ("table", "scanned", "dealt")[seed % 3], ("none", "one press")[seed % 2]
        rules = {"hands": hands, "payments": payments, "virtual": seed % 3, "strength": "greedy"}
        sit_at_dominoes(player, THREE, rules)
    elif game == "patience":
        sit_at_patience(player, {"way": ("screen", "dealt", "turned")[seed % 3], "draw": "13"[seed % 2]})
    else:
        payments = ("none", "one press")[seed % 3 % 2]
        player.sit_down(rules={"limit": 3, "bets": seed % 2 == 0, "payments": payments})


def play_with(player: Player, acts: int, seed: int, game: str = "dice") -> set[str]:
    """Let the monkey act at a table and wherever it goes; returns the names of what it has seen."""
    chance, stage, seen = random.Random(seed), player.stage, set()
    stage.preferences.change("pin", PIN)
    sit_down(player, game, seed)
    for number in range(acts):
        act = an_act(chance, player)
        player.kiosk.take(act)
        player.clock.pass_ms(chance.choice((16, 40, 200, 1500)))
        player.kiosk.frame()
        if number % 7 == 0:
            player.settle()
        scene = player.scene
        if number % 42 == 0 and isinstance(scene, TableScene) and player.kiosk.seen is scene:
            assert kept(player) == fresh(player), f"seed {seed}, act {number}: an old picture of the table"
        assert not isinstance(scene, FailedScene), f"seed {seed}, act {number}: {act}"
        assert not (isinstance(scene, SettingsScene) and scene._where == "operator"), f"seed {seed}: {number}"
        seen.add(type(player.scene.top).__name__)
        if stage.leaving:
            # It has found the way out; it is put back.
            stage.leaving = False
            stage.go(HomeScene(stage))
    return seen


def lead_home(player: Player) -> None:
    """From wherever the monkey has left it, a person gets home with the shared buttons alone."""
    if player.stage.locked:
        player.hold("ok")
    player.pass_ms(8000, 1000)
    for _ in range(60):
        if isinstance(player.scene, HomeScene):
            return
        if isinstance(player.scene, TableScene) and not player.scene.layers:
            entry = getattr(player.table.panel, "entry", None)
            player.push("back")
            if entry is None and isinstance(player.scene.top, MenuLayer):
                names = [entry.name for entry in player.scene.top._list.entries]
                player.push(*["down"] * names.index("home"), "ok")
        else:
            player.push("back")
        player.settle()
    raise AssertionError(f"no way home from {type(player.scene.top).__name__}")


@pytest.mark.parametrize(
    ("game", "seed"),
    [("dice", 1), ("dice", 2), ("dice", 3), ("goldrush", 4), ("dominoes", 5), ("patience", 6)],
)
def test_a_monkey(make_player: MakePlayer, game: str, seed: int) -> None:
    player: Player = make_player(act=lambda prompt: None, seed=seed)
    assert len(play_with(player, 330, seed, game)) >= 5
    lead_home(player)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", ["dice", "goldrush", "dominoes", "patience"])
@pytest.mark.parametrize("seed", range(10, 20))
def test_a_patient_monkey(make_player: MakePlayer, game: str, seed: int) -> None:
    player: Player = make_player(act=lambda prompt: None, seed=seed)
    play_with(player, 10_000, seed, game)
    lead_home(player)


def test_a_monkey_at_sdls_own_queue(player: Player) -> None:
    """Raw events of every kind the kiosk listens to, and some with odd contents."""
    chance = random.Random(8)
    player.stage.go(HomeScene(player.stage))
    player.settle()
    kiosk: Kiosk = player.kiosk
    for _ in range(400):
        kind = chance.choice(
            (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
             pygame.FINGERDOWN, pygame.FINGERUP, pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSLOST)
        )  # fmt: skip
        facts = {
            "key": chance.choice(
                (pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_UP, pygame.K_3, pygame.K_a, 0, -5)
            ),
            "text": chance.choice(_TEXTS),
            "pos": (chance.randrange(-9, 900), chance.randrange(-9, 500)),
            "x": chance.uniform(-0.2, 1.2),
            "y": chance.uniform(-0.2, 1.2),
            "button": chance.randrange(1, 7),
            "finger_id": chance.randrange(-1, 1 << 40),
            "touch_id": -7,
        }
        pygame.event.post(pygame.event.Event(kind, facts))
        player.clock.pass_ms(40)
        kiosk.frame()
        player.stage.leaving = False
    assert not isinstance(player.scene, FailedScene)
