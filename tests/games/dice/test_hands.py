"""Hands and their comparison (D2, D3), with a second, naive reading of the rules as an oracle."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice.hands import (
    Category,
    Comparison,
    Result,
    beats_two_aces,
    compare,
    hand_name,
    rank,
    read_hand,
    to_beat,
)
from companion.language import Language

DICE = st.tuples(*[st.integers(1, 6)] * 5)


def dice(faces: str) -> tuple[int, ...]:
    return tuple(int(face) for face in faces)


# The oracle: written from the rule text alone, with letters and counting; it shares nothing with the code.

_LETTERS = {"2": "a", "3": "b", "4": "c", "5": "d", "6": "e", "1": "f"}


def naive(faces: tuple[int, ...], comparison: str) -> tuple[int, str]:
    word = "".join(_LETTERS[str(face)] for face in faces)
    many: dict[int, str] = {}
    for times in range(1, 6):
        alike = [letter for letter in "abcdef" if word.count(letter) == times]
        many[times] = "".join(reversed(alike))
    if many[5]:
        kind, faces_of_hand, others = 7, many[5], ""
    elif many[4]:
        kind, faces_of_hand, others = 6, many[4], many[1]
    elif many[3] and many[2]:
        kind, faces_of_hand, others = 5, many[3] + many[2], ""
    elif many[3]:
        kind, faces_of_hand, others = 4, many[3], many[1]
    elif len(many[2]) == 2:
        kind, faces_of_hand, others = 3, many[2], many[1]
    elif many[2]:
        kind, faces_of_hand, others = 2, many[2], many[1]
    else:
        kind, faces_of_hand, others = 1, many[1][0], many[1][1:]
    if comparison == "c" or (comparison == "d" and kind == 1):
        return kind, ""
    return kind, faces_of_hand + (others if comparison == "b" else "")


@given(DICE, DICE, st.sampled_from(list(Comparison)))
def test_d3_each_comparison_agrees_with_a_second_independent_one(
    mine: tuple[int, ...], bank: tuple[int, ...], comparison: Comparison
) -> None:
    left, right = naive(mine, comparison.value), naive(bank, comparison.value)
    expected = Result.TIE if left == right else Result.WIN if left > right else Result.LOSE
    assert compare(mine, bank, comparison) is expected


@pytest.mark.parametrize("comparison", list(Comparison))
def test_d3_the_order_of_all_throws_agrees_with_the_second_one(comparison: Comparison) -> None:
    throws = list(product(range(1, 7), repeat=5))
    by_ours: dict[Any, set[Any]] = {}
    for throw in throws:
        by_ours.setdefault(rank(throw, comparison), set()).add(naive(throw, comparison.value))
    # One of theirs for each of ours, and in the same order.
    assert all(len(theirs) == 1 for theirs in by_ours.values())
    theirs_in_our_order = [next(iter(by_ours[mine])) for mine in sorted(by_ours)]
    assert theirs_in_our_order == sorted(set(theirs_in_our_order))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("22222", "11116"),  # five alike > four alike
        ("22223", "11166"),  # four alike > full house
        ("22233", "11165"),  # full house > three alike
        ("22234", "11665"),  # three alike > two pair
        ("22334", "11654"),  # two pair > one pair
        ("22345", "16543"),  # one pair > high die
        ("12346", "23456"),  # the ace is the highest face
        ("66345", "55342"),
        ("55342", "44356"),
    ],
)
def test_d2_order_of_the_categories_and_faces(better: str, worse: str) -> None:
    assert compare(dice(better), dice(worse)) is Result.WIN
    assert compare(dice(worse), dice(better)) is Result.LOSE


@pytest.mark.parametrize(("straight", "high"), [("12345", 1), ("23456", 6)])
def test_d2_straights_are_no_hand(straight: str, high: int) -> None:
    hand = read_hand(dice(straight))
    assert hand.category is Category.HIGH_DIE
    assert hand.faces == (high,)
    assert compare(dice("22346"), dice(straight)) is Result.WIN


@pytest.mark.parametrize(
    ("mine", "bank", "a", "b", "c", "d"),
    [
        # the same pair, other left-over dice
        ("66543", "66542", "tie", "win", "tie", "tie"),
        # a full house: the three first, then the pair
        ("33322", "22211", "win", "win", "tie", "win"),
        ("33322", "33344", "lose", "lose", "tie", "lose"),
        # two pair: the higher pair first, then the lower
        ("11223", "66554", "win", "win", "tie", "win"),
        ("11553", "11446", "win", "win", "tie", "win"),
        ("11553", "11554", "tie", "lose", "tie", "tie"),
        # no pair: the single highest die and nothing else, or nothing at all
        ("16543", "16542", "tie", "win", "tie", "tie"),
        ("16432", "23456", "win", "win", "tie", "tie"),
        # the same faces in another order
        ("12321", "32112", "tie", "tie", "tie", "tie"),
        # four and three alike
        ("44442", "44445", "tie", "lose", "tie", "tie"),
        ("55516", "55532", "tie", "win", "tie", "tie"),
    ],
)
def test_d3_the_four_comparisons(mine: str, bank: str, a: str, b: str, c: str, d: str) -> None:
    results = [compare(dice(mine), dice(bank), comparison).value for comparison in Comparison]
    assert results == [a, b, c, d]


@pytest.mark.parametrize(
    ("throw", "members", "name"),
    [
        ("66666", [0, 1, 2, 3, 4], "five sixes"),
        ("16111", [0, 2, 3, 4], "four aces"),
        ("51515", [0, 1, 2, 3, 4], "full house, fives over aces"),
        ("42414", [0, 2, 4], "three fours"),
        ("51315", [0, 1, 3, 4], "two pair, aces over fives"),
        ("62345", [0], "six high"),
        ("23451", [4], "ace high"),
        ("23425", [0, 3], "a pair of twos"),
    ],
)
def test_the_dice_that_belong_to_a_hand_and_its_name(throw: str, members: list[int], name: str) -> None:
    hand = read_hand(dice(throw))
    assert list(hand.members) == members
    assert Language.load("en").say(hand_name(hand)) == name


@given(DICE)
def test_members_and_rest_are_all_of_the_dice(throw: tuple[int, ...]) -> None:
    hand = read_hand(throw)
    belonging = sorted(throw[index] for index in hand.members)
    assert sorted([*belonging, *hand.rest]) == sorted(throw)
    assert set(belonging) == set(hand.faces)


@pytest.mark.parametrize(
    ("throw", "comparison", "sentence"),
    [
        ("11111", "a", "Nothing beats this."),
        ("66666", "a", "To beat: five aces, or better."),
        ("23456", "a", "To beat: ace high, or better."),
        ("12346", "a", "To beat: one pair or better."),
        ("11233", "a", "To beat: two pair, aces over fours, or better."),
        ("11665", "a", "To beat: three alike or better."),
        ("66543", "a", "To beat: a pair of aces, or better."),
        ("66542", "b", "To beat: a pair of sixes with better other dice, or more."),
        ("33445", "c", "To beat: three alike or better."),
        ("22222", "c", "Nothing beats this."),
        ("23456", "d", "To beat: one pair or better."),
    ],
)
def test_what_would_beat_a_hand(throw: str, comparison: str, sentence: str) -> None:
    assert Language.load("en").say(to_beat(read_hand(dice(throw)), Comparison(comparison))) == sentence


@given(DICE)
def test_d13_two_aces_are_beaten_from_two_pair_on(throw: tuple[int, ...]) -> None:
    assert beats_two_aces(throw) == (naive(throw, "a") > naive((1, 1, 6, 5, 4), "a"))


@pytest.mark.parametrize("bad", [(1, 2, 3, 4), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7), (1,) * 6])
def test_what_is_no_throw_has_no_hand(bad: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        read_hand(bad)
