"""The journal's database: its tables, its marks, its settings, and the way from an older schema to this one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from companion.table.faults import JournalFault

#: Marks a SQLite file as a companion's journal ("KLON").
APPLICATION_ID = 0x4B4C4F4E

#: The statements that lead from each schema version to the next; the first makes an empty file a journal.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE sessions (id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID",
        """CREATE TABLE entries (
            sequence INTEGER PRIMARY KEY,
            session TEXT NOT NULL REFERENCES sessions (id),
            number INTEGER NOT NULL,
            hash TEXT NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (session, number)
        )""",
        """CREATE TRIGGER entries_are_never_rewritten BEFORE UPDATE ON entries
            BEGIN SELECT RAISE (ABORT, 'rows of the journal are never rewritten'); END""",
        """CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
            BEGIN SELECT RAISE (ABORT, 'rows of the journal are never deleted'); END""",
    ),
)


def make_ready(
    connection: sqlite3.Connection,
    path: str,
    *,
    in_memory: bool = False,
    migrations: Sequence[Sequence[str]] = MIGRATIONS,
) -> None:
    """Set the database's settings, read them back, and bring its schema up to date.

    Raises `JournalFault` when the file belongs to another program or to a newer companion, or when the
    database does not take the settings that make a commit survive a power cut.
    """
    version = schema_version(connection, path, known=len(migrations))
    connection.execute("PRAGMA journal_mode = WAL").fetchone()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
    # SQLite takes a setting it does not understand without a word, so only reading back is proof.
    if synchronous != 2 or mode != ("memory" if in_memory else "wal"):
        raise JournalFault("journal.unsafe", path=path, mode=str(mode), synchronous=int(synchronous))
    connection.execute("BEGIN IMMEDIATE")
    try:
        # SQLite opens a file that it may not write without a word; only a write is refused.
        connection.execute(f"PRAGMA user_version = {version}")
        if version == len(migrations):
            connection.execute("ROLLBACK")
            return
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def schema_version(connection: sqlite3.Connection, path: str, *, known: int = len(MIGRATIONS)) -> int:
    """Return the schema version of an open database, 0 for an empty one.

    Raises `JournalFault` for another program's database and for one newer than `known`.
    """
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if mark != APPLICATION_ID:
        if tables or mark or version:
            raise JournalFault("journal.foreign", path=path)
        return 0
    if version > known:
        raise JournalFault("journal.newer", path=path, version=version, known=known)
    return version
