"""Debts as they stand: who owes whom how much, and what for.  They are stated; nobody is reminded (B6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import arrow
from companion.kiosk.views.goldrush.fitting import fits
from companion.kiosk.views.goldrush.icons import icon
from companion.kiosk.views.goldrush.money import written
from companion.table.ledger import State
from companion.table.seats import Seat
from companion.table.text import Text
from companion.table.view import TableView

#: What a debt is for is left out where it would have to be smaller than this share of its size.
_SHRINK = 0.7


@dataclass(frozen=True, slots=True)
class Debt:
    """One debt; accounts are seats or the bank."""

    debtor: str
    creditor: str
    amount: int
    why: Text


def debts_of(view: TableView) -> list[Debt]:
    """Return everything that is owed just now: to the bank, then to seats, in the order it came about."""
    snap = view.snapshot
    bank = [
        Debt(transfer.debtor, transfer.creditor, transfer.amount, transfer.reason)
        for transfer in view.book[-64:]
        if transfer.state is State.PENDING and transfer.creditor == "bank"
    ]
    seats = [
        Debt(due["debtor"], due["creditor"], due["amount"], msgspec.convert(due["why"], Text))
        for due in (*snap["claims"], *snap["owed"])
    ]
    return bank + seats


def rows_for(room: int, pitch: int, count: int) -> int:
    """Return how many rows of debts are drawn in `room` pixels."""
    return max(0, min(count, room // max(1, pitch)))


def paint_debts(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, seats: Mapping[str, Seat], rows: int
) -> None:
    """Draw the debts into the `rows` rows of `rect`; the last row says how many more there are."""
    debts = debts_of(view)
    if not rows or not debts:
        return
    pitch = rect.height // rows
    # In a wide rectangle two debts stand side by side where there are many.
    across = 2 if len(debts) > rows and rect.width > canvas.theme.px(300) else 1
    shown = debts[: rows * across]
    if len(debts) > len(shown):
        shown = shown[:-1]
    gap = canvas.theme.px(14)
    wide = (rect.width - gap * (across - 1)) // across
    for n, debt in enumerate(shown):
        column, row = divmod(n, rows)
        spot = pygame.Rect(rect.x + column * (wide + gap), rect.y + row * pitch, wide, pitch)
        _paint_debt(stage, canvas, spot, view, debt, seats)
    rest = len(debts) - len(shown)
    if rest:
        column, row = divmod(len(shown), rows)
        spot = pygame.Rect(rect.x + column * (wide + gap), rect.y + row * pitch, wide, pitch)
        canvas.text(stage.line("kiosk.goldrush.debts.more", count=rest), "small", Ink.MUTED, spot)


def _paint_debt(
    stage: Stage,
    canvas: Canvas,
    row: pygame.Rect,
    view: TableView,
    debt: Debt,
    seats: Mapping[str, Seat],
) -> None:
    side = min(row.height - 2, canvas.theme.px(24))
    gap = canvas.theme.px(6)
    x = row.x
    for number, account in enumerate((debt.debtor, debt.creditor)):
        if number:
            head = round(side * 0.6)
            canvas.blit(arrow(canvas.box, head, "right", Ink.MUTED), (x, row.centery - head // 2))
            x += head + gap
        seat = seats.get(account)
        picture = seat_shape(canvas.box, seat, side) if seat else icon(canvas.box, "bank", side)
        canvas.blit(picture, (x, row.centery - side // 2))
        x += side + gap
    amount = written(stage, view, debt.amount)
    wide = min(canvas.width(amount, "small_strong") + 2, row.right - x)
    canvas.text(amount, "small_strong", Ink.PAPER, pygame.Rect(x, row.y, wide, row.height))
    x += wide + gap
    rest = pygame.Rect(x, row.y, row.right - x, row.height)
    why = stage.say(debt.why)
    if rest.width >= canvas.theme.px(60) and fits(canvas, why, "small", rest.width, _SHRINK):
        canvas.text(why, "small", Ink.MUTED, rest)


def purse(view: TableView, seat: str) -> dict[str, Any]:
    """Return what the snapshot says of a seat; raises `KeyError` for one that has left."""
    for one in view.snapshot["seats"]:
        if one["seat"] == seat:
            found: dict[str, Any] = one
            return found
    raise KeyError(seat)
