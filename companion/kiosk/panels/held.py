"""What holds a table: a pause, a table that must be rebuilt, left-over answers, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layout import grid, inner
from companion.kiosk.panels import Panel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import chip_stack
from companion.table.answers import Answer
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

    def covers(self) -> bool:
        return True

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, view = canvas.theme, self.table.view
        title = pygame.Rect(rect.x, rect.y, rect.width, theme.px(52))
        canvas.text(self.stage.line("kiosk.rebuild.title"), "title", Ink.BRASS, title)
        room = pygame.Rect(
            rect.x, title.bottom + theme.px(6), rect.width, rect.bottom - title.bottom - theme.px(6)
        )
        cells = grid(room, 2, 4 if len(view.seats) > 6 else 3 if len(view.seats) > 4 else 2, theme.px(12))
        for seat, cell in zip(view.seats, cells, strict=False):
            canvas.panel(cell)
            inside = inner(cell, theme.px(16), theme.px(6))
            side = min(theme.px(52), inside.height - theme.px(8))
            canvas.blit(seat_shape(canvas.box, seat, side), (inside.x, inside.centery - side // 2))
            chips = view.balances.get(seat.id, 0)
            stake = view.balances.get(f"stake:{seat.id}", 0)
            stack = chip_stack(canvas.box, chips, theme.px(60), inside.height - theme.px(6))
            canvas.blit(stack, (inside.right - theme.px(60), inside.centery - stack.get_height() // 2))
            x = inside.x + side + theme.px(16)
            words = pygame.Rect(x, inside.y, inside.right - theme.px(76) - x, inside.height)
            high = canvas.type.height("strong")
            low = canvas.type.height("small")
            top = words.centery - (high + low) // 2
            canvas.text(seat.name, "strong", Ink.PAPER, pygame.Rect(words.x, top, words.width, high))
            lies = self.stage.line("kiosk.rebuild.lies", count=chips)
            if stake:
                staked = self.stage.line("kiosk.rebuild.stake", count=stake)
                lies = f"{lies} · {staked}"
            canvas.text(lies, "small", Ink.LAMP, pygame.Rect(words.x, top + high, words.width, low))


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
        words = " ".join(map(str, value)) if isinstance(value, list) else str(value)
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
