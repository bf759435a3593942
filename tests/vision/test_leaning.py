"""Leaning dice: told from flat ones by which way their faces look, whatever the camera sees from the side."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.training.lean_lessons import lesson
from hardware.training.scenes import Label
from hardware.vision.dice_lean import EDGE, SIDE
from hardware.vision.die_patches import patch
from hardware.vision.leaning import level_of

SIZE = (1280, 720)


def seen(places: np.ndarray, tilt: float, slope: float, lean: tuple[float, float] = (0, 0)) -> np.ndarray:
    """Which way faces look at places of a picture, for a camera so much aslant and so near.

    All lie flat but the second one, if it has a lean (radians to the right and downwards).
    """
    ways = np.array([0.0, -tilt]) + slope * (places - (639.5, 359.5)) / 1280
    ways[1:2] += lean
    long = np.hypot(*ways.T)[:, None]
    return np.asarray(ways / np.maximum(long, 1e-9) * np.sin(long))


@pytest.mark.parametrize("tilt", [0.0, 0.2, 0.5])
@pytest.mark.parametrize("slope", [0.4, 0.7, 1.1])
@pytest.mark.parametrize("count", [2, 5, 12])
def test_only_the_die_that_leans_is_off_level(tilt: float, slope: float, count: int) -> None:
    generator = np.random.default_rng([count, int(10 * tilt), int(10 * slope)])
    places = generator.uniform((100, 80), (1180, 640), (count, 2))
    up = seen(places, tilt, slope)
    assert level_of(places, up, SIZE).off.max() < 0.08
    if count == 2:
        return
    way = generator.uniform(0, 2 * np.pi)
    up = seen(places, tilt, slope, (0.4 * float(np.cos(way)), 0.4 * float(np.sin(way))))
    off = level_of(places, up, SIZE).off
    assert off.argmax() == 1 and off[1] > 0.2
    assert np.delete(off, 1).max() < 0.15


def test_of_two_that_look_different_ways_the_one_seen_from_above_is_flat() -> None:
    places = np.array([(500.0, 300.0), (700.0, 420.0)])
    off = level_of(places, np.array([(0.02, 0.0), (0.4, 0.3)]), SIZE).off
    assert off[0] < 0.05 and off[1] > 0.3


def test_one_alone_is_measured_from_above() -> None:
    middle = np.array([(640.0, 360.0)])
    assert level_of(middle, np.array([(0.0, 0.0)]), SIZE).off[0] < 0.01
    assert abs(level_of(middle, np.array([(0.0, 0.6)]), SIZE).off[0] - np.arcsin(0.6)) < 0.01
    # At the edge of a picture a near camera sees a flat die as much from the side.
    assert level_of(np.array([(1240.0, 360.0)]), np.array([(0.5, 0.0)]), SIZE).off[0] < 0.1


def test_no_dice_and_faces_seen_from_their_edge() -> None:
    assert level_of(np.zeros((0, 2)), np.zeros((0, 2)), SIZE).off.shape == (0,)
    off = level_of(np.array([(10.0, 10.0), (1270.0, 710.0)]), np.array([(3.0, -4.0), (0.0, 0.0)]), SIZE).off
    assert np.isfinite(off).all()


def test_what_is_asked_of_the_net_turns_with_the_die_and_its_middle_stays() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[95:106, 115:126] = 255
    label = Label(3, 120.0, 100.0, 40.0, (0.4, -0.3))
    generator = np.random.default_rng(4)
    for _ in range(10):
        shown, answer = lesson(generator, image, label)
        assert shown.shape == (SIDE, SIDE, 3)
        assert abs(float(np.hypot(*answer)) - 0.5) < 1e-6
    # A spot to the right of the die is below it after a quarter turn clockwise.
    turned = patch(image, (100.0, 100.0), 40.0, np.pi / 2, side=SIDE, shown=EDGE)
    row, column = np.argwhere(turned[..., 0] > 128).mean(axis=0)
    assert abs(column - SIDE / 2) < 2 and row > SIDE / 2 + 6
