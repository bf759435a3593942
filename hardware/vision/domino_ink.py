"""Ink: what of a tile's view is bar and pips, whatever colours the tile has."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.scale_space import Floats

#: The share of a view's pixels below the step by which its bar and pips are told from its ground, and the
#: least step in levels.
_STRONG, _LEAST_STEP = 0.985, 6.0
_MOST_INK = 2.0


def ink_of(patches: NDArray[Any]) -> tuple[Floats, Floats]:
    """Return how far each pixel of views (N x 72 x 40 x 3, uint8) goes from its tile's colour to that of bar
    and pips, and how far it is from the tile's colour in any direction, both in steps of bar and pips
    (N x 72 x 40, from 0 on)."""
    count = len(patches)
    inside = patches[:, 8:-8:2, 7:-7:2].reshape(count, -1, 3)
    # Plane by plane: three numbers that lie side by side are slow to compare.
    planes = np.ascontiguousarray(patches.transpose(3, 0, 1, 2)).astype(np.int16)
    planes -= np.median(inside, axis=1).astype(np.int16).T[:, :, None, None]
    lighter, darker = planes.max(axis=0), -planes.min(axis=0)
    part = (slice(None), slice(7, -7), slice(6, -6))
    strong = []
    for one in (lighter, darker):
        kept = np.ascontiguousarray(one[part]).reshape(count, -1)
        place = _STRONG * (kept.shape[1] - 1)
        kept.partition((int(place), int(place) + 1), axis=1)
        low, high = kept[:, int(place)], kept[:, int(place) + 1]
        strong.append(low + (high - low) * (place - int(place)))
    ink = np.where((strong[1] >= strong[0])[:, None, None], darker, lighter)
    contrast = np.maximum(np.maximum(*strong), _LEAST_STEP).astype(np.float32)[:, None, None]
    return np.maximum(ink / contrast, np.float32(0)), np.maximum(lighter, darker) / contrast


def inked(patches: NDArray[Any]) -> Floats:
    """Return views (N x 72 x 40 x 3, uint8) as the checker takes them (N x 2 x 72 x 40): ink, and strangeness
    of any kind; neither colour nor brightness is left."""
    if not len(patches):
        return np.zeros((0, 2, *patches.shape[1:3]), np.float32)
    both = np.stack(ink_of(patches), axis=1)
    return np.asarray(np.minimum(both, np.float32(_MOST_INK)), np.float32)
