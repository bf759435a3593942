"""People at the patience in the kiosk: what its tests and pictures share."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from companion.advice.adviser import Adviser
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.scenes.seats import seats_from_names
from companion.kiosk.views.patience.playing import MovePanel
from companion.kiosk.views.patience.view import PatienceView
from companion.table.prompts import Move
from tests.kiosk.people import PATIENCE_S, Player

#: A deal that is won in few moves with one card turned at a time.
EASY = 7


def sit_at_patience(
    player: Player, rules: Mapping[str, Any] | None = None, names: Mapping[int, str] | None = None
) -> None:
    """Begin a patience of a known deal."""
    given = {"deal": EASY, **(rules or {})}
    if given.get("way", "screen") != "screen":
        given.pop("deal")
    seats = seats_from_names(names or {0: "Ana"})
    player.stage.go(OpeningScene(player.stage, player.stage.keeper.start("patience", seats, given)))
    player.settle()


def game_of(player: Player) -> PatienceView:
    game = player.table.game
    assert isinstance(game, PatienceView)
    return game


def panel_of(player: Player) -> MovePanel:
    panel = player.table.panel
    assert isinstance(panel, MovePanel), type(panel).__name__
    return panel


def legal_of(player: Player) -> tuple[str, ...]:
    return next(prompt for prompt in player.view.open if isinstance(prompt, Move)).legal


def make(player: Player, *moves: str) -> None:
    """Make moves as the cursor would, each with its glide."""
    for move in moves:
        panel_of(player).make(move)
        player.settle()
        player.pass_ms(300)


def wait_for_light(player: Player, *lights: str) -> str:
    """Let frames pass until the solver's process has said something of the position."""
    until = time.monotonic() + PATIENCE_S
    wanted = lights or ("lit", "none")
    while game_of(player).helper.light not in wanted:
        assert time.monotonic() < until, game_of(player).helper.light
        player.kiosk.frame()
        player.kiosk.wake.wait(0.005)
    player.kiosk.frame()
    return game_of(player).helper.light


def watch_to_the_end(player: Player) -> int:
    """Watch "finish for me" play; returns how many moves were seen."""
    until, seen = time.monotonic() + 2 * PATIENCE_S, set()
    while player.view.outcome is None:
        assert time.monotonic() < until
        player.clock.pass_ms(130)
        player.kiosk.frame()
        player.kiosk.wake.wait(0.0005)
        seen.add(player.view.snapshot["actions"])
    return len(seen) - 1


def enter_card(player: Player, card: str) -> None:
    """Choose a card by hand in the list of those that have not been seen."""
    assert isinstance(player.table.panel, RevealPanel)
    player.table.panel._entered(card)
    player.settle()


def show_all(player: Player, cards: Iterator[str]) -> None:
    """Enter cards by hand for as long as some are asked."""
    while isinstance(player.table.panel, RevealPanel):
        enter_card(player, next(cards))


class NoSolver(Adviser):
    """An adviser whose process cannot be started."""

    def __init__(self) -> None:
        super().__init__(command=("/nowhere/no-such-program",))
