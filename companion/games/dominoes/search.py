"""Thinking ahead in a deal: alpha-beta, deeper and deeper, until so many positions have been looked at.

The search counts positions, never time, so that the same position and seed give the same move on every
machine.  When the last tiles fit into the budget the result is exact.
"""

from __future__ import annotations

from companion.games.dominoes.position import Position

#: Positions looked at for one move: about a tenth of a second, and about two, on one core.
QUICK = 1_600
THOROUGH = 80_000

_FAR = 10**9


class _Spent(Exception):
    """The budget is used up in the middle of an iteration."""


class Search:
    """A search for the seat 0 of a position, in which everybody else plays against it.

    The worth of a position is what is still to be won: each chip counts `share` for seat 0 and one against it
    for others, so that with two players it is the difference.  `nodes` counts the positions looked at.
    """

    def __init__(self, budget: int, players: int) -> None:
        self.budget = budget
        self.nodes = 0
        self.exact = False
        self._share = players - 1
        self._known: dict[tuple[object, ...], tuple[int, int, int, int]] = {}
        self._history: dict[int, int] = {}
        self._cut = False

    def best(self, position: Position, moves: list[int]) -> int:
        """Return the best of `moves`, the earlier of equal ones; there must be one."""
        if len(moves) == 1:
            return moves[0]
        depth, order = 1, sorted(moves, key=position.gain_of, reverse=True)
        best = order[0]
        most = position.board.empty.bit_count()
        while True:
            self._cut = False
            try:
                values = self._root(position, order, depth)
            except _Spent:
                return best
            order = sorted(order, key=values.__getitem__, reverse=True)
            best = order[0]
            self.exact = not self._cut
            if self.exact or depth > 2 * most:
                return best
            depth += 1

    def values(self, position: Position, moves: list[int], depth: int) -> dict[int, int]:
        """Return the worth of every move, looked at to the same depth; ends early where the budget does."""
        found: dict[int, int] = {}
        for move in moves:
            try:
                found[move] = self._after(position, move, depth, -_FAR, _FAR)
            except _Spent:
                break
        return found

    def _root(self, position: Position, order: list[int], depth: int) -> dict[int, int]:
        alpha, values = -_FAR, {}
        for move in order:
            value = self._after(position, move, depth, alpha, _FAR)
            # A move that only equals the best so far fails low and must not be taken for as good.
            values[move] = value if value > alpha else -_FAR
            alpha = max(alpha, value)
        return values

    def _after(self, position: Position, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return the worth of a move: what it wins at once, and what follows."""
        turn = position.turn
        after = position.play(move)
        won = after.gains[turn] - position.gains[turn]
        now = won * self._share if turn == 0 else -won
        return now + self._worth(after, depth - 1, alpha - now, beta - now)

    def _worth(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if position.over:
            return 0
        if depth <= 0:
            self._cut = True
            return self._guess(position)
        if self.nodes > self.budget:
            raise _Spent
        board = position.board
        key = (board.empty, board.numbers, board.spoiled, position.hands, position.turn, position.passed)
        known = self._known.get(key)
        if known is not None and known[0] >= depth:
            _, low, high, _ = known
            if low >= beta or low == high:
                self._cut |= known[0] < _FAR
                return low
            if high <= alpha:
                self._cut |= known[0] < _FAR
                return high
        outer, self._cut = self._cut, False
        value, move = self._expand(position, depth, alpha, beta, known[3] if known else None)
        low = value if value > alpha else -_FAR
        high = value if value < beta else _FAR
        # What was searched to the very end holds at any depth.
        self._known[key] = (depth if self._cut else _FAR, low, high, move)
        self._cut |= outer
        return value

    def _expand(
        self, position: Position, depth: int, alpha: int, beta: int, first: int | None
    ) -> tuple[int, int]:
        mine = position.turn == 0
        best, chosen = (-_FAR, 0) if mine else (_FAR, 0)
        for move in self._ordered(position, first):
            value = self._after(position, move, depth, alpha, beta)
            if mine:
                if value > best:
                    best, chosen = value, move
                alpha = max(alpha, best)
            else:
                if value < best:
                    best, chosen = value, move
                beta = min(beta, best)
            if alpha >= beta:
                self._history[move] = self._history.get(move, 0) + depth * depth
                break
        return best, chosen

    def _ordered(self, position: Position, first: int | None) -> list[int]:
        moves = position.moves()
        if len(moves) == 1:
            return moves
        history, gain = self._history, dict.fromkeys(moves, 0)
        for move in position.captures(position.turn):
            gain[move] = position.gain_of(move)
        if first in gain:
            gain[first] = _FAR
        return sorted(moves, key=lambda move: (-gain[move], -history.get(move, 0)))

    def _guess(self, position: Position) -> int:
        """What the seats win at once when each in turn takes the best that lies open."""
        seats = len(position.hands)
        turn = position.turn
        if seats == 2:
            best = position.best_capture(turn)
            return best * self._share if turn == 0 else -best
        total = 0
        for step in range(seats - 1):
            seat = (turn + step) % seats
            if seat == 0:
                break
            total -= position.best_capture(seat)
        else:
            return total
        return total + position.best_capture(0) * self._share
