"""The keys of the kits that this machine knows, in ``kits.json`` in the data folder.

The first of them is its own: made at the first print, or learned from an owner page before that.  Who has the
file, or an owner page, can print cards that pass; so the file can be read by its owner alone.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct

from companion.kit.codes import KEY_BYTES, KIT_LENGTH, KitKey, written_kit
from companion.table.disk import Disk, SystemDisk
from companion.table.faults import Fault

FILE = "kits.json"
MOST_KITS = 64
_LOCK = "kits.lock"
_LOCK_SECONDS = 5.0


class _Kits(Struct, frozen=True, forbid_unknown_fields=True):
    kits: tuple[KitKey, ...]


def known_kits(folder: Path, disk: Disk | None = None) -> tuple[KitKey, ...]:
    """Return the kits that this machine knows, its own first; none before the first print.

    Raises `Fault` for a file that cannot be read or is damaged; it is left as it is.
    """
    disk = disk or SystemDisk()
    path = folder / FILE
    try:
        if disk.size(path) is None:
            return ()
        data = disk.read(path, most=64 * 1024)
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise Fault("kit.keys_unreadable", path=str(path), detail=detail) from problem
    with suppress(OSError):
        # A copy from a stick or a backup may have become readable for everybody.
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    try:
        return msgspec.json.decode(data, type=_Kits).kits
    except msgspec.MsgspecError as problem:
        raise Fault("kit.keys_damaged", path=str(path)) from problem


def own_kit(folder: Path, disk: Disk | None = None) -> KitKey:
    """Return this machine's own kit, made now if there is none yet.

    Raises `Fault` where the file is damaged, or the folder cannot be written.
    """
    disk = disk or SystemDisk()
    if known := known_kits(folder, disk):
        return known[0]
    new = KitKey(written_kit(secrets.randbelow(32**KIT_LENGTH)), secrets.token_bytes(KEY_BYTES))
    return _add(folder, disk, new, only_if_none=True)[0]


def learn_kit(folder: Path, key: KitKey, disk: Disk | None = None) -> tuple[KitKey, ...]:
    """Remember the kit of an owner page and return all known ones; raises `Fault` as `own_kit` does.

    A kit of the same name takes the place of the one that was known; there are at most `MOST_KITS`.
    """
    return _add(folder, disk or SystemDisk(), key, only_if_none=False)


def _add(folder: Path, disk: Disk, new: KitKey, only_if_none: bool) -> tuple[KitKey, ...]:
    try:
        disk.make_folder(folder)
        # Two printing machines on one folder must not each make a key: one kit would fail every check.
        with FileLock(str(folder / _LOCK), timeout=_LOCK_SECONDS):
            known = known_kits(folder, disk)
            if known and only_if_none:
                return known
            kits = [new if kit.kit == new.kit else kit for kit in known]
            if new not in kits:
                kits.append(new)
            if len(kits) > MOST_KITS:
                raise Fault("kit.too_many", most=MOST_KITS)
            disk.write_whole(folder / FILE, msgspec.json.encode(_Kits(tuple(kits))))
            return tuple(kits)
    except (FileExistsError, NotADirectoryError) as problem:
        raise Fault("data_folder.not_a_folder", path=str(folder)) from problem
    except (OSError, Timeout) as problem:
        detail = getattr(problem, "strerror", None) or str(problem)
        raise Fault("data_folder.not_writable", path=str(folder), detail=detail) from problem
