"""The search compiled by numba.

Compiling takes seconds, once for a machine and version; after that the machine code is loaded from a cache
within tenths of a second.  Nothing happens when this module is imported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from platformdirs import user_cache_path

from companion.games.patience.solver import checked, masks, polish, search
from companion.games.patience.solver.engine import Engine

#: Compiled into the functions that call them.
_CALLED = (
    masks.swap_pairs,
    masks.highest_place,
    masks.every_third,
    masks.count_places,
    masks.cards_at,
    masks.pure_waste,
    search.lowest_index,
    search.highest_index,
    search.safe_cards,
    search.choices,
    search.search,
    search.enter_all,
    masks.prepare,
    masks.relax,
    checked.is_noted,
    checked.note,
    polish.may_move,
    polish.taps,
    polish.play_line,
    polish.shifted,
    polish.shortcut,
)

#: Compiled in place: a call that is handed lists counts who holds them, which takes as long as these do.
_IN_PLACE = (search.moved, search.put, search.expand, masks.reachable)


@cache
def compiled_engine() -> Engine:
    """Return the compiled engine, loaded and ready; raises `ImportError` where numba is missing.

    Its functions let go of the interpreter's lock, so that a search in a thread holds nobody up.
    """
    from numba.extending import register_jitable

    for called in _CALLED:
        register_jitable(called)
    for placed in _IN_PLACE:
        register_jitable(inline="always")(placed)
    try:
        with _cache_of_these_sources():
            return _ready(_engine(keep=True))
    except (OSError, RuntimeError):
        # No place for the cache, or no room in it: compiled for this process alone.
        return _ready(_engine(keep=False))


def _engine(*, keep: bool) -> Engine:
    import numba
    import numpy

    compiled = numba.njit(cache=keep, nogil=True)

    def blank(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    return Engine(
        name="numba",
        blank=blank,
        begin=compiled(search.begin),
        go_on=compiled(checked.go_on),
        enter_all=compiled(search.enter_all),
        polish=compiled(polish.polish),
        polishes=True,
        slice=50_000,
    )


@contextmanager
def _cache_of_these_sources() -> Iterator[None]:
    """Let numba keep its cache in a folder named after what these sources say; raises `OSError` without one.

    By itself numba sees a change only in the file of a function that it compiles, not in those that it calls.
    The folder lies in ``NUMBA_CACHE_DIR``, else beside Python's own compiled files, else in the user's cache.
    """
    import numba

    config: Any = numba.config
    given = config.CACHE_DIR
    sources = [Path(module.__file__ or "") for module in (masks, search, checked, polish)]
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    beside = sources[0].parent / "__pycache__"
    places = [Path(given)] if given else [beside, user_cache_path("klondike-companion")]
    config.CACHE_DIR = str(_first_that_can_be_written(places, f"patience-{digest[:16]}"))
    try:
        yield
    finally:
        config.CACHE_DIR = given


def _first_that_can_be_written(places: Sequence[Path], name: str) -> Path:
    problem = OSError("no place for a cache")
    for place in places:
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=place / name):
                return place / name
        except OSError as found:
            problem = found
    raise problem


def _ready(engine: Engine) -> Engine:
    """Call each function once on nothing at all, so that all are loaded."""
    blank: Callable[[int], Any] = engine.blank
    fixed, deal, layout = engine.fixed, blank(masks.DEAL_SIZE), blank(masks.LAYOUT_SIZE)
    stack, order = blank(2 * masks.FRAME), blank(search.ORDER_SIZE)
    table, state = blank(2), blank(search.STATE_SIZE)
    engine.begin(layout, fixed, deal, order, stack)
    engine.enter_all(table, blank(2), 1)
    engine.go_on(
        fixed, deal, order, stack, table, state, deal, order, stack, table, table, state, table, table, table
    )
    engine.polish(fixed, deal, stack, blank(masks.FRAME), order, order, 0, 0)
    return engine
