"""Opening a journal that may be damaged: it is checked, set aside under a dated name, and built anew."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.table.clock import Clock
from companion.table.disk import Disk
from companion.table.entries import GENESIS, Row, chain, decode_entry
from companion.table.faults import JournalFault
from companion.table.journal import DATABASE, LOW_SPACE, MAGIC, Journal
from companion.table.journal_faults import Damaged, is_damage, is_text, told
from companion.table.journal_schema import make_ready
from companion.table.mirror import FOLDER, Mirror
from companion.table.session_files import RowReader
from companion.table.text import Text

log = logging.getLogger(__name__)

#: At the start the chains of the sessions played last are checked, up to this many rows; all are by `verify`.
ROWS_CHECKED_AT_START = 20_000


def open_sound(folder: Path, clock: Clock, disk: Disk) -> Journal:
    """Open the journal of a data folder, recovering it where it is damaged; see `Journal.open`."""
    path = folder / DATABASE
    mirror = Mirror(folder, disk)
    with told(path):
        disk.make_folder(folder)
        disk.make_folder(mirror.folder)
        try:
            connection = _connect(path, disk, mirror)
            rescued: dict[str, Rescued] = {}
            notices: list[Text] = []
        except Damaged as damage:
            log.warning("the journal %s is damaged: %s", path, damage)
            aside = _set_aside(path, clock, disk)
            rescued = _rescue(aside, disk)
            notices = [Text("journal.set_aside", {"path": aside.name})]
            connection = disk.connect(path)
            make_ready(connection, str(path))
        journal = Journal(connection, path, clock=clock, disk=disk, mirror=mirror)
        journal.notices += notices
        try:
            _reconcile(journal, mirror, rescued, told_always=bool(notices))
            if disk.free_bytes(folder) < LOW_SPACE:
                journal.notices.append(Text("journal.low_space", {"path": str(folder)}))
        except BaseException:
            journal.close()
            raise
    return journal


def _connect(path: Path, disk: Disk, mirror: Mirror) -> sqlite3.Connection:
    """Return a checked connection; raises `Damaged`, or `JournalFault` for what is not ours to mend."""
    # Where the power went while the database was made, SQLite's own journal beside it takes that back.
    size = 0 if disk.size(path.with_name(f"{path.name}-journal")) else disk.size(path)
    if size and (begins := disk.read(path, most=512))[: len(MAGIC)] != MAGIC[:size]:
        # A text under this name is somebody's; noise, or with sessions beside it, is our own, spoilt.
        if mirror.sessions() or not is_text(begins):
            raise Damaged("it does not begin as a SQLite file does")
        raise JournalFault("journal.not_a_database", path=str(path))
    connection = disk.connect(path)
    try:
        make_ready(connection, str(path))
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise Damaged(str(verdict))
        _check_chains(connection)
    except (sqlite3.Error, UnicodeError) as problem:
        connection.close()
        if is_damage(problem):
            raise Damaged(str(problem)) from problem
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _check_chains(connection: sqlite3.Connection) -> None:
    recent = connection.execute(
        "SELECT session, count(*) FROM entries GROUP BY session ORDER BY max(sequence) DESC"
    ).fetchall()
    listed = {row[0] for row in connection.execute("SELECT id FROM sessions")}
    if listed != {session for session, _ in recent} or not all(map(_is_id, listed)):
        raise Damaged("the list of sessions is not that of their rows")
    budget = ROWS_CHECKED_AT_START
    for session, count in recent:
        if budget <= 0:
            return
        budget -= count
        previous = GENESIS
        for number, row in enumerate(_stored(connection, session)):
            if chain(previous, row.body) != row.hash:
                raise Damaged(f"session {session}: the chain breaks at row {number}")
            previous = row.hash


def _stored(connection: sqlite3.Connection, session: str) -> Iterable[Row]:
    for hash, body in connection.execute(
        "SELECT hash, body FROM entries WHERE session = ? ORDER BY number", (session,)
    ):
        yield Row(str(hash), msgspec.Raw(body if isinstance(body, bytes) else str(body).encode()))


@dataclass
class Rescued:
    """What is left of one session in one place: its rows up to the first bad one, and how far it went."""

    reader: RowReader
    #: The highest number of any row that was seen, -1 where none was.
    highest: int = -1


def _rescue(path: Path, disk: Disk) -> dict[str, Rescued]:
    """Return what a damaged database still gives away."""
    rescued: dict[str, Rescued] = {}
    try:
        # Read-only, so that closing does not write the log into what is set aside.
        connection = disk.connect(path, read_only=True)
    except (sqlite3.Error, OSError, UnicodeError):
        return rescued
    try:
        # By the table first, then by the index: either may be the one that is still whole.
        for order in ("sequence", "session, number"):
            _rescue_in(connection, order, rescued)
    finally:
        connection.close()
    return rescued


def _rescue_in(connection: sqlite3.Connection, order: str, rescued: dict[str, Rescued]) -> None:
    try:
        for session, number, hash, body in connection.execute(
            f"SELECT session, number, hash, body FROM entries ORDER BY {order}"
        ):
            if not _is_id(session):
                continue
            found = rescued.setdefault(session, Rescued(RowReader(session)))
            if not isinstance(body, bytes) or not _tells(body, number):
                continue
            found.highest = max(found.highest, number)
            if number == len(found.reader.rows):
                try:
                    found.reader.take(Row(str(hash), msgspec.Raw(body)))
                except JournalFault:
                    continue
    except (sqlite3.Error, UnicodeError) as problem:
        log.warning("reading the damaged journal by %s ended with: %s", order, problem)


def _is_id(session: object) -> bool:
    # A spoilt page may hold anything in the place of an id; what becomes a file's name must be one.
    return isinstance(session, str) and re.fullmatch("[0-9a-z]{8}", session) is not None


def _tells(body: bytes, number: object) -> bool:
    """Return whether a stored row is the entry of this number, wherever its chain may lead."""
    try:
        return decode_entry(body).number == number
    except ValueError:
        return False


def _set_aside(path: Path, clock: Clock, disk: Disk) -> Path:
    """Give the database and its log a dated name that is not taken; return the database's."""
    stamp = clock.wall().strftime("%Y%m%d-%H%M%S")
    aside, again = path.with_name(f"{path.name}.damaged-{stamp}"), 1
    while disk.size(aside) is not None:
        again += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}-{again}")
    for suffix in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + suffix)
        if disk.size(beside) is not None:
            disk.rename(beside, aside.with_name(aside.name + suffix))
    return aside


