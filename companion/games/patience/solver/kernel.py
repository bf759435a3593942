"""The search compiled by numba, kept in its cache (``NUMBA_CACHE_DIR``, else beside the source).

Compiling takes seconds once for a machine, loading from the cache some tenths of a second; nothing happens
when this module is imported.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.games.patience.solver import masks, polish, search
from companion.games.patience.solver.engine import Engine


@cache
def compiled_engine() -> Engine:
    """Return the compiled engine; raises `ImportError` where numba is missing.

    Its functions let go of the interpreter's lock, so that a search in a thread holds nobody up.
    """
    import numba
    import numpy
    from numba.extending import register_jitable

    for small in (
        masks.swap_pairs,
        masks.highest_place,
        masks.every_third,
        masks.count_places,
        masks.cards_at,
        masks.reachable,
        masks.pure_waste,
        search.lowest_index,
        search.highest_index,
        search.safe_cards,
        search.expand,
        polish.may_move,
        polish.taps,
        polish.play_line,
        polish.shifted,
        polish.shortcut,
    ):
        register_jitable(small)
    # The one function that is worth its time to compile in place, by a tenth of the speed.
    register_jitable(inline="always")(search.moved)
    compiled = numba.njit(cache=True, nogil=True)

    def blank(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    return Engine(
        name="numba",
        blank=blank,
        prepare=compiled(masks.prepare),
        relax=compiled(masks.relax),
        expand=compiled(search.expand),
        search=compiled(search.search),
        enter_all=compiled(search.enter_all),
        polish=compiled(polish.polish),
        polishes=True,
        slice=200_000,
    )
