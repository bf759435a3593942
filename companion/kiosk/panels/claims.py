"""Payments that wait for one press: of the creditor who asks, or of the payer to the bank."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, draw_cap
from companion.kiosk.layout import grid, inner
from companion.kiosk.panels import Lies, Panel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.table.prompts import Claim, Confirm, Prompt
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

Payment: TypeAlias = Claim | Confirm


def is_payment(prompt: Prompt) -> bool:
    """Whether a prompt is a payment that holds the game."""
    return prompt.waits and isinstance(prompt, (Claim, Confirm))


#: A room as wide as this, in pixels at 720 of height, holds two columns of payments.
_TWO_WIDE = 540


class ClaimsPanel(Panel):
    """Names who gets or pays what; only that seat's own button will do, in any order (B6, H8)."""

    def __init__(self, table: TableScene, view: TableView) -> None:
        super().__init__(table)
        self._prompts: list[Payment] = []
        self.fits(view)

    @property
    def about(self) -> Payment:
        return self._prompts[0]

    def fits(self, view: TableView) -> bool:
        self._prompts = [p for p in view.open if isinstance(p, (Claim, Confirm)) and p.waits] or self._prompts
        return any(is_payment(prompt) for prompt in view.open)

    def lamps(self) -> dict[str, Lamp]:
        return {seat: Lamp.FAST for prompt in self._prompts for seat in prompt.seats}

    def push(self, push: Push) -> bool:
        if push.button == "ok":
            owed = any(isinstance(prompt, Confirm) for prompt in self._prompts)
            words = "kiosk.claims.own_button.absent" if owed else "kiosk.claims.own_button"
            self.stage.notice(self.stage.line(words))
            return True
        return False

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        places = tuple(view.seat(id).place for prompt in self._prompts for id in prompt.seats)
        menu = (Hint("back", line("kiosk.hint.menu")),)
        if len(self._prompts) > 1 and all(isinstance(prompt, Confirm) for prompt in self._prompts):
            return Bar(
                line("kiosk.claims.all_pay", count=len(self._prompts)), self._below(), places[:8], menu
            )
        return Bar(self.table.game.ask(view, self._prompts[0]), self._below(), places[:8], menu)

    def _below(self) -> str:
        pays = isinstance(self._prompts[0], Confirm)
        return self.stage.line("kiosk.claims.below.pay" if pays else "kiosk.claims.below")

    def lies(self) -> Lies:
        theme = self.stage.theme
        room = self.table.game.room(self.table.areas(theme)[0], self.about)
        if room is None:
            return "over"
        # More payments than have room, in two columns where it is wide enough, need the whole place.
        rows = -(-len(self._prompts) // (2 if room.width >= theme.px(_TWO_WIDE) else 1))
        high = rows * (max(theme.touch, theme.px(60)) + theme.px(8))
        return "room" if high <= room.height - theme.px(16) else "whole"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, count = canvas.theme, len(self._prompts)
        high, gap = max(theme.touch, theme.px(60)), theme.px(8)
        framed = self.lies() != "over"
        most = theme.px(112) if framed else high
        if framed:
            canvas.panel(rect, edge=Ink.BRASS)
            inside = inner(rect, theme.px(14), theme.px(12))
        else:
            wide = round(rect.width * 0.7) - theme.px(24)
            inside = pygame.Rect(rect.x + theme.px(16), rect.y, wide, rect.height - theme.px(8))
        across = 1 if count * (high + gap) - gap <= inside.height else 2
        down = -(-count // across)
        tall = min(most, (inside.height - gap * (down - 1)) // down)
        whole = down * (tall + gap) - gap
        top = inside.centery - whole // 2 if framed else inside.bottom - whole
        room = pygame.Rect(inside.x, top, inside.width, whole)
        for prompt, cell in zip(self._prompts, grid(room, across, down, gap), strict=False):
            canvas.forget(cell)
            self._paint_payment(canvas, cell, prompt, brief=across > 1)

    def _paint_payment(self, canvas: Canvas, cell: pygame.Rect, prompt: Payment, brief: bool) -> None:
        """One payment: whose button, what for, how much."""
        theme, view = canvas.theme, self.table.view
        seat = view.seat(prompt.seats[0])
        canvas.panel(cell, lit=True, radius=theme.px(12))
        inside = inner(cell, theme.px(14), theme.px(4))
        side = min(theme.px(38), inside.height)
        cap = pygame.Rect(inside.x, inside.centery - side // 2, side, side)
        draw_cap(canvas, f"seat{seat.place + 1}", cap)
        x = cap.right + theme.px(10)
        canvas.blit(seat_shape(canvas.box, seat, side), (x, inside.centery - side // 2))
        x += side + theme.px(12)
        amount = self.table.game.amount(view, prompt.amount)
        wide = min(canvas.width(amount, "number"), inside.width // 3) + 2
        canvas.text(
            amount,
            "number",
            Ink.LAMP,
            pygame.Rect(inside.right - wide, inside.y, wide, inside.height),
            "right",
        )
        words = pygame.Rect(x, inside.y, inside.right - wide - theme.px(12) - x, inside.height)
        said = seat.name if brief else self.stage.say(prompt.say)
        canvas.paragraph(said, "small_strong", Ink.PAPER, words, middle=True)
        button = f"seat{seat.place + 1}"
        canvas.hot(f"claim {button}", cell, lambda: self.table.push(Push(button)))
