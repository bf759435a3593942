"""The rules of the games, and nothing else: each game is built by its name and imported only then."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.table.faults import Fault

if TYPE_CHECKING:
    from companion.table.game import Game
    from companion.table.house_rules import HouseRule
    from companion.table.seats import Seat

#: The names of the games there are.
GAMES: tuple[str, ...] = ("dice", "dominoes", "goldrush", "patience")


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


def house_rules(name: str, given: Mapping[str, Any] = MappingProxyType({})) -> tuple[HouseRule, ...]:
    """Return what a table may agree on in the named game, in the order to ask for it.

    Where the rules' defaults hang on what is agreed already (the edition of the board game), `given` says so;
    raises `Fault` where that is something that there is not.
    """
    package = _package(name)
    rules: tuple[HouseRule, ...] = (
        package.house_rules(given) if hasattr(package, "house_rules") else package.HOUSE_RULES
    )
    return rules


def rules_in_words(name: str, words: Sequence[str]) -> dict[str, Any]:
    """Return the complete house rules for words such as ``limit=3``; raises as `house_rules` or `Refused`.

    The other rules' defaults are those of the edition that is named among the words.
    """
    from companion.table.house_rules import rules_from_words

    given: dict[str, str] = {}
    for word in words:
        rule, _, value = word.partition("=")
        if rule.strip().lower() == "edition":
            given["edition"] = value.strip()
    return rules_from_words(house_rules(name, given), words)


def seat_limits(name: str) -> tuple[int, int]:
    """Return the least and the most seats of the named game."""
    limits: tuple[int, int] = _package(name).SEAT_LIMITS
    return limits
