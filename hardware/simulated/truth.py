"""What the simulated table really shows: the table truth, die by die, in world and in picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.dice_geometry import CORNERS, face_points, top_value
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Doubles, Floats, Lens

Point = tuple[float, float]

COCKED_DEGREES = 8.0
HIDDEN_BELOW = 0.85
WASHED_BELOW = 14.0


@dataclass(frozen=True)
class DieTruth:
    """One die as it really lies.

    `value` is its upper face (of a cocked die: the face that looks most upwards).  Points are frame
    pixels: `centre` the middle of the upper face, `outline` that face's four corners (clockwise, as if
    its edges were sharp), `hull` the outline of the whole die, `pips` the middles of the upper face's pips.
    `shown` is the share of the upper face that is in the picture and that nothing covers, 0 to 1; `hidden`
    says that it is not enough to read; `cut` says that the frame cuts the upper face.
    `contrast` is the least difference (of 255) between a pip and the face around it before noise; `washed`
    says that it is too small to tell them apart, in glare, darkness or blur.
    """

    value: int
    centre: Point
    outline: tuple[Point, ...]
    hull: tuple[Point, ...]
    pips: tuple[Point, ...]
    edge_px: float
    colour: str
    pip_colour: str
    cocked: bool = False
    hidden: bool = False
    cut: bool = False
    moving: bool = False
    washed: bool = False
    shown: float = 1.0
    contrast: float = 255.0


def _points(pixels: Doubles) -> tuple[Point, ...]:
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in pixels)


def lean_degrees(body: DieBody) -> float:
    """Return how far a die's upper face is from level."""
    return float(np.degrees(np.arccos(min(1.0, float(np.abs(body.rotation[2]).max())))))


def upper_face(lens: Lens, body: DieBody, share: float = 1.0) -> Doubles:
    """Return the corners (4 x 2 pixels, clockwise) of a die's upper face, or of its middle `share`."""
    layout = body.look.layout
    square = [(-share, -share), (-share, share), (share, share), (share, -share)]
    points = face_points(layout, top_value(layout, body.rotation), square)
    corners = lens.project(body.world(points))
    # With y pointing down a positive area runs clockwise on the picture.
    return corners if signed_area(corners) > 0 else corners[::-1]


def signed_area(corners: Doubles) -> float:
    """Return the area of a polygon (n x 2); positive when it runs clockwise on the picture."""
    following = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]).sum() / 2)


def pip_contrast(lens: Lens, body: DieBody, display: Floats) -> float:
    """Return the least difference (of 255, in the best channel) between a pip and the face around it."""
    layout = body.look.layout
    value = top_value(layout, body.rotation)
    far = layout.pip_radius(value)
    middles = np.array(layout.pips(value))
    spots = [(0.0, 0.0), (0.45 * far, 0.0), (-0.45 * far, 0.0), (0.0, 0.45 * far), (0.0, -0.45 * far)]
    ring = [(1.5 * far, 0.0), (-1.5 * far, 0.0), (0.0, 1.5 * far), (0.0, -1.5 * far)]
    inside = _colours(lens, body, display, middles, spots)
    outside = _colours(lens, body, display, middles, ring)
    return float(np.abs(inside - outside).max(axis=1).min())


def _colours(
    lens: Lens, body: DieBody, display: Floats, middles: Doubles, offsets: list[tuple[float, float]]
) -> Doubles:
    """Return the middle colour (n x 3) of points about each of n places on the upper face."""
    layout = body.look.layout
    places = (middles[:, None] + np.array(offsets)).reshape(-1, 2)
    points = body.world(face_points(layout, top_value(layout, body.rotation), places))
    pixels = np.rint(lens.project(points)).astype(int)
    rows = np.clip(pixels[:, 1], 0, display.shape[0] - 1)
    columns = np.clip(pixels[:, 0], 0, display.shape[1] - 1)
    colours = np.clip(display[rows, columns], 0, 255).reshape(len(middles), len(offsets), 3)
    return np.asarray(np.median(colours, axis=1), dtype=np.float64)


def die_truth(
    lens: Lens, body: DieBody, shown: float = 1.0, contrast: float = 255.0, moving: bool = False
) -> DieTruth:
    """Return the truth of a die that is seen through a lens."""
    layout = body.look.layout
    value = top_value(layout, body.rotation)
    corners = upper_face(lens, body)
    centre = lens.project(body.world(face_points(layout, value, [(0.0, 0.0)])))
    pips = lens.project(body.world(face_points(layout, value, layout.pips(value))))
    hull = cv2.convexHull(lens.project(body.world(CORNERS)).astype(np.float32))[:, 0]
    width, height = lens.size
    reach = upper_face(lens, body, 0.92)
    cut = bool((reach < 0).any() or (reach[:, 0] > width - 1).any() or (reach[:, 1] > height - 1).any())
    return DieTruth(
        value=value,
        centre=_points(centre)[0],
        outline=_points(corners),
        hull=_points(hull.astype(np.float64)),
        pips=_points(pips),
        edge_px=float(np.sqrt(signed_area(corners))),
        colour=body.look.colour_name,
        pip_colour=body.look.pip_name,
        cocked=lean_degrees(body) > COCKED_DEGREES,
        hidden=shown < HIDDEN_BELOW,
        cut=cut,
        moving=moving,
        washed=contrast < WASHED_BELOW,
        shown=round(shown, 3),
        contrast=round(contrast, 1),
    )
