"""Replay: from the answers that count back to the position, checked against the stored digests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.table.answers import Answer
from companion.table.course import Course
from companion.table.entries import Entry, Header
from companion.table.faults import Diverged, Fault, JournalFault
from companion.table.game import Game
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner, ScriptFault, Step
from companion.table.seats import Seat
from companion.table.text import Text

#: Builds a game by its name for the seats, with its house rules; raises `Refused` for what it does not know.
GameFactory: TypeAlias = Callable[[str, tuple[Seat, ...], dict[str, Any]], Game]


def open_game(factory: GameFactory, header: Header) -> Runner:
    """Return a runner at the start of a session; raises `JournalFault` when its game cannot be built."""
    try:
        return Runner(factory(header.game, header.seats, dict(header.rules)))
    except (Refused, Fault) as problem:
        raise JournalFault("session.cannot_open", session=header.session, because=problem.say) from problem
    except Exception as problem:
        # A stored session may come from anywhere; what its house rules do to a game is no reason to fall
        # over.
        because = Text("session.rules_unfit", {"game": header.game})
        raise JournalFault("session.cannot_open", session=header.session, because=because) from problem


def answer_again(runner: Runner, entry: Entry) -> Step:
    """Give a stored answer once more; raises `Refused` or `ScriptFault` when it no longer fits."""
    return runner.send(bound(runner, entry))


def bound(runner: Runner, entry: Entry) -> Answer:
    """Return a stored answer bound to the open prompt of its key; raises `Refused` where none is open."""
    assert entry.source is not None
    for prompt in runner.open:
        if prompt.key == entry.key:
            return Answer(
                prompt=prompt,
                value=entry.value,
                seat=entry.seat,
                second=entry.second,
                source=entry.source,
                evidence=entry.evidence,
            )
    raise Refused(Why.NOT_OPEN, say=entry.say or Text("session.some_prompt"))


def play_to(
    factory: GameFactory, course: Course, head: int, heard: Callable[[int, Step], None] | None = None
) -> Runner:
    """Return a runner at the answer `head` of a course.

    Each step must lead where the journal says it led: to the same digest, or, where another rules version
    made the entry, to the same balances.  Raises `Diverged` at the first that does not.  `heard` is told each
    step.
    """
    runner = open_game(factory, course.header)
    agreeing = 0
    if not moved_as_stored(runner, course, 0, runner.first.digest):
        raise diverged(runner, course, 0, 0)
    for number in course.line(head):
        try:
            step = answer_again(runner, course.entries[number])
        except (Refused, ScriptFault) as problem:
            raise diverged(runner, course, number, agreeing) from problem
        if not moved_as_stored(runner, course, number, step.digest):
            raise diverged(runner, course, number, agreeing)
        if heard is not None:
            heard(number, step)
        agreeing = number
    return runner


def moved_as_stored(runner: Runner, course: Course, number: int, digest: str) -> bool:
    """Return whether a runner that has just taken the entry `number` is where the journal says."""
    entry = course.entries[number]
    if entry.finished != (runner.outcome is not None):
        return False
    if course.version_of(number) == runner.game.rules_version:
        return entry.digest == digest
    return entry.balances == runner.game.ledger.balances


def diverged(runner: Runner, course: Course, number: int, agreeing: int) -> Diverged:
    """Return the fault that tells that the entry `number` leads elsewhere than the journal says."""
    same = course.version_of(number) == runner.game.rules_version
    return Diverged(
        "session.diverged" if same else "session.diverged_version",
        session=course.header.session,
        number=number,
        agreeing=agreeing,
    )
