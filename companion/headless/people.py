"""Who answers what the camera cannot in a headless session: typed lines, bots, or both."""

from __future__ import annotations

import random
from typing import Protocol

from companion.headless.typed import TypedAnswers
from companion.simulate.bots import Bots
from companion.table.answers import Answer
from companion.table.prompts import Prompt, Throw
from companion.table.view import TableView


class Person(Protocol):
    """Somebody who answers what is asked of people; None when he cannot."""

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None: ...


class Typist:
    """A person at a keyboard, or a file of lines."""

    def __init__(self, typed: TypedAnswers) -> None:
        self._typed = typed

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None:
        value = self._typed.take(prompt)
        if value is None:
            return None
        return Answer(prompt=prompt, value=value, seat=prompt.seats[0] if prompt.seats else None)


class WithBots:
    """Bots play some seats, a person all others."""

    def __init__(self, person: Person, bots: frozenset[str], seed: int) -> None:
        self._person = person
        self._seats = bots
        self._bots = Bots(random.Random(f"bots {seed}"))

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None:
        # Real dice are thrown for bots as well, so a throw is always a matter for people.
        if isinstance(prompt, Throw) or not prompt.seats or not set(prompt.seats) <= self._seats:
            return self._person.answer(prompt, view)
        return self._bots.answer((prompt,), [seat.id for seat in view.seats])
