"""Slant: how flat the table lies in a picture that was taken from the side, found by what makes most tiles.

A table seen obliquely is squashed from top to bottom, the more so the farther away.  Near any one tile that
is one number; over the picture it is taken to change evenly from the top to the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_bars import Bars
from hardware.vision.domino_tiles import Tile, choose, tiles_round
from hardware.vision.scale_space import Floats

_TRIED = (0.8, 0.66, 0.54, 0.44)
_LEAST, _MOST = 0.3, 1.0
#: A strong bar has this share of the usual contrast of the ten strongest.
_STRONG = 0.5
_COUNTS = 0.2


@dataclass(frozen=True, slots=True)
class Squash:
    """How high a square of the table is in the picture for its width, at a height of the frame."""

    top: float
    slope: float

    def at(self, y: Floats) -> Floats:
        """Return the squash at heights y of the frame."""
        return np.clip(self.top + self.slope * y, _LEAST, _MOST).astype(np.float32)


def unexplained(bars: Bars, tiles: list[Tile]) -> int:
    """Return how many strong bars lie on none of the tiles."""
    if not len(bars):
        return 0
    strong = bars.worth > _STRONG * np.sort(bars.worth)[-10:].mean()
    for tile in tiles:
        corners = np.array(tile.outline)
        x, y = corners.mean(axis=0)
        reach = np.hypot(*(corners - (x, y)).T).max()
        strong &= np.hypot(bars.x - x, bars.y - y) > reach
    return int(strong.sum())


def oblique(levels: list[NDArray[Any]], bars: Bars, straight: list[Tile]) -> tuple[Squash, list[Tile]] | None:
    """Return the slant at which more is seen than from above, and the tiles seen so; None for none."""
    seen = {1.0: straight}
    for squash in _TRIED:
        seen[squash] = tiles_round(levels, bars, np.full(len(bars), squash, np.float32))
    worth = {squash: sum(tile.support for tile in choose(tiles)) for squash, tiles in seen.items()}
    best = max(worth, key=lambda squash: worth[squash])
    if best == 1.0:
        return None
    together = sorted((tile for tiles in seen.values() for tile in tiles), key=lambda tile: -tile.support)
    model = _evenly([tile for tile in choose(together) if tile.support > _COUNTS], best)
    tiles = tiles_round(levels, bars, model.at(bars.y))
    if sum(tile.support for tile in choose(tiles)) < worth[best]:
        return Squash(best, 0.0), seen[best]
    return model, tiles


def _evenly(tiles: list[Tile], usual: float) -> Squash:
    """Return the even change of squash that fits tiles best; `usual` where they say too little."""
    tiles = [tile for tile in tiles if tile.squash < 1.0]
    if len(tiles) < 3:
        return Squash(usual, 0.0)
    y = np.array([tile.middle[1] for tile in tiles])
    squash = np.array([tile.squash for tile in tiles])
    weight = np.array([tile.support for tile in tiles])
    slope, top = 0.0, usual
    for _ in range(4):
        middle = float((weight * y).sum() / weight.sum())
        mean = float((weight * squash).sum() / weight.sum())
        spread = float((weight * (y - middle) ** 2).sum())
        slope = float((weight * (y - middle) * (squash - mean)).sum()) / (spread + 400.0 * weight.sum())
        top = mean - slope * middle
        off = (squash - top - slope * y) / 0.06
        weight = np.array([tile.support for tile in tiles]) / (1 + off**2)
    return Squash(top, slope)
