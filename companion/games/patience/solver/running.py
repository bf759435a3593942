"""One search on an engine: its stack, its table of positions met, and how far it has come."""

from __future__ import annotations

from companion.games.patience.cards import CARDS
from companion.games.patience.solver.checked import LARGE_BITS, SMALL_BITS
from companion.games.patience.solver.engine import Engine
from companion.games.patience.solver.masks import DEAL_SIZE, FRAME, LAYOUT_DRAW, MOVE, Ints
from companion.games.patience.solver.search import (
    ALIVE_BITS,
    BITS,
    CHECKED,
    DEAD_BITS,
    DEPTH,
    LIMIT,
    MET,
    NODES,
    NOTES_FULL,
    STACK_FULL,
    STATE_SIZE,
    TABLE_FULL,
)

#: A table of positions grows fourfold up to this; 2**24 entries are 128 MB.
MOST_BITS = 24
_FEWEST_BITS = 12
_NOTES_BITS = 16
_FIRST_DEPTH = 8 * len(CARDS)


class Table:
    """A set of keys, open to the engine."""

    def __init__(self, engine: Engine, bits: int) -> None:
        self._engine = engine
        self.bits = bits
        self.entries = engine.blank(1 << bits)

    def grow(self) -> bool:
        """Make it four times as large; ``False`` when it is as large as may be."""
        if self.bits >= MOST_BITS:
            return False
        bits = min(self.bits + 2, MOST_BITS)
        larger = self._engine.blank(1 << bits)
        self._engine.enter_all(self.entries, larger, bits)
        self.entries, self.bits = larger, bits
        return True


class Run:
    """A search that can be started, stopped and gone on with; one at a time."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._deal = engine.blank(DEAL_SIZE)
        self._stack = engine.blank(FRAME * _FIRST_DEPTH)
        self._order = self._state = engine.blank(0)
        self._nothing = engine.blank(1)
        self._table = Table(engine, 0)

    def start(self, layout: Ints, order: Ints) -> None:
        """Begin at the position of a layout."""
        self.engine.begin(layout, self.engine.fixed, self._deal, order, self._stack)
        self._order = order
        self._table = Table(self.engine, _FEWEST_BITS)
        self._state = self.engine.blank(STATE_SIZE)

    def go(self, positions: int) -> int:
        """Go on until so many more positions are met, or until the search ends; returns how it stands.

        `PAUSED`, `WON` and `EXHAUSTED` mean what they say, `TABLE_FULL` and `NOTES_FULL` that no more
        positions can be held.
        """
        state = self._state
        state[LIMIT] = state[MET] + positions
        while True:
            state[BITS] = self._table.bits
            ended = self._search()
            if ended == STACK_FULL:
                deeper = self.engine.blank(2 * len(self._stack))
                deeper[: len(self._stack)] = self._stack
                self._stack = deeper
            elif ended == NOTES_FULL:
                if not self._grow_notes():
                    return ended
            elif ended != TABLE_FULL or not self._table.grow():
                return ended

    def _search(self) -> int:
        nothing = self._nothing
        return self.engine.go_on(
            self.engine.fixed,
            self._deal,
            self._order,
            self._stack,
            self._table.entries,
            self._state,
            self._deal,
            self._order,
            self._stack,
            nothing,
            nothing,
            self._state,
            nothing,
            nothing,
            nothing,
        )

    def _grow_notes(self) -> bool:
        return False

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return int(self._state[NODES])

    @property
    def met(self) -> int:
        """How many different positions have been met."""
        return int(self._state[MET] + self._state[CHECKED])

    @property
    def way(self) -> tuple[int, ...]:
        """The moves from the first position to where the search stands: class times 64 plus bit number."""
        moves = self._stack[FRAME + MOVE : FRAME * (int(self._state[DEPTH]) + 1) : FRAME]
        return tuple(map(int, moves))


class CheckedRun(Run):
    """A search with three cards drawn that leaves what is lost with one card drawn (see `checked`)."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._one_deal = engine.blank(DEAL_SIZE)
        self._one_stack = engine.blank(FRAME * _FIRST_DEPTH)
        self._one_state = engine.blank(STATE_SIZE)
        self._small, self._large = engine.blank(1 << SMALL_BITS), engine.blank(1 << LARGE_BITS)
        self._dead = self._alive = Table(engine, 0)

    def start(self, layout: Ints, order: Ints) -> None:
        layout[LAYOUT_DRAW] = 1
        self.engine.begin(layout, self.engine.fixed, self._one_deal, order, self._one_stack)
        layout[LAYOUT_DRAW] = 3
        self._dead, self._alive = Table(self.engine, _NOTES_BITS), Table(self.engine, _NOTES_BITS)
        super().start(layout, order)

    def _search(self) -> int:
        self._state[DEAD_BITS], self._state[ALIVE_BITS] = self._dead.bits, self._alive.bits
        return self.engine.go_on(
            self.engine.fixed,
            self._deal,
            self._order,
            self._stack,
            self._table.entries,
            self._state,
            self._one_deal,
            self._order,
            self._one_stack,
            self._small,
            self._large,
            self._one_state,
            self._dead.entries,
            self._alive.entries,
            self._nothing,
        )

    def _grow_notes(self) -> bool:
        return self._dead.grow() and self._alive.grow()
