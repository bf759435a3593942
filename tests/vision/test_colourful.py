"""Colourfulness: pips that are as light as the die, and only of another colour, are seen all the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.vision.colourful import by_colour, painted, pips_by_colour
from hardware.vision.dice import DiceReader

#: Gold and grey of one lightness (OpenCV's 8-bit Lab), blue first.
GREY, GOLD = (118, 112, 111), (42, 107, 141)
CLOTH = (196, 200, 198)


def lightness(colour: tuple[int, int, int]) -> int:
    return int(cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2LAB)[0, 0, 0])


def test_what_has_another_colour_than_the_table_is_bright() -> None:
    assert abs(lightness(GREY) - lightness(GOLD)) <= 4
    picture = np.full((90, 160, 3), CLOTH, np.uint8)
    picture[20:70, 40:90], picture[35:50, 55:70] = GREY, GOLD
    shown = by_colour(picture)
    assert shown.shape == picture.shape and shown.dtype == np.uint8
    assert (shown[..., 0] == shown[..., 1]).all() and (shown[..., 0] == shown[..., 2]).all()
    die, pip, cloth = (int(shown[y, x, 0]) for y, x in ((25, 45), (42, 62), (5, 5)))
    assert pip > die + 60
    assert die < cloth


def thrown(values: list[int]) -> np.ndarray:
    """Return a table with grey dice whose pips are gold, softened and noisy as a camera's picture is."""
    places = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    picture = np.full((540, 960, 3), CLOTH, np.uint8)
    for number, value in enumerate(values):
        cx, cy, turn = 160 + 210 * number, 170 + 190 * (number % 2), 0.35 + 0.8 * number
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        square = [
            np.array([cx, cy]) + 33 * (a * along + b * across)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        cv2.fillPoly(picture, [np.array(square, np.int32)], GREY, cv2.LINE_AA)
        for place in places[value]:
            x, y = np.array([cx, cy]) + 18 * ((place % 3 - 1) * along + (place // 3 - 1) * across)
            cv2.circle(picture, (round(x), round(y)), 7, GOLD, -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def test_gold_pips_on_grey_dice_are_read_by_their_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, values = thrown([1, 3, 5, 2]), ("1", "2", "3", "5")
    reader = DiceReader()
    # Squares have no sides that would show how they lie.
    monkeypatch.setattr("hardware.vision.close_look.is_cocked", lambda signs: False)
    reading = reader.read(picture, 4)
    assert (reading.values, reading.accepted) == (values, True)
    # Either of the two pictures of its colours is enough, and one of them is needed.
    monkeypatch.setattr("hardware.vision.dice.painted", lambda picture, middles, edge: picture)
    assert reader.read(picture, 4).accepted
    monkeypatch.setattr("hardware.vision.dice.by_colour", lambda picture: picture)
    assert not reader.read(picture, 4).accepted


def test_pips_as_light_as_their_face_are_painted_white_and_nothing_else_is() -> None:
    picture = np.full((120, 240, 3), CLOTH, np.uint8)
    for left, pip in ((30, GOLD), (150, (20, 20, 20))):
        picture[30:90, left : left + 60] = GREY
        cv2.circle(picture, (left + 30, 60), 7, pip, -1)
    shown = painted(picture, [(60.0, 60.0), (180.0, 60.0)], 60.0)
    assert shown.shape == picture.shape and shown.dtype == np.uint8
    assert (shown[60, 60] > 240).all() and (shown[60, 180] < 30).all()
    assert np.array_equal(shown[40, 40], picture[40, 40]) and np.array_equal(shown[5, 5], picture[5, 5])
    # What lies on no die that is asked about stays as it is.
    assert np.array_equal(painted(picture, [(180.0, 60.0)], 60.0)[:, :120], picture[:, :120])


def test_it_is_worth_while_only_where_pips_have_another_colour() -> None:
    noise = np.random.default_rng(2).normal(0, 3, (80, 80, 3))
    found = []
    for face, pip in ((GREY, GOLD), ((60, 60, 200), (235, 235, 235)), ((235, 235, 235), (20, 20, 20))):
        picture = np.full((80, 80, 3), face, np.uint8)
        cv2.circle(picture, (40, 40), 7, pip, -1, cv2.LINE_AA)
        shown = np.clip(picture + noise, 0, 255).astype(np.uint8)
        found.append(pips_by_colour(shown, (40.0, 40.0), 60.0))
    assert min(found[:2]) > 20
    assert found[2] < 10
