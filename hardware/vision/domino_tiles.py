"""Tiles: the bars that have a whole tile round them, judged, and chosen so that no half belongs to two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_bars import Bars
from hardware.vision.domino_edges import Boundary, boundary
from hardware.vision.domino_lattices import ENOUGH_PIPS, fit
from hardware.vision.domino_patches import Patches, cut_out, unlike_halves
from hardware.vision.reading import Point
from hardware.vision.scale_space import Floats

#: What a lattice must promise before the slower judgement is worth while, and how many are judged.
_PROMISE, _MOST_JUDGED = 0.3, 40
#: The likeness to a drawn tile at which nothing, and everything, speaks for one; the same for the margin.
_LIKE, _MARGIN = (0.62, 0.82), (0.3, 0.65)
#: The grounds of one tile's halves differ less than this: levels, and share of the bar's step.
_ONE_GROUND = (22.0, 0.32)
#: Tiles of one set are of one size.
_SIZES = 0.2
_OVERLAP = 0.18


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile found: values low end first, outline in frame pixels from the low half's short side clockwise.

    `support` from 0 to 1; `width` is its width in pixels of the table laid flat; `dark` says that its pips
    are darker than it; `squash` how flat it lies in the picture; `body` its colour; `bar` the bar's
    length, likewise.
    """

    low: int
    high: int
    outline: tuple[Point, ...]
    support: float
    width: float
    dark: bool
    squash: float
    body: tuple[float, float, float]
    bar: float

    @property
    def telling(self) -> bool:
        """Whether it shows enough pips to be nothing but a tile."""
        return self.low + self.high >= ENOUGH_PIPS

    @property
    def middle(self) -> Point:
        """The middle of the outline."""
        xs, ys = zip(*self.outline, strict=True)
        return sum(xs) / 4, sum(ys) / 4


def tiles_round(levels: list[NDArray[Any]], bars: Bars, squash: Floats) -> list[Tile]:
    """Return what the bars have round them when the table is squashed as given at each, best first."""
    if not len(bars):
        return []
    patches = cut_out(levels, bars, squash)
    fits = fit(patches)
    margin = fits.margin.min(axis=1)
    likely = np.flatnonzero(margin > _PROMISE)
    likely = likely[np.argsort(-(margin * patches.contrast)[likely], kind="stable")][:_MOST_JUDGED]
    tiles = []
    for i in likely.tolist():
        apart = unlike_halves(patches, i, bool(bars.dark[i]))
        if apart > max(_ONE_GROUND[0], _ONE_GROUND[1] * float(patches.contrast[i])):
            # The long side of a tile is no bar, though it has the pips of a half on one of its sides.
            continue
        edge = boundary(patches, fits, i)
        support = _support(edge, float(margin[i]), int(fits.values[i].sum()))
        if support > 0:
            values = (int(fits.values[i, 0]), int(fits.values[i, 1]))
            tile = _tile(patches, edge, values, i, float(squash[i]))
            tiles.append(replace(tile, support=support, dark=bool(bars.dark[i])))
    return sorted(tiles, key=lambda tile: -tile.support)


def _support(edge: Boundary, margin: float, pips: int) -> float:
    like = _ramp(edge.match, *_LIKE)
    clear = _ramp(margin, *_MARGIN)
    clean = 1.0 - _ramp(edge.stray, 0.01, 0.1)
    # A blank tile has nothing but its bar and its edge to show, so all of the edge must be there.
    least = 6 if pips == 0 else 5 if pips <= 2 else 4
    bounded = _ramp(edge.found + 0.5 - least, -1.5, 0.5)
    even = 1.0 - _ramp(abs(edge.left - edge.right), 0.12, 0.3)
    return like * clear * clean * bounded * even


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _tile(patches: Patches, edge: Boundary, values: tuple[int, int], number: int, squash: float) -> Tile:
    below, above = values
    up = above <= below
    # Clockwise from the low half's short side: for the upper half that is its top left corner.
    corners = [
        (-edge.left, -edge.above),
        (edge.right, -edge.above),
        (edge.right, edge.below),
        (-edge.left, edge.below),
    ]
    if not up:
        corners = corners[2:] + corners[:2]
    outline = tuple(patches.in_frame(number, s, t) for s, t in corners)
    flat = patches.along[number] / np.array([1.0, squash])
    width = float(np.hypot(*flat)) * (edge.left + edge.right)
    low, high = sorted(values)
    colour = patches.body[number]
    body = (float(colour[0]), float(colour[1]), float(colour[2]))
    bar = float(np.hypot(*flat))
    return Tile(low, high, outline, 0.0, width, False, squash, body, bar)


def choose(tiles: list[Tile]) -> list[Tile]:
    """Return the tiles that can lie side by side, of one size and tone, best first."""
    sure = [tile for tile in tiles if tile.support > 0.5]
    if len(sure) >= 2:
        weights = [tile.support for tile in sure]
        width = _middle([tile.width for tile in sure], weights)
        dark = sum(w if tile.dark else -w for tile, w in zip(sure, weights, strict=True)) >= 0
        tiles = [
            tile
            for tile in tiles
            if abs(np.log(tile.width / width)) < _SIZES and (len(sure) < 3 or tile.dark == dark)
        ]
    tiles = _alike(tiles)
    chosen: list[Tile] = []
    for tile in tiles:
        if not any(overlap(tile, other) > _OVERLAP for other in chosen):
            chosen.append(tile)
    return chosen


def _alike(tiles: list[Tile]) -> list[Tile]:
    """Drop what is not of the colour of the tiles that show enough pips to be nothing else.

    A stroke on a plain ground is a blank tile but for its colour.
    """
    plain = [tile for tile in tiles if tile.support > 0.5 and tile.telling]
    if not plain:
        return tiles
    weights = [tile.support for tile in plain]
    colour = np.array([_middle([tile.body[k] for tile in plain], weights) for k in range(3)])
    most = 12.0 + 0.3 * float(colour.max())
    return [tile for tile in tiles if float(np.abs(np.array(tile.body) - colour).max()) <= most]


def _middle(values: list[float], weights: list[float]) -> float:
    order = np.argsort(values)
    heaped = np.cumsum(np.array(weights)[order])
    return float(np.array(values)[order][np.searchsorted(heaped, heaped[-1] / 2)])


def overlap(one: Tile, other: Tile) -> float:
    """Return the share of the smaller tile's outline that lies on the other."""
    a, b = (np.array(tile.outline, np.float32) for tile in (one, other))
    reach = np.abs(a - a.mean(axis=0)).max() + np.abs(b - b.mean(axis=0)).max()
    if float(np.abs(a.mean(axis=0) - b.mean(axis=0)).max()) > reach:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(a, b)
    return float(shared) / max(1e-6, min(float(cv2.contourArea(a)), float(cv2.contourArea(b))))
