"""The second reader of playing cards alone: pips by where they stand, suits by their outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.simulated.playing_cards import RANKS, SUITS
from hardware.vision.card_bodies import NOTHING, look_at_body
from tests.vision.card_scenes import corners_at, lay, table

LYING = corners_at((500, 360), 300, 0)


def body_of(value: str, deck: int, corners: np.ndarray = LYING) -> tuple[str, str]:
    picture = table()
    lay(picture, value, corners, deck=deck)
    body = look_at_body(picture, corners)
    return body.rank, body.suit


@pytest.mark.parametrize("suit", SUITS)
def test_pips_are_counted_where_they_stand(suit: str) -> None:
    # Half of the ranks in each suit, and each rank in a red and in a black one.
    for number, rank in list(enumerate(RANKS[:10]))[SUITS.index(suit) // 2 :: 2]:
        # On its head, the seven alone looks different.
        for turn in (3, 184) if rank in ("A", "7") else (3,):
            corners = corners_at((600, 350), 240, turn)
            assert body_of(rank + suit, number % 4, corners) == (rank, suit)


@pytest.mark.parametrize("value", ["JS", "QH", "KC", "QD"])
def test_courts_are_only_known_as_such(value: str) -> None:
    for deck in range(3):
        assert body_of(value, deck)[0] in ("court", "")


def test_indices_are_not_looked_at() -> None:
    """With every corner painted over, the middle still tells."""
    picture = table()
    lay(picture, "9D", LYING, deck=1)
    for x, y in LYING:
        away = (np.array((500, 360)) - (x, y)) * (0.17, 0.25)
        far = np.array((x, y)) + away
        cv2.rectangle(picture, (int(x), int(y)), (int(far[0]), int(far[1])), (200, 210, 210), -1)
    body = look_at_body(picture, LYING)
    assert (body.rank, body.suit, body.red) == ("9", "D", True) and body.sure > 0.5


def test_nothing_is_made_of_paper_and_noise() -> None:
    assert look_at_body(np.full((720, 1280, 3), 230, np.uint8), LYING) == NOTHING
    noise = np.random.default_rng(2).integers(0, 256, (720, 1280, 3), np.uint8)
    assert look_at_body(noise, LYING).suit == ""
