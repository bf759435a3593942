"""The session on its own thread, as the kiosk has it, told what to do and checked after each thing."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from typing import Any

from companion.table.answers import Answer
from companion.table.faults import Fault, JournalFault
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.thread import SessionThread
from companion.table.view import TableView
from companion.torture.found import Found
from companion.torture.world import PowerGone, World

#: A session's thread may be told so many things at a time.
CAPACITY = 64
_LONGEST_WAIT = 120.0
#: What changes nothing and need not be checked after.
_LOOKING = ("consult", "history", "leftover")


class Seated:
    """A session of the world's journal; every call either counts, is refused with nothing changed, or ends
    in `PowerGone`.
    """

    def __init__(self, world: World, maker: Any) -> None:
        self._world = world
        self._numbers: list[int] = []
        self._found: Found | None = None
        self._thread = SessionThread(maker, on_commit=self._commit, capacity=CAPACITY)
        try:
            view = self._thread.started.result(_LONGEST_WAIT)
            if self._found is not None:
                raise self._found
            world.checks.begin(view, world.factory)
        except BaseException as problem:
            self.close()
            if isinstance(problem, (Fault, OSError)) and world.disk.dead:
                raise PowerGone from None
            raise

    @property
    def view(self) -> TableView:
        view = self._thread.view
        assert view is not None
        return view

    def tell(self, method: str, *args: Any) -> Any:
        """Let the session do something; returns what it returns, None where that was refused or has failed.

        What fails must have been let fail; a refusal must change nothing.
        """
        return self._settle(method, self._thread.tell(method, *args), self.view)

    def answer_at_once(self, answers: list[Answer]) -> list[Answer]:
        """Give several answers without waiting, as seats that press together; return those that counted."""
        waiting = [(answer, self._thread.tell("answer", answer)) for answer in answers]
        done = []
        for answer, future in waiting:
            try:
                future.result(_LONGEST_WAIT)
                done.append(answer)
            except Refused as refused:
                self._world.tally.refused += 1
                self._world.say(refused.say)
            except Fault as fault:
                self._expected(fault)
        self._check()
        return done

    def flood(self, times: int) -> Counter[str]:
        """Press and press: what is too much is refused at once, and nothing waits without a bound."""
        waiting = [self._thread.tell("leftover") for _ in range(times)]
        counts: Counter[str] = Counter()
        if self._thread.waiting > CAPACITY:
            raise Found("exceptions", f"{self._thread.waiting} things wait for the session")
        for future in waiting:
            problem = future.exception(_LONGEST_WAIT)
            counts["busy" if isinstance(problem, Fault) else "done"] += 1
            if problem is not None and not isinstance(problem, Fault):
                raise Found("exceptions", f"a flood of presses: {problem!r}") from problem
        self._check()
        return counts

    def close(self) -> None:
        """End the thread."""
        if not self._thread.close(_LONGEST_WAIT):
            raise Found("exceptions", "the session's thread does not end")
        self._world.check_threads()

    def _settle(self, method: str, future: Future[Any], before: TableView) -> Any:
        world = self._world
        try:
            result = future.result(_LONGEST_WAIT)
        except Refused as refused:
            world.tally.refused += 1
            world.say(refused.say)
            if self.view is not before:
                raise Found("diverged", f"a refusal has changed the view: {refused.say.id}") from refused
            result = None
        except Fault as fault:
            self._expected(fault)
            result = None
        except Exception as problem:
            raise Found("exceptions", f"{type(problem).__name__}: {problem}") from problem
        if method not in _LOOKING:
            self._check()
        return result

    def _expected(self, fault: Fault) -> None:
        if self._found is not None:
            raise self._found
        if self._world.disk.dead:
            raise PowerGone from fault
        if self._world.disk.fault is None or not isinstance(fault, JournalFault):
            raise Found("exceptions", f"a fault without a reason: {fault!r}") from fault
        self._world.say(fault.say)

    def _check(self) -> None:
        if self._found is not None:
            raise self._found
        self._world.check(self.view, threads=1)
        if self._thread.waiting > CAPACITY:
            raise Found("exceptions", f"{self._thread.waiting} things wait for the session")
        if any(b <= a for a, b in zip(self._numbers, self._numbers[1:], strict=False)):
            raise Found("diverged", f"commits were told out of order: {self._numbers[-8:]}")
        del self._numbers[:-1]

    def _commit(self, view: TableView) -> None:
        """On the session's thread: a view is there for screens; the next check says what is found."""
        self._numbers.append(view.number)
        try:
            self._world.checks.shown(view)
        except Found as found:
            self._found = self._found or found


def start(world: World, game: str, seats: tuple[Any, ...], rules: dict[str, Any]) -> Seated:
    """Begin a session; raises `Refused` for house rules that do not go together."""
    journal = world.journal
    assert journal is not None
    return Seated(world, lambda: Session.start(journal, world.factory, game, seats, rules, world.lots))


def resume(world: World, session: str) -> Seated:
    """Go on with a session, and rebuild the table."""
    journal = world.journal
    assert journal is not None
    seated = Seated(world, lambda: Session.resume(journal, world.factory, session, world.lots))
    try:
        if seated.view.held == "rebuild":
            seated.tell("rebuilt", None)
        if seated.view.held == "paused":
            seated.tell("go_on", None)
    except PowerGone:
        seated.close()
        raise
    return seated
