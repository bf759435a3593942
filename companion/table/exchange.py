"""Sessions out of a journal and into another, as one file of lines."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from companion.table.disk import Disk, SystemDisk
from companion.table.entries import Header
from companion.table.faults import JournalFault
from companion.table.journal import Journal
from companion.table.refusals import Refused
from companion.table.replay import GameFactory
from companion.table.seats import MOST_SEATS, RESERVED_IDS, clean_name
from companion.table.session_files import LONGEST_FILE, StoredSession, file_bytes, read_file
from companion.table.verify import Verified, verify


class Imported(Struct, frozen=True, kw_only=True):
    """What an import brought: `new` entries (0: all were here already), and what verifying found."""

    session: str
    new: int
    verified: Verified


def export_session(journal: Journal, session: str) -> bytes:
    """Return the session file of a stored session; raises `JournalFault` where its rows are damaged."""
    return file_bytes(session, journal.load(session).rows)


def write_session_file(path: Path, data: bytes, disk: Disk | None = None) -> None:
    """Write a session file, all or nothing; raises `JournalFault` where it cannot be written."""
    try:
        (disk or SystemDisk()).write_whole(path, data)
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise JournalFault("exchange.cannot_write", path=str(path), detail=detail) from problem


def read_session_file(path: Path, disk: Disk | None = None) -> StoredSession:
    """Read a session file; form, chain and sense of each line are checked.

    Raises `JournalFault` naming the file, the first line that is wrong, and what is wrong with it.
    """
    disk = disk or SystemDisk()
    try:
        if (disk.size(path) or 0) > LONGEST_FILE:
            raise JournalFault("exchange.too_long", path=str(path), megabytes=LONGEST_FILE // 2**20)
        data = disk.read(path, most=LONGEST_FILE + 1)
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise JournalFault("exchange.cannot_read", path=str(path), detail=detail) from problem
    try:
        reader, fault, _ = read_file(data)
    except JournalFault as problem:
        raise _at_line(path, 1, problem) from problem
    if fault is not None:
        raise _at_line(path, fault.line, fault.fault)
    if not reader.rows:
        raise _at_line(path, 2, JournalFault("exchange.empty"))
    if not _proper_seats(reader.course.header):
        raise _at_line(path, 2, JournalFault("exchange.bad_seats"))
    if not _proper_rules(reader.course.header):
        raise _at_line(path, 2, JournalFault("exchange.bad_rules"))
    return reader.stored()


def import_session(journal: Journal, path: Path, factory: GameFactory, disk: Disk | None = None) -> Imported:
    """Verify a session file and take it into the journal; the caller holds the data folder's instance lock.

    A session that is here already is taken on where the file goes further.  Raises `JournalFault` where the
    file is wrong or the journal has another session of the same id, `Diverged` where its replay leads
    elsewhere.
    """
    stored = read_session_file(path, disk)
    verified = verify(stored, factory)
    number = journal.tail(stored.session)[0]
    if number >= 0:
        ours = journal.load(stored.session).rows
        shared = min(len(ours), len(stored.rows))
        if ours[shared - 1].hash != stored.rows[shared - 1].hash:
            raise JournalFault("exchange.other_contents", path=str(path), session=stored.session)
    new = stored.rows[number + 1 :]
    if new:
        journal.append_rows(stored.session, new)
    return Imported(session=stored.session, new=len(new), verified=verified)


def _at_line(path: Path, line: int, fault: JournalFault) -> JournalFault:
    return JournalFault("exchange.line", path=str(path), line=line, because=fault.say)


def _proper_seats(header: Header) -> bool:
    """Return whether a table of ours could have made these seats."""
    if not 1 <= len(header.seats) <= MOST_SEATS:
        return False
    names: list[str] = []
    for seat in header.seats:
        try:
            if clean_name(seat.name, names) != seat.name:
                return False
        except Refused:
            return False
        names.append(seat.name)
    ids = {seat.id for seat in header.seats}
    places = {seat.place for seat in header.seats}
    return (
        len(ids) == len(places) == len(names)
        and places <= set(range(MOST_SEATS))
        and not ids & RESERVED_IDS
        and all(re.fullmatch("[a-z0-9-]{1,40}", id) for id in ids)
    )


def _proper_rules(header: Header) -> bool:
    """Return whether the house rules are plain settings; people are told them when they do not fit."""
    return all(
        name.isprintable()
        and isinstance(setting, (bool, int, str))
        and (not isinstance(setting, str) or setting.isprintable())
        for name, setting in header.rules.items()
    )
