"""The spaces' little pictures: what stands there, in few strokes that can still be told apart when small."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.paint import OVER, PaintBox
from companion.kiosk.theme import Colour

#: The colour of a space's tile by its kind.
KIND_INKS: dict[str, Colour] = {
    "chilkoot": (94, 112, 140),
    "prospect": (44, 78, 60),
    "river": (42, 104, 156),
    "woodpile": (112, 78, 50),
    "church": (106, 108, 138),
    "cemetery": (68, 80, 98),
    "fire": (196, 84, 40),
    "hotel": (140, 90, 58),
    "saloon": (156, 58, 62),
    "casino": (44, 122, 108),
    "theatre": (136, 66, 120),
    "sawmill": (124, 108, 50),
    "trading": (86, 122, 56),
    "transport": (88, 74, 144),
}

WALL: Colour = (247, 236, 210)
WALL_LOW: Colour = (214, 192, 150)
WOOD: Colour = (186, 140, 88)
SHADE: Colour = (44, 32, 28)
GLASS: Colour = (255, 196, 92)
SNOW: Colour = (240, 246, 252)
ROCK: Colour = (54, 66, 88)
GOLD: Colour = (255, 206, 96)

Points = Sequence[tuple[float, float]]


class Pen:
    """Draws on a square in shares of its side, several times too large."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._side = surface.get_width()

    def _at(self, points: Points) -> list[tuple[float, float]]:
        return [(x * self._side, y * self._side) for x, y in points]

    def form(self, ink: Colour, *points: tuple[float, float]) -> None:
        pygame.draw.polygon(self._surface, ink, self._at(points))

    def block(self, ink: Colour, x: float, y: float, wide: float, high: float, round_: float = 0.0) -> None:
        side = self._side
        rect = pygame.Rect(round(x * side), round(y * side), round(wide * side), round(high * side))
        pygame.draw.rect(self._surface, ink, rect, border_radius=round(round_ * side))

    def dot(self, ink: Colour, x: float, y: float, radius: float) -> None:
        pygame.draw.circle(self._surface, ink, (x * self._side, y * self._side), radius * self._side)

    def line(self, ink: Colour, width: float, *points: tuple[float, float]) -> None:
        thick = max(1, round(width * self._side))
        spots = self._at(points)
        pygame.draw.lines(self._surface, ink, False, spots, thick)
        for spot in spots:
            pygame.draw.circle(self._surface, ink, spot, thick / 2)


def icon(box: PaintBox, kind: str, size: int) -> pygame.Surface:
    """Return the picture of a kind of space, `size` pixels wide and high."""
    return box.get(("goldrush icon", kind, size), lambda: _paint(kind, size))


def _paint(kind: str, size: int) -> pygame.Surface:
    side = max(1, size) * OVER
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    surface.fill((*WALL, 0))
    _DRAWN[kind](Pen(surface))
    return pygame.transform.smoothscale(surface, (max(1, size), max(1, size)))


def _front(pen: Pen, left: float, right: float, top: float, ink: Colour = WALL) -> None:
    """A house front that is higher than the house behind it, as all of them were."""
    pen.block(WALL_LOW, left + 0.03, top + 0.1, right - left - 0.06, 0.96 - top - 0.1)
    pen.block(ink, left + 0.03, top + 0.06, right - left - 0.06, 0.9 - top)
    pen.block(WOOD, left, top, right - left, 0.1)


def _hotel(pen: Pen) -> None:
    _front(pen, 0.14, 0.86, 0.04)
    for y in (0.2, 0.42):
        for x in (0.25, 0.445, 0.64):
            pen.block(SHADE, x - 0.015, y - 0.015, 0.14, 0.17)
            pen.block(GLASS, x, y, 0.11, 0.14)
    pen.block(WOOD, 0.08, 0.62, 0.84, 0.06)
    pen.block(SHADE, 0.42, 0.7, 0.16, 0.26)
    for x in (0.1, 0.84):
        pen.block(WOOD, x, 0.62, 0.05, 0.34)


