"""Editions as files: looked through with every fault at its line, and begun as a copy of the default one.

What an edition must hold is known to `companion.games.goldrush`; here is only where it stands in a file.
TOML readers tell no lines, so the keys are found by a small scanner, which follows strings and brackets and
nothing else: wherever it cannot tell, a fault has the line of what it is in.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from companion.games.goldrush.edition import Edition
from companion.games.goldrush.edition_reading import Flaw, read_edition
from companion.games.goldrush.shelf import DEFAULT, file_of, read_file
from companion.table.faults import Fault
from companion.table.text import Text, text

KeyPath: TypeAlias = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[|\[)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class Finding(Struct, frozen=True):
    """A fault of an edition's file at a line, counted from 1."""

    line: int
    say: Text


class Checked(Struct, frozen=True):
    """A file that has been looked through: its edition, or ``None`` and all its faults in order."""

    edition: Edition | None
    findings: tuple[Finding, ...]


def check_edition(path: Path) -> Checked:
    """Look a file through; raises `Fault` for one that cannot be read or is too long to be an edition."""
    raw = read_file(path)
    try:
        source = raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        return Checked(None, (Finding(line, text("edition.flaw.not_text")),))
    try:
        data = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        return Checked(None, (_not_toml(source, problem),))
    edition, flaws = read_edition(data)
    lines = find_lines(source)
    findings = sorted((_finding(flaw, lines) for flaw in flaws), key=lambda finding: finding.line)
    return Checked(edition, tuple(findings))


def _not_toml(source: str, problem: Exception) -> Finding:
    said = str(problem)
    found = _AT_LINE.search(said)
    line = int(found[1]) if found and found[1] else source.count("\n") + 1
    why = _AT_LINE.sub("", said)
    why = "".join(ch if ch.isprintable() else "?" for ch in why)
    return Finding(line, text("edition.flaw.toml", why=why))


def _finding(flaw: Flaw, lines: dict[KeyPath, int]) -> Finding:
    path = flaw.path
    while path not in lines:
        path = path[:-1]
    return Finding(lines[path], flaw.say)


def find_lines(source: str) -> dict[KeyPath, int]:
    """Return the line of every table and key of a TOML text, by the path of keys to it; the whole is at 1.

    Tables inside arrays are numbered from 0; what stands inside a value has its key's line.
    """
    lines: dict[KeyPath, int] = {(): 1}
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    inside = _Inside()
    for number, line in enumerate(source.split("\n"), start=1):
        if inside.closed:
            if header := _HEADER.match(line):
                table = _keys(header[2])
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    lines.setdefault(table, number)
                    table = (*table, counts[table])
                lines.setdefault(table, number)
                continue
            if key := _KEY.match(line):
                path = table
                for name in _keys(key[1]):
                    path = (*path, name)
                    lines.setdefault(path, number)
                line = line[key.end() :]
        inside.read(line)
    return lines


def _keys(written: str) -> KeyPath:
    return tuple(part.strip().strip("\"'") for part in re.split(r"\s*\.\s*", written))


class _Inside:
    """Whether a value goes on in the next line: in brackets, or in a string of several lines."""

    def __init__(self) -> None:
        self._depth = 0
        self._quotes = ""

    @property
    def closed(self) -> bool:
        return not self._depth and not self._quotes

    def read(self, line: str) -> None:
        at = 0
        while at < len(line):
            at = self._in_string(line, at) if self._quotes else self._outside(line, at)
        if len(self._quotes) == 1:
            self._quotes = ""

    def _outside(self, line: str, at: int) -> int:
        char = line[at]
        if char == "#":
            return len(line)
        if char in "\"'":
            self._quotes = char * 3 if line.startswith(char * 3, at) else char
            return at + len(self._quotes)
        self._depth = max(0, self._depth + (char in "[{") - (char in "]}"))
        return at + 1

    def _in_string(self, line: str, at: int) -> int:
        if line[at] == "\\" and self._quotes[0] == '"':
            return at + 2
        if line.startswith(self._quotes, at):
            at, self._quotes = at + len(self._quotes), ""
            return at
        return at + 1


def start_edition(path: Path) -> Edition:
    """Write a copy of the default edition to a new file; raises `Fault` where that cannot be."""
    raw = read_file(file_of(DEFAULT))
    try:
        with path.open("xb") as file:
            file.write(raw)
    except FileExistsError as problem:
        raise Fault("edition.exists", file=str(path)) from problem
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Fault("edition.unwritable", file=str(path), why=why) from problem
    edition = check_edition(path).edition
    assert edition is not None, "the default edition has faults"
    return edition
