"""Who answers what the camera cannot in a headless session: typed lines, bots, or both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from companion.headless.typed import TypedAnswers, Wish
from companion.simulate.line_up import bots_beside, has_known_tiles
from companion.table.answers import Answer
from companion.table.prompts import Claim, Place, Prompt, Reveal, Throw
from companion.table.session import Session
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
    """Bots play some seats, a person all others.

    The bots are those of the game, and see what people in their seats would.
    """

    def __init__(self, person: Person, bots: frozenset[str], session: Session) -> None:
        self._person = person
        self._seats = bots
        self._session = session

    def unasked(self, view: TableView) -> Answer | None:
        """Ask for a bot's money before the dice are thrown, and answer what is asked of bots alone."""
        waiting = [prompt for prompt in view.open if prompt.waits]
        for prompt in view.open:
            if isinstance(prompt, Claim) and set(prompt.seats) <= self._seats:
                return self._by_bot((prompt,), view)
        if waiting and self._is_for_bots(waiting[0]):
            mine = [waiting[0], *(p for p in view.open if not p.waits and self._is_for_bots(p))]
            return self._by_bot(mine, view)
        return self._person.unasked(view)

    def answer(self, asked: Sequence[Prompt], view: TableView) -> Answer | Wish | None:
        return self._person.answer(asked, view)

    def _is_for_bots(self, prompt: Prompt) -> bool:
        if not prompt.seats or not set(prompt.seats) <= self._seats:
            return False
        if isinstance(prompt, Reveal):
            # Real cards and tiles are shown for bots as well; tiles that the program dealt can only be named.
            seat = prompt.seats[0]
            return self._session.consult(lambda game: has_known_tiles(game, seat))
        # Real dice are thrown for bots as well, so that is a matter for people.
        return not isinstance(prompt, Throw)

    def _by_bot(self, open: Sequence[Prompt], view: TableView) -> Answer:
        # The same question gets the same answer, also after it was taken back and by a session gone on with;
        # and the same turn the same tile, whether it is shown or laid.
        turn = open[0].key.partition("/")[2] if isinstance(open[0], (Place, Reveal)) else open[0].key
        rng = random.Random(f"{view.session}/{turn}")
        seated = [seat.id for seat in view.seats]
        return self._session.consult(lambda game: bots_beside(game, rng).answer(open, seated))
