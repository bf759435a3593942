"""A seat's sheet: cash, loan, claims and debts, and every deed with its price and what it charges now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import columns
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.views.goldrush.debts import purse
from companion.kiosk.views.goldrush.deeds import kind_tile, lit_kinds, revenue_today, spaces_by_id
from companion.kiosk.views.goldrush.money import written
from companion.table.seats import Seat
from companion.table.view import TableView


def paint_sheet(stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, seat: Seat) -> None:
    """Draw what a seat has into `rect`."""
    mine = purse(view, seat.id)
    head = pygame.Rect(rect.x, rect.y, rect.width, canvas.type.height("number"))
    _paint_money(stage, canvas, head, view, mine)
    room = pygame.Rect(rect.x, head.bottom + canvas.theme.px(4), rect.width, 0)
    room.height = rect.bottom - room.y
    _paint_deeds(stage, canvas, room, view, mine)


def _paint_money(
    stage: Stage, canvas: Canvas, row: pygame.Rect, view: TableView, mine: Mapping[str, Any]
) -> None:
    """Cash large, and beside it what there is besides: a loan, claims, debts."""
    x = row.x
    parts: list[tuple[str, str, Colour]] = [(written(stage, view, mine["cash"]), "number", Ink.LAMP)]
    for key, ink in (("loan", Ink.BAD), ("claims", Ink.GOOD), ("owes", Ink.MUTED)):
        if mine[key]:
            words = stage.line(f"kiosk.goldrush.sheet.{key}", amount=written(stage, view, mine[key]))
            parts.append((words, "small_strong", ink))
    gap = canvas.theme.px(24)
    for words, role, ink in parts:
        spot = pygame.Rect(x, row.y, row.right - x, row.height)
        if spot.width <= 0:
            return
        x = canvas.text(words, role, ink, spot).right + gap


def _paint_deeds(
    stage: Stage, canvas: Canvas, room: pygame.Rect, view: TableView, mine: Mapping[str, Any]
) -> None:
    snap = view.snapshot
    small = canvas.type.height("small")
    if not mine["deeds"]:
        line = pygame.Rect(room.x, room.y, room.width, small)
        canvas.text(stage.line("kiosk.goldrush.sheet.none"), "small", Ink.MUTED, line)
        return
    spaces = spaces_by_id(snap)
    deeds = [spaces[id] for id in mine["deeds"]]
    pitch = small + canvas.theme.px(2)
    rows = max(1, room.height // pitch - 1)
    across = min(3, -(-len(deeds) // rows))
    rows = min(rows, -(-len(deeds) // across))
    cells = columns(room, across, canvas.theme.px(24))
    for n, space in enumerate(deeds[: rows * across]):
        column, row = divmod(n, rows)
        cell = cells[column]
        if row == 0:
            _paint_head(stage, canvas, pygame.Rect(cell.x, cell.y, cell.width, small), across < 3)
        spot = pygame.Rect(cell.x, cell.y + pitch * (row + 1), cell.width, small)
        _paint_deed(stage, canvas, spot, view, space, across < 3)


def _rooms(canvas: Canvas, row: pygame.Rect, price: bool) -> list[pygame.Rect]:
    """Return where a deed's name, price and charge stand in a row."""
    wide = canvas.theme.px(124)
    charge = pygame.Rect(row.right - wide, row.y, wide, row.height)
    cost = pygame.Rect(charge.x - wide - canvas.theme.px(36), row.y, wide if price else 0, row.height)
    left = row.x + row.height + canvas.theme.px(8)
    right = cost.x if price else charge.x
    return [pygame.Rect(left, row.y, right - left, row.height), cost, charge]


def _paint_head(stage: Stage, canvas: Canvas, row: pygame.Rect, price: bool) -> None:
    name, cost, charge = _rooms(canvas, row, price)
    name = pygame.Rect(row.x, row.y, name.right - row.x, row.height)
    canvas.text(stage.line("kiosk.goldrush.sheet.deeds").upper(), "label", Ink.BRASS, name)
    if price:
        canvas.text(stage.line("kiosk.goldrush.sheet.price"), "small", Ink.BRASS, cost, "right")
    canvas.text(stage.line("kiosk.goldrush.sheet.charge"), "small", Ink.BRASS, charge, "right")


def _paint_deed(
    stage: Stage, canvas: Canvas, row: pygame.Rect, view: TableView, space: Mapping[str, Any], price: bool
) -> None:
    snap = view.snapshot
    name, cost, charge = _rooms(canvas, row, price)
    side = row.height - 2
    kind_tile(canvas, pygame.Rect(row.x, row.y + 1, side, side), space["kind"])
    shines = lit_kinds(snap).get(space["kind"]) == snap["deeds"].get(space["id"])
    canvas.text(space["name"], "small_strong" if shines else "small", Ink.LAMP if shines else Ink.TEXT, name)
    if price:
        canvas.text(written(stage, view, space["price"]), "small", Ink.MUTED, cost, "right")
    today = written(stage, view, revenue_today(snap, space))
    words = stage.line(f"kiosk.goldrush.sheet.charge.{space['basis']}", amount=today)
    canvas.text(words, "small_strong", Ink.LAMP if shines else Ink.TEXT, charge, "right")
