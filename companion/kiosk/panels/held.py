"""What holds a table: a pause, a table that must be rebuilt, left-over answers, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Lies, Panel
from companion.kiosk.theme import Ink
from companion.table.answers import Answer
from companion.table.history import is_hidden
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class PausedPanel(Panel):
    """The game is paused until somebody goes on (H3)."""

    def fits(self, view: TableView) -> bool:
        return view.held == "paused"

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (Hint("ok", line("kiosk.hint.go_on")), Hint("back", line("kiosk.hint.menu")))
        return Bar(line("kiosk.paused.sentence"), line("kiosk.paused.below"), hints=hints)

    def push(self, push: Push) -> bool:
        if push.button == "ok":
            self.table.desk.tell("go_on", None)
            return True
        return False

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Two bars over a darkened view, to be seen from across the room."""
        theme = canvas.theme
        canvas.forget(rect)
        blur = theme.px(10)
        canvas.blit(
            canvas.box.rounded(rect.inflate(blur, blur).size, theme.radius, (*Ink.NIGHT, 205)),
            rect.inflate(blur, blur).topleft,
        )
        bar = (theme.px(44), theme.px(150))
        for side in (-1, 1):
            spot = pygame.Rect((0, 0), bar)
            spot.center = (rect.centerx + side * theme.px(42), rect.centery)
            canvas.panel(spot, top=(222, 184, 98), low=Ink.BRASS, edge=None, radius=theme.px(10))


class RebuildPanel(Panel):
    """Shows where every chip lies, and asks for a press when the table is rebuilt (H4)."""

    def fits(self, view: TableView) -> bool:
        return view.held == "rebuild"

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (Hint("ok", line("kiosk.hint.rebuilt")), Hint("back", line("kiosk.hint.menu")))
        return Bar(line("kiosk.rebuild.sentence"), line("kiosk.rebuild.below"), hints=hints)

    def push(self, push: Push) -> bool:
        if push.button == "ok":
            self.table.desk.tell("rebuilt", None)
            return True
        return False

    def lies(self) -> Lies:
        return "whole"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme = canvas.theme
        title = pygame.Rect(rect.x, rect.y, rect.width, theme.px(52))
        canvas.text(self.stage.line("kiosk.rebuild.title"), "title", Ink.BRASS, title)
        room = pygame.Rect(
            rect.x, title.bottom + theme.px(6), rect.width, rect.bottom - title.bottom - theme.px(6)
        )
        self.table.game.paint_rebuild(canvas, room, self.table.view)


class LeftoverPanel(Panel):
    """After a correction: an answer that was given before is offered once more (H5)."""

    def __init__(self, table: TableScene, offer: Answer) -> None:
        super().__init__(table)
        self._offer = offer
        self._count = table.view.leftover

    def fits(self, view: TableView) -> bool:
        # Every answer changes what is left over, so that each view is asked about anew.
        return False

    def lamps(self) -> dict[str, Lamp]:
        return dict.fromkeys(self._offer.prompt.seats, Lamp.SLOW)

    def bar(self) -> Bar:
        line, value = self.stage.line, self._offer.value
        words = " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        if is_hidden(self._offer.key):
            words = line("kiosk.leftover.hidden")
        hints = (
            Hint("ok", line("kiosk.hint.take")),
            Hint("up", line("kiosk.hint.anew")),
            Hint("down", line("kiosk.hint.drop")),
            Hint("back", line("kiosk.hint.menu")),
        )
        places = tuple(self.table.view.seat(id).place for id in self._offer.prompt.seats)
        below = line("kiosk.leftover.below", count=self._count)
        return Bar(line("kiosk.leftover.ask", value=words), below, places, hints)

    def push(self, push: Push) -> bool:
        if push.button == "ok":
            self.table.desk.tell("take_leftover", None)
        elif push.button == "up":
            self.table.ask_anew()
        elif push.button == "down":
            self.table.desk.tell("drop_leftovers", None)
        else:
            return False
        return True


class OverPanel(Panel):
    """The session is over; the results are on their way, or it was put away before its end."""

    def fits(self, view: TableView) -> bool:
        return view.outcome is not None or view.held == "ended"

    def bar(self) -> Bar:
        line, outcome = self.stage.line, self.table.view.outcome
        if outcome is not None:
            return Bar(self.stage.say(outcome.say), hints=(Hint("ok", line("kiosk.hint.results")),))
        return Bar(line("kiosk.over.ended"), hints=(Hint("ok", line("kiosk.hint.results")),))

    def push(self, push: Push) -> bool:
        if push.button in ("ok", "back"):
            self.table.to_results()
            return True
        return False
