"""Lattices: the three by three places of each half where pips can be, scanned for the spacing that fits.

Width, spacing and distance from the bar differ from set to set, so all of them are tried; a place must be on
or off as one of the seven values says, and what is on must be on plainly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hardware.vision.domino_patches import HIGH, MIDDLE_X, MIDDLE_Y, UNIT, WIDE, Patches
from hardware.vision.scale_space import Floats, Ints

#: Chance hardly makes as many pips as this in their places.
ENOUGH_PIPS = 3
#: The values' places, row by row away from the bar; two and three lie on either diagonal, a six
#: lies along the tile or across it.
PATTERNS = np.array(
    [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0, 0, 1, 0, 0],
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [0, 0, 1, 0, 1, 0, 1, 0, 0],
        [1, 0, 1, 0, 0, 0, 1, 0, 1],
        [1, 0, 1, 0, 1, 0, 1, 0, 1],
        [1, 0, 1, 1, 0, 1, 1, 0, 1],
        [1, 1, 1, 0, 0, 0, 1, 1, 1],
    ],
    np.float32,
)
VALUES = np.array([0, 1, 2, 2, 3, 3, 4, 5, 6, 6])
_ACROSS = (0.26, 0.29, 0.32, 0.355, 0.39, 0.43, 0.475, 0.52)
_ALONG = (0.85, 1.0, 1.15)
_AWAY = (1.45, 1.6, 1.75, 1.9, 2.1)
#: Pips keep clear of the bar, and a half is about as long as the bar or longer.
_CLEAR, _LEAST_AWAY, _MOST_AWAY = 0.13, 0.46, 0.98
#: Spacing across and along the tile, and the distance of a half's middle from the bar, in bar lengths.
GRID = np.array(
    [
        (a, a * r, a * o)
        for a in _ACROSS
        for r in _ALONG
        for o in _AWAY
        if a * (o - r) >= _CLEAR and _LEAST_AWAY <= a * o <= _MOST_AWAY
    ],
    np.float32,
)
_FAINTEST = 0.28


def _places() -> Ints:
    """Return the pixels of all 18 places (the lower half's first) of each geometry: G x 18."""
    column, row = np.tile([-1, 0, 1], 3), np.repeat([-1, 0, 1], 3)
    x = MIDDLE_X + GRID[:, :1] * UNIT * np.concatenate([column, column])
    below = GRID[:, 2:] + GRID[:, 1:2] * row
    y = MIDDLE_Y + UNIT * np.concatenate([below, -below], axis=1)
    ix, iy = np.rint(x).astype(np.intp), np.rint(y).astype(np.intp)
    return np.asarray(np.clip(iy, 0, HIGH - 1) * WIDE + np.clip(ix, 0, WIDE - 1), np.intp)


PLACES = _places()


@dataclass(frozen=True, slots=True)
class Fits:
    """The best lattice of each patch: number of its geometry, values of the half below and above the bar.

    `margin` is by how much the faintest place that is on beats the strongest that is off (1 is perfect),
    `clean` the strongest place that is off, both N x 2.  `geometry` is N x 3 as in `GRID`.
    """

    values: Ints
    patterns: Ints
    geometry: Floats
    margin: Floats
    clean: Floats
    score: Floats


def fit(patches: Patches) -> Fits:
    """Return the best fit of each patch."""
    number, patterns, margin, clean, score = best_fit(patches.hits, patches.spots, PLACES)
    return Fits(VALUES[patterns], patterns, GRID[number], margin, clean, score)


def best_fit(hits: Floats, spots: Floats, places: Ints) -> tuple[Ints, Ints, Floats, Floats, Floats]:
    """Return of each patch the lattice that fits best, its halves' patterns, margin, clean and score.

    `hits` and `spots` are N x high x wide, `places` the pixels of the 18 places of each lattice (G x 18).
    """
    count = len(hits)
    seen = np.clip(spots.reshape(count, -1)[:, places], 0, 1.2).reshape(count, len(places), 2, 9)
    strongest = np.maximum(seen.max(axis=3, keepdims=True), _FAINTEST)
    level = np.minimum(seen / np.minimum(strongest, 1.0), 1.0)
    on = level - 0.45
    off = 1.6 * np.maximum(level - 0.25, 0)
    # Spots answer within a pixel of their middle: of the lattices that find all, the best hit counts.
    sharp = np.clip(hits.reshape(count, -1)[:, places], 0, 1.2).reshape(seen.shape) - 0.6 * seen
    on = on + 0.5 * sharp
    gain = on @ PATTERNS.T - off @ (1 - PATTERNS.T)
    best = gain.max(axis=3).sum(axis=2)
    chosen = best.argmax(axis=1)
    number = np.arange(count)
    patterns = gain[number, chosen].argmax(axis=2)
    mask = PATTERNS[patterns]
    mine = level[number, chosen]
    faintest = np.where(mask > 0, mine, 1.0).min(axis=2)
    clean = np.where(mask > 0, 0.0, mine).max(axis=2)
    return chosen, patterns, faintest - clean, clean, best[number, chosen].astype(np.float32)
