"""Seats that bots play: what such a seat is asked it answers by itself; its dice are thrown by people."""

from __future__ import annotations

import random

from companion.kiosk.desk import Desk
from companion.simulate.bots import Bots
from companion.table.prompts import Amount, Choose, Claim, Confirm, Prompt
from companion.table.view import TableView

#: A bot thinks for so long that everybody sees what it was asked and what it answers.
PAUSE_MS = 1200


class BotSeats:
    """The bots of an evening, by the names of their seats, whatever the session.

    What several seats are asked together is left to people as long as one of them is no bot.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = {name.casefold(): name for name in names}
        self._asked: Prompt | None = None
        self._due = 0

    def missing(self, view: TableView) -> tuple[str, ...]:
        """Return the names that no seat of a session has."""
        seated = {seat.name.casefold() for seat in view.seats}
        return tuple(name for folded, name in self._names.items() if folded not in seated)

    def tick(self, view: TableView, desk: Desk, now: int) -> None:
        """Answer what a bot has been asked for long enough; to be called on every frame."""
        bots = {seat.id for seat in view.seats if seat.name.casefold() in self._names}
        waits = view.held or view.leftover or desk.busy
        asked = None if waits else next((prompt for prompt in view.open if _is_for(prompt, bots)), None)
        if asked is None or asked != self._asked:
            self._asked, self._due = asked, now + PAUSE_MS
        elif now >= self._due:
            self._asked = None
            # Once taken back, the same question gets the same answer.
            rng = random.Random(f"{view.session}/{asked.key}")
            answer = Bots(rng).answer((asked,), [seat.id for seat in view.seats])
            desk.answer(asked, answer.value, answer.seat, source=answer.source)


def _is_for(prompt: Prompt, bots: set[str]) -> bool:
    if not isinstance(prompt, (Choose, Amount, Claim, Confirm)) or prompt.second:
        return False
    asks = prompt.waits or isinstance(prompt, Claim)
    return asks and bool(prompt.seats) and bots.issuperset(prompt.seats)
