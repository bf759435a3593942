"""What people have decided about their annals: evenings put out of sight, and players by other names.

The journal is never rewritten.  These marks lie beside it in a file of their own, written all or nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.table.disk import Disk
from companion.table.faults import Fault

log = logging.getLogger(__name__)

FILE = "annals-marks.json"
#: A longer chain of renamings is a circle.
_MOST_STEPS = 16
#: Marks of a hundred thousand evenings are not as long.
_MOST_BYTES = 16 * 1024 * 1024


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """`deleted`: sessions out of sight, each with the wall time of that; `names`: who is called otherwise.

    `names` and `hidden` hold folded names; what a name leads to is written as people wish to read it.
    """

    deleted: dict[str, str] = {}
    names: dict[str, str] = {}
    hidden: tuple[str, ...] = ()

    def called(self, name: str) -> str:
        """Return how a player is called who sat down by `name`."""
        for _ in range(_MOST_STEPS):
            other = self.names.get(fold(name))
            if other is None or other == name:
                return name
            name = other
        return name

    def shows(self, name: str) -> bool:
        """Whether the statistics show a player."""
        return fold(self.called(name)) not in self.hidden


def fold(name: str) -> str:
    """Return what two spellings of one player's name have in common."""
    return " ".join(name.split()).casefold()


class MarkBook:
    """The marks of one data folder, or of none (`folder` None): then they last as long as the program."""

    def __init__(self, folder: Path | None, disk: Disk) -> None:
        self._path = folder / FILE if folder is not None else None
        self._disk = disk
        self.marks = self._load()

    def delete(self, session: str, wall: str) -> None:
        """Put an evening out of sight; its rows stay in the journal.  Raises `Fault` if it cannot be kept."""
        self._keep(replace(self.marks, deleted={**self.marks.deleted, session: wall}))

    def restore(self, session: str) -> None:
        """Bring an evening back into sight."""
        left = {id: wall for id, wall in self.marks.deleted.items() if id != session}
        self._keep(replace(self.marks, deleted=left))

    def rename(self, name: str, new: str) -> None:
        """Call a player otherwise from now on; the name of another player makes them one."""
        names: Mapping[str, str] = self.marks.names
        # Who is renamed back is no longer called otherwise, or two names would lead to each other.
        names = {old: to for old, to in names.items() if old != fold(new)}
        if fold(name) != fold(new) or name != new:
            names[fold(name)] = new
        self._keep(replace(self.marks, names=names))

    def hide(self, name: str, away: bool = True) -> None:
        """Leave a player out of the statistics, or take him in again."""
        others = tuple(one for one in self.marks.hidden if one != fold(name))
        self._keep(replace(self.marks, hidden=(*others, fold(name)) if away else others))

    def _load(self) -> Marks:
        if self._path is None:
            return Marks()
        try:
            if self._disk.size(self._path) is None:
                return Marks()
            return msgspec.json.decode(self._disk.read(self._path, most=_MOST_BYTES), type=Marks)
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            log.warning("%s cannot be read: %s", self._path, problem)
            return Marks()

    def _keep(self, marks: Marks) -> None:
        if self._path is not None:
            data = msgspec.json.format(msgspec.json.encode(marks), indent=1)
            try:
                self._disk.write_whole(self._path, data + b"\n")
            except OSError as problem:
                detail = problem.strerror or str(problem)
                raise Fault("exchange.cannot_write", path=str(self._path), detail=detail) from problem
        self.marks = marks
