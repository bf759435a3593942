"""Matschinsky's domino game: tiles around a grid of nine chips (T1-T18)."""

from __future__ import annotations

from typing import Any

from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.settings import HOUSE_RULES, SEAT_LIMITS, settle_rules
from companion.table.refusals import Refused, Why
from companion.table.seats import Seat

__all__ = ["HOUSE_RULES", "SEAT_LIMITS", "DominoGame", "build"]


def build(seats: tuple[Seat, ...], rules: dict[str, Any]) -> DominoGame:
    """Return a domino game for two to four seats; raises `Refused` for other numbers or illegal rules."""
    least, most = SEAT_LIMITS
    if not least <= len(seats) <= most:
        raise Refused(Why.PLAYERS_COUNT, count=len(seats), least=least, most=most)
    return DominoGame(seats, settle_rules(rules, len(seats)))
