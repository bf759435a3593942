"""Plays whole sessions by rules alone: bots straight on the runner, without journal, camera or clock."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games import build_game, seat_limits
from companion.simulate.line_up import bots_at, simulated_rules
from companion.table.game import Event, Outcome
from companion.table.runner import Runner
from companion.table.seats import Seat, seat_players

#: The names of simulated players, in the order of their places.
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")

#: Answers after which a session is given up as endless.
MOST_ANSWERS = 1_000_000


class Endless(Exception):
    """A session did not end within `MOST_ANSWERS` answers: our bug."""


def seat_bots(game: str, players: int) -> tuple[Seat, ...]:
    """Seat `players` simulated players; raises `Refused` when the game is not for so many."""
    least, most = seat_limits(game)
    return seat_players(NAMES[:players] if players <= len(NAMES) else NAMES * 2, least, most)


def play_session(
    game: str,
    seats: tuple[Seat, ...],
    rules: Mapping[str, Any],
    seed: str,
    watch: Callable[[Event], None],
    *,
    restless: float = 0.0,
    strengths: Sequence[str] = (),
) -> tuple[tuple[Seat, ...], Outcome]:
    """Play one session to its end; return who sits there then, and the outcome.

    `watch` is given each event as it happens.
    The same seed plays the same session; a seat's temperament goes by its place and the seed, its strength,
    in games that know one, by its place.
    """
    rng = random.Random(seed)
    played = build_game(game, seats, simulated_rules(game, rules))
    bots = bots_at(played, rng, strengths, restless)
    runner = Runner(played, digests=False)
    for event in runner.first.events:
        watch(event)
    for _ in range(MOST_ANSWERS):
        if runner.outcome is not None:
            return runner.game.seats, runner.outcome
        for event in runner.send(bots.answer(runner.open, runner.seated)).events:
            watch(event)
    raise Endless(f"{game} with {len(seats)} seats and the seed {seed!r} does not end")
