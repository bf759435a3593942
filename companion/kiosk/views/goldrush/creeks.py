"""The creeks: the cards that are left on each, its discovery, and the Mother Lode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import columns
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.views.base import Asking
from companion.kiosk.views.goldrush.fitting import fits
from companion.kiosk.views.goldrush.halo import paint_halo
from companion.kiosk.views.goldrush.icons import icon
from companion.kiosk.views.goldrush.money import briefly, written
from companion.table.view import TableView

_WATER_TOP: Colour = (30, 66, 106)
_WATER_LOW: Colour = (20, 42, 70)
_BACK_TOP: Colour = (48, 84, 138)
_BACK_LOW: Colour = (30, 54, 94)
#: What would have to be smaller than this share of its size is said more briefly.
_SHRINK = 0.85
#: So many cards below the top one are drawn, at most.
_DEPTH = 4


def paint_creeks(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, asking: Asking
) -> dict[str, pygame.Rect]:
    """Draw the creeks side by side into `rect`; returns where each creek's cards lie, by its id.

    Those that can be chosen are lit, and a touch chooses them.
    """
    creeks = view.snapshot["creeks"]
    piles = {}
    for creek, cell in zip(creeks, columns(rect, len(creeks), canvas.theme.px(8)), strict=True):
        open_ = creek["id"] in asking.options
        piles[creek["id"]] = _paint_creek(
            stage, canvas, cell, view, creek, open_, asking.focus == creek["id"]
        )
        if open_ and asking.pick is not None:
            pick, id = asking.pick, creek["id"]
            canvas.hot(f"creek {id}", cell, lambda pick=pick, id=id: pick(id))  # type: ignore[misc]
    return piles


def _paint_creek(
    stage: Stage,
    canvas: Canvas,
    cell: pygame.Rect,
    view: TableView,
    creek: Mapping[str, Any],
    open_: bool,
    focus: bool,
) -> pygame.Rect:
    theme = canvas.theme
    edge = Ink.LAMP if open_ else (44, 84, 128)
    canvas.panel(
        cell, top=_WATER_TOP, low=_WATER_LOW, edge=edge, lit=False, radius=theme.px(10), shadow=False
    )
    if focus:
        paint_halo(canvas, cell, theme.px(10), theme.px(14), 160)
        ring = canvas.box.ring(cell.size, theme.px(10), max(2, theme.px(3)), Ink.LAMP)
        canvas.blit(ring, cell.topleft)
    pad = theme.px(6)
    inside = cell.inflate(-2 * pad, -2 * pad)
    head = pygame.Rect(inside.x, inside.y - theme.px(2), inside.width, canvas.type.height("small"))
    canvas.text(creek["name"], "small_strong", Ink.LAMP, head, "middle")
    low = pygame.Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)
    wide = min(round(low.height * 0.72), low.width // 2)
    pile = pygame.Rect(low.x, low.y, wide, low.height)
    _paint_pile(canvas, pile, creek["left"])
    room = pygame.Rect(pile.right + pad, low.y, low.right - pile.right - pad, low.height)
    _paint_finds(stage, canvas, room, view, creek)
    return pile


def _paint_pile(canvas: Canvas, pile: pygame.Rect, left: int) -> None:
    theme = canvas.theme
    step = max(1, theme.px(3))
    under = min(_DEPTH, max(0, left - 1))
    size = (pile.width - _DEPTH * step, pile.height - _DEPTH * step)
    radius = max(3, theme.px(6))
    top = pygame.Rect((pile.x, pile.y), size)
    if left:
        for n in range(under, -1, -1):
            top = pygame.Rect((pile.x + n * step, pile.y + (_DEPTH - under + n) * step), size)
            if n:
                top = top.move(0, 0)
            card = canvas.box.panel(size, radius, _BACK_TOP, _BACK_LOW, Ink.BRASS, 1)
            canvas.blit(card, top.topleft)
        canvas.text(str(left), "number", Ink.LAMP, top, "middle")
    else:
        top.y += _DEPTH * step
        canvas.blit(canvas.box.ring(size, radius, max(1, theme.px(1.4)), (44, 84, 128)), top.topleft)
        canvas.text("0", "number", Ink.MUTED, top, "middle")


def _paint_finds(
    stage: Stage, canvas: Canvas, room: pygame.Rect, view: TableView, creek: Mapping[str, Any]
) -> None:
    """The gold cards that lie face up: what each is worth, and that later gold counts more."""
    theme = canvas.theme
    tags: list[tuple[str, str, Colour, Colour]] = []
    finds = [turned for turned in creek["turned"] if turned["kind"] == "gold"]
    if finds and creek["discovery"] is not None:
        found = finds[0]["amount"]
        tags.append((written(stage, view, found), briefly(stage, view, found), Ink.PAPER, Ink.DARK_TEXT))
    if creek["mother_lode"]:
        factor = view.snapshot["factors"]["mother_lode"]
        long, brief = (stage.line(f"kiosk.goldrush.lode{way}", factor=factor) for way in ("", ".brief"))
        tags.append((long, brief, Ink.LAMP, Ink.DARK_TEXT))
    high = min(canvas.type.height("small") + 1, (room.height - theme.px(4)) // 2)
    if not tags:
        side = min(room.height, room.width, theme.px(40))
        canvas.centred(_faint(canvas, side), room.center)
        return
    y = room.centery - (len(tags) * (high + theme.px(4)) - theme.px(4)) // 2
    for long, brief, fill, ink in tags:
        spot = pygame.Rect(room.x, y, room.width, high)
        words = long if fits(canvas, long, "small_strong", spot.width - theme.px(4), _SHRINK) else brief
        canvas.blit(canvas.box.rounded(spot.size, min(high // 3, theme.px(6)), fill), spot.topleft)
        canvas.text(words, "small_strong", ink, spot.inflate(-theme.px(4), 0), "middle")
        y += high + theme.px(4)


def _faint(canvas: Canvas, side: int) -> pygame.Surface:
    """The waves of a creek on which no gold has been found."""

    def paint() -> pygame.Surface:
        surface = icon(canvas.box, "river", side).copy()
        surface.fill((255, 255, 255, 90), special_flags=pygame.BLEND_RGBA_MULT)
        return surface

    return canvas.box.get(("goldrush faint river", side), paint)


def creek_named(creeks: Sequence[Mapping[str, Any]], id: str) -> str:
    """Return the name of a creek by its id."""
    return next((str(creek["name"]) for creek in creeks if creek["id"] == id), id)
