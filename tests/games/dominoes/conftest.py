"""A domino table for tests that say what is laid, one line a tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.games import build_game
from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.tiles import TILES
from companion.language import Language
from companion.table.answers import Answer, Source
from companion.table.game import Event
from companion.table.prompts import CHANCE, Deal, Lot, Place, Prompt, Reveal
from companion.table.runner import Runner
from companion.table.seats import seat_players


def tile_of(placement: str) -> str:
    """The tile of a placement such as ``"4-3@12"``."""
    first, second = placement.split("@")[0].split("-")
    return f"{min(first, second)}-{max(first, second)}"


class Table:
    """A game on its runner.  Seats are Ana, Bo, Cy, Di with the ids ana, bo ..., and Ana starts.

    With `dealt` the program deals: the hands in the order from the starter, the rest in any order.
    """

    def __init__(self, players: str, dealt: Sequence[str] = (), **rules: Any) -> None:
        seats = seat_players(players.split(), 2, 4)
        if dealt:
            rules["hands"] = "dealt"
        self.runner = Runner(build_game("dominoes", seats, rules))
        self.events: list[Event] = list(self.runner.first.events)
        self.dealt = dealt
        self.answers: list[Answer] = []
        self.settle()

    def settle(self) -> None:
        """Answer what stands between the table and a turn: the lot, the deal, and that all are ready."""
        while self.runner.open:
            prompt = self.runner.open[0]
            if isinstance(prompt, Lot):
                self.answer(prompt.key, "ana")
            elif isinstance(prompt, Deal):
                first = [tile for hand in self.dealt for tile in hand.split()]
                self.answer(prompt.key, first + [tile for tile in TILES if tile not in first])
            elif prompt.key.startswith("ready/"):
                self.answer(prompt.key, "ready")
            else:
                return

    @property
    def game(self) -> DominoGame:
        game = self.runner.game
        assert isinstance(game, DominoGame)
        return game

    @property
    def keys(self) -> list[str]:
        """The keys of all open prompts that wait."""
        return [prompt.key for prompt in self.runner.open if prompt.waits]

    @property
    def beside(self) -> list[str]:
        """The keys of all open prompts that do not wait."""
        return [prompt.key for prompt in self.runner.open if not prompt.waits]

    @property
    def snapshot(self) -> dict[str, Any]:
        return self.runner.game.snapshot()

    @property
    def over(self) -> bool:
        return self.runner.outcome is not None

    def prompt(self, key: str) -> Prompt:
        """The open prompt whose key begins so."""
        return next(prompt for prompt in self.runner.open if prompt.key.startswith(key))

    def chips(self, *accounts: str) -> Any:
        balances = self.runner.game.ledger.balances
        return balances[accounts[0]] if len(accounts) == 1 else tuple(balances[one] for one in accounts)

    def seat(self, id: str) -> dict[str, Any]:
        return next(seat for seat in self.snapshot["seats"] if seat["seat"] == id)

    def chip(self, number: int) -> dict[str, Any]:
        chip: dict[str, Any] = self.snapshot["chips"][number - 1]
        return chip

    def answer(self, key: str, value: Any, second: str | None = None) -> list[Event]:
        """Answer the open prompt whose key begins so, by the seat that is asked; returns the events."""
        prompt = self.prompt(key)
        source = Source.LOT if isinstance(prompt, CHANCE) else Source.HAND
        seat = prompt.seats[0] if prompt.seats else None
        answer = Answer(prompt=prompt, value=value, seat=seat, second=second, source=source)
        events = list(self.runner.send(answer).events)
        self.answers.append(answer)
        self.events += events
        return events

    def lay(self, *placements: str) -> list[Event]:
        """Show and lay tiles for whoever is in turn; returns the events of the last one."""
        events: list[Event] = []
        for placement in placements:
            if any(isinstance(prompt, Reveal) for prompt in self.runner.open):
                self.answer("tile/", tile_of(placement))
            events = self.answer("place/", placement)
        return events

    def lay_anything(self) -> None:
        """Lay the first tile and the first place on offer."""
        prompt = self.prompt("tile/")
        assert isinstance(prompt, Reveal)
        self.answer(prompt.key, prompt.known[0])
        place = self.prompt("place/")
        assert isinstance(place, Place)
        self.answer(place.key, place.legal[0])

    def stand(self, placement: str, second: str = "bo") -> list[Event]:
        """Enter an illegal tile that stands (T17)."""
        self.answer("stands/", "stands", second=second)
        return self.lay(placement)

    def whats(self, events: Sequence[Event] | None = None) -> list[str]:
        return [event.what for event in (self.events if events is None else events)]

    def said(self, events: Sequence[Event] | None = None) -> list[str]:
        language = Language.load("en")
        return [language.say(event.say) for event in (self.events if events is None else events)]

    def facts(self, what: str) -> dict[str, Any]:
        """The facts of the last event of a kind."""
        return next(event.facts for event in reversed(self.events) if event.what == what)


@pytest.fixture
def sit() -> Callable[..., Table]:
    """Seat players, such as ``sit("Ana Bo Cy", starter="choose")``."""
    return Table
