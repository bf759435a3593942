"""Lattices: where the nine pip places of a face could lie, given the pips that were found.

A frame is the middle of a face and two steps `u` and `v`: the nine places are middle + a u + b v with
a and b in -1, 0, 1.  Four pips whose diagonals share a midpoint give a frame of any shape (sixes are
often oblong, oblique faces are skewed); two pips give the frame of the square whose diagonal they
are, in the plane in which the pips themselves are round; one pip gives only a middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.pips import Pips
from hardware.vision.scale_space import Floats, Ints

#: Limits on the half diagonal of a face's four corner pips, in pip radii.  Some dice have small pips, and in
#: a soft picture they are measured smaller than they are.
_SHORT, _LONG = 2.2, 7.6
_NEIGHBOURS = 14
#: Steps of the lattice in pip radii that a lone pip is tried with: pips are small on some dice.
_LONE_STEPS = (1.9, 2.5, 3.3, 4.3)


@dataclass(frozen=True, slots=True)
class Frames:
    """Frames of one sort: middles, steps (N x 2 each), and the numbers of the pips they came from (N x k)."""

    middle: Floats
    u: Floats
    v: Floats
    pips: Ints

    def __len__(self) -> int:
        return len(self.middle)

    def take(self, index: Ints | NDArray[Any]) -> Frames:
        """Return the frames of these numbers."""
        return Frames(self.middle[index], self.u[index], self.v[index], self.pips[index])


class PipMap:
    """Says which pip, if any, lies at a place: pips painted as discs on a grid, per tone."""

    def __init__(self, pips: Pips, shape: tuple[int, int], spread: float = 0.75) -> None:
        self._cells = np.full((2, *shape), -1, np.int16)
        # A whole die may look like one great pip: the small ones are painted over it, and among
        # those of about one size the better ones over the worse.
        size = np.rint(np.log(np.maximum(pips.radius, 0.5)) / np.log(2.5))
        for number in np.lexsort((-np.arange(len(pips)), -size)).tolist():
            centre = (round(float(pips.x[number]) * 8), round(float(pips.y[number]) * 8))
            radius = max(round(float(pips.radius[number]) * spread * 8), 9)
            cv2.circle(self._cells[int(pips.dark[number])], centre, radius, number, -1, cv2.LINE_8, 3)

    def at(self, x: Floats, y: Floats, dark: NDArray[Any]) -> Ints:
        """Return the pip numbers at these places, -1 where there is none."""
        ix = np.rint(x).astype(np.intp)
        iy = np.rint(y).astype(np.intp)
        _, height, width = self._cells.shape
        inside = (ix >= 0) & (iy >= 0) & (ix < width) & (iy < height)
        found = self._cells[dark.astype(np.intp), np.clip(iy, 0, height - 1), np.clip(ix, 0, width - 1)]
        return np.where(inside, found, -1).astype(np.intp)


def pairs(pips: Pips, most: int = 1600) -> tuple[Ints, Ints, Ints]:
    """Return (first, second, neighbours): alike pips that may be a diagonal, and each one's nearest alike."""
    count = len(pips)
    if count < 2:
        none = np.zeros(0, np.intp)
        return none, none, np.zeros((count, 0), np.intp)
    distance = np.hypot(pips.x[:, None] - pips.x, pips.y[:, None] - pips.y)
    mean = (pips.radius[:, None] + pips.radius) / 2
    larger = np.maximum(pips.radius[:, None], pips.radius)
    alike = (pips.dark[:, None] == pips.dark) & (larger < 1.24 * mean)
    stronger = np.maximum(pips.contrast[:, None], pips.contrast)
    alike &= np.minimum(pips.contrast[:, None], pips.contrast) > 0.4 * stronger
    np.fill_diagonal(alike, False)
    alike &= distance < 2.1 * _LONG * mean
    ranked = np.where(alike, distance, np.inf)
    width = min(_NEIGHBOURS, count - 1)
    nearest = np.argpartition(ranked, width - 1, axis=1)[:, :width]
    known = np.take_along_axis(alike, nearest, axis=1)
    neighbours = np.where(known, nearest, -1)
    fits = np.zeros_like(alike)
    rows, columns = np.nonzero(known)
    fits[rows, nearest[rows, columns]] = True
    fits = (fits | fits.T) & (distance > 2 * _SHORT * mean) & (distance < 2 * _LONG * mean)
    first, second = np.nonzero(np.triu(fits))
    if len(first) > most:
        best = np.argsort(-(pips.quality[first] * pips.quality[second]), kind="stable")[:most]
        first, second = first[best], second[best]
    return first, second, neighbours


