"""A journal of a hundred thousand answers opens, lists and replays in memory that does not grow with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from big_journals import many_sessions, one_long_session

from companion.table.journal import Journal

HERE = Path(__file__).parent

#: Opens, lists, and verifies or resumes, and prints how many MB that took beyond an empty journal's.
CHILD = """
import resource, sys
sys.path[:0] = sys.argv[3:]
from digging import factory
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.verify import verify
from pathlib import Path

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with Journal.open(Path(sys.argv[1])) as journal:
    assert journal.notices == [], journal.notices
    answers = 0
    journal.sessions()
    for session in journal.session_ids():
        if sys.argv[2] == "verify":
            answers += verify(journal.load(session), factory).answers
        else:
            answers += Session.resume(journal, factory, session, SeededChance(1)).view.number
print(answers, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def opened(folder: Path, how: str) -> tuple[int, int]:
    words = [sys.executable, "-c", CHILD, str(folder), how, str(HERE.parent / "table"), str(HERE.parents[1])]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    answers, megabytes = done.stdout.split()
    return int(answers), int(megabytes)


def test_a_journal_of_many_sessions_is_verified_in_the_memory_of_one(root: Path) -> None:
    many_sessions(root, 2_500)
    answers, megabytes = opened(root, "verify")
    assert answers >= 2_400 and megabytes < 30


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_hundred_thousand_answers_are_verified_in_the_memory_of_one_session(root: Path) -> None:
    many_sessions(root, 100_000)
    answers, megabytes = opened(root, "verify")
    print(f"{answers:,} answers verified in {megabytes} MB")
    assert answers >= 99_000 and megabytes < 40


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_one_session_of_a_hundred_thousand_answers_is_gone_on_with(root: Path) -> None:
    one_long_session(root, 100_000)
    answers, megabytes = opened(root, "resume")
    print(f"a session of {answers:,} answers resumed in {megabytes} MB")
    assert answers == 100_000 and megabytes < 320


def test_both_makers_make_journals_that_are_sound(root: Path) -> None:
    one_long_session(root, 300)
    with Journal.open(root) as journal:
        assert journal.notices == [] and journal.tail("longlong")[0] == 300
