"""The exact odds (D15), those of the pot's re-throws (D12) and of the casino bets (D13)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from companion.games.dice.hands import Category, Comparison, Result, compare, rank
from companion.games.dice.odds import (
    category_counts,
    chances_against,
    exact_odds,
    rethrow_share,
    two_aces_odds,
)


@pytest.mark.parametrize(
    ("comparison", "win", "tie"),
    [("a", 28_734_510, 2_997_156), ("b", 30_041_010, 384_156), ("c", 21_097_620, 18_270_936),
     ("d", 28_662_510, 3_141_156)],
)  # fmt: skip
def test_d15_exact_odds_of_all_pairs_of_throws(comparison: str, win: int, tie: int) -> None:
    odds = exact_odds(Comparison(comparison))
    assert (odds.win, odds.tie, odds.lose, odds.of) == (win, tie, win, 7776**2)


def test_d15_the_banks_edge_is_the_share_of_ties() -> None:
    assert exact_odds().edge == Fraction(249_763, 5_038_848)
    for comparison in Comparison:
        odds = exact_odds(comparison)
        assert odds.edge == Fraction(odds.tie, odds.of)


def test_d15_counts_of_the_categories() -> None:
    assert category_counts() == {
        Category.FIVE: 6,
        Category.FOUR: 150,
        Category.FULL_HOUSE: 300,
        Category.THREE: 1200,
        Category.TWO_PAIR: 1800,
        Category.PAIR: 3600,
        Category.HIGH_DIE: 720,
    }


def test_d15_chances_against_one_throw_add_up_to_all_pairs() -> None:
    ways = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5))
    for comparison in Comparison:
        total = Counter[str]()
        for dice, count in ways.items():
            odds = chances_against(dice, comparison)
            total.update({"win": odds.win * count, "tie": odds.tie * count, "lose": odds.lose * count})
        exact = exact_odds(comparison)
        assert dict(total) == {"win": exact.win, "tie": exact.tie, "lose": exact.lose}


def test_chances_against_one_throw_are_counted_over_all_throws() -> None:
    bank = (6, 6, 2, 3, 4)
    counted = Counter(compare(dice, bank) for dice in product(range(1, 7), repeat=5))
    odds = chances_against(bank)
    assert (odds.win, odds.tie, odds.lose) == tuple(counted[result] for result in Result)


def test_d12_share_of_pots_thrown_again_is_from_5_to_6_point_4_percent() -> None:
    shares = {players: float(100 * rethrow_share(players)) for players in range(2, 9)}
    assert round(shares[2], 1) == 5.0
    assert round(shares[8], 1) == 6.4
    assert list(shares.values()) == sorted(shares.values())
    # Two players are a bettor and a bank: their best throw is shared when they tie.
    assert rethrow_share(2) == Fraction(2_997_156, 7776**2)


def test_d12_share_of_pots_thrown_again_with_three_players_counted_out() -> None:
    ways = Counter(rank(tuple(sorted(dice)), Comparison.CATEGORY) for dice in product(range(1, 7), repeat=5))
    shared = 0
    for three in product(ways, repeat=3):
        if sorted(three)[1] == max(three):
            shared += ways[three[0]] * ways[three[1]] * ways[three[2]]
    assert rethrow_share(3, Comparison.CATEGORY) == Fraction(shared, 7776**3)


def test_d13_beating_two_aces_gives_the_bank_an_edge_of_a_ninth() -> None:
    odds = two_aces_odds()
    assert (odds.win, odds.lose, odds.of) == (3456, 4320, 7776)
    assert odds.edge == Fraction(1, 9)


def test_every_sorted_throw_has_odds() -> None:
    for dice in combinations_with_replacement(range(1, 7), 5):
        odds = chances_against(dice)
        assert odds.win + odds.tie + odds.lose == odds.of == 7776
        assert odds.tie > 0
