"""What is left over: something of the tiles' colour and size that no piece explains makes a reading ask."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.scale_space import Floats

#: The picture is looked at no wider than this.
_WIDEST = 420
#: How near, in levels and as a share of the brightest channel, a tile's colour is met.
_NEAR, _SHARE = 14.0, 0.1
#: In widths of a tile: how far round a piece nothing is asked, how near a body touches it, and how thick a
#: body is at least.
_ROUND, _TOUCH, _THICK = 0.1, 0.3, 0.56
#: How large a body is, in squares of the width (a tile is two): one that lies alone, and one that touches.
_ALONE, _TOUCHING = (1.3, 2.8), (0.55, 9.0)
#: How large a step there is in levels where a body ends, and round how much of it.
_STEP, _ENDING = 12.0, 0.5
#: What share of the rectangle round it a body fills that lies alone.
_FILLED = 0.7
#: Where so many times as much has a tile's colour as a body, that is what the table looks like.
_ELSEWHERE = 5.0
#: A back shows no more than this many levels of local contrast.
_PLAIN = 15.0


def colour_of(view: NDArray[Any]) -> Floats:
    """Return the usual colour of the tile in a view (72 x 40 x 3), its ground being most of it."""
    inside = view[9:-9:2, 7:-7:2].reshape(-1, 3)
    return np.asarray(np.median(inside, axis=0), np.float32)


def is_plain(view: NDArray[Any]) -> bool:
    """Say whether a view (72 x 40 x 3) shows a back: nothing is drawn on it."""
    inside = np.ascontiguousarray(view[12:-12, 10:-10])
    soft = cv2.GaussianBlur(inside, (0, 0), 0.8)
    off = cv2.absdiff(soft, cv2.GaussianBlur(inside, (0, 0), 6.0)).max(axis=2)
    return float(np.percentile(off, 97)) < _PLAIN


def left_over(
    levels: list[NDArray[Any]], outlines: Floats, width: float, colours: Floats
) -> list[NDArray[np.float32]]:
    """Return the outlines (4 x 2, frame pixels) of what has a tile's colour and size, or touches a tile and
    has its colour, and has no piece on it.

    `levels` are the picture and its halves, `outlines` those of all pieces (N x 4 x 2), `width` that of a
    tile in frame pixels, `colours` (M x 3) those of the tiles.
    """
    step = next((n for n, one in enumerate(levels) if one.shape[1] <= _WIDEST), len(levels) - 1)
    small = levels[step]
    scale = 0.5**step
    while step and width * scale < 9:
        step -= 1
        small, scale = levels[step], 0.5**step
    wide = width * scale
    if wide < 5:
        return []
    like: NDArray[Any] = np.zeros(small.shape[:2], np.uint8)
    for colour in _distinct(colours):
        off = _NEAR + _SHARE * float(colour.max())
        low, high = np.clip(colour - off, 0, 255), np.clip(colour + off, 0, 255)
        like = cv2.bitwise_or(like, cv2.inRange(small, low.astype(np.float64), high.astype(np.float64)))
    near = np.zeros(small.shape[:2], np.uint8)
    for reach, picture, value in ((_TOUCH, near, 1), (_ROUND, like, 0)):
        for outline in outlines:
            middle = outline.mean(axis=0)
            away = outline - middle
            grown = middle + away * (1 + 1.4 * reach * width / np.maximum(np.hypot(*away.T), 1)[:, None])
            cv2.fillConvexPoly(picture, np.rint(grown * scale).astype(np.int32), value)
    # Pips and bars leave holes in a body; strips beside a tile are none.
    size = max(3, round(0.3 * wide) | 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    like = cv2.morphologyEx(like, cv2.MORPH_CLOSE, disc)
    depth = cv2.distanceTransform(like, cv2.DIST_L2, 3)
    steps = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)).max(axis=2) > _STEP
    count, labels, stats, _ = cv2.connectedComponentsWithStats(like, connectivity=4)
    found, taken = [], []
    for n in range(1, count):
        area = stats[n, cv2.CC_STAT_AREA] / wide**2
        if not _TOUCHING[0] < area < _TOUCHING[1]:
            continue
        left, top, across, down = stats[n, :4].tolist()
        if across >= like.shape[1] or down >= like.shape[0]:
            # From one border of the picture to the other: the table has the tile's colour.
            continue
        here = (slice(top, top + down), slice(left, left + across))
        mine = labels[here] == n
        touching = near[here][mine].any()
        if not _ALONE[0] < area < _ALONE[1] and not touching:
            continue
        if 2 * float(depth[here][mine].max()) < _THICK * wide:
            continue
        inner = cv2.erode(np.pad(mine, 1).view(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1]
        if float(steps[here][mine & (inner == 0)].mean()) < _ENDING:
            # It does not end, it fades away: a table that light makes a little darker there.
            continue
        places = cv2.findNonZero(mine.view(np.uint8)).reshape(-1, 2) + np.array([left, top])
        around = cv2.minAreaRect(places.astype(np.float32))
        if not touching and mine.sum() < _FILLED * around[1][0] * around[1][1]:
            continue
        box = np.asarray(cv2.boxPoints(around), np.float32)
        found.append((box + 0.5) / scale - 0.5)
        taken.append(int(mine.sum()))
    rest = cv2.countNonZero(like) - sum(taken)
    return [box for box, size in zip(found, taken, strict=True) if rest < _ELSEWHERE * size]


def _distinct(colours: Floats) -> list[Floats]:
    """Return the colours without those that are nearly another one, at most four."""
    kept: list[Floats] = []
    for colour in colours:
        if all(float(np.abs(colour - other).max()) > _NEAR for other in kept):
            kept.append(colour)
    return kept[:4]
