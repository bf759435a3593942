"""The gold-rush board game: two dice, a board, 36 cards, and the companion as its banker (B1-B35)."""

from __future__ import annotations

from typing import Any

from companion.games.goldrush.game import GoldRush
from companion.games.goldrush.settings import SEAT_LIMITS, edition_for, house_rules, settle_rules
from companion.table.refusals import Refused, Why
from companion.table.seats import Seat

__all__ = ["SEAT_LIMITS", "GoldRush", "build", "house_rules"]


def build(seats: tuple[Seat, ...], rules: dict[str, Any]) -> GoldRush:
    """Return a board game for two to six seats, or as few as its edition is for (B1).

    `rules` name the edition (a name on the shelf, or a file), or hold it whole where a journal kept it.
    Raises `Refused` for other numbers of seats or illegal rules, `Fault` for an edition there is not.
    """
    edition = edition_for(rules)
    settings = settle_rules(edition, rules)
    least, most = edition.game.min_players, edition.game.max_players
    if not least <= len(seats) <= most:
        raise Refused(Why.PLAYERS_COUNT, count=len(seats), least=least, most=most)
    return GoldRush(seats, edition, settings)
