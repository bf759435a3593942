"""Patches: each bar's surroundings laid flat and upright, so that every tile looks the same but for its pips.

A patch has the bar in its middle, running across; the tile's two halves lie above and below it.  Its unit is
the length of the bar, so size and turn are gone; a tilt of the table is taken out with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_bars import Bars
from hardware.vision.scale_space import Floats

#: Pixels a bar's length; the patch is `WIDE` across and `HIGH` along the tile, round the bar's middle.
UNIT = 20
WIDE, HIGH = 2 * UNIT + 1, 4 * UNIT - 1
MIDDLE_X, MIDDLE_Y = WIDE // 2, HIGH // 2
_BAR_REACH = slice(MIDDLE_X - 7, MIDDLE_X + 8)
_NARROW, _BROAD = 1.3, 3.0
#: What a disc of the usual pip's size and full ink answers.
_DISC = 0.5


@dataclass(frozen=True, slots=True)
class Patches:
    """N flattened patches, and the way back into the frame.

    `picture` is N x HIGH x WIDE x 3 (uint8), `body` the tile's colour (N x 3), `ink` how far each pixel goes
    from it towards the bar (N x HIGH x WIDE; 1 is as far as the bar), `hits` how much of a pip is at each
    pixel and `spots` the most of it within a pixel, `contrast` the bar's step in levels (N).  `along` and
    `across` (N x 2) are, in frame pixels, one bar's length along the bar and across it; `middle` (N x 2) is
    the bar's middle.
    """

    picture: NDArray[Any]
    body: Floats
    ink: Floats
    hits: Floats
    spots: Floats
    contrast: Floats
    along: Floats
    across: Floats
    middle: Floats

    def take(self, index: NDArray[Any]) -> Patches:
        """Return the patches of these numbers, in this order."""
        return Patches(
            self.picture[index],
            self.body[index],
            self.ink[index],
            self.hits[index],
            self.spots[index],
            self.contrast[index],
            self.along[index],
            self.across[index],
            self.middle[index],
        )

    def in_frame(self, number: int, s: float, t: float) -> tuple[float, float]:
        """Return the frame's pixel of a place in bar lengths along and across the bar of one patch."""
        x, y = self.middle[number] + s * self.along[number] + t * self.across[number]
        return float(x), float(y)


def pyramid(picture: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the picture and its halves, down to 40 pixels."""
    levels = [picture]
    while min(levels[-1].shape[:2]) >= 80:
        last = levels[-1]
        half = (last.shape[1] // 2, last.shape[0] // 2)
        levels.append(cv2.resize(last, half, interpolation=cv2.INTER_AREA))
    return levels


def cut_out(levels: list[NDArray[Any]], bars: Bars, squash: Floats) -> Patches:
    """Return the patches of bars; `squash` (N) is how much the table is squashed from top to bottom there."""
    count = len(bars)
    along = np.stack([bars.ux, bars.uy], axis=1) * bars.length[:, None]
    across = np.stack([-along[:, 1] / squash, along[:, 0] * squash], axis=1)
    middle = np.stack([bars.x, bars.y], axis=1)
    unit = np.sqrt(np.abs(along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0]))
    level = np.clip(np.floor(np.log2(np.maximum(unit / UNIT, 1e-3) * 1.2)), 0, len(levels) - 1).astype(int)
    picture = np.empty((count, HIGH, WIDE, 3), np.uint8)
    shift = np.array([MIDDLE_X, MIDDLE_Y], np.float64)
    for i in range(count):
        scale = 0.5 ** int(level[i])
        turn = np.stack([along[i], across[i]], axis=1) * (scale / UNIT)
        back = np.empty((2, 3))
        back[:, :2] = turn
        back[:, 2] = (middle[i] + 0.5) * scale - 0.5 - turn @ shift
        cv2.warpAffine(
            levels[level[i]],
            back,
            (WIDE, HIGH),
            dst=picture[i],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    body = _body(picture)
    contrast, ink = _ink(picture, body, bars.dark)
    hits, spots = _spots(ink)
    return Patches(picture, body, ink, hits, spots, contrast, along, across, middle)


def unlike_halves(patches: Patches, number: int, dark: bool) -> float:
    """Return by how many levels the grounds below and above the bar differ, where they differ most.

    `dark` says that the pips are darker than the ground.
    """
    near = UNIT // 2
    picture = patches.picture[number][:, MIDDLE_X - near : MIDDLE_X + near + 1]
    above, below = picture[MIDDLE_Y - 16 : MIDDLE_Y - 3], picture[MIDDLE_Y + 4 : MIDDLE_Y + 17]
    # Six pips cover much of a half, so its ground is looked for on the side away from them.
    share = 70 if dark else 30
    one, other = (np.percentile(half.reshape(-1, 3), share, axis=0) for half in (above, below))
    return float(np.abs(one - other).max())


def _ink(picture: NDArray[Any], body: Floats, dark: NDArray[Any]) -> tuple[Floats, Floats]:
    """Return each bar's step in levels, and how far each pixel goes from its tile's colour to the bar's."""
    count = len(picture)
    step = np.empty((count, HIGH, WIDE), np.uint8)
    contrast = np.empty(count, np.float32)
    for i in range(count):
        colour: Any = (*np.rint(body[i]).tolist(), 0.0)
        off = cv2.subtract(colour, picture[i]) if dark[i] else cv2.subtract(picture[i], colour)
        most = cv2.max(cv2.max(off[:, :, 0], off[:, :, 1]), off[:, :, 2])
        step[i] = most
        contrast[i] = np.median(most[MIDDLE_Y - 1 : MIDDLE_Y + 2, _BAR_REACH].max(axis=0))
    contrast = np.maximum(contrast, 4.0)
    return contrast, np.minimum(step / contrast[:, None, None], np.float32(1.3))


def _body(picture: NDArray[Any]) -> Floats:
    """Return the colour of each tile: the usual one beside the bar."""
    near = UNIT // 2
    sides = np.r_[MIDDLE_Y - 16 : MIDDLE_Y - 3 : 2, MIDDLE_Y + 4 : MIDDLE_Y + 17 : 2]
    beside = picture[:, sides, MIDDLE_X - near : MIDDLE_X + near + 1 : 2].reshape(len(picture), -1, 3)
    return np.asarray(np.median(beside, axis=1), np.float32)


def _spots(ink: Floats) -> tuple[Floats, Floats]:
    """Return how much of a pip, 1 for a full one, is at each place, and the most within a pixel of it."""
    # Without its bar, whose ends would be taken for pips.
    barless = ink.copy()
    barless[:, MIDDLE_Y - 2 : MIDDLE_Y + 3, :] = 0
    stacked = barless.reshape(-1, WIDE)
    if not len(stacked):
        return ink, ink
    hits = (cv2.GaussianBlur(stacked, (0, 0), _NARROW) - cv2.GaussianBlur(stacked, (0, 0), _BROAD)) / _DISC
    spots = cv2.dilate(hits, np.ones((3, 3), np.uint8))
    return np.asarray(hits.reshape(ink.shape), np.float32), np.asarray(spots.reshape(ink.shape), np.float32)
