"""Verifying a stored session end to end: form, chain, and a replay of every branch against the digests."""

from __future__ import annotations

from msgspec import Struct

from companion.table.course import Course
from companion.table.entries import Kind
from companion.table.refusals import Refused
from companion.table.replay import GameFactory, answer_again, diverged, moved_as_stored, play_to
from companion.table.runner import Runner, ScriptFault
from companion.table.session_files import StoredSession

#: At most this many answers are replayed for the branches that no longer count; beyond, only the line that
#: does.
MOST_REPLAYED = 500_000


class Verified(Struct, frozen=True, kw_only=True):
    """What was found sound: `entries` in all, `answers` that count, `undone` ones that were replayed as well.

    `digests` tells whether digests were compared; under other rules versions it was the balances.
    """

    session: str
    entries: int
    answers: int
    undone: int
    digests: bool
    finished: bool


def course_of(stored: StoredSession) -> Course:
    """Return the course of a stored session; raises `JournalFault` at the first entry that makes no sense."""
    course = Course()
    for entry in stored.entries:
        course.add(entry)
    return course


def verify(stored: StoredSession, factory: GameFactory) -> Verified:
    """Replay a stored session, undone branches too; its form and chain were checked when it was loaded.

    Raises `Diverged` at the first answer that leads elsewhere than the journal says, and `JournalFault` when
    the game cannot be built.
    """
    course = course_of(stored)
    runner = play_to(factory, course, course.head)
    line = course.line()
    return Verified(
        session=stored.session,
        entries=len(stored.entries),
        answers=len(line),
        undone=_verify_undone(course, factory, set(line)),
        digests=runner.game.rules_version == course.rules_version,
        finished=runner.outcome is not None,
    )


def _verify_undone(course: Course, factory: GameFactory, counted: set[int]) -> int:
    """Replay the answers that no longer count, each branch in one go; returns how many there were."""
    replayed, budget, at = 0, MOST_REPLAYED, -1
    runner: Runner | None = None
    for entry in course.entries:
        number = entry.number
        if entry.kind is not Kind.ANSWER or number in counted:
            continue
        parent = course.parent(number)
        if runner is None or parent != at:
            budget -= len(course.line(parent))
            if budget < 0:
                break
            runner = play_to(factory, course, parent)
        try:
            step = answer_again(runner, entry)
        except (Refused, ScriptFault) as problem:
            raise diverged(runner, course, number, parent) from problem
        if not moved_as_stored(runner, course, number, step.digest):
            raise diverged(runner, course, number, parent)
        at, replayed = number, replayed + 1
    return replayed
