"""What must hold after every step, whatever has gone wrong: told from the disk, not from the session."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal, TypeAlias

from companion.table.course import Course
from companion.table.entries import Kind, chain
from companion.table.faults import Diverged, JournalFault
from companion.table.journal import Journal
from companion.table.ledger import State
from companion.table.refusals import Refused
from companion.table.replay import GameFactory, answer_again, moved_as_stored, play_to
from companion.table.runner import Runner, ScriptFault
from companion.table.view import TableView

What: TypeAlias = Literal["lost", "diverged", "exceptions"]
#: A book longer than this is looked through at every eighth step only.
_LONG_BOOK = 150


class Found(Exception):
    """Something that must never happen: `what` it counts as, and in words."""

    def __init__(self, what: What, words: str) -> None:
        super().__init__(f"{what}: {words}")
        self.what = what
        self.words = words

    def __reduce__(self) -> tuple[type[Found], tuple[What, str]]:
        return Found, (self.what, self.words)


class Checks:
    """Follows one data folder beside the session, through a connection of its own that only reads.

    It replays what is committed, row by row, on a runner of its own, so that after every step the screen's
    view is compared with what the disk alone tells.  `acknowledged` outlives power cuts.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reader: Journal | None = None
        self._factory: GameFactory | None = None
        self._session = ""
        self._course = Course()
        self._runner: Runner | None = None
        self._hash = ""
        self._steps = 0
        self.acknowledged: dict[str, dict[int, str]] = {}

    # --- beginning, and after a cut

    def opened(self, journal: Journal) -> None:
        """A journal was opened: everything that was acknowledged must be in it, rows chained and in order."""
        self.closed()
        self._reader = Journal.read(self._folder)
        for session, told in self.acknowledged.items():
            try:
                entries = journal.load(session).entries
            except JournalFault as fault:
                raise Found("lost", f"session {session} with {len(told)} answers: {fault}") from fault
            for number, digest in told.items():
                if number >= len(entries):
                    raise Found("lost", f"entry {number} of session {session}, which ends at {len(entries)}")
                if entries[number].digest != digest:
                    raise Found("lost", f"entry {number} of session {session} is another one now")

    def closed(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def begin(self, view: TableView, factory: GameFactory) -> None:
        """A session has started or goes on."""
        assert self._reader is not None
        self._factory, self._session, self._runner = factory, view.session, None
        self._course, self._steps = Course(), 0
        stored = self._reader.load(view.session)
        for entry in stored.entries:
            self._course.add(entry)
        self._hash = stored.rows[-1].hash
        self._replay()
        self.acknowledged.setdefault(view.session, {})
        self.look(view)

    # --- after every step

    def after(self, view: TableView) -> None:
        """An answer was acknowledged, or something refused: the view must be what is on the disk."""
        assert self._reader is not None and self._runner is not None
        stored = self._reader.load(self._session, after=self._course.number)
        dirty = False
        for row, entry in zip(stored.rows, stored.entries, strict=True):
            if chain(self._hash, row.body) != row.hash:
                raise Found("diverged", f"the chain breaks at entry {entry.number}")
            self._hash = row.hash
            before = self._course.head
            self._course.add(entry)
            if entry.kind is Kind.ANSWER and not dirty:
                self._step(entry.number)
            else:
                dirty = dirty or self._course.head != before
        if dirty:
            self._replay()
        self.look(view)

    def look(self, view: TableView) -> None:
        """Compare the view with the replay, and the money with the book."""
        runner = self._runner
        assert runner is not None
        self._steps += 1
        if view.number != self._course.number:
            raise Found(
                "lost" if view.number > self._course.number else "diverged",
                f"the screen shows entry {view.number}, the disk has {self._course.number}",
            )
        self.acknowledged[view.session][view.number] = view.digest
        same = {
            "digest": (view.digest, runner.digest),
            "balances": (view.balances, runner.game.ledger.balances),
            "snapshot": (view.snapshot, runner.game.view(None)),
            "outcome": (view.outcome, runner.outcome),
            "prompts": (view.open, () if view.held else runner.open),
        }
        for name, (shown, replayed) in same.items():
            if shown != replayed:
                raise Found("diverged", f"{name} at entry {view.number}")
        if sum(view.balances.values()):
            raise Found("diverged", f"money is not conserved at entry {view.number}")
        if len(view.book) < _LONG_BOOK or self._steps % 8 == 0 or view.outcome is not None:
            self._book(view, runner)

    def _book(self, view: TableView, runner: Runner) -> None:
        sums: Counter[str] = Counter()
        seen: set[str] = set()
        for transfer in view.book:
            if transfer.id in seen:
                raise Found("diverged", f"the transfer {transfer.id} stands twice in the book")
            seen.add(transfer.id)
            if transfer.moved and transfer.state not in (State.POSTED, State.SETTLED_FOR_LESS):
                raise Found("diverged", f"the transfer {transfer.id} has moved money without being settled")
            sums[transfer.creditor] += transfer.moved
            sums[transfer.debtor] -= transfer.moved
        if any(sums[account] != balance for account, balance in view.balances.items()):
            raise Found("diverged", f"the balances at entry {view.number} are not what the book adds up to")
        if view.book != tuple(runner.game.ledger.book):
            raise Found("diverged", f"the book at entry {view.number}")

    def _step(self, number: int) -> None:
        assert self._runner is not None
        try:
            step = answer_again(self._runner, self._course.entries[number])
        except (Refused, ScriptFault) as problem:
            raise Found("diverged", f"entry {number} cannot be given again: {problem}") from problem
        if not moved_as_stored(self._runner, self._course, number, step.digest):
            raise Found("diverged", f"entry {number} leads elsewhere when it is given again")

    def _replay(self) -> None:
        assert self._factory is not None
        try:
            self._runner = play_to(self._factory, self._course, self._course.head)
        except Diverged as diverged:
            raise Found("diverged", f"the replay at entry {diverged.number}") from diverged
