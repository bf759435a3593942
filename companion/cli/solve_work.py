"""Many patience deals on all cores, each on one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from msgspec import Struct

from companion.cli.solve_given import Given
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.solver.chance import Judge, Judgement
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.solving import Budget, Decision, Solver, Verdict
from companion.simulate.on_cores import on_cores

#: Up to so many deals their lines are made as short as can be.
FEW = 10
#: How often the unseen cards of a position are dealt.
SAMPLES = 200
#: Deals handed to a core at a time.
CHUNK = 20


class Solved(Struct, frozen=True):
    """What was found about one deal; `ms` is the processor's time to the verdict, the line's left out.

    `nodes` counts the positions looked at, `met` those of them that were new.  A position with unseen cards
    has no verdict but a `judgement`.
    """

    deal: str
    draw: int
    verdict: Verdict
    moves: tuple[str, ...]
    nodes: int
    met: int
    ms: float
    judgement: Judgement | None = None


def solve_all(
    deals: Sequence[Given], seconds: float, cores: int, progress: Callable[[int], None] = lambda done: None
) -> list[Solved]:
    """Solve deals, each within `seconds` of one core; returns what was found, in the order of the deals.

    Processor time is what is measured and limited, so that figures are the same on a busy machine.
    """
    few = len(deals) <= FEW
    jobs = [(deals[start : start + CHUNK], seconds, few) for start in range(0, len(deals), CHUNK)]
    found: list[Solved] = []
    for chunk in on_cores(_solve_chunk, jobs, cores):
        found += chunk
        progress(len(found))
    return found


@cache
def _solver() -> Solver:
    """Return this process's solver, with everything loaded and compiled before anything is timed."""
    solver = Solver()
    for draw in (1, 3):
        solver.decide(Position.deal(numbered_deck(1), draw), Budget(nodes=1))
    return solver


def _solve_chunk(job: tuple[Sequence[Given], float, bool]) -> list[Solved]:
    """Decide some deals one after the other, and then make their lines short."""
    deals, seconds, thorough = job
    solver = _solver()
    timed = [_decide(solver, given.position, seconds) for given in deals if not given.position.not_seen]
    found = []
    for given in deals:
        if given.position.not_seen:
            found.append(_judge(solver, given, seconds))
            continue
        decision, ms = timed.pop(0)
        moves: tuple[str, ...] = ()
        if decision.verdict is Verdict.WINNABLE:
            moves = winning_line(solver, given.position, decision, thorough=thorough)
        draw = given.position.draw
        found.append(Solved(given.deal, draw, decision.verdict, moves, decision.nodes, decision.met, ms))
    return found


def _decide(solver: Solver, position: Position, seconds: float) -> tuple[Decision, float]:
    start = time.process_time()
    decision = solver.decide(position, Budget(stop=lambda: time.process_time() - start >= seconds))
    return decision, (time.process_time() - start) * 1000


def _judge(solver: Solver, given: Given, seconds: float) -> Solved:
    start = time.process_time()
    judge = Judge(solver, given.position, Random(given.deal))
    judge.add(SAMPLES, stop=lambda: time.process_time() - start >= seconds)
    ms = (time.process_time() - start) * 1000
    return Solved(given.deal, given.position.draw, Verdict.UNKNOWN, (), 0, 0, ms, judge.judgement)
