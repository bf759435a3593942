"""Stakes and their cutting (D6, D7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice.stakes import cut_stakes, most_stake


def cut_one_by_one(wishes: list[int], bank: int) -> list[int]:
    """The ruling word by word, one chip at a time."""
    stakes = list(wishes)
    while sum(stakes) > bank:
        largest = max(stakes)
        later = max(index for index, stake in enumerate(stakes) if stake == largest)
        stakes[later] -= 1
    return stakes


@given(st.lists(st.integers(0, 60), min_size=1, max_size=7), st.integers(0, 200))
def test_d7_cutting_is_the_same_as_one_chip_at_a_time(wishes: list[int], bank: int) -> None:
    named = {f"s{index}": wish for index, wish in enumerate(wishes)}
    cut = cut_stakes(named, bank)
    assert list(cut) == list(named)
    assert list(cut.values()) == cut_one_by_one(wishes, bank)
    assert sum(cut.values()) == min(bank, sum(wishes))


@pytest.mark.parametrize(
    ("wishes", "bank", "cut"),
    [
        ([3, 3, 3], 9, [3, 3, 3]),
        ([5, 2, 1], 6, [3, 2, 1]),
        ([5, 5, 1], 10, [5, 4, 1]),
        ([4, 4, 4], 10, [4, 3, 3]),
        ([1, 1, 1], 2, [1, 1, 0]),
        ([1, 1, 1], 1, [1, 0, 0]),
        ([9, 1, 9], 2, [1, 1, 0]),
        ([2, 7], 0, [0, 0]),
    ],
)
def test_d7_the_largest_first_and_of_equal_ones_the_later(
    wishes: list[int], bank: int, cut: list[int]
) -> None:
    named = {f"s{index}": wish for index, wish in enumerate(wishes)}
    assert list(cut_stakes(named, bank).values()) == cut


def test_d7_large_stakes_are_cut_at_once() -> None:
    assert cut_stakes({"a": 10**12, "b": 10**12}, 3) == {"a": 2, "b": 1}


@pytest.mark.parametrize(("wishes", "bank"), [({"a": -1}, 3), ({"a": 1}, -1)])
def test_negative_amounts_are_refused(wishes: dict[str, int], bank: int) -> None:
    with pytest.raises(ValueError):
        cut_stakes(wishes, bank)


def test_d6_the_most_is_the_limit_or_all_that_a_seat_has() -> None:
    assert most_stake(5, 9, points=False) == 5
    assert most_stake(5, 3, points=False) == 3
    assert most_stake(5, -3, points=True) == 5