def _saloon(pen: Pen) -> None:
    pen.form(WOOD, (0.06, 0.34), (0.24, 0.34), (0.24, 0.16), (0.4, 0.16), (0.4, 0.06), (0.6, 0.06),
             (0.6, 0.16), (0.76, 0.16), (0.76, 0.34), (0.94, 0.34), (0.94, 0.42), (0.06, 0.42))  # fmt: skip
    pen.block(WALL, 0.1, 0.4, 0.8, 0.56)
    pen.form(WALL, (0.28, 0.4), (0.28, 0.2), (0.44, 0.2), (0.44, 0.1), (0.56, 0.1), (0.56, 0.2),
             (0.72, 0.2), (0.72, 0.4))  # fmt: skip
    # A mug over the swinging doors.
    pen.block(GOLD, 0.4, 0.24, 0.16, 0.19, 0.02)
    pen.block(SNOW, 0.385, 0.2, 0.19, 0.08, 0.04)
    pen.line(GOLD, 0.035, (0.57, 0.29), (0.63, 0.3), (0.63, 0.37), (0.57, 0.39))
    pen.block(SHADE, 0.32, 0.54, 0.36, 0.42)
    pen.form(WOOD, (0.33, 0.6), (0.49, 0.66), (0.49, 0.86), (0.33, 0.86))
    pen.form(WOOD, (0.67, 0.6), (0.51, 0.66), (0.51, 0.86), (0.67, 0.86))


def _casino(pen: Pen) -> None:
    # Two dice, the nearer one lower.
    pen.block(SHADE, 0.42, 0.06, 0.5, 0.5, 0.1)
    pen.block(WALL_LOW, 0.44, 0.08, 0.46, 0.46, 0.09)
    for x, y in ((0.56, 0.2), (0.78, 0.2), (0.78, 0.42), (0.67, 0.31)):
        pen.dot(SHADE, x, y, 0.05)
    pen.block(SHADE, 0.06, 0.34, 0.6, 0.6, 0.12)
    pen.block(WALL, 0.09, 0.37, 0.54, 0.54, 0.1)
    for x, y in ((0.22, 0.5), (0.5, 0.5), (0.22, 0.78), (0.5, 0.78), (0.22, 0.64), (0.5, 0.64)):
        pen.dot(SHADE, x, y, 0.058)


def _theatre(pen: Pen) -> None:
    pen.form(WALL, (0.06, 0.32), (0.5, 0.04), (0.94, 0.32))
    pen.dot(SHADE, 0.5, 0.22, 0.065)
    pen.dot(GOLD, 0.5, 0.22, 0.045)
    pen.block(WALL, 0.08, 0.32, 0.84, 0.07)
    pen.block(SHADE, 0.12, 0.39, 0.76, 0.52)
    curtain: Colour = (204, 62, 66)
    pen.form(curtain, (0.14, 0.4), (0.48, 0.4), (0.4, 0.62), (0.22, 0.74), (0.2, 0.9), (0.14, 0.9))
    pen.form(curtain, (0.86, 0.4), (0.52, 0.4), (0.6, 0.62), (0.78, 0.74), (0.8, 0.9), (0.86, 0.9))
    pen.block(GLASS, 0.3, 0.8, 0.4, 0.11)
    pen.block(WALL, 0.06, 0.89, 0.88, 0.07)


def _sawmill(pen: Pen) -> None:
    teeth = []
    for step in range(28):
        angle, radius = 2 * math.pi * step / 28, 0.44 if step % 2 else 0.36
        teeth.append((0.5 + radius * math.cos(angle), 0.46 + radius * math.sin(angle)))
    pen.form(WALL, *teeth)
    pen.dot(WALL_LOW, 0.5, 0.46, 0.27)
    pen.dot(SHADE, 0.5, 0.46, 0.075)
    pen.block(WOOD, 0.02, 0.64, 0.96, 0.24, 0.04)
    pen.block(SHADE, 0.02, 0.75, 0.96, 0.03)
    pen.dot(WALL, 0.9, 0.76, 0.1)
    pen.dot(WOOD, 0.9, 0.76, 0.055)


