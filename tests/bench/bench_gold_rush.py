"""How fast the board game's rules are on one core, run by hand: ``python tests/bench/bench_gold_rush.py``.

Prints whole four-player sessions a second of processor time: rules, ledger, runner and bots, with and
without a digest after each answer.
"""

from __future__ import annotations

import random
import time

from companion.games import build_game
from companion.simulate.line_up import bots_at
from companion.simulate.runner import seat_bots
from companion.table.runner import Runner

SECONDS = 4.0


def play(seed: int, digests: bool) -> None:
    """Play one session to the ghost town."""
    game = build_game("goldrush", seat_bots("goldrush", 4), {})
    bots = bots_at(game, random.Random(seed), ("builder",))
    runner = Runner(game, digests=digests)
    while runner.outcome is None:
        runner.send(bots.answer(runner.open, runner.seated))


def measure(digests: bool) -> float:
    """Return the sessions a second of processor time."""
    play(0, digests)
    began, sessions = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        sessions += 1
        play(sessions, digests)
    return sessions / (time.process_time() - began)


def main() -> None:
    print(f"gold rush, 4 players, rules only:          {measure(digests=False):6,.0f} sessions a second")
    print(f"gold rush, 4 players, a digest after each: {measure(digests=True):6,.0f} sessions a second")


if __name__ == "__main__":
    main()
