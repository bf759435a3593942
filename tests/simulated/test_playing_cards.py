"""Ordinary playing cards of the simulated table: each face its own, decks that differ, backs all alike."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.playing_cards import RANKS, SUITS, deck_look, playing_card


def test_all_faces_differ_and_all_backs_are_one() -> None:
    sheets = [playing_card(rank + suit, 1) for suit in SUITS for rank in RANKS]
    assert len({sheet.picture.tobytes() for sheet in sheets}) == len({sheet.name for sheet in sheets}) == 52
    backs = {sheet.back.tobytes() for sheet in sheets if sheet.back is not None}
    assert len(backs) == 1 and all(sheet.code is None for sheet in sheets)


def test_a_deck_follows_from_its_number() -> None:
    first, again, other = (playing_card("QD", number) for number in (3, 3, 4))
    assert np.array_equal(first.picture, again.picture)
    assert deck_look(3) == deck_look(3) != deck_look(4)
    assert first.picture.shape != other.picture.shape or not np.array_equal(first.picture, other.picture)


@pytest.mark.parametrize("value", ["5C", "KH", "10S", "JD", "8H", "AD"])
def test_indices_stand_in_two_opposite_corners(value: str) -> None:
    face = playing_card(value, 2).picture.astype(int)
    high, wide = face.shape[:2]
    corner = (slice(0, high // 4), slice(0, wide // 6))
    assert np.array_equal(face[corner], face[::-1, ::-1][corner])
    beside = face[: high // 5, -wide // 7 :]
    assert int(np.ptp(face[corner])) > 100 > int(np.ptp(beside))


@pytest.mark.parametrize("value", ["", "1H", "10", "TH", "11S", "AX", "AHH"])
def test_what_is_no_card_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="is no playing card"):
        playing_card(value)


def test_the_table_shows_deals_and_turns_them() -> None:
    now = 0
    table = SimulatedTable(4, "plain", lambda: now, deep_mm=240)
    assert table.show_card(playing_card("7C", 4)) == "7C"
    table.show_card(playing_card("QH", 4), "face_down", beside=True)
    now = 3000
    lying = {thing.name: thing for thing in table.things}
    assert set(lying) == {"7C", "QH"} and lying["QH"].face == "down"
    hidden = table.picture(1)
    table.put_right()
    now = 6000
    assert {thing.face for thing in table.things} == {"up"}
    assert not np.array_equal(hidden, table.picture(1))
