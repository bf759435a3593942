"""Paint: rounded panels, shadows, gradients and glows, drawn smoothly and kept for the next time.

pygame draws jagged edges, so every form is drawn several times too large and scaled down.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.kiosk.theme import Colour, Ink, Theme

#: How many times too large a form is drawn before it is scaled down.
OVER = 4
#: So much paint is kept at least, and as much as so many whole screens: a table needs it again and again,
#: and an evening that has seen all games takes no more.
_KEPT_BYTES, _KEPT_SCREENS = 16 << 20, 8

Rgba = tuple[int, int, int, int]


class PaintBox:
    """Keeps what was painted, so that a form is painted once for a size and colour.

    What was not used for longest is dropped when more than `most` bytes are kept.
    """

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        self._most = most
        self._held = 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, paint: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface of `key`, painting it when it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        surface = paint()
        self._kept[key] = surface
        self._held += _size_of(surface)
        while self._held > self._most and len(self._kept) > 1:
            self._held -= _size_of(self._kept.popitem(last=False)[1])
        return surface

    def __len__(self) -> int:
        return len(self._kept)

    # forms ---------------------------------------------------------------------------------------

    def rounded(self, size: tuple[int, int], radius: int, fill: Colour | Rgba) -> pygame.Surface:
        """Return a filled rectangle with round corners."""
        return self.get(("rounded", size, radius, fill), lambda: _rounded(size, radius, fill))

    def panel(
        self,
        size: tuple[int, int],
        radius: int,
        top: Colour,
        low: Colour,
        edge: Colour | None = None,
        edge_width: int = 1,
        alpha: int = 255,
    ) -> pygame.Surface:
        """Return a rounded panel, shaded from `top` to `low`, with an edge."""
        key = ("panel", size, radius, top, low, edge, edge_width, alpha)
        return self.get(key, lambda: _panel(size, radius, top, low, edge, edge_width, alpha))

    def shade(self, size: tuple[int, int], top: Colour, low: Colour) -> pygame.Surface:
        """Return a vertical gradient without alpha."""
        return self.get(("shade", size, top, low), lambda: shade(size, top, low))

    def shadow(self, size: tuple[int, int], radius: int, blur: int, strength: int = 110) -> pygame.Surface:
        """Return the soft shadow of a rounded panel; it is `blur` pixels larger on every side."""
        key = ("shadow", size, radius, blur, strength)
        return self.get(key, lambda: _soft(size, radius, blur, (0, 0, 0, strength)))

    def glow(
        self, size: tuple[int, int], radius: int, blur: int, colour: Colour, strength: int
    ) -> pygame.Surface:
        """Return a soft light around a rounded panel; it is `blur` pixels larger on every side."""
        key = ("glow", size, radius, blur, colour, strength)
        return self.get(key, lambda: _soft(size, radius, blur, (*colour, strength)))

    def ring(self, size: tuple[int, int], radius: int, width: int, colour: Colour) -> pygame.Surface:
        """Return an empty rounded frame."""
        return self.get(("ring", size, radius, width, colour), lambda: _ring(size, radius, width, colour))

    def disc(self, diameter: int, colour: Colour | Rgba) -> pygame.Surface:
        """Return a filled circle."""
        return self.rounded((diameter, diameter), diameter // 2, colour)

    def felt(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the night-blue table: lit from above its middle, darker towards the edges."""
        return self.get(("felt", size), lambda: _felt(size))

    def veil(self, size: tuple[int, int], alpha: int = 190) -> pygame.Surface:
        """Return the darkness that is laid over a scene behind something that must be answered first."""

        def paint() -> pygame.Surface:
            surface = pygame.Surface(size, pygame.SRCALPHA)
            surface.fill((*Ink.DEEP, alpha))
            return surface

        return self.get(("veil", size, alpha), paint)


def paint_box(theme: Theme) -> PaintBox:
    """Return a paint box for a screen of a theme's size."""
    return PaintBox(max(_KEPT_BYTES, theme.width * theme.height * 4 * _KEPT_SCREENS))


def _size_of(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4


def _blank(size: tuple[int, int]) -> pygame.Surface:
    return pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA)


