"""The layout as it lies on the table: a pure picture of a snapshot on a ground."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pygame

from companion.games.dominoes.layout import SPACE_BY_ID
from companion.kiosk.canvas import Canvas
from companion.kiosk.paint import PaintBox
from companion.kiosk.shapes import shape
from companion.kiosk.theme import SEAT_INKS, Ink
from companion.kiosk.views.dominoes.ground import Ground, lies_across, seen_ends, side_of
from companion.kiosk.views.dominoes.piles import End, cross, empty_spot, pile, ring, rise
from companion.kiosk.views.dominoes.tiles import corner, tile, tile_slot
from companion.table.seats import LOOKS

Snapshot = Mapping[str, Any]


def paint_layout(
    canvas: Canvas,
    ground: Ground,
    snap: Snapshot,
    away: Collection[str] = (),
    lit: str = "",
) -> None:
    """Draw all chips and tiles of a snapshot.

    Spaces in `away` are drawn empty: their tiles are on the way.  The tile in the space `lit` glows.
    """
    places = {seat["seat"]: seat["place"] for seat in snap["seats"]}
    _paint_cloth(canvas, ground)
    if lit and lit not in away:
        _paint_glow(canvas, ground, lit)
    for one in snap["spaces"]:
        space = SPACE_BY_ID[one["space"]]
        rect, across = ground.space_rect(space), lies_across(space)
        if one["tile"] is None or space.id in away:
            canvas.blit(tile_slot(canvas.box, ground.long, across), rect.topleft)
            continue
        paint_tile(canvas, ground, space.id, one["ends"], places.get(one["seat"], -1))
        if one["irregular"]:
            _ring(canvas, ground, rect, Ink.BAD)
    for one in snap["chips"]:
        _paint_chip(canvas, ground, one, places, away)


def paint_tile(canvas: Canvas, ground: Ground, space: str, ends: list[int], place: int) -> None:
    """Draw a tile where it lies, with its shadow."""
    rect = ground.space_rect(SPACE_BY_ID[space])
    blur = max(2, ground.long // 14)
    shadow = canvas.box.shadow(rect.size, corner(ground.long), blur, 150)
    canvas.blit(shadow, (rect.x - blur, rect.y - blur + max(1, blur // 2)))
    canvas.blit(tile_in(canvas.box, ground, space, (ends[0], ends[1]), place), rect.topleft)


def tile_in(box: PaintBox, ground: Ground, space: str, ends: tuple[int, int], place: int) -> pygame.Surface:
    """Return the surface of a tile as it lies in a space."""
    where = SPACE_BY_ID[space]
    return tile(box, seen_ends(where, ends), ground.long, lies_across(where), "plain", place)


def _ring(canvas: Canvas, ground: Ground, rect: pygame.Rect, ink: tuple[int, int, int]) -> None:
    width = max(2, ground.long // 30)
    grown = rect.inflate(2 * width, 2 * width)
    canvas.blit(canvas.box.ring(grown.size, corner(ground.long) + width, width, ink), grown.topleft)


def _paint_cloth(canvas: Canvas, ground: Ground) -> None:
    canvas.panel(ground.area, top=Ink.FELT_LIGHT, low=Ink.FELT)


def _paint_glow(canvas: Canvas, ground: Ground, space: str) -> None:
    rect = ground.space_rect(SPACE_BY_ID[space])
    blur = max(4, ground.long // 6)
    glow = canvas.box.glow(rect.size, corner(ground.long), blur, Ink.LAMP, 210)
    canvas.blit(glow, (rect.x - blur, rect.y - blur))
    _ring(canvas, ground, rect, Ink.LAMP)


def _paint_chip(
    canvas: Canvas,
    ground: Ground,
    chip: Mapping[str, Any],
    places: Mapping[str, int],
    away: Collection[str],
) -> None:
    number: int = chip["chip"]
    ends: dict[str, End] = {
        side_of(SPACE_BY_ID[end["space"]], number): "match" if end["match"] else "wrong"
        for end in chip["ends"]
        if end["space"] not in away
    }
    x, y = ground.centre(number)
    canvas.centred(ring(canvas.box, ground.cell - 2, ends), (x, y))
    _paint_position(canvas, ground, number)
    spot = ground.chip_rect(number)
    if not chip["chips"]:
        _paint_gone(canvas, spot, places.get(chip["winner"], -1))
        return
    spoiled = chip["state"] == "spoiled" and not _waits(chip, away)
    paint_pile(canvas, spot, chip["chips"], None if _waits(chip, away) else chip["number"], spoiled)


def _waits(chip: Mapping[str, Any], away: Collection[str]) -> bool:
    """Whether the only end against a chip is still on its way, so that it counts nothing yet."""
    return bool(chip["ends"]) and all(end["space"] in away for end in chip["ends"])


def paint_pile(canvas: Canvas, spot: pygame.Rect, count: int, number: int | None, spoiled: bool) -> None:
    """Draw a pile of chips: what it counts stands on the top one, how many there are at its side."""
    width = spot.width
    surface = pile(canvas.box, count, width, spoiled)
    step = rise(width)
    bottom = spot.bottom + (surface.get_height() - width) // 2
    blur = max(2, width // 10)
    shadow = canvas.box.shadow((width, width), width // 2, blur, 130)
    canvas.blit(shadow, (spot.x - blur, bottom - width - blur + max(1, step // 2)))
    top = bottom - surface.get_height()
    canvas.blit(surface, (spot.x, top))
    face = pygame.Rect(spot.x, top, width, width)
    if number is not None:
        ink = (226, 226, 230) if spoiled else Ink.DARK_TEXT
        inside = face.inflate(-round(width * 0.4), -round(width * 0.1))
        canvas.text(str(number), _digits(canvas, width), ink, inside, "middle")
    if spoiled:
        side = max(12, round(width * 0.36))
        canvas.blit(cross(canvas.box, side), (spot.right - round(side * 0.72), face.top - round(side * 0.16)))
    if count > 1:
        _paint_count(canvas, spot, bottom, count)


def _digits(canvas: Canvas, width: int) -> str:
    """Return the largest role of type whose digits fit a chip."""
    fitting = [
        role
        for role in ("hand", "number", "strong", "small_strong")
        if canvas.type.height(role) <= width * 0.84
    ]
    return fitting[0] if fitting else "label"


def _paint_count(canvas: Canvas, spot: pygame.Rect, bottom: int, count: int) -> None:
    words = f"×{count}"
    high = max(canvas.type.height("label") - 2, round(spot.width * 0.32))
    wide = canvas.width(words, "label") + high // 2
    pill = pygame.Rect(0, 0, max(wide, high), high)
    pill.bottomright = (spot.right + round(wide * 0.34), bottom + round(high * 0.3))
    fill = canvas.box.panel(pill.size, high // 2, Ink.DEEP, Ink.DEEP, Ink.LAMP, 1)
    canvas.blit(fill, pill.topleft)
    canvas.text(words, "label", Ink.LAMP, pill.move(1, 0), "middle")


def _paint_gone(canvas: Canvas, spot: pygame.Rect, place: int) -> None:
    """The pile has been won: the shape of who has it stands in its position."""
    ink = SEAT_INKS[LOOKS[place][0]] if place >= 0 else Ink.EDGE
    canvas.blit(empty_spot(canvas.box, spot.width, ink), spot.topleft)
    if place >= 0:
        side = round(spot.width * 0.54)
        canvas.centred(shape(canvas.box, place, side), spot.center)


def _paint_position(canvas: Canvas, ground: Ground, number: int) -> None:
    """The chips are named by their positions, 1 to 9, which must not be taken for what they count."""
    x, y = ground.centre(number)
    reach = round(ground.cell * 0.47)
    high = canvas.type.height("label")
    box = pygame.Rect(0, 0, high, high)
    box.bottomright = (x - reach + high // 3, y - reach + high // 3)
    canvas.text(str(number), "label", Ink.MUTED, box, "middle")
