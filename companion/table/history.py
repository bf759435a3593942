"""The history: every entry of a session as people read it, the undone ones too."""

from __future__ import annotations

from msgspec import Struct

from companion.table.answers import Source, Value
from companion.table.course import Course
from companion.table.entries import Entry, Kind
from companion.table.game import Event
from companion.table.text import Text

#: What an answer's key begins with whose value nobody else may see: shuffles, and tiles shown in private.
_HIDDEN = ("deal", "hand", "draw")


def is_hidden(key: str) -> bool:
    """Whether the value of an answer with this key is never listed while its session goes on.

    The deals of the board game have keys of a seat; those of the program only a number.
    """
    parts = key.split("/")
    return parts[0] in _HIDDEN and (parts[0] != "deal" or len(parts) == 2)


class HistoryEntry(Struct, frozen=True, kw_only=True):
    """One entry as people read it; `undone` marks an answer that a way back has left behind.

    `hidden` marks what nobody may see while the session goes on, a shuffle or a tile shown in private: its
    value is ``None``, and what the camera saw is not told either.
    """

    number: int
    kind: Kind
    key: str
    asked: str
    say: Text | None
    value: Value
    seat: str | None
    second: str | None
    source: Source | None
    evidence: str
    to: int | None
    about: int | None
    events: tuple[Event, ...]
    balances: dict[str, int]
    wall: str
    undone: bool
    hidden: bool


def history_of(course: Course) -> tuple[HistoryEntry, ...]:
    """Return every entry of a course, oldest first."""
    counts = set(course.line())
    over = bool(course.entries) and course.entries[-1].finished
    return tuple(_read(entry, counts, over=over) for entry in course.entries)


def _read(entry: Entry, counts: set[int], *, over: bool) -> HistoryEntry:
    hidden = (entry.asked == "deal" or is_hidden(entry.key)) and not over
    return HistoryEntry(
        number=entry.number,
        kind=entry.kind,
        key=entry.key,
        asked=entry.asked,
        say=entry.say,
        value=None if hidden else entry.value,
        seat=entry.seat,
        second=entry.second,
        source=entry.source,
        evidence="" if hidden else entry.evidence,
        to=entry.to,
        about=entry.about,
        events=entry.events,
        balances=entry.balances,
        wall=entry.wall,
        undone=entry.kind is Kind.ANSWER and entry.number not in counts,
        hidden=hidden,
    )
