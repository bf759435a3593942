"""The chance of winning and the best next move where some cards have never been seen.

The unseen cards are dealt at random many times, and each time the solver, which then knows them all, says
whether the position can be won.  Nobody at a table knows the cards, so the true chance is smaller: the figure
says how often there is a way, not how often people find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from companion.games.patience.cards import UNSEEN
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, WASTE, Column, Position
from companion.games.patience.solver.realise import realise
from companion.games.patience.solver.solving import Budget, Solver, Verdict

#: How many positions may be looked at for one dealing of the unseen cards.
NODES_EACH = 200_000
#: Two standard errors: nineteen times in twenty the true figure is within.
WIDTH = 1.96


class Advice(Struct, frozen=True):
    """A next move: the share of dealings that can still be won after it.

    `lead` is by how much that share is larger than the next best move's, and `error` how far the lead may
    be wrong, nineteen times in twenty.
    """

    move: str
    share: float
    lead: float
    error: float


class Judgement(Struct, frozen=True):
    """What the dealings so far say: how many can be won, are lost, and were left undecided."""

    won: int
    lost: int
    unknown: int
    advice: Advice | None = None

    @property
    def samples(self) -> int:
        return self.won + self.lost + self.unknown

    @property
    def chance(self) -> float:
        """The share of the decided dealings that can be won, from 0 to 1; 0 when none is decided."""
        decided = self.won + self.lost
        return self.won / decided if decided else 0.0

    @property
    def error(self) -> float:
        """How far the chance may be wrong, nineteen times in twenty; undecided dealings count against it."""
        if not self.samples:
            return 1.0
        share = (self.won + 1) / (self.samples + 2)
        return WIDTH * sqrt(share * (1 - share) / self.samples) + self.unknown / self.samples


class Judge:
    """Judges one position by dealing its unseen cards again and again; `add` more until it is sure enough."""

    def __init__(self, solver: Solver, position: Position, random: Random) -> None:
        self._solver = solver
        self._position = position
        self._random = random
        self._found: Counter[Verdict] = Counter()
        self._firsts: Counter[str] = Counter()
        self._weighed = tuple(move for move in position.moves() if _is_weighed(position, move))
        # For each move the dealings that it wins, a bit each; the others win what the position wins.
        self._wins = dict.fromkeys(position.moves(), 0)

    def add(self, samples: int, stop: Callable[[], bool] | None = None, *, advise: bool = True) -> None:
        """Deal the unseen cards so many times more, or until `stop` says so.

        With `advise` each dealing that can be won also weighs the next moves, which takes longer; there
        are none while a card must be shown.
        """
        budget = Budget(NODES_EACH)
        for _ in range(samples):
            if stop is not None and stop():
                return
            dealt = dealt_out(self._position, self._random)
            decision = self._solver.decide(dealt, budget)
            bit = 1 << self._found.total()
            self._found[decision.verdict] += 1
            if not (advise and self._wins) or decision.verdict is not Verdict.WINNABLE or not decision.way:
                continue
            self._firsts[realise(dealt, decision.moves[:1])[0]] += 1
            for move in self._wins:
                if move not in self._weighed or self._wins_after(dealt.after(move), budget):
                    self._wins[move] |= bit

    def _wins_after(self, position: Position, budget: Budget) -> bool:
        return self._solver.decide(position, budget).verdict is Verdict.WINNABLE

    @property
    def judgement(self) -> Judgement:
        """What is known so far."""
        won, lost, unknown = (self._found[v] for v in (Verdict.WINNABLE, Verdict.LOST, Verdict.UNKNOWN))
        return Judgement(won, lost, unknown, self._advice() if self._firsts else None)

    def _advice(self) -> Advice:
        """The move that keeps most wins; of those that may be as good, the one that most wins begin with."""
        wins, samples = self._wins, self._found.total()
        most = max(wins.values(), key=int.bit_count)
        good = [move for move, won in wins.items() if _is_as_good(won, most)]
        best = max(good, key=lambda move: (self._firsts[move], -_rank(self._position, move)))
        others = [won for move, won in wins.items() if move != best]
        second = max(others, key=int.bit_count, default=wins[best])
        only, other = (wins[best] & ~second).bit_count(), (second & ~wins[best]).bit_count()
        lead = (only - other) / samples
        error = WIDTH * sqrt((only + other + 1) / samples - lead * lead) / sqrt(samples)
        return Advice(best, wins[best].bit_count() / samples, lead, error)


def _is_as_good(won: int, most: int) -> bool:
    """Whether a move may be as good as the one with most wins, by the dealings that only one of them wins."""
    fewer, more = (most & ~won).bit_count(), (won & ~most).bit_count()
    return fewer - more <= WIDTH * sqrt(fewer + more)


def dealt_out(position: Position, random: Random) -> Position:
    """The position with its unseen cards dealt at random; a card that is laid bare is turned up."""
    unseen = list(position.not_seen)
    random.shuffle(unseen)

    def fill(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(unseen.pop() if card == UNSEEN else card for card in cards)

    columns = (Column(fill(column.down), column.up) for column in position.columns)
    return replace(
        position,
        stock=fill(position.stock),
        waste=fill(position.waste),
        columns=tuple(column.without(0) for column in columns),
    )


def _is_weighed(position: Position, move: str) -> bool:
    """Whether a move could lose the win, because it cannot be taken back by another move."""
    if move in (TURN, RECYCLE):
        return position.draw == 3
    step = position.step(move)
    if step.target == FOUNDATION or not step.source.isdigit():
        return True
    return step.cards == position.columns[int(step.source) - 1].up


def _rank(position: Position, move: str) -> int:
    """How little a move brings about: 0 for one that lays a hidden card bare."""
    if move in (TURN, RECYCLE):
        return 4
    step = position.step(move)
    if step.bares:
        return 0
    if step.target == FOUNDATION:
        return 1
    return 2 if step.source == WASTE else 3
