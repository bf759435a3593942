"""What a disk holds after a power cut: all that was synced, and of the rest whatever chance leaves.

A file has what is known to be on the disk and the writes since its last sync; a folder has the names that are
on the disk and what was done to names since it was last synced.  The power goes: of each file's unsynced
writes each sector is kept or not, and of each folder's names the first so many changes, for file systems keep
the order of those.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

#: A disk writes a sector whole or not at all.
SECTOR = 512
#: What the system writes back at once.
PAGE = 4096


class Loss(StrEnum):
    """What becomes of what was not synced."""

    #: The program was killed and the machine stayed on: nothing is lost.
    KEEPS = "keeps"
    #: The power went, and nothing had been written yet.
    DROPS = "drops"
    #: The power went, and each sector is there or not.
    TEARS = "tears"


@dataclass(eq=False)
class _File:
    synced: bytearray = field(default_factory=bytearray)
    #: Writes (place, bytes) and cuts (size, None) since the last sync.
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)
    #: Writes whose sync has failed, page by page.
    stuck: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        touched = {at // PAGE for write in self.waiting for at, _ in _parts(*write, PAGE)}
        for at, data in self.stuck:
            if at // PAGE in touched:
                _apply(self.synced, at, data)
        self.stuck = [one for one in self.stuck if one[0] // PAGE not in touched]
        for at, data in self.waiting:
            _apply(self.synced, at, data)
        self.waiting.clear()

    def fail_to_sync(self) -> None:
        """What waited stays in memory but is no longer written, until its page is written to again.

        That is what Linux does after an I/O error.
        """
        self.stuck += [part for write in self.waiting for part in _parts(*write, PAGE) if part[1] is not None]
        self.waiting = [write for write in self.waiting if write[1] is None]

    def after(self, loss: Loss, chance: random.Random) -> bytes:
        left = bytearray(self.synced)
        for at, data in self.stuck + self.waiting:
            if loss is Loss.KEEPS:
                _apply(left, at, data)
            elif loss is Loss.TEARS:
                for place, part in _parts(at, data, SECTOR):
                    if chance.random() < 0.5:
                        _apply(left, place, part)
        return bytes(left)


class _Folder:
    """Marks a name that is a folder."""


_Held: TypeAlias = "_File | _Folder"
#: Names that come (with what they name) or go (None) in one go.
_Change: TypeAlias = "tuple[tuple[str, _Held | None], ...]"


@dataclass
class _Names:
    synced: dict[str, _Held] = field(default_factory=dict)
    #: What has become of names since the last sync.
    waiting: list[_Change] = field(default_factory=list)


class Unsynced:
    """What of a folder tree is on the disk for good, and what is not yet."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._now: dict[str, _File] = {}
        self._names: dict[str, _Names] = {}
        self.take_as_it_is()

    def take_as_it_is(self) -> None:
        """All that lies there now is on the disk for good, as when a machine has started."""
        self._now.clear()
        self._names = {str(self.root.parent): _Names()}
        if self.root.is_dir():
            self._names[str(self.root.parent)].synced[self.root.name] = _Folder()
            for path in sorted((self.root, *self.root.rglob("*"))):
                if path.is_dir():
                    self._names[str(path)] = _Names()
                if path != self.root:
                    held: _Held = _Folder() if path.is_dir() else _File(bytearray(path.read_bytes()))
                    self._names[str(path.parent)].synced[path.name] = held
                    if isinstance(held, _File):
                        self._now[str(path)] = held

    # --- what is done

    def folder_made(self, path: Path) -> None:
        self._names[str(path)] = _Names()
        self._name(path, _Folder())

    def created(self, path: Path) -> None:
        self._now[str(path)] = _File()
        self._name(path, self._now[str(path)])

    def wrote(self, path: Path, at: int, data: bytes) -> None:
        self._now[str(path)].waiting.append((at, data))

    def cut(self, path: Path, size: int) -> None:
        self._now[str(path)].waiting.append((size, None))

    def synced(self, path: Path) -> None:
        self._now[str(path)].sync()

    def failed_to_sync(self, path: Path) -> None:
        self._now[str(path)].fail_to_sync()

    def folder_synced(self, path: Path) -> None:
        names = self._names.get(str(path))
        if names is not None:
            for change in names.waiting:
                _rename(names.synced, change)
            names.waiting.clear()

    def renamed(self, path: Path, new: Path) -> None:
        """One name takes the place of another within a folder, which is one change."""
        file = self._now.pop(str(path))
        self._now[str(new)] = file
        self._names[str(path.parent)].waiting.append(((path.name, None), (new.name, file)))

    def deleted(self, path: Path) -> None:
        self._now.pop(str(path), None)
        self._names[str(path.parent)].waiting.append(((path.name, None),))

    def knows(self, path: Path) -> bool:
        return str(path) in self._now

    @property
    def waiting(self) -> int:
        """How many writes and changes of names are not on the disk yet."""
        files = sum(len(file.waiting) for file in self._now.values())
        return files + sum(len(names.waiting) for names in self._names.values())

    # --- the power goes

    def restore(self, loss: Loss, chance: random.Random) -> None:
        """Make the folder tree what it is once the machine has started again.

        Nothing may have a file of it open any more.
        """
        left = dict(self._left(self.root.parent, loss, chance))
        for name in self.root.iterdir() if self.root.is_dir() else ():
            shutil.rmtree(name) if name.is_dir() else name.unlink()
        if self.root.is_dir() and self.root not in left:
            self.root.rmdir()
        for path, data in left.items():
            if data is None:
                path.mkdir(mode=0o700, exist_ok=True)
            else:
                path.write_bytes(data)
        self.take_as_it_is()

    def _left(self, folder: Path, loss: Loss, chance: random.Random) -> Iterator[tuple[Path, bytes | None]]:
        names = self._names[str(folder)]
        there = dict(names.synced)
        kept = {Loss.KEEPS: len(names.waiting), Loss.DROPS: 0}.get(loss)
        for change in names.waiting[: chance.randint(0, len(names.waiting)) if kept is None else kept]:
            _rename(there, change)
        for name, held in sorted(there.items(), key=lambda item: item[0]):
            path = folder / name
            if isinstance(held, _File):
                yield path, held.after(loss, chance)
            else:
                yield path, None
                yield from self._left(path, loss, chance)

    def _name(self, path: Path, held: _Held) -> None:
        self._names[str(path.parent)].waiting.append(((path.name, held),))


def _rename(names: dict[str, _Held], change: _Change) -> None:
    for name, held in change:
        if held is None:
            names.pop(name, None)
        else:
            names[name] = held


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        if at < len(content):
            del content[at:]
        else:
            content.extend(bytes(at - len(content)))
        return
    if at > len(content):
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


def _parts(at: int, data: bytes | None, size: int) -> Iterator[tuple[int, bytes | None]]:
    """Cut a write where sectors or pages of the file end."""
    if data is None:
        yield at, None
        return
    done = 0
    while done < len(data):
        end = min(len(data), (at + done) // size * size + size - at)
        yield at + done, data[done:end]
        done = end
