"""The machine loses its power again and again, at any write, while Digging is played."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from digging import factory
from table_play import dig, resume, start

from companion.table.faults import Fault
from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.verify import verify
from companion.torture.cut_disk import CutDisk
from companion.torture.unsynced import Loss


class CutAgain:
    """Plays on after each power cut, and counts what of the acknowledged answers is not there any more."""

    def __init__(self, root: Path, disk: CutDisk, seed: int) -> None:
        self.root = root
        self.disk = disk
        self.chance = random.Random(seed)
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.notices: Counter[str] = Counter()
        self.lost: list[str] = []
        self.answers = 0
        self._playing = ""

    def cut(self, steps: int, loss: Loss) -> None:
        """Play until the power goes after so many steps, and start the machine again."""
        journal: Journal | None = None
        self.disk.cut_after(steps)
        try:
            journal = Journal.open(self.root, disk=self.disk)
            self.notices.update(notice.id for notice in journal.notices)
            self._look_for(journal)
            while True:
                self._play(journal)
        except (Fault, OSError):
            assert self.disk.dead, "nothing but the power cut may fail"
        if journal is not None:
            journal.close()
        self.disk.restart(loss, self.chance)

    def check(self) -> None:
        """Everything acknowledged is there, and every session can be verified end to end."""
        with Journal.open(self.root, disk=self.disk) as journal:
            self._look_for(journal)
            for session in journal.session_ids():
                verify(journal.load(session), factory)
        assert self.lost == []

    def _look_for(self, journal: Journal) -> None:
        for session, told in self.acknowledged.items():
            stored = journal.load(session).entries if journal.tail(session)[0] >= 0 else ()
            digests = {entry.number: entry.digest for entry in stored}
            self.lost += [f"{session}/{n}" for n, digest in told.items() if digests.get(n) != digest]
            # What was being committed when the power went may be there, and nothing that was never given.
            assert len(stored) <= max(told) + 1 + 3

    def _play(self, journal: Journal) -> None:
        if not self._playing:
            session = start(journal, seed=self.chance.randrange(10**9), rounds=20)
            self._playing = session.header.session
        else:
            session = resume(journal, self._playing)
            session.rebuilt(None)
        self._acknowledge(session)
        while session.view.outcome is None:
            dig(session, self.chance)
            self._acknowledge(session)
        self._playing = ""
        # A few sessions at a time are enough to look through at every start.
        if len(self.acknowledged) > 4:
            self.acknowledged.pop(next(iter(self.acknowledged)))

    def _acknowledge(self, session: Session) -> None:
        self.answers += 1
        self.acknowledged.setdefault(session.header.session, {})[session.view.number] = session.view.digest
