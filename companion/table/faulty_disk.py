"""A disk whose faults can be told: full, broken, or read-only, from one call to the next."""

from __future__ import annotations

import errno
import os
import sqlite3
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO

from companion.table.disk import SystemDisk


class DiskFault(Enum):
    """What is wrong: the system's error number, SQLite's code, and SQLite's words."""

    FULL = (errno.ENOSPC, sqlite3.SQLITE_FULL, "database or disk is full")
    BROKEN = (errno.EIO, sqlite3.SQLITE_IOERR, "disk I/O error")
    READ_ONLY = (errno.EROFS, sqlite3.SQLITE_READONLY, "attempt to write a readonly database")


class FaultyDisk(SystemDisk):
    """A real disk on which every write fails while `fault` is set.

    With `after` set to a number, that many writes still succeed; `spare_files` lets plain files be written,
    so that only the database fails, and `spare_database` the other way round.
    """

    def __init__(self) -> None:
        self.fault: DiskFault | None = None
        self.after = 0
        self.spare_files = False
        self.spare_database = False

    def fail(self, fault: DiskFault, *, after: int = 0, spare: str = "") -> None:
        """Let writes fail from now on; `spare` is ``"files"``, ``"database"`` or nothing."""
        self.fault, self.after = fault, after
        self.spare_files, self.spare_database = spare == "files", spare == "database"

    def mend(self) -> None:
        self.fault = None

    def connect(self, path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
        connection = super().connect(path, read_only=read_only)
        if isinstance(connection, _FaultyConnection):
            connection.disk = self
        return connection

    def _open(self, name: str, *, uri: bool = False) -> sqlite3.Connection:
        return sqlite3.connect(
            name,
            uri=uri,
            timeout=5.0,
            isolation_level=None,
            check_same_thread=False,
            factory=_FaultyConnection,
        )

    def free_bytes(self, folder: Path) -> int:
        return 0 if self.fault is DiskFault.FULL else super().free_bytes(folder)

    def make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            self._write(folder)
        super().make_folder(folder)

    def _open_file(self, path: Path) -> BinaryIO:
        if self.fault is not DiskFault.FULL:
            self._write(path)
        return super()._open_file(path)

    def _put(self, file: BinaryIO, path: Path, start: int, data: bytes) -> None:
        if self.fault is DiskFault.FULL:
            try:
                self._write(path)
            except OSError:
                # A full disk takes part of a line before it says no.
                super()._put(file, path, start, data[: len(data) // 2])
                raise
        super()._put(file, path, start, data)

    def rename(self, path: Path, new: Path) -> None:
        self._write(path)
        super().rename(path, new)

    def _write(self, path: Path) -> None:
        if self.fault is not None and not self.spare_files and self._counts():
            raise OSError(self.fault.value[0], os.strerror(self.fault.value[0]), str(path))

    def write_database(self) -> None:
        """Raise SQLite's error where a write to the database is to fail."""
        if self.fault is not None and not self.spare_database and self._counts():
            problem = sqlite3.OperationalError(self.fault.value[2])
            problem.sqlite_errorcode = self.fault.value[1]
            raise problem

    def _counts(self) -> bool:
        self.after -= 1
        return self.after < 0


class _FaultyConnection(sqlite3.Connection):
    disk: FaultyDisk | None = None

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if self.disk is not None and sql.split(maxsplit=1)[0].upper() in ("INSERT", "COMMIT", "CREATE"):
            self.disk.write_database()
        return super().execute(sql, parameters)
