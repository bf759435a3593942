"""What must hold after every step, whatever has gone wrong: told from the disk, not from the session."""

from __future__ import annotations

from pathlib import Path

from companion.table.course import Course
from companion.table.entries import Kind, chain
from companion.table.faults import Diverged, JournalFault
from companion.table.journal import Journal
from companion.table.refusals import Refused
from companion.table.replay import GameFactory, answer_again, moved_as_stored, play_to
from companion.table.runner import Runner, ScriptFault
from companion.table.view import TableView
from companion.torture.book_check import BookCheck
from companion.torture.found import Found


class Checks:
    """Follows one data folder beside the session, through a connection of its own that only reads.

    It replays what is committed, row by row, on a runner of its own, so that after every step the screen's
    view is compared with what the disk alone tells.  `acknowledged` holds, by session and number, the digest
    of every view that anybody may have seen; it outlives power cuts.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reader: Journal | None = None
        self._factory: GameFactory | None = None
        self._session = ""
        self._course = Course()
        self._runner: Runner | None = None
        self._hash = ""
        self._bodies: list[bytes] = []
        self._book = BookCheck()
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
        self._course = Course()
        stored = self._reader.load(view.session)
        for entry in stored.entries:
            self._course.add(entry)
        self._hash = stored.rows[-1].hash
        self._bodies = [bytes(row.body) for row in stored.rows]
        self._replay()
        self.look(view)

    def shown(self, view: TableView) -> None:
        """A view has come where screens and voices take it from: it must be on the disk by now, for good.

        Called at that very moment, by whichever thread it is.
        """
        assert self._reader is not None
        told = self.acknowledged.setdefault(view.session, {})
        if told.setdefault(view.number, view.digest) != view.digest:
            raise Found("diverged", f"entry {view.number} was shown before, and differs")
        try:
            rows = self._reader.load(view.session, after=view.number - 1) if view.number else None
            last = rows.entries[0] if rows else self._reader.load(view.session).entries[0]
        except (JournalFault, IndexError) as problem:
            raise Found("lost", f"entry {view.number} is shown before it is committed") from problem
        if last.digest != view.digest:
            raise Found("diverged", f"entry {view.number} is shown, and another one is committed")

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
            self._bodies.append(bytes(row.body))
            before = self._course.head
            self._course.add(entry)
            if entry.kind is Kind.ANSWER and not dirty:
                self._step(entry.number)
            else:
                dirty = dirty or self._course.head != before
        if dirty:
            self._replay()
        if list(self._reader.bodies(self._session)) != self._bodies:
            raise Found("lost", f"of the entries up to {self._course.number} some are gone or others now")
        self.look(view)

    def look(self, view: TableView) -> None:
        """Compare the view with the replay, and the money with the book."""
        runner = self._runner
        assert runner is not None
        if view.number != self._course.number:
            raise Found(
                "lost" if view.number > self._course.number else "diverged",
                f"the screen shows entry {view.number}, the disk has {self._course.number}",
            )
        self.acknowledged.setdefault(view.session, {})[view.number] = view.digest
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
        self._book.look(view, runner)

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
