"""Movement over the layout: a tile on its way to its space, and the light over spaces that are legal."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.motion import ease_out
from companion.kiosk.paint import PaintBox
from companion.kiosk.theme import Ink
from companion.kiosk.views.dominoes.tiles import corner

#: A tile takes so long to its space, and the light over the legal spaces so long from dark to dark, in ms.
LAYING_MS = 460
PULSE_MS = 1500
#: The light has so many steps: each is painted once and kept.
_STEPS = 12


@dataclass(frozen=True, slots=True)
class Laying:
    """A tile on its way to a space, which stays empty until `until`."""

    space: str
    surface: pygame.Surface
    start: tuple[int, int]
    end: tuple[int, int]
    until: int

    def sprites(self, box: PaintBox, now: int) -> list[Sprite]:
        """Return the tile with its shadow, the higher over the table the farther it has to go."""
        share = ease_out(1.0 - (self.until - now) / LAYING_MS)
        x = self.start[0] + (self.end[0] - self.start[0]) * share
        y = self.start[1] + (self.end[1] - self.start[1]) * share
        size = self.surface.get_size()
        blur = max(4, max(size) // 8)
        lift = round((1.0 - share) * max(size) * 0.3)
        shadow = box.shadow(size, corner(max(size)), blur, 120)
        at = (round(x - size[0] / 2), round(y - size[1] / 2))
        return [
            Sprite(shadow, (at[0] - blur + lift // 3, at[1] - blur + lift)),
            Sprite(self.surface, at),
        ]


def pulse(box: PaintBox, rect: pygame.Rect, long: int, now: int) -> Sprite:
    """Return the light over a legal space at a moment."""
    wave = 0.5 - 0.5 * math.cos(2 * math.pi * (now % PULSE_MS) / PULSE_MS)
    step = round(wave * _STEPS)
    blur = max(3, long // 9)
    surface = box.get(("pulse", rect.size, long, step), lambda: _light(box, rect.size, long, blur, step))
    return Sprite(surface, (rect.x - blur, rect.y - blur))


def _light(box: PaintBox, size: tuple[int, int], long: int, blur: int, step: int) -> pygame.Surface:
    share = step / _STEPS
    glow = box.glow(size, corner(long), blur, Ink.LAMP, round(40 + 170 * share))
    surface = glow.copy()
    # Only a rim of light: what lies in the space stays to be seen.
    hole = box.rounded(size, corner(long), (0, 0, 0, 215))
    surface.blit(hole, (blur, blur), special_flags=pygame.BLEND_RGBA_SUB)
    width = max(2, long // 26)
    rim = box.ring(size, corner(long), width, Ink.LAMP).copy()
    rim.set_alpha(round(120 + 135 * share))
    surface.blit(rim, (blur, blur))
    return surface
