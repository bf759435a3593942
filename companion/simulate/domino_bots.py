"""Bots at a domino table: each sees what a person in its seat would see, and plays at its strength."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.players import choose
from companion.games.dominoes.search import QUICK
from companion.simulate.bots import Bots
from companion.table.answers import Answer, Source
from companion.table.prompts import Place, Prompt, Reveal


class DominoBots(Bots):
    """Bots at a domino table: the seats that the game plays by their strengths, others anything they may.

    `nodes` is how many positions a searching seat looks at; each seat has luck of its own, so that how one
    plays changes nobody else's.
    """

    def __init__(
        self, game: DominoGame, rng: random.Random, nodes: int = QUICK, restless: float = 0.0
    ) -> None:
        super().__init__(rng, restless=restless)
        self._game = game
        self._nodes = nodes
        self._luck = {seat.id: random.Random(f"{rng.random()}/{seat.id}") for seat in game.seats}

    def answer(self, open: Sequence[Prompt], seated: Sequence[str]) -> Answer:
        """Return a legal answer: a placement of the seat's own hand where its turn is to be played."""
        prompt = self._pick(open)
        seat = prompt.seats[0] if prompt.seats else ""
        if not isinstance(prompt, Place) or seat not in self._game.virtual:
            return self._answered(prompt, seated)
        value = choose(self._game.seen_by(seat), self._game.virtual[seat], self._luck[seat], self._nodes)
        return Answer(prompt=prompt, value=value, seat=seat, source=Source.BOT)


class DominoBotsBeside(Bots):
    """Plays seats of a live game whose hands the companion knows; what they lay depends on `rng` alone.

    A tile is shown and then laid, so that `rng` must be the same for both.
    """

    def __init__(self, game: DominoGame, rng: random.Random, nodes: int = QUICK) -> None:
        super().__init__(rng)
        self._game = game
        self._nodes = nodes

    def answer(self, open: Sequence[Prompt], seated: Sequence[str]) -> Answer:
        """Return a legal answer: the tile that the seat wants to lay, or where that one goes."""
        prompt = self._pick(open)
        seat = prompt.seats[0] if prompt.seats else ""
        deal = self._game.deal
        known = deal is not None and seat in deal.hands and deal.hands[seat].known is not None
        if not isinstance(prompt, (Place, Reveal)) or not known:
            return self._answered(prompt, seated)
        chosen = choose(self._game.seen_by(seat), "searching", self._rng, self._nodes)
        tile = "-".join(sorted(chosen.partition("@")[0].split("-")))
        wanted = tile if isinstance(prompt, Reveal) else chosen
        legal = prompt.known if isinstance(prompt, Reveal) else prompt.legal
        if wanted not in legal:
            return self._answered(prompt, seated)
        return Answer(prompt=prompt, value=wanted, seat=seat, source=Source.BOT)


def seat_strengths(game: DominoGame, strengths: Sequence[str]) -> None:
    """Let the game play every seat, each at one of the strengths, in turn by place."""
    for seat in game.seats:
        game.virtual[seat.id] = strengths[seat.place % len(strengths)]
