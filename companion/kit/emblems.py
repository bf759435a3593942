"""The kit's own little drawings: one for each kind of space, for gold, and for the seats' shapes.

Each is drawn around a place in a square that reaches from -1 to 1, in one ink on a ground of another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from companion.kit.drawing import Drawing, Point
from companion.kit.inks import BRASS, BRASS_DARK, LAMP, SEAT_INKS, Ink, mixed
from companion.table.seats import LOOKS


class _Pen:
    """Draws in the square of one emblem, `half` millimetres from its middle to its sides."""

    def __init__(self, drawing: Drawing, x: float, y: float, half: float, ink: Ink, ground: Ink) -> None:
        self._drawing, self._x, self._y, self._half = drawing, x, y, half
        self.ink, self.ground = ink, ground

    def area(self, *points: Point, ink: Ink | None = None) -> None:
        self._drawing.polygon(self._placed(points), ink or self.ink)

    def gap(self, *points: Point) -> None:
        self.area(*points, ink=self.ground)

    def block(self, left: float, top: float, right: float, bottom: float, ink: Ink | None = None) -> None:
        self.area((left, top), (right, top), (right, bottom), (left, bottom), ink=ink)

    def hole(self, left: float, top: float, right: float, bottom: float) -> None:
        self.block(left, top, right, bottom, self.ground)

    def stroke(self, *points: Point, width: float = 0.12, ink: Ink | None = None) -> None:
        self._drawing.path(self._placed(points), ink or self.ink, width * self._half)

    def dot(self, x: float, y: float, radius: float, ink: Ink | None = None) -> None:
        half = self._half
        self._drawing.disc(self._x + x * half, self._y + y * half, radius * half, ink or self.ink)

    def ring(self, x: float, y: float, radius: float, width: float = 0.12) -> None:
        half = self._half
        place = (self._x + x * half, self._y + y * half, radius * half)
        self._drawing.disc(*place, edge=self.ink, line=width * half)

    def _placed(self, points: Sequence[Point]) -> list[Point]:
        return [(self._x + x * self._half, self._y + y * self._half) for x, y in points]


def draw_emblem(drawing: Drawing, name: str, x: float, y: float, half: float, ink: Ink, ground: Ink) -> None:
    """Draw the emblem of a kind of space, or ``gold``, ``coin``, ``lode`` or ``cards``, around (x, y)."""
    _EMBLEMS[name](_Pen(drawing, x, y, half, ink, ground))


def draw_seat_shape(
    drawing: Drawing, place: int, x: float, y: float, half: float, ground: Ink, ink: Ink | None = None
) -> None:
    """Draw the shape of a seat's place in its colour (or another ink) around (x, y)."""
    colour, shape = LOOKS[place]
    ink = ink or SEAT_INKS[colour]
    pen = _Pen(drawing, x, y, half, ink, ground)
    if shape == "circle":
        pen.dot(0, 0, 0.96)
    elif shape == "crescent":
        pen.dot(-0.06, 0, 0.92)
        pen.dot(0.36, -0.16, 0.74, ground)
    else:
        pen.area(*[(2 * across - 1, 2 * down - 1) for across, down in seat_outline(shape)])


