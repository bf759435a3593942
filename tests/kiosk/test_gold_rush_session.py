"""Whole sessions of the board game at the kiosk, to the ghost town and the results."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from companion.games.goldrush.shelf import file_of
from companion.kiosk.bot_seats import PAUSE_MS, BotSeats
from companion.kiosk.scenes.results import ResultsScene
from companion.kiosk.scenes.table import TableScene
from companion.table.prompts import Throw
from tests.kiosk.gold_people import act, sit_at_gold
from tests.kiosk.people import MakePlayer, Player

#: The faces that are left in a short deck, and how many of each.
SHORT = {"gold_05": 1, "fire_lamp": 1, "mother_lode": 1, "saloon_thirst": 1}
THREE = {0: "Ana", 1: "Bo", 2: "Cy"}


def short_edition(folder: Path) -> str:
    """Write the usual edition with a single card on each creek; returns its path."""
    head, *cards = file_of("gold_rush").read_text("utf-8").split("[[card]]")
    head = re.sub(r"(?m)^cards_per_creek = \d+", "cards_per_creek = 1", head)
    kept = []
    for card in cards:
        match = re.search(r'(?m)^id = "(\w+)"', card)
        assert match is not None
        if match[1] in SHORT:
            kept.append(re.sub(r"(?m)^copies = \d+", f"copies = {SHORT[match[1]]}", card))
    path = folder / "short.toml"
    path.write_text("[[card]]".join([head, *kept]), "utf-8")
    return str(path)


def bots_play(player: Player, seed: int, most: int) -> None:
    """Let bots play every seat to the results; only the dice are thrown for them."""
    dice = random.Random(seed)
    for _ in range(most):
        if not isinstance(player.scene, TableScene):
            break
        throw = next((p for p in player.view.open if isinstance(p, Throw) and p.waits), None)
        if player.scene.layers:
            player.push("ok")
        elif throw is not None and not player.table.desk.busy:
            faces = [dice.randint(1, 6) for _ in range(throw.dice)]
            # Whoever has money to ask for asks before the dice fall.
            player.pass_ms(2 * PAUSE_MS, 600)
            player.table.desk.answer(throw, faces, throw.seats[0])
            player.pass_ms(1200, 400)
            player.settle()
        elif any(prompt.waits and not prompt.seats for prompt in player.view.open):
            # The books are closed by the table as a whole.
            player.pass_ms(2 * PAUSE_MS, 600)
            player.push("ok")
        else:
            player.pass_ms(PAUSE_MS + 400, 400)
            player.settle()
    assert isinstance(player.scene, ResultsScene), [prompt.key for prompt in player.view.open]


def test_bots_play_a_short_session_to_the_results(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player((800, 480))
    player.stage.bots = BotSeats(tuple(THREE.values()))
    sit_at_gold(player, THREE, {"edition": short_edition(tmp_path), "cards": "screen"})
    bots_play(player, 3, 400)
    player.push("ok")


def test_everything_by_buttons_to_the_results(make_player: MakePlayer, tmp_path: Path) -> None:
    """Nothing but presses: throws typed in, cards entered by hand, bids, payments, claims, books closed."""
    player = make_player((800, 480))
    dice = random.Random(8)
    sit_at_gold(player, THREE, {"edition": short_edition(tmp_path)})
    closing = False
    for _ in range(200):
        if not isinstance(player.scene, TableScene):
            break
        closing = closing or any(prompt.key == "close" for prompt in player.view.open)
        act(player, (dice.randint(1, 6), dice.randint(1, 6)))
        if isinstance(player.scene, TableScene) and player.view.outcome is not None:
            player.pass_ms(9000, 500)
    assert isinstance(player.scene, ResultsScene), type(player.scene).__name__
    assert closing


def test_a_press_lets_everybody_arrive(make_player: MakePlayer) -> None:
    """A walk of many spaces is cut short by any button; what it led to can be read at once."""
    player = make_player((800, 480))
    sit_at_gold(player, THREE, {"starter": "lot"})
    while player.scene.layers:
        player.push("ok")
    throw = next(prompt for prompt in player.view.open if isinstance(prompt, Throw))
    player.table.desk.answer(throw, [5, 4], throw.seats[0])
    player.settle()
    player.pass_ms(800, 100)
    assert player.table.game.live(player.stage.now), "nobody walks"
    player.push("up")
    assert not player.table.game.live(player.stage.now)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bots_play_whole_sessions_to_the_results(make_player: MakePlayer, seats: int) -> None:
    names = dict(enumerate(["Ana", "Bo", "Cy", "Di", "Eve", "Flo"][:seats]))
    player = make_player((1280, 720))
    player.stage.bots = BotSeats(tuple(names.values()))
    sit_at_gold(player, names, {"cards": "screen", "collect": "ask" if seats == 4 else "auto"})
    bots_play(player, seats, 3000)
