"""How fast the journal commits on this disk, opens when it is full, and is back after a power cut.

    .venv/bin/python tests/bench/bench_journal.py
"""

from __future__ import annotations

import logging
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "torture"), str(ROOT / "tests" / "table")]

from big_journals import many_sessions, one_long_session  # noqa: E402
from digging import factory  # noqa: E402
from table_play import dig, start  # noqa: E402

from companion.table.chance import SeededChance  # noqa: E402
from companion.table.journal import Journal  # noqa: E402
from companion.table.session import Session  # noqa: E402
from companion.torture.cut_disk import CutDisk, quick_folder  # noqa: E402
from companion.torture.unsynced import Loss  # noqa: E402

ANSWERS = 1000


def main() -> None:
    logging.disable()
    # On the disk of the working folder, not in memory: that is where an evening is kept.
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        commits(Path(folder) / "commits")
    with tempfile.TemporaryDirectory(dir=quick_folder()) as folder:
        recovery(Path(folder) / "cut")
        full(Path(folder))


def commits(folder: Path) -> None:
    chance, took = random.Random(1), []
    with Journal.open(folder) as journal:
        session = start(journal, rounds=ANSWERS)
        began, processor = time.perf_counter(), time.process_time()
        for _ in range(ANSWERS):
            before = time.perf_counter()
            dig(session, chance)
            took.append((time.perf_counter() - before) * 1000)
        seconds, processor = time.perf_counter() - began, time.process_time() - processor
    took.sort()
    print(
        f"commits on this disk: {statistics.median(took):.2f} ms in the middle, "
        f"{took[ANSWERS * 99 // 100]:.2f} ms p99, {ANSWERS / seconds:,.0f} answers/s "
        f"({processor / ANSWERS * 1000:.2f} ms processor time each)"
    )


def recovery(folder: Path) -> None:
    """From a power cut in mid-session to the next answer, over cuts at any write."""
    disk, chance, took = CutDisk(folder), random.Random(1), []
    with Journal.open(folder, disk=disk) as journal:
        id = start(journal, rounds=1000).header.session
    for _ in range(40):
        disk.cut_after(chance.randint(1, 120))
        journal = None
        try:
            journal = Journal.open(folder, disk=disk)
            session = Session.resume(journal, factory, id, SeededChance(1))
            session.rebuilt(None)
            while True:
                dig(session, chance)
        except Exception:
            assert disk.dead
        if journal is not None:
            journal.close()
        disk.restart(chance.choice(tuple(Loss)), chance)
        began = time.process_time()
        with Journal.open(folder, disk=disk) as journal:
            Session.resume(journal, factory, id, SeededChance(1)).rebuilt(None)
            took.append((time.process_time() - began) * 1000)
            answers = journal.tail(id)[0]
    print(
        f"back after a power cut: {statistics.median(took):.0f} ms in the middle, {max(took):.0f} ms at most"
        f" (a session of up to {answers} answers; processor time)"
    )


def full(folder: Path) -> None:
    many_sessions(folder / "many", 100_000)
    journal = told("100,000 answers in 400 sessions: opened", lambda: Journal.open(folder / "many"))
    told("    listed", journal.sessions)
    journal.close()
    id = one_long_session(folder / "one", 100_000)
    journal = told("100,000 answers in one session: opened", lambda: Journal.open(folder / "one"))
    told("    replayed", lambda: Session.resume(journal, factory, id, SeededChance(1)))
    journal.close()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"    at most {most} MB in all of this")


def told(what: str, work: Callable[[], Any]) -> Any:
    began, processor = time.perf_counter(), time.process_time()
    done = work()
    seconds, processor = time.perf_counter() - began, time.process_time() - processor
    print(f"{what} in {seconds:.2f} s ({processor:.2f} s processor time)")
    return done


if __name__ == "__main__":
    main()
