"""What the system and SQLite report, told as one sentence with its remedy."""

from __future__ import annotations

import codecs
import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.table.faults import JournalFault

_BY_SQLITE = {
    sqlite3.SQLITE_FULL: "journal.full",
    sqlite3.SQLITE_READONLY: "journal.read_only",
    sqlite3.SQLITE_PERM: "journal.read_only",
    sqlite3.SQLITE_CANTOPEN: "journal.cannot_open",
    sqlite3.SQLITE_IOERR: "journal.broken_disk",
    sqlite3.SQLITE_BUSY: "journal.busy",
    sqlite3.SQLITE_LOCKED: "journal.busy",
    sqlite3.SQLITE_CORRUPT: "journal.damaged",
    sqlite3.SQLITE_NOTADB: "journal.damaged",
}
_BY_SYSTEM = {
    errno.ENOSPC: "journal.full",
    errno.EDQUOT: "journal.full",
    errno.EROFS: "journal.read_only",
    errno.EACCES: "journal.read_only",
    errno.EPERM: "journal.read_only",
    errno.EIO: "journal.broken_disk",
    errno.ENOENT: "journal.cannot_open",
    errno.ENOTDIR: "journal.cannot_open",
}


class Damaged(Exception):
    """The database file is ours but can no longer be trusted; `why` is for the log."""


@contextmanager
def told(path: Path | None) -> Iterator[None]:
    """Raise `JournalFault` for what SQLite or the system reports about the journal at `path`."""
    where = str(path) if path is not None else "memory"
    try:
        yield
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", None)
        id = _BY_SQLITE.get(code & 0xFF if code is not None else -1, "journal.failed")
        if is_damage(problem):
            id = "journal.damaged"
        raise JournalFault(id, path=where, detail=str(problem)) from problem
    except UnicodeError as problem:
        # SQLite's own message about a spoilt page quotes that page, which Python then cannot read.
        raise JournalFault("journal.damaged", path=where, detail=str(problem)) from problem
    except OSError as problem:
        id = _BY_SYSTEM.get(problem.errno or 0, "journal.failed")
        raise JournalFault(id, path=problem.filename or where, detail=problem.strerror or "") from problem


def is_damage(problem: sqlite3.Error | UnicodeError) -> bool:
    """Return whether SQLite says that the file itself is spoilt."""
    # Texts in it that are none any more have no code of SQLite's: Python finds them.
    if isinstance(problem, UnicodeError) or str(problem).startswith("Could not decode to UTF-8"):
        return True
    code = getattr(problem, "sqlite_errorcode", None)
    # A file cut in the middle of a page is read as an I/O error of this one kind.
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return True
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_text(begins: bytes) -> bool:
    """Return whether a file that begins so is one of words; a letter may be cut in two at the end."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(begins)
    except UnicodeDecodeError:
        return False
    return b"\0" not in begins
