"""Killed at any moment: on restart every acknowledged answer is there, and its digest agrees."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from digging import factory
from table_play import resume

from companion.table.instance_lock import InstanceLock
from companion.table.journal import Journal
from companion.table.session_files import read_file
from companion.table.verify import verify

CHILD = Path(__file__).parent / "dig_until_killed.py"


def dig_and_kill(folder: Path, session: str, chance: random.Random) -> tuple[str, list[tuple[int, str]]]:
    """Let a child dig and kill it after a random time; return the session and what it acknowledged."""
    with subprocess.Popen(
        [sys.executable, str(CHILD), str(folder), session, str(chance.random())],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        # Timed from the first acknowledgement, so that a slow machine does not kill it before it digs.
        lines = [child.stdout.readline()]
        timer = threading.Timer(chance.uniform(0, 0.25), child.send_signal, [signal.SIGKILL])
        timer.start()
        lines += child.stdout.readlines()
        timer.join()
        assert child.wait() == -signal.SIGKILL, child.stderr.read()
    if session == "-":
        _, session = lines.pop(0).split()
    # The last line may have been cut by the kill; a line without its end was not acknowledged.
    return session, [(int(n), d) for n, d in (line.split() for line in lines if line.endswith("\n"))]


def check(folder: Path, session: str, acknowledged: list[tuple[int, str]]) -> None:
    with InstanceLock(folder), Journal.open(folder) as journal:
        assert journal.notices == [] or [n.id for n in journal.notices] == ["journal.recovered"]
        stored = journal.load(session)
        digests = {entry.number: entry.digest for entry in stored.entries}
        for number, digest in acknowledged:
            assert digests.get(number) == digest, f"answer {number} was acknowledged and is not there"
        # At most the one that was being committed when the kill came is there unacknowledged.
        last = acknowledged[-1][0] if acknowledged else 0
        assert last <= stored.entries[-1].number <= last + 3 or not acknowledged
        again = resume(journal, session)
        assert again.view.digest == stored.entries[-1].digest
        verify(stored, factory)
        mirror = folder / "sessions" / f"{session}.jsonl"
        reader, fault, _ = read_file(mirror.read_bytes())
        assert fault is None and [r.hash for r in reader.rows] == [r.hash for r in stored.rows]


def kill_again_and_again(folder: Path, times: int, seed: int) -> int:
    chance = random.Random(seed)
    session, count = "-", 0
    for turn in range(times):
        session, acknowledged = dig_and_kill(folder, session, chance)
        check(folder, session, acknowledged)
        count += len(acknowledged)
        if turn % 10 == 9:
            session = "-"
    return count


def test_killed_at_random_moments_nothing_acknowledged_is_lost(folder: Path) -> None:
    assert kill_again_and_again(folder, 5, seed=1) > 5


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_killed_two_hundred_times_nothing_acknowledged_is_lost(folder: Path) -> None:
    assert kill_again_and_again(folder, 200, seed=2) > 200
