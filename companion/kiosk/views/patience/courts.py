"""Kings, queens and jacks, drawn from plain shapes: a bust in the suit's cloth before a warm ground."""

from __future__ import annotations

import math

import pygame

from companion.kiosk.paint import OVER, PaintBox
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.views.patience.suits import suit_sign

_SKIN: Colour = (236, 202, 166)
_CLOTH: dict[str, Colour] = {"H": (176, 36, 44), "D": (196, 84, 34), "C": (36, 92, 84), "S": (40, 58, 112)}
_HAIR: dict[str, Colour] = {"H": (196, 142, 66), "D": (120, 66, 34), "C": (84, 54, 34), "S": (52, 44, 46)}
_GOLD: Colour = (214, 172, 80)
_LINE: Colour = (66, 46, 30)


class _Pencil:
    """Draws in hundredths of the picture's height, across from its middle, down from its top."""

    def __init__(self, surface: pygame.Surface, middle: float, unit: float) -> None:
        self._surface, self._middle, self._unit = surface, middle, unit

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self._middle + x * self._unit, y * self._unit

    def area(self, points: list[tuple[float, float]], ink: Colour) -> None:
        pygame.draw.polygon(self._surface, ink, [self.at(x, y) for x, y in points])

    def disc(self, x: float, y: float, radius: float, ink: Colour) -> None:
        pygame.draw.circle(self._surface, ink, self.at(x, y), radius * self._unit)


def court(box: PaintBox, rank: str, suit: str, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of a court card, of a size in pixels."""
    return box.get(("court", rank, suit, size), lambda: _court(box, rank, suit, size))


def _court(box: PaintBox, rank: str, suit: str, size: tuple[int, int]) -> pygame.Surface:
    wide, high = size[0] * OVER, size[1] * OVER
    surface = pygame.Surface((wide, high), pygame.SRCALPHA)
    surface.fill((246, 226, 178))
    unit, middle = high / 100, wide / 2

    pencil = _Pencil(surface, middle, unit)
    area, disc = pencil.area, pencil.disc
    for ray in range(16):
        turn = math.pi * ray / 8
        far = [(200 * math.cos(turn + by), 46 + 200 * math.sin(turn + by)) for by in (0.0, 0.2)]
        area([(0, 46), *far], (250, 236, 200))
    cloth, hair = _CLOTH[suit], _HAIR[suit]
    if rank == "Q":
        area([(-24, 30), (24, 30), (31, 82), (-31, 82)], hair)
        disc(0, 34, 25, hair)
    elif rank == "J":
        area([(-21, 34), (21, 34), (24, 64), (-24, 64)], hair)
    else:
        area([(-22, 34), (22, 34), (25, 70), (-25, 70)], hair)
    _robe(pencil, cloth, rank)
    area([(-7, 54), (7, 54), (9, 68), (-9, 68)], (222, 184, 148))
    pygame.draw.ellipse(surface, _SKIN, (*pencil.at(-16, 24), 32 * unit, 40 * unit))
    if rank == "K":
        area([(-16, 47), (-6, 51), (0, 49), (6, 51), (16, 47), (13, 66), (0, 76), (-13, 66)], hair)
        area([(-9, 51), (0, 47), (9, 51), (0, 54)], hair)
    _features(pencil, rank)
    _hat(pencil, rank, cloth, hair)
    pygame.draw.rect(surface, Ink.BRASS_DARK, (0, 0, wide, high), max(OVER, round(unit * 1.6)))
    small = pygame.transform.smoothscale(surface, size)
    sign = suit_sign(box, suit, max(6, round(size[0] * 0.24)))
    small.blit(sign, sign.get_rect(left=round(size[0] * 0.05), top=round(size[1] * 0.05)))
    return small


def _robe(pencil: _Pencil, cloth: Colour, rank: str) -> None:
    area, disc = pencil.area, pencil.disc
    area([(-14, 64), (14, 64), (44, 78), (50, 101), (-50, 101), (-44, 78)], cloth)
    dark = (round(cloth[0] * 0.7), round(cloth[1] * 0.7), round(cloth[2] * 0.7))
    area([(-14, 64), (-4, 101), (-24, 101), (-30, 72)], dark)
    area([(14, 64), (4, 101), (24, 101), (30, 72)], dark)
    area([(-14, 63), (0, 82), (14, 63), (18, 68), (0, 92), (-18, 68)], _GOLD)
    if rank == "K":
        for x in range(-40, 41, 10):
            disc(x, 97 - abs(x) * 0.05, 3.4, (250, 246, 236))
    disc(0, 88, 4.4, (250, 240, 210))
    disc(0, 88, 2.6, cloth)


def _features(pencil: _Pencil, rank: str) -> None:
    area, disc = pencil.area, pencil.disc
    for side in (-1, 1):
        disc(side * 6.4, 42, 2.1, _LINE)
        area([(side * 3.4, 37.6), (side * 10, 36.6), (side * 10, 38.2), (side * 3.4, 39.2)], _LINE)
    area([(-0.4, 43), (1.2, 43), (2.4, 49.4), (-1.6, 49.4)], (206, 160, 124))
    if rank == "Q":
        area([(-5, 54), (0, 52.6), (5, 54), (0, 57)], (186, 44, 54))
        for side in (-1, 1):
            disc(side * 11, 50, 3.2, (240, 180, 156))
    elif rank == "J":
        area([(-4.6, 54.6), (4.6, 54.2), (4.6, 56), (-4.6, 56.2)], (164, 84, 70))
    else:
        area([(-4, 55.4), (4, 55.4), (3, 57.4), (-3, 57.4)], (164, 74, 66))


def _hat(pencil: _Pencil, rank: str, cloth: Colour, hair: Colour) -> None:
    area, disc = pencil.area, pencil.disc
    if rank == "J":
        area([(-22, 31), (22, 31), (25, 21), (10, 12), (-14, 13), (-25, 22)], cloth)
        area([(-22, 31), (22, 31), (22, 27), (-22, 27)], _GOLD)
        area([(16, 26), (34, 4), (37, 10), (30, 22), (20, 29)], (250, 246, 236))
        area([(17, 27), (35, 6), (19, 28)], (170, 160, 140))
        return
    if rank == "Q":
        area([(-17, 32), (-13, 27), (13, 27), (17, 32), (15, 36), (8, 31), (-8, 31), (-15, 36)], hair)
        area([(-19, 28), (-22, 15), (-11, 22), (0, 10), (11, 22), (22, 15), (19, 28)], _GOLD)
        for x, y in ((-22, 14), (0, 9), (22, 14)):
            disc(x, y, 2.8, (250, 246, 236))
    else:
        area([(-20, 30), (-25, 8), (-11, 18), (0, 5), (11, 18), (25, 8), (20, 30)], _GOLD)
        area([(-1.6, -3), (1.6, -3), (1.6, 7), (-1.6, 7)], _GOLD)
        area([(-5, 0), (5, 0), (5, 3), (-5, 3)], _GOLD)
        for x, y in ((-25, 8), (25, 8)):
            disc(x, y, 3, _GOLD)
    area([(-20, 30), (20, 30), (20, 26), (-20, 26)], (176, 132, 52))
    for x in (-12, 0, 12):
        disc(x, 28, 2, cloth)
