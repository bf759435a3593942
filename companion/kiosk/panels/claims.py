"""Payments that wait for one press: of the creditor who asks, or of the payer to the bank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layout import inner
from companion.kiosk.panels import Panel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import chip_stack
from companion.table.prompts import Claim, Confirm, Prompt
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


def is_payment(prompt: Prompt) -> bool:
    """Whether a prompt is a payment that holds the game."""
    return prompt.waits and isinstance(prompt, (Claim, Confirm))


class ClaimsPanel(Panel):
    """Names who gets what; only that seat's own button will do (H8)."""

    def __init__(self, table: TableScene, view: TableView) -> None:
        super().__init__(table)
        self._prompts: list[Claim | Confirm] = []
        self.fits(view)

    def fits(self, view: TableView) -> bool:
        self._prompts = [p for p in view.open if isinstance(p, (Claim, Confirm)) and p.waits]
        return bool(self._prompts)

    def lamps(self) -> dict[str, Lamp]:
        return {seat: Lamp.FAST for prompt in self._prompts for seat in prompt.seats}

    def push(self, push: Push) -> bool:
        if push.button == "ok":
            self.stage.notice(self.stage.line("kiosk.claims.own_button"))
            return True
        return False

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        first = self._prompts[0]
        places = tuple(view.seat(id).place for prompt in self._prompts for id in prompt.seats)
        return Bar(
            self.stage.say(first.say),
            line("kiosk.claims.below"),
            places[:8],
            (Hint("back", line("kiosk.hint.menu")),),
        )

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme = canvas.theme
        high, gap = max(theme.touch, theme.px(60)), theme.px(8)
        shown = self._prompts[: max(1, rect.height // (high + gap))]
        whole = len(shown) * (high + gap) - gap
        y = rect.bottom - whole - theme.px(8)
        for prompt in shown:
            cell = pygame.Rect(rect.x + theme.px(16), y, round(rect.width * 0.7) - theme.px(24), high)
            canvas.forget(cell)
            self._paint_payment(canvas, cell, prompt)
            y += high + gap

    def _paint_payment(self, canvas: Canvas, cell: pygame.Rect, prompt: Claim | Confirm) -> None:
        theme = canvas.theme
        seat = self.table.view.seat(prompt.seats[0])
        canvas.panel(cell, lit=True)
        inside = inner(cell, theme.px(20), theme.px(5))
        side = theme.px(40)
        canvas.blit(seat_shape(canvas.box, seat, side), (inside.x, inside.centery - side // 2))
        stack = chip_stack(canvas.box, prompt.amount, theme.px(60), inside.height)
        canvas.blit(stack, (inside.right - stack.get_width(), inside.centery - stack.get_height() // 2))
        words = pygame.Rect(
            inside.x + side + theme.px(18),
            inside.y,
            inside.width - side - stack.get_width() - theme.px(36),
            inside.height,
        )
        canvas.paragraph(self.stage.say(prompt.say), "strong", Ink.PAPER, words, middle=True)
        button = f"seat{seat.place + 1}"
        canvas.hot(f"claim {button}", cell, lambda: self.table.push(Push(button)))
