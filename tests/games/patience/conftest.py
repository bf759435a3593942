"""Patience positions for tests: as they arise in random play, and small ones near the end."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.patience.cards import RANKS, SUITS
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Column, Position
from companion.games.patience.solver.solving import Solver


@pytest.fixture(scope="session")
def solver() -> Solver:
    """A solver on the best engine that there is."""
    return Solver()


@pytest.fixture(scope="session")
def compiled() -> Solver:
    """A solver on the kernel, for tests that would take plain Python minutes."""
    pytest.importorskip("numba")
    return Solver()


def played(seed: int, moves: int, draw: int) -> Position:
    """A position after so many random moves; those to a foundation are preferred half of the time."""
    random = Random(seed)
    position = Position.deal(numbered_deck(random.randrange(1, 10**9)), draw)
    for _ in range(moves):
        legal = position.moves()
        if not legal:
            break
        ups = [move for move in legal if move.endswith("-F")]
        position = position.after(random.choice(ups if ups and random.random() < 0.5 else legal))
    return position


#: Where the cards of a late position go, one after the other: the longer columns get more.
COLUMNS = (6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 2, 2, 1, 6, 5, 4, 3, 2, 1, 0)


def late(seed: int, draw: int, least: int, most: int, stock: int) -> Position:
    """A position near the end with its other cards at random, many of them hidden.

    The foundations have from `least` to `most` cards each, the stock at most `stock`.
    """
    random = Random(seed)
    heights = tuple(random.randint(least, most) for _ in SUITS)
    if 52 - sum(heights) > len(COLUMNS) + stock - 1:
        heights = (most, most, least, least)
    left = [rank + suit for suit, height in zip(SUITS, heights, strict=True) for rank in RANKS[height:]]
    random.shuffle(left)
    drawn = tuple(left.pop() for _ in range(min(stock, len(left))))
    columns: list[list[str]] = [[] for _ in range(7)]
    for index in COLUMNS[: len(left)]:
        columns[index].append(left.pop())
    dealt = tuple(Column(tuple(column[:-1]), tuple(column[-1:])) for column in columns)
    return Position(draw, heights, drawn, (), dealt)
