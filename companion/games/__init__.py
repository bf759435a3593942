"""The rules of the games, and nothing else: each game is built by its name and imported only then."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.table.faults import Fault

if TYPE_CHECKING:
    from companion.table.game import Game
    from companion.table.house_rules import HouseRule
    from companion.table.seats import Seat

#: The names of the games there are.
GAMES: tuple[str, ...] = ("dice",)


def _package(name: str) -> Any:
    if name not in GAMES:
        raise Fault("games.unknown", status=2, given=str(name)[:24], known=", ".join(GAMES))
    return importlib.import_module(f"companion.games.{name}")


def build_game(name: str, seats: Sequence[Seat], rules: Mapping[str, Any]) -> Game:
    """Return a game ready to be run, for seats in clockwise order and the house rules that were agreed.

    Raises `Fault` for a game there is not, `Refused` for house rules that are not legal or a number
    of seats that the game is not for.
    """
    game: Game = _package(name).build(tuple(seats), dict(rules))
    return game


def house_rules(name: str) -> tuple[HouseRule, ...]:
    """Return what a table may agree on in the named game, in the order to ask for it."""
    rules: tuple[HouseRule, ...] = _package(name).HOUSE_RULES
    return rules


def seat_limits(name: str) -> tuple[int, int]:
    """Return the least and the most seats of the named game."""
    limits: tuple[int, int] = _package(name).SEAT_LIMITS
    return limits
