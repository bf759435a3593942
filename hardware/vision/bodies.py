"""Bodies: is there something of the dice's own colour and size on which nothing was read?

It asks for no pips at all, so it fails in other ways than the reader: a die whose pips were lost in
blur or glare is still a patch like the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.agreement import Die

_LONGEST = 512
#: How far a pixel's worst channel may be off a die's colour.
_ALIKE = 24
#: A face that was read is taken away this much larger than it is; a body is filled to this share.
_WIDER, _FILLED = 1.25, 0.85
#: A body is at least this share of an edge across, and a patch of several no more edges than this.
_LEAST, _MOST = 0.6, 3.2


def unread_body(picture: NDArray[Any], dice: Sequence[Die]) -> bool:
    """Say whether a BGR uint8 picture shows a patch of a die's colour and size beside the dice read."""
    if not dice:
        return False
    scale = min(1.0, _LONGEST / max(picture.shape[:2]))
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.int16)
    faces = [np.array(die.corners) * scale for die in dice]
    alike = np.zeros(small.shape[:2], np.uint8)
    for face in faces:
        inside = np.zeros_like(alike)
        cv2.fillPoly(inside, [np.rint(face).astype(np.int32)], 1)
        if inside.any():
            colour = np.median(small[inside > 0], axis=0)
            alike |= (np.abs(small - colour).max(axis=2) < _ALIKE).astype(np.uint8)
    for face in faces:
        middle = face.mean(axis=0)
        cv2.fillPoly(alike, [np.rint(middle + _WIDER * (face - middle)).astype(np.int32)], 0)
    edge = float(np.median([die.edge for die in dice])) * scale
    window = max(3, round(_LEAST * edge))
    full = (
        cv2.boxFilter(alike.astype(np.float32), -1, (window, window), borderType=cv2.BORDER_CONSTANT)
        > _FILLED
    )
    if not full.any():
        return False
    _, labels, stats, _ = cv2.connectedComponentsWithStats(alike, connectivity=4)
    patches = np.unique(labels[full & (alike > 0)])
    across = stats[patches, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].max(axis=1)
    return bool((across < _MOST * edge).any())
