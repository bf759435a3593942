"""Edges: where a tile ends on its four sides, and how well everything on it is explained by bar and pips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from hardware.vision.domino_lattices import PATTERNS, Fits
from hardware.vision.domino_patches import HIGH, MIDDLE_X, MIDDLE_Y, UNIT, WIDE, Patches
from hardware.vision.scale_space import Floats

#: How far from the tile's colour, as a share of the bar's contrast, what lies beside the tile must be.
_OTHER = 0.22
_LEAST_HALF_WIDTH, _MOST_HALF_WIDTH = 0.5, 0.98
_RADII = (0.105, 0.14, 0.175)
_BAR_HALF = 0.055
#: A half is about as long as the tile is wide.
_SQUARE = (0.86, 1.22)


@dataclass(frozen=True, slots=True)
class Boundary:
    """One tile's outline in bar lengths, and what speaks for it.

    `left` and `right` are the sides' distances from the bar's middle, `below` and `above` the ends';
    `found` is how many of the six stretches of edge (two ends, two sides of each half) are seen;
    `match` from -1 to 1 is how like the drawn tile the seen one is; `stray` the share of ink not explained.
    """

    left: float
    right: float
    below: float
    above: float
    found: int
    match: float
    stray: float


def strangeness(patches: Patches, number: int) -> Floats:
    """Return how far each pixel is from its tile's colour, 1 for as far as the bar: HIGH x WIDE."""
    colour: Any = (*np.rint(patches.body[number]).tolist(), 0.0)
    off = cv2.absdiff(patches.picture[number], colour)
    most = cv2.max(cv2.max(off[:, :, 0], off[:, :, 1]), off[:, :, 2])
    return np.asarray(np.minimum(most / patches.contrast[number], np.float32(1.5)), np.float32)


def boundary(patches: Patches, fits: Fits, number: int) -> Boundary:
    """Return the outline of one patch's tile as its lattice lets expect it."""
    across, along, away = fits.geometry[number].tolist()
    off = strangeness(patches, number)
    start = max(_LEAST_HALF_WIDTH, across + 0.17)
    sides: list[float | None] = []
    for up in (1, -1):
        near, far = away - along, away + along
        rows = sorted((MIDDLE_Y + round(up * near * UNIT), MIDDLE_Y + round(up * far * UNIT)))
        # Up to three pips lie one after the other along a side, so what is not pip must decide.
        strip = _quiet(off[max(rows[0], 0) : rows[1] + 1], 0)
        for side in (1, -1):
            sides.append(_first(strip, MIDDLE_X, side, start, _MOST_HALF_WIDTH))
    right, left = _agreed(sides[0], sides[2]), _agreed(sides[1], sides[3])
    known = [each for each in (right, left) if each is not None]
    half_width = sum(known) / len(known) if known else across / 0.56
    width = 2 * half_width
    columns = slice(MIDDLE_X - round(across * UNIT), MIDDLE_X + round(across * UNIT) + 1)
    strip = _quiet(off[:, columns], 1)
    least = max(_SQUARE[0] * width, away + along + 0.15)
    ends = [_first(strip, MIDDLE_Y, up, least, min(_SQUARE[1] * width, 1.93)) for up in (1, -1)]
    found = sum(each is not None for each in (*sides, *ends))
    known = [each for each in ends if each is not None]
    usual = sum(known) / len(known) if known else width
    below, above = (usual if each is None else each for each in ends)
    right, left = (half_width if each is None else each for each in (right, left))
    match, stray = _explained(patches.ink[number], fits, number, min(left, right), min(below, above))
    return Boundary(left, right, below, above, found, match, stray)


def _quiet(off: Floats, axis: int) -> Floats:
    """Return what a good third of each line stays below."""
    order = np.sort(off, axis=axis)
    return np.asarray(np.take(order, order.shape[axis] * 35 // 100, axis=axis))


def _first(strip: Floats, middle: int, side: int, start: float, stop: float) -> float | None:
    """Return where, outward from the middle, the strip is first no longer the tile's; None for nowhere."""
    begin, end = round(start * UNIT), round(stop * UNIT)
    for step in range(begin, end + 1):
        place = middle + side * step
        if not 0 <= place < len(strip):
            return None
        if strip[place] > _OTHER:
            return (step - 0.5) / UNIT
    return None


def _agreed(one: float | None, other: float | None) -> float | None:
    """Return the middle of two finds of one side, the nearer where they differ much."""
    if one is None or other is None:
        return one if other is None else other
    return (one + other) / 2 if abs(one - other) < 0.12 else min(one, other)


def _explained(
    ink: Floats, fits: Fits, number: int, half_width: float, half_length: float
) -> tuple[float, float]:
    """Return how like the drawn tile the seen one is, and the share of ink beside what is drawn."""
    across, along, away = (fits.geometry[number] * UNIT).tolist()
    x0, x1 = _span(MIDDLE_X, half_width - 0.06, WIDE)
    y0, y1 = _span(MIDDLE_Y, half_length - 0.06, HIGH)
    seen = np.minimum(ink[y0:y1, x0:x1], 1.0)
    best, stray = -1.0, 1.0
    spots = []
    for half, up in ((0, 1), (1, -1)):
        for k in np.flatnonzero(PATTERNS[fits.patterns[number, half]]).tolist():
            spots.append((MIDDLE_X + across * (k % 3 - 1), MIDDLE_Y + up * (away + along * (k // 3 - 1))))
    for radius in _RADII:
        drawn = np.zeros((HIGH, WIDE), np.uint8)
        for x, y in spots:
            centre = (round(x * 16), round(y * 16))
            cv2.circle(drawn, centre, round(radius * UNIT * 16), (255,), -1, cv2.LINE_AA, 4)
        reach, thick = 0.48 * UNIT, _BAR_HALF * UNIT
        first = (round(16 * (MIDDLE_X - reach)), round(16 * (MIDDLE_Y - thick)))
        last = (round(16 * (MIDDLE_X + reach)), round(16 * (MIDDLE_Y + thick)))
        cv2.rectangle(drawn, first, last, (255,), -1, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(drawn, (0, 0), 0.8)[y0:y1, x0:x1].astype(np.float32) / 255
        a, b = soft - soft.mean(), seen - seen.mean()
        match = float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))
        if match > best:
            wide = cv2.dilate(drawn, np.ones((5, 5), np.uint8))[y0:y1, x0:x1] == 0
            best, stray = match, float((seen[wide] > 0.4).mean()) if wide.any() else 1.0
    return best, stray


def _span(middle: int, reach: float, size: int) -> tuple[int, int]:
    return max(0, middle - round(reach * UNIT)), min(size, middle + round(reach * UNIT) + 1)
