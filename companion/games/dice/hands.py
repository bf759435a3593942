"""What five dice are worth: the hands, and the four ways of comparing them (D2, D3)."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from msgspec import Struct

from companion.table.text import Text, text

DICE = 5

#: Faces as read from the tray, in the order thrown.
Dice: TypeAlias = tuple[int, ...]

#: A hand's worth: of two hands under one comparison the larger one is better.
Rank: TypeAlias = tuple[int, ...]


class Category(IntEnum):
    """The seven kinds of hands, the best one largest (D2).  Straights are no hand."""

    HIGH_DIE = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    FULL_HOUSE = 4
    FOUR = 5
    FIVE = 6


class Comparison(StrEnum):
    """How two hands of one category are compared: the four options of D3."""

    COMBINATION = "a"
    LEFT_OVER = "b"
    CATEGORY = "c"
    PAIRLESS_EQUAL = "d"


class Result(StrEnum):
    """A bettor's throw beside the bank's."""

    WIN = "win"
    TIE = "tie"
    LOSE = "lose"


class Hand(Struct, frozen=True):
    """What a throw is worth.

    `faces` are the faces of the combination, the one that counts first in front; `members` the
    indices in `dice` of the dice that belong to it; `rest` the left-over faces, best first.
    """

    dice: Dice
    category: Category
    faces: tuple[int, ...]
    members: tuple[int, ...]
    rest: tuple[int, ...]


def height(face: int) -> int:
    """Return a number that orders the faces: the ace above 6, 5, 4, 3 and 2 (D2)."""
    return 7 if face == 1 else face


_CATEGORIES: dict[tuple[int, ...], Category] = {
    (5,): Category.FIVE,
    (4, 1): Category.FOUR,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_DIE,
}


@lru_cache(maxsize=7776)
def read_hand(dice: Dice) -> Hand:
    """Return the hand of five faces from 1 to 6, in the order thrown."""
    if len(dice) != DICE or not all(1 <= face <= 6 for face in dice):
        raise ValueError(f"not a throw of five dice: {dice!r}")
    groups = sorted(Counter(dice).items(), key=lambda group: (group[1], height(group[0])), reverse=True)
    category = _CATEGORIES[tuple(count for _, count in groups)]
    if category is Category.HIGH_DIE:
        combination = [groups[0][0]]
    else:
        combination = [face for face, count in groups if count > 1]
    members = tuple(index for index, face in enumerate(dice) if face in combination)
    rest = sorted((face for face in dice if face not in combination), key=height, reverse=True)
    return Hand(dice, category, tuple(combination), members, tuple(rest))


@lru_cache(maxsize=4 * 7776)
def rank(dice: Dice, comparison: Comparison = Comparison.COMBINATION) -> Rank:
    """Return the worth of a throw under one of the four comparisons (D3)."""
    hand = read_hand(dice)
    combination = (int(hand.category), *map(height, hand.faces))
    match comparison:
        case Comparison.COMBINATION:
            return combination
        case Comparison.LEFT_OVER:
            return (*combination, *map(height, hand.rest))
        case Comparison.CATEGORY:
            return combination[:1]
        case Comparison.PAIRLESS_EQUAL:
            return combination[:1] if hand.category is Category.HIGH_DIE else combination


def compare(dice: Dice, bank: Dice, comparison: Comparison = Comparison.COMBINATION) -> Result:
    """Return what `dice` is against the `bank`'s throw; who wins a tie is not decided here (D4)."""
    mine, theirs = rank(dice, comparison), rank(bank, comparison)
    if mine == theirs:
        return Result.TIE
    return Result.WIN if mine > theirs else Result.LOSE


def beats_two_aces(dice: Dice) -> bool:
    """Whether a throw is two pair or better, which pays the bet "beat two aces" (D13)."""
    return read_hand(dice).category >= Category.TWO_PAIR


_NAMES: dict[Category, tuple[str, tuple[int, ...]]] = {
    Category.FIVE: ("dice.hand.five", (5,)),
    Category.FOUR: ("dice.hand.four", (4,)),
    Category.FULL_HOUSE: ("dice.hand.full_house", (3, 2)),
    Category.THREE: ("dice.hand.three", (3,)),
    Category.TWO_PAIR: ("dice.hand.two_pair", (2, 2)),
    Category.PAIR: ("dice.hand.pair", (2,)),
    Category.HIGH_DIE: ("dice.hand.high_die", (1,)),
}


def hand_name(hand: Hand) -> Text:
    """Return the hand's name as it is said, such as "two pair, aces over fives"."""
    id, counts = _NAMES[hand.category]
    faces = [text(f"dice.face.{face}", count=count) for face, count in zip(hand.faces, counts, strict=True)]
    return Text(id, dict(zip(("face", "low"), faces, strict=False)))


def category_name(category: Category) -> Text:
    """Return a category's name without faces."""
    return text(f"dice.category.{category.name.lower()}")


@cache
def _ladder(comparison: Comparison) -> dict[Rank, Dice]:
    """All ranks from the worst to the best, each with one throw that has it."""
    throws = {rank(dice, comparison): dice for dice in combinations_with_replacement(range(1, 7), DICE)}
    return dict(sorted(throws.items()))


@cache
def _next_better(comparison: Comparison) -> dict[Rank, Dice | None]:
    ranks = list(_ladder(comparison).items())
    following: list[Dice | None] = [dice for _, dice in ranks[1:]]
    return {mine: better for (mine, _), better in zip(ranks, [*following, None], strict=True)}


def to_beat(hand: Hand, comparison: Comparison = Comparison.COMBINATION) -> Text:
    """Return the sentence that says what would beat the hand under a comparison."""
    better = _next_better(comparison)[rank(hand.dice, comparison)]
    if better is None:
        return text("dice.to_beat.nothing")
    worst = read_hand(better)
    if worst.category is not hand.category:
        # The next step up is a whole category: its lowest faces need not be said.
        return text("dice.to_beat.category", category=category_name(worst.category))
    if worst.faces == hand.faces:
        return text("dice.to_beat.left_over", hand=hand_name(hand))
    return text("dice.to_beat.hand", hand=hand_name(worst))
