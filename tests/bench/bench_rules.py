"""How fast the dice rules are on one core, run by hand: ``python tests/bench/bench_rules.py``.

Prints rounds with four players a second: rules, ledger and runner, with and without a digest after
each answer.
"""

from __future__ import annotations

import random
import time

from companion.games import build_game
from companion.simulate.bots import Bots
from companion.simulate.runner import seat_bots
from companion.table.runner import Runner

SECONDS = 3.0


def play(seed: int, digests: bool) -> int:
    """Play one session of twenty rounds and return how many rounds it had."""
    seats = seat_bots("dice", 4)
    runner = Runner(build_game("dice", seats, {"multiple": 5}), digests=digests)
    bots = Bots(random.Random(seed))
    rounds = 0
    while runner.outcome is None:
        events = runner.send(bots.answer(runner.open, runner.seated)).events
        rounds += sum(event.what == "round_end" for event in events)
    return rounds


def measure(digests: bool) -> float:
    """Return the rounds a second of processor time."""
    play(0, digests)
    began, rounds, seed = time.process_time(), 0, 0
    while time.process_time() - began < SECONDS:
        seed += 1
        rounds += play(seed, digests)
    return rounds / (time.process_time() - began)


def main() -> None:
    print(f"dice, 4 players, rules only:             {measure(digests=False):7,.0f} rounds a second")
    print(f"dice, 4 players, a digest after each:    {measure(digests=True):7,.0f} rounds a second")


if __name__ == "__main__":
    main()
