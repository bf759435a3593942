"""Searching the evenings: by player, by game, by month."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from msgspec import Struct

from companion.annals.evening import Evening
from companion.annals.marks import Marks, fold
from companion.annals.players import people_in


class Wanted(Struct, frozen=True):
    """What is looked for; what is empty does not matter.

    `player` is the name by which a player is called now, `month` a year or a month such as ``2026-03``.
    """

    player: str = ""
    game: str = ""
    month: str = ""

    @property
    def anything(self) -> bool:
        return not (self.player or self.game or self.month)


def month_of(evening: Evening, zone: tzinfo | None = None) -> str:
    """Return the month of an evening's beginning (``2026-03``), empty where no clock told it."""
    try:
        return datetime.fromisoformat(evening.started).astimezone(zone).strftime("%Y-%m")
    except (ValueError, OverflowError):
        return ""


def found(evenings: Iterable[Evening], wanted: Wanted, marks: Marks) -> tuple[Evening, ...]:
    """Return the evenings that are looked for, in their order."""
    player = fold(wanted.player)
    return tuple(
        evening
        for evening in evenings
        if (not wanted.game or evening.game == wanted.game)
        and (not wanted.month or month_of(evening).startswith(wanted.month))
        and (not player or any(fold(marks.called(seat.name)) == player for seat in evening.seats))
    )


def players_in(evenings: Sequence[Evening], marks: Marks) -> tuple[str, ...]:
    """Return the names that can be looked for, in their alphabet's order."""
    names: dict[str, str] = {}
    for evening in evenings:
        for seat in people_in(evening, marks):
            name = marks.called(seat.name)
            names.setdefault(fold(name), name)
    return tuple(names[key] for key in sorted(names))


def months_in(evenings: Sequence[Evening]) -> tuple[str, ...]:
    """Return the months in which there were evenings, the latest first."""
    return tuple(sorted({month for evening in evenings if (month := month_of(evening))}, reverse=True))
