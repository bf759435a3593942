"""Playing Digging in tests: begin, answer, play on at random."""

from __future__ import annotations

import random
from typing import Any

from digging import factory

from companion.table.answers import Answer
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.prompts import Amount, Claim, Prompt, Throw
from companion.table.seats import seat_players
from companion.table.session import Session
from companion.table.view import TableView


def start(
    journal: Journal, names: str = "Ana Bo", *, seed: int = 1, game: str = "digging", **rules: Any
) -> Session:
    """Begin a session; with one name there is no lot, and with the seed 1 Ana begins before Bo."""
    seats = seat_players(names.split(), 1, 8)
    return Session.start(journal, factory, game, seats, rules, SeededChance(seed))


def resume(journal: Journal, session: Session | str, **more: Any) -> Session:
    id = session if isinstance(session, str) else session.header.session
    return Session.resume(journal, factory, id, SeededChance(9), **more)


def main_prompt(view: TableView) -> Prompt:
    return next(prompt for prompt in view.open if prompt.waits)


def answer(session: Session, value: Any, **more: Any) -> TableView:
    """Answer what the table waits for, as the seat that is asked."""
    prompt = main_prompt(session.view)
    return session.answer(Answer(prompt=prompt, value=value, seat=prompt.seats[0], **more))


def claim(session: Session, transfer: str) -> TableView:
    prompt = session.view.prompt(f"claim/{transfer}")
    assert prompt is not None
    return session.answer(Answer(prompt=prompt, value=True, seat=prompt.seats[0]))


def legal_value(prompt: Prompt, chance: random.Random) -> Any:
    match prompt:
        case Throw():
            return [chance.randint(1, 6) for _ in range(prompt.dice)]
        case Amount():
            return chance.randint(prompt.least, prompt.most)
        case Claim():
            return True
        case _:
            raise AssertionError(f"Digging does not ask for {prompt}")


def dig(session: Session, chance: random.Random) -> TableView:
    """Give one legal answer to one of the open prompts."""
    prompt = chance.choice(session.view.open)
    return session.answer(Answer(prompt=prompt, value=legal_value(prompt, chance), seat=prompt.seats[0]))


def dig_on(session: Session, answers: int, seed: int = 1) -> TableView:
    chance = random.Random(seed)
    for _ in range(answers):
        if not session.view.open:
            break
        dig(session, chance)
    return session.view


def position(view: TableView) -> tuple[Any, ...]:
    """What the table is, without how it came to be."""
    return (view.open, view.snapshot, view.balances, tuple(view.book), view.outcome, view.digest)
