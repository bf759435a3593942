"""SQLite's own calls to the system, watched and made to fail.

The library that Python's sqlite3 module uses is reached through ctypes, and beside the way in which it calls
the system (its VFS) a second one is registered, which does the same but tells of each open, write, cut, sync
and delete first.  So the journal's real database code runs, on real files.
"""

from __future__ import annotations

import ctypes
import logging
import sqlite3
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

log = logging.getLogger(__name__)

#: What SQLite says when the system has failed at it.
SQLITE_OK = 0
IOERR_WRITE = sqlite3.SQLITE_IOERR_WRITE
IOERR_FSYNC = sqlite3.SQLITE_IOERR_FSYNC
IOERR_TRUNCATE = sqlite3.SQLITE_IOERR_TRUNCATE
IOERR_DELETE = sqlite3.SQLITE_IOERR_DELETE

_CREATE, _READ_WRITE, _READ_ONLY = 0x4, 0x2, 0x1
#: Kinds of files whose folder SQLite syncs together with their first sync.
_JOURNALS = 0x800 | 0x4000 | 0x80000


class Watch(Protocol):
    """Is told of each call before it is made; what is returned instead of 0 is what SQLite gets to see."""

    def opening(self, path: Path, *, new: bool, writes: bool) -> int: ...

    def writing(self, path: Path, at: int, data: bytes) -> int: ...

    def cutting(self, path: Path, size: int) -> int: ...

    def syncing(self, path: Path, *, with_folder: bool) -> int: ...

    def deleting(self, path: Path, *, with_folder: bool) -> int: ...


class Unreachable(Exception):
    """The SQLite that Python uses cannot be reached from here; the reason is told."""


@dataclass
class _Opened:
    """A file that SQLite has open; the first sync of a new one syncs its folder, too."""

    path: Path
    watch: Watch
    with_folder: bool


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("rest", c_void_p * 13),
    ]


class _Handle(ctypes.Structure):
    _fields_ = [("methods", POINTER(_Methods))]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", c_int),
        ("handle_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("access", c_void_p),
        ("rest", c_void_p * 14),
    ]


_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_CLOSE = CFUNCTYPE(c_int, c_void_p)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


def watch(root: Path, watch: Watch) -> str:
    """Let `watch` be told of what SQLite does under `root`; return the name for ``file:...?vfs=``.

    Raises `Unreachable` where Python's SQLite is not a library of its own.
    """
    calls = _calls()
    calls.watches[root] = watch
    return calls.name


def unwatch(root: Path) -> None:
    """Nobody is told any more of what is opened under `root` from now on."""
    _calls().watches.pop(root, None)


def try_out() -> None:
    """Raise `Unreachable` where nothing can be watched."""
    _calls()


@cache
def _calls() -> _WatchedCalls:
    # There is one for the whole process, and for as long as it lives: SQLite may still close a file through
    # it when everybody else has forgotten it.
    return _WatchedCalls()


