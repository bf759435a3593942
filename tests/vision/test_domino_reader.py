"""The domino reader on drawn tiles: every value, any angle and colour, pins, noise, and what is no tile."""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.watcher.on_mat import cut_to_mat
from hardware.picture_file import load_picture
from hardware.simulated import SimulatedTable
from hardware.vision.domino_bars import Bars
from hardware.vision.domino_patches import cut_out, pyramid, unlike_halves
from hardware.vision.dominoes import DominoReader
from hardware.vision.mat import MatFinder
from hardware.vision.reading import Doubt
from tests.vision.drawn_tiles import BLACK, WHITE, Image, table, tile


def values(picture: Image) -> list[str]:
    return [value for value in DominoReader().read(picture).values if value]


ALL = [(low, high) for low in range(7) for high in range(low, 7)]


@pytest.mark.parametrize(("low", "high"), [pair for pair in ALL if sum(pair) >= 3])
def test_every_tile_shown_alone_is_read_and_accepted(low: int, high: int) -> None:
    turn = 17.0 * (7 * low + high)
    reading = DominoReader().read(table((tile(low, high), 600, 350, turn, 0.8)), 1)
    assert reading.accepted, reading
    assert reading.values == (f"{low}-{high}",)


@pytest.mark.parametrize(("low", "high"), [pair for pair in ALL if sum(pair) < 3])
def test_an_almost_blank_tile_alone_is_read(low: int, high: int) -> None:
    reading = DominoReader().read(table((tile(low, high), 600, 350, 30, 0.8)), 1)
    assert reading.values == (f"{low}-{high}",)
    assert reading.doubt in (None, Doubt.UNSURE)


@pytest.mark.parametrize("pips", [0, 1, 2])
def test_a_stroke_or_a_line_on_a_plain_ground_is_no_blank_tile(pips: int) -> None:
    picture = table()
    cv2.rectangle(picture, (560, 345), (640, 355), BLACK, -1)
    cv2.line(picture, (0, 500), (1279, 520), BLACK, 8)
    for n in range(pips):
        cv2.circle(picture, (600, 300 + 100 * n), 12, BLACK, -1, cv2.LINE_AA)
    assert not DominoReader().read(picture).accepted


def test_the_outline_begins_at_the_low_half() -> None:
    for turn in (0.0, 180.0):
        reading = DominoReader().read(table((tile(2, 5), 600, 350, turn, 1.0)))
        (piece,) = reading.pieces
        corners = np.array(piece.outline)
        low_end = corners[:2].mean(axis=0)
        assert np.linalg.norm(np.array(piece.centre) - (600, 350)) < 8
        assert (low_end[1] < 350) == (turn == 0.0)
        assert abs(np.linalg.norm(corners[1] - corners[2]) - 240) < 20
        assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0


def test_colours_and_pins() -> None:
    green, pink = (70, 120, 10), (170, 150, 230)
    light, dark = (240, 240, 240), (30, 20, 30)
    lying = [(300, 200, 20.0), (900, 250, 70.0), (600, 520, 130.0)]
    for body, ink, pin in ((green, light, True), (pink, dark, False), (WHITE, (40, 40, 200), False)):
        faces = [tile(2, 6, body=body, ink=ink, pin=pin), tile(4, 5, body=body, ink=ink, pin=pin)]
        faces.append(tile(3, 3, body=body, ink=ink, pin=pin))
        laid = [(face, x, y, turn, 0.7) for face, (x, y, turn) in zip(faces, lying, strict=True)]
        assert values(table(*laid)) == ["2-6", "3-3", "4-5"]


def test_touching_tiles_are_told_apart() -> None:
    laid = [(tile(3, 6), 500, 300, 90.0, 0.7), (tile(6, 5), 669, 300, 90.0, 0.7)]
    assert values(table(*laid)) == ["3-6", "5-6"]


@pytest.mark.parametrize("turn", [0.0, 17.0, 53.0])
def test_the_long_side_of_a_tile_on_a_pale_table_is_no_bar(turn: float) -> None:
    """Three pips beside it and a plain table beyond make a tile that is not there."""
    face = tile(3, 5, width=64, body=(150, 190, 205), pin=True)
    picture = table((face, 500, 300, turn, 1.0), ground=(196, 200, 204))
    reading = DominoReader().read(picture)
    assert reading.values in ((), ("3-5",)), reading
    patches = cut_out(pyramid(picture), long_side(turn), np.ones(1, np.float32))
    assert unlike_halves(patches, 0, dark=True) > 40


def test_a_tile_of_a_pale_make_on_the_mat_is_not_silently_another() -> None:
    """A pinned, wooden 3-5 whose long side was once taken for the bar of a 0-3."""
    made_up = SimulatedTable(6, "plain", lambda: 0, mat="a4")
    made_up.lay_tiles([("3-5", 0, 0, 0.3)])
    picture = made_up.picture(1)
    mat = MatFinder().find(picture, thorough=True)
    assert mat is not None
    reading = DominoReader().read(cut_to_mat(picture, mat).image)
    assert [piece.value for piece in reading.pieces if piece.doubt is None] in ([], ["3-5"])
    assert reading.values == ("3-5",)


def long_side(turn: float) -> Bars:
    """Return the lower half's left side of a tile 64 pixels wide in the middle of (500, 300), as if a bar."""
    angle = np.deg2rad(turn)
    x = 500 - 32 * np.cos(angle) + 32 * np.sin(angle)
    y = 300 + 32 * np.sin(angle) + 32 * np.cos(angle)
    one = [np.array([value], np.float32) for value in (x, y, np.sin(angle), np.cos(angle), 50.0, 4.0)]
    return Bars(*one, np.array([True]), np.array([50.0], np.float32))


