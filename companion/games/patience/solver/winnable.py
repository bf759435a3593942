"""Deals that are known to be winnable, for tables that want no others (S14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.solver.solving import Budget, Solver, Verdict

#: How many positions may be looked at for one deal; what is not decided by then is passed over.
NODES_EACH = 500_000


def first_winnable(
    solver: Solver, numbers: Iterable[int], draw: int, stop: Callable[[], bool] | None = None
) -> int | None:
    """Return the first of some deals' numbers that is known to be winnable.

    ``None`` when `stop` says so before one is found, or when none of them is.
    """
    budget = Budget(NODES_EACH, stop)
    for number in numbers:
        if stop is not None and stop():
            return None
        position = Position.deal(numbered_deck(number), draw)
        if solver.decide(position, budget).verdict is Verdict.WINNABLE:
            return number
    return None
