"""The labels file of `companion read`: the truth about pictures, by the names of their files."""

from __future__ import annotations

import csv
import os
import re
import stat
from pathlib import Path

from companion.cli.readable import COLUMNS, OTHERS
from companion.table.faults import Fault
from companion.table.text import Text

#: A labels file larger than this is none.
MOST_BYTES = 8 * 1024 * 1024

#: What stands between the pieces of a cell, and what a piece may be.  Dice and tiles of other sets than ours
#: are true as well, and what a code says may be anything.
_PIECES = {
    "dice": (None, re.compile(r"[0-9]{1,2}")),
    "dominoes": (";", re.compile(rf"[0-9]{{1,2}}-[0-9]{{1,2}}|{re.escape(OTHERS)}")),
    "cards": (";", re.compile(r"(10|[2-9AJQK])[SHDC]")),
}


class Labels:
    """The table of a labels file.  A bare name stands for any picture of that name, a path for that file."""

    def __init__(self, path: Path, kind: str) -> None:
        """Read the file; raises `Fault` for one that is no such table, or says what is none of that kind."""
        self._path = path
        rows = load_labels(path, COLUMNS[kind])
        if kind in _PIECES:
            between, piece = _PIECES[kind]
            for name, cells in rows.items():
                for part in (part.strip() for cell in cells for part in cell.split(between)):
                    if part and not piece.fullmatch(part):
                        raise Fault("read.labels_cell", file=str(path), given=_short(part), name=_short(name))
        self._rows = {
            name if Path(name).name == name else _whole(path.parent / name): rows[name] for name in rows
        }
        self._used: set[str] = set()

    def truth(self, picture: Path) -> list[str] | None:
        """Return the cells of a picture's rows, of which it may have several; None where it has no row."""
        for name in (_whole(picture), picture.name):
            if name in self._rows:
                self._used.add(name)
                return self._rows[name]
        return None

    def amiss(self, whole: bool) -> Text | None:
        """Return what to say of rows that no picture had; `whole` tells that each should have had one."""
        left = [name for name in self._rows if name not in self._used]
        if not self._used:
            return Text("read.labels_unused", {"file": str(self._path)})
        if whole and left:
            first = _short(Path(left[0]).name)
            return Text("read.labels_left", {"file": str(self._path), "count": len(left), "first": first})
        return None


def load_labels(path: Path, column: str) -> dict[str, list[str]]:
    """Return the cells of each file name's rows, of which it may have several.

    Raises `Fault` for a file that is no such table.
    """
    name = str(path)
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            # A pipe would be waited for, and a device read for ever.
            raise Fault("read.labels_missing", file=name)
        if about.st_size > MOST_BYTES:
            raise Fault("read.labels_too_large", file=name)
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            columns = [title.strip() for title in table.fieldnames or ()]
            if len(columns) == 1 and {";", "\t"} & set(columns[0]):
                raise Fault("read.labels_not_csv", file=name)
            if not {"file", column} <= set(columns):
                raise Fault("read.labels_columns", file=name, column=column)
            table.fieldnames = columns
            truths: dict[str, list[str]] = {}
            for row in table:
                if row["file"]:
                    truths.setdefault(row["file"], []).append(row[column] or "")
            return truths
    except (OSError, ValueError) as problem:
        bad = isinstance(problem, UnicodeDecodeError)
        raise Fault("read.labels_not_csv" if bad else "read.labels_missing", file=name) from None
    except csv.Error:
        raise Fault("read.labels_not_csv", file=name) from None


def _whole(path: Path) -> str:
    return os.path.normpath(path.absolute())


def _short(given: str) -> str:
    """Return the beginning of something from the file as it can be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in given[:40])