def _reconcile(journal: Journal, mirror: Mirror, rescued: dict[str, Rescued], *, told_always: bool) -> None:
    """Bring database and mirror to the same rows: each takes in what it lacks."""
    in_database = set(journal.session_ids())
    back = 0
    for session in sorted(in_database | set(mirror.sessions()) | set(rescued)):
        number, hash = journal.tail(session)
        if session in in_database and mirror.ends_with(session, hash):
            continue
        mirrored, fault = mirror.read(session)
        saved = rescued.get(session, Rescued(mirrored))
        best = max(mirrored, saved.reader, key=lambda reader: len(reader.rows))
        agrees = number < 0 or (number < len(best.rows) and best.rows[number].hash == hash)
        if agrees and len(best.rows) > number + 1:
            back += len(best.rows) - number - 1
            _take_in(journal, session, best.rows[number + 1 :])
        number, hash = journal.tail(session)
        highest = max(saved.highest, mirror.highest(session) if mirrored.rows and fault else -1)
        if highest > number:
            journal.notices.append(_missing(session, number + 1, highest))
        if number < 0:
            _mirror_aside(mirror, session, journal)
        elif not mirror.ends_with(session, hash):
            mirror_agrees = not mirrored.rows or (
                len(mirrored.rows) <= number + 1
                and journal.load(session).rows[len(mirrored.rows) - 1].hash == mirrored.rows[-1].hash
            )
            torn = fault is None or (
                bool(mirrored.rows) and mirror.was_being_written(session, journal.load(session).rows)
            )
            if not (mirror_agrees and torn):
                _mirror_aside(mirror, session, journal)
            mirror.write(session, journal.load(session).rows)
    if back or told_always:
        journal.notices.append(Text("journal.recovered", {"count": back}))


def _missing(session: str, first: int, last: int) -> Text:
    if first == last:
        return Text("journal.missing_one", {"session": session, "last": last})
    return Text("journal.missing", {"session": session, "first": first, "last": last})


def _take_in(journal: Journal, session: str, rows: list[Row]) -> None:
    held, journal.mirror = journal.mirror, None
    try:
        journal.append_rows(session, rows)
    finally:
        journal.mirror = held


def _mirror_aside(mirror: Mirror, session: str, journal: Journal) -> None:
    path = mirror.path(session)
    if journal.disk.size(path) is None:
        return
    stamp = journal.clock.wall().strftime("%Y%m%d-%H%M%S")
    aside, again = path.with_name(f"{path.name}.damaged-{stamp}"), 1
    while journal.disk.size(aside) is not None:
        again += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}-{again}")
    journal.disk.rename(path, aside)
    journal.notices.append(Text("journal.mirror_set_aside", {"path": f"{FOLDER}/{aside.name}"}))
