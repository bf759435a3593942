"""Toasts of payments: who to whom, how much, what for; one after the other in the line at the top.

Nothing can be touched there, so a toast covers neither a button nor the prompt; the time stays in sight.
All payments stand in the book and in the history, too: what is cut short here is not lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from companion.annals.transfers import account_name
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import body_rect
from companion.kiosk.motion import ease_out
from companion.kiosk.payments import STAKE, Payment, folded
from companion.kiosk.seat_column import column_width
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import SLOWER, Stage
from companion.kiosk.theme import Ink, Motion
from companion.kiosk.tokens import arrow, chip
from companion.kiosk.views import GameView
from companion.kiosk.wall_clock import time_width
from companion.table.ledger import Transfer
from companion.table.seats import Seat
from companion.table.view import TableView

#: At most so many toasts wait; the payments that are left over are counted in the last one.
MOST_WAITING = 4
#: A toast leaves so much of the line at the top to the title.
_TITLE_SHARE = 0.28
#: The shapes of so many seats stand beside each other; a pile or a stake is one chip.
_MOST_SHAPES = 8


@dataclass(frozen=True, slots=True)
class Toast:
    """A painted toast, due at a monotonic time; it is on the screen since `since`, once it has come."""

    canvas: Canvas
    due: int
    since: int | None = None


class Toasts:
    """The toasts of one table."""

    def __init__(self, stage: Stage, game: GameView) -> None:
        self._stage = stage
        self._game = game
        self._waiting: deque[Toast] = deque()
        self._shown: Toast | None = None

    @property
    def shown(self) -> Toast | None:
        """What is on the screen."""
        return self._shown

    @property
    def rect(self) -> pygame.Rect | None:
        """Where the toast on the screen is; None while there is none."""
        return None if self._shown is None else self._place(self._shown)

    def take(self, moved: Sequence[Transfer], before: TableView, view: TableView, begins: int) -> None:
        """Take what was paid between two views; it is told when `begins` has come."""
        if not moved:
            return
        # Whoever has just left is named as well.
        seats = {seat.id: seat for seat in (*before.seats, *view.seats)}
        payments = folded(moved)
        room = MOST_WAITING - len(self._waiting)
        told = payments if len(payments) <= room else payments[: max(0, room - 1)]
        for payment in told:
            self._waiting.append(Toast(self._paint(payment, view, seats), begins))
        left = sum(len(payment.transfers) for payment in payments[len(told) :])
        if left and len(self._waiting) < MOST_WAITING:
            words = self._stage.line("kiosk.toast.more", count=left)
            self._waiting.append(Toast(self._paint_words(words), begins))

    def hurry(self) -> None:
        """Somebody goes on: the toast on the screen goes, and the next need not wait for what flies."""
        self._shown = None
        self._waiting = deque(Toast(toast.canvas, 0) for toast in self._waiting)

    def live(self, now: int) -> list[Sprite]:
        """Return the toast that is to be seen at this moment; its time runs only while it can be seen."""
        shown = self._shown
        if shown is not None and shown.since is not None and now >= shown.since + self._lasts():
            self._shown = None
        if self._shown is None and self._waiting and self._waiting[0].due <= now:
            self._shown = Toast(self._waiting.popleft().canvas, 0, now)
        if self._shown is None or self._shown.since is None:
            return []
        place, passed = self._place(self._shown), now - self._shown.since
        ease = ease_out(passed / Motion.TOAST_SLIDE) * ease_out((self._lasts() - passed) / Motion.TOAST_SLIDE)
        rise = round((1.0 - ease) * (place.bottom + 1))
        return [Sprite(self._shown.canvas.surface, (place.x, place.y - rise))]

    def _lasts(self) -> int:
        """A toast that others wait for is shorter."""
        lasts = Motion.TOAST_NEXT if self._waiting else Motion.TOAST
        return lasts * SLOWER if self._stage.settings.on("slow") else lasts

    def _place(self, toast: Toast) -> pygame.Rect:
        theme = self._stage.theme
        rect = toast.canvas.surface.get_rect()
        rect.right = theme.width - theme.margin - time_width(self._stage)
        rect.centery = body_rect(theme).top // 2
        return rect

    # picture -------------------------------------------------------------------------------------------

    def _paint(self, payment: Payment, view: TableView, seats: Mapping[str, Seat]) -> Canvas:
        stage, game = self._stage, self._game
        amounts = [one.moved for one in payment.transfers]
        amount = game.amount(view, sum(amounts))
        if len(amounts) > 1 and len(set(amounts)) == 1:
            amount = f"{len(amounts)} × {game.amount(view, amounts[0])}"
        reason = stage.say(payment.transfers[0].reason)
        if payment.back is not None:
            back = payment.back
            reason = f"{reason} · {stage.say(back.reason)} {game.amount(view, back.moved)}"
        return self._paint_payment(
            _Side(stage, payment.debtors, seats), _Side(stage, payment.creditors, seats), amount, reason
        )

    def _slip(self, wide: int) -> tuple[Canvas, pygame.Rect]:
        """Return an empty toast for contents `wide` pixels wide, and where they go."""
        stage, theme = self._stage, self._stage.theme
        high = body_rect(theme).top - theme.px(5)
        pad = theme.px(18)
        most = round((theme.width - 2 * theme.margin) * (1 - _TITLE_SHARE)) - time_width(stage)
        size = (max(column_width(theme), min(wide + 2 * pad, most)), high)
        canvas = Canvas(pygame.Surface(size, pygame.SRCALPHA), theme, stage.box, stage.type)
        canvas.panel(
            canvas.rect, top=Ink.NIGHT, low=Ink.DEEP, edge=Ink.BRASS, radius=theme.px(12), shadow=False
        )
        return canvas, canvas.rect.inflate(-2 * pad, 0)

    def _paint_words(self, words: str) -> Canvas:
        canvas, inside = self._slip(self._stage.type.width(words, "small_strong"))
        canvas.text(words, "small_strong", Ink.PAPER, inside, "middle")
        return canvas

    def _paint_payment(self, payer: _Side, payee: _Side, amount: str, reason: str) -> Canvas:
        theme, type = self._stage.theme, self._stage.type
        row = type.height("small_strong")
        side = min(theme.px(26), row - 2)
        gap = theme.px(10)
        between, right = side + 2 * gap, type.width(amount, "small_strong") + 2 * gap
        names = [type.width(one.words, "small_strong") for one in (payer, payee)]
        shapes = [one.wide(side) for one in (payer, payee)]
        first = sum(names) + sum(shapes) + between + right + 2
        canvas, inside = self._slip(max(first, type.width(reason, "small")))
        # Lines as close together as the height asks for: the letters are lower than their lines.
        pitch = min(round(row * 0.94), inside.height - row)
        upper = pygame.Rect(inside.x, (inside.height - row - pitch) // 2, inside.width, row)
        # Names share what the shapes and the amount leave; the longer gives way.
        room = inside.width - sum(shapes) - between - right
        if sum(names) > room:
            names[0] = max(room - names[1], min(names[0], room // 2))
            names[1] = room - names[0]
        x = payer.paint(canvas, upper.x, upper, side, names[0]) + gap
        canvas.centred(arrow(canvas.box, side, "right", Ink.LAMP), (x + side // 2, upper.centery))
        payee.paint(canvas, x + side + gap, upper, side, names[1])
        canvas.text(amount, "small_strong", Ink.LAMP, upper, "right")
        canvas.text(reason, "small", Ink.MUTED, upper.move(0, pitch))
        return canvas


class _Side:
    """Who pays, or who is paid: the shapes of the seats, or a chip, and a name where it is one alone."""

    def __init__(self, stage: Stage, accounts: Sequence[str], seats: Mapping[str, Seat]) -> None:
        whose = {one: seats.get(one.removeprefix(STAKE)) for one in accounts}
        self._seats = [seat for seat in whose.values() if seat is not None][:_MOST_SHAPES]
        staked = all(one.startswith(STAKE) for one in accounts)
        if len(accounts) == 1:
            names = {id: seat.name for id, seat in seats.items()}
            self.words = stage.say(account_name(accounts[0], names))
        elif staked:
            self._seats, self.words = [], stage.line("kiosk.toast.stakes")
        elif self._seats:
            self.words = ""
        else:
            self.words = stage.line("kiosk.toast.piles", count=len(accounts))

    def wide(self, side: int) -> int:
        """Return how wide the shapes are, with the gap to the name, for shapes `side` pixels wide."""
        count = max(1, len(self._seats))
        return count * side + (count - 1) * (side // 5) + (side // 3 if self.words else 0)

    def paint(self, canvas: Canvas, x: int, row: pygame.Rect, side: int, wide: int) -> int:
        """Draw from `x`, the name at most `wide` pixels; returns where it ends."""
        end = x + self.wide(side)
        if not self._seats:
            one = chip(canvas.box, side)
            canvas.blit(one, (x, row.centery - one.get_height() // 2))
        for index, seat in enumerate(self._seats):
            canvas.blit(
                seat_shape(canvas.box, seat, side), (x + index * (side + side // 5), row.centery - side // 2)
            )
        if not self.words:
            return end
        canvas.text(self.words, "small_strong", Ink.PAPER, pygame.Rect(end, row.y, wide + 1, row.height))
        return end + wide
