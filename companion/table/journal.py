"""The journal: what the table did, kept so that nothing of it is ever lost.

SQLite in WAL mode with ``synchronous = FULL``; one row an accepted entry, committed before anybody sees its
effect; rows are chained by hash and never rewritten.  Beside it lies a mirror, one file of lines a session.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.table.clock import Clock, SystemClock
from companion.table.disk import Disk, SystemDisk
from companion.table.entries import GENESIS, Entry, Header, Row, chain_rows, decode_entry
from companion.table.faults import JournalFault
from companion.table.journal_faults import is_text, told
from companion.table.journal_schema import make_ready, schema_version
from companion.table.mirror import Mirror
from companion.table.session_files import RowReader, StoredSession
from companion.table.text import Text

log = logging.getLogger(__name__)

DATABASE = "journal.db"
#: What every database of SQLite begins with.
MAGIC = b"SQLite format 3\0"
#: With less room than this on the disk the table is told in time.
LOW_SPACE = 20 * 1024 * 1024


class Summary(Struct, frozen=True, kw_only=True):
    """One session in the list: `started` and `last` are wall times (ISO, UTC)."""

    header: Header
    entries: int
    finished: bool
    balances: dict[str, int]
    started: str
    last: str

    @property
    def session(self) -> str:
        return self.header.session


class Journal:
    """The journal of one data folder.

    `notices` are sentences the table should be told: what was damaged and recovered, and that room is running
    out. One object may be used from several threads.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path | None,
        *,
        clock: Clock,
        disk: Disk,
        mirror: Mirror | None,
    ) -> None:
        self.path = path
        self.clock = clock
        self.disk = disk
        self.mirror = mirror
        self.notices: list[Text] = []
        self._connection = connection
        self._lock = threading.RLock()
        self._tails: dict[str, tuple[int, str]] = {}
        self._closed = False

    @classmethod
    def open(cls, folder: Path, *, clock: Clock | None = None, disk: Disk | None = None) -> Journal:
        """Open the journal of a data folder for writing; the caller holds the folder's instance lock.

        Makes the folder and the database where there are none, checks their integrity, and recovers what a
        damaged database has lost.  Raises `JournalFault` where that cannot be done.
        """
        from companion.table.journal_repair import open_sound

        return open_sound(folder, clock or SystemClock(), disk or SystemDisk())

    @classmethod
    def read(cls, folder: Path, *, clock: Clock | None = None, disk: Disk | None = None) -> Journal:
        """Open the journal for reading alone, also beside a running companion; changes nothing.

        Sessions of which only the files are left are told in `notices`.  Raises `JournalFault` for a damaged
        journal, and for what is none.
        """
        disk = disk or SystemDisk()
        mirrored: tuple[str, ...] = ()
        with suppress(OSError):
            # Before the database is looked at: of what is begun meanwhile that has the rows first.
            mirrored = Mirror(folder, disk).sessions()
        journal = cls._read(folder, clock, disk, mirrored=bool(mirrored))
        if lacking := {*mirrored} - {*journal.session_ids()}:
            journal.notices.append(Text("journal.only_in_files", {"count": len(lacking)}))
        return journal

    @classmethod
    def _read(cls, folder: Path, clock: Clock | None, disk: Disk, *, mirrored: bool) -> Journal:
        path = folder / DATABASE
        with told(path):
            if folder.exists() and not folder.is_dir():
                raise JournalFault("data_folder.not_a_folder", path=str(folder))
            size = disk.size(path)
            if not size:
                return cls.in_memory(clock=clock)
            begins = disk.read(path, most=512)
            if begins[: len(MAGIC)] != MAGIC[:size] and not mirrored and is_text(begins):
                # Somebody's: opening leaves it where it is as well.
                raise JournalFault("journal.not_a_database", path=str(path))
            connection = disk.connect(path, read_only=True)
            try:
                connection.execute("PRAGMA query_only = ON")
                if schema_version(connection, str(path)) == 0:
                    connection.close()
                    return cls.in_memory(clock=clock)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path, clock=clock or SystemClock(), disk=disk, mirror=None)

    @classmethod
    def in_memory(cls, *, clock: Clock | None = None) -> Journal:
        """Return a journal that is gone with the process: for simulation, and for looking at files."""
        disk = SystemDisk()
        connection = disk.connect(None)
        make_ready(connection, "memory", in_memory=True)
        return cls(connection, None, clock=clock or SystemClock(), disk=disk, mirror=None)

    def close(self) -> None:
        """Close the database; what was committed is on the disk already."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading

    def session_ids(self) -> tuple[str, ...]:
        with self._reading():
            found = self._connection.execute("SELECT id FROM sessions ORDER BY id").fetchall()
        return tuple(row[0] for row in found if isinstance(row[0], str))

    def sessions(self) -> tuple[Summary, ...]:
        """Return all sessions, the one that was played last first."""
        found: list[tuple[int, Summary]] = []
        for session in self.session_ids():
            with self._reading():
                first = self._connection.execute(
                    "SELECT body FROM entries WHERE session = ? AND number = 0", (session,)
                ).fetchone()
                last = self._connection.execute(
                    "SELECT sequence, body FROM entries WHERE session = ? ORDER BY number DESC LIMIT 1",
                    (session,),
                ).fetchone()
            if first is None or last is None:
                continue
            try:
                opened, latest = decode_entry(first[0]), decode_entry(last[1])
            except ValueError:
                log.warning("session %s is damaged", session)
                continue
            if opened.header is not None:
                summary = Summary(
                    header=opened.header,
                    entries=latest.number + 1,
                    finished=latest.finished,
                    balances=latest.balances,
                    started=opened.wall,
                    last=latest.wall,
                )
                found.append((last[0], summary))
        return tuple(summary for _, summary in sorted(found, key=lambda item: -item[0]))

    def find(self, wanted: str) -> str:
        """Return the session id that begins with `wanted`; raises `JournalFault` unless exactly one does."""
        wanted = wanted.strip().lower()
        fits = [id for id in self.session_ids() if wanted and id.startswith(wanted)]
        if len(fits) == 1:
            return fits[0]
        if wanted in fits:
            return wanted
        id = "session.ambiguous" if fits else "session.unknown"
        raise JournalFault(id, session=wanted[:20], count=len(fits))

    def load(self, session: str, *, after: int = -1) -> StoredSession:
        """Return a session's rows behind the entry `after`, from the start on if it is left out.

        From the start on, form, chain and sense of each row are checked; raises `JournalFault` where one is
        wrong or there is no such session.
        """
        with self._reading():
            stored = self._connection.execute(
                "SELECT hash, body FROM entries WHERE session = ? AND number > ? ORDER BY number",
                (session, after),
            ).fetchall()
        if not all(isinstance(hash, str) and isinstance(body, bytes) for hash, body in stored):
            raise JournalFault("journal.damaged", path=str(self.path))
        rows = [Row(hash, msgspec.Raw(body)) for hash, body in stored]
        if after >= 0:
            return StoredSession(session, tuple(rows), tuple(decode_entry(row.body) for row in rows))
        if not rows:
            raise JournalFault("session.unknown", session=session, count=0)
        reader = RowReader(session)
        for row in rows:
            reader.take(row)
        return reader.stored()

    def tail(self, session: str) -> tuple[int, str]:
        """Return number and hash of a session's last row; -1 and the chain's beginning where it has none."""
        with self._reading():
            if session not in self._tails:
                row = self._connection.execute(
                    "SELECT number, hash FROM entries WHERE session = ? ORDER BY number DESC LIMIT 1",
                    (session,),
                ).fetchone()
                if row and not (isinstance(row[0], int) and isinstance(row[1], str)):
                    raise JournalFault("journal.damaged", path=str(self.path))
                self._tails[session] = (row[0], row[1]) if row else (-1, GENESIS)
            return self._tails[session]

    def latest(self) -> tuple[tuple[str, int, str], ...]:
        """Return each session with its last row's number and hash; the one that was played last first.

        The order is that of the rows themselves, whatever a clock said.
        """
        with self._reading():
            rows = self._connection.execute(
                """SELECT session, number, hash FROM entries
                JOIN (SELECT session, max(number) AS number FROM entries GROUP BY session)
                USING (session, number) ORDER BY sequence DESC"""
            ).fetchall()
        return tuple(rows)

    def bodies(self, session: str) -> tuple[bytes, ...]:
        """Return the bodies of a session's rows in their order, unchecked: for statistics that only count."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT body FROM entries WHERE session = ? ORDER BY number", (session,)
            ).fetchall()
        return tuple([row[0] for row in rows])

    # --- writing

    def append(self, session: str, entries: Sequence[Entry]) -> None:
        """Commit the next entries of a session, all or none; they are on the disk when this returns.

        Raises `JournalFault` with nothing written.  A mirror that cannot be written does not fail the commit;
        it is said in `notices`, and made good with the next one that can be.
        """
        number, hash = self.tail(session)
        if [entry.number for entry in entries] != list(range(number + 1, number + 1 + len(entries))):
            raise JournalFault("journal.out_of_order", session=session, number=number + 1)
        self.append_rows(session, chain_rows(hash, entries))

    def append_rows(self, session: str, rows: Sequence[Row]) -> None:
        """Commit rows that are chained already; see `append`."""
        with self._lock:
            number, _ = self.tail(session)
            with told(self.path), self._transaction():
                if number < 0:
                    self._connection.execute("INSERT OR IGNORE INTO sessions (id) VALUES (?)", (session,))
                for offset, row in enumerate(rows, start=1):
                    self._connection.execute(
                        "INSERT INTO entries (session, number, hash, body) VALUES (?, ?, ?, ?)",
                        (session, number + offset, row.hash, row.body),
                    )
            if rows:
                self._tails[session] = (number + len(rows), rows[-1].hash)
            self._reflect(session, rows)

    def _reflect(self, session: str, rows: Sequence[Row]) -> None:
        if self.mirror is None:
            return
        try:
            self.mirror.append(session, rows, lambda: self.load(session).rows)
        except (OSError, JournalFault) as problem:
            self.mirror.forget(session)
            notice = Text("journal.mirror_behind", {"path": str(self.mirror.folder)})
            if notice not in self.notices:
                # Once is enough: on a full disk every answer of the evening would fill the log.
                self.notices.append(notice)
                log.warning("the mirror of session %s cannot be written: %s", session, problem)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, told(self.path):
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            self._tails.clear()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