def _trading(pen: Pen) -> None:
    # A sack of flour before a crate.
    pen.block(WOOD, 0.36, 0.34, 0.58, 0.58, 0.03)
    pen.block(SHADE, 0.4, 0.38, 0.5, 0.5, 0.02)
    pen.block(WOOD, 0.42, 0.4, 0.46, 0.46)
    pen.line(SHADE, 0.04, (0.44, 0.84), (0.86, 0.42))
    pen.form(WALL, (0.12, 0.92), (0.06, 0.66), (0.14, 0.4), (0.26, 0.3), (0.4, 0.3), (0.52, 0.4), (0.6, 0.66),
             (0.54, 0.92))  # fmt: skip
    pen.form(WALL, (0.22, 0.16), (0.33, 0.2), (0.44, 0.16), (0.4, 0.3), (0.26, 0.3))
    pen.line(SHADE, 0.04, (0.25, 0.3), (0.41, 0.3))
    pen.line(SHADE, 0.045, (0.42, 0.52), (0.28, 0.5), (0.26, 0.6), (0.4, 0.66), (0.38, 0.76), (0.24, 0.75))
    pen.line(SHADE, 0.045, (0.33, 0.44), (0.33, 0.82))


def _transport(pen: Pen) -> None:
    # An engine with a plume of steam.
    pen.dot(SNOW, 0.3, 0.14, 0.09)
    pen.dot(SNOW, 0.42, 0.1, 0.08)
    pen.dot(SNOW, 0.53, 0.11, 0.06)
    pen.form(WALL, (0.16, 0.24), (0.36, 0.24), (0.31, 0.44), (0.21, 0.44))
    pen.block(WALL, 0.08, 0.42, 0.56, 0.28, 0.06)
    pen.block(WALL, 0.56, 0.22, 0.36, 0.48)
    pen.block(WALL_LOW, 0.52, 0.16, 0.44, 0.08)
    pen.block(GLASS, 0.64, 0.3, 0.2, 0.16)
    pen.dot(WALL, 0.44, 0.42, 0.07)
    pen.block(WALL_LOW, 0.04, 0.68, 0.92, 0.08)
    pen.form(WALL, (0.12, 0.7), (0.12, 0.9), (0.0, 0.9))
    for x, radius in ((0.28, 0.11), (0.52, 0.11), (0.78, 0.15)):
        pen.dot(SHADE, x, 0.96 - radius, radius)
        pen.dot(WALL, x, 0.96 - radius, radius * 0.7)
        pen.dot(SHADE, x, 0.96 - radius, radius * 0.25)


def _river(pen: Pen) -> None:
    for y, ink in ((0.26, SNOW), (0.5, (176, 214, 240)), (0.74, (128, 184, 226))):
        points = [(x / 40, y + 0.07 * math.sin(x / 40 * 4 * math.pi)) for x in range(2, 39)]
        pen.line(ink, 0.085, *points)


def _fire(pen: Pen) -> None:
    pen.form((255, 150, 50), (0.5, 0.02), (0.64, 0.24), (0.72, 0.2), (0.86, 0.48), (0.86, 0.7), (0.74, 0.9),
             (0.5, 0.98), (0.26, 0.9), (0.14, 0.7), (0.16, 0.46), (0.28, 0.26), (0.36, 0.34))  # fmt: skip
    pen.form((255, 206, 84), (0.52, 0.34), (0.62, 0.5), (0.72, 0.56), (0.74, 0.74), (0.62, 0.92), (0.4, 0.92),
             (0.28, 0.76), (0.32, 0.56), (0.42, 0.58))  # fmt: skip
    pen.form((255, 244, 200), (0.5, 0.6), (0.6, 0.74), (0.56, 0.92), (0.44, 0.92), (0.4, 0.76))


def _church(pen: Pen) -> None:
    pen.block(GOLD, 0.285, 0.0, 0.05, 0.2)
    pen.block(GOLD, 0.23, 0.05, 0.16, 0.05)
    pen.form(WOOD, (0.31, 0.12), (0.5, 0.42), (0.12, 0.42))
    pen.block(WALL, 0.15, 0.4, 0.32, 0.56)
    pen.form(WOOD, (0.44, 0.62), (0.56, 0.4), (0.98, 0.62))
    pen.block(WALL_LOW, 0.46, 0.6, 0.48, 0.36)
    for x in (0.56, 0.76):
        pen.block(GLASS, x, 0.7, 0.1, 0.16, 0.05)
    pen.block(SHADE, 0.23, 0.66, 0.16, 0.3, 0.07)
    pen.dot(GLASS, 0.31, 0.52, 0.06)


