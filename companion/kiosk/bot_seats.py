"""Seats that bots play: what such a seat is asked it answers by itself; its dice are thrown by people."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from companion.kiosk.desk import Desk
from companion.simulate.line_up import bots_beside
from companion.table.answers import Answer
from companion.table.game import Game
from companion.table.prompts import Amount, Bid, Choose, Claim, Confirm, Prompt
from companion.table.view import TableView

#: A bot thinks for so long that everybody sees what it was asked and what it answers.
PAUSE_MS = 1200
#: The games in which a bot can sit at any seat; others have virtual seats, or none.
BOT_GAMES = ("dice", "goldrush")


class BotSeats:
    """The bots of an evening, by the names of their seats, whatever the session.

    What several seats are asked together is left to people as long as one of them is no bot, but for bids:
    in an auction everybody bids for themselves.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = {name.casefold(): name for name in names}
        self._asked: Prompt | None = None
        self._due = 0

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._names

    def missing(self, view: TableView) -> tuple[str, ...]:
        """Return the names that no seat of a session has."""
        seated = {seat.name.casefold() for seat in view.seats}
        return tuple(name for folded, name in self._names.items() if folded not in seated)

    def tick(self, view: TableView, desk: Desk, now: int) -> None:
        """Answer what a bot has been asked for long enough; to be called on every frame."""
        if view.game not in BOT_GAMES:
            return
        bots = {seat.id for seat in view.seats if seat.name.casefold() in self._names}
        waits = view.held or view.leftover or desk.busy
        asked = None if waits else next((prompt for prompt in view.open if _is_for(prompt, bots)), None)
        if asked is None or asked != self._asked:
            self._asked, self._due = asked, now + PAUSE_MS
        elif now >= self._due:
            self._asked = None
            desk.tell("consult", _adviser(view, asked, bots), then=lambda answer: _give(desk, answer))


def _adviser(view: TableView, asked: Prompt, bots: set[str]) -> Callable[[Game], Answer]:
    """Return what decides on the session's thread, where it can look at the game."""

    def advise(game: Game) -> Answer:
        # Once taken back, the same question gets the same answer.
        rng = random.Random(f"{view.session}/{asked.key}")
        mine = replace(asked, seats=tuple(seat for seat in asked.seats if seat in bots))
        answer = bots_beside(game, rng).answer((mine,), [seat.id for seat in view.seats])
        return replace(answer, prompt=asked)

    return advise


def _give(desk: Desk, answer: Answer) -> None:
    # Somebody may have been quicker, as with a bid.
    if answer.prompt in desk.view.open:
        desk.give(answer)


def _is_for(prompt: Prompt, bots: set[str]) -> bool:
    if isinstance(prompt, Bid):
        return not bots.isdisjoint(prompt.seats)
    if not isinstance(prompt, (Choose, Amount, Claim, Confirm)) or prompt.second:
        return False
    asks = prompt.waits or isinstance(prompt, Claim)
    return asks and bool(prompt.seats) and bots.issuperset(prompt.seats)
