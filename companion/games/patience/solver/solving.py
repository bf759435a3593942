"""Winnable, lost or unknown: a portfolio of short searches, then one to the end (S11)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from companion.games.patience.position import Position
from companion.games.patience.solver.engine import Engine, best_engine
from companion.games.patience.solver.masks import (
    BIT_OF_CARD,
    CARD_OF_BIT,
    LAYOUT_DRAW,
    LAYOUT_SIZE,
    Ints,
)
from companion.games.patience.solver.running import CheckedRun, Run
from companion.games.patience.solver.search import (
    BACK,
    COLUMN_UP,
    EXHAUSTED,
    HIGH_FIRST,
    LOW_FIRST,
    ORDER_BACK,
    ORDER_CLASS,
    ORDER_PICK,
    ORDER_SIZE,
    PAUSED,
    REVEAL,
    STOCK_DOWN,
    STOCK_UP,
    WON,
)

#: Orders of the move classes, each tried with low and with high cards first.
CLASS_ORDERS: tuple[tuple[int, ...], ...] = (
    (COLUMN_UP, REVEAL, STOCK_UP, STOCK_DOWN, BACK),
    (COLUMN_UP, STOCK_UP, STOCK_DOWN, REVEAL, BACK),
    (COLUMN_UP, STOCK_UP, REVEAL, STOCK_DOWN, BACK),
    (STOCK_UP, COLUMN_UP, REVEAL, STOCK_DOWN, BACK),
    (REVEAL, COLUMN_UP, STOCK_UP, STOCK_DOWN, BACK),
    (COLUMN_UP, REVEAL, STOCK_DOWN, STOCK_UP, BACK),
    (REVEAL, STOCK_DOWN, COLUMN_UP, STOCK_UP, BACK),
)
#: Taking from the stock before turning columns up is slower on most deals, and wins the hard ones.
LAST_ORDER = 1
#: How many positions each order may meet before the search to the end.
BRIEF = 2_000
#: After so many positions the search to the end with three cards drawn first looks at its budget.
CHECKED_SLICE = 20


class Verdict(StrEnum):
    """What the solver knows about a position; unknown is never lost."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


class KeyMove(Struct, frozen=True):
    """A move as the search knows it: its class, and the card that moves."""

    kind: int
    card: str


class Decision(Struct, frozen=True):
    """A verdict, the way that wins as the search has it, and how many positions were looked at.

    A move on the way is its class times 64 plus the card's bit number.  `met` counts the different positions.
    """

    verdict: Verdict
    way: tuple[int, ...] = ()
    nodes: int = 0
    met: int = 0

    @property
    def moves(self) -> tuple[KeyMove, ...]:
        """The moves on the way."""
        return tuple(KeyMove(move >> 6, CARD_OF_BIT[move & 63]) for move in self.way)


class Budget:
    """How long solving may go on: until it has looked at `nodes` positions, or until `stop` says so."""

    def __init__(self, nodes: int | None = None, stop: Callable[[], bool] | None = None) -> None:
        self.nodes = nodes
        self.stop = stop

    def is_spent(self, nodes: int) -> bool:
        return (self.nodes is not None and nodes >= self.nodes) or (self.stop is not None and self.stop())


