"""The search compiled by numba, kept in its cache (``NUMBA_CACHE_DIR``, else beside the source).

Compiling takes seconds once for a machine, loading from the cache some tenths of a second; nothing happens
when this module is imported.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.games.patience.solver import masks, search
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
    ):
        register_jitable(small)
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
        slice=200_000,
    )
