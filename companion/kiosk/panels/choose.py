"""A choice that the table makes as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.panels import Panel
from companion.kiosk.shapes import seat_shape
from companion.table.prompts import Choose, Option
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class ChoosePanel(Panel):
    """A list of named options.  Where they are seats, a seat's own button chooses it."""

    def __init__(self, table: TableScene, prompt: Choose) -> None:
        super().__init__(table)
        self.prompt = prompt
        self._list = Listing([self._entry(option) for option in prompt.options])

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def _entry(self, option: Option) -> Entry:
        seat = next((seat for seat in self.table.view.seats if seat.id == option.id), None)
        icon = None
        if seat is not None:
            seated = seat

            def icon(canvas: Canvas, rect: pygame.Rect) -> None:
                canvas.blit(seat_shape(canvas.box, seated, rect.width), rect.topleft)

        return Entry(option.id, self.stage.say(option.say), lambda: self._choose(option.id), icon=icon)

    def _choose(self, id: str) -> None:
        self.table.desk.answer(self.prompt, id)

    def lamps(self) -> dict[str, Lamp]:
        return {option.id: Lamp.SLOW for option in self.prompt.options}

    def push(self, push: Push) -> bool:
        self.table.refresh()
        if push.place is not None:
            seat = self.table.seat_at(push.place)
            if seat is not None and any(option.id == seat.id for option in self.prompt.options):
                self._choose(seat.id)
                return True
            return False
        return self._list.push(push.button)

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (
            Hint("ok", line("kiosk.hint.choose")),
            Hint("up", ""),
            Hint("down", ""),
            Hint("back", line("kiosk.hint.menu")),
        )
        return Bar(self.stage.say(self.prompt.say), hints=hints)

    def covers(self) -> bool:
        return True

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self._list.paint(canvas, rect, canvas.theme.px(88))
