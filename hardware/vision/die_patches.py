"""Patches: one die cut out of a picture, always of one size and turned as one likes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

#: Of a die whose middle is nearer to the picture's edge than this (its edges) a side may be out of it.
_OUT = 0.55


def may_lack_a_side(
    picture: NDArray[Any], middles: Sequence[Sequence[float]], edges: Sequence[float]
) -> NDArray[np.bool_]:
    """Say of each die (N; middles and edges in pixels) whether the picture may end before its sides do."""
    size = np.array([picture.shape[1], picture.shape[0]]) - 1.0
    inside = np.minimum(middles, size - middles).min(axis=1)
    return np.asarray(inside < _OUT * np.asarray(edges))


def patch(
    picture: NDArray[Any],
    middle: Sequence[float],
    edge: float,
    turn: float,
    mirrored: bool = False,
    *,
    side: int,
    shown: float,
) -> NDArray[np.uint8]:
    """Return a die (`side` x `side` x 3) with its middle in the middle, turned and mirrored.

    Its `edge` (pixels of the picture) is `shown` pixels in the patch.  `turn` are radians clockwise; the
    mirror image is made first.  The picture is BGR uint8.
    """
    # So much is cut out at first that it can be turned.
    room = side * 3 // 2
    wide = max(3, round(room * edge / shown))
    cut = cv2.getRectSubPix(picture, (wide, wide), (float(middle[0]), float(middle[1])))
    how = cv2.INTER_AREA if wide > room else cv2.INTER_LINEAR
    small = cv2.resize(cut, (room, room), interpolation=how)
    c, s = np.cos(turn), np.sin(turn)
    way = np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if mirrored else 1.0, 1.0])
    half = np.full(2, (room - 1) / 2)
    matrix = np.column_stack([way, np.full(2, (side - 1) / 2) - way @ half])
    return np.asarray(cv2.warpAffine(small, matrix, (side, side), flags=cv2.INTER_LINEAR), np.uint8)
