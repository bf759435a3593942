"""How fast the domino rules are on one core, run by hand: ``python tests/bench/bench_dominoes.py``.

Prints whole four-player deals a second, rules, ledger and runner, with people who show and lay tiles and
without a table; and how long a searching seat thinks at most.
"""

from __future__ import annotations

import random
import time

from companion.games import build_game
from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.search import QUICK, THOROUGH
from companion.simulate.bots import Bots
from companion.simulate.domino_bots import DominoBots, seat_strengths
from companion.simulate.runner import seat_bots
from companion.table.runner import Runner

SECONDS = 3.0
PLAYERS = 4


def play(seed: int, *, table: bool, digests: bool) -> int:
    """Play one session and return how many deals it had."""
    game = build_game("dominoes", seat_bots("dominoes", PLAYERS), {"hands": "table" if table else "dealt"})
    assert isinstance(game, DominoGame)
    rng = random.Random(seed)
    if table:
        bots = Bots(rng)
    else:
        seat_strengths(game, ("random",))
        bots = DominoBots(game, rng)
    runner = Runner(game, digests=digests)
    while runner.outcome is None:
        runner.send(bots.answer(runner.open, runner.seated))
    return 2 * PLAYERS


def measure(*, table: bool, digests: bool) -> float:
    """Return the deals a second of processor time."""
    play(0, table=table, digests=digests)
    began, deals, seed = time.process_time(), 0, 0
    while time.process_time() - began < SECONDS:
        seed += 1
        deals += play(seed, table=table, digests=digests)
    return deals / (time.process_time() - began)


def think(nodes: int, players: int, deals: int) -> tuple[float, float]:
    """Return the mean and the longest time of one move of a searching seat, in seconds."""
    times = []
    game = build_game("dominoes", seat_bots("dominoes", players), {"hands": "dealt"})
    assert isinstance(game, DominoGame)
    seat_strengths(game, ("searching",))
    runner, bots = Runner(game, digests=False), DominoBots(game, random.Random(1), nodes=nodes)
    while runner.outcome is None and (game.previous is None or game.previous.number < deals):
        began = time.process_time()
        answer = bots.answer(runner.open, runner.seated)
        times.append(time.process_time() - began)
        runner.send(answer)
    return sum(times) / len(times), max(times)


def main() -> None:
    for table, who in ((True, "people show and lay tiles"), (False, "without a table")):
        for digests, how in ((False, "rules only"), (True, "a digest after each")):
            speed = measure(table=table, digests=digests)
            print(f"dominoes, {PLAYERS} players, {who}, {how}: {speed:,.0f} deals a second")
    for nodes, players, deals in ((QUICK, 2, 2), (THOROUGH, 2, 1), (QUICK, 4, 1), (THOROUGH, 4, 1)):
        mean, most = think(nodes, players, deals)
        print(f"searching, {players} players, {nodes:,} positions: {mean:.3f} s a move, {most:.3f} s at most")


if __name__ == "__main__":
    main()
