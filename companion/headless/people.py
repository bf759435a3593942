"""Who answers what the camera cannot in a headless session: typed lines, bots, or both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from companion.headless.typed import TypedAnswers, Wish
from companion.simulate.bots import Bots
from companion.table.answers import Answer
from companion.table.prompts import Claim, Prompt, Reveal, Throw
from companion.table.view import TableView


class Person(Protocol):
    """Everybody at the table."""

    def unasked(self, view: TableView) -> Answer | None:
        """Answer something that needs no camera before the camera is looked through; None to wait for it."""

    def answer(self, asked: Sequence[Prompt], view: TableView) -> Answer | Wish | None:
        """Answer one of the prompts that wait, or another that is open; None when nobody can."""


class Typist:
    """A person at a keyboard, or a file of lines."""

    def __init__(self, typed: TypedAnswers) -> None:
        self._typed = typed

    def unasked(self, view: TableView) -> Answer | None:
        return None

    def answer(self, asked: Sequence[Prompt], view: TableView) -> Answer | Wish | None:
        return self._typed.take(asked, view)


class WithBots:
    """Bots play some seats, a person all others."""

    def __init__(self, person: Person, bots: frozenset[str], seed: int) -> None:
        self._person = person
        self._seats = bots
        self._bots = Bots(random.Random(f"bots {seed}"))

    def unasked(self, view: TableView) -> Answer | None:
        """Ask for a bot's money before the dice are thrown, and answer what is asked of bots alone."""
        waiting = [prompt for prompt in view.open if prompt.waits]
        for prompt in view.open:
            if isinstance(prompt, Claim) and set(prompt.seats) <= self._seats:
                return self._by_bot(prompt, view)
        # Real dice are thrown and real cards shown for bots as well, so those are a matter for people.
        if waiting and not isinstance(waiting[0], (Throw, Reveal)) and self._is_for_bots(waiting[0]):
            return self._by_bot(waiting[0], view)
        return self._person.unasked(view)

    def answer(self, asked: Sequence[Prompt], view: TableView) -> Answer | Wish | None:
        return self._person.answer(asked, view)

    def _is_for_bots(self, prompt: Prompt) -> bool:
        return bool(prompt.seats) and set(prompt.seats) <= self._seats

    def _by_bot(self, prompt: Prompt, view: TableView) -> Answer:
        return self._bots.answer((prompt,), [seat.id for seat in view.seats])
