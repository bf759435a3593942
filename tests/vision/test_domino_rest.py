"""What no tile explains: a body of the tiles' colour is asked about, unless the table has that colour."""

from __future__ import annotations

import numpy as np

from hardware.vision.domino_rest import left_over
from hardware.vision.domino_views import halves

IVORY, CLOTH = (180, 205, 215), (70, 90, 60)
#: A tile that was read, and a body of its colour that was not: left, top, right, bottom.
READ, UNREAD = (60, 60, 100, 140), (200, 60, 280, 100)


def asked_about(*more: tuple[int, int, int, int]) -> list[np.ndarray]:
    """Return what is left over of a table on which these, too, have the tile's colour."""
    picture = np.full((240, 400, 3), CLOTH, np.uint8)
    for left, top, right, bottom in (READ, UNREAD, *more):
        picture[top:bottom, left:right] = IVORY
    left, top, right, bottom = READ
    outline = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    return left_over(halves(picture), outline, 40.0, np.array([IVORY], np.float32))


def test_a_body_of_the_tiles_colour_and_size_is_asked_about() -> None:
    (box,) = asked_about()
    assert np.abs(box.mean(axis=0) - (240, 80)).max() < 2


def test_a_little_more_of_that_colour_changes_nothing() -> None:
    assert len(asked_about((0, 190, 400, 210))) == 1


def test_where_the_table_has_that_colour_it_is_no_body() -> None:
    assert asked_about((0, 160, 400, 220)) == []
