"""What happens to the files of a data folder while the machine is off."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.table.disk import Disk
from companion.table.journal import DATABASE, Journal
from companion.table.mirror import FOLDER, Mirror

_PAGE = 4096
Harm: TypeAlias = Callable[[Path, random.Random], None]


def harm(folder: Path, disk: Disk, chance: random.Random) -> str:
    """Spoil the database, its log or the mirrors, never both sides of what they both hold.

    Returns what was done, or nothing where there is nothing to spoil.  All that was acknowledged can still be
    had from the other side.
    """
    database = folder / DATABASE
    if not database.exists():
        return ""
    kinds: list[str] = []
    if _mirrors_are_whole(folder, disk):
        kinds += _DATABASE
    mirrors = sorted((folder / FOLDER).glob("*.jsonl"))
    if mirrors:
        kinds += _MIRROR
    kind = chance.choice(kinds) if kinds else ""
    if kind in _DATABASE:
        _DATABASE[kind](database, chance)
    elif kind:
        _MIRROR[kind](chance.choice(mirrors), chance)
    return kind


def _mirrors_are_whole(folder: Path, disk: Disk) -> bool:
    mirror = Mirror(folder, disk)
    with Journal.read(folder) as journal:
        for session in journal.session_ids():
            rows = journal.load(session).rows
            mirrored, fault = mirror.read(session)
            if fault is not None or len(mirrored.rows) != len(rows):
                return False
    return True


def _zeroed_tail(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    at = chance.randrange(len(data) + 1)
    path.write_bytes(data[:at] + bytes(len(data) - at))


def _pages_of_noise(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(max(1, len(data) // _PAGE)) * _PAGE
        data[at : at + _PAGE] = chance.randbytes(len(data[at : at + _PAGE]))
    path.write_bytes(data)


def _one_bit(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def _cut_short(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data) + 1)])


def _gone(path: Path, chance: random.Random) -> None:
    path.unlink()


def _beside(suffix: str, what: Harm) -> Harm:
    def spoil(path: Path, chance: random.Random) -> None:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            what(beside, chance)

    return spoil


def _all_gone(path: Path, chance: random.Random) -> None:
    for beside in path.parent.glob(f"{path.name}*"):
        if "damaged" not in beside.name:
            beside.unlink()


_DATABASE: dict[str, Harm] = {
    "a zeroed tail of the database": _zeroed_tail,
    "pages of noise in the database": _pages_of_noise,
    "a flipped bit in the database": _one_bit,
    "a database cut short": _cut_short,
    "no database": _all_gone,
    "no log": _beside("-wal", _gone),
    "a log cut short": _beside("-wal", _cut_short),
    "a zeroed tail of the log": _beside("-wal", _zeroed_tail),
    "noise in the log": _beside("-wal", _pages_of_noise),
    "no index of the log": _beside("-shm", _gone),
    "noise in the index of the log": _beside("-shm", _pages_of_noise),
}
_MIRROR: dict[str, Harm] = {
    "no mirror": _gone,
    "a mirror cut short": _cut_short,
    "a zeroed tail of the mirror": _zeroed_tail,
    "noise in the mirror": _pages_of_noise,
    "a flipped bit in the mirror": _one_bit,
}
DAMAGES: tuple[str, ...] = (*_DATABASE, *_MIRROR)
