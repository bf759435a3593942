"""The shelf of editions: the files that travel with the program, and files of people's own.

This is the one module of the rules that reads a file, and it does so before a game begins: a game is given
its whole edition, a session's journal keeps it (`GoldRush.rules_to_keep`), and no replay looks here again.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.asset_files import asset
from companion.games.goldrush.edition import Edition
from companion.games.goldrush.edition_reading import read_edition
from companion.table.faults import Fault

DEFAULT = "gold_rush"
#: A file of an edition is about 15 kB; nothing larger is opened.
MOST_BYTES = 64 * 1024


@cache
def shelf_names() -> tuple[str, ...]:
    """Return the names of the editions that travel with the program, the default one first."""
    names = {path.stem for path in asset("editions").glob("*.toml")}
    return (DEFAULT, *sorted(names - {DEFAULT}))


def edition_of(name: str) -> Edition:
    """Return the edition of a name on the shelf, or of a ``.toml`` file; raises `Fault` for any other."""
    if name in shelf_names():
        return _on_shelf(name)
    if name.endswith(".toml"):
        return _edition_in(Path(name))
    raise Fault("edition.unknown", status=2, given=name[:40], known=", ".join(shelf_names()))


def file_of(name: str) -> Path:
    """Return the file of an edition on the shelf."""
    return asset("editions") / f"{name}.toml"


def read_file(path: Path) -> bytes:
    """Return the contents of an edition's file; raises `Fault` when it is none, too long or unreadable."""
    try:
        # Whatever is no plain file (a pipe, a device) could keep the reader waiting for ever.
        if path.is_dir():
            raise Fault("edition.folder", file=str(path))
        if not path.is_file():
            raise Fault("edition.no_file", file=str(path))
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Fault("edition.unreadable", file=str(path), why=why) from problem
    if len(raw) > MOST_BYTES:
        raise Fault("edition.too_long", file=str(path), most=MOST_BYTES // 1024)
    return raw


def to_text(edition: Edition) -> str:
    """Return an edition as one line of text, as a journal keeps it."""
    return msgspec.json.encode(_bare(msgspec.to_builtins(edition))).decode("utf-8")


@cache
def from_text(kept: str) -> Edition:
    """Return the edition of such a line; raises `Fault` for a line that holds none."""
    try:
        data = msgspec.json.decode(kept.encode("utf-8"))
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise Fault("edition.not_kept") from problem
    edition = read_edition(data)[0] if isinstance(data, dict) else None
    if edition is None:
        raise Fault("edition.not_kept")
    return edition


@cache
def _on_shelf(name: str) -> Edition:
    return _edition_in(file_of(name))


def _edition_in(path: Path) -> Edition:
    raw = read_file(path)
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Fault("edition.faulty", file=str(path)) from problem
    edition, _ = read_edition(data)
    if edition is None:
        raise Fault("edition.faulty", file=str(path))
    return edition


def _bare(value: Any) -> Any:
    """Leave out what is not set, as TOML has no way to say it."""
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_bare(item) for item in value]
    return value