def _rounded(size: tuple[int, int], radius: int, fill: Colour | Rgba) -> pygame.Surface:
    """Rounded corners are drawn large and scaled down; the middle needs no care and is simply filled."""
    width, height = max(1, size[0]), max(1, size[1])
    radius = max(0, min(radius, width // 2, height // 2))
    surface = _blank((width, height))
    surface.fill(fill)
    if radius == 0:
        return surface
    corner = _blank((2 * radius * OVER, 2 * radius * OVER))
    corner.fill((*fill[:3], 0))
    pygame.draw.circle(corner, fill, (radius * OVER, radius * OVER), radius * OVER)
    small = pygame.transform.smoothscale(corner, (2 * radius, 2 * radius))
    for x, left in ((0, 0), (width - radius, radius)):
        for y, top in ((0, 0), (height - radius, radius)):
            surface.fill((*fill[:3], 0), (x, y, radius, radius))
            surface.blit(small, (x, y), (left, top, radius, radius), pygame.BLEND_RGBA_MAX)
    return surface


def _ring(size: tuple[int, int], radius: int, width: int, colour: Colour) -> pygame.Surface:
    surface = _rounded(size, radius, colour)
    inner = (max(1, size[0] - 2 * width), max(1, size[1] - 2 * width))
    hole = _rounded(inner, max(0, radius - width), (0, 0, 0, 255))
    surface.blit(hole, (width, width), special_flags=pygame.BLEND_RGBA_SUB)
    # Subtracting also took the colour under the smooth inner edge; it is put back, alpha untouched.
    pixels = pygame.surfarray.pixels3d(surface)
    pixels[...] = colour
    del pixels
    return surface


def shade(size: tuple[int, int], top: Colour, low: Colour) -> pygame.Surface:
    """Return a vertical gradient without alpha."""
    column = pygame.Surface((1, 2))
    column.set_at((0, 0), top)
    column.set_at((0, 1), low)
    width, height = size
    steps = np.linspace(0.0, 1.0, max(2, height))[:height]
    rows = np.array(top) + (np.array(low) - np.array(top)) * steps[:, None]
    surface = pygame.Surface((1, height))
    pygame.surfarray.blit_array(surface, rows.round().astype(np.uint8)[None, :, :])
    return pygame.transform.scale(surface, (width, height))


def _panel(
    size: tuple[int, int],
    radius: int,
    top: Colour,
    low: Colour,
    edge: Colour | None,
    edge_width: int,
    alpha: int,
) -> pygame.Surface:
    surface = _blank(size)
    surface.blit(shade(surface.get_size(), top, low), (0, 0))
    mask = _rounded(size, radius, (255, 255, 255, alpha))
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if edge is not None:
        surface.blit(_ring(size, radius, edge_width, edge), (0, 0))
    return surface


def _soft(size: tuple[int, int], radius: int, blur: int, colour: Rgba) -> pygame.Surface:
    """A light or shadow that falls off to nothing `blur` pixels outside a rounded panel."""
    width, height = size[0] + 2 * blur, size[1] + 2 * blur
    surface = _blank((width, height))
    surface.fill((*colour[:3], 0))
    # The distance of every pixel from the panel, inside which it is nought.  Few of them differ: along the
    # straight edges all are alike.
    x, across = np.unique(_beyond(width, size[0] / 2 - radius), return_inverse=True)
    y, down = np.unique(_beyond(height, size[1] / 2 - radius), return_inverse=True)
    distance = np.hypot(x[:, None], y[None, :]) - radius
    share = np.clip(1.0 - np.maximum(distance, 0) / max(1, blur), 0.0, 1.0)
    strength = (colour[3] * share**2.2).astype(np.uint8)
    alpha = pygame.surfarray.pixels_alpha(surface)
    alpha[...] = strength[across][:, down]
    del alpha
    return surface


def _beyond(length: int, half: float) -> NDArray[np.float32]:
    """Return how far each of so many pixels is from the middle, beyond `half` of it."""
    away: NDArray[np.float32] = np.abs(np.arange(length, dtype=np.float32) - (length - 1) / 2) - half
    return away.clip(0)


def _felt(size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    x = np.linspace(-1.0, 1.0, width, dtype=np.float32)[:, None]
    y = np.linspace(-1.0, 1.0, height, dtype=np.float32)[None, :]
    light = np.clip(1.0 - np.sqrt((x * 0.85) ** 2 + (y * 0.95 + 0.35) ** 2) / 1.45, 0.0, 1.0) ** 1.25
    dark, lit = np.array(Ink.NIGHT, np.float32) * 0.82, np.array(Ink.FELT_LIGHT, np.float32)
    pixels = dark + (lit - dark) * light[:, :, None]
    # A grain of noise hides the steps between such similar colours; always the same grain.
    grain = np.random.Generator(np.random.PCG64(4)).uniform(-0.9, 0.9, (width, height, 1)).astype(np.float32)
    surface = pygame.Surface(size)
    pygame.surfarray.blit_array(surface, np.clip(pixels + grain + 0.5, 0, 255).astype(np.uint8))
    return surface


def polygon(size: int, points: Sequence[tuple[float, float]], colour: Colour) -> pygame.Surface:
    """Return a smooth filled polygon; `points` are shares of `size`, from 0 to 1."""
    large = size * OVER
    surface = _blank((large, large))
    surface.fill((*colour, 0))
    pygame.draw.polygon(surface, colour, [(x * large, y * large) for x, y in points])
    return pygame.transform.smoothscale(surface, (size, size))
