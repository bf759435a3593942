"""Before and after the game: the throws for who begins, and the ghost town with what everybody takes away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import grid
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import die, die_slot
from companion.kiosk.views.goldrush.fitting import fits
from companion.kiosk.views.goldrush.money import written
from companion.table.seats import Seat
from companion.table.view import TableView

#: A name that would have to be smaller than this share of its size is left to the list at the right.
_SHRINK = 0.6


def paint_start(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, seats: Sequence[Seat], tumbling: str
) -> dict[str, list[pygame.Rect]]:
    """Draw everybody's throw for who begins; returns where each seat's dice lie.

    Those of the seat that is `tumbling` are in the air.
    """
    theme = canvas.theme
    thrown = view.snapshot["start_throws"]
    canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP, edge=Ink.BRASS, radius=theme.px(12), shadow=False)
    inside = rect.inflate(-2 * theme.px(12), -2 * theme.px(10))
    title = pygame.Rect(inside.x, inside.y, inside.width, canvas.type.height("title"))
    canvas.text(stage.line("kiosk.goldrush.start"), "title", Ink.PAPER, title, "middle")
    room = pygame.Rect(inside.x, title.bottom + theme.px(6), inside.width, 0)
    room.height = inside.bottom - room.y
    across = 2 if len(seats) <= 4 else 3
    cells = grid(room, across, -(-len(seats) // across), theme.px(8))
    best = max((sum(dice) for dice in thrown.values()), default=0)
    places = {}
    for seat, cell in zip(seats, cells, strict=False):
        dice = thrown.get(seat.id, ())
        leads = bool(dice) and sum(dice) == best and tumbling != seat.id
        canvas.panel(cell, edge=Ink.LAMP if leads else Ink.EDGE, radius=theme.px(10), shadow=False)
        places[seat.id] = _paint_start_seat(canvas, cell, seat, dice, tumbling == seat.id)
    return places


def _paint_start_seat(
    canvas: Canvas, cell: pygame.Rect, seat: Seat, dice: Sequence[int], tumbling: bool
) -> list[pygame.Rect]:
    theme = canvas.theme
    inside = cell.inflate(-2 * theme.px(10), -2 * theme.px(8))
    tall = min(canvas.type.height("strong"), inside.height // 2)
    side = round(tall * 0.8)
    canvas.blit(seat_shape(canvas.box, seat, side), (inside.x, inside.y + (tall - side) // 2))
    name = pygame.Rect(inside.x + side + theme.px(8), inside.y, inside.width - side - theme.px(8), tall)
    if fits(canvas, seat.name, "strong", name.width, _SHRINK):
        canvas.text(seat.name, "strong", Ink.TEXT, name)
    low = pygame.Rect(inside.x, name.bottom + theme.px(4), inside.width, 0)
    low.height = inside.bottom - low.y
    size = max(8, min(theme.px(60), low.height, (low.width - theme.px(60)) // 2))
    rects = [
        pygame.Rect(low.x + n * (size + theme.px(6)), low.centery - size // 2, size, size) for n in range(2)
    ]
    for number, spot in enumerate(rects):
        shown = number < len(dice) and not tumbling
        canvas.blit(
            die(canvas.box, dice[number], size) if shown else die_slot(canvas.box, size), spot.topleft
        )
    if dice and not tumbling:
        total = pygame.Rect(rects[-1].right, low.y, low.right - rects[-1].right, low.height)
        canvas.text(str(sum(dice)), "number", Ink.LAMP, total, "right")
    return rects


def paint_ghost_town(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, seats: Mapping[str, Seat], empty: int
) -> None:
    """Draw the end: the creeks are worked out, `empty` houses are left, and cash is all that counts."""
    theme = canvas.theme
    canvas.panel(rect, top=(38, 42, 52), low=Ink.DEEP, edge=Ink.BRASS, radius=theme.px(12), shadow=False)
    inside = rect.inflate(-2 * theme.px(18), -2 * theme.px(14))
    title = pygame.Rect(inside.x, inside.y, inside.width, canvas.type.height("hand"))
    canvas.text(stage.line("kiosk.goldrush.ghost_town"), "hand", Ink.PAPER, title, "middle")
    about = pygame.Rect(inside.x, title.bottom, inside.width, canvas.type.height("body"))
    stand = stage.line("kiosk.goldrush.ghost_town.about", count=empty)
    canvas.text(stand, "body", Ink.MUTED, about, "middle")
    standings = view.snapshot["standings"]
    room = pygame.Rect(inside.x, about.bottom + theme.px(8), inside.width, 0)
    room.height = inside.bottom - room.y
    pitch = min(theme.px(52), room.height // max(1, len(standings)))
    y = room.y
    for standing in standings:
        seat = seats.get(standing["seat"])
        if seat is not None:
            row = pygame.Rect(room.x, y, room.width, pitch)
            _paint_standing(stage, canvas, row, view, seat, standing["place"], standing["amount"])
        y += pitch


def _paint_standing(
    stage: Stage, canvas: Canvas, row: pygame.Rect, view: TableView, seat: Seat, place: int, amount: int
) -> None:
    theme = canvas.theme
    ink = Ink.LAMP if place == 1 else Ink.TEXT
    role = "strong" if row.height >= canvas.type.height("strong") else "small_strong"
    number = pygame.Rect(row.x, row.y, theme.px(44), row.height)
    canvas.text(f"{place}.", role, ink, number, "right")
    side = min(row.height - 4, theme.px(32))
    x = number.right + theme.px(12)
    canvas.blit(seat_shape(canvas.box, seat, side), (x, row.centery - side // 2))
    words = written(stage, view, amount)
    wide = canvas.width(words, role) + 2
    money = pygame.Rect(row.right - wide, row.y, wide, row.height)
    canvas.text(words, role, ink, money, "right")
    left = x + side + theme.px(12)
    canvas.text(seat.name, role, ink, pygame.Rect(left, row.y, money.x - theme.px(12) - left, row.height))
