"""Where everything lies, to rebuild the table on another day (H4)."""

from __future__ import annotations

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.views.base import Asking
from companion.kiosk.views.goldrush.creeks import paint_creeks
from companion.kiosk.views.goldrush.debts import purse
from companion.kiosk.views.goldrush.deeds import paint_row, spaces_by_id
from companion.kiosk.views.goldrush.middle import Middle
from companion.kiosk.views.goldrush.money import written
from companion.table.view import TableView


def paint_rebuilding(stage: Stage, canvas: Canvas, middle: Middle, view: TableView) -> None:
    """Draw the creeks with the cards that are left, everybody's cash and space; the board has the rest."""
    snap = view.snapshot
    paint_creeks(stage, canvas, middle.creeks, view, Asking())
    paint_row(canvas, middle.deeds, view, snap["deeds"], view.seats)
    room = middle.focus
    canvas.panel(room, top=Ink.DEEP, low=Ink.DEEP, radius=canvas.theme.px(12), shadow=False)
    inside = room.inflate(-2 * canvas.theme.px(14), -2 * canvas.theme.px(8))
    pitch = min(canvas.theme.px(40), inside.height // max(1, len(view.seats)))
    spaces = spaces_by_id(snap)
    y = inside.y
    for seat in view.seats:
        mine = purse(view, seat.id)
        row = pygame.Rect(inside.x, y, inside.width, pitch)
        side = min(pitch - 2, canvas.theme.px(26))
        canvas.blit(seat_shape(canvas.box, seat, side), (row.x, row.centery - side // 2))
        cash = written(stage, view, mine["cash"])
        wide = canvas.width(cash, "small_strong") + 2
        money = pygame.Rect(row.x + side + canvas.theme.px(10), row.y, wide, row.height)
        canvas.text(cash, "small_strong", Ink.PAPER, money)
        left = money.right + canvas.theme.px(14)
        where = pygame.Rect(left, row.y, row.right - left, row.height)
        canvas.text(str(spaces[mine["space"]]["name"]), "small", Ink.MUTED, where)
        y += pitch
