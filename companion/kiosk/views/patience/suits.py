"""The four suits as shapes, smooth in any size."""

from __future__ import annotations

import math
from typing import TypeAlias

import pygame

from companion.kiosk.paint import OVER, PaintBox
from companion.kiosk.theme import Colour

Points: TypeAlias = list[tuple[float, float]]

RED: Colour = (190, 38, 44)
BLACK: Colour = (22, 28, 42)


def suit_ink(suit: str) -> Colour:
    """Return the colour in which a suit is printed."""
    return RED if suit in "DH" else BLACK


def suit_sign(box: PaintBox, suit: str, size: int, ink: Colour | None = None) -> pygame.Surface:
    """Return a suit's sign, `size` pixels wide and high."""
    colour = ink or suit_ink(suit)
    return box.get(("suit", suit, size, colour), lambda: _sign(suit, max(1, size), colour))


def _sign(suit: str, size: int, ink: Colour) -> pygame.Surface:
    large = size * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.fill((*ink, 0))

    def area(points: Points) -> None:
        pygame.draw.polygon(surface, ink, [((x + 1) / 2 * large, (y + 1) / 2 * large) for x, y in points])

    if suit == "H":
        area(_heart())
    elif suit == "D":
        area(_diamond())
    elif suit == "S":
        area([(x, -y * 0.84 - 0.12) for x, y in _heart()])
        area(_stem())
    else:
        for x, y in ((0.0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
            pygame.draw.circle(surface, ink, ((x + 1) / 2 * large, (y + 1) / 2 * large), 0.44 * large / 2)
        area([(-0.28, 0.0), (0.28, 0.0), (0.0, 0.42)])
        area([(-0.14, -0.3), (0.14, -0.3), (0.1, 0.4), (-0.1, 0.4)])
        area(_stem())
    return pygame.transform.smoothscale(surface, (size, size))


def _stem() -> Points:
    return [(-0.08, 0.1), (0.08, 0.1), (0.12, 0.6), (0.4, 0.95), (-0.4, 0.95), (-0.12, 0.6)]


def _heart() -> Points:
    """A heart from its well-known curve, its point below."""
    points = []
    for step in range(64):
        turn = 2 * math.pi * step / 64
        y = 13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn) - math.cos(4 * turn)
        points.append((0.94 * math.sin(turn) ** 3, -y / 16.2 - 0.1))
    return points


def _diamond() -> Points:
    """A diamond whose sides are drawn in a little."""
    corners = [(0.0, -0.98), (0.76, 0.0), (0.0, 0.98), (-0.76, 0.0)]
    points = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(10):
            share = step / 10
            inward = 1 - 0.44 * share * (1 - share)
            points.append(((x1 + (x2 - x1) * share) * inward, (y1 + (y2 - y1) * share) * inward))
    return points
