"""Between deals, and presses for chips: the layout stays in view, and one press goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Panel
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import chip_stack
from companion.kiosk.views.dominoes.beside import head, parts_of
from companion.table.prompts import Choose, Claim
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class ReadyPanel(Panel):
    """People shuffle and deal, and press OK; what the last deal has brought stays beside the layout."""

    def __init__(self, table: TableScene, prompt: Choose) -> None:
        super().__init__(table)
        self.prompt = prompt

    @property
    def about(self) -> Choose:
        return self.prompt

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def push(self, push: Push) -> bool:
        if push.button != "ok":
            return False
        self.table.desk.answer(self.prompt, self.prompt.options[0].id)
        return True

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (Hint("ok", line("kiosk.dominoes.hint.ready")), Hint("back", line("kiosk.hint.menu")))
        return Bar(self.stage.say(self.prompt.say), hints=hints)


class PressPanel(Panel):
    """A pile is won and is taken by the winner's own press (H8)."""

    def __init__(self, table: TableScene, prompt: Claim) -> None:
        super().__init__(table)
        self.prompt = prompt

    @property
    def about(self) -> Claim:
        return self.prompt

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def lamps(self) -> dict[str, Lamp]:
        return dict.fromkeys(self.prompt.seats, Lamp.FAST)

    def push(self, push: Push) -> bool:
        # The winner's own button is taken by the table already.
        if push.button == "ok":
            self.stage.notice(self.stage.line("kiosk.claims.own_button"))
            return True
        return False

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        places = tuple(view.seat(id).place for id in self.prompt.seats)
        below = line("kiosk.claims.below")
        return Bar(self.stage.say(self.prompt.say), below, places, (Hint("back", line("kiosk.hint.menu")),))

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, card = canvas.theme, parts_of(rect, canvas.theme).card
        canvas.forget(card)
        seat = self.table.view.seat(self.prompt.seats[0])
        room = head(canvas, card, self.stage.line("kiosk.dominoes.won"))
        stack = chip_stack(canvas.box, self.prompt.amount, theme.px(96), round(room.height * 0.6))
        canvas.centred(stack, (room.centerx, room.y + round(room.height * 0.36)))
        words = pygame.Rect(room.x, room.y + round(room.height * 0.7), room.width, round(room.height * 0.3))
        amount = self.stage.line("kiosk.dominoes.for", name=seat.name, count=self.prompt.amount)
        canvas.paragraph(amount, "strong", Ink.PAPER, words, "middle", True)
        button = f"seat{seat.place + 1}"
        canvas.hot(f"claim {button}", card, lambda: self.table.push(Push(button)))
