"""Dice as bodies: opposite faces, pips and rotations."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from hardware.simulated.dice_geometry import PipLayout, face_points, resting, top_value, turned_about

LAYOUTS = [PipLayout(), PipLayout(mirrored=True, lean=-1, six_across=0.4, upright=False)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_opposite_faces_add_to_seven(layout: PipLayout) -> None:
    for axis in range(3):
        assert layout.value_on(axis, 1) + layout.value_on(axis, -1) == 7


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_resting_die_is_a_rotation_with_its_value_up(layout: PipLayout, value: int) -> None:
    for yaw in (0.0, 0.7, 3.9):
        rotation = resting(layout, value, yaw)
        assert np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(rotation) == pytest.approx(1.0)
        assert top_value(layout, rotation) == value
        upward = face_points(layout, value, [(0.0, 0.0)]) @ rotation.T
        assert np.allclose(upward, [[0, 0, 1]], atol=1e-12)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_its_value_and_they_keep_apart(layout: PipLayout, value: int) -> None:
    pips = layout.pips(value)
    radius = layout.pip_radius(value)
    assert len(pips) == value
    assert all(max(abs(x), abs(y)) + radius < 1 for x, y in pips)
    assert all(np.hypot(a[0] - b[0], a[1] - b[1]) > 2 * radius for a, b in combinations(pips, 2))
    # Turned by half a turn a face looks the same.
    turned = {(round(-x, 9) + 0.0, round(-y, 9) + 0.0) for x, y in pips}
    assert turned == {(round(x, 9) + 0.0, round(y, 9) + 0.0) for x, y in pips}


def test_the_six_of_some_makers_is_oblong() -> None:
    six = np.array(LAYOUTS[1].pips(6))
    assert np.ptp(six, axis=0) == pytest.approx([1.0, 0.8])


def test_turning_about_an_axis_leaves_the_axis_alone() -> None:
    axis = np.array([1.0, 2.0, -0.5])
    assert np.allclose(turned_about(axis, 1.1) @ axis, axis)
