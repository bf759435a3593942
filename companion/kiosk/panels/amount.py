"""An amount that one seat, or the table, settles on: a large number between two arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layout import inner, middle
from companion.kiosk.listing import paint_steps
from companion.kiosk.pace import Pace
from companion.kiosk.panels import Lies, Panel
from companion.kiosk.theme import Ink
from companion.table.prompts import Amount
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class AmountPanel(Panel):
    """UP and DOWN change the amount, faster and faster; OK or the seat's own button settles."""

    def __init__(self, table: TableScene, prompt: Amount) -> None:
        super().__init__(table)
        self.prompt = prompt
        self._pace = Pace()
        self._value = prompt.usual if prompt.usual is not None else prompt.least
        self._value = max(prompt.least, min(prompt.most, self._value))

    @property
    def about(self) -> Amount:
        return self.prompt

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def lamps(self) -> dict[str, Lamp]:
        return dict.fromkeys(self.prompt.seats, Lamp.SLOW)

    # what people do ------------------------------------------------------------------------------------

    def push(self, push: Push) -> bool:
        if push.button in ("up", "down"):
            self._turn(1 if push.button == "up" else -1)
            return True
        seat = self.table.seat_at(push.place) if push.place is not None else None
        if push.button == "ok" or (seat is not None and seat.id in self.prompt.seats):
            self._settle()
            return True
        return False

    def _turn(self, way: int) -> None:
        prompt = self.prompt
        steps = (prompt.most - prompt.least) // prompt.step
        by = self._pace.stride(way, self.stage.now, steps)
        at = (self._value - prompt.least) // prompt.step + way * by
        self._value = prompt.least + max(0, min(steps, at)) * prompt.step
        self.table.refresh()

    def _settle(self) -> None:
        seats = self.prompt.seats
        self.table.desk.answer(self.prompt, self._value, seats[0] if len(seats) == 1 else None)

    # picture -------------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        hints = (
            Hint("ok", line("kiosk.hint.confirm")),
            Hint("up", line("kiosk.hint.more")),
            Hint("down", line("kiosk.hint.less")),
            Hint("back", line("kiosk.hint.menu")),
        )
        places = tuple(view.seat(id).place for id in self.prompt.seats)
        return Bar(self.table.game.ask(view, self.prompt), line("kiosk.amount.below"), places, hints)

    def lies(self) -> Lies:
        return "room"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, game, view = canvas.theme, self.table.game, self.table.view
        area = rect if self.in_room(rect) else middle(rect, theme.px(640), theme.px(330))
        canvas.panel(area, edge=Ink.BRASS)
        inside = inner(area, theme.px(20), theme.px(12))
        low = max(theme.touch, theme.px(56))
        foot = pygame.Rect(inside.x, inside.bottom - low, inside.width, low)
        room = pygame.Rect(inside.x, inside.y, inside.width, foot.top - inside.y - theme.px(8))
        small = canvas.type.height("small")
        high = min(room.height - small, theme.px(110))
        steps = pygame.Rect(room.x, room.y + (room.height - small - high) // 2, room.width, high)
        paint_steps(
            canvas,
            "value",
            steps,
            game.amount(view, self._value),
            lambda: self._turn(-1),
            lambda: self._turn(1),
            "display",
        )
        least, most = game.amount(view, self.prompt.least), game.amount(view, self.prompt.most)
        limits = pygame.Rect(room.x, steps.bottom, room.width, small)
        canvas.text(
            self.stage.line("kiosk.each.limits", least=least, most=most), "small", Ink.MUTED, limits, "middle"
        )
        canvas.panel(foot, top=(66, 122, 88), low=(44, 92, 66), shadow=False, radius=theme.px(12))
        label = foot.inflate(-theme.px(12), 0)
        canvas.text(self.stage.line("kiosk.each.confirm"), "strong", Ink.PAPER, label, "middle")
        canvas.hot("settle", foot, self._settle)
