"""Which way a square face is turned in the picture, by its rim alone: no pip is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.die_patches import patch

#: Side of the patch that is looked at, and the die's edge in it.
_SIDE, _EDGE = 48, 28.0
#: The rim is looked for between these distances from the middle, in edges.
_NEAREST, _FURTHEST = 0.38, 0.76


def turn_of(picture: NDArray[Any], middle: Sequence[float], edge: float) -> float:
    """Return by how many radians, at most an eighth of a turn either way, the face with this middle and edge
    (pixels of the BGR uint8 picture) is turned from upright: as most slopes about its rim run.

    A quarter of a turn changes no square, so slopes count by four times their angle.
    """
    shown = cv2.cvtColor(patch(picture, middle, edge, 0.0, side=_SIDE, shown=_EDGE), cv2.COLOR_BGR2GRAY)
    across = cv2.Sobel(shown, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(shown, cv2.CV_32F, 0, 1)
    rows, columns = np.mgrid[0:_SIDE, 0:_SIDE] - (_SIDE - 1) / 2
    away = np.hypot(rows, columns) / _EDGE
    rim = (away > _NEAREST) & (away < _FURTHEST)
    slopes = (across + 1j * down)[rim]
    steep = np.abs(slopes)
    fourfold = (slopes**4 / np.maximum(steep, 1e-6) ** 3).sum()
    return float(np.angle(fourfold)) / 4
