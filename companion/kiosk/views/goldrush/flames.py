"""Fire on the board: flames that flicker over burning buildings for as long as they burn."""

from __future__ import annotations

import random

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.paint import PaintBox
from companion.kiosk.theme import Colour
from companion.kiosk.views.goldrush.story import Blaze
from companion.kiosk.views.goldrush.track import Track

_FRAME_MS = 70
_FRAMES = 6
_OVER = 3

_OUTER: Colour = (232, 82, 24)
_MIDDLE: Colour = (255, 156, 44)
_INNER: Colour = (255, 232, 150)


def flames(box: PaintBox, track: Track, blaze: Blaze, now: int) -> list[Sprite]:
    """Return the flames over the burning spaces at a moment; none before and after the fire."""
    if not blaze.begins <= now < blaze.ends:
        return []
    sprites = []
    for space in blaze.spaces:
        cell = track.cells[space]
        frame = ((now - blaze.begins) // _FRAME_MS + space) % _FRAMES
        surface = flame(box, cell.width, cell.height, int(frame))
        sprites.append(Sprite(surface, surface.get_rect(midbottom=(cell.centerx, cell.bottom + 2)).topleft))
    return sprites


def flame(box: PaintBox, wide: int, high: int, frame: int) -> pygame.Surface:
    """Return one of the pictures of flames over a tile; they stand higher than the tile."""
    return box.get(("goldrush flame", wide, high, frame), lambda: _paint(wide, high, frame))


def _paint(wide: int, high: int, frame: int) -> pygame.Surface:
    tall = round(high * 1.35)
    size = (wide * _OVER, tall * _OVER)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill((*_OUTER, 0))
    rng = random.Random(frame)
    tongues = max(3, round(wide / max(8, high * 0.3)))
    for ink, reach, alpha in ((_OUTER, 0.96, 225), (_MIDDLE, 0.7, 235), (_INNER, 0.4, 245)):
        for n in range(tongues):
            middle = (n + 0.5 + rng.uniform(-0.22, 0.22)) / tongues * size[0]
            half = size[0] / tongues * rng.uniform(0.62, 0.86) * (0.6 + 0.4 * reach)
            top = size[1] * (1 - reach * rng.uniform(0.72, 1.0))
            lean = rng.uniform(-0.35, 0.35) * half
            waist = top + (size[1] - top) * 0.62
            points = [
                (middle + lean, top), (middle + half * 0.62, waist), (middle + half * 0.5, size[1]),
                (middle - half * 0.5, size[1]), (middle - half * 0.66, waist),
            ]  # fmt: skip
            pygame.draw.polygon(surface, (*ink, alpha), points)
    return pygame.transform.smoothscale(surface, (wide, tall))
