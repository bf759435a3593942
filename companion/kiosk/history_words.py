"""How the entries of a session stand in a list: what was said, by whom, and what was answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.listing import Entry, Icon
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.table.answers import Source
from companion.table.entries import Kind
from companion.table.seats import Seat
from companion.table.session import HistoryEntry

#: What shows itself: of such an answer it is told what it was, of all others what was asked.
_SHOWN = ("throw", "reveal", "place", "move")
#: A session file may come from anywhere; no sentence of ours is longer than this.
_LONGEST = 400


class HistoryWords:
    """Words for the entries of one session; `amount` writes an amount of its game."""

    def __init__(self, stage: Stage, game: str, seats: Sequence[Seat], amount: Callable[[int], str]) -> None:
        self.stage = stage
        self._game = game
        self._seats = seats
        self._amount = amount

    def entry(self, one: HistoryEntry, act: Callable[[], None]) -> Entry:
        """Return the line of an entry; OK does `act`."""
        seat = self._seat(one.seat or _seat_of(one))
        icon: Icon | None = None
        if seat is not None:
            known = seat

            def icon(canvas: Canvas, rect: pygame.Rect) -> None:
                canvas.blit(seat_shape(canvas.box, known, rect.width), rect.topleft)

        meaning, about, value = (
            words[:_LONGEST] for words in (self.meaning(one), self.about(one), self._value(one))
        )
        return Entry(str(one.number), meaning, act, about, value, icon, one.undone)

    def meaning(self, one: HistoryEntry) -> str:
        """What an entry meant for the table: what was said then, or what kind of entry it is."""
        if one.kind is Kind.ANSWER and one.asked not in _SHOWN and one.say is not None:
            # What a stake or a choice brought about besides is the next line's matter.
            return self.stage.say(one.say)
        said = [self.stage.say(event.say) for event in one.events]
        if said:
            return said[0]
        if one.kind is Kind.ANSWER:
            return self.stage.say(one.say) if one.say is not None else one.key
        return self.stage.line(
            f"kiosk.history.kind.{one.kind.value.replace(' ', '_')}", number=one.about or one.to or 0
        )

    def about(self, one: HistoryEntry) -> str:
        """The number of an entry, what it brought about besides, who gave it, who agreed, if undone."""
        line = self.stage.line
        parts = [line("kiosk.history.number", number=one.number)]
        if one.asked in _SHOWN:
            parts += [self.stage.say(event.say) for event in one.events[1:2]]
        if one.source is not None:
            parts.append(line(f"kiosk.history.source.{one.source.value}"))
        second = self._seat(one.second or "")
        if second is not None:
            parts.append(line("kiosk.history.agreed", seat=second.name))
        if one.undone:
            parts.append(line("kiosk.history.undone"))
        return " · ".join(parts)

    def _value(self, one: HistoryEntry) -> str:
        """What was answered, in a word."""
        value = one.value
        if one.kind is not Kind.ANSWER or one.source is Source.LOT or one.hidden or isinstance(value, bool):
            return ""
        if isinstance(value, (list, tuple)):
            return " ".join(map(str, value))
        if isinstance(value, str):
            seat = self._seat(value)
            ids = (f"{self._game}.{of}.{value}" for of in ("bet", "option"))
            known = next((id for id in ids if id in self.stage.language), None)
            return seat.name if seat is not None else self.stage.language.line(known) if known else ""
        if not isinstance(value, int):
            return ""
        return self._amount(value) if one.asked == "amount" else str(value)

    def _seat(self, id: str) -> Seat | None:
        return next((seat for seat in self._seats if seat.id == id), None)


def _seat_of(one: HistoryEntry) -> str:
    """The seat a prompt's key names: ``throw/bo/17`` is Bo's."""
    parts = one.key.split("/")
    return parts[1] if len(parts) > 1 else ""
