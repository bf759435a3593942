"""Who answers in a headless session: bots, typed lines, and a simulated person who knows the table truth."""

from __future__ import annotations

from typing import Protocol

from companion.headless.typed import TypedAnswers
from companion.table.answers import Answer
from companion.table.prompts import Prompt, Throw
from companion.table.view import TableView


class Person(Protocol):
    """Somebody who answers what is asked of people; None when he cannot."""

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None: ...


def by_hand(prompt: Prompt, value: object) -> Answer:
    """Return the answer of the first seat asked, given by hand."""
    return Answer(prompt=prompt, value=value, seat=prompt.seats[0] if prompt.seats else None)


class Typist:
    """A person at a keyboard, or a file of lines."""

    def __init__(self, typed: TypedAnswers) -> None:
        self._typed = typed

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None:
        value = self._typed.take(prompt)
        return None if value is None else by_hand(prompt, value)


class TruthTeller:
    """The simulated player at the simulated table: types what really lies there, leaves the rest to a bot."""

    def __init__(self, table: TruthfulTable, bot: Person) -> None:
        self._table = table
        self._bot = bot

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None:
        if isinstance(prompt, Throw):
            faces = self._table.faces
            return by_hand(prompt, "void" if faces is None else list(faces))
        return self._bot.answer(prompt, view)


class TruthfulTable(Protocol):
    """What a `TruthTeller` needs of a table: the faces that count, or None for a void throw (H7)."""

    @property
    def faces(self) -> tuple[int, ...] | None: ...


class ForBots:
    """Sends prompts of some seats to a bot and everybody else's to a person."""

    def __init__(self, bots: frozenset[str], bot: Person, person: Person) -> None:
        self._bots = bots
        self._bot = bot
        self._person = person

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None:
        # Real dice are thrown for bots as well, so a throw is always a matter for people.
        bot = bool(prompt.seats) and set(prompt.seats) <= self._bots and not isinstance(prompt, Throw)
        return (self._bot if bot else self._person).answer(prompt, view)


