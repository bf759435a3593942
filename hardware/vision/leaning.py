"""Leaning: does a die's upper face look another way than those of the dice that lie flat beside it?

All dice that lie flat look one way, except that a near camera sees those at the edge of its picture from
the side.  So which way each face looks is a plane over the picture, with one slope that is the lens's own;
a die far off the plane that most dice agree on leans on something, however well its pips can be read.  Where
the pips of a face are the corners of a square, how much that is squashed tells the same a second time.

Ways are angles in radians, N x 2: to the right and downwards, (0, 0) straight at the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Slopes that are tried: radians over the longer side of a picture, from far away to the widest lenses.
_SLOPES = np.linspace(0.0, 1.2, 9)
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


def off_square(corners: NDArray[Any], flat: NDArray[Any]) -> NDArray[Any]:
    """Return how much more, or another way, squares are squashed than the others (N); 0.1 is 10 %.

    `corners` (N x 4 x 2) are pixels of parallelograms, `flat` which way flat faces look at their places.
    Some pictures have been squashed as a whole, so that one square alone tells nothing (0), and of several
    the one that is most like the others is the measure of them all.
    """
    if len(corners) < 2:
        return np.zeros(len(corners))
    strange = squashed(corners, flat)
    apart = np.hypot(*(strange[:, None] - strange).transpose(2, 0, 1))
    own = np.hypot(strange[:, 0], strange[:, 1])
    return np.asarray(apart[int((apart.sum(axis=1) + 1e-3 * own).argmin())])


def squashed(corners: NDArray[Any], flat: NDArray[Any]) -> NDArray[Any]:
    """Return how squares are squashed beyond what a flat one would be at its place.

    N x 2: the logarithm of length over width, in the direction of twice the angle of the length.
    """
    steps = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]], axis=2)
    area = np.maximum(np.abs(np.linalg.det(steps)), 1e-6)
    square = steps @ steps.transpose(0, 2, 1) / area[:, None, None]
    size, axes = np.linalg.eigh(square)
    double = 2 * np.arctan2(axes[:, 1, 1], axes[:, 0, 1])
    seen = np.log(np.maximum(size[:, 1], 1.0))[:, None] * np.stack([np.cos(double), np.sin(double)], axis=1)
    slant = np.minimum(np.hypot(flat[:, 0], flat[:, 1]), 1.4)
    double = 2 * np.arctan2(flat[:, 1], flat[:, 0])
    told = np.log(np.cos(slant))[:, None] * np.stack([np.cos(double), np.sin(double)], axis=1)
    return np.asarray(seen - told)
