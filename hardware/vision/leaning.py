"""Leaning: does a die's upper face look another way than those of the dice that lie flat beside it?

All dice that lie flat look one way, except that a near camera sees those at the edge of its picture from
the side.  So which way each face looks is a plane over the picture, with one slope that is the lens's own;
a die far off the plane that most dice agree on leans on something, however well its pips can be read.

Ways are angles in radians, N x 2: to the right and downwards, (0, 0) straight at the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Slopes that are tried: radians over the longer side of a picture, which is what a lens takes in: from part
#: of a telephone's picture to the widest lenses.
_SLOPES = np.linspace(0.4, 1.2, 5)
#: A die that is further off than this (radians) counts no more against a plane than one that is just so far.
_FAR = 0.25
#: How much it counts against a plane, a radian, that the table is seen aslant in the middle of the picture.
_ASLANT = 0.1


@dataclass(frozen=True, slots=True)
class Level:
    """Which way faces look, which way flat ones would at their places, and how far they are off (N)."""

    ways: NDArray[Any]
    flat: NDArray[Any]
    off: NDArray[Any]


def level_of(middle: NDArray[Any], up: NDArray[Any], size: tuple[int, int]) -> Level:
    """Return how faces lie, going by what most of them agree on.

    `middle` (N x 2) are pixels of a picture of `size` (width, height), `up` (N x 2) which way the faces look
    as in `LeanNet.up`.  One die alone is taken for flat; it is `off` as far as it is not seen from above.
    """
    if not len(middle):
        return Level(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    long = np.hypot(up[:, 0], up[:, 1])
    turned = np.arcsin(np.minimum(long, 1.0)) / np.maximum(long, 1e-6)
    ways = up * turned[:, None]
    places = (middle - (np.array(size) - 1) / 2) / max(size)
    # By slope: which way the table would look in the middle of the picture, going by each die.
    level = ways - _SLOPES[:, None, None] * places
    if len(middle) == 1:
        return Level(ways, ways, np.hypot(level[..., 0], level[..., 1]).min(axis=0))
    off = np.hypot(*(level[:, :, None] - level[:, None, :]).transpose(3, 0, 1, 2))
    cost = np.minimum(off, _FAR).mean(axis=2) + _ASLANT * np.hypot(level[..., 0], level[..., 1])
    slope, best = np.unravel_index(int(cost.argmin()), cost.shape)
    with_it = off[slope, best] < _FAR
    flat = level[slope][with_it].mean(axis=0) + _SLOPES[slope] * places
    away = ways - flat
    return Level(ways, flat, np.hypot(away[:, 0], away[:, 1]))
