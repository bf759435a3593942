"""Tiles found without nets: by their bars, at several sizes of the picture, and several slants if need be."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_bars import find_bars
from hardware.vision.domino_patches import pyramid
from hardware.vision.domino_slant import Squash, oblique, unexplained
from hardware.vision.domino_tiles import Tile, choose, tiles_round

#: The longer side of the picture in which bars are looked for, and the number of sizes it is halved to.
_LONGEST, _SIZES = 640, 3
_LEAST_SIDE = 24
_MOST_BARS, _FIRST_BARS = 400, 48
#: A tile with less support than the first is none; one with less than the second is not sure.
_WEAK, SURE = 0.12, 0.6
#: How far, as a logarithm, the bars of one set may differ in length.
_LIKE_BARS = 0.35


def search(picture: NDArray[Any]) -> list[Tile]:
    """Return the tiles in a BGR uint8 picture, best first."""
    bars = find_bars(_levels(picture), _MOST_BARS)
    levels = pyramid(picture)
    first = bars.take(np.arange(min(len(bars), _FIRST_BARS)))
    rest = bars.take(np.arange(len(first), len(bars)))
    squash = Squash(1.0, 0.0)
    candidates = tiles_round(levels, first, squash.at(first.y))
    sure = _sure(candidates)
    if unexplained(first, sure) > max(2, len(sure)):
        slanted = oblique(levels, first, candidates)
        if slanted is not None:
            squash, candidates = slanted
            sure = _sure(candidates)
    if sure:
        # Tiles of one set have bars of one length, as far as the table lies evenly in the picture.
        usual = float(np.median([tile.width for tile in sure]))
        flat = np.hypot(rest.ux, rest.uy / squash.at(rest.y)) * rest.length
        ratio = float(np.median([tile.bar / tile.width for tile in sure]))
        rest = rest.take(np.flatnonzero(np.abs(np.log(flat / (usual * ratio))) < _LIKE_BARS))
    candidates = candidates + tiles_round(levels, rest, squash.at(rest.y))
    candidates.sort(key=lambda tile: -tile.support)
    return [tile for tile in choose(candidates) if tile.support > _WEAK]


def _sure(candidates: list[Tile]) -> list[Tile]:
    return [tile for tile in choose(candidates) if tile.support > SURE]


def _levels(picture: NDArray[Any]) -> list[tuple[NDArray[Any], float]]:
    """Return the grey picture at a few sizes, each with its pixels a frame pixel."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    scale = min(2.0, _LONGEST / max(grey.shape))
    levels = []
    for _ in range(_SIZES):
        size = (round(grey.shape[1] * scale), round(grey.shape[0] * scale))
        if min(size) < _LEAST_SIDE:
            break
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        levels.append((np.asarray(cv2.resize(grey, size, interpolation=way)), scale))
        scale /= 2
    return levels
