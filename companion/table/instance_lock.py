"""The instance lock: one companion a data folder.

The lock is the operating system's own on an open file, so the lock of a process that died is gone with it.
The number of the process stands in a file of its own, for people to read; it decides nothing.
"""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout

from companion.table.disk import Disk, SystemDisk
from companion.table.faults import AlreadyRunning, Fault

_LOCK = "companion.lock"
_PID = "companion.pid"


class InstanceLock:
    """Held while a companion writes to a data folder; use it in a ``with`` or release it."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder
        self._disk = disk or SystemDisk()
        self._lock = FileLock(str(folder / _LOCK), timeout=0, thread_local=False)

    def acquire(self) -> InstanceLock:
        """Take the lock; raises `AlreadyRunning` while another has it, `Fault` where it cannot be taken."""
        try:
            self._disk.make_folder(self.folder)
            self._lock.acquire()
        except Timeout as busy:
            raise _running(running_in(self.folder)) from busy
        except (FileExistsError, NotADirectoryError) as problem:
            raise Fault("data_folder.not_a_folder", path=str(self.folder)) from problem
        except (OSError, NotImplementedError) as problem:
            detail = getattr(problem, "strerror", None) or str(problem)
            raise Fault("data_folder.not_writable", path=str(self.folder), detail=detail) from problem
        try:
            self._disk.write_whole(self.folder / _PID, f"{os.getpid()}\n".encode())
        except OSError as problem:
            self._lock.release()
            detail = problem.strerror or str(problem)
            raise Fault("data_folder.not_writable", path=str(self.folder), detail=detail) from problem
        return self

    def release(self) -> None:
        """Give the lock back; does nothing where it is not held."""
        if self._lock.is_locked:
            (self.folder / _PID).unlink(missing_ok=True)
            self._lock.release()

    def __enter__(self) -> InstanceLock:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def running_in(folder: Path) -> int | None:
    """Return the number of the process noted in a data folder, ``None`` where no number is noted."""
    try:
        noted = (folder / _PID).read_bytes()[:20].decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return int(noted) if noted.isdecimal() and 0 < int(noted) < 2**31 else None


def _running(pid: int | None) -> AlreadyRunning:
    if pid is None:
        return AlreadyRunning("instance.running_unknown")
    return AlreadyRunning("instance.running", pid=pid)