def _cemetery(pen: Pen) -> None:
    pen.block(WALL, 0.2, 0.16, 0.44, 0.74, 0.2)
    pen.block(WALL, 0.2, 0.5, 0.44, 0.4)
    pen.block(SHADE, 0.39, 0.26, 0.06, 0.34)
    pen.block(SHADE, 0.31, 0.36, 0.22, 0.06)
    pen.block(WALL_LOW, 0.72, 0.4, 0.07, 0.5)
    pen.block(WALL_LOW, 0.63, 0.5, 0.25, 0.07)
    pen.block((112, 140, 104), 0.06, 0.86, 0.88, 0.1, 0.05)


def _woodpile(pen: Pen) -> None:
    rows = ((0.78, (0.2, 0.5, 0.8)), (0.5, (0.35, 0.65)), (0.22, (0.5,)))
    for y, places in rows:
        for x in places:
            pen.dot(SHADE, x, y + 0.02, 0.165)
            pen.dot(WOOD, x, y, 0.16)
            pen.dot(WALL, x, y, 0.12)
            pen.dot(WOOD, x, y, 0.075)
            pen.dot(WALL, x, y, 0.045)


def _chilkoot(pen: Pen) -> None:
    pen.form(ROCK, (0.0, 0.94), (0.36, 0.22), (0.52, 0.5), (0.66, 0.34), (1.0, 0.94))
    pen.form(SNOW, (0.36, 0.12), (0.5, 0.42), (0.42, 0.38), (0.36, 0.5), (0.3, 0.38), (0.22, 0.42))
    pen.form(SNOW, (0.66, 0.3), (0.78, 0.54), (0.7, 0.5), (0.65, 0.58), (0.6, 0.5), (0.55, 0.52))
    # The line of people climbing.
    for step in range(6):
        pen.dot(GOLD, 0.86 - step * 0.082, 0.88 - step * 0.085, 0.032)


def _prospect(pen: Pen) -> None:
    # A shovel and a pick, crossed over a few nuggets.
    pen.line(WOOD, 0.075, (0.2, 0.16), (0.74, 0.72))
    pen.line(WOOD, 0.075, (0.8, 0.16), (0.26, 0.72))
    pen.form(WALL, (0.68, 0.6), (0.82, 0.62), (0.92, 0.88), (0.66, 0.8), (0.62, 0.68))
    pen.line(WALL, 0.085, (0.56, 0.1), (0.76, 0.12), (0.9, 0.26), (0.92, 0.44))
    for x, y, radius in ((0.44, 0.9, 0.075), (0.56, 0.86, 0.06), (0.5, 0.78, 0.05)):
        pen.dot(GOLD, x, y, radius)


def _bank(pen: Pen) -> None:
    # A strongbox with a brass lock.
    pen.block(SHADE, 0.04, 0.24, 0.92, 0.68, 0.08)
    pen.block(WOOD, 0.07, 0.27, 0.86, 0.24, 0.06)
    pen.block(WOOD, 0.07, 0.54, 0.86, 0.35, 0.05)
    for x in (0.2, 0.7):
        pen.block(GOLD, x, 0.26, 0.1, 0.64)
    pen.block(GOLD, 0.41, 0.44, 0.18, 0.22, 0.04)
    pen.dot(SHADE, 0.5, 0.53, 0.035)
    pen.block(SHADE, 0.485, 0.53, 0.03, 0.08)


_DRAWN: dict[str, Callable[[Pen], None]] = {
    "hotel": _hotel,
    "saloon": _saloon,
    "casino": _casino,
    "theatre": _theatre,
    "sawmill": _sawmill,
    "trading": _trading,
    "transport": _transport,
    "river": _river,
    "fire": _fire,
    "church": _church,
    "cemetery": _cemetery,
    "woodpile": _woodpile,
    "chilkoot": _chilkoot,
    "prospect": _prospect,
    "bank": _bank,
}
