"""Deeds: whose a space is, marked on the board, and everybody's deeds in a row with the monopolies lit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import seat_ink, seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.views.goldrush.halo import paint_halo
from companion.kiosk.views.goldrush.icons import KIND_INKS, icon
from companion.kiosk.views.goldrush.track import Track
from companion.table.seats import Seat
from companion.table.view import TableView

Snapshot = Mapping[str, Any]


def spaces_by_id(snap: Snapshot) -> dict[str, Mapping[str, Any]]:
    """Return the spaces of a snapshot by their ids."""
    return {space["id"]: space for space in snap["board"]}


def lit_kinds(snap: Snapshot) -> dict[str, str]:
    """Return who has the monopoly of a kind, by the kind."""
    return {held["kind"]: held["seat"] for held in snap["monopolies"]}


def revenue_today(snap: Snapshot, space: Mapping[str, Any]) -> int:
    """Return what a space charges now: doubled for a monopoly (B28)."""
    owner = snap["deeds"].get(space["id"])
    doubled = owner is not None and lit_kinds(snap).get(space["kind"]) == owner
    return int(space["revenue"] or 0) * (int(snap["factors"]["monopoly"]) if doubled else 1)


def lane(track: Track, index: int, wide: int) -> pygame.Rect:
    """Return where the mark of a space's owner lies: inside the track, next to the space.

    A corner has nothing inside the track beside it; its mark lies on it.
    """
    cell, middle = track.cells[index], track.middle
    mark = pygame.Rect(0, 0, wide, wide)
    if cell.bottom <= middle.top + track.gap or cell.top >= middle.bottom - track.gap:
        if cell.right <= middle.left + track.gap:
            mark.topright = cell.topright
            return mark
        if cell.left >= middle.right - track.gap:
            mark.topleft = cell.topleft
            return mark
    mark.centerx = max(middle.left + wide // 2, min(middle.right - wide // 2, cell.centerx))
    mark.centery = max(middle.top + wide // 2, min(middle.bottom - wide // 2, cell.centery))
    return mark


def paint_owners(
    canvas: Canvas,
    track: Track,
    view: TableView,
    deeds: Mapping[str, str],
    seats: Mapping[str, Seat],
    wide: int,
) -> None:
    """Mark every owned space in its owner's colour and shape; those of a monopoly shine."""
    theme, snap = canvas.theme, view.snapshot
    lit = lit_kinds(snap)
    radius = theme.px(7)
    for id, owner in deeds.items():
        seat, space = seats.get(owner), spaces_by_id(snap)[id]
        if seat is None:
            continue
        cell = track.cells[space["index"]]
        shines = lit.get(space["kind"]) == owner
        if shines:
            paint_halo(canvas, cell, radius, theme.px(10), 230)
            _paint_edge(canvas, cell, radius)
        # Most of the frame lies outside the tile: it takes no letter of its name away.
        width, out = max(2, theme.px(3)), max(1, theme.px(2))
        frame = cell.inflate(2 * out, 2 * out)
        canvas.blit(canvas.box.ring(frame.size, radius + out, width, seat_ink(seat)), frame.topleft)
        mark = lane(track, space["index"], wide)
        _paint_mark(canvas, mark, seat, shines)


def _paint_edge(canvas: Canvas, cell: pygame.Rect, radius: int) -> None:
    """The edge of a tile that shines, a little outside it."""
    grow = max(1, canvas.theme.px(2))
    edge = cell.inflate(4 * grow, 4 * grow)
    canvas.blit(canvas.box.ring(edge.size, radius + 2 * grow, grow, Ink.LAMP), edge.topleft)


def _paint_mark(canvas: Canvas, mark: pygame.Rect, seat: Seat, shines: bool) -> None:
    if shines:
        paint_halo(canvas, mark, mark.width // 2, mark.width // 3, 230)
    canvas.blit(canvas.box.disc(mark.width, Ink.DEEP), mark.topleft)
    side = round(mark.width * 0.74)
    canvas.centred(seat_shape(canvas.box, seat, side), mark.center)


def paint_row(
    canvas: Canvas, rect: pygame.Rect, view: TableView, deeds: Mapping[str, str], seats: Sequence[Seat]
) -> None:
    """Draw into `rect` what everybody owns: the shape of each, and a little picture a deed."""
    theme, snap = canvas.theme, view.snapshot
    owned = {seat.id: _owned(snap, deeds, seat.id) for seat in seats}
    owners = [seat for seat in seats if owned[seat.id]]
    count = sum(len(own) for own in owned.values())
    if not owners:
        return
    gap, between = theme.px(3), theme.px(18)
    room = rect.width - between * (len(owners) - 1)
    side = min(rect.height, room // (count + len(owners)) - gap)
    x = rect.x
    for seat in owners:
        own = owned[seat.id]
        canvas.blit(seat_shape(canvas.box, seat, side - 2), (x + 1, rect.centery - side // 2 + 1))
        x += side + gap
        for space in own:
            spot = pygame.Rect(x, rect.centery - side // 2, side, side)
            _paint_deed(canvas, spot, space["kind"], lit_kinds(snap).get(space["kind"]) == seat.id)
            x += side + gap
        x += between - gap


def _owned(snap: Snapshot, deeds: Mapping[str, str], seat: str) -> list[Mapping[str, Any]]:
    own = [space for space in snap["board"] if deeds.get(space["id"]) == seat]
    order = list(KIND_INKS)
    return sorted(own, key=lambda space: (order.index(space["kind"]), space["index"]))


def _paint_deed(canvas: Canvas, spot: pygame.Rect, kind: str, shines: bool) -> None:
    radius = max(3, spot.width // 6)
    if shines:
        paint_halo(canvas, spot, radius, max(3, spot.width // 4), 230)
    ink = KIND_INKS[kind]
    edge = Ink.LAMP if shines else ink
    canvas.blit(canvas.box.panel(spot.size, radius, ink, ink, edge, max(1, spot.width // 14)), spot.topleft)
    canvas.centred(icon(canvas.box, kind, round(spot.width * 0.76)), spot.center)


def kind_tile(canvas: Canvas, rect: pygame.Rect, kind: str) -> None:
    """Draw the picture of a kind of space on its colour, as in lists."""
    _paint_deed(canvas, rect, kind, False)


def names_of(snap: Snapshot, ids: Collection[str]) -> list[str]:
    """Return the names of spaces."""
    known = spaces_by_id(snap)
    return [str(known[id]["name"]) for id in ids if id in known]
