"""How a lens bends a picture, found from where the corners of a flat page are seen.

The division model of Fitzgibbon (2001): what a pinhole would show at so many times the distance from the
picture's middle is seen nearer to it (a barrel) or farther from it, and either way is a formula.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.floating[Any]]

#: No lens that anybody reads a table with bends more: a barrel, and a pincushion.
LEAST, MOST = -0.35, 0.15
_STEPS = 12


@dataclass(frozen=True, slots=True)
class Bend:
    """`share`: by how much farther out than a pinhole's the picture's corners are; below 0 it is a barrel.
    `size` is that of the picture, width and height."""

    share: float = 0.0
    size: tuple[int, int] = (2, 2)

    def straight(self, pixels: Points) -> Points:
        """Return where a pinhole would show what is seen at pixels (n x 2)."""
        if not self.share:
            return pixels
        middle, reach = self._frame()
        aside = np.asarray(pixels, dtype=np.float64) - middle
        far = (aside * aside).sum(axis=1, keepdims=True) / reach**2
        return np.asarray(aside / np.maximum(1.0 + self.share * far, 0.2) + middle, dtype=np.float64)

    def bent(self, pixels: Points) -> Points:
        """Return where is seen what a pinhole would show at pixels (n x 2)."""
        if not self.share:
            return pixels
        middle, reach = self._frame()
        aside = np.asarray(pixels, dtype=np.float64) - middle
        far = (aside * aside).sum(axis=1, keepdims=True) / reach**2
        root = np.sqrt(np.maximum(1.0 - 4.0 * self.share * far, 0.0))
        return np.asarray(aside * (2.0 / (1.0 + root)) + middle, dtype=np.float64)

    def _frame(self) -> tuple[Points, float]:
        middle = np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])
        return middle, float(np.hypot(*self.size)) / 2


#: A lens that bends nothing.
STRAIGHT = Bend()


def found_bend(pixels: Points, page: Points, size: tuple[int, int]) -> Bend:
    """Return the bend with which pixels (n x 2, n >= 12) lie best where a page has its corners (n x 2)."""

    def error(share: float) -> float:
        straight = Bend(share, size).straight(pixels)
        homography, _ = cv2.findHomography(page, straight, 0)
        if homography is None:
            return float("inf")
        there = cv2.perspectiveTransform(np.asarray(page, np.float64).reshape(-1, 1, 2), homography)
        return float(((there.reshape(-1, 2) - straight) ** 2).sum())

    least, most = LEAST, MOST
    grid = np.linspace(least, most, 6)
    best = int(np.argmin([error(float(share)) for share in grid]))
    least, most = float(grid[max(0, best - 1)]), float(grid[min(len(grid) - 1, best + 1)])
    golden = (5**0.5 - 1) / 2
    low, high = most - golden * (most - least), least + golden * (most - least)
    below, above = error(low), error(high)
    for _ in range(_STEPS):
        if below < above:
            most, high, above = high, low, below
            low = most - golden * (most - least)
            below = error(low)
        else:
            least, low, below = low, high, above
            high = least + golden * (most - least)
            above = error(high)
    return Bend((least + most) / 2, size)
