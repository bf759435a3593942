"""Cards of which only a part shows: completed from one whole side and the beginnings of those beside it."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

#: A card's short side by its long one.
_USUAL = 0.70
_MOST_POINTS = 28
#: How far from a right angle a corner may look, as a cosine.
_ASLANT = 0.4
#: How much of a neighbouring side has to show, as a share of what it should be, and how much it may be too
#: long.
_LEAST_SHOWN, _MOST_SHOWN = 0.16, 1.15
#: By how many levels paper is lighter than what lies beside it, and how dark a spot of it may be.
_LIGHTER, _EVEN = 6.0, 0.75


def completed(contour: Floats, least: float) -> list[Floats]:
    """Return the corners (each 4 x 2) of cards that may lie where a contour has a whole side of one.

    Each side between two corners may be a short or a long one.  `least` is the least width of a card.
    """
    around = cv2.arcLength(contour, True)
    points = cv2.approxPolyDP(contour, min(0.012 * around, 0.09 * least + 2.0), True)[:, 0].astype(np.float64)
    count = len(points)
    if not 4 <= count <= _MOST_POINTS:
        return []
    if cv2.contourArea(points.astype(np.float32), True) < 0:
        points = points[::-1]
    ways = np.roll(points, -1, axis=0) - points
    length = np.maximum(np.hypot(*ways.T), 1e-9)
    ways /= length[:, None]
    # Turning the same way round at both ends of a side, each by about a right angle.
    turn = np.roll(ways, 1, axis=0)
    square = np.abs((turn * ways).sum(axis=1)) < _ASLANT
    square &= turn[:, 0] * ways[:, 1] > turn[:, 1] * ways[:, 0]
    found = []
    for number in range(count):
        after = (number + 1) % count
        if not (square[number] and square[after]) or length[number] < least:
            continue
        back, forth = -ways[number - 1], ways[after]
        if abs(back @ forth) < 0.8:
            continue
        shown = (length[number - 1], length[after])
        for deep in (length[number] / _USUAL, length[number] * _USUAL):
            if min(deep, length[number]) < least or not _fits(shown, deep):
                continue
            start, end = points[number], points[after]
            found.append(np.array([start, end, end + forth * deep, start + back * deep]))
    return found


def _fits(shown: tuple[float, float], deep: float) -> bool:
    """Say whether the sides beside one show enough of a card so deep, and no more."""
    shares = [side / deep for side in shown]
    return max(shares) < _MOST_SHOWN and min(shares) > _LEAST_SHOWN * 0.5 and max(shares) > _LEAST_SHOWN


def paper_share(light: Floats, corners: Floats) -> float:
    """Return how much of a strip along the first side, just inside of it, is evenly light; 0 where it is no
    lighter than what lies outside."""
    start, end = corners[0], corners[1]
    deep = (corners[3] - corners[0]) / max(math.dist(corners[3], corners[0]), 1e-9)
    step = 0.025 * math.dist(start, end) + 1.5
    inside, outside = (_strip(light, start + deep * by, end + deep * by) for by in (step, -step))
    paper = float(np.median(inside))
    if paper < float(np.median(outside)) + _LIGHTER:
        return 0.0
    return float((inside > _EVEN * paper).mean())


def _strip(light: Floats, start: Floats, end: Floats) -> Floats:
    places = start + np.linspace(0.08, 0.92, 24)[:, None] * (end - start)
    rows = np.clip(np.rint(places[:, 1]).astype(int), 0, light.shape[0] - 1)
    columns = np.clip(np.rint(places[:, 0]).astype(int), 0, light.shape[1] - 1)
    return np.asarray(light[rows, columns], np.float32)
