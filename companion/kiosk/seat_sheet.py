"""A seat's sheet: what it has, and what it may do of its own accord."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.beside import beside_entries
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, bar_rect
from companion.kiosk.layer import Layer
from companion.kiosk.layout import inner
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.putting_right import correct_entry
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.table.seats import Seat

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class SheetLayer(Layer):
    """Opened by the button of a seat that is asked nothing; the game's view draws what the seat has."""

    def __init__(self, table: TableScene, seat: Seat) -> None:
        super().__init__(table.stage)
        self._table = table
        self._seat = seat
        self._number = table.view.number
        self._list = Listing(self._entries())

    def tick(self, now: int) -> None:
        view = self._table.view
        if view.number == self._number:
            return
        # The table has gone on meanwhile: what the seat may do has changed, or it has left.
        self._number, self.stale = view.number, True
        if all(seat.id != self._seat.id for seat in view.seats):
            self.close()
        else:
            self._list.renew(self._entries())

    def _entries(self) -> list[Entry]:
        pause = Entry("pause", self.stage.line("kiosk.menu.pause"), self._pause)
        # What is harmless comes first: a press of OK too many must not send anybody away.
        harmless = [] if self._table.view.held else [pause]
        beside = beside_entries(self._table, self._seat.id, self.close)
        return [*harmless, *beside, correct_entry(self._table, self._seat.id, self.close)]

    def _pause(self) -> None:
        self.close()
        self._table.desk.tell("pause", self._seat.id)

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line("kiosk.hint.close"))]
        if self._list.entries:
            hints = [Hint("ok", line("kiosk.hint.choose")), *hints]
        if len(self._list.entries) > 1:
            hints += [Hint("up", ""), Hint("down", "")]
        return Bar(
            line("kiosk.sheet.sentence", name=self._seat.name),
            line("kiosk.sheet.below"),
            (self._seat.place,),
            tuple(hints),
        )

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back" or push.place == self._seat.place:
            self.close()
        elif push.place is not None:
            other = self._table.seat_at(push.place)
            if other is not None and self._table.is_asked(other.id):
                # Nobody's sheet stands between a seat and what its button answers.
                self.close()
                self._table.push(push)
            elif other is not None:
                self._seat = other
                self._list = Listing(self._entries())
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        bottom = bar_rect(theme).top - theme.px(24)
        wide = min(theme.width - 2 * theme.margin, theme.px(980))
        room = pygame.Rect(0, theme.px(20), wide, bottom - theme.px(20))
        room.centerx = theme.width // 2
        canvas.panel(room, edge=Ink.BRASS)
        inside = inner(room, theme.px(32), theme.px(22))
        side = theme.px(72)
        canvas.blit(seat_shape(canvas.box, self._seat, side), inside.topleft)
        name = pygame.Rect(inside.x + side + theme.px(24), inside.y, inside.width - side - theme.px(24), side)
        canvas.text(self._seat.name, "display", Ink.PAPER, name)
        count = len(self._list.entries)
        high, gap = max(theme.touch, theme.px(64)), theme.px(10)
        top = inside.y + side + theme.px(16)
        # At most half of the sheet is for what can be done; a longer list scrolls.
        acts = min(count * (high + gap) - gap, (inside.bottom - top) // 2) if count else 0
        listed = pygame.Rect(inside.x, inside.bottom - acts, inside.width, acts)
        facts = pygame.Rect(inside.x, top, inside.width, listed.top - theme.px(14) - top)
        self._table.game.paint_sheet(canvas, facts, self._table.view, self._seat)
        self._list.paint(canvas, listed, high, gap)
