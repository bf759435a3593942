"""How eyes see colours: contrast as WCAG counts it, and what is left for the three kinds of colour blindness.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the whole loss of a kind of cone; the
differences are those of CIE Lab of 1976.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.kiosk.canvas import Canvas

Floats = NDArray[np.float64]
Colour = tuple[int, int, int]

EYES: dict[str, Floats] = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])


def linear(colours: NDArray[np.generic] | Colour) -> Floats:
    """Return sRGB of 0 to 255 as light of 0 to 1."""
    share = np.asarray(colours, dtype=np.float64) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def seen(colour: Colour, eyes: str) -> Floats:
    """Return the light that some eyes take a colour for."""
    return np.clip(EYES[eyes] @ linear(colour), 0, 1)


def luminance(light: Floats) -> Floats:
    return light @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: Colour, other: Colour, eyes: str = "usual") -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted(float(luminance(seen(colour, eyes))) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def difference(one: Colour, other: Colour, eyes: str = "usual") -> float:
    """Return how far apart two colours are for some eyes, in CIE Lab."""
    return float(np.linalg.norm(_lab(seen(one, eyes)) - _lab(seen(other, eyes))))


def _lab(light: Floats) -> Floats:
    share = (_XYZ @ light) / _WHITE
    root = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def pale(canvas: Canvas, large_from: int = 24) -> Iterator[str]:
    """Yield each text on a painted canvas whose letters stand out too little (WCAG AA: 4.5, large text 3)."""
    pixels = luminance(linear(pygame.surfarray.array3d(canvas.surface)))
    for placed in canvas.placed:
        rect = placed.rect.clip(canvas.rect)
        part = pixels[rect.left : rect.right, rect.top : rect.bottom]
        if part.size:
            found = (float(part.max()) + 0.05) / (float(part.min()) + 0.05)
            if found < (3 if placed.size >= large_from else 4.5):
                yield f"{placed.words!r} stands out by {found:.1f} only"