class Solver:
    """Solves positions one after the other on one engine; a thread needs its own.

    Without `back` no card may come back from a foundation: what S6 is worth can be counted so.
    """

    def __init__(self, engine: Engine | None = None, *, back: bool = True) -> None:
        self.engine = engine or best_engine()
        self._back = back
        self._run = Run(self.engine)
        self._checked = CheckedRun(self.engine)
        picks = (LOW_FIRST, HIGH_FIRST)
        self._orders = [self._order(classes, pick) for pick in picks for classes in CLASS_ORDERS]
        self._layout = self.engine.blank(LAYOUT_SIZE)
        self._nodes = self._met = 0

    def _order(self, classes: tuple[int, ...], pick: int) -> Ints:
        order = self.engine.blank(ORDER_SIZE)
        for rank, kind in enumerate(classes):
            order[kind] = rank
            order[ORDER_CLASS + rank] = kind
        order[ORDER_PICK] = pick
        order[ORDER_BACK] = self._back
        return order

    def decide(self, position: Position, budget: Budget | None = None) -> Decision:
        """Decide a position of which all cards are known; raises `ValueError` for others."""
        budget = budget or Budget()
        self._layout[:] = layout_of(position)
        self._nodes = self._met = 0
        if position.won:
            return Decision(Verdict.WINNABLE)
        for order in self._orders:
            decision = self._attempt(order, BRIEF)
            if decision.verdict is not Verdict.UNKNOWN or budget.is_spent(self._nodes):
                return decision
        if position.draw == 3 and self._lost_with_one(budget):
            return Decision(Verdict.LOST, (), self._nodes, self._met)
        return self._to_the_end(budget)

    def wins(self, position: Position, limit: int = BRIEF) -> list[Decision]:
        """Try every order within `limit` positions, and return the wins found, each with its own line."""
        self._layout[:] = layout_of(position)
        self._nodes = self._met = 0
        found = [self._attempt(order, limit) for order in self._orders]
        return [decision for decision in found if decision.verdict is Verdict.WINNABLE]

    def _attempt(self, order: Ints, limit: int) -> Decision:
        self._run.start(self._layout, order)
        return self._ended(self._run, self._run.go(limit))

    def _ended(self, run: Run, ended: int) -> Decision:
        self._nodes += run.nodes
        self._met += run.met
        way = run.way if ended == WON else ()
        return Decision(_VERDICTS.get(ended, Verdict.UNKNOWN), way, self._nodes, self._met)

    def _to_the_end(self, budget: Budget) -> Decision:
        three = self._layout[LAYOUT_DRAW] == 3
        run = self._checked if three else self._run
        run.start(self._layout, self._orders[LAST_ORDER])
        return self._go(run, CHECKED_SLICE if three else self.engine.slice, budget)

    def _go(self, run: Run, slice_: int, budget: Budget) -> Decision:
        ended, before = run.go(slice_), 0
        while ended == PAUSED and not budget.is_spent(self._nodes + run.nodes):
            # How much is looked at for one position differs a hundredfold, and looking at the budget takes
            # as long as some hundred do: a slice grows or shrinks to what is worth the looking.
            looked, before = run.nodes - before, run.nodes
            if looked < self.engine.slice // 2:
                slice_ *= 2
            elif looked > self.engine.slice * 2 and slice_ > CHECKED_SLICE:
                slice_ //= 2
            ended = run.go(slice_)
        return self._ended(run, ended)

    def _lost_with_one(self, budget: Budget) -> bool:
        """Whether the position is lost even with one card drawn at a time, which is known soon."""
        self._layout[LAYOUT_DRAW] = 1
        self._run.start(self._layout, self._orders[LAST_ORDER])
        self._layout[LAYOUT_DRAW] = 3
        return self._go(self._run, self.engine.slice, budget).verdict is Verdict.LOST


_VERDICTS = {WON: Verdict.WINNABLE, EXHAUSTED: Verdict.LOST}


def layout_of(position: Position) -> list[int]:
    """Describe a position to `masks.prepare`; raises `ValueError` when a card of it is unknown."""
    cards = [*position.waste, *position.stock]
    header = [position.draw, len(cards), len(position.waste), *position.foundations]
    for column in position.columns:
        structure = len(column.down) + 1 if column.up else 0
        header += (structure, max(0, len(column.up) - 1))
        cards += column.down
        cards += column.up
    try:
        header += [BIT_OF_CARD[card] for card in cards]
    except KeyError:
        raise ValueError("a position with unseen cards cannot be solved") from None
    header += [0] * (LAYOUT_SIZE - len(header))
    return header
