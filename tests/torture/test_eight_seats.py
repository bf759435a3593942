"""Eight seats press ten times a second each: no press that was meant is lost, and nothing is paid twice."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from digging import factory
from eight_fingers import Fingers
from table_play import legal_value

from companion.headless.pressing import PressDesk
from companion.table.answers import Answer
from companion.table.chance import SeededChance
from companion.table.clock import ManualClock
from companion.table.faults import Fault
from companion.table.journal import Journal
from companion.table.ledger import State
from companion.table.prompts import Claim
from companion.table.refusals import Refused
from companion.table.seats import seat_players
from companion.table.session import Session
from companion.table.thread import SessionThread
from companion.table.verify import verify
from hardware.buttons import PressQueue

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


def press_for(seconds: int, folder: Path, seed: int) -> Counter[str]:
    """Play Digging, where every dig owes a tip that is to be claimed, while all seats press all the time."""
    counts: Counter[str] = Counter()
    queue, desk, chance = PressQueue(), PressDesk(), random.Random(seed)
    fingers = Fingers(seed, queue)
    rules = {"rounds": 100_000, "purse": 1_000_000, "tips": True}
    with Journal.open(folder, clock=ManualClock()) as journal:
        thread = SessionThread(
            lambda: Session.start(
                journal, factory, "digging", seat_players(NAMES, 1, 8), rules, SeededChance(seed)
            )
        )
        thread.started.result(60)
        while fingers.now_ms < seconds * 1000:
            fingers.frame()
            view = thread.view
            assert view is not None
            prompt = next(one for one in view.open if one.waits)
            digs = Answer(prompt=prompt, value=legal_value(prompt, chance), seat=prompt.seats[0])
            # All of a frame's presses are told before the first is answered, as a busy evening does.
            waiting = [thread.tell("answer", digs)]
            for press in queue.drain():
                counts["presses"] += 1
                given = desk.take(press, view)
                if given is not None:
                    assert isinstance(given.prompt, Claim)
                    counts["claims"] += 1
                    waiting.append(thread.tell("answer", given))
            for future in waiting:
                try:
                    future.result(60)
                except Refused:
                    counts["refused"] += 1
                except Fault as fault:
                    raise AssertionError(f"a press was lost: {fault}") from fault
        view = thread.view
        assert view is not None and thread.close(60)
        tips = [t for t in view.book if t.id.startswith("tip/") and t.state is State.POSTED]
        counts["paid"] = len(tips)
        assert len({tip.id for tip in tips}) == len(tips) and sum(view.balances.values()) == 0
        # A press that came late was refused; all others were paid, each once.
        assert counts["paid"] == counts["claims"] - counts["refused"]
        verify(journal.load(view.session), factory)
    while len(queue) or counts["presses"] < fingers.meant:
        fingers_before = fingers.now_ms
        fingers.frame(1)
        counts["presses"] += len(queue.drain())
        assert fingers.now_ms < seconds * 1000 + 3000, (fingers_before, counts, fingers.meant)
    counts["meant"] = fingers.meant
    assert queue.dropped == 0
    return counts


def test_no_press_is_lost_and_nothing_paid_twice_in_five_seconds(root: Path) -> None:
    counts = press_for(5, root, 1)
    assert counts["meant"] == counts["presses"] > 380
    assert counts["paid"] > 40


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_press_is_lost_and_nothing_paid_twice_in_ten_minutes(root: Path) -> None:
    counts = press_for(600, root, 2)
    print(dict(counts))
    assert counts["meant"] == counts["presses"] > 47_000


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_million_presses_are_a_million_presses() -> None:
    queue = PressQueue()
    fingers, presses = Fingers(3, queue), 0
    while presses < 1_000_000:
        fingers.frame()
        presses += len(queue.drain())
    # What the fingers have begun and the contacts have not settled yet is at most one press a seat.
    assert 0 <= fingers.meant - presses <= 8 and queue.dropped == 0
    print(f"{presses:,} presses in {fingers.now_ms / 3_600_000:.1f} simulated hours, none lost, none twice")
