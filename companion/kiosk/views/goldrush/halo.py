"""Light round something that must itself stay readable."""

from __future__ import annotations

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.theme import Colour, Ink


def paint_halo(
    canvas: Canvas, rect: pygame.Rect, radius: int, reach: int, strength: int, ink: Colour = Ink.LAMP
) -> None:
    """Draw light that falls `reach` pixels out from the edge of a rounded `rect`, and none inside it."""
    size = (rect.width, rect.height)

    def paint() -> pygame.Surface:
        light = canvas.box.glow(size, radius, reach, ink, strength).copy()
        hole = canvas.box.rounded(size, radius, (0, 0, 0, 255))
        light.blit(hole, (reach, reach), special_flags=pygame.BLEND_RGBA_SUB)
        # Subtracting has blackened nothing that is still to be seen, but for the soft edge of the corners.
        pixels = pygame.surfarray.pixels3d(light)
        pixels[...] = ink
        del pixels
        return light

    halo = canvas.box.get(("goldrush halo", size, radius, reach, strength, ink), paint)
    canvas.blit(halo, (rect.x - reach, rect.y - reach))
