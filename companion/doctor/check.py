"""What one look of the doctor brings."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from companion.table.text import Fact, Text


class State(StrEnum):
    """How something is: fine, worth knowing though everything works without it, or broken."""

    FINE = "fine"
    NOTE = "note"
    BROKEN = "broken"


class Check(Struct, frozen=True):
    """One line of the diagnosis.

    `name` is a stable word for programs, `say` what was found, `remedy` the one thing to do about it, None
    where nothing needs doing.
    """

    name: str
    state: State
    say: Text
    remedy: Text | None = None


def fine(name: str, id: str = "", /, **facts: Fact) -> Check:
    """Return that something is as it should be; its sentence is ``doctor.<name>.<id>``, or ``.fine``."""
    return Check(name, State.FINE, Text(f"doctor.{name}.{id or 'fine'}", facts))


def note(name: str, id: str, /, **facts: Fact) -> Check:
    """Return something worth knowing, with its remedy ``doctor.<name>.<id>.do``."""
    return _with_remedy(name, State.NOTE, id, facts)


def broken(name: str, id: str, /, **facts: Fact) -> Check:
    """Return something that is needed and does not work, with its remedy ``doctor.<name>.<id>.do``."""
    return _with_remedy(name, State.BROKEN, id, facts)


def _with_remedy(name: str, state: State, id: str, facts: dict[str, Fact]) -> Check:
    said = f"doctor.{name}.{id}"
    return Check(name, state, Text(said, facts), Text(f"{said}.do", facts))
