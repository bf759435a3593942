"""Replaying an evening: its positions one after the other, as everybody saw them."""

from __future__ import annotations

from companion.table.course import Course
from companion.table.replay import GameFactory, answer_again, open_game
from companion.table.runner import Step
from companion.table.view import TableView


class Replaying:
    """A session that is played again from its answers that count, forwards and back.

    Nothing is written, and hands stay hidden as they were at the table.  All methods take their time and are
    called on one thread that does not draw.
    """

    def __init__(self, factory: GameFactory, course: Course) -> None:
        """Raises `JournalFault` when the game cannot be built."""
        self._factory = factory
        self._course = course
        self.line = course.line()
        self.at = 0
        self._runner = open_game(factory, course.header)
        self._step: Step = self._runner.first

    @property
    def last(self) -> int:
        """How many answers there are."""
        return len(self.line)

    def view(self) -> TableView:
        """Return the table as it stands after the answers given so far."""
        runner = self._runner
        return TableView(
            session=self._course.header.session,
            game=self._course.header.game,
            number=self.number,
            seats=runner.game.seats,
            open=runner.open,
            snapshot=runner.game.view(None),
            balances=dict(runner.game.ledger.balances),
            book=tuple(runner.game.ledger.book),
            events=self._step.events,
            outcome=runner.outcome,
        )

    @property
    def number(self) -> int:
        """The journal's number of the answer given last, 0 at the start."""
        return self.line[self.at - 1] if self.at else 0

    def gap_ms(self) -> int:
        """Return how long the table took for the answer that comes next; 0 where no clock tells."""
        if self.at >= len(self.line):
            return 0
        entries = self._course.entries
        before, after = entries[self.number], entries[self.line[self.at]]
        return max(0, after.monotonic_ms - before.monotonic_ms) if after.boot == before.boot else 0

    def forward(self) -> bool:
        """Give the next answer; returns whether there was one.

        Raises `Refused` or `ScriptFault` where it no longer fits under today's rules.
        """
        if self.at >= len(self.line):
            return False
        self._step = answer_again(self._runner, self._course.entries[self.line[self.at]])
        self.at += 1
        return True

    def go_to(self, at: int) -> None:
        """Go to the position after so many answers."""
        at = max(0, min(at, len(self.line)))
        if at < self.at:
            self._runner = open_game(self._factory, self._course.header)
            self._step, self.at = self._runner.first, 0
        while self.at < at and self.forward():
            pass

    def index_of(self, number: int) -> int:
        """Return how many answers lead to the entry `number`, or to the last one before it that counts."""
        return sum(1 for counted in self.line if counted <= number)