def quads(pips: Pips, where: PipMap, first: Ints, second: Ints, neighbours: Ints, most: int = 500) -> Frames:
    """Return the frames of four pips whose two diagonals share a midpoint."""
    if not len(first):
        return _no_frames(4)
    place = np.stack([pips.x, pips.y], axis=1)
    third = neighbours[first]
    known = (third >= 0) & (third != second[:, None])
    total = place[first] + place[second]
    target = total[:, None, :] - place[third]
    fourth = where.at(target[..., 0], target[..., 1], np.broadcast_to(pips.dark[first][:, None], third.shape))
    known &= (fourth > third) & (fourth != first[:, None]) & (fourth != second[:, None])
    # Each parallelogram is met once from either diagonal; keep the one with the smaller first number.
    known &= first[:, None] < third
    row, column = np.nonzero(known)
    a, c, b, d = first[row], second[row], third[row, column], fourth[row, column]
    half = (place[c] - place[a]) / 2
    other = (place[d] - place[b]) / 2
    long = np.maximum(np.hypot(*half.T), np.hypot(*other.T))
    short = np.minimum(np.hypot(*half.T), np.hypot(*other.T))
    area = np.abs(half[:, 0] * other[:, 1] - half[:, 1] * other[:, 0])
    radius = pips.radius[np.stack([a, b, c, d])]
    # The sine of the angle between the diagonals: 1 for a square, 0.8 for a six of two to one.
    good = (short > 0.55 * long) & (area > 0.62 * long * short)
    good &= radius.max(axis=0) < 1.6 * radius.min(axis=0)
    good &= (short > _SHORT * radius.mean(axis=0)) & (long < _LONG * radius.mean(axis=0))
    index = np.flatnonzero(good)
    a, b, c, d = a[index], b[index], c[index], d[index]
    gap = np.hypot(*(place[a] + place[c] - place[b] - place[d]).T) / long[index]
    if len(index) > most:
        quality = pips.quality[np.stack([a, b, c, d])].min(axis=0) - gap
        best = np.argsort(-quality, kind="stable")[:most]
        a, b, c, d = a[best], b[best], c[best], d[best]
    middle = (place[a] + place[b] + place[c] + place[d]) / 4
    u = (place[b] - place[a] + place[c] - place[d]) / 4
    v = (place[d] - place[a] + place[c] - place[b]) / 4
    return Frames(middle, u, v, np.stack([a, b, c, d], axis=1))


def duos(pips: Pips, first: Ints, second: Ints, stretch: Floats, most: int = 900) -> Frames:
    """Return the frames of the squares whose diagonal is a pair of pips; `stretch` is the picture's own."""
    if not len(first):
        return _no_frames(2)
    if len(first) > most:
        best = np.argsort(-(pips.quality[first] * pips.quality[second]), kind="stable")[:most]
        first, second = first[best], second[best]
    place = np.stack([pips.x, pips.y], axis=1)
    half = (place[second] - place[first]) / 2
    # Small pips are measured coarsely, so their own lengthening is mixed with the whole picture's.
    trust = np.clip((pips.radius[first] - 1.5) / 3.0, 0.0, 0.7)[:, None]
    own = (pips.stretch[first] + pips.stretch[second]) / 2 * trust + stretch * (1 - trust)
    round_, back = _rounding(own)
    turned = np.einsum("nij,nj->ni", round_, half)
    across = np.einsum("nij,nj->ni", back, np.stack([-turned[:, 1], turned[:, 0]], axis=1))
    middle = (place[first] + place[second]) / 2
    return Frames(
        middle,
        ((half + across) / 2).astype(np.float32),
        ((half - across) / 2).astype(np.float32),
        np.stack([first, second], axis=1),
    )


def monos(pips: Pips, stretch: Floats, least: float = 0.5) -> Frames:
    """Return upright frames of single pips at least so good, with each of the steps a face could have."""
    good = np.flatnonzero(pips.quality >= least)
    own = pips.stretch[good] * 0.5 + stretch * 0.5
    _, back = _rounding(own)
    middle = np.stack([pips.x[good], pips.y[good]], axis=1)
    parts: list[Frames] = []
    for step in _LONE_STEPS:
        axes = back * (step * pips.radius[good])[:, None, None]
        u, v = axes[:, :, 0].astype(np.float32), axes[:, :, 1].astype(np.float32)
        parts.append(Frames(middle, u, v, good[:, None]))
    return Frames(
        *(np.concatenate([getattr(part, n) for part in parts]) for n in ("middle", "u", "v", "pips"))
    )


def _rounding(stretch: Floats) -> tuple[Floats, Floats]:
    """Return the N x 2 x 2 matrices that make a pip of this lengthening round, and their inverses."""
    c, s = stretch[:, 0], stretch[:, 1]
    size = np.minimum(np.hypot(c, s), 0.45)
    angle = np.arctan2(s, c) / 2
    along, across = 1.0 + size, 1.0 - size
    cos, sin = np.cos(angle), np.sin(angle)

    def matrix(p: Floats, q: Floats) -> Floats:
        return np.stack(
            [
                np.stack([p * cos * cos + q * sin * sin, (p - q) * cos * sin], axis=-1),
                np.stack([(p - q) * cos * sin, p * sin * sin + q * cos * cos], axis=-1),
            ],
            axis=-2,
        )

    return matrix(1 / along, 1 / across), matrix(along, across)


def _no_frames(pips: int) -> Frames:
    empty = np.zeros((0, 2), np.float32)
    return Frames(empty, empty, empty, np.zeros((0, pips), np.intp))
