"""A dice table for tests that say what is answered, one line an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import build_game
from companion.language import Language
from companion.table.answers import Answer, Source
from companion.table.game import Event
from companion.table.prompts import Lot, Prompt, Throw
from companion.table.runner import Runner
from companion.table.seats import seat_players

#: Throws from the worst to the best, by the names that the tests use.
HANDS = {
    "six high": "23456",
    "ace high": "12346",
    "pair of twos": "22345",
    "pair of sixes": "66345",
    "pair of aces": "11345",
    "two pair": "33225",
    "three": "44425",
    "full house": "33322",
    "four": "55552",
    "five": "66666",
    "five aces": "11111",
}


class Table:
    """A game on its runner.  Seats are Ana, Bo, Cy ... with the ids ana, bo, cy ..., and Ana begins."""

    def __init__(self, players: str, **rules: Any) -> None:
        seats = seat_players(players.split(), 2, 8)
        self.runner = Runner(build_game("dice", seats, rules))
        self.events: list[Event] = list(self.runner.first.events)
        self.answers: list[Answer] = []
        if isinstance(self.runner.open[0], Lot):
            self.answer("lot/first-bank", "ana")

    @property
    def keys(self) -> list[str]:
        """The keys of all open prompts that wait."""
        return [prompt.key for prompt in self.runner.open if prompt.waits]

    @property
    def snapshot(self) -> dict[str, Any]:
        return self.runner.game.snapshot()

    @property
    def over(self) -> bool:
        return self.runner.outcome is not None

    @property
    def winners(self) -> tuple[str, ...]:
        assert self.runner.outcome is not None
        return self.runner.outcome.winners

    def prompt(self, key: str) -> Prompt:
        return next(prompt for prompt in self.runner.open if prompt.key == key)

    def chips(self, *ids: str) -> Any:
        """The chips of the seats, without what lies on the table."""
        balances = self.runner.game.ledger.balances
        return balances[ids[0]] if len(ids) == 1 else tuple(balances[id] for id in ids)

    def seat(self, id: str) -> dict[str, Any]:
        return next(seat for seat in self.snapshot["seats"] if seat["seat"] == id)

    def answer(self, key: str, value: Any, seat: str | None = None, second: str | None = None) -> list[Event]:
        """Answer an open prompt and return the events; by the seat that is asked unless another is named."""
        prompt = self.prompt(key)
        source = Source.LOT if isinstance(prompt, Lot) else Source.HAND
        if seat is None and prompt.seats:
            seat = prompt.seats[0]
        answer = Answer(prompt=prompt, value=value, seat=seat, second=second, source=source)
        events = list(self.runner.send(answer).events)
        self.answers.append(answer)
        self.events += events
        return events

    def throw(self, *throws: str) -> list[Event]:
        """Throw for whoever has to, several times in a row; returns the events of the last throw."""
        events: list[Event] = []
        for throw in throws:
            prompt = next(p for p in self.runner.open if isinstance(p, Throw))
            dice = [int(face) for face in HANDS.get(throw, throw)]
            events = self.answer(prompt.key, dice)
        return events

    def whats(self, events: list[Event] | None = None) -> list[str]:
        return [event.what for event in (self.events if events is None else events)]

    def said(self, events: list[Event] | None = None) -> list[str]:
        language = Language.load("en")
        return [language.say(event.say) for event in (self.events if events is None else events)]

    def facts(self, what: str) -> dict[str, Any]:
        """The facts of the last event of a kind."""
        return next(event.facts for event in reversed(self.events) if event.what == what)

    def count(self, what: str) -> int:
        return sum(event.what == what for event in self.events)


@pytest.fixture
def sit() -> Callable[..., Table]:
    """Seat players, such as ``sit("Ana Bo Cy", limit=3)``."""
    return Table
