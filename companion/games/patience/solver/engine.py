"""What runs the search: the compiled kernel where numba is at hand, else plain Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from companion.games.patience.solver.masks import FIXED_SIZE, Ints, fill_fixed


@dataclass(frozen=True)
class Engine:
    """The functions of `masks`, `search`, `checked` and `polish`, ready to run, and the lists they run on.

    `blank` makes a list of noughts, `polishes` whether it is fast enough to
    shorten lines, `slice` how many positions may pass between two looks at the budget.
    """

    name: str
    blank: Callable[[int], Ints]
    begin: Callable[[Ints, Ints, Ints, Ints, Ints], None]
    go_on: Callable[..., int]
    enter_all: Callable[[Ints, Ints, int], int]
    polish: Callable[[Ints, Ints, Ints, Ints, Ints, Ints, int, int], int]
    polishes: bool
    slice: int

    @cached_property
    def fixed(self) -> Ints:
        """The table that is the same for all deals; only read."""
        table = self.blank(FIXED_SIZE)
        fill_fixed(table)
        return table


def best_engine() -> Engine:
    """Return the fastest engine that this machine has."""
    try:
        from companion.games.patience.solver.kernel import compiled_engine

        return compiled_engine()
    except ImportError:
        from companion.games.patience.solver.plain import plain_engine

        return plain_engine()