def test_a_face_down_tile_and_an_empty_table_are_no_tiles() -> None:
    back = np.empty((240, 120, 3), np.uint8)
    back[:] = WHITE
    reading = DominoReader().read(table((back, 500, 300, 35.0, 0.8)))
    # A back is told of, and is nothing to ask about.
    assert (reading.values, reading.accepted, reading.doubt) == (("",), False, Doubt.NOTHING)
    (piece,) = reading.pieces
    assert piece.doubt is None and np.hypot(piece.centre[0] - 500, piece.centre[1] - 300) < 15
    beside = DominoReader().read(table((back, 300, 300, 35.0, 0.8), (tile(2, 6), 800, 400, 70.0, 0.8)), 1)
    assert beside.accepted and beside.values == ("", "2-6")
    assert DominoReader().read(np.zeros((720, 1280, 3), np.uint8)).doubt is Doubt.DARK


def test_what_may_be_a_tile_and_cannot_be_read_makes_it_ask() -> None:
    shown = (tile(2, 6), 500.0, 300.0, 90.0, 0.8)
    assert DominoReader().read(table(shown)).accepted
    covered, scribbled = tile(6, 3), tile(0, 0, ink=WHITE)
    covered[:150] = (70, 120, 160)
    cv2.line(scribbled, (20, 30), (100, 210), BLACK, 8, cv2.LINE_AA)
    cv2.line(scribbled, (100, 60), (30, 180), BLACK, 8, cv2.LINE_AA)
    for face, x, y, turn in ((covered, 693.0, 300.0, 270.0), (scribbled, 900.0, 500.0, 30.0)):
        reading = DominoReader().read(table(shown, (face, x, y, turn, 0.8)))
        assert not reading.accepted, reading
        assert "2-6" in reading.values


@pytest.mark.parametrize("touching", [0.0, 0.7])
def test_a_tile_washed_out_by_glare_is_not_passed_over(touching: float) -> None:
    """The lamp is mirrored in one tile: its colour is another one, or its pips are hardly seen."""
    deep = float(np.random.default_rng(9008).uniform(180, 420))
    simulated = SimulatedTable(9008, "usual", lambda: 0, mat=None, deep_mm=deep)
    tiles = ["1-3", "3-5", "3-4", "0-2", "3-6"]
    simulated.scatter_tiles(tiles, touching=touching)
    reading = DominoReader().read(simulated.picture(1))
    assert len([value for value in reading.values if value in tiles]) >= 4
    assert not reading.accepted or sorted(reading.values) == sorted(tiles)


def test_a_pale_tile_whose_edges_are_hardly_seen_is_not_passed_over() -> None:
    simulated = SimulatedTable(9117, "plain", lambda: 0, mat="a4")
    tiles = ["5-6", "0-4", "2-6", "6-6", "2-4"]
    simulated.scatter_tiles(tiles, touching=0.3)
    reading = DominoReader().read(simulated.picture(1))
    assert len([value for value in reading.values if value in tiles]) >= 4
    assert not reading.accepted or sorted(reading.values) == sorted(tiles)


def test_told_another_number_it_asks() -> None:
    picture = table((tile(3, 6), 400, 300, 40.0, 0.8), (tile(4, 5), 800, 400, 10.0, 0.8))
    assert DominoReader().read(picture, 2).accepted
    assert DominoReader().read(picture, 1).doubt is Doubt.TOO_MANY
    assert DominoReader().read(picture, 3).doubt is Doubt.TOO_FEW
    glance = DominoReader().read(picture, 2, confirm=False)
    assert (glance.accepted, glance.doubt, glance.values) == (False, Doubt.MOVING, ("3-6", "4-5"))


@pytest.mark.parametrize(
    "shape", [(1, 1, 3), (10, 20000, 3), (20000, 10, 3), (60, 80), (60, 80, 4), (23, 24, 3)]
)
def test_any_picture_has_a_reading(shape: tuple[int, ...]) -> None:
    picture = np.random.default_rng(3).integers(0, 256, shape, np.uint8)
    assert not DominoReader().read(picture).accepted


@pytest.mark.parametrize("seed", range(12))
def test_noise_is_never_accepted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 256, (9 * (1 + seed % 4), 16 * (1 + seed % 4), 3), np.uint8)
    picture = cv2.resize(coarse, (640, 360), interpolation=cv2.INTER_CUBIC if seed % 2 else cv2.INTER_NEAREST)
    assert not DominoReader().read(picture).accepted


def test_what_is_no_picture_is_refused_in_a_sentence() -> None:
    for bad in (np.zeros((4, 4, 3), np.uint16), np.zeros((0, 4, 3), np.uint8), np.zeros((4, 4, 2), np.uint8)):
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            DominoReader().read(bad)
    for wrong in (0, 29):
        with pytest.raises(ValueError, match="tiles can be expected"):
            DominoReader().read(np.zeros((60, 80, 3), np.uint8), wrong)


@pytest.mark.long
@pytest.mark.skipif(
    "COMPANION_PHOTOS" not in os.environ, reason="COMPANION_PHOTOS names no folder of photographs"
)
def test_photographs() -> None:
    folder = Path(os.environ["COMPANION_PHOTOS"]) / "dominoes"
    reader = DominoReader()
    tiles = right = wrongly = 0
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            truth = Counter(row["tiles"].split(";"))
            if any(int(value) > 6 for tile in truth for value in tile.split("-")):
                continue
            reading = reader.read(load_picture(folder / row["file"]))
            found = Counter(piece.value for piece in reading.pieces if piece.value)
            tiles += truth.total()
            right += (truth & found).total()
            wrongly += reading.accepted and found != truth
    assert wrongly == 0
    assert right >= 0.97 * tiles
