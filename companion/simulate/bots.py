"""Bots: a legal answer for every kind of prompt, and temperaments for how much to stake."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from companion.table.answers import Answer, Source, Value
from companion.table.prompts import (
    CHANCE,
    Amount,
    Bid,
    Choose,
    Claim,
    Confirm,
    Deal,
    Lot,
    Move,
    Place,
    Prompt,
    Reveal,
    Sit,
    Throw,
)

_FACES = (1, 2, 3, 4, 5, 6)


class Temperament(StrEnum):
    """How much a bot stakes: the least, the usual, the most, or anything."""

    CAREFUL = "careful"
    STEADY = "steady"
    BOLD = "bold"
    WILD = "wild"


def answer_value(
    prompt: Prompt, seat: str | None, rng: random.Random, temperament: Temperament = Temperament.STEADY
) -> Value:
    """Return a legal answer to any prompt; dice, cards and lots fall as `rng` lets them."""
    match prompt:
        case Throw():
            return tuple(rng.choices(_FACES, k=prompt.dice))
        case Choose():
            return rng.choice(prompt.options).id
        case Amount():
            return _amount(prompt, rng, temperament)
        case Reveal():
            return rng.choice(prompt.known)
        case Lot():
            return rng.choice(prompt.among)
        case Place() | Move():
            return rng.choice(prompt.legal)
        case Confirm() | Claim():
            return True
        case Bid():
            return _bid(prompt, seat, rng, temperament)
        case Deal():
            return tuple(rng.sample(prompt.cards, k=len(prompt.cards)))
        case Sit():
            return {"name": _new_name(prompt), "place": rng.choice(prompt.free)}
        case _:
            assert_never(prompt)


def _amount(prompt: Amount, rng: random.Random, temperament: Temperament) -> int:
    steps = (prompt.most - prompt.least) // prompt.step
    match temperament:
        case Temperament.CAREFUL:
            return prompt.least
        case Temperament.STEADY:
            return prompt.least if prompt.usual is None else prompt.usual
        case Temperament.BOLD:
            return prompt.least + steps * prompt.step
        case Temperament.WILD:
            return prompt.least + rng.randint(0, steps) * prompt.step


def _bid(prompt: Bid, seat: str | None, rng: random.Random, temperament: Temperament) -> int | str:
    stays = {Temperament.CAREFUL: 0.3, Temperament.STEADY: 0.5, Temperament.BOLD: 0.8, Temperament.WILD: 0.5}
    if prompt.least > prompt.purses.get(seat or "", 0) or rng.random() > stays[temperament]:
        return "out"
    return prompt.least


def _new_name(prompt: Sit) -> str:
    taken = {name.casefold() for name in prompt.taken}
    return next(name for name in (f"Guest {n}" for n in range(1, 100)) if name.casefold() not in taken)


class Bots:
    """Bots at all seats.  Each waiting prompt is answered by the first seat it asks.

    With `restless` above nought, now and then, each time with that probability, a prompt that
    does not wait (joining, leaving) is answered instead, or a throw is void.
    """

    def __init__(
        self, rng: random.Random, temperaments: Mapping[str, Temperament] | None = None, restless: float = 0.0
    ) -> None:
        self._rng = rng
        self._temperaments = dict(temperaments or {})
        self._restless = restless

    def answer(self, open: Sequence[Prompt], seated: Sequence[str]) -> Answer:
        """Return a legal answer to one of the open prompts, at least one of which waits."""
        return self._answered(self._pick(open), seated)

    def _answered(self, prompt: Prompt, seated: Sequence[str]) -> Answer:
        if isinstance(prompt, CHANCE):
            return Answer(prompt=prompt, value=answer_value(prompt, None, self._rng), source=Source.LOT)
        seat = self._rng.choice(prompt.seats or seated) if isinstance(prompt, Bid) else self._asked(prompt)
        temperament = self._temperaments.get(seat or "", Temperament.STEADY)
        second = self._second(seat, seated) if prompt.second else None
        value = answer_value(prompt, seat, self._rng, temperament)
        if isinstance(prompt, Throw) and self._restless and self._rng.random() < self._restless:
            value = "void"
        return Answer(prompt=prompt, value=value, seat=seat, second=second, source=Source.BOT)

    def _pick(self, open: Sequence[Prompt]) -> Prompt:
        if self._restless and self._rng.random() < self._restless:
            optional = [prompt for prompt in open if not prompt.waits]
            if optional:
                return self._rng.choice(optional)
        # A bot asks for its money before it does anything else; a restless one may forget it.
        claim = next((prompt for prompt in open if isinstance(prompt, Claim) and not prompt.waits), None)
        if claim is not None and not (self._restless and self._rng.random() < self._restless):
            return claim
        return next(prompt for prompt in open if prompt.waits)

    @staticmethod
    def _asked(prompt: Prompt) -> str | None:
        return prompt.seats[0] if prompt.seats else None

    def _second(self, seat: str | None, seated: Sequence[str]) -> str | None:
        others = [other for other in seated if other != seat]
        return self._rng.choice(others) if others else None
