"""The session's own thread: nobody waits for it, and no fault ends it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_play import main_prompt, start

from companion.table.answers import Answer
from companion.table.faults import Fault, JournalFault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from companion.table.journal import Journal
from companion.table.prompts import Throw
from companion.table.refusals import Refused, Why
from companion.table.runner import ScriptFault
from companion.table.session import Session
from companion.table.thread import SessionThread
from companion.table.view import TableView

WAIT = 20.0


@pytest.fixture
def thread(folder: Path, disk: FaultyDisk) -> Iterator[SessionThread]:
    """A session that opens its journal on its own thread, as the kiosk's does."""
    made = SessionThread(lambda: start(Journal.open(folder, disk=disk), rounds=30))
    made.started.result(WAIT)
    yield made
    disk.mend()
    assert made.close(WAIT)


def answer(view: TableView, value: object = 3) -> Answer:
    prompt = main_prompt(view)
    if isinstance(prompt, Throw) and value == 3:
        value = [3, 4]
    return Answer(prompt=prompt, value=value, seat=prompt.seats[0])


def current(thread: SessionThread) -> TableView:
    assert thread.view is not None
    return thread.view


def test_answers_are_taken_in_order_and_views_are_the_committed_ones(thread: SessionThread) -> None:
    before = current(thread)
    after = thread.tell("answer", answer(before)).result(WAIT)
    assert after is thread.view and after.number == before.number + 1
    last = [thread.tell("pause", "ana"), thread.tell("go_on", "bo"), thread.tell("take_back", "ana")][-1]
    assert main_prompt(last.result(WAIT)).key == main_prompt(before).key


def test_each_commit_is_told_once_and_in_order(folder: Path) -> None:
    heard: list[TableView] = []
    more: list[int] = []
    thread = SessionThread(lambda: start(Journal.in_memory()), on_commit=heard.append)
    thread.started.result(WAIT)
    thread.listen(lambda view: more.append(view.number))
    for _ in range(5):
        thread.tell("answer", answer(current(thread))).result(WAIT)
    thread.tell("history").result(WAIT)
    thread.tell("leftover").result(WAIT)
    assert thread.close(WAIT)
    numbers = [view.number for view in heard]
    assert numbers == sorted(set(numbers)) and len(numbers) == 6
    assert more == numbers[1:]


def test_refusals_and_faults_come_back_and_the_thread_goes_on(
    thread: SessionThread, disk: FaultyDisk, caplog: pytest.LogCaptureFixture
) -> None:
    before = current(thread)
    with pytest.raises(Refused) as refused:
        thread.tell("answer", answer(before, 99)).result(WAIT)
    assert refused.value.why is Why.TOO_MUCH
    disk.fail(DiskFault.BROKEN)
    with pytest.raises(JournalFault):
        thread.tell("answer", answer(before)).result(WAIT)
    disk.mend()
    with caplog.at_level(logging.ERROR), pytest.raises(TypeError):
        thread.tell("answer").result(WAIT)
    assert "could not answer" in caplog.text
    assert thread.view is before
    assert thread.tell("answer", answer(before)).result(WAIT).number == before.number + 1


def test_a_bug_in_the_rules_does_not_end_the_thread(caplog: pytest.LogCaptureFixture) -> None:
    thread = SessionThread(lambda: start(Journal.in_memory(), game="brittle"))
    view = thread.tell("answer", answer(thread.started.result(WAIT))).result(WAIT)
    with caplog.at_level(logging.ERROR), pytest.raises(ScriptFault):
        thread.tell("answer", answer(view, [6, 6])).result(WAIT)
    assert thread.tell("answer", answer(view, [6, 5])).result(WAIT).number > view.number
    assert thread.close(WAIT)


def test_a_listener_that_fails_does_not_end_the_thread(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: TableView) -> None:
        raise ZeroDivisionError("a bug in a screen")

    with caplog.at_level(logging.ERROR):
        thread = SessionThread(lambda: start(Journal.in_memory()), on_commit=fail)
        view = thread.started.result(WAIT)
        assert thread.tell("answer", answer(view)).result(WAIT).number > view.number
    assert "a listener failed" in caplog.text
    assert thread.close(WAIT)


def test_the_latest_view_never_waits_and_too_much_is_refused_at_once() -> None:
    gate, session_made = threading.Event(), threading.Event()

    class Slow(Session):
        def pause(self, seat: str | None) -> TableView:
            session_made.set()
            gate.wait(WAIT)
            return super().pause(seat)

    def make() -> Session:
        session = start(Journal.in_memory())
        session.__class__ = Slow
        return session

    thread = SessionThread(make, capacity=3)
    first = thread.started.result(WAIT)
    waiting = [thread.tell("pause", "ana")]
    assert session_made.wait(WAIT)
    waiting += [thread.tell("history") for _ in range(3)]
    refused = thread.tell("history")
    assert refused.done()
    with pytest.raises(Fault) as fault:
        refused.result(0)
    assert fault.value.say.id == "session.busy"
    # The thread is in the middle of something, and the last committed view is there all the same.
    assert thread.view is first and not waiting[0].done()
    cancelled = waiting[3].cancel()
    gate.set()
    assert waiting[0].result(WAIT).held == "paused"
    assert len(waiting[2].result(WAIT)) == 4 and cancelled
    assert thread.close(WAIT)


def test_closing_answers_what_still_waits_and_nothing_is_taken_afterwards() -> None:
    gate, begun = threading.Event(), threading.Event()

    def make() -> Session:
        begun.set()
        gate.wait(WAIT)
        return start(Journal.in_memory())

    thread = SessionThread(make, capacity=4)
    assert begun.wait(WAIT)
    assert thread.view is None
    waiting = [thread.tell("pause", "ana") for _ in range(4)]
    # It does not end while the session is being made; the caller is told and goes on without it.
    assert not thread.close(0.01)
    for future in (*waiting, thread.tell("pause", "ana")):
        with pytest.raises(Fault) as fault:
            future.result(WAIT)
        assert fault.value.say.id == "session.closed"
    gate.set()
    assert thread.close(WAIT) and not thread.running


def test_a_session_that_cannot_start_says_why() -> None:
    def make() -> Session:
        raise JournalFault("journal.full", path="/data")

    thread = SessionThread(make)
    with pytest.raises(JournalFault):
        thread.started.result(WAIT)
    with pytest.raises(Fault) as fault:
        thread.tell("pause", "ana").result(WAIT)
    assert fault.value.say.id == "session.closed" and thread.view is None
    assert thread.close(WAIT)


def test_only_what_a_session_can_do_can_be_told(thread: SessionThread) -> None:
    for name in ("__init__", "_commit", "view", "nothing"):
        with pytest.raises(ValueError, match="cannot be told"):
            thread.tell(name)


def test_many_threads_may_press_at_once(thread: SessionThread) -> None:
    """Every press is answered once; the journal holds exactly those that were taken."""
    taken: list[int] = []
    lock = threading.Lock()

    def press() -> None:
        for _ in range(15):
            try:
                view = thread.tell("answer", answer(current(thread))).result(WAIT)
            except (Refused, Fault):
                continue
            with lock:
                taken.append(view.number)

    pressing = [threading.Thread(target=press) for _ in range(6)]
    for one in pressing:
        one.start()
    for one in pressing:
        one.join(WAIT)
    assert taken and len(set(taken)) == len(taken)
    answers = [e.number for e in thread.tell("history").result(WAIT) if e.seat is not None]
    assert len(answers) == len(taken)
