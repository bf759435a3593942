"""Tokens on their spaces: in the seat's colour and shape, several on one space fanned out."""

from __future__ import annotations

import pygame

from companion.kiosk.paint import PaintBox
from companion.kiosk.shapes import shape
from companion.kiosk.theme import Ink

#: Neighbours in a row overlap by at most this share of a token.
_OVERLAP = 0.3


def token(box: PaintBox, place: int, size: int, held: bool = False, glow: bool = False) -> pygame.Surface:
    """Return the token of a place, `size` pixels wide; one that is `held` stands behind a rope.

    One with a `glow` has light round it; the surface is as large as that needs.
    """
    return box.get(("goldrush token", place, size, held, glow), lambda: _paint(box, place, size, held, glow))


def _paint(box: PaintBox, place: int, size: int, held: bool, glow: bool) -> pygame.Surface:
    rim = max(2, size // 9)
    light = max(4, size // 2) if glow else 0
    whole = size + 2 * light
    surface = pygame.Surface((whole, whole), pygame.SRCALPHA)
    surface.fill((*Ink.DEEP, 0))
    if glow:
        surface.blit(box.glow((size, size), size // 2, light, Ink.LAMP, 190), (0, 0))
    surface.blit(shape(box, place, size, (255, 252, 240) if glow else Ink.DEEP), (light, light))
    inner = size - 2 * rim
    surface.blit(shape(box, place, inner), (light + rim, light + rim))
    if held:
        high = max(3, size // 5)
        rope = pygame.Rect(light - 1, light + size - round(high * 1.5), size + 2, high)
        surface.blit(
            box.rounded((rope.width + 2, rope.height + 2), high // 2 + 1, Ink.DEEP), rope.move(-1, -1)
        )
        surface.blit(box.rounded(rope.size, high // 2, (204, 62, 66)), rope)
        for x in (rope.left, rope.right - high):
            surface.blit(box.disc(high, Ink.LAMP), (x, rope.y))
    return surface


def fanned(room: pygame.Rect, count: int, most: int) -> tuple[int, list[tuple[int, int]]]:
    """Return how large `count` tokens are that stand in `room`, at most `most` pixels, and their centres."""
    if count <= 0:
        return most, []
    best, rows = 0, 1
    for lines in (1, 2, 3):
        across = -(-count // lines)
        size = min(most, room.height // lines, round(room.width / (1 + (across - 1) * (1 - _OVERLAP))))
        if size > best + 1:
            best, rows = size, lines
    size = max(6, best)
    across = -(-count // rows)
    centres = []
    for row in range(rows):
        here = min(across, count - row * across)
        if here <= 0:
            continue
        step = min(size + 2, (room.width - size) / (here - 1)) if here > 1 else 0
        left = room.centerx - step * (here - 1) / 2
        y = room.centery + round((row - (rows - 1) / 2) * size)
        # Every second one stands a little higher, as nobody sets tokens in a line.
        lift = max(0, min(size // 6, (room.height - rows * size) // 2)) if rows == 1 and here > 1 else 0
        for n in range(here):
            centres.append((round(left + step * n), y + (lift if n % 2 else -lift)))
    return size, centres
