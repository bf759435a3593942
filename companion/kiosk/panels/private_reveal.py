"""A hand shown in private: the screen is turned to one player, and covered when it need not be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Lies
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.table.prompts import Reveal
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class PrivateRevealPanel(RevealPanel):
    """Covered until the asked seat, or whoever helps, says that nobody else sees the screen.

    While it is covered the camera looks at nothing and its picture is not shown.  Uncovered it stays for the
    rest of the same hand; UP covers it at any time.
    """

    def __init__(self, table: TableScene, prompt: Reveal) -> None:
        super().__init__(table, prompt)
        self.hides = True

    def fits(self, view: TableView) -> bool:
        if super().fits(view):
            return True
        following = next((p for p in view.open if isinstance(p, Reveal) and p.private), None)
        if following is None or _hand(following) != _hand(self.prompt):
            return False
        self.prompt, self._sent = following, False
        self.entry = self.doubt = None
        return True

    def _cover(self, covered: bool) -> None:
        self.hides = covered
        self.entry = self.doubt = None
        self.table.arm()
        self.table.refresh()

    def push(self, push: Push) -> bool:
        seat = self.table.seat_at(push.place) if push.place is not None else None
        own = seat is not None and (seat.id in self.prompt.seats or not self.prompt.seats)
        if self.hides:
            if push.button == "ok" or own:
                self._cover(False)
                return True
            return push.button in ("up", "down")
        # In an entry by hand the seats' buttons are digits.
        if self.entry is None and (own or push.button == "up"):
            self._cover(True)
            return True
        return super().push(push)

    def bar(self) -> Bar:
        line = self.stage.line
        if not self.hides:
            bar = super().bar()
            if self.entry is not None:
                return bar
            cover = Hint("up", line("kiosk.hint.cover"))
            hints = [hint for hint in bar.hints if hint.button != "up"]
            return Bar(bar.sentence, bar.below, bar.places, (hints[0], cover, *hints[1:]))
        hints = [Hint("ok", line("kiosk.hint.uncover")), Hint("back", line("kiosk.hint.menu"))]
        places = tuple(self.table.view.seat(id).place for id in self.prompt.seats)
        return Bar(self._turn_to(), line("kiosk.private.below"), places, tuple(hints))

    def _turn_to(self) -> str:
        if not self.prompt.seats:
            return self.stage.line("kiosk.private.helper")
        name = self.table.view.seat(self.prompt.seats[0]).name
        return self.stage.line("kiosk.private.turn", name=name)

    def lies(self) -> Lies:
        return "whole"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        if not self.hides:
            if self.entry is not None or self._named or self.doubt is not None:
                super().paint(canvas, rect)
            else:
                canvas.panel(rect)
                room = rect.inflate(-canvas.theme.px(80), -canvas.theme.px(80))
                said = self.stage.line("kiosk.private.open")
                canvas.paragraph(said, "lead", Ink.TEXT, room, "middle", True)
            return
        theme = canvas.theme
        canvas.panel(rect, top=Ink.DEEP, low=Ink.NIGHT, edge=Ink.BRASS)
        words = rect
        if self.prompt.seats:
            side = min(theme.px(150), rect.height // 3)
            centre = (rect.centerx, rect.y + rect.height // 3)
            canvas.centred(seat_shape(canvas.box, self.table.view.seat(self.prompt.seats[0]), side), centre)
            top = centre[1] + side // 2
            words = pygame.Rect(rect.x, top, rect.width, rect.bottom - top)
        inside = words.inflate(-theme.px(80), -theme.px(40))
        canvas.paragraph(self.stage.line("kiosk.private.covered"), "lead", Ink.MUTED, inside, "middle", True)
        canvas.hot("uncover", rect, lambda: self._cover(False))


def _hand(prompt: Reveal) -> str:
    """Which hand a tile is asked for: all of the key but the tile's own number."""
    return "/".join(prompt.key.split("/")[:4])
