"""A disk on which the power can go, and writes can fail, between any two steps: SQLite's and everybody's."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import BinaryIO

from companion.table.disk import SystemDisk
from companion.table.faulty_disk import DiskFault
from companion.torture.sqlite_calls import (
    IOERR_DELETE,
    IOERR_FSYNC,
    IOERR_TRUNCATE,
    IOERR_WRITE,
    SQLITE_OK,
    unwatch,
    watch,
)
from companion.torture.unsynced import Loss, Unsynced


class CutDisk(SystemDisk):
    """The real disk under `root`, all of whose writes are known, counted in `steps`, and can fail.

    `fail` lets writes fail as on a full, broken or read-only disk; `cut_after` lets the power go after so
    many more steps.  From then on nothing is written any more, and everything fails: the program is as good
    as dead.  Once its connections are closed, `restart` leaves in the folder what a real disk would hold.
    Raises `Unreachable` where SQLite's calls cannot be watched.
    """

    def __init__(self, root: Path) -> None:
        self.unsynced = Unsynced(root)
        self.steps = 0
        self.fault: DiskFault | None = None
        self.dead = False
        self._cut_at: int | None = None
        self._root = root
        self._calls = watch(root, self)

    def end(self) -> None:
        """Let go of SQLite; no connection may be open any more."""
        unwatch(self._root)

    # --- what goes wrong

    def fail(self, fault: DiskFault | None) -> None:
        """Let writes fail from now on; None mends the disk."""
        self.fault = fault

    def cut_after(self, steps: int) -> None:
        """Let the power go after so many more steps; 0 is now."""
        self._cut_at = self.steps + steps
        self.dead = self.dead or steps <= 0

    def restart(self, loss: Loss, chance: random.Random) -> None:
        """The machine starts again, with what is left on the disk; all connections are closed by now."""
        self.dead, self._cut_at, self.fault = False, None, None
        self.unsynced.restore(loss, chance)

    def _step(self) -> bool:
        """Count a step; returns whether the power goes with it."""
        self.steps += 1
        if self._cut_at is not None and self.steps > self._cut_at:
            self.dead = True
        return self.dead

    # --- what SQLite does

    def connect(self, path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
        if path is None or read_only or self._root not in path.parents:
            return super().connect(path, read_only=read_only)
        return self._open(f"{path.absolute().as_uri()}?vfs={self._calls}", uri=True)

    def opening(self, path: Path, *, new: bool, writes: bool) -> int:
        if self.dead:
            return sqlite3.SQLITE_CANTOPEN
        if writes and self.fault is DiskFault.READ_ONLY:
            return sqlite3.SQLITE_CANTOPEN if new else sqlite3.SQLITE_READONLY
        if new:
            if self._step():
                return sqlite3.SQLITE_CANTOPEN
            if self.fault is not None:
                return sqlite3.SQLITE_CANTOPEN
            self.unsynced.created(path)
        return SQLITE_OK

    def writing(self, path: Path, at: int, data: bytes) -> int:
        if self.dead:
            return IOERR_WRITE
        if self.fault is not None:
            return sqlite3.SQLITE_FULL if self.fault is DiskFault.FULL else IOERR_WRITE
        self.unsynced.wrote(path, at, data)
        return IOERR_WRITE if self._step() else SQLITE_OK

    def cutting(self, path: Path, size: int) -> int:
        if self.dead or self.fault in (DiskFault.BROKEN, DiskFault.READ_ONLY):
            return IOERR_TRUNCATE
        self.unsynced.cut(path, size)
        return IOERR_TRUNCATE if self._step() else SQLITE_OK

    def syncing(self, path: Path, *, with_folder: bool) -> int:
        if self.dead or self._step():
            return IOERR_FSYNC
        if self.fault is DiskFault.BROKEN:
            self.unsynced.failed_to_sync(path)
            return IOERR_FSYNC
        self.unsynced.synced(path)
        if with_folder:
            self.unsynced.folder_synced(path.parent)
        return SQLITE_OK

    def deleting(self, path: Path, *, with_folder: bool) -> int:
        if self.dead or self.fault in (DiskFault.BROKEN, DiskFault.READ_ONLY):
            return IOERR_DELETE
        self.unsynced.deleted(path)
        if self._step():
            return IOERR_DELETE
        if with_folder:
            self.unsynced.folder_synced(path.parent)
        return SQLITE_OK

    # --- what the rest of the program does

    def free_bytes(self, folder: Path) -> int:
        return 0 if self.fault is DiskFault.FULL else super().free_bytes(folder)

    def _make(self, folder: Path) -> None:
        self._refuse(folder)
        self.unsynced.folder_made(folder)
        self._may_go_on(folder)
        super()._make(folder)

    def _open_file(self, path: Path) -> BinaryIO:
        new = not path.exists()
        self._refuse(path)
        if new:
            self.unsynced.created(path)
            self._may_go_on(path)
        return super()._open_file(path)

    def _put(self, file: BinaryIO, path: Path, start: int, data: bytes) -> None:
        self._refuse(path, full=False)
        part = data[: len(data) // 2] if self.fault is DiskFault.FULL else data
        self.unsynced.cut(path, start)
        self._may_go_on(path)
        self.unsynced.wrote(path, start, part)
        self._may_go_on(path)
        super()._put(file, path, start, part)
        if self.fault is DiskFault.FULL:
            self._refuse(path)

    def _sync(self, file: BinaryIO, path: Path) -> None:
        self._may_go_on(path)
        if self.fault is DiskFault.BROKEN:
            self.unsynced.failed_to_sync(path)
        self._refuse(path, full=False)
        self.unsynced.synced(path)

    def _replace(self, path: Path, new: Path) -> None:
        self._refuse(path, full=False)
        self.unsynced.renamed(path, new)
        self._may_go_on(path)
        super()._replace(path, new)

    def _remove(self, path: Path) -> None:
        if not path.exists():
            return
        self._refuse(path, full=False)
        self.unsynced.deleted(path)
        self._may_go_on(path)
        super()._remove(path)

    def _sync_folder(self, folder: Path) -> None:
        self._may_go_on(folder)
        self._refuse(folder, full=False)
        self.unsynced.folder_synced(folder)

    def _refuse(self, path: Path, *, full: bool = True) -> None:
        if self.dead:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        if self.fault is not None and (full or self.fault is not DiskFault.FULL):
            raise OSError(self.fault.value[0], os.strerror(self.fault.value[0]), str(path))

    def _may_go_on(self, path: Path) -> None:
        if self._step():
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))


def quick_folder() -> str | None:
    """Return a folder in memory for files that need not outlive the process; None where there is none."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and os.access(memory, os.W_OK) else tempfile.gettempdir()
