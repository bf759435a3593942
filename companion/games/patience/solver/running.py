"""One search on an engine: its stack, its table of positions met, and how far it has come."""

from __future__ import annotations

from companion.games.patience.cards import CARDS
from companion.games.patience.solver.engine import Engine
from companion.games.patience.solver.masks import DEAL_SIZE, FRAME, MOVE, Ints
from companion.games.patience.solver.search import (
    BITS,
    DEAD_BITS,
    DEPTH,
    LIMIT,
    MET,
    NODES,
    STACK_FULL,
    STATE_SIZE,
    TABLE_FULL,
)

#: A table of positions grows fourfold up to this; 2**24 entries are 128 MB.
MOST_BITS = 24
_FEWEST_BITS = 12
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


class Dead(Table):
    """Positions known to be lost even with one card drawn at a time."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, 0)
        self._count = 0

    def add(self, found: Table, count: int) -> None:
        """Add the `count` keys of a table."""
        while (self._count + count) * 2 > 1 << self.bits:
            if self.bits < _FEWEST_BITS:
                self.entries, self.bits = self._engine.blank(1 << _FEWEST_BITS), _FEWEST_BITS
            elif not self.grow():
                return
        self._count += self._engine.enter_all(found.entries, self.entries, self.bits)


class Run:
    """A search that can be started, stopped and gone on with; one at a time."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._deal = engine.blank(DEAL_SIZE)
        self._stack = engine.blank(FRAME * _FIRST_DEPTH)
        self._order = self._state = engine.blank(0)
        self.table = Table(engine, 0)
        self._dead = Dead(engine)

    def start(self, layout: Ints, order: Ints, dead: Dead) -> None:
        """Begin at the position of a layout, passing by what is in `dead`."""
        self.engine.prepare(layout, self.engine.fixed, self._deal, self._stack)
        self._begin(order, dead)

    def start_relaxed(self, other: Run, depth: int, layout: Ints, order: Ints, dead: Dead) -> None:
        """Begin at the position where another run stands at `depth`, with one card drawn at a time.

        `layout` is that of the other run's first position, but for the draw.
        """
        self.engine.prepare(layout, self.engine.fixed, self._deal, self._stack)
        self.engine.relax(self._deal, other._stack, depth * FRAME, self._stack)
        self._begin(order, dead)

    def _begin(self, order: Ints, dead: Dead) -> None:
        self.engine.expand(self.engine.fixed, self._deal, order, self._stack, 0)
        self._order, self._dead = order, dead
        self.table = Table(self.engine, _FEWEST_BITS)
        self._state = self.engine.blank(STATE_SIZE)

    def go(self, positions: int) -> int:
        """Go on until so many more positions are met, or until the search ends; returns how it stands.

        `PAUSED`, `WON` and `EXHAUSTED` mean what they say, `TABLE_FULL` that no more positions can be held.
        """
        state, search = self._state, self.engine.search
        state[LIMIT] = state[MET] + positions
        while True:
            table, dead = self.table, self._dead
            state[BITS], state[DEAD_BITS] = table.bits, dead.bits
            ended = search(
                self.engine.fixed, self._deal, self._order, self._stack, table.entries, dead.entries, state
            )
            if ended == STACK_FULL:
                deeper = self.engine.blank(2 * len(self._stack))
                deeper[: len(self._stack)] = self._stack
                self._stack = deeper
            elif ended != TABLE_FULL or not table.grow():
                return ended

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return int(self._state[NODES])

    @property
    def met(self) -> int:
        """How many different positions have been met."""
        return int(self._state[MET])

    @property
    def depth(self) -> int:
        """How many moves lead from the first position to where the search stands."""
        return int(self._state[DEPTH])

    def back_to(self, depth: int) -> None:
        """Give up the position below `depth` on the way, with everything that follows it."""
        self._state[DEPTH] = depth

    def way(self) -> tuple[int, ...]:
        """The moves from the first position to where the search stands: class times 64 plus bit number."""
        moves = self._stack[FRAME + MOVE : FRAME * (self.depth + 1) : FRAME]
        return tuple(map(int, moves))
