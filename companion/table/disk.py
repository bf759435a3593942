"""The disk behind a small interface, so that a full, broken or read-only one can be rehearsed."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Protocol


class Disk(Protocol):
    """What files are kept on.  All methods raise `OSError` as the system does."""

    def connect(self, path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
        """Return a connection in autocommit mode for any thread; ``None`` is a database in memory."""
        ...

    def free_bytes(self, folder: Path) -> int: ...

    def make_folder(self, folder: Path) -> None:
        """Make `folder` and its parents, readable by its owner alone, unless it is there."""
        ...

    def listing(self, folder: Path, suffix: str) -> tuple[Path, ...]:
        """Return the files whose names end with `suffix`, by name; none when there is no folder."""
        ...

    def size(self, path: Path) -> int | None:
        """Return the size in bytes, ``None`` when there is no such file."""
        ...

    def read(self, path: Path, *, start: int = 0, most: int = -1) -> bytes:
        """Return what stands in a regular file; a pipe or a device, which might never end, is an error."""
        ...

    def write_at(self, path: Path, start: int, data: bytes) -> None:
        """Cut the file at `start` bytes, write `data` there, and wait until the disk has it."""
        ...

    def write_whole(self, path: Path, data: bytes) -> None:
        """Put `data` in place of the whole file, all or nothing, and wait until the disk has it."""
        ...

    def rename(self, path: Path, new: Path) -> None: ...


class SystemDisk:
    """The machine's own disk."""

    def connect(self, path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
        if path is None:
            return self._open(":memory:")
        if not read_only:
            return self._open(str(path))
        try:
            connection = self._open(f"{path.absolute().as_uri()}?mode=ro", uri=True)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as problem:
            # A database in WAL mode on a read-only folder can be read only as one that nobody writes.
            if self.size(Path(f"{path}-wal")) or problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise
            connection = self._open(f"{path.absolute().as_uri()}?immutable=1", uri=True)
        return connection

    def _open(self, name: str, *, uri: bool = False) -> sqlite3.Connection:
        return sqlite3.connect(name, uri=uri, timeout=5.0, isolation_level=None, check_same_thread=False)

    def free_bytes(self, folder: Path) -> int:
        return shutil.disk_usage(folder).free

    def make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        # A folder's name is in the folder above it, and only a synced folder keeps a name over a power cut.
        if not folder.parent.is_dir():
            self.make_folder(folder.parent)
        self._make(folder)
        with suppress(PermissionError):
            # One that may be passed through but not listed cannot be synced.
            self._sync_folder(folder.parent)

    def listing(self, folder: Path, suffix: str) -> tuple[Path, ...]:
        if not folder.is_dir():
            return ()
        return tuple(sorted(path for path in folder.iterdir() if path.name.endswith(suffix)))

    def size(self, path: Path) -> int | None:
        try:
            return path.stat().st_size
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: Path, *, start: int = 0, most: int = -1) -> bytes:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", str(path))
            file.seek(start)
            return file.read(most)

    def write_at(self, path: Path, start: int, data: bytes) -> None:
        new = not path.exists()
        with self._open_file(path) as file:
            self._put(file, path, start, data)
            self._sync(file, path)
        if new:
            self._sync_folder(path.parent)

    def write_whole(self, path: Path, data: bytes) -> None:
        beside = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with self._open_file(beside) as file:
                self._put(file, beside, 0, data)
                self._sync(file, beside)
            self._replace(beside, path)
        except BaseException:
            with suppress(OSError):
                self._remove(beside)
            raise
        self._sync_folder(path.parent)

    def rename(self, path: Path, new: Path) -> None:
        self._replace(path, new)
        self._sync_folder(new.parent)

    # --- the steps that all of this is made of, so that each can be watched and can fail

    def _make(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True, mode=0o700)

    def _open_file(self, path: Path) -> BinaryIO:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        return os.fdopen(descriptor, "wb")

    def _put(self, file: BinaryIO, path: Path, start: int, data: bytes) -> None:
        file.truncate(start)
        file.seek(start)
        file.write(data)
        file.flush()

    def _sync(self, file: BinaryIO, path: Path) -> None:
        os.fsync(file.fileno())

    def _replace(self, path: Path, new: Path) -> None:
        path.replace(new)

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def _sync_folder(self, folder: Path) -> None:
        if os.name != "posix":
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting, as a pipe would until somebody writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
