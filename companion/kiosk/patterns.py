"""The seats' patterns: what is in a seat's colour is marked with them, so that no eye needs the colour.

A shape, a lamp, a token carry the marks themselves; a line of a chart has its dashes instead.
"""

from __future__ import annotations

import math

import pygame

from companion.kit.inks import NIGHT, mixed

Colour = tuple[int, int, int]

#: The pattern of each place, beside `companion.table.seats.LOOKS`.
PATTERNS = ("rings", "rising", "level", "squares", "plain", "dots", "falling", "upright")
#: So much of the night is mixed into a colour for the marks on it: they stand out by 3 to 1 at least.
_DARKER = 0.67
#: The marks are this share of a surface apart, but never fewer pixels than they can be told apart at.
_PITCH, _LEAST_PITCH = 0.19, 5.0
_THICK = 0.38


def mark_ink(ink: Colour) -> Colour:
    """Return the colour of the marks on a colour."""
    return mixed(ink, NIGHT, _DARKER)


def marks(place: int, size: int, over: int, ink: Colour) -> pygame.Surface:
    """Return the marks of a place for a square of `size` pixels, drawn `over` times as large.

    What is between them is clear; they reach over the whole square.
    """
    large = size * over
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.fill((*ink, 0))
    pitch = max(_PITCH * size, _LEAST_PITCH) * over
    _DRAWN[PATTERNS[place]](surface, large, pitch, max(1, round(pitch * _THICK)), ink)
    return surface


def _plain(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    """Nothing is a pattern, too: one seat has it."""


def _rings(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    middle, count = (large / 2, large / 2), max(1, int(0.4 * large / pitch))
    pygame.draw.circle(surface, ink, middle, thick * 0.62)
    for ring in range(1, count + 1):
        pygame.draw.circle(surface, ink, middle, 0.34 * large * ring / count + thick / 2, thick)


def _bars(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour, turn: float) -> None:
    """Parallel bars, one of them through the middle."""
    along = math.cos(turn) * large, -math.sin(turn) * large
    across = -math.sin(turn) * pitch, -math.cos(turn) * pitch
    reach = math.ceil(large / pitch)
    for number in range(-reach, reach + 1):
        x, y = large / 2 + across[0] * (number + 0.5), large / 2 + across[1] * (number + 0.5)
        half = thick / 2 / pitch
        edge = across[0] * half, across[1] * half
        corners = [
            (x - along[0] - edge[0], y - along[1] - edge[1]),
            (x + along[0] - edge[0], y + along[1] - edge[1]),
            (x + along[0] + edge[0], y + along[1] + edge[1]),
            (x - along[0] + edge[0], y - along[1] + edge[1]),
        ]
        pygame.draw.polygon(surface, ink, corners)


def _rising(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    _bars(surface, large, pitch, thick, ink, math.pi / 4)


def _falling(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    _bars(surface, large, pitch, thick, ink, -math.pi / 4)


def _level(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    _bars(surface, large, pitch, thick, ink, 0.0)


def _upright(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    _bars(surface, large, pitch, thick, ink, math.pi / 2)


def _squares(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    """A chequered ground, standing on its corners as the diamond does."""
    half = pitch * 0.62
    reach = math.ceil(large / half)
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            if (row + column) % 2:
                continue
            x, y = large / 2 + column * half, large / 2 + row * half
            side = half * 0.62
            pygame.draw.polygon(surface, ink, [(x, y - side), (x + side, y), (x, y + side), (x - side, y)])


def _dots(surface: pygame.Surface, large: int, pitch: float, thick: int, ink: Colour) -> None:
    reach = math.ceil(large / pitch)
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            x = large / 2 + (column + (0.5 if row % 2 else 0.0)) * pitch * 1.1
            y = large / 2 + row * pitch * 0.95
            pygame.draw.circle(surface, ink, (x, y), thick * 0.72)


_DRAWN = {
    "plain": _plain,
    "rings": _rings,
    "rising": _rising,
    "falling": _falling,
    "level": _level,
    "upright": _upright,
    "squares": _squares,
    "dots": _dots,
}
