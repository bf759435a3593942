"""The book: the last payments, one line each, from whom to whom, how much and what for."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.payments import STAKE
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import arrow, chip
from companion.kiosk.views import GameView
from companion.table.ledger import State, Transfer
from companion.table.view import TableView

_PILE = "chip:"


def paint_book(stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, game: GameView) -> None:
    """Draw the last payments into `rect`, the newest first, as many as there is room for."""
    theme = canvas.theme
    canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP)
    inside = inner(rect, theme.px(16), theme.px(10))
    head = pygame.Rect(inside.x, inside.y, inside.width, canvas.type.height("label"))
    canvas.text(stage.line("kiosk.book.label").upper(), "label", Ink.BRASS, head)
    pitch = canvas.type.height("small") + theme.px(2)
    y = head.bottom + theme.px(4)
    settled = [
        transfer for transfer in view.book[-40:] if transfer.state is not State.PENDING and transfer.moved
    ]
    for transfer, moved in reversed(_laid_out_together(settled)):
        reason = stage.say(transfer.reason)
        amount = game.amount(view, moved)
        two = _reason_room(canvas, inside, pitch, amount).width < canvas.width(reason, "small")
        if y + pitch * (2 if two else 1) > inside.bottom:
            break
        row = pygame.Rect(inside.x, y, inside.width, pitch)
        _paint_line(canvas, row, transfer, amount, view)
        if two:
            # Too long to stand between who pays and how much: it has a line of its own below.
            y += pitch
            room = _reason_room(canvas, row, pitch, "")
            if room.width < canvas.width(reason, "small"):
                room = row
            canvas.text(reason, "small", Ink.MUTED, pygame.Rect(room.x, y, inside.right - room.x, pitch))
        else:
            canvas.text(reason, "small", Ink.MUTED, _reason_room(canvas, row, pitch, amount))
        y += pitch


def _laid_out_together(settled: Sequence[Transfer]) -> list[tuple[Transfer, int]]:
    """Return the transfers with what they moved; chips that the bank lays out at once are one of them."""
    lines: list[tuple[Transfer, int]] = []
    for one in settled:
        before = lines[-1][0] if lines else None
        if (
            before is not None
            and one.creditor.startswith(_PILE)
            and (before.debtor, before.reason) == (one.debtor, one.reason)
            and before.creditor.startswith(_PILE)
        ):
            lines[-1] = (before, lines[-1][1] + one.moved)
        else:
            lines.append((one, one.moved))
    return lines


def _side(canvas: Canvas, pitch: int) -> int:
    return min(canvas.theme.px(20), pitch - 4)


def _reason_room(canvas: Canvas, row: pygame.Rect, pitch: int, amount: str) -> pygame.Rect:
    """Return what is left of a row between whose money it is and how much."""
    theme, side = canvas.theme, _side(canvas, pitch)
    x = row.x + 2 * (side + theme.px(6)) + round(side * 1.2) + theme.px(4)
    right = row.right - canvas.width(amount, "small_strong") - theme.px(12)
    return pygame.Rect(x, row.y, max(1, right - x), pitch)


def _paint_line(canvas: Canvas, row: pygame.Rect, transfer: Transfer, amount: str, view: TableView) -> None:
    side = _side(canvas, row.height)
    x = _paint_account(canvas, transfer.debtor, row.x, row, side, view)
    canvas.centred(arrow(canvas.box, round(side * 0.7), "right", Ink.MUTED), (x + side // 2, row.centery))
    _paint_account(canvas, transfer.creditor, x + round(side * 1.2), row, side, view)
    wide = canvas.width(amount, "small_strong") + 2
    right = pygame.Rect(row.right - wide, row.y, wide, row.height)
    canvas.text(amount, "small_strong", Ink.PAPER, right, "right")


def _paint_account(canvas: Canvas, account: str, x: int, row: pygame.Rect, side: int, view: TableView) -> int:
    """Draw whose account it is; returns where the next thing can stand."""
    seat = next((seat for seat in view.seats if seat.id == account.removeprefix(STAKE)), None)
    if seat is not None and not account.startswith(STAKE):
        canvas.blit(seat_shape(canvas.box, seat, side), (x, row.centery - side // 2))
    else:
        one = chip(canvas.box, side)
        canvas.blit(one, (x, row.centery - one.get_height() // 2))
    return x + side + canvas.theme.px(6)
