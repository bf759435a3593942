"""Klondike patience: cards, positions and moves as the rule book has them (S1-S14), and its solver."""

from __future__ import annotations

from typing import Any

from companion.games.patience.settings import HOUSE_RULES, SEAT_LIMITS, settle_rules
from companion.table.game import Game
from companion.table.refusals import Refused, Why
from companion.table.seats import Seat

__all__ = ["HOUSE_RULES", "SEAT_LIMITS", "build"]


def build(seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
    """Return a patience for one seat; raises `Refused` for more seats or illegal house rules."""
    # The solver's processes import this package for its positions and need no script.
    from companion.games.patience.game import PatienceGame

    least, most = SEAT_LIMITS
    if not least <= len(seats) <= most:
        raise Refused(Why.PLAYERS_COUNT, count=len(seats), least=least, most=most)
    return PatienceGame(seats, settle_rules(rules))
