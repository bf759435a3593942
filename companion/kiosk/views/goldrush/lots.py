"""What is sold or asked about while a panel lies over the middle: the lot of an auction, a deed for sale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.views.goldrush.cards import charge_words
from companion.kiosk.views.goldrush.deeds import kind_tile, spaces_by_id
from companion.kiosk.views.goldrush.fitting import title_in
from companion.kiosk.views.goldrush.money import written
from companion.table.seats import Seat
from companion.table.view import TableView


def paint_auction(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, seats: Mapping[str, Seat]
) -> None:
    """Draw what is auctioned, the highest bid and who leads, and who is still in."""
    theme, sale = canvas.theme, view.snapshot["auction"]
    inside = _plate(canvas, rect)
    space = spaces_by_id(view.snapshot)[sale["space"]]
    wide = min(round(inside.width * 0.4), theme.px(220))
    left = pygame.Rect(inside.x, inside.y, inside.width - wide - theme.px(12), inside.height)
    seller = seats.get(sale["seller"])
    of = stage.line(f"kiosk.goldrush.auction.{sale['what']}", seller=seller.name if seller else "")
    about = [of] if sale["what"] == "claim" else [of, charge_words(stage, view, space)]
    _paint_space(canvas, left, space, about)
    right = pygame.Rect(inside.right - wide, inside.y, wide, inside.height)
    leader = seats.get(sale["leader"] or "")
    if leader is None:
        canvas.text(stage.line("kiosk.goldrush.auction.none"), "strong", Ink.MUTED, right, "right")
        return
    bid = written(stage, view, sale["price"])
    below = canvas.type.height("strong")
    if right.height >= canvas.type.height("number") + below:
        high = right.height - below
        role = "display" if high >= canvas.type.height("display") else "number"
        canvas.text(bid, role, Ink.LAMP, pygame.Rect(right.x, right.y, right.width, high), "right")
        _paint_leader(canvas, pygame.Rect(right.x, right.bottom - below, right.width, below), leader)
        return
    drawn = canvas.text(bid, "number", Ink.LAMP, right, "right")
    side = min(right.height, theme.px(34))
    canvas.blit(
        seat_shape(canvas.box, leader, side), (drawn.x - side - theme.px(12), right.centery - side // 2)
    )


def _paint_leader(canvas: Canvas, row: pygame.Rect, leader: Seat) -> None:
    """Who has bid most: shape and name, at the right of `row`."""
    side = min(row.height, canvas.theme.px(30))
    gap = canvas.theme.px(8)
    wide = min(canvas.width(leader.name, "strong") + 2, row.width - side - gap)
    words = pygame.Rect(row.right - wide, row.y, wide, row.height)
    canvas.text(leader.name, "strong", Ink.TEXT, words, "right")
    canvas.blit(seat_shape(canvas.box, leader, side), (words.x - side - gap, row.centery - side // 2))


def paint_offer(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, space: Mapping[str, Any]
) -> None:
    """Draw a space that can be bought: its name, price, and what it charges."""
    inside = _plate(canvas, rect)
    price = written(stage, view, space["price"] or 0)
    role = "display" if inside.height >= canvas.type.height("display") else "number"
    wide = min(canvas.width(price, role) + 4, inside.width // 2)
    left = pygame.Rect(inside.x, inside.y, inside.width - wide - canvas.theme.px(12), inside.height)
    _paint_space(canvas, left, space, [charge_words(stage, view, space)])
    right = pygame.Rect(inside.right - wide, inside.y, wide, inside.height)
    canvas.text(price, role, Ink.LAMP, right, "right")


def _plate(canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
    theme = canvas.theme
    canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP, edge=Ink.BRASS, radius=theme.px(12), shadow=False)
    return rect.inflate(-2 * theme.px(12), -2 * theme.px(8))


def _paint_space(canvas: Canvas, rect: pygame.Rect, space: Mapping[str, Any], about: list[str]) -> None:
    """A space's picture and name, and below the name as many of the lines as there is room for."""
    theme = canvas.theme
    side = min(rect.height, theme.px(84), rect.width // 4)
    kind_tile(canvas, pygame.Rect(rect.x, rect.centery - side // 2, side, side), space["kind"])
    words = pygame.Rect(rect.x + side + theme.px(12), rect.y, 0, rect.height)
    words.width = rect.right - words.x
    small = canvas.type.height("small")
    # The plate has as much room above and below as a line may need beyond what is inside it.
    role = title_in(canvas, words.height + theme.px(6))
    title = min(canvas.type.height(role), words.height)
    lines = about[: max(0, (words.height - title) // small)]
    y = words.centery - (title + small * len(lines)) // 2
    canvas.text(space["name"], role, Ink.PAPER, pygame.Rect(words.x, y, words.width, title))
    y += title
    for line in lines:
        canvas.text(line, "small", Ink.MUTED, pygame.Rect(words.x, y, words.width, small))
        y += small
