"""All looks in their order, each of which may fail without the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.doctor import cameras, computer, screen, storage, wires
from companion.doctor.check import Check, State
from companion.doctor.world import World
from companion.table.text import text

log = logging.getLogger(__name__)

Look = Callable[[World], Check | Iterable[Check]]

LOOKS: Mapping[str, Look] = {
    **computer.LOOKS,
    **screen.LOOKS,
    **wires.LOOKS,
    **cameras.LOOKS,
    **storage.LOOKS,
}


def checks(world: World) -> Iterator[Check]:
    """Look at everything, one thing after the other; a look that fails itself is said and never raises."""
    for name, look in LOOKS.items():
        try:
            found = look(world)
            yield from (found,) if isinstance(found, Check) else found
        except Exception as problem:
            log.exception("the look at %s failed", name)
            say = text("doctor.failed", what=name, error=type(problem).__name__)
            yield Check(name, State.NOTE, say, text("doctor.failed.do"))