class _WatchedCalls:
    """A way for SQLite to call the system that watches are told of."""

    name = "watched"

    def __init__(self) -> None:
        self.watches: dict[Path, Watch] = {}
        self._library = _library()
        self._files: dict[int, _Opened] = {}
        self._tables: dict[int, tuple[_Methods, list[Any]]] = {}
        found = self._library.sqlite3_vfs_find(None)
        if not found:
            raise Unreachable("no VFS")
        self._real = _Vfs.from_address(found)
        self._at = found
        self._mine = _Vfs()
        ctypes.memmove(ctypes.byref(self._mine), found, ctypes.sizeof(_Vfs))
        self._mine.next = None
        self._mine.name = self.name.encode("ascii")
        self._kept: list[Any] = [_OPEN(_guarded(self._open)), _DELETE(_guarded(self._delete))]
        self._mine.open, self._mine.delete = (ctypes.cast(one, c_void_p) for one in self._kept)
        if self._library.sqlite3_vfs_register(ctypes.byref(self._mine), 0) != SQLITE_OK:
            raise Unreachable("it takes no other VFS")
        try:
            sqlite3.connect(f"file:none?vfs={self.name}&mode=memory", uri=True).close()
        except sqlite3.OperationalError as problem:
            raise Unreachable("Python's sqlite3 module has another SQLite inside") from problem

    def _watch_of(self, path: Path) -> Watch | None:
        return next((self.watches[folder] for folder in path.parents if folder in self.watches), None)

    def _open(self, _: int, name: int | None, handle: int, flags: int, out: int | None) -> int:
        real = _OPEN(self._real.open)
        if not name:
            return int(real(self._at, name, handle, flags, out))
        path = Path(ctypes.string_at(name).decode())
        watch = self._watch_of(path)
        if watch is None:
            return int(real(self._at, name, handle, flags, out))
        new = bool(flags & _CREATE) and not path.exists()
        verdict = watch.opening(path, new=new, writes=bool(flags & _READ_WRITE))
        if verdict == sqlite3.SQLITE_READONLY and not new:
            flags = flags & ~(_READ_WRITE | _CREATE) | _READ_ONLY
        elif verdict:
            _Handle.from_address(handle).methods = None
            return verdict
        result = real(self._at, name, handle, flags, out)
        if result == SQLITE_OK:
            self._files[handle] = _Opened(path, watch, bool(new and flags & _JOURNALS))
            file = _Handle.from_address(handle)
            file.methods = ctypes.pointer(self._table(file.methods))
        return int(result)

    def _delete(self, _: int, name: int, with_folder: int) -> int:
        path = Path(ctypes.string_at(name).decode())
        watch = self._watch_of(path)
        if watch is not None and path.exists():
            verdict = watch.deleting(path, with_folder=bool(with_folder))
            if verdict:
                return verdict
        return int(_DELETE(self._real.delete)(self._at, name, with_folder))

    def _table(self, of: Any) -> _Methods:
        at = ctypes.addressof(of.contents)
        if at not in self._tables:
            real, mine = of.contents, _Methods()
            size = ctypes.sizeof(_Methods) if real.version >= 3 else 8 * (17 if real.version == 2 else 13)
            ctypes.memmove(ctypes.byref(mine), at, size)
            calls = [
                _CLOSE(_guarded(self._closing(_CLOSE(real.close)))),
                _WRITE(_guarded(self._writing(_WRITE(real.write)))),
                _TRUNCATE(_guarded(self._cutting(_TRUNCATE(real.truncate)))),
                _SYNC(_guarded(self._syncing(_SYNC(real.sync)))),
            ]
            mine.close, mine.write, mine.truncate, mine.sync = (ctypes.cast(one, c_void_p) for one in calls)
            self._tables[at] = mine, calls
        return self._tables[at][0]

    def _closing(self, real: Any) -> Callable[..., int]:
        def close(handle: int) -> int:
            self._files.pop(handle, None)
            return int(real(handle))

        return close

    def _writing(self, real: Any) -> Callable[..., int]:
        def write(handle: int, data: int, size: int, at: int) -> int:
            file = self._files[handle]
            verdict = file.watch.writing(file.path, at, ctypes.string_at(data, size))
            return verdict or int(real(handle, data, size, at))

        return write

    def _cutting(self, real: Any) -> Callable[..., int]:
        def cut(handle: int, size: int) -> int:
            file = self._files[handle]
            return file.watch.cutting(file.path, size) or int(real(handle, size))

        return cut

    def _syncing(self, real: Any) -> Callable[..., int]:
        def sync(handle: int, how: int) -> int:
            file = self._files[handle]
            with_folder, file.with_folder = file.with_folder, False
            # What counts as synced is what the watch was told; a real sync would only cost time.
            return file.watch.syncing(file.path, with_folder=with_folder)

        return sync


def _guarded(call: Callable[..., int]) -> Callable[..., int]:
    """An exception must not leave a call from C; SQLite is told that the system has failed."""

    def guarded(*args: Any) -> int:
        try:
            return call(*args)
        except Exception:
            log.exception("a watched call of SQLite failed")
            return sqlite3.SQLITE_INTERNAL

    return guarded


def _library() -> Any:
    try:
        library = ctypes.CDLL(_loaded() or "libsqlite3.so.0")
        library.sqlite3_vfs_find.restype = c_void_p
        library.sqlite3_vfs_find.argtypes = [c_char_p]
        library.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
        library.sqlite3_vfs_unregister.argtypes = [c_void_p]
        library.sqlite3_libversion.restype = c_char_p
    except (OSError, AttributeError) as problem:
        raise Unreachable(str(problem)) from problem
    if library.sqlite3_libversion() != sqlite3.sqlite_version.encode("ascii"):
        raise Unreachable("it is another version than Python's")
    return library


def _loaded() -> str | None:
    """Return the file of the SQLite that this process has loaded."""
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line.split(maxsplit=5)[5] for line in lines if "/libsqlite3" in line), None)
