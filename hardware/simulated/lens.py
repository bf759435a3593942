"""The camera's lens that looks at the simulated table: a pinhole whose picture is bent as lenses bend it.

The world is measured in millimetres: the table is the plane z = 0, z points up to the camera, and
the optical axis meets the table near the origin.  Camera axes are x right, y down, z forward.
The bending is the division model of Fitzgibbon (2001), which can be undone without searching.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, hypot, radians, sin

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True)
class Lens:
    """A camera `distance` mm from the point it looks at, `tilt` degrees off the vertical.

    `turn` turns the picture about the optical axis, in degrees; `focal` is in pixels; `look_at` is the
    point of the table (mm) in the middle of the picture.  `bend` is by what share the picture's corners lie
    farther out than a pinhole would put them: below 0 a barrel, above it a pincushion.
    """

    distance: float
    tilt: float
    turn: float
    focal: float
    look_at: tuple[float, float] = (0.0, 0.0)
    size: tuple[int, int] = (WIDTH, HEIGHT)
    bend: float = 0.0
    axes: Doubles = field(init=False, repr=False, compare=False)
    place: Doubles = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tilt, turn = radians(self.tilt), radians(self.turn)
        right = np.array([1.0, 0.0, 0.0])
        down = np.array([0.0, -cos(tilt), -sin(tilt)])
        forward = np.array([0.0, sin(tilt), -cos(tilt)])
        turned_right = cos(turn) * right + sin(turn) * down
        turned_down = -sin(turn) * right + cos(turn) * down
        place = np.array([*self.look_at, 0.0]) - self.distance * forward
        object.__setattr__(self, "axes", np.stack([turned_right, turned_down, forward]))
        object.__setattr__(self, "place", place)

    @property
    def middle(self) -> tuple[float, float]:
        """The principal point in pixels."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    @property
    def reach(self) -> float:
        """How far the picture's corners are from its middle, in pixels."""
        return hypot(*self.size) / 2

    def project(self, points: NDArray[np.floating]) -> Doubles:
        """Return the pixels (n x 2) of world points (n x 3, mm)."""
        seen = (np.asarray(points, dtype=np.float64) - self.place) @ self.axes.T
        pixels: Doubles = self._bent(seen[:, :2] / seen[:, 2:] * self.focal) + np.array(self.middle)
        return pixels

    def _bent(self, aside: Doubles) -> Doubles:
        """Return where points go that a pinhole would put so many pixels (n x 2) from the middle."""
        if not self.bend:
            return aside
        far = (aside * aside).sum(axis=1, keepdims=True) / self.reach**2
        # Beyond a certain distance a pincushion has no picture; what lies there is far outside the frame.
        root = np.sqrt(np.maximum(1.0 - 4.0 * self.bend * far, 0.0))
        return np.asarray(aside * (2.0 / (1.0 + root)), dtype=np.float64)

    def straight(self, pixels: NDArray[np.floating]) -> Doubles:
        """Return where a pinhole would show what is seen at pixels (n x 2)."""
        given: Doubles = np.asarray(pixels, dtype=np.float64)
        if not self.bend:
            return given
        aside = given - self.middle
        far = (aside * aside).sum(axis=1, keepdims=True) / self.reach**2
        # Far outside the frame a barrel has no picture either.
        return np.asarray(aside / np.maximum(1.0 + self.bend * far, 0.2) + self.middle, dtype=np.float64)

    def depth(self, point: NDArray[np.floating]) -> float:
        """Return how far (mm) a world point lies along the optical axis."""
        return float((np.asarray(point) - self.place) @ self.axes[2])

    def table_to_picture(self, height: float = 0.0) -> Doubles:
        """Return the homography (3 x 3) that takes (x mm, y mm) at a height above the table to a pinhole's
        pixels: those of the picture where the lens bends nothing."""
        across, along = self.middle
        inner = np.array([[self.focal, 0.0, across], [0.0, self.focal, along], [0.0, 0.0, 1.0]])
        shift = self.axes @ (np.array([0.0, 0.0, height]) - self.place)
        outer = np.column_stack([self.axes[:, 0], self.axes[:, 1], shift])
        matrix: Doubles = inner @ outer
        return matrix

    def table_points(self, pixels: NDArray[np.floating], height: float = 0.0) -> Doubles:
        """Return the points (n x 2, mm) at a height above the table that are seen at pixels (n x 2)."""
        back = np.linalg.inv(self.table_to_picture(height))
        seen = np.column_stack([self.straight(pixels), np.ones(len(pixels))]) @ back.T
        points: Doubles = seen[:, :2] / seen[:, 2:]
        return points

    def rays_of(self, columns: NDArray[np.integer], rows: NDArray[np.integer]) -> Floats:
        """Return the world directions (n x 3, not of unit length) of n pixels."""
        across = ((columns - self.middle[0]) / self.focal).astype(np.float32)
        down = ((rows - self.middle[1]) / self.focal).astype(np.float32)
        if self.bend:
            far = (across * across + down * down) * np.float32((self.focal / self.reach) ** 2)
            out = np.float32(1) / np.maximum(np.float32(1) + np.float32(self.bend) * far, np.float32(0.2))
            across, down = across * out, down * out
        seen = np.column_stack([across, down, np.ones(len(across), dtype=np.float32)])
        return np.asarray(seen @ self.axes.astype(np.float32), dtype=np.float32)

    def halved(self) -> Lens:
        """Return the lens of a picture of half as many pixels each way, which sees just the same."""
        size = (self.size[0] // 2, self.size[1] // 2)
        return Lens(self.distance, self.tilt, self.turn, self.focal / 2, self.look_at, size, self.bend)
