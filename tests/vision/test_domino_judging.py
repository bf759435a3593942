"""Judging what the dominoes' nets say: a closer look counts for more, and what nothing explains is asked."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.vision.domino_judging import Judge, Judged
from hardware.vision.domino_nets import Found, Read, TileNets, fused
from hardware.vision.domino_second import second_look
from hardware.vision.domino_views import TOLD, halves, views
from hardware.vision.reading import Doubt
from tests.vision.drawn_tiles import Colour, Image, table, tile

GREEN: Colour = (70, 130, 80)
LAID = [(4, 5, 300.0, 200.0), (6, 3, 600.0, 200.0), (5, 2, 900.0, 200.0)]


def lying(
    places: list[tuple[float, float]], sure: float = 0.8, width: float = 60.0, long: float = 60.0
) -> Found:
    """Return upright bodies that the finder takes for tiles, of a width and half a length in pixels."""
    count = len(places)
    axes = np.tile([(0.0, long)], (count, 1)), np.tile([(width / 2, 0.0)], (count, 1))
    return Found(np.full(count, sure), np.full(count, 0.1), np.array(places), *axes)


def together(*parts: Found) -> Found:
    names = ("tile", "body", "middle", "along", "across")
    return Found(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def judged(
    picture: Image,
    found: Found,
    values: list[tuple[int, int]],
    whole: list[float] | None = None,
    *,
    guessed: int = 0,
    closer: bool = False,
) -> Judged:
    """Judge bodies of which the reader said this."""
    count = len(found)
    patches = views(halves(picture), found.middle, found.along, found.across)
    certainty = np.array(whole) if whole is not None else np.full(count, 0.99)
    said = np.zeros((count, TOLD), np.float32)
    read = Read(found, patches, np.array(values), np.full(count, 0.99), certainty, found, said)
    judge = Judge(TileNets(), (picture.shape[1], picture.shape[0]), True)
    return judge.judge(read, guessed, closer=closer)


@pytest.fixture(scope="module")
def laid() -> Image:
    return table(*((tile(low, high, body=GREEN), x, y, 0.0, 0.5) for low, high, x, y in LAID))


def true(sure: float = 0.8) -> tuple[Found, list[tuple[int, int]]]:
    return lying([(x, y) for _, _, x, y in LAID], sure), [(low, high) for low, high, _, _ in LAID]


def test_what_is_seen_again_in_a_larger_picture_counts_as_it_is_seen_there() -> None:
    far, near = lying([(100.0, 100.0)], 0.7, 80.0, 75.0), lying([(102.0, 104.0)], 0.5)
    assert fused([far], [0.125]).tile.tolist() == [0.7]
    assert fused([far, near], [0.125, 0.25]).tile.tolist() == [0.5]
    # What is seen well enough stays, and what is hardly seen in the larger one is not seen again.
    assert fused([far, near], [0.25, 0.5]).tile.tolist() == [0.7]
    assert fused([far, lying([(102.0, 104.0)], 0.2)], [0.125, 0.25]).tile.tolist() == [0.7]


def test_tiles_that_are_plain_are_in_no_doubt(laid: Image) -> None:
    one = judged(laid, *true())
    assert sorted(one.kept.tolist()) == [0, 1, 2] and one.doubts == [None] * 3


@pytest.mark.parametrize(
    ("sure", "closer", "doubt"), [(0.5, False, True), (0.5, True, False), (0.7, True, True)]
)
def test_what_lies_half_on_a_tile_and_can_be_read_disputes_it(
    laid: Image, sure: float, closer: bool, doubt: bool
) -> None:
    picture = np.maximum(laid, table((tile(1, 1, body=GREEN), 360, 200, 0.0, 0.5)))
    found, values = true()
    found = together(found, lying([(330.0, 200.0)], sure), lying([(360.0, 200.0)], 0.95))
    one = judged(picture, found, [*values, (4, 1), (1, 1)], closer=closer)
    assert sorted(one.kept.tolist()) == [0, 1, 2, 4]
    assert one.doubts[:3] == [Doubt.UNSURE if doubt else None, None, None]


@pytest.mark.parametrize(
    ("tile_", "whole", "asked"), [(0.9, 0.0, True), (0.45, 0.5, True), (0.32, 0.1, False)]
)
def test_what_the_finder_takes_for_a_tile_and_nothing_explains_is_asked_about(
    laid: Image, tile_: float, whole: float, asked: bool
) -> None:
    found, values = true()
    picture = laid.copy()
    picture[440:560, 570:630] = GREEN
    picture[470:480, 580:620] = 0
    one = judged(
        picture, together(found, lying([(600.0, 500.0)], tile_)), [*values, (0, 0)], [1, 1, 1, whole]
    )
    assert (3 in one.kept.tolist() and one.doubts[3] is Doubt.UNSURE) is asked


@pytest.mark.parametrize(("share", "asked"), [(0.5, True), (0.2, False)])
def test_what_is_half_explained_may_have_a_tile_under_its_other_half(
    laid: Image, share: float, asked: bool
) -> None:
    found, values = true()
    beside = replace(lying([(300.0 + share * 60, 200.0)], 0.35))
    one = judged(laid, together(found, beside), [*values, (0, 0)], [1, 1, 1, 0.6])
    assert (3 in one.kept.tolist()) is asked


@pytest.mark.parametrize(("width", "kept"), [(35.0, True), (20.0, False)])
def test_what_is_plain_and_a_little_too_small_is_asked_about(laid: Image, width: float, kept: bool) -> None:
    found, values = true()
    picture = np.maximum(laid, table((tile(6, 6, body=GREEN), 600, 500, 0.0, width / 120)))
    small = lying([(600.0, 500.0)], 0.4, width, width)
    one = judged(picture, together(found, small), [*values, (6, 6)])
    assert (3 in one.kept.tolist()) is kept
    assert one.doubts[:3] == [None] * 3 and (not kept or one.doubts[3] is Doubt.UNSURE)


@pytest.mark.parametrize(("long", "sure"), [(60.0, True), (46.0, False)])
def test_a_guess_is_sure_only_where_it_is_as_long_as_the_others(long: float, sure: bool) -> None:
    picture = table(
        *((tile(low, high), x, y, 0.0, 0.5) for low, high, x, y in LAID),
        (tile(6, 6)[30:-30] if long < 60 else tile(6, 6), 600.0, 500.0, 0.0, 0.5),
    )
    found, values = true()
    one = judged(
        picture, together(found, lying([(600.0, 500.0)], 0.8, 60.0, long)), [*values, (6, 6)], guessed=1
    )
    assert 3 in one.kept.tolist()
    assert (one.doubts[3] is None) is sure


@pytest.mark.parametrize(
    ("body", "whole", "doubt"),
    [(GREEN, 0.0, None), ((240, 245, 250), 0.0, Doubt.UNSURE), (GREEN, 0.8, Doubt.UNSURE)],
)
def test_a_back_is_no_tile_unless_a_lamp_may_have_washed_it_out(
    laid: Image, body: Colour, whole: float, doubt: Doubt | None
) -> None:
    picture = laid.copy()
    picture[440:560, 570:630] = body
    found, values = true()
    back = replace(lying([(600.0, 500.0)], 0.2), body=np.array([0.8]))
    one = judged(picture, together(found, back), [*values, (0, 0)], [1, 1, 1, whole])
    assert 3 in one.kept.tolist() and one.doubts[3] is doubt


@pytest.mark.parametrize(("body", "doubt"), [(0.1, None), (0.5, Doubt.UNSURE)])
def test_grain_on_a_blank_tile_is_no_pips(body: float, doubt: Doubt | None) -> None:
    face = tile(0, 0, body=GREEN)
    grainy = face.copy()
    for n, (x, y) in enumerate([(30, 30), (62, 90), (88, 40), (40, 150), (90, 210)]):
        cv2.circle(grainy, (x, y), 10, (58, 104 + 4 * n, 66), -1, cv2.LINE_AA)
    picture = table((grainy, 600.0, 300.0, 0.0, 0.5))
    patches = views(halves(picture), *(np.array([v]) for v in ((600.0, 300.0), (0.0, 60.0), (30.0, 0.0))))
    (seen,) = second_look(patches)
    assert seen.grain and seen.values == (0, 0) and 0.2 < seen.support < 1.0
    one = judged(picture, replace(lying([(600.0, 300.0)]), body=np.array([body])), [(0, 0)])
    assert one.doubts == [doubt]
