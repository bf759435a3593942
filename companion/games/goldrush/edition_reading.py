"""From what a file or a journal holds to an `Edition`, or to every fault that is in it.

Faults are values: a bad file shows all of them at once.  Each has the path of keys to where it is, from which
`companion.editions` finds the line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from companion.games.goldrush.edition import About, Card, CreekNames, Edition, Figures, Space
from companion.games.goldrush.edition_checks import faults_in
from companion.table.text import Text, text

#: Keys and positions from the top of the file, such as ``("space", 3, "price")``.
Path: TypeAlias = tuple[str | int, ...]

T = TypeVar("T", bound=Struct)

_KEYS = frozenset({"schema", "game", "rules", "creeks", "space", "card"})


class Flaw(Struct, frozen=True):
    """One fault of an edition: where it is and what it is."""

    path: Path
    say: Text


def read_edition(data: Mapping[str, Any]) -> tuple[Edition | None, tuple[Flaw, ...]]:
    """Return the edition that `data` holds, or ``None`` and all its faults."""
    flaws: list[Flaw] = []
    if data.get("schema") != 1:
        flaws.append(Flaw(("schema",), text("edition.flaw.schema")))
    flaws += [Flaw((key,), text("edition.flaw.unknown", name=key[:24])) for key in data if key not in _KEYS]
    game, rules = _table(data, "game", About, flaws), _table(data, "rules", Figures, flaws)
    creeks = _table(data, "creeks", CreekNames, flaws)
    spaces, cards = _list(data, "space", Space, flaws), _list(data, "card", Card, flaws)
    whole = (len(spaces) == _length(data, "space"), len(cards) == _length(data, "card"))
    between = faults_in(game, rules, creeks, spaces, cards, _ids(data.get("space")), whole)
    flaws += [Flaw(path, say) for path, say in between]
    if flaws or game is None or rules is None or creeks is None:
        return None, tuple(flaws)
    space, card = tuple(spaces.values()), tuple(cards.values())
    return Edition(game=game, rules=rules, creeks=creeks, space=space, card=card), ()


def _ids(spaces: Any) -> set[str]:
    """Return the ids of all spaces, whatever else is wrong with them."""
    items = spaces if isinstance(spaces, list) else []
    return {item["id"] for item in items if isinstance(item, dict) and isinstance(item.get("id"), str)}


def _length(data: Mapping[str, Any], name: str) -> int:
    found = data.get(name)
    return len(found) if isinstance(found, list) else 0


def _table(data: Mapping[str, Any], name: str, kind: type[T], flaws: list[Flaw]) -> T | None:
    found = data.get(name)
    if not isinstance(found, Mapping):
        flaws.append(Flaw((name,), text("edition.flaw.section", name=f"[{name}]")))
        return None
    return _struct(found, (name,), kind, flaws)


def _list(data: Mapping[str, Any], name: str, kind: type[T], flaws: list[Flaw]) -> dict[int, T]:
    """Return those of the items that are in order, by their position in the file."""
    found = data.get(name)
    if not isinstance(found, Sequence) or isinstance(found, str) or not found:
        flaws.append(Flaw((name,), text("edition.flaw.section", name=f"[[{name}]]")))
        return {}
    items: dict[int, T] = {}
    for at, item in enumerate(found):
        if not isinstance(item, Mapping):
            flaws.append(Flaw((name, at), text("edition.flaw.section", name=f"[[{name}]]")))
            continue
        read = _struct(item, (name, at), kind, flaws)
        if read is not None:
            items[at] = read
    return items


def _struct(found: Mapping[str, Any], path: Path, kind: type[T], flaws: list[Flaw]) -> T | None:
    """Return one table as a struct, or ``None`` when anything in it is wrong."""
    before = len(flaws)
    wanted = {field.name: field for field in fields(kind)}
    for key in found:
        if key not in wanted:
            flaws.append(Flaw((*path, key), text("edition.flaw.unknown", name=str(key)[:24])))
    values: dict[str, Any] = {}
    for name, field in wanted.items():
        if name not in found:
            if field.required:
                flaws.append(Flaw(path, text("edition.flaw.missing", name=name, legal=_legal(field.type))))
            continue
        try:
            values[name] = msgspec.convert(found[name], field.type)
        except msgspec.ValidationError:
            given = _shown(found[name])
            say = text("edition.flaw.value", name=name, given=given, legal=_legal(field.type))
            flaws.append(Flaw((*path, name), say))
            continue
        if not _printable(values[name]):
            flaws.append(Flaw((*path, name), text("edition.flaw.unprintable", name=name)))
    return kind(**values) if len(flaws) == before else None


def _printable(value: Any) -> bool:
    """Whether every text in a value fits on one line of a screen."""
    if isinstance(value, str):
        return value.isprintable()
    return all(map(_printable, value)) if isinstance(value, tuple) else True


def _legal(kind: Any) -> Text:
    """Say what is legal for a field, by the title of its type."""
    for part in (kind, *get_args(kind)):
        for meta in get_args(part):
            if isinstance(meta, Meta) and meta.title:
                return text(f"edition.legal.{meta.title}")
    raise TypeError(f"{kind!r} has no title")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        # As it stands in the file.
        return str(value).lower()
    shown = "".join(ch if ch.isprintable() else "?" for ch in str(value)[:24])
    return f'"{shown}"' if isinstance(value, str) else shown
