"""Soft shadows that things throw on the table, and the darkness where they touch it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Doubles, Floats, Lens
from hardware.simulated.look import Lamp

# Points of a lamp, in widths of it; slightly uneven, so that penumbras show no steps.
_POINTS = np.array([(x + 0.07 * y, y - 0.05 * x) for y in (-0.36, 0.0, 0.36) for x in (-0.36, 0.0, 0.36)])
_FEW_POINTS = np.array([(-0.27, -0.22), (0.22, -0.27), (-0.22, 0.27), (0.27, 0.22)])
_CORNER_POINTS = np.array([(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)])

Rectangle = tuple[int, int, int, int]


@dataclass(frozen=True)
class Caster:
    """A convex thing that throws a shadow: its corners (n x 3, mm) as they count for the shadow.

    `reach` are points (n x 3) around all that is seen of it, `foot` the points (n x 3) on the table within
    which it is darker because the thing stands there (None when it stands on nothing), and `soft_mm` how
    far that darkness runs out.
    """

    corners: Doubles
    reach: Doubles
    foot: Doubles | None
    middle: Doubles
    soft_mm: float


def die_caster(body: DieBody) -> Caster:
    """Return the shadow's maker of a die: rounded corners throw a smaller shadow than sharp ones."""
    foot = None
    if float(body.corners()[:, 2].min()) < body.look.edge_mm:
        foot = body.corners(1.12)
        foot[:, 2] = 0
    corners = body.corners(1.0 - 0.16 * body.look.rounding - (0.06 if body.look.ball else 0.0))
    return Caster(corners, body.corners(1.25), foot, body.middle, 0.07 * body.look.edge_mm)


def _cast(lens: Lens, caster: Caster, lamp: Lamp, points: Doubles) -> Doubles | None:
    """Return the pixels (points x n x 2) of a thing's corners cast on the table by points of a lamp."""
    corners = caster.corners
    if lamp.place[2] < corners[:, 2].max() + 10:
        return None
    height = np.maximum(corners[:, 2:], 0.0)
    lights = np.array(lamp.place[:2]) + lamp.width * points
    cast = corners[:, :2] + (corners[:, :2] - lights[:, None]) * (height / (lamp.place[2] - height))
    flat = cast.reshape(-1, 2)
    pixels = lens.project(np.column_stack([flat, np.zeros(len(flat))]))
    return np.asarray(np.clip(pixels, -3000, 5000).reshape(len(points), len(corners), 2), dtype=np.float64)


def shadow_reach(lens: Lens, casters: tuple[Caster, ...], lamps: tuple[Lamp, ...]) -> Rectangle:
    """Return the rectangle (left, top, right, bottom) of all things and shadows, even, inside the picture."""
    points = [lens.project(caster.reach) for caster in casters]
    for caster in casters:
        for lamp in lamps:
            cast = _cast(lens, caster, lamp, _CORNER_POINTS)
            if cast is not None:
                points.append(cast.reshape(-1, 2))
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
    casters: tuple[Caster, ...],
    lamps: tuple[Lamp, ...],
    shares: tuple[float, ...],
    rectangle: Rectangle,
    rough: bool = False,
) -> Floats:
    """Return what is left of the light, 0 to 1, on each pixel of a rectangle of the table.

    `shares` says how much of the table's light each lamp gives; `rough` is faster, for what moves anyway.
    """
    left, top, right, bottom = rectangle
    size = ((bottom - top) // 2, (right - left) // 2)
    dark = np.zeros(size, dtype=np.float32)
    mask = np.zeros(size, dtype=np.uint8)
    points = _FEW_POINTS if rough else _POINTS
    for lamp, share in zip(lamps, shares, strict=True):
        casts = [cast for caster in casters if (cast := _cast(lens, caster, lamp, points)) is not None]
        local = [np.rint((cast - (left, top)) * 8).astype(np.int32) for cast in casts]
        of_lamp = np.zeros(size, dtype=np.float32)
        for number in range(len(points)):
            mask[:] = 0
            for corners in local:
                cv2.fillConvexPoly(mask, cv2.convexHull(corners[number]), 255, cv2.LINE_AA, 4)
            cv2.accumulate(mask, of_lamp)
        dark += of_lamp * np.float32(share / 255 / len(points))
    mask[:] = 0
    for caster in casters:
        if caster.foot is not None:
            pixels = np.rint((lens.project(caster.foot) - (left, top)) * 8).astype(np.int32)
            cv2.fillConvexPoly(mask, cv2.convexHull(pixels), 255, cv2.LINE_AA, 4)
    wide = casters[0].soft_mm * lens.focal / lens.depth(casters[0].middle)
    touching = cv2.GaussianBlur(mask, (0, 0), max(0.8, wide)).astype(np.float32) / np.float32(255)
    small = (1 - cv2.GaussianBlur(dark, (0, 0), 3.0 if rough else 0.9)) * (1 - np.float32(0.45) * touching)
    return np.asarray(cv2.resize(small, (right - left, bottom - top)), dtype=np.float32)
