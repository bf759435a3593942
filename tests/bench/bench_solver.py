"""How good and fast the patience solver is on one core, run by hand: ``python tests/bench/bench_solver.py``.

Numbered deals, positions from the middle of random games, and unseen cards, each with one and with three
cards drawn; beside them pyksolve on the first deals, where it is installed.  Processor time throughout.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from random import Random

from companion.games.patience.cards import RANKS, SUITS, UNSEEN
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Column, Position
from companion.games.patience.solver.chance import Judge
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.solving import Budget, Decision, Solver, Verdict

DEALS = 500
MID_GAME = 2000
UNSEEN_POSITIONS = 12
SAMPLES = 200
PEER_DEALS = 12
SECONDS = 10.0


def timed(solver: Solver, position: Position, seconds: float = SECONDS) -> tuple[Decision, float]:
    """Decide a position within `seconds`; returns the decision and the seconds it took."""
    start = time.process_time()
    decision = solver.decide(position, Budget(stop=lambda: time.process_time() - start >= seconds))
    return decision, time.process_time() - start


def report(name: str, decisions: Sequence[tuple[Decision, float]]) -> None:
    count, seconds = len(decisions), [took for _, took in decisions]
    nodes, new = sum(d.nodes for d, _ in decisions), sum(d.met for d, _ in decisions)
    shares = [sum(d.verdict is verdict for d, _ in decisions) / count for verdict in Verdict]
    wins = [took for d, took in decisions if d.verdict is Verdict.WINNABLE]
    print(f"{name}: " + ", ".join(f"{100 * s:.2f} % {v}" for v, s in zip(Verdict, shares, strict=True)))
    print(
        f"    median {1000 * statistics.median(seconds):.3f} ms, slowest {max(seconds):.2f} s, slowest win "
        f"{max(wins):.2f} s; {nodes / sum(seconds) / 1e6:.1f} M positions looked at a second, "
        f"{new / sum(seconds) / 1e6:.1f} M of them new"
    )


def random_play(seed: int, draw: int) -> Position:
    """A position after 10 to 100 random moves."""
    random = Random(seed)
    position = Position.deal(numbered_deck(random.randrange(1, 10**9)), draw)
    for _ in range(random.randint(10, 100)):
        position = position.after(random.choice(position.moves()))
    return position


def with_unseen(position: Position) -> Position:
    """The position as somebody sees it who has seen nothing but the open cards."""
    columns = tuple(Column((UNSEEN,) * len(column.down), column.up) for column in position.columns)
    unseen = (UNSEEN,) * len(position.stock)
    return Position(position.draw, position.foundations, unseen, position.waste, columns)


def median_of(run: Callable[[int], object], times: int) -> float:
    """The median seconds that `run` takes, called with 0, 1, 2 ..."""
    seconds = []
    for number in range(times):
        start = time.process_time()
        run(number)
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def peer(draw: int) -> None:
    """Time pyksolve on the first deals."""
    try:
        from pyksolve.solver import Solitaire
    except ImportError:
        print("    pyksolve is not installed")
        return
    solved = []

    def run(number: int) -> None:
        game = Solitaire()
        cards = numbered_deck(number + 1)
        game.load_solitaire("".join(f"{RANKS.index(c[0]) + 1:02d}{SUITS.index(c[1]) + 1}" for c in cards))
        game.reset_game(draw)
        solved.append("Solved" in str(game.solve_fast(max_closed_count=500_000)))

    median = median_of(run, PEER_DEALS)
    print(f"    pyksolve on the first {PEER_DEALS}: {sum(solved)} won, median {1000 * median:.0f} ms")


def main() -> None:
    solver = Solver()
    print(f"engine: {solver.engine.name}")
    for draw in (1, 3):
        deals = [Position.deal(numbered_deck(number), draw) for number in range(1, DEALS + 1)]
        timed(solver, deals[0])
        found = [timed(solver, deal) for deal in deals]
        report(f"{DEALS} deals, draw {draw}", found)
        won = [(d, p) for (d, _), p in zip(found, deals, strict=True) if d.verdict is Verdict.WINNABLE][:40]
        for thorough in (False, True):
            lengths = [len(winning_line(solver, p, d, thorough=thorough)) for d, p in won]
            name = "thorough" if thorough else "quick"
            print(f"    {name} lines: median {statistics.median(lengths)} actions")
        peer(draw)
        middle = [timed(solver, random_play(seed, draw), 1.0) for seed in range(MID_GAME)]
        report(f"{MID_GAME} positions from random play, draw {draw}, within 1 s", middle)
        seen = [with_unseen(random_play(seed, draw)) for seed in range(UNSEEN_POSITIONS)]
        for advise in (False, True):
            median = median_of(
                lambda n, advise=advise, seen=seen: Judge(solver, seen[n], Random(n)).add(
                    SAMPLES, advise=advise
                ),
                UNSEEN_POSITIONS,
            )
            what = "chance and best next move" if advise else "chance of winning"
            print(f"{what}, {SAMPLES} dealings of the unseen cards, draw {draw}: median {median:.2f} s")


if __name__ == "__main__":
    main()
