"""What the annals read of a stored session: its entries without their sentences, and which answers count."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from companion.table.entries import Header, Kind


class Happened(Struct, frozen=True):
    """An event without its sentence: what it was, and its facts."""

    what: str
    facts: dict[str, Any] = {}


class Told(Struct, frozen=True, kw_only=True):
    """An entry as far as the annals need it; what the journal keeps besides is passed over.

    Reading a thousand evenings takes seconds, so neither sentences nor positions are decoded here.
    """

    number: int
    kind: Kind
    header: Header | None = None
    key: str = ""
    seat: str | None = None
    source: str | None = None
    to: int | None = None
    about: int | None = None
    events: tuple[Happened, ...] = ()
    finished: bool = False
    wall: str = ""
    monotonic_ms: int = 0
    boot: str = ""


_decoder = msgspec.json.Decoder(Told)


def told_entries(bodies: Sequence[bytes]) -> tuple[Told, ...]:
    """Return the entries of a session's stored rows, in their order; raises `ValueError` for no session.

    Form and chain are not checked: that is `companion sessions verify`.
    """
    try:
        told = tuple(map(_decoder.decode, bodies))
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError) as problem:
        raise ValueError(str(problem)[:200]) from problem
    if not told or told[0].header is None:
        raise ValueError("the session has no beginning")
    return told


def counting(told: Sequence[Told]) -> tuple[Told, ...]:
    """Return the start and the answers that count, oldest first; what a way back has undone is left out.

    Raises `ValueError` for entries that lead to none before them.
    """
    heads: list[int] = []
    parents: dict[int, int] = {}
    head = 0
    for index, entry in enumerate(told):
        match entry.kind:
            case Kind.ANSWER:
                parents[index] = head
                head = index
            case Kind.TAKE_BACK | Kind.REWIND:
                head = _before(index, entry.to, heads)
            case Kind.CORRECTION if entry.about in parents:
                head = parents[entry.about]
            case Kind.CORRECTION:
                raise ValueError(f"entry {index} corrects none")
            case Kind.VERSION:
                _before(index, entry.to, heads)
                head = entry.to or 0
        heads.append(head)
    line = []
    while head:
        if head not in parents:
            raise ValueError(f"entry {head} is no answer")
        line.append(told[head])
        head = parents[head]
    return (told[0], *reversed(line))


def _before(index: int, to: int | None, heads: Sequence[int]) -> int:
    if to is None or not 0 <= to < index:
        raise ValueError(f"entry {index} leads to none before it")
    return heads[to]


#: A longer rest between two entries is no part of the play: people were in the kitchen.
LONGEST_REST_MS = 15 * 60 * 1000


def played_seconds(told: Sequence[Told]) -> int:
    """Return for how long a session was played, pauses and long rests left out; never below nought.

    Only the monotonic clock counts, within one run of the machine: the wall clock of a Pi may jump.
    """
    total, held = 0, False
    for before, entry in pairwise(told):
        held = before.kind is Kind.PAUSE or (held and before.kind is not Kind.GO_ON)
        if not held and entry.boot == before.boot:
            total += min(max(0, entry.monotonic_ms - before.monotonic_ms), LONGEST_REST_MS)
    return total // 1000
