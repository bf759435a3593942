"""The session's own thread: screens draw the last committed view and never wait for a disk."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from typing import Any, TypeAlias

from companion.table.faults import Fault
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.view import TableView

log = logging.getLogger(__name__)

#: What the thread may be told to do, by the names of the session's methods.
METHODS = frozenset(
    {
        "answer",
        "take_back",
        "rewind",
        "correct",
        "leftover",
        "take_leftover",
        "drop_leftovers",
        "pause",
        "go_on",
        "rebuilt",
        "end",
        "history",
        "asked_at",
        "private",
        "consult",
    }
)
_Work: TypeAlias = "tuple[str, tuple[Any, ...], Future[Any]]"


class SessionThread:
    """A session on its own thread.

    `session_maker` is called on that thread and returns the session (it may open the journal first);
    `on_commit` is called there after each commit and must do nothing but enqueue.  `started` holds the first
    view, or the fault that kept the session from starting.  Nothing here waits, but for `close`.
    """

    def __init__(
        self,
        session_maker: Callable[[], Session],
        *,
        on_commit: Callable[[TableView], None] | None = None,
        capacity: int = 64,
    ) -> None:
        self.started: Future[TableView] = Future()
        self._maker = session_maker
        self._on_commit: list[Callable[[TableView], None]] = [on_commit] if on_commit else []
        self._work: queue.Queue[_Work | None] = queue.Queue(capacity)
        self._view: TableView | None = None
        self._closing = threading.Event()
        self._admit = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._thread.start()

    @property
    def view(self) -> TableView | None:
        """The table after the last commit; ``None`` until the session has started."""
        return self._view

    @property
    def running(self) -> bool:
        return self._thread.is_alive() and not self._closing.is_set()

    @property
    def waiting(self) -> int:
        """How many things wait to be done; never more than the capacity."""
        return self._work.qsize()

    def listen(self, on_commit: Callable[[TableView], None]) -> None:
        """Call `on_commit` on the session's thread after each commit from now on; it must only enqueue."""
        self._on_commit.append(on_commit)

    def tell(self, method: str, *args: Any) -> Future[Any]:
        """Let the session do something; never waits.

        The future holds what the method returns or raises: `Refused`, `JournalFault`, `ScriptFault`; a
        `Fault` when too much is waiting already or the session is closed.
        """
        if method not in METHODS:
            raise ValueError(f"a session cannot be told to {method!r}")
        future: Future[Any] = Future()
        with self._admit:
            if self._closing.is_set():
                future.set_exception(Fault("session.closed"))
                return future
            try:
                self._work.put_nowait((method, args, future))
            except queue.Full:
                future.set_exception(Fault("session.busy"))
        return future

    def close(self, seconds: float = 2.0) -> bool:
        """End the thread after what it is doing now; what still waits is answered with a `Fault`.

        Returns whether the thread has ended within `seconds`.
        """
        with self._admit:
            self._closing.set()
            self._refuse_rest()
            self._work.put_nowait(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(max(0.0, seconds))
        return not self._thread.is_alive()

    def _refuse_rest(self) -> None:
        while True:
            try:
                waiting = self._work.get_nowait()
            except queue.Empty:
                return
            if waiting is not None:
                _fail(waiting[2], Fault("session.closed"))

    def _run(self) -> None:
        try:
            session = self._maker()
        except BaseException as problem:
            if not isinstance(problem, (Fault, Refused)):
                log.exception("the session could not start")
            with self._admit:
                self._closing.set()
                self._refuse_rest()
            _fail(self.started, problem)
            return
        self._publish(session.view)
        self.started.set_result(session.view)
        while (work := self._work.get()) is not None:
            method, args, future = work
            if self._closing.is_set():
                _fail(future, Fault("session.closed"))
            elif future.set_running_or_notify_cancel():
                self._do(session, method, args, future)

    def _do(self, session: Session, method: str, args: tuple[Any, ...], future: Future[Any]) -> None:
        try:
            result = getattr(session, method)(*args)
        except Exception as problem:
            if not isinstance(problem, (Fault, Refused)):
                log.exception("the session could not %s", method)
            self._publish(session.view)
            _fail(future, problem)
            return
        self._publish(session.view)
        future.set_result(result)

    def _publish(self, view: TableView) -> None:
        if view is self._view:
            return
        self._view = view
        for on_commit in self._on_commit:
            try:
                on_commit(view)
            except Exception:
                log.exception("a listener failed; the session goes on")


def _fail(future: Future[Any], problem: BaseException) -> None:
    try:
        future.set_exception(problem)
    except InvalidStateError:
        log.debug("nobody waits for %r any more", problem)
