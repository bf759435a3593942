"""Dice as bodies: which value lies on which side, how they are turned, where their pips are.

A die's own axes run through its faces; lengths on a face are in halves of an edge, so a face
reaches from -1 to 1.  Opposite faces add up to seven.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import Doubles

CORNERS: Doubles = np.array(
    [[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)], dtype=np.float64
)


@dataclass(frozen=True)
class PipLayout:
    """How one maker arranges pips; lengths in halves of an edge.

    `spread` is how far outer pips lie from the middle; a six is `six_across` wide and its rows are
    `six_along` apart, so that a six may be oblong.  `lean` (1 or -1) is the diagonal of twos and threes.
    """

    spread: float = 0.5
    six_across: float = 0.5
    six_along: float = 0.5
    radius: float = 0.18
    one_radius: float = 0.2
    lean: int = 1
    upright: bool = True
    mirrored: bool = False

    def pips(self, value: int) -> list[tuple[float, float]]:
        """Return the middles of the pips of a face (at most six) on its own two axes."""
        far, lean = self.spread, self.lean
        diagonal = [(-far, -far * lean), (far, far * lean)]
        other = [(-far, far * lean), (far, -far * lean)]
        if value == 6:
            six = [(x * self.six_across, y * self.six_along) for x in (-1, 1) for y in (-1, 0, 1)]
            return six if self.upright else [(y, x) for x, y in six]
        middle = [(0.0, 0.0)] if value % 2 else []
        return middle + (diagonal if value >= 2 else []) + (other if value >= 4 else [])

    def pip_radius(self, value: int) -> float:
        """Return the radius of the pips of a face; a one may have a larger pip."""
        return self.one_radius if value == 1 else self.radius

    def side(self, value: int) -> tuple[int, int]:
        """Return the axis (0, 1, 2) and the sign of the side that carries a value."""
        axis, sign = _SIDES[value]
        return axis, -sign if self.mirrored and axis == 1 else sign

    def value_on(self, axis: int, sign: int) -> int:
        """Return the value on the side of an axis and a sign."""
        return next(value for value in _SIDES if self.side(value) == (axis, sign))


_SIDES = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}


def face_axes(axis: int) -> tuple[int, int]:
    """Return the two axes that run along the faces of an axis."""
    return (axis + 1) % 3, (axis + 2) % 3


def turned_about(axis: NDArray[np.floating], angle: float) -> Doubles:
    """Return the rotation (3 x 3) by an angle in radians about an axis through the origin."""
    x, y, z = np.asarray(axis, dtype=np.float64) / np.linalg.norm(axis)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Doubles = np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * (cross @ cross)
    return turned


def resting(layout: PipLayout, value: int, yaw: float) -> Doubles:
    """Return the rotation of a die that lies flat with a value up, turned by `yaw` radians."""
    axis, sign = layout.side(value)
    first, second = face_axes(axis)
    flat = np.zeros((3, 3))
    flat[2, axis] = sign
    flat[0, first] = 1.0
    flat[1, second] = sign
    turned: Doubles = turned_about(np.array([0.0, 0.0, 1.0]), yaw) @ flat
    return turned


def top_value(layout: PipLayout, rotation: Doubles) -> int:
    """Return the value of the face that points most upwards."""
    axis = int(np.argmax(np.abs(rotation[2])))
    return layout.value_on(axis, 1 if rotation[2, axis] > 0 else -1)


def face_points(
    layout: PipLayout, value: int, places: NDArray[np.floating] | list[tuple[float, float]]
) -> Doubles:
    """Return points (n x 3) of the face of a value in the die's own halves of an edge."""
    axis, sign = layout.side(value)
    first, second = face_axes(axis)
    where = np.asarray(places, dtype=np.float64).reshape(-1, 2)
    points = np.zeros((len(where), 3))
    points[:, axis] = sign
    points[:, first] = where[:, 0]
    points[:, second] = where[:, 1]
    return points
