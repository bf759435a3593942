"""Leaning: does a die's upper face look another way than the table that it lies on?

All dice that lie flat look one way in the room.  Where in the camera's picture a die is says along which line
it is seen, but for how widely the lens sees: the *slope*, how much farther aside one looks at the end of a
line as long as the picture's longer side than at its beginning in the middle.  So for every slope each die
has a way in the room in which its face looks, and the slope and the way that most dice agree on are the
lens's and the table's.  A die far off that way leans on something, however well its pips can be read.

More may be known of the table: a mat on it says how it lies but for the slope, and dice that lay on it before
are as good as those that lie there now, until the camera is moved.

Vectors are to the right, downwards and away from the camera; angles are radians.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.lens_bend import STRAIGHT, Bend

Vectors = NDArray[np.float64]

#: Slopes that are tried: from part of a telephone's picture to the widest lenses.
SLOPES = np.linspace(0.4, 1.5, 12)
#: A die that is further off than this counts no more against a way than one that is just so far.
_FAR = 0.16
#: How much it counts against a way, a radian, that the table is seen aslant in the middle of the picture.
_ASLANT = 0.05
#: A die of which the net says that its answer may be off by more than this (radians) counts less for how the
#: table lies, by the square of how much more: in a blurred picture all look as if seen straight from above.
_SURE_OF = 0.05
#: What a mat says counts as much as so many dice.
_MAT = 4.0
#: Dice are at one where each is off by less than this; it takes so many to say that the camera was moved,
#: or what counts for half a one less.
_AT_ONE, _ENOUGH = 0.15, 3

_STRAIGHT_ABOVE = np.array([0.0, 0.0, -1.0])


@dataclass(frozen=True, slots=True)
class Whole:
    """The camera's whole picture, of which another one is a part: where the part's left upper corner lies in
    it (pixels), its size (width, height), and how the lens bends it."""

    left: int
    top: int
    size: tuple[int, int]
    bend: Bend = STRAIGHT

    def places(self, middles: NDArray[Any]) -> NDArray[np.float64]:
        """Return where pixels of the part (N x 2) lie from the whole picture's middle, in its longer sides,
        had the lens bent nothing."""
        corner = np.array([self.left, self.top], np.float64)
        there = self.bend.straight(np.asarray(middles, np.float64).reshape(-1, 2) + corner)
        return np.asarray((there - (np.array(self.size) - 1) / 2) / max(self.size), np.float64)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one camera: their places (N x 2, see `Whole`), which way they look (N x 2; `level_of`), and how
    much each counts (N, from 0 to 1)."""

    places: NDArray[np.float64]
    up: NDArray[np.float64]
    counts: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.places)

    def beside(self, others: Dice) -> Dice:
        """Return these dice and the others behind them."""
        return Dice(
            np.concatenate([self.places, others.places]),
            np.concatenate([self.up, others.up]),
            np.concatenate([self.counts, others.counts]),
        )

    def some(self, which: slice | NDArray[np.bool_]) -> Dice:
        """Return some of these dice."""
        return Dice(self.places[which], self.up[which], self.counts[which])


NO_DICE = Dice(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))


@dataclass(frozen=True, slots=True)
class Table:
    """What is known of a table before its dice are looked at: the whole picture, the dice that lay on it
    before, its `horizon`: the line (a, b, c; a x + b y + c = 0 in places, see `Whole`) on which all that
    is level with it would end, and how long `edges` of dice are there (least, most; pixels)."""

    whole: Whole
    before: Dice = NO_DICE
    horizon: Vectors | None = None
    edges: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """How dice lie: how far each is off the way that most agree on (N), how far aside a flat one would look
    from its place (N), and how many dice or what is as good are known.

    `dice` are these as they can be remembered; `moved` says that they are at one, and not with those before.
    """

    off: NDArray[np.float64]
    aside: NDArray[np.float64]
    known: float
    dice: Dice = NO_DICE
    moved: bool = False


