"""What a rules module is to the rest of the house: a script that asks the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from companion.table.answers import Answer
from companion.table.ledger import Ledger
from companion.table.prompts import Prompt
from companion.table.seats import Seat
from companion.table.text import Text

#: Plain data: what JSON can hold.
Plain: TypeAlias = Any


class Event(Struct, frozen=True):
    """Something the table should see and hear: what it was, its sentence, and facts for the views."""

    what: str
    say: Text
    facts: dict[str, Plain] = {}


class Standing(Struct, frozen=True):
    """One seat in the result: `place` counts from 1, equal amounts share a place."""

    seat: str
    amount: int
    place: int


class Outcome(Struct, frozen=True):
    """How a session ended: the standings, best first; everybody at place 1 shares the win."""

    standings: tuple[Standing, ...]
    say: Text

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(s.seat for s in self.standings if s.place == 1)


def rank(amounts: dict[str, int]) -> tuple[Standing, ...]:
    """Return the standings for the seats' final amounts; equal amounts share a place."""
    ordered = sorted(amounts.items(), key=lambda item: -item[1])
    return tuple(
        Standing(seat, amount, 1 + sum(other > amount for other in amounts.values()))
        for seat, amount in ordered
    )


#: A script yields all prompts open at that moment, is sent one answer, and returns the outcome.
Script: TypeAlias = Generator[tuple[Prompt, ...], Answer, Outcome]


class Game(ABC):
    """A rules module: pure (no clock, no chance, no I/O), driven by answers alone.

    `rules_version` grows whenever the same answers may lead to another position, and is kept with
    every session.  A game appends to `events` what should be seen and heard; the runner collects it.
    """

    name: ClassVar[str]
    rules_version: ClassVar[int]

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.ledger = Ledger()
        self.events: list[Event] = []

    @abstractmethod
    def script(self) -> Script:
        """The whole session, from the first prompt to the outcome."""

    @abstractmethod
    def snapshot(self) -> dict[str, Plain]:
        """The whole position as plain data, for views, golden playthroughs and ``--json``."""

    def view(self, seat: str | None) -> dict[str, Plain]:
        """What `seat` may see (``None``: everybody).  Games with hidden cards hide them here."""
        return self.snapshot()

    @abstractmethod
    def digest_fields(self) -> dict[str, Plain]:
        """What the digest covers, with its own ``version``, so that a new field strands no saved game."""

    @property
    def lies_on_table(self) -> bool:
        """Whether anything lies on the table that must be rebuilt before a session goes on later (H4)."""
        return True

    def rules_to_keep(self, given: dict[str, Plain]) -> dict[str, Plain]:
        """The house rules as a session's journal keeps them, with all that a replay needs besides."""
        return given

    def tell(self, what: str, say: Text, **facts: Plain) -> None:
        """Add an event for the views, the voice and the narration."""
        self.events.append(Event(what, say, facts))
