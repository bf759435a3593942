"""Entries: what the journal keeps, one row each, chained by hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from companion.table.answers import Source, Value
from companion.table.faults import JournalFault
from companion.table.game import Event
from companion.table.seats import Seat
from companion.table.text import Text

#: One row may not be longer than this many bytes; nothing that people do at a table comes near it.
LONGEST_ROW = 256 * 1024
#: What a row's hash begins from where there is no row before it.
GENESIS = hashlib.sha256(b"klondike-session/1").hexdigest()

SessionId: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-z]{8}$")]
_Whole: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
_Stored: TypeAlias = bool | int | str | list[int | str] | dict[str, int | str] | None


class Kind(StrEnum):
    """What an entry tells.  Only `ANSWER` adds to a session; some others go back in it."""

    START = "start"
    ANSWER = "answer"
    TAKE_BACK = "take back"
    REWIND = "rewind"
    CORRECTION = "correction"
    DROP = "drop"
    PAUSE = "pause"
    GO_ON = "go on"
    REBUILT = "rebuilt"
    VERSION = "version"
    ENDED = "ended"


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a session began with; `rules` are its house rules, complete with defaults."""

    session: SessionId
    game: Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$", max_length=40)]
    rules_version: _Whole
    seats: tuple[Seat, ...]
    rules: dict[str, Any] = {}


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One row of a session's journal.

    `number` counts from 0.  An answer has its prompt's `key`, kind (`asked`) and sentence (`say`), its value,
    who gave it, and `about`, the number of the undone answer it repeats, if any.  `to` is the entry whose
    position a rewind restores; `about` of a take-back or a correction is the answer taken back or corrected.
    `digest`, `balances` and `finished` are the position after the entry, `events` what was said.  Order is by
    `number` alone: `wall` is for people to read, and `monotonic_ms` counts within `boot`.
    """

    number: _Whole
    kind: Kind
    header: Header | None = None
    key: str = ""
    asked: str = ""
    say: Text | None = None
    value: _Stored = None
    seat: str | None = None
    second: str | None = None
    source: Source | None = None
    evidence: str = ""
    to: _Whole | None = None
    about: _Whole | None = None
    rules_version: _Whole | None = None
    digest: str = ""
    balances: dict[str, int] = {}
    events: tuple[Event, ...] = ()
    finished: bool = False
    wall: str = ""
    monotonic_ms: int = 0
    boot: str = ""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it is stored: its canonical JSON, and the hash that chains it to the row before."""

    hash: str
    entry: msgspec.Raw

    @property
    def body(self) -> bytes:
        return bytes(self.entry)


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """Return the canonical JSON of an entry, without a line break."""
    return _encoder.encode(entry)


def decode_entry(body: bytes) -> Entry:
    """Return the entry of a stored body; raises `ValueError` saying what is wrong with it."""
    if not isinstance(body, bytes):
        # Out of a spoilt page of the database anything may come.
        raise ValueError("the row is no row")
    if len(body) > LONGEST_ROW:
        raise ValueError("the row is too long")
    try:
        entry = _decoder.decode(body)
        canonical = _encoder.encode(entry)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError) as problem:
        raise ValueError(str(problem)[:200]) from problem
    if canonical != body:
        raise ValueError("the row is not written the way the companion writes rows")
    return entry


def chain(previous: str, body: bytes) -> str:
    """Return the hash of a row: sha256 over the hash before it and its body, as 64 hex digits."""
    return hashlib.sha256(bytes.fromhex(previous) + body).hexdigest()


def chain_rows(previous: str, entries: Iterable[Entry]) -> tuple[Row, ...]:
    """Return the rows of new entries that follow the row whose hash is `previous`."""
    rows = []
    for entry in entries:
        body = encode_entry(entry)
        if len(body) > LONGEST_ROW:
            raise JournalFault("journal.row_too_long", number=entry.number)
        previous = chain(previous, body)
        rows.append(Row(previous, msgspec.Raw(body)))
    return tuple(rows)


def stored_value(value: Value) -> _Stored:
    """Return an answer's value the way the journal gives it back; raises `TypeError` for what it cannot keep.

    A script must be sent live exactly what a replay will send it, so tuples become lists here.
    """
    if value is None or type(value) in (bool, int, str):
        return value  # type: ignore[no-any-return]
    if type(value) in (list, tuple) and all(type(item) in (int, str) for item in value):
        return list(value)
    if type(value) is dict and all(
        type(key) is str and type(item) in (int, str) for key, item in value.items()
    ):
        return dict(value)
    raise TypeError(f"an answer cannot be {type(value).__name__}")