def level_of(
    middles: NDArray[Any], up: NDArray[Any], table: Table, unclear: NDArray[Any] | None = None
) -> Level:
    """Return how faces lie, going by what most of them agree on and by what is known of the table.

    `middles` (N x 2) are pixels of the part of the picture, `up` (N x 2) which way the faces look and
    `unclear` (N) how far off that may be, as in `LeanNet.up`; nothing is unclear unless it is said.  One die
    alone of a table that nothing is known of is taken for flat; it is `off` as far as it is not seen from
    above.
    """
    long = np.hypot(up[:, 0], up[:, 1])
    counts = np.ones(len(up)) if unclear is None else (_SURE_OF / np.maximum(unclear, _SURE_OF)) ** 2
    dice = Dice(
        table.whole.places(middles), np.asarray(up / np.maximum(long, 1.0)[:, None], np.float64), counts
    )
    if not len(dice):
        return Level(np.zeros(0), np.zeros(0), 0.0)
    if not len(table.before):
        return _level(dice, len(dice), table.horizon)
    together = _level(dice.beside(table.before), len(dice), table.horizon)
    if counts.sum() >= _ENOUGH - 0.5 and together.off.max() > _AT_ONE:
        alone = _level(dice, len(dice), table.horizon)
        if alone.off.max() < _AT_ONE:
            return Level(alone.off, alone.aside, alone.known, dice, moved=True)
    return together


def _level(dice: Dice, count: int, horizon: Vectors | None) -> Level:
    """Return how the first so many dice lie."""
    rays = _rays(dice.places)
    ways = normals_of(rays, np.broadcast_to(dice.up, (*rays.shape[:2], 2)))
    weights, known = dice.counts, float(len(dice))
    if horizon is not None:
        weights, known = np.append(weights, _MAT), known + _MAT
        ways = np.concatenate([ways, _level_with(horizon)[:, None]], axis=1)
    elif len(dice) == 1:
        aside = between(ways[:, 0], _STRAIGHT_ABOVE)
        least = aside.min(keepdims=True)
        return Level(least, least, 1.0, dice)
    off = between(ways[:, :, None], ways[:, None, :])
    cost = np.minimum(off, _FAR) @ weights / weights.sum() + _ASLANT * between(ways, _STRAIGHT_ABOVE)
    slope, best = np.unravel_index(int(cost.argmin()), cost.shape)
    way = ways[slope, best]
    for _ in range(3):
        near = weights * (between(ways[slope], way) < _FAR)
        mean = near @ ways[slope]
        way = mean / np.linalg.norm(mean)
    off, aside = between(ways[slope], way), between(rays[slope], -way)
    return Level(off[:count], aside[:count], known, dice.some(slice(count)))


def _rays(places: NDArray[np.float64]) -> Vectors:
    """Return the directions (slopes x N x 3, of length 1) in which places are seen."""
    rays = np.ones((len(SLOPES), len(places), 3))
    rays[..., :2] = SLOPES[:, None, None] * places
    return np.asarray(rays / np.linalg.norm(rays, axis=2, keepdims=True))


def _level_with(horizon: Vectors) -> Vectors:
    """Return which way a table looks (slopes x 3) whose horizon is known."""
    a, b, c = horizon if horizon[2] < 0 else -horizon
    ways = np.stack([a / SLOPES, b / SLOPES, np.full(len(SLOPES), c)], axis=1)
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True))


def between(ones: NDArray[Any], others: NDArray[Any]) -> NDArray[np.float64]:
    """Return the angles between vectors of length 1 (... x 3)."""
    apart = np.linalg.norm(np.asarray(ones) - others, axis=-1)
    return np.asarray(2 * np.arcsin(np.minimum(apart / 2, 1.0)))


def seen_from(rays: NDArray[Any], normals: NDArray[Any]) -> NDArray[np.float64]:
    """Return which way faces look (... x 2, as in `LeanNet.up`) whose places and normals are known.

    `rays` and `normals` (... x 3, of length 1) are the directions in which the faces are seen, and those in
    which they look.
    """
    along = (rays * normals).sum(axis=-1, keepdims=True)
    share = (along + normals[..., 2:]) / (1.0 + rays[..., 2:])
    return np.asarray(normals[..., :2] - rays[..., :2] * share, np.float64)


def normals_of(rays: NDArray[Any], up: NDArray[Any]) -> Vectors:
    """Return in which directions faces look (... x 3) that are seen along `rays` and look `up` from there."""
    near = -np.sqrt(np.maximum(1.0 - (up * up).sum(axis=-1, keepdims=True), 0.0))
    along = (rays[..., :2] * up).sum(axis=-1, keepdims=True)
    share = near - along / (1.0 + rays[..., 2:])
    return np.concatenate([up + rays[..., :2] * share, rays[..., 2:] * near - along], axis=-1)