def seat_outline(shape: str) -> list[Point]:
    """Return the corners of a seat's shape in a square from 0 to 1."""
    low, high, near, far = 0.34, 0.66, 0.04, 0.96
    if shape == "star":
        outer, inner = _regular(5, 0.5, -math.pi / 2, 0.53), _regular(5, 0.235, -math.pi * 0.3, 0.53)
        return [point for pair in zip(outer, inner, strict=True) for point in pair]
    return {
        "square": [(0.09, 0.09), (0.91, 0.09), (0.91, 0.91), (0.09, 0.91)],
        "triangle": [(0.5, 0.05), (0.99, 0.92), (0.01, 0.92)],
        "diamond": [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
        "hexagon": _regular(6, 0.5, math.pi / 6),
        "cross": [
            (low, near), (high, near), (high, low), (far, low), (far, high), (high, high),
            (high, far), (low, far), (low, high), (near, high), (near, low), (low, low),
        ],
    }[shape]  # fmt: skip


def _regular(corners: int, radius: float, turn: float, cy: float = 0.5) -> list[Point]:
    return [
        (
            0.5 + radius * math.cos(turn + 2 * math.pi * corner / corners),
            cy + radius * math.sin(turn + 2 * math.pi * corner / corners),
        )
        for corner in range(corners)
    ]


def _chilkoot(pen: _Pen) -> None:
    pen.area((-1, 0.8), (-0.35, -0.55), (0.05, 0.05), (0.32, -0.85), (1, 0.8))
    pen.gap((0.32, -0.85), (0.52, -0.38), (0.36, -0.22), (0.28, -0.36), (0.15, -0.26))
    pen.gap((-0.35, -0.55), (-0.2, -0.32), (-0.33, -0.2), (-0.48, -0.3))
    for step in range(5):
        pen.dot(-0.12 + 0.09 * step + (0.05 if step % 2 else -0.05), 0.66 - 0.2 * step, 0.06, pen.ground)


def _prospect(pen: _Pen) -> None:
    pen.stroke((-0.62, 0.8), (0.42, -0.5), width=0.17)
    pen.area((-0.5, -0.78), (0.1, -0.72), (0.62, -0.3), (0.82, 0.3), (0.3, -0.3), (-0.05, -0.55))
    pen.dot(0.5, 0.66, 0.2)
    pen.dot(0.16, 0.76, 0.13)
    pen.dot(0.76, 0.8, 0.11)


def _river(pen: _Pen) -> None:
    for row in (-0.5, 0.0, 0.5):
        wave = [(x / 10, row + 0.16 * math.sin(x / 10 * 2 * math.pi)) for x in range(-9, 10)]
        pen.stroke(*wave, width=0.17)


def _woodpile(pen: _Pen) -> None:
    for row, count in ((0.62, 3), (0.1, 2), (-0.42, 1)):
        for log in range(count):
            x = (log - (count - 1) / 2) * 0.6
            pen.dot(x, row, 0.29)
            pen.dot(x, row, 0.2, pen.ground)
            pen.dot(x, row, 0.12)


def _church(pen: _Pen) -> None:
    pen.stroke((0, -1), (0, -0.5), width=0.11)
    pen.stroke((-0.16, -0.84), (0.16, -0.84), width=0.11)
    pen.area((-0.24, -0.18), (0, -0.6), (0.24, -0.18))
    pen.block(-0.24, -0.2, 0.24, 0.85)
    pen.area((-0.8, 0.3), (-0.24, 0.02), (0.24, 0.02), (0.8, 0.3), (0.8, 0.85), (-0.8, 0.85))
    pen.hole(-0.11, 0.42, 0.11, 0.85)
    for x in (-0.52, 0.52):
        pen.hole(x - 0.08, 0.4, x + 0.08, 0.64)
    pen.dot(0, 0.08, 0.1, pen.ground)


def _cemetery(pen: _Pen) -> None:
    for x, top in ((-0.5, -0.1), (0.5, 0.1)):
        pen.dot(x, top, 0.27)
        pen.block(x - 0.27, top, x + 0.27, 0.8)
        pen.hole(x - 0.14, top + 0.02, x + 0.14, top + 0.1)
        pen.hole(x - 0.14, top + 0.2, x + 0.14, top + 0.28)
    pen.stroke((0, -0.9), (0, 0.8), width=0.16)
    pen.stroke((-0.28, -0.52), (0.28, -0.52), width=0.16)
    pen.stroke((-0.95, 0.82), (0.95, 0.82), width=0.1)


def _fire(pen: _Pen) -> None:
    pen.area(
        (0.02, -0.98), (0.28, -0.5), (0.36, -0.22), (0.52, -0.5), (0.72, -0.02), (0.7, 0.4), (0.46, 0.78),
        (0, 0.92), (-0.46, 0.78), (-0.7, 0.42), (-0.68, 0.02), (-0.46, -0.36), (-0.34, -0.08), (-0.2, -0.5),
    )  # fmt: skip
    pen.gap(
        (0.04, -0.18), (0.2, 0.2), (0.36, 0.08), (0.38, 0.46), (0.2, 0.72), (-0.06, 0.78), (-0.32, 0.6),
        (-0.36, 0.28), (-0.14, 0.3),
    )  # fmt: skip


def _hotel(pen: _Pen) -> None:
    pen.area((-0.72, -0.5), (-0.5, -0.9), (0.5, -0.9), (0.72, -0.5))
    pen.block(-0.66, -0.42, 0.66, 0.85)
    for row in (-0.28, 0.08):
        for x in (-0.4, 0.0, 0.4):
            pen.hole(x - 0.1, row, x + 0.1, row + 0.22)
    pen.hole(-0.13, 0.46, 0.13, 0.85)
    for x in (-0.4, 0.4):
        pen.hole(x - 0.1, 0.46, x + 0.1, 0.68)
    pen.stroke((-0.9, 0.84), (0.9, 0.84), width=0.1)


def _saloon(pen: _Pen) -> None:
    pen.area(
        (-0.8, -0.5), (-0.42, -0.5), (-0.42, -0.82), (0.42, -0.82), (0.42, -0.5), (0.8, -0.5), (0.8, 0.85),
        (-0.8, 0.85),
    )  # fmt: skip
    pen.hole(-0.6, -0.3, 0.6, -0.08)
    pen.hole(-0.3, 0.1, 0.3, 0.85)
    pen.block(-0.24, 0.26, -0.03, 0.62)
    pen.block(0.03, 0.26, 0.24, 0.62)
    for x in (-0.56, 0.56):
        pen.hole(x - 0.12, 0.16, x + 0.12, 0.46)
    pen.stroke((-0.95, 0.84), (0.95, 0.84), width=0.1)


def _casino(pen: _Pen) -> None:
    pen.area((-0.86, -0.3), (0.02, -0.62), (0.34, 0.26), (-0.54, 0.58))
    for x, y in ((-0.58, -0.18), (-0.02, -0.38), (-0.26, -0.02), (-0.5, 0.34), (0.06, 0.14)):
        pen.dot(x, y, 0.09, pen.ground)
    pen.area((0.3, -0.1), (0.88, 0.02), (0.78, 0.8), (0.06, 0.7), (0.1, 0.5), (0.5, 0.36))
    for x, y in ((0.66, 0.16), (0.44, 0.6)):
        pen.dot(x, y, 0.09, pen.ground)


def _theatre(pen: _Pen) -> None:
    pen.block(-0.9, -0.85, 0.9, -0.55)
    for side in (-1, 1):
        pen.area(
            (side * 0.9, -0.5), (side * 0.1, -0.5), (side * 0.24, -0.1), (side * 0.52, 0.16),
            (side * 0.62, 0.6), (side * 0.9, 0.6),
        )  # fmt: skip
        pen.stroke((side * 0.72, -0.45), (side * 0.74, 0.56), width=0.05, ink=pen.ground)
        pen.stroke((side * 0.48, -0.45), (side * 0.58, 0.1), width=0.05, ink=pen.ground)
    pen.block(-0.9, 0.68, 0.9, 0.85)
    pen.dot(0, 0.1, 0.13)
    pen.area((0, 0.18), (0.2, 0.6), (-0.2, 0.6))


def _sawmill(pen: _Pen) -> None:
    teeth = 14
    points: list[Point] = []
    for tooth in range(teeth):
        for radius, share in ((0.92, 0.0), (0.7, 0.12)):
            angle = 2 * math.pi * (tooth + share) / teeth
            points.append((radius * math.cos(angle), radius * math.sin(angle)))
    pen.area(*points)
    pen.dot(0, 0, 0.32, pen.ground)
    pen.dot(0, 0, 0.16)


def _trading(pen: _Pen) -> None:
    pen.block(-0.72, -0.1, 0.72, 0.85)
    pen.hole(-0.58, 0.04, 0.58, 0.71)
    pen.stroke((-0.6, 0.06), (0.6, 0.69), width=0.15)
    pen.stroke((-0.6, 0.69), (0.6, 0.06), width=0.15)
    pen.block(-0.46, -0.8, 0.46, -0.18)
    pen.hole(-0.3, -0.58, 0.3, -0.42)


def _transport(pen: _Pen) -> None:
    pen.block(0.28, -0.6, 0.86, 0.4)
    pen.hole(0.42, -0.42, 0.72, -0.1)
    pen.block(0.2, -0.72, 0.94, -0.58)
    pen.block(-0.78, -0.16, 0.3, 0.4)
    pen.area((-0.66, -0.16), (-0.74, -0.74), (-0.36, -0.74), (-0.44, -0.16))
    pen.dot(-0.08, -0.18, 0.16)
    pen.area((-0.78, 0.3), (-0.98, 0.62), (-0.6, 0.62))
    for x, radius in ((-0.36, 0.24), (0.12, 0.24), (0.62, 0.3)):
        pen.dot(x, 0.86 - radius, radius)
        pen.dot(x, 0.86 - radius, radius * 0.45, pen.ground)


def _gold(pen: _Pen) -> None:
    """Draw a nugget: the same in every ink, as gold is."""
    pen.area(
        (-0.9, 0.24), (-0.62, -0.42), (-0.1, -0.72), (0.42, -0.6), (0.88, -0.08), (0.74, 0.5), (0.2, 0.78),
        (-0.5, 0.68), ink=BRASS,
    )  # fmt: skip
    pen.area((-0.62, -0.42), (-0.1, -0.72), (0.14, -0.26), (-0.34, 0.02), ink=LAMP)
    pen.area((0.42, -0.6), (0.88, -0.08), (0.46, 0.02), (0.14, -0.26), ink=mixed(LAMP, BRASS, 0.5))
    pen.area((-0.9, 0.24), (-0.34, 0.02), (-0.14, 0.44), (-0.5, 0.68), ink=mixed(BRASS, BRASS_DARK, 0.5))
    pen.area((-0.14, 0.44), (0.46, 0.02), (0.74, 0.5), (0.2, 0.78), ink=BRASS_DARK)


def _coin(pen: _Pen) -> None:
    pen.dot(0, 0, 0.86)
    pen.dot(0, 0, 0.72, pen.ground)
    pen.dot(0, 0, 0.64)
    pen.stroke((0, -0.46), (0, 0.46), width=0.1, ink=pen.ground)
    pen.stroke(
        (0.26, -0.2), (0.1, -0.32), (-0.16, -0.3), (-0.26, -0.14), (-0.1, 0), (0.14, 0.04), (0.26, 0.18),
        (0.14, 0.32), (-0.12, 0.32), (-0.26, 0.2), width=0.11, ink=pen.ground,
    )  # fmt: skip


def _lode(pen: _Pen) -> None:
    """Draw a nugget with rays."""
    for ray in range(12):
        angle = 2 * math.pi * ray / 12
        near, far = 0.66, 1.0 if ray % 2 else 0.86
        for_ray = [(r * math.cos(angle), r * math.sin(angle)) for r in (near, far)]
        pen.stroke(*for_ray, width=0.09)
    _gold(_Pen(pen._drawing, pen._x, pen._y, pen._half * 0.58, pen.ink, pen.ground))


def _cards(pen: _Pen) -> None:
    pen.area((-0.94, -0.5), (-0.2, -0.86), (0.34, 0.42), (-0.4, 0.78))
    pen.gap((-0.02, -0.78), (0.92, -0.62), (0.66, 0.96), (-0.28, 0.8))
    pen.area((0.06, -0.7), (0.84, -0.56), (0.6, 0.86), (-0.18, 0.72))
    pen.gap((0.36, -0.24), (0.6, 0.12), (0.3, 0.4), (0.06, 0.04))


_EMBLEMS: dict[str, Callable[[_Pen], None]] = {
    "chilkoot": _chilkoot,
    "prospect": _prospect,
    "river": _river,
    "woodpile": _woodpile,
    "church": _church,
    "cemetery": _cemetery,
    "fire": _fire,
    "hotel": _hotel,
    "saloon": _saloon,
    "casino": _casino,
    "theatre": _theatre,
    "sawmill": _sawmill,
    "trading": _trading,
    "transport": _transport,
    "gold": _gold,
    "coin": _coin,
    "lode": _lode,
    "cards": _cards,
}
