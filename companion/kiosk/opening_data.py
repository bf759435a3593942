"""Opening the data folder; where nothing can be written, the evening is played all the same."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.service import Service
from companion.table.faults import AlreadyRunning, Fault
from companion.table.instance_lock import InstanceLock
from companion.table.journal import Journal
from companion.table.text import Text

log = logging.getLogger(__name__)

#: What is wrong with the folder itself, not with what is kept in it.
_UNUSABLE = frozenset({"data_folder.not_writable", "data_folder.not_a_folder"})


@contextmanager
def opened_data(folder: Path, service: Service) -> Iterator[tuple[Journal, Text | None]]:
    """Yield the folder's journal, or one in memory and the reason why there is only that.

    Raises `Fault` where another companion runs on the folder, or its journal is damaged beyond repair: then
    nobody shall play on as if it had never been.
    """
    reason: Text | None = None
    lock = InstanceLock(folder)
    try:
        lock.acquire()
        # Opening may take long where the journal must be checked or recovered.
        with service.patience():
            journal = Journal.open(folder)
    except AlreadyRunning:
        raise
    except Fault as fault:
        lock.release()
        if fault.say.id not in _UNUSABLE:
            raise
        log.warning("nothing is kept this evening: %s", fault)
        journal, reason = Journal.in_memory(), fault.say
    try:
        with journal:
            yield journal, reason
    finally:
        lock.release()
