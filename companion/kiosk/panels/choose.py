"""A choice among named options: a few over the view, many as a list, in columns where there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layout import inner
from companion.kiosk.listing import Entry, Icon, Listing
from companion.kiosk.panels import Lies, Panel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.table.prompts import Choose, Claim, Option
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

#: A column of options is never narrower than this, at 720 pixels of height.
_NARROWEST = 270


class ChoosePanel(Panel):
    """A list of named options.  Where they are seats, a seat's own button chooses it."""

    def __init__(self, table: TableScene, prompt: Choose) -> None:
        super().__init__(table)
        self.prompt = prompt
        self._list = Listing([self._entry(option) for option in prompt.options])

    @property
    def about(self) -> Choose:
        return self.prompt

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def _entry(self, option: Option) -> Entry:
        look = self.table.game.option(self.table.view, self.prompt, option)
        return Entry(
            option.id,
            look.title,
            lambda: self.pick(option.id),
            look.about,
            look.value,
            look.icon or self._seat_icon(option.id),
        )

    def _seat_icon(self, id: str) -> Icon | None:
        seat = next((seat for seat in self.table.view.seats if seat.id == id), None)
        if seat is None:
            return None

        def icon(canvas: Canvas, rect: pygame.Rect) -> None:
            canvas.blit(seat_shape(canvas.box, seat, rect.width), rect.topleft)

        return icon

    # what people do ------------------------------------------------------------------------------------

    def options(self) -> tuple[str, ...]:
        return tuple(option.id for option in self.prompt.options)

    def focus(self) -> str:
        focused = self._list.focused
        return focused.name if focused is not None else ""

    def pick(self, id: str) -> None:
        seats = self.prompt.seats
        self.table.desk.answer(self.prompt, id, seats[0] if len(seats) == 1 else None)

    def lamps(self) -> dict[str, Lamp]:
        return dict.fromkeys(self.prompt.seats or self.options(), Lamp.SLOW)

    def push(self, push: Push) -> bool:
        if push.place is None:
            return self._list.push(push.button)
        seat = self.table.seat_at(push.place)
        if seat is None:
            return False
        if seat.id in self.options():
            self.pick(seat.id)
            return True
        if seat.id in self.prompt.seats:
            # The button of who is asked is one more OK.
            self._list.act()
            return True
        return False

    # picture -------------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        hints = (
            Hint("ok", line("kiosk.hint.choose")),
            Hint("up", ""),
            Hint("down", ""),
            Hint("back", line("kiosk.hint.menu")),
        )
        places = tuple(view.seat(id).place for id in self.prompt.seats)
        return Bar(self.table.game.ask(view, self.prompt), self._below(), places, hints)

    def _below(self) -> str:
        """Whoever cannot pay is told of his own claims (B7); to everybody debts are stated, no more (B6)."""
        line, claims = self.stage.line, [p for p in self.table.view.open if isinstance(p, Claim)]
        own = [claim for claim in claims if set(claim.seats) & set(self.prompt.seats)]
        if own:
            return line("kiosk.choose.claims", count=len(own))
        return line("kiosk.throw.debts", count=len(claims)) if claims else ""

    def lies(self) -> Lies:
        return "room"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme = canvas.theme
        high, gap, least = theme.px(88), theme.px(10), theme.px(60)
        room = rect
        if self.in_room(rect):
            canvas.panel(rect, edge=Ink.BRASS)
            room = inner(rect, theme.px(14), theme.px(12))
        fits = (room.height + gap) // (max(theme.touch, least) + gap)
        across = min(-(-len(self._list.entries) // max(1, fits)), room.width // theme.px(_NARROWEST))
        self._list.paint(canvas, room, high, gap, least=least, across=max(1, across))
