"""The search as it stands, in plain Python: for machines without numba, and for checking the kernel."""

from __future__ import annotations

from functools import cache

from companion.games.patience.solver import checked, polish, search
from companion.games.patience.solver.engine import Engine


@cache
def plain_engine() -> Engine:
    """Return the engine that needs nothing but Python; a hundred times slower, and the same verdicts."""
    return Engine(
        name="plain",
        blank=lambda size: [0] * size,
        begin=search.begin,
        go_on=checked.go_on,
        enter_all=search.enter_all,
        polish=polish.polish,
        polishes=False,
        slice=2_000,
    )
