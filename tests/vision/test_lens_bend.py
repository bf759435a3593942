"""The bend of a lens is found from the marks of the mat, and places are told through it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.mat_print import placed_mat
from hardware.vision.lens_bend import Bend, found_bend
from hardware.vision.mat import MOST_ERROR_MM, MatFinder

SIZE = (1280, 720)


@pytest.mark.parametrize("share", [-0.2, -0.04, 0.06])
def test_bending_and_straightening_undo_each_other(share: float) -> None:
    bend = Bend(share, SIZE)
    points = np.array([(0.0, 0.0), (1279.0, 719.0), (639.5, 359.5), (100.0, 600.0)])
    assert np.allclose(bend.straight(bend.bent(points)), points, atol=1e-6)
    assert np.allclose(bend.bent(bend.straight(points)), points, atol=1e-6)
    corner = bend.bent(points)[0] - 639.5
    assert (corner[0] > -639.5) == (share < 0)


def test_a_bend_is_found_in_corners_that_tremble() -> None:
    chance = np.random.default_rng(3)
    page = np.array(
        [(x + a, y + b) for x in (10, 266) for y in (10, 179) for a in (0, 21) for b in (0, 21)], float
    )
    warp = np.array([[3.6, 0.1, 80.0], [-0.05, 3.5, 20.0], [0.00005, 0.0001, 1.0]])
    pixels = cv2.perspectiveTransform(page.reshape(-1, 1, 2), warp).reshape(-1, 2)
    for share in (-0.15, -0.05, 0.04):
        seen = Bend(share, SIZE).bent(pixels) + chance.normal(0, 0.1, pixels.shape)
        assert found_bend(seen, page, SIZE).share == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize("bend", [-0.15, 0.05])
def test_the_mat_is_found_through_a_lens_that_bends(bend: float) -> None:
    table = SimulatedTable(31, "plain", lambda: 0, mat="a4")
    table.look = replace(table.look, lens=replace(table.look.lens, bend=bend))
    picture = table.picture(1)
    finder = MatFinder()
    mat = finder.find(picture, thorough=True)
    assert mat is not None
    assert finder.why is None
    left, top, right, bottom = mat.layout.frame
    places = np.array([(x, y) for x in np.linspace(left, right, 5) for y in np.linspace(top, bottom, 5)])
    on_table = placed_mat(table.look.mat).on_table(places)
    pixels = table.look.lens.project(np.column_stack([on_table, np.zeros(len(places))]))
    seen = np.array(mat.millimetres([(x, y) for x, y in pixels]))
    assert np.hypot(*(seen - places).T).max() < MOST_ERROR_MM
    assert np.allclose(mat.pixels([(x, y) for x, y in seen]), pixels, atol=0.01)
    # What lies in a corner of the frame lies there in the straightened picture as well.
    flat = mat.rectified(picture, 3.0)
    assert flat.shape[:2] == (round((bottom - top) * 3), round((right - left) * 3))
    assert np.allclose(mat.in_frame([(0.0, 0.0)], 3.0), [mat.outline[0]], atol=1e-6)
    # The lens is known from now on, and the mat is followed through it.
    again = finder.find(table.picture(2))
    assert again is not None
    assert again.bend == mat.bend
