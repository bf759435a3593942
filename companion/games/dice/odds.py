"""Exact odds of the dice game, computed from all throws grouped by what they are worth (D15, D12, D13)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec import Struct

from companion.games.dice.hands import (
    DICE,
    Category,
    Comparison,
    Dice,
    Rank,
    beats_two_aces,
    rank,
    read_hand,
)

#: All equally likely throws of five dice.
THROWS: int = 6**DICE


class Odds(Struct, frozen=True):
    """How many of `of` equally likely cases a bettor's throw wins, ties and loses."""

    win: int
    tie: int
    lose: int
    of: int

    @property
    def edge(self) -> Fraction:
        """The bank's advantage as a share of the stake, at even money and with ties to the bank (D4)."""
        return Fraction(self.lose + self.tie - self.win, self.of)


@cache
def _sorted_throws() -> dict[Dice, int]:
    """All throws without regard to their order, each with the number of ways to throw it."""
    return Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=DICE))


@cache
def rank_counts(comparison: Comparison) -> dict[Rank, int]:
    """Return how many of the 7776 throws have each rank, the worst rank first."""
    counts: Counter[Rank] = Counter()
    for dice, ways in _sorted_throws().items():
        counts[rank(dice, comparison)] += ways
    return dict(sorted(counts.items()))


def category_counts() -> dict[Category, int]:
    """Return how many of the 7776 throws are of each category, the best first."""
    counts: Counter[Category] = Counter()
    for dice, ways in _sorted_throws().items():
        counts[read_hand(dice).category] += ways
    return dict(sorted(counts.items(), reverse=True))


@cache
def exact_odds(comparison: Comparison = Comparison.COMBINATION) -> Odds:
    """Return a bettor's odds against the bank over all 7776 x 7776 pairs of throws (D15)."""
    win = tie = worse = 0
    for ways in rank_counts(comparison).values():
        win += ways * worse
        tie += ways * ways
        worse += ways
    return Odds(win, tie, THROWS**2 - win - tie, THROWS**2)


@cache
def _chances(mine: Rank, comparison: Comparison) -> Odds:
    counts = rank_counts(comparison)
    win = sum(ways for other, ways in counts.items() if other > mine)
    return Odds(win, counts[mine], THROWS - win - counts[mine], THROWS)


def chances_against(bank: Dice, comparison: Comparison = Comparison.COMBINATION) -> Odds:
    """Return a bettor's odds over all 7776 throws against one throw of the bank."""
    return _chances(rank(bank, comparison), comparison)


def two_aces_odds() -> Odds:
    """Return the odds of the bet "beat two aces", which the bank's throw does not touch (D13)."""
    win = sum(ways for dice, ways in _sorted_throws().items() if beats_two_aces(dice))
    return Odds(win, 0, THROWS - win, THROWS)


def rethrow_share(players: int, comparison: Comparison = Comparison.COMBINATION) -> Fraction:
    """Return the share of pots of `players` in which the best throw is shared and thrown again (D12)."""
    alone = worse = 0
    for ways in rank_counts(comparison).values():
        alone += players * ways * worse ** (players - 1)
        worse += ways
    return 1 - Fraction(alone, THROWS**players)
