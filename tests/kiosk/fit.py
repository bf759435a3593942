"""What cannot be read or touched on a painted screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame

from companion.kiosk.canvas import Canvas, Placed
from companion.kiosk.theme import LEAST_TYPE

#: A fingertip on the small panel, in pixels.
FINGER = 40


def faults(canvas: Canvas) -> Iterator[str]:
    """Yield a sentence for everything that cannot be read or touched."""
    screen = canvas.rect
    for placed in canvas.placed:
        if placed.cut:
            yield f"{placed.words!r} is cut"
        if not screen.contains(placed.rect):
            yield f"{placed.words!r} is outside the screen"
        if placed.rect.width > placed.within.width:
            yield f"{placed.words!r} is wider than its box"
        if letters(placed).height > placed.within.height:
            yield f"{placed.words!r} is higher than its box"
        if placed.size < LEAST_TYPE:
            yield f"{placed.words!r} is too small"
    for one, other in combinations(canvas.placed, 2):
        if letters(one).colliderect(letters(other)):
            yield f"{one.words!r} and {other.words!r} lie over each other"
    for hot in canvas.hots:
        if min(hot.rect.width, hot.rect.height) < FINGER:
            yield f"{hot.name} is only {hot.rect.width} x {hot.rect.height}"
        if not screen.contains(hot.rect):
            yield f"{hot.name} is outside the screen"
        if canvas.touched(hot.rect.center) is not hot and not hot.name.startswith("card"):
            yield f"{hot.name} cannot be touched"


def letters(placed: Placed) -> pygame.Rect:
    """Where the letters are: a line's box is higher than what is in it."""
    return placed.rect.inflate(-2, -round(placed.rect.height * 0.34))
