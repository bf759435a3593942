"""The book: the last payments, one line each, from whom to whom, how much and what for."""

from __future__ import annotations

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import arrow, chip
from companion.kiosk.views import GameView
from companion.table.ledger import State, Transfer
from companion.table.view import TableView

#: The prefix of the account that holds a seat's stake.
STAKE = "stake:"


def paint_book(stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, game: GameView) -> None:
    """Draw the last payments into `rect`, the newest first, as many as there is room for."""
    theme = canvas.theme
    canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP)
    inside = inner(rect, theme.px(16), theme.px(10))
    head = pygame.Rect(inside.x, inside.y, inside.width, canvas.type.height("label"))
    canvas.text(stage.line("kiosk.book.label").upper(), "label", Ink.BRASS, head)
    pitch = canvas.type.height("small") + theme.px(2)
    y = head.bottom + theme.px(4)
    fits = (inside.bottom - y) // pitch
    settled = [
        transfer for transfer in view.book[-40:] if transfer.state is not State.PENDING and transfer.moved
    ]
    for transfer in reversed(settled[-fits:] if fits > 0 else []):
        _paint_line(stage, canvas, pygame.Rect(inside.x, y, inside.width, pitch), transfer, view, game)
        y += pitch


def _paint_line(
    stage: Stage, canvas: Canvas, row: pygame.Rect, transfer: Transfer, view: TableView, game: GameView
) -> None:
    theme = canvas.theme
    side = min(theme.px(20), row.height - 4)
    x = _paint_account(canvas, transfer.debtor, row.x, row, side, view)
    canvas.centred(arrow(canvas.box, round(side * 0.7), "right", Ink.MUTED), (x + side // 2, row.centery))
    x = _paint_account(canvas, transfer.creditor, x + round(side * 1.2), row, side, view)
    amount = game.amount(view, transfer.moved)
    wide = canvas.width(amount, "small_strong") + 2
    right = pygame.Rect(row.right - wide, row.y, wide, row.height)
    canvas.text(amount, "small_strong", Ink.PAPER, right, "right")
    reason = pygame.Rect(x + theme.px(4), row.y, right.left - theme.px(10) - x - theme.px(4), row.height)
    canvas.text(stage.say(transfer.reason), "small", Ink.MUTED, reason)


def _paint_account(canvas: Canvas, account: str, x: int, row: pygame.Rect, side: int, view: TableView) -> int:
    """Draw whose account it is; returns where the next thing can stand."""
    seat = next((seat for seat in view.seats if seat.id == account.removeprefix(STAKE)), None)
    if seat is not None and not account.startswith(STAKE):
        canvas.blit(seat_shape(canvas.box, seat, side), (x, row.centery - side // 2))
    else:
        one = chip(canvas.box, side)
        canvas.blit(one, (x, row.centery - one.get_height() // 2))
    return x + side + canvas.theme.px(6)
