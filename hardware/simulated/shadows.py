"""Soft shadows that dice throw on the table, and the darkness where they touch it."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Doubles, Floats, Lens
from hardware.simulated.look import Lamp

_SAMPLES = tuple((x, y) for y in (-0.36, -0.02, 0.34) for x in (-0.38 + 0.12 * y, -0.01, 0.37 + 0.1 * y))
Rectangle = tuple[int, int, int, int]


def _hull_on_table(body: DieBody, lamp: Doubles) -> Doubles | None:
    """Return the outline (n x 2, mm) of a die's shadow on the table from a point of light."""
    # Rounded corners throw a smaller shadow than sharp ones.
    corners = body.corners(1.0 - 0.16 * body.look.rounding - (0.06 if body.look.ball else 0.0))
    if lamp[2] < corners[:, 2].max() + 10:
        return None
    height = np.maximum(corners[:, 2:], 0.0)
    cast = corners[:, :2] + (corners[:, :2] - lamp[:2]) * height / (lamp[2] - height)
    return np.asarray(cv2.convexHull(cast.astype(np.float32))[:, 0], dtype=np.float64)


def _fill(mask: np.ndarray, lens: Lens, outline: Doubles, rectangle: Rectangle) -> None:
    pixels = lens.project(np.column_stack([outline, np.zeros(len(outline))]))
    local = (pixels - np.array(rectangle[:2])) / 2
    cv2.fillConvexPoly(mask, np.rint(local * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def shadow_reach(lens: Lens, bodies: tuple[DieBody, ...], lamps: tuple[Lamp, ...]) -> Rectangle:
    """Return the rectangle (left, top, right, bottom) of all dice and shadows, even, inside the picture."""
    points = [lens.project(body.corners(1.25)) for body in bodies]
    for body in bodies:
        for lamp in lamps:
            for x, y in ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)):
                hull = _hull_on_table(body, np.array(lamp.place) + lamp.width * np.array([x, y, 0.0]))
                if hull is not None:
                    points.append(lens.project(np.column_stack([hull, np.zeros(len(hull))])))
    everything = np.concatenate(points)
    left, top = np.floor(everything.min(axis=0) / 2).astype(int) * 2 - 6
    right, bottom = np.ceil(everything.max(axis=0) / 2).astype(int) * 2 + 6
    width, height = lens.size
    return (
        int(np.clip(left, 0, width - 2)),
        int(np.clip(top, 0, height - 2)),
        int(np.clip(right, 2, width)),
        int(np.clip(bottom, 2, height)),
    )


def dimming(
    lens: Lens,
    bodies: tuple[DieBody, ...],
    lamps: tuple[Lamp, ...],
    shares: tuple[float, ...],
    rectangle: Rectangle,
) -> Floats:
    """Return what is left of the light, 0 to 1, on each pixel of a rectangle of the table.

    `shares` says how much of the table's light each lamp gives.
    """
    left, top, right, bottom = rectangle
    size = ((bottom - top) // 2, (right - left) // 2)
    dark = np.zeros(size, dtype=np.float32)
    mask = np.zeros(size, dtype=np.uint8)
    for lamp, share in zip(lamps, shares, strict=True):
        for x, y in _SAMPLES:
            mask[:] = 0
            point = np.array(lamp.place) + lamp.width * np.array([x, y, 0.0])
            for body in bodies:
                hull = _hull_on_table(body, point)
                if hull is not None:
                    _fill(mask, lens, hull, rectangle)
            dark += mask * np.float32(share / 255 / len(_SAMPLES))
    close = np.zeros(size, dtype=np.uint8)
    for body in bodies:
        lowest = float(body.corners()[:, 2].min())
        if lowest < body.look.edge_mm:
            foot = body.corners(1.12)[:, :2].astype(np.float32)
            _fill(close, lens, np.asarray(cv2.convexHull(foot)[:, 0], dtype=np.float64), rectangle)
    body = bodies[0]
    wide = 0.07 * body.look.edge_mm * lens.focal / lens.depth(body.middle)
    touching = cv2.GaussianBlur(close, (0, 0), max(0.8, wide)).astype(np.float32) / np.float32(255)
    small = (1 - cv2.GaussianBlur(dark, (0, 0), 0.9)) * (1 - np.float32(0.45) * touching)
    return np.asarray(cv2.resize(small, (right - left, bottom - top)), dtype=np.float32)
