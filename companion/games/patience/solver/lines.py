"""A win as moves of the rule book, short enough that people can carry it out ("finish for me", S11)."""

from __future__ import annotations

from companion.games.patience.position import Position
from companion.games.patience.solver.engine import Engine
from companion.games.patience.solver.masks import (
    DEAL_SIZE,
    FRAME,
    LAYOUT_SIZE,
)
from companion.games.patience.solver.polish import ACTIONS, TURNED
from companion.games.patience.solver.realise import DoesNotFit, realise
from companion.games.patience.solver.search import ORDER_SIZE
from companion.games.patience.solver.solving import Decision, KeyMove, Solver, Verdict, layout_of

#: Rounds of shortening; a line is as short as it gets by this after four or five.
ROUNDS = 20


def winning_line(
    solver: Solver, position: Position, decision: Decision, *, thorough: bool = False
) -> tuple[str, ...]:
    """Return the moves that win from a position, given the decision that it is winnable.

    Every move has been made by the rules on the way.  A `thorough` line is the shortest that all orders of
    the search lead to, and takes ten times as long.  Raises `ValueError` for another decision, and
    `DoesNotFit` when the line does not win: our bug.
    """
    if decision.verdict is not Verdict.WINNABLE:
        raise ValueError(f"a position that is {decision.verdict.value} has no winning line")
    found = [decision]
    if thorough:
        found += solver.wins(position)
    polisher = _Polisher(solver.engine, position) if solver.engine.polishes else None
    best: tuple[str, ...] | None = None
    for win in found:
        line = _checked(position, win.moves)
        if polisher is not None:
            line = min(line, _checked(position, polisher.polished(win.way).moves), key=len)
        if best is None or len(line) < len(best):
            best = line
    return best or ()


def _checked(position: Position, moves: tuple[KeyMove, ...]) -> tuple[str, ...]:
    line = realise(position, moves)
    for move in line:
        position = position.after(move)
    if not position.won:
        raise DoesNotFit("the line ends without a win")
    return line


class _Polisher:
    """Shortens lines of one position on an engine."""

    def __init__(self, engine: Engine, position: Position) -> None:
        self._engine = engine
        self._deal = engine.blank(DEAL_SIZE)
        self._layout = engine.blank(LAYOUT_SIZE)
        self._layout[:] = layout_of(position)
        self._turned = len(position.waste)

    def polished(self, way: tuple[int, ...]) -> Decision:
        engine, count = self._engine, len(way)
        stack, trial = engine.blank(FRAME * (count + 1)), engine.blank(FRAME * (count + 1))
        engine.begin(self._layout, engine.fixed, self._deal, engine.blank(ORDER_SIZE), stack)
        stack[TURNED], stack[ACTIONS] = self._turned, 0
        line, other = engine.blank(count), engine.blank(count)
        line[:] = way
        count = engine.polish(engine.fixed, self._deal, stack, trial, line, other, count, ROUNDS)
        return Decision(Verdict.WINNABLE, tuple(map(int, line[:count])))
