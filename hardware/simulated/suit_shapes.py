"""The four suits as polygons, slimmer or broader from deck to deck."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.camera import Image

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class SuitShape:
    """How a deck draws its suits: how broad by their height, how deep hearts are cleft, how wide feet are."""

    broad: float
    cleft: float
    foot: float
    hollow: float


def suit_shape(generator: np.random.Generator) -> SuitShape:
    """Return some deck's shape."""
    return SuitShape(
        float(generator.uniform(0.85, 1.05)),
        float(generator.uniform(4.4, 5.4)),
        float(generator.uniform(0.28, 0.45)),
        float(generator.uniform(0.0, 0.18)),
    )


def draw_suit_shape(
    picture: Image,
    shape: SuitShape,
    suit: str,
    middle: tuple[float, float],
    high: float,
    ink: tuple[float, float, float],
    *,
    inverted: bool = False,
) -> None:
    """Draw a sign (C, D, H or S) so many pixels high around a place of a BGR picture."""
    way = -1 if inverted else 1
    for points in _areas(shape, suit):
        placed = [
            (middle[0] + way * x * high / 2 * shape.broad, middle[1] + way * y * high / 2) for x, y in points
        ]
        cv2.fillPoly(picture, [np.rint(np.array(placed) * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _areas(shape: SuitShape, suit: str) -> list[Points]:
    foot = shape.foot
    stem: Points = [(-0.07, 0.0), (0.07, 0.0), (0.1, 0.6), (foot, 1.0), (-foot, 1.0), (-0.1, 0.6)]
    if suit == "H":
        return [_heart(shape.cleft)]
    if suit == "S":
        return [[(0.95 * x, -0.85 * y - 0.12) for x, y in _heart(shape.cleft)], stem]
    if suit == "C":
        leaves = [_disc(x, y, 0.43) for x, y in ((0.0, -0.55), (-0.5, 0.18), (0.5, 0.18))]
        return [*leaves, [(-0.25, -0.2), (0.25, -0.2), (0.3, 0.3), (-0.3, 0.3)], stem]
    corners: Points = [(0.0, -1.0), (0.8, 0.0), (0.0, 1.0), (-0.8, 0.0)]
    points: Points = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(8):
            share = step / 8
            pull = 1 - shape.hollow * share * (1 - share) * 2
            points.append(((x1 + (x2 - x1) * share) * pull, (y1 + (y2 - y1) * share) * pull))
    return [points]


def _heart(cleft: float) -> Points:
    points: Points = []
    for step in range(60):
        t = 2 * math.pi * step / 60
        down = -(13 * math.cos(t) - cleft * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 16.4
        points.append((math.sin(t) ** 3, down - 0.08))
    return points


def _disc(x: float, y: float, radius: float) -> Points:
    return [
        (x + radius * math.cos(2 * math.pi * step / 32), y + radius * math.sin(2 * math.pi * step / 32))
        for step in range(32)
    ]
