"""What was read stands beside its piece in the camera's picture, and no tag covers another."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from companion.kiosk.camera_box import tag_spots

BOUNDS = pygame.Rect(0, 0, 240, 135)
TAG = (34, 17)


def boxes(*places: tuple[int, int], side: int = 26) -> list[pygame.Rect]:
    return [pygame.Rect(x, y, side, side) for x, y in places]


@pytest.mark.parametrize(
    "places",
    [
        [(60, 60), (80, 62)],
        [(60, 60), (60, 90)],
        [(40, 40), (68, 40), (40, 68), (68, 68)],
        [(0, 0), (2, 20)],
        [(214, 109), (190, 109)],
        [(100, 50), (100, 50), (100, 50)],
    ],
    ids=["beside", "below", "square", "corner", "other corner", "one place"],
)
def test_tags_keep_off_each_other_and_in_the_picture(places: list[tuple[int, int]]) -> None:
    found = boxes(*places)
    spots = tag_spots([TAG] * len(found), found, BOUNDS)
    assert all(BOUNDS.contains(spot) and spot.size == TAG for spot in spots)
    assert not [pair for pair in combinations(spots, 2) if pair[0].colliderect(pair[1])]
    assert all(spot.inflate(6, 6).colliderect(box) for spot, box in zip(spots, found, strict=True))


def test_a_tag_with_room_stands_above_its_piece() -> None:
    (box,) = boxes((100, 60))
    assert tag_spots([TAG], [box], BOUNDS) == [pygame.Rect(96, 41, *TAG)]


def test_more_tags_than_have_room_are_all_there() -> None:
    found = boxes(*[(100 + n, 60) for n in range(9)])
    assert len(tag_spots([TAG] * 9, found, BOUNDS)) == 9
