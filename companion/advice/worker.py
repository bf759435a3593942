"""The solver's process: reads questions from its input, works on the newest, writes what it finds.

Started as ``python -m companion.advice.worker``; it ends when its input is closed or nobody listens any more.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias

import msgspec

from companion.advice.advised import Advice, Question
from companion.games.patience.cards import UNSEEN
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position
from companion.games.patience.solver.chance import Judge
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.solving import Budget, Solver, Verdict
from companion.table.faults import Fault

#: Dealings of the unseen cards after which what they say is passed on.
BATCH = 10


log = logging.getLogger(__name__)

#: How much of the input is read at a time, in bytes.
_READ = 65536


class Inbox:
    """The newest question; an older one that is still being worked on is told to stop.

    `source` is the number of an open file.  It is read without Python's own buffer: a thread that waits on
    that holds its lock, and an interpreter that ends meanwhile is aborted (signal 6) whatever it ended for.
    """

    def __init__(self, source: int) -> None:
        self._arrived: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self._newest = 0
        threading.Thread(target=self._read, args=(source,), name="questions", daemon=True).start()

    def _read(self, source: int) -> None:
        kept = b""
        while read := os.read(source, _READ):
            *lines, kept = (kept + read).split(b"\n")
            for line in lines:
                try:
                    question = msgspec.json.decode(line, type=Question)
                except msgspec.DecodeError as problem:
                    log.warning("something that is no question: %s", problem)
                    continue
                self._newest = question.number
                self._arrived.put(question)
        self._newest = -1
        self._arrived.put(None)

    def __iter__(self) -> Iterator[Question]:
        while (question := self._arrived.get()) is not None:
            if not self.replaced(question):
                yield question

    def replaced(self, question: Question) -> bool:
        """Whether a newer question has come, or nobody listens any more."""
        return self._newest != question.number


def advise(question: Question, solver: Solver, inbox: Inbox) -> Iterator[Advice]:
    """Yield what is known of a question's position, better and better."""
    advice = Advice(question.position, question.number)
    try:
        position = parse_position(question.position)
    except Fault:
        # A position that cannot arise has no answer; the process goes on for those that can.
        yield msgspec.structs.replace(advice, state="unknown", done=True)
        return
    if UNSEEN in set(position.cards()):
        yield from _judged(position, question, solver, inbox, advice)
    else:
        yield from _decided(position, question, solver, inbox, advice)


def _decided(
    position: Position, question: Question, solver: Solver, inbox: Inbox, advice: Advice
) -> Iterator[Advice]:
    decision = solver.decide(position, Budget(question.nodes, lambda: inbox.replaced(question)))
    if decision.verdict is not Verdict.WINNABLE:
        state = "lost" if decision.verdict is Verdict.LOST else "unknown"
        yield msgspec.structs.replace(advice, state=state, done=True)
        return
    line = winning_line(solver, position, decision)
    yield msgspec.structs.replace(advice, state="winnable", line=line, done=not question.thorough)
    if question.thorough and not inbox.replaced(question):
        shorter = winning_line(solver, position, decision, thorough=True)
        yield msgspec.structs.replace(advice, state="winnable", line=min(shorter, line, key=len), done=True)


def _judged(
    position: Position, question: Question, solver: Solver, inbox: Inbox, advice: Advice
) -> Iterator[Advice]:
    # The dealings follow from the position, so that the same table hears the same twice.
    judge = Judge(solver, position, Random(question.position))
    for dealt in range(0, question.samples, BATCH):
        judge.add(min(BATCH, question.samples - dealt), lambda: inbox.replaced(question))
        if inbox.replaced(question):
            return
        judged = judge.judgement
        best = judged.advice
        yield msgspec.structs.replace(
            advice,
            state="unknown",
            samples=judged.samples,
            chance=judged.chance,
            error=judged.error,
            move=best.move if best else None,
            lead=best.lead if best else 0.0,
            lead_error=best.error if best else 1.0,
            done=dealt + BATCH >= question.samples,
        )


#: What works on one question: `advise`, but for tests.
Work: TypeAlias = Callable[[Question, Solver, Inbox], Iterator[Advice]]


def serve(source: int, sink: int, work: Work = advise) -> None:
    """Answer the questions of one open file in another until the first ends or nobody reads the second."""
    inbox = Inbox(source)
    solver = Solver()
    for question in inbox:
        try:
            for advice in work(question, solver, inbox):
                _say(advice, sink)
        except BrokenPipeError:
            return
        except Exception:
            # One position that cannot be worked on, for want of memory or by our fault, ends nothing else.
            log.exception("no advice on %s", question.position)
            solver = Solver()
            _say(Advice(question.position, question.number, "unknown", done=True), sink)


def _say(advice: Advice, sink: int) -> None:
    said = msgspec.json.encode(advice) + b"\n"
    while said:
        said = said[os.write(sink, said) :]


def main() -> None:
    """Answer questions until the input is closed."""
    logging.basicConfig(stream=sys.stderr, format="%(message)s")
    try:
        serve(sys.stdin.fileno(), sys.stdout.fileno())
    except BrokenPipeError:
        log.info("nobody listens any more")


if __name__ == "__main__":
    main()
