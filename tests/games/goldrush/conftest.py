"""A board-game table for tests that say where everything is and what is answered, one line an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.goldrush import GoldRush, build
from companion.language import Language
from companion.table.answers import Answer, Source
from companion.table.game import Event
from companion.table.ledger import BANK, Transfer
from companion.table.prompts import CHANCE, Claim, Confirm, Prompt, Throw
from companion.table.runner import Runner
from companion.table.seats import seat_players
from companion.table.text import text


class Table:
    """A game on its runner.  Seats are Ana, Bo, Cy ... with the ids ana, bo, cy ..., and Ana begins.

    `at`, `own` and `cash` put things where a test wants them, before the next answer.
    """

    def __init__(self, players: str = "Ana Bo Cy", begin: bool = True, **rules: Any) -> None:
        if begin:
            rules = {"starter": "lot", **rules}
        self.game: GoldRush = build(seat_players(players.split(), 2, 6), rules)
        self.runner = Runner(self.game)
        self.events: list[Event] = list(self.runner.first.events)
        self.answers: list[Answer] = []
        self._put = 0
        if begin:
            self.answer("lot/first", "ana")

    # What is there.

    @property
    def keys(self) -> list[str]:
        """The keys of all open prompts that wait."""
        return [prompt.key for prompt in self.runner.open if prompt.waits]

    @property
    def all_keys(self) -> list[str]:
        return [prompt.key for prompt in self.runner.open]

    @property
    def claims(self) -> list[str]:
        return [prompt.key for prompt in self.runner.open if isinstance(prompt, Claim)]

    @property
    def snapshot(self) -> dict[str, Any]:
        return self.game.snapshot()

    @property
    def over(self) -> bool:
        return self.runner.outcome is not None

    def prompt(self, start: str) -> Prompt:
        """The open prompt whose key is, or begins with, `start`."""
        found = [p for p in self.runner.open if p.key == start or p.key.startswith(f"{start}/")]
        assert found, f"no {start} among {self.all_keys}"
        return found[0]

    def has(self, start: str) -> bool:
        return any(p.key == start or p.key.startswith(f"{start}/") for p in self.runner.open)

    def options(self, start: str) -> list[str]:
        return [option.id for option in self.prompt(start).options]  # type: ignore[union-attr]

    def seat(self, id: str) -> dict[str, Any]:
        return next(seat for seat in self.snapshot["seats"] if seat["seat"] == id)

    def money(self, *ids: str) -> Any:
        """What the seats have, in thousands."""
        cash = [self.game.cash(id) // 1000 for id in ids]
        return cash[0] if len(cash) == 1 else tuple(cash)

    def where(self, *ids: str) -> Any:
        spaces = [self.game.position.space_of(id).id for id in ids]
        return spaces[0] if len(spaces) == 1 else spaces

    # Putting things where a test wants them.

    def index(self, space: str) -> int:
        return self.game.edition.by_id[space].index

    def at(self, **spaces: str) -> Table:
        for id, space in spaces.items():
            self.game.position.players[id].at = self.index(space)
        return self

    def own(self, **deeds: str) -> Table:
        for id, spaces in deeds.items():
            for space in spaces.split():
                self.game.position.give_deed(self.index(space), id)
        self.game.side = None
        return self

    def cash(self, **thousands: int) -> Table:
        for id, amount in thousands.items():
            more = amount * 1000 - self.game.cash(id)
            if more:
                payer, payee = (BANK, id) if more > 0 else (id, BANK)
                self._put += 1
                self.game.ledger.pay(
                    f"put/{self._put}", payer, payee, abs(more), text("goldrush.reason.deal")
                )
        return self

    def before(self, id: str, space: str, dice: str) -> Table:
        """Put a token so that a throw of `dice` brings it to a space."""
        total = sum(map(int, dice))
        size = len(self.game.position.board)
        self.game.position.players[id].at = (self.index(space) - total) % size
        return self

    def gap(self) -> Table:
        """Let the gap be opened anew, by a throw that is void, with all as it has been put."""
        self.answer(next(p.key for p in self.runner.open if isinstance(p, Throw)), "void")
        return self

    # Answering.

    def answer(
        self, start: str, value: Any, seat: str | None = None, second: str | None = None
    ) -> list[Event]:
        """Answer an open prompt and return the events; by the seat that is asked unless another is named."""
        prompt = self.prompt(start)
        source = Source.LOT if isinstance(prompt, CHANCE) else Source.HAND
        if source is Source.LOT:
            seat = None
        elif value == "time":
            source = Source.CLOCK
        elif seat is None and prompt.seats:
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
            events = self.answer(prompt.key, [int(face) for face in throw])
        return events

    def lands(self, id: str, space: str, dice: str = "12") -> list[Event]:
        """Let the mover land on a space by a throw of `dice`."""
        return self.before(id, space, dice).throw(dice)

    def press(self, *seats: str) -> None:
        """Press every claim and payment of these seats, of everybody when none is named."""
        while True:
            mine = [
                p
                for p in self.runner.open
                if isinstance(p, (Claim, Confirm)) and (not seats or p.seats[0] in seats)
            ]
            if not mine:
                return
            self.answer(mine[0].key, True)

    def card(self, face: str, creek: str = "bonanza") -> list[Event]:
        """Choose a creek where that is asked, and show a card of a face."""
        if self.has("creek"):
            self.answer("creek", creek)
        id = next(id for id, card in self.game.position.unturned.items() if card.id == face)
        return self.answer("card", id)

    # What happened.

    def whats(self, events: list[Event] | None = None) -> list[str]:
        return [event.what for event in (self.events if events is None else events)]

    def facts(self, what: str) -> dict[str, Any]:
        """The facts of the last event of a kind."""
        return next(event.facts for event in reversed(self.events) if event.what == what)

    def said(self, events: list[Event] | None = None) -> list[str]:
        language = Language.load("en")
        return [language.say(event.say) for event in (self.events if events is None else events)]

    def book(self, since: int = 0) -> list[str]:
        """The transfers after the first `since`, as ``bo>ana 10 posted``."""
        return [line(transfer) for transfer in self.game.ledger.book[since:]]


def line(transfer: Transfer) -> str:
    amount, moved = transfer.amount // 1000, transfer.moved // 1000
    less = f" ({moved})" if transfer.state.value == "settled for less" else ""
    return f"{transfer.debtor}>{transfer.creditor} {amount} {transfer.state.value}{less}"


@pytest.fixture
def sit() -> Callable[..., Table]:
    """Seat players, such as ``sit("Ana Bo Cy", collect="auto")``."""
    return Table
