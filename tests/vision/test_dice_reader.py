"""The dice reader: right on made-up tables, sure only where it may be, a sentence for what is no picture."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.picture_file import load_picture
from hardware.simulated.made_up_pictures import scenes
from hardware.vision.dice import DiceReader
from hardware.vision.leaning import Table, Whole
from hardware.vision.reading import Doubt

READER = DiceReader()
PIPS: dict[int, list[tuple[int, int]]] = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
Colour = tuple[int, int, int]
IVORY, INK, RED, FELT = (222, 235, 240), (30, 30, 30), (40, 40, 190), (70, 95, 60)


def drawn(
    dice: list[tuple[int, float, float, float]],
    *,
    edge: float = 70,
    body: Colour = IVORY,
    pip: Colour = INK,
    cloth: Colour = FELT,
    size: tuple[int, int] = (960, 540),
    radius: float = 0.095,
    apart: float = 0.26,
) -> np.ndarray:
    """Dice seen from above: (value, x, y, degrees) on an even cloth, softened as a lens does.

    Pips have this `radius` and lie so far `apart`, in edges.
    """
    width, height = size
    image = np.full((height, width, 3), cloth, np.uint8)
    noise = np.random.default_rng(3).normal(0, 3, image.shape)
    for value, x, y, degrees in dice:
        turn = np.deg2rad(degrees)
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-np.sin(turn), np.cos(turn)])
        middle = np.array([x, y])
        square = [middle + edge / 2 * (a * along + b * across) for a, b in PIPS[4]]
        corners = np.array([square[0], square[1], square[3], square[2]], np.int32)
        cv2.fillPoly(image, [corners], body, cv2.LINE_AA)
        for a, b in PIPS[value]:
            px, py = middle + apart * edge * (a * along + b * across)
            cv2.circle(image, (round(px), round(py)), round(edge * radius), pip, -1, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), 0.8)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


FIVE = [(1, 160, 150, 10), (2, 380, 140, 33), (3, 640, 160, 71), (5, 300, 380, 45), (6, 700, 390, 20)]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("degrees", [0, 45])
def test_each_face_alone(value: int, degrees: float) -> None:
    reading = READER.read(drawn([(value, 400, 300, degrees)]), 1)
    assert reading.values == (str(value),)
    assert reading.accepted
    (piece,) = reading.pieces
    assert np.hypot(piece.centre[0] - 400, piece.centre[1] - 300) < 4
    corners = np.array(piece.outline)
    assert cv2.contourArea(corners.astype(np.float32), True) > 0, "clockwise, as y points down"
    assert abs(cv2.contourArea(corners.astype(np.float32)) - 70 * 70) < 0.35 * 70 * 70


@pytest.mark.parametrize(
    ("body", "pip"), [(IVORY, INK), (RED, (250, 250, 250)), (INK, IVORY), ((40, 200, 230), INK)]
)
def test_five_dice_of_any_colour_told_and_untold(body: Colour, pip: Colour) -> None:
    image = drawn(FIVE, body=body, pip=pip)
    for expect in (5, None):
        reading = READER.read(image, expect)
        assert reading.values == ("1", "2", "3", "5", "6")
        assert reading.accepted and reading.doubt is None
        assert reading.size == (960, 540)
    assert [piece.centre for piece in reading.pieces] == sorted(piece.centre for piece in reading.pieces)


def test_small_pips_far_apart() -> None:
    reading = READER.read(drawn([*FIVE, (4, 500, 280, 30)], radius=0.06, apart=0.29), 6)
    assert reading.values == ("1", "2", "3", "4", "5", "6")
    assert reading.accepted


def test_touching_dice() -> None:
    reading = READER.read(drawn([(6, 300, 250, 0), (5, 371, 250, 0), (4, 442, 250, 0), (2, 371, 321, 0)]), 4)
    assert reading.values == ("2", "4", "5", "6")


def test_eighteen_dice() -> None:
    dice = [(1 + (3 * k) % 6, 90 + 150 * (k % 6), 110 + 160 * (k // 6), 13.0 * k) for k in range(18)]
    reading = READER.read(drawn(dice, edge=56), 18)
    assert reading.values == tuple(sorted(str(value) for value, *_ in dice))
    assert reading.accepted


@pytest.mark.parametrize("size", [(480, 270), (640, 360), (1280, 720), (1920, 1080)])
def test_no_scale_is_built_in(size: tuple[int, int]) -> None:
    image = cv2.resize(drawn(FIVE), size, interpolation=cv2.INTER_AREA)
    assert READER.read(image, 5).values == ("1", "2", "3", "5", "6")


def test_of_two_that_may_be_meant_it_is_the_one_as_large_as_dice_are_on_the_table() -> None:
    image = drawn([(4, 300, 270, 20)])
    image[:, 480:] = drawn([(6, 700, 270, 40)], edge=160)[:, 480:]
    whole = Whole(0, 0, (960, 540))
    small = READER.read(image, 1, table=Table(whole, edges=(50.0, 95.0)))
    large = READER.read(image, 1, table=Table(whole, edges=(115.0, 220.0)))
    assert (small.values, large.values) == (("4",), ("6",)) and small.accepted and large.accepted
    # Where none is so large, what there is is read, for the eye to ask about.
    reading = READER.read(drawn(FIVE), 5, table=Table(whole, edges=(20.0, 40.0)))
    assert reading.values == ("1", "2", "3", "5", "6")


def test_fewer_dice_than_expected_are_never_accepted() -> None:
    reading = READER.read(drawn(FIVE), 6)
    assert not reading.accepted
    assert reading.doubt in (Doubt.TOO_FEW, Doubt.UNSURE)
    assert READER.read(drawn(FIVE), 7).doubt is Doubt.TOO_FEW


def test_more_dice_than_expected_are_never_accepted() -> None:
    reading = READER.read(drawn(FIVE), 4)
    assert (reading.accepted, reading.doubt) == (False, Doubt.TOO_MANY)
    assert len(reading.pieces) == 4


def test_an_empty_table_and_a_dark_one() -> None:
    for expect in (None, 5):
        reading = READER.read(drawn([]), expect)
        assert (reading.accepted, reading.values, reading.doubt) == (False, (), Doubt.NOTHING)
    assert READER.read(np.zeros((360, 640, 3), np.uint8), 5).doubt is Doubt.DARK


def test_a_die_half_outside_the_frame_is_not_accepted() -> None:
    reading = READER.read(drawn([*FIVE[:4], (6, 948, 300, 0)]), 5)
    assert not reading.accepted
    # All pips can be seen, and yet the die is not wholly in view.
    reading = READER.read(drawn([*FIVE[:4], (6, 938, 300, 0)]), 5)
    assert not reading.accepted
    # Only the rim outside the pips is cut.
    reading = READER.read(drawn([*FIVE[:4], (6, 929, 300, 0)]), 5)
    assert reading.values == ("1", "2", "3", "5", "6") and reading.accepted


def test_the_quick_look_reads_and_is_never_accepted() -> None:
    reading = READER.read(drawn(FIVE), 5, confirm=False)
    assert reading.values == ("1", "2", "3", "5", "6")
    assert (reading.accepted, reading.doubt) == (False, Doubt.MOVING)


def test_it_is_deterministic_and_leaves_the_picture_alone() -> None:
    image = drawn(FIVE)
    image.setflags(write=False)
    before = image.copy()
    assert READER.read(image, 5) == DiceReader().read(image, 5)
    assert np.array_equal(image, before)


@pytest.mark.parametrize(
    "shape", [(1, 1, 3), (10, 20000, 3), (20000, 10, 3), (30, 4000, 3), (23, 23, 3), (25, 25, 3)]
)
def test_pictures_of_odd_shapes(shape: tuple[int, int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
    reading = READER.read(image, 3)
    assert not reading.accepted
    assert reading.size == (shape[1], shape[0])


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((40, 40, 3), np.float32),
        np.zeros((40, 40, 3), np.uint16),
        np.zeros((0, 40, 3), np.uint8),
        np.zeros((40, 40, 2), np.uint8),
        np.zeros((4, 40, 40, 3), np.uint8),
        np.zeros(40, np.uint8),
        "no picture",
    ],
)
def test_what_is_no_picture_is_told_in_a_sentence(image: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].* picture .*\.$"):
        READER.read(image)


@pytest.mark.parametrize("expect", [0, -1, 19])
def test_a_number_of_dice_that_cannot_be(expect: int) -> None:
    with pytest.raises(ValueError, match="Between 1 and 18"):
        READER.read(drawn([]), expect)


def test_grey_and_transparent_pictures_are_read() -> None:
    image = drawn(FIVE)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    assert READER.read(grey, 5).values == ("1", "2", "3", "5", "6")
    assert READER.read(grey[:, :, None], 5).values == ("1", "2", "3", "5", "6")
    assert READER.read(cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), 5).values == ("1", "2", "3", "5", "6")


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 2**32 - 1), cell=st.integers(1, 40), levels=st.integers(2, 256), told=st.booleans()
)
def test_noise_is_never_accepted(seed: int, cell: int, levels: int, told: bool) -> None:
    generator = np.random.default_rng(seed)
    image = generator.integers(0, levels, (360 // cell + 1, 640 // cell + 1, 3)).astype(np.uint8)
    image = cv2.resize(image * (255 // (levels - 1)), (640, 360), interpolation=cv2.INTER_NEAREST)
    assert not READER.read(image, 5 if told else None).accepted


def score(level: str, seed: int, count: int) -> tuple[int, int, int]:
    """Return how many made-up pictures were right, accepted, and silently wrong when told."""
    right = accepted = silent = 0
    for image, truth in scenes(seed, count, level):  # type: ignore[arg-type]
        values = tuple(sorted(str(die.value) for die in truth))
        reading = READER.read(image, len(values))
        right += reading.values == values
        accepted += reading.accepted
        silent += reading.accepted and reading.values != values
    return right, accepted, silent


def test_made_up_tables() -> None:
    right, accepted, silent = score("plain", 400, 6)
    assert (right >= 5, accepted >= 4, silent) == (True, True, 0)
    assert score("hard", 400, 3)[2] == 0


@pytest.mark.long
def test_many_made_up_tables() -> None:
    right, accepted, silent = score("plain", 91000, 120)
    assert (right >= 108, accepted >= 96, silent) == (True, True, 0)
    right, accepted, silent = score("usual", 91000, 200)
    assert (right >= 160, silent <= 1) == (True, True)
    assert score("hard", 91000, 80)[2] <= 1


@pytest.mark.long
@pytest.mark.skipif(
    "COMPANION_PHOTOS" not in os.environ, reason="COMPANION_PHOTOS names no folder of photographs"
)
@pytest.mark.parametrize(("told", "least_right", "least_accepted"), [(True, 96, 90), (False, 91, 57)])
def test_photographs(told: bool, least_right: int, least_accepted: int) -> None:
    folder = Path(os.environ["COMPANION_PHOTOS"]) / "dice"
    right = accepted = silent = 0
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values = tuple(sorted(row["dice_values"].split()))
            reading = READER.read(load_picture(folder / row["file"]), len(values) if told else None)
            right += reading.values == values
            accepted += reading.accepted
            silent += reading.accepted and reading.values != values
    assert silent == 0
    assert right >= least_right
    assert accepted >= least_accepted


def test_a_die_that_was_not_read_is_noticed_without_being_told() -> None:
    # A die without any pips: a patch like the other dice.
    image = drawn([*FIVE[:4], (0, 700, 390, 20)])
    reading = READER.read(image)
    assert reading.values == ("1", "2", "3", "5")
    assert (reading.accepted, reading.doubt) == (False, Doubt.HIDDEN)
