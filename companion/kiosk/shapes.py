"""The seats' shapes: every seat has one beside its colour, so that nobody needs to tell colours apart.

Where it is drawn in the seat's own colour it carries the seat's pattern as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.kiosk.paint import OVER, PaintBox
from companion.kiosk.patterns import mark_ink, marks
from companion.kiosk.theme import SEAT_INKS, Colour, Ink
from companion.table.seats import LOOKS, Seat

#: The marks of a pattern keep off the edge of a shape by this share of its size.
_EDGE = 0.055
#: Smaller shapes, in pixels, have no room for marks.
_LEAST_MARKED = 12

Points = list[tuple[float, float]]


def _regular(corners: int, radius: float, turn: float, cy: float = 0.5) -> Points:
    return [
        (
            0.5 + radius * math.cos(turn + 2 * math.pi * corner / corners),
            cy + radius * math.sin(turn + 2 * math.pi * corner / corners),
        )
        for corner in range(corners)
    ]


def _star() -> Points:
    outer, inner = _regular(5, 0.5, -math.pi / 2, 0.53), _regular(5, 0.235, -math.pi / 2 + math.pi / 5, 0.53)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def _cross() -> Points:
    low, high, near, far = 0.34, 0.66, 0.04, 0.96
    return [
        (low, near), (high, near), (high, low), (far, low), (far, high), (high, high),
        (high, far), (low, far), (low, high), (near, high), (near, low), (low, low),
    ]  # fmt: skip


_POLYGONS: dict[str, Callable[[], Points]] = {
    "square": lambda: [(0.09, 0.09), (0.91, 0.09), (0.91, 0.91), (0.09, 0.91)],
    "triangle": lambda: [(0.5, 0.05), (0.99, 0.92), (0.01, 0.92)],
    "diamond": lambda: [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
    "star": _star,
    "hexagon": lambda: _regular(6, 0.5, math.pi / 6),
    "cross": _cross,
}


def shape(box: PaintBox, place: int, size: int, colour: Colour | None = None) -> pygame.Surface:
    """Return the shape of a place in its colour and pattern, or plain in another; `size` pixels wide."""
    if colour is not None:
        return box.get(("shape", place, size, colour), lambda: _paint(LOOKS[place][1], size, colour))
    ink = SEAT_INKS[LOOKS[place][0]]
    return box.get(("shape", place, size), lambda: _paint(LOOKS[place][1], size, ink, place))


def seat_shape(box: PaintBox, seat: Seat, size: int) -> pygame.Surface:
    """Return the shape of a seat in its colour."""
    return shape(box, seat.place, size)


def seat_ink(seat: Seat) -> Colour:
    """Return the colour of a seat."""
    return SEAT_INKS[seat.colour]


def _paint(name: str, size: int, ink: Colour, place: int | None = None) -> pygame.Surface:
    large = max(1, size) * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.fill((*ink, 0))
    if name == "circle":
        pygame.draw.circle(surface, ink, (large / 2, large / 2), large * 0.48)
    elif name == "crescent":
        pygame.draw.circle(surface, ink, (large * 0.47, large / 2), large * 0.46)
        pygame.draw.circle(surface, (*ink, 0), (large * 0.68, large * 0.42), large * 0.37)
    else:
        pygame.draw.polygon(surface, ink, [(x * large, y * large) for x, y in _POLYGONS[name]()])
    if place is not None and size >= _LEAST_MARKED:
        # The marks keep off the edge, so that the outline stays whole.
        inked = marks(place, max(1, size), OVER, mark_ink(ink))
        alphas = pygame.surfarray.pixels_alpha(inked)
        alphas[...] = np.minimum(alphas, _within(surface, max(2, round(large * _EDGE))))
        del alphas
        surface.blit(inked, (0, 0))
    # A light from above gives the flat form a little body.
    light = pygame.Surface((1, 2), pygame.SRCALPHA)
    light.set_at((0, 0), (26, 26, 26, 0))
    light.set_at((0, 1), (0, 0, 0, 0))
    surface.blit(
        pygame.transform.smoothscale(light, (large, large)), (0, 0), special_flags=pygame.BLEND_RGBA_ADD
    )
    return pygame.transform.smoothscale(surface, (max(1, size), max(1, size)))


def _within(surface: pygame.Surface, edge: int) -> NDArray[np.uint8]:
    """Return how opaque a surface is `edge` pixels around each of its pixels, at least."""
    alpha = pygame.surfarray.array_alpha(surface)
    least = alpha.copy()
    around = np.pad(alpha, edge)
    width, height = alpha.shape
    for step in range(16):
        x = edge + round(edge * math.cos(step * math.pi / 8))
        y = edge + round(edge * math.sin(step * math.pi / 8))
        np.minimum(least, around[x : x + width, y : y + height], out=least)
    return least


#: A seat nobody sits on is drawn in this.
EMPTY: Colour = Ink.EDGE
