"""The casino dice game: five dice against a banking player, or for a pot (D1-D16)."""

from __future__ import annotations

from typing import Any

from companion.games.dice.game import DiceGame
from companion.games.dice.settings import HOUSE_RULES, SEAT_LIMITS, settle_rules
from companion.table.refusals import Refused, Why
from companion.table.seats import Seat

__all__ = ["HOUSE_RULES", "SEAT_LIMITS", "DiceGame", "build"]


def build(seats: tuple[Seat, ...], rules: dict[str, Any]) -> DiceGame:
    """Return a dice game for two to eight seats (D1); raises `Refused` for other numbers or illegal rules."""
    least, most = SEAT_LIMITS
    if not least <= len(seats) <= most:
        raise Refused(Why.PLAYERS_COUNT, count=len(seats), least=least, most=most)
    return DiceGame(seats, settle_rules(rules))
