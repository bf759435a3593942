"""One evening in the annals: who played, how it ended, what each player did, and what was remarkable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta, Struct

from companion.annals.told import Happened, Told, counting, played_seconds, told_entries
from companion.table.entries import Header, Kind
from companion.table.game import Standing
from companion.table.seats import MOST_SEATS
from companion.table.text import Text


class Seated(Struct, frozen=True):
    """Somebody who sat at the table: `bot` where the companion played for him all evening, `left` (H1)."""

    id: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=40)]
    place: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    bot: bool = False
    left: bool = False


class Feat(Struct, frozen=True):
    """Something remarkable: of two feats of one kind the one with the larger `score` is more so.

    It is said by ``annals.feat.<kind>`` with its `facts` and the player's name as `seat`.
    """

    kind: str
    seat: str
    score: int
    facts: dict[str, int | str | Text | tuple[Text, ...]] = {}


class Tally(Protocol):
    """Counts what happens in one evening of a game."""

    def take(self, happened: Happened) -> None: ...

    def figures(self) -> dict[str, dict[str, int]]:
        """Return each seat's figures by name."""
        ...

    def feats(self) -> tuple[Feat, ...]:
        """Return what was remarkable, the best of each kind."""
        ...


class Evening(Struct, frozen=True, kw_only=True):
    """One session, as far as people look back at it.

    `started` and `last` are wall times (ISO, UTC), for reading only; evenings are ordered by the journal.
    `currency` is that of the board game's money.  `standings` is empty until the session is `finished`.
    """

    session: str
    game: str
    seats: tuple[Seated, ...]
    started: str
    last: str
    seconds: int
    entries: int
    answers: int
    undone: int
    corrections: int
    finished: bool
    put_away: bool
    standings: tuple[Standing, ...] = ()
    winners: tuple[str, ...] = ()
    figures: dict[str, dict[str, int]] = {}
    feats: tuple[Feat, ...] = ()
    currency: str = ""
    points: bool = False

    def seat(self, id: str) -> Seated | None:
        """Return who sat there by that id, if anybody did."""
        return next((seat for seat in self.seats if seat.id == id), None)


def evening_of(bodies: Sequence[bytes]) -> Evening:
    """Return the evening that a session's stored rows tell; raises `ValueError` for what is no session."""
    told = told_entries(bodies)
    header = told[0].header
    assert header is not None
    line = counting(told)
    tally = tally_for(header)
    end: Mapping[str, object] = {}
    for entry in line:
        for happened in entry.events:
            if tally is not None:
                tally.take(happened)
            if happened.what == "end":
                end = happened.facts
    finished = told[-1].finished
    standings = _standings(end) if finished else ()
    won = end.get("won") is True and not end.get("assisted") if "won" in end else None
    winners = [one.seat for one in standings if one.place == 1] if won is not False else []
    return Evening(
        session=header.session,
        game=header.game,
        seats=_seated(header, line),
        started=told[0].wall,
        last=told[-1].wall,
        seconds=played_seconds(told),
        entries=len(told),
        answers=len(line) - 1,
        undone=sum(entry.kind is Kind.ANSWER for entry in told) - len(line) + 1,
        corrections=sum(entry.kind is Kind.CORRECTION for entry in told),
        finished=finished,
        put_away=not finished and _put_away(told),
        standings=standings,
        winners=tuple(winners),
        figures=tally.figures() if tally is not None else {},
        feats=tally.feats() if tally is not None else (),
        currency=_currency(header),
        points=header.rules.get("points") is True,
    )


def sound_evening(bodies: Sequence[bytes]) -> Evening:
    """Return the evening of some stored rows, every part of it looked through.

    A session file may come from anywhere, and what its events tell is nobody's promise: no seat without a
    place, no number that is none gets onto a screen.  Raises `ValueError`.
    """
    try:
        return _decoder.decode(msgspec.json.encode(evening_of(bodies)))
    except (LookupError, TypeError, AttributeError, ArithmeticError, msgspec.MsgspecError) as problem:
        raise ValueError(str(problem)[:200]) from problem


_decoder = msgspec.json.Decoder(Evening)


def tally_for(header: Header) -> Tally | None:
    """Return what counts an evening of the header's game, None for a game without figures."""
    match header.game:
        case "dice":
            from companion.annals.dice import DiceTally

            return DiceTally()
        case "goldrush":
            from companion.annals.gold_rush import GoldRushTally

            return GoldRushTally(header.rules)
        case "dominoes":
            from companion.annals.dominoes import DominoTally

            return DominoTally()
        case "patience":
            from companion.annals.patience import PatienceTally

            return PatienceTally(header.seats[0].id if header.seats else "")
    return None


def _currency(header: Header) -> str:
    if header.game != "goldrush":
        return ""
    from companion.annals.gold_rush import currency_of

    return currency_of(header.rules)


def _standings(end: Mapping[str, object]) -> tuple[Standing, ...]:
    rows = end.get("standings")
    if not isinstance(rows, list):
        return ()
    return tuple(
        Standing(str(row.get("seat", "")), int(row.get("amount", 0)), int(row.get("place", 1)))
        for row in rows
        if isinstance(row, dict)
    )


def _put_away(told: Sequence[Told]) -> bool:
    """Whether the table has put the session away, and nobody has gone back in it since."""
    for entry in reversed(told):
        if entry.kind is Kind.ENDED:
            return True
        if entry.kind in (Kind.ANSWER, Kind.TAKE_BACK, Kind.REWIND, Kind.CORRECTION):
            return False
    return False


def _seated(header: Header, line: Sequence[Told]) -> tuple[Seated, ...]:
    """Return everybody who sat at the table, latecomers (H2) and those who left (H1) too."""
    names = {seat.id: (seat.name, seat.place) for seat in header.seats}
    left, virtual = set(), set()
    by_hand: set[str] = set()
    by_bot: set[str] = set()
    for entry in line:
        if entry.seat is not None:
            (by_bot if entry.source == "bot" else by_hand).add(entry.seat)
        for happened in entry.events:
            facts = happened.facts
            if happened.what == "joins":
                names[facts["seat"]] = (facts["name"], facts["place"])
                left.discard(facts["seat"])
            elif happened.what == "leaves":
                left.add(facts["seat"])
            elif happened.what == "begin":
                virtual |= set(facts.get("virtual") or ())
    bots = virtual | (by_bot - by_hand)
    return tuple(Seated(id, name, place, id in bots, id in left) for id, (name, place) in names.items())
