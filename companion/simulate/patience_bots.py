"""A player of the patience who sees what a person at the table sees, and gives up where it leads nowhere."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.games.patience.game import PatienceGame
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, WASTE, Position
from companion.simulate.bots import Bots
from companion.table.answers import Answer, Source
from companion.table.prompts import Choose, Move, Prompt

#: Turns through the stock without any other move after which a player gives up.
IDLE_PASSES = 2
#: Actions after which even a busy player gives up: he goes round in circles.
MOST_ACTIONS = 600


class PatienceBots(Bots):
    """Plays as people do: cards up, hidden cards turned, then the waste, then the stock.

    A restless one also undoes, redoes and asks for help now and then; in `wild` play any legal move will do.
    One that is `helped` asks for "finish for me" once before it gives up (S11): somebody answers it there.
    """

    def __init__(
        self,
        game: PatienceGame,
        rng: random.Random,
        *,
        wild: bool = False,
        restless: float = 0.0,
        helped: bool = False,
    ) -> None:
        super().__init__(rng, restless=restless)
        self._game = game
        self._wild = wild
        self._helped = helped

    def answer(self, open: Sequence[Prompt], seated: Sequence[str]) -> Answer:
        """Return a legal answer: a move, a card, or in the end the game given up."""
        prompt = self._pick(open)
        play = self._game.play
        if not isinstance(prompt, Move) or play is None:
            return self._answered(prompt, seated)
        move = self._rng.choice(prompt.legal) if self._wild else self._chosen(play.position, prompt.legal)
        passes = _idle_passes(play.made) + 1 if move == RECYCLE else 0
        if passes > IDLE_PASSES or play.actions > MOST_ACTIONS:
            return self._answered(self._ends(open), seated)
        return Answer(prompt=prompt, value=move, seat=prompt.seats[0], source=Source.BOT)

    def _ends(self, open: Sequence[Prompt]) -> Prompt:
        """The choice that ends it: help where there is any and none has been had, or giving up."""
        helps = self._helped and not self._game.assisted and self._game.settings.way == "screen"
        return next(
            prompt
            for begins in (("finish/", "give-up/") if helps else ("give-up/",))
            for prompt in open
            if isinstance(prompt, Choose) and prompt.key.startswith(begins)
        )

    def _chosen(self, position: Position, legal: Sequence[str]) -> str:
        worth = {move: _worth(position, move) for move in legal}
        best = max(worth.values())
        return self._rng.choice([move for move in legal if worth[move] == best])


def _idle_passes(made: Sequence[str]) -> int:
    """How often the stock has been turned over since anything else was done."""
    passes = 0
    for move in reversed(made):
        if move not in (TURN, RECYCLE):
            break
        passes += move == RECYCLE
    return passes


def _worth(position: Position, move: str) -> int:
    """How much a move is worth to somebody who does not look ahead; moving about is worth least."""
    if move in (TURN, RECYCLE):
        return 2
    step = position.step(move)
    if step.bares:
        return 5
    if step.target == FOUNDATION:
        return 4
    if step.source == WASTE:
        return 3
    if step.source == FOUNDATION:
        return 0
    empties = len(position.columns[int(step.source) - 1]) == len(step.cards)
    return 3 if empties and step.cards[0][0] != "K" else 1
