"""The archive: all evenings of a journal, read once and again only where the table has gone on.

What was read is kept beside the journal, so that the next start need not read thousands of rows.  That file
is only an index: it is left aside where it does not fit the journal, and made anew from it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.annals.evening import Evening, sound_evening
from companion.annals.marks import MarkBook, Marks
from companion.table.faults import JournalFault
from companion.table.journal import Journal

log = logging.getLogger(__name__)

INDEX = "annals-index.json"
#: Another number where evenings are counted otherwise than before; an older index is then left aside.
_FORMAT = 1
#: After so many evenings read anew the index is written.
_WORTH_WRITING = 1
_MOST_BYTES = 256 * 1024 * 1024


class _Index(Struct, frozen=True):
    format: int
    evenings: tuple[tuple[str, Evening], ...]


class Archive:
    """The evenings of a journal; may be used from several threads, never from the one that draws."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folder = journal.path.parent if journal.path is not None else None
        self._lock = threading.Lock()
        self._known: dict[str, tuple[str, Evening]] | None = None
        self.book = MarkBook(self._folder, journal.disk)

    @property
    def marks(self) -> Marks:
        return self.book.marks

    def evenings(
        self, *, deleted: bool = False, progress: Callable[[int, int], None] = lambda done, of: None
    ) -> tuple[Evening, ...]:
        """Return all evenings in sight, the one that was played last first; with `deleted`, the others.

        `progress` is told how many sessions have been looked at, and of how many.  Raises `JournalFault`.
        """
        away = self.marks.deleted
        return tuple(one for one in self._all(progress) if (one.session in away) == deleted)

    def evening(self, session: str) -> Evening | None:
        """Return the evening of a session, if it can be read."""
        with self._lock:
            if self._known is None:
                self._known = self._load()
            hash = self._journal.tail(session)[1]
            known = self._known.get(session)
            if known is None or known[0] != hash:
                known = self._read(session, hash)
            return known[1] if known is not None else None

    def delete(self, session: str) -> None:
        """Put an evening out of sight: a tombstone, the journal keeps every row.  Raises `Fault`."""
        self.book.delete(session, self._journal.clock.wall().isoformat(timespec="seconds"))

    def _all(self, progress: Callable[[int, int], None] = lambda done, of: None) -> Iterable[Evening]:
        with self._lock:
            if self._known is None:
                self._known = self._load()
            found, read = [], 0
            latest = self._journal.latest()
            for done, (session, _, hash) in enumerate(latest):
                known = self._known.get(session)
                if known is None or known[0] != hash:
                    progress(done, len(latest))
                    known = self._read(session, hash)
                    read += 1
                if known is not None:
                    found.append(known[1])
            if read >= _WORTH_WRITING:
                self._keep()
            return found

    def _read(self, session: str, hash: str) -> tuple[str, Evening] | None:
        assert self._known is not None
        try:
            evening = sound_evening(self._journal.bodies(session))
        except (ValueError, JournalFault) as problem:
            # What does not read like an evening is left out.
            log.warning("session %s tells no evening: %s", session, problem)
            self._known.pop(session, None)
            return None
        self._known[session] = (hash, evening)
        return self._known[session]

    def _index(self) -> Path | None:
        return self._folder / INDEX if self._folder is not None else None

    def _load(self) -> dict[str, tuple[str, Evening]]:
        path = self._index()
        try:
            if path is None or self._journal.disk.size(path) is None:
                return {}
            index = msgspec.json.decode(self._journal.disk.read(path, most=_MOST_BYTES), type=_Index)
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            log.warning("the index of the annals is made anew: %s", problem)
            return {}
        if index.format != _FORMAT:
            return {}
        return {evening.session: (hash, evening) for hash, evening in index.evenings}

    def _keep(self) -> None:
        path = self._index()
        if path is None or self._known is None or self._journal.mirror is None:
            # Whoever only reads a journal writes nothing beside it.
            return
        try:
            self._journal.disk.write_whole(
                path, msgspec.json.encode(_Index(_FORMAT, tuple(self._known.values())))
            )
        except OSError as problem:
            log.info("the index of the annals cannot be kept: %s", problem)
