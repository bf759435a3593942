"""Exact counts: both implementations find as many legal moves and positions, from deals and later ones."""

from __future__ import annotations

import pytest

from companion.games.patience.cards import SUITS
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, Position
from companion.games.patience.saved import saved_text
from tests.games.patience.conftest import late, played
from tests.games.patience.naive import Naive, counts

#: Ten deals with more to do in the first six moves than most.
DEALS = (1, 3, 5, 11, 12, 14, 17, 20, 24, 31)


def own_counts(position: Position, depth: int) -> list[tuple[int, int]]:
    level, met = {position}, {position}
    found = []
    for _ in range(depth + 1):
        reached = [old.after(move) for old in level for move in old.moves()]
        found.append((len(level), len(reached)))
        level = set(reached) - met
        met |= level
    return found


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("draw", [1, 3])
def test_counts_to_depth_six(deal: int, draw: int) -> None:
    deck = numbered_deck(deal)
    assert own_counts(Position.deal(deck, draw), 6) == counts(Naive.dealt("".join(deck), draw), 6)


@pytest.mark.parametrize("seed", range(10))
def test_counts_from_the_middle_of_a_game(seed: int) -> None:
    position = played(seed, 30 + 8 * seed, 1 + 2 * (seed % 2))
    assert own_counts(position, 2) == counts(Naive.read(saved_text(position)), 2)


@pytest.mark.parametrize("seed", range(4))
def test_counts_near_the_end(seed: int) -> None:
    position = late(seed, 1 + 2 * (seed % 2), 5, 12, 5)
    assert own_counts(position, 2) == counts(Naive.read(saved_text(position)), 2)


@pytest.mark.parametrize("seed", range(8))
def test_a_move_is_legal_exactly_when_nothing_speaks_against_it(seed: int) -> None:
    position = played(100 + seed, 20 * seed, 1 + 2 * (seed % 2))
    targets = (FOUNDATION, *(str(number) for number in range(1, 8)))
    tried = [TURN, RECYCLE, *(f"{card}-{target}" for card in position.cards() for target in targets)]
    legal = [move for move in tried if position.why_not(move) is None]
    assert sorted(legal) == sorted(position.moves())
    for nonsense in ("", "-", "AS", "AS-", "AS-8", "AS-0", "as-F", "??-F", "turn-F", "AS-F-1"):
        assert position.why_not(nonsense) is not None


@pytest.mark.parametrize("seed", range(8))
def test_the_reasons_given_beside_a_move_are_those_of_each_move_with_a_card_in_sight(seed: int) -> None:
    position = played(200 + seed, 25 * seed, 1 + 2 * (seed % 2))
    tops = [top for suit in SUITS if (top := position.foundation_top(suit))]
    cards = [*tops, *position.waste[-1:], *(card for column in position.columns for card in column.up)]
    targets = (FOUNDATION, *(str(number) for number in range(1, 8)))
    tried = [TURN, RECYCLE, *(f"{card}-{target}" for card in cards for target in targets)]
    reasons = {move: position.why_not(move) for move in tried}
    assert position.why_nots() == {move: why for move, why in reasons.items() if why is not None}
