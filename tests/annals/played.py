"""Whole evenings in a journal, played by people who answer anything legal; what the annals' tests share."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games import build_game, seat_limits
from companion.simulate.bots import answer_value
from companion.simulate.line_up import bots_beside
from companion.table.answers import Answer, Source
from companion.table.chance import SeededChance
from companion.table.clock import ManualClock
from companion.table.journal import Journal
from companion.table.prompts import Reveal
from companion.table.seats import seat_players
from companion.table.session import Session

FOLK = ("Ana", "Bo", "Cy", "Di")
#: Rules that keep an evening short, or let the program know the tiles.
RULES: dict[str, dict[str, Any]] = {
    "dice": {"limit": 3, "multiple": 2},
    "goldrush": {"cards": "screen"},
    "dominoes": {"hands": "dealt"},
    "patience": {},
}
PLAYERS = {"dice": 4, "goldrush": 3, "dominoes": 2, "patience": 1}


def play_evening(
    journal: Journal,
    game: str,
    names: Sequence[str] = (),
    seed: int = 1,
    most: int = 10**6,
    rules: Mapping[str, Any] | None = None,
) -> Session:
    """Play a session with so many answers at most; three seconds pass for each, where the clock can."""
    names = names or FOLK[: PLAYERS[game]]
    seats = seat_players(names, *seat_limits(game))
    session = Session.start(
        journal, build_game, game, seats, {**RULES[game], **(rules or {})}, SeededChance(seed)
    )
    go_on(session, journal, seed, most)
    return session


def go_on(session: Session, journal: Journal, seed: int = 1, most: int = 10**6) -> None:
    """Let everybody answer, so many times at most."""
    rng = random.Random(seed)
    bots = session.consult(lambda game: bots_beside(game, rng))
    for _ in range(most):
        if session.view.outcome is not None:
            return
        if isinstance(journal.clock, ManualClock):
            journal.clock.pass_ms(3000)
        seated = [seat.id for seat in session.view.seats]
        answer = _tile(session, rng) or bots.answer(session.view.open, seated)
        session.answer(replace(answer, source=Source.HAND))


def _tile(session: Session, rng: random.Random) -> Answer | None:
    """Show a tile of one's own hand that fits, wherever it then may lie."""
    if session.header.game != "dominoes":
        return None
    prompt = next(prompt for prompt in session.view.open if prompt.waits)
    if not isinstance(prompt, Reveal):
        return Answer(
            prompt=prompt, value=answer_value(prompt, None, rng), seat=next(iter(prompt.seats), None)
        )
    seat = prompt.seats[0]
    mine = next(one for one in session.private(seat)["seats"] if one["seat"] == seat)["hand"]
    fits = [tile for tile in mine if tile in prompt.known]
    if not fits:
        passing = next(other for other in session.view.open if other.key.startswith("pass/"))
        return Answer(prompt=passing, value="pass", seat=seat)
    return Answer(prompt=prompt, value=rng.choice(fits), seat=seat)
