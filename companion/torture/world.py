"""The world of one evening: its clock, its disk, its journal, and the machine that goes off and on."""

from __future__ import annotations

import hashlib
import logging
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from companion.games import build_game
from companion.language import Language
from companion.table.chance import SeededChance
from companion.table.clock import ManualClock
from companion.table.faults import JournalFault
from companion.table.game import Game
from companion.table.journal import Journal
from companion.table.seats import Seat
from companion.table.text import Text
from companion.table.view import TableView
from companion.torture.checks import Checks
from companion.torture.cut_disk import CutDisk
from companion.torture.damage import harm
from companion.torture.found import Found
from companion.torture.tally import Tally
from companion.torture.unsynced import Loss
from hardware.buttons import PressQueue

_CUTS = {
    Loss.KEEPS: "kill -9",
    Loss.DROPS: "power cut, unsynced pages dropped",
    Loss.TEARS: "power cut, unsynced pages torn",
}


#: More presses than this never wait.
MOST_PRESSES = 256


class PowerGone(Exception):
    """The machine is off: nothing of the program goes on."""


class World:
    """One data folder and the machine it belongs to, for one evening of the seed.

    `presses` is where what is pressed waits to be heard.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed = seed
        self.folder = folder
        self.chance = random.Random(f"evening {seed}")
        self.clock = ManualClock()
        self.disk = CutDisk(folder)
        self.checks = Checks(folder)
        self.tally = Tally(evenings=1)
        self.lots = SeededChance(f"lots {seed}")
        self.languages = [Language.load(code) for code in Language.present()]
        self.language = Language.load()
        self.journal: Journal | None = None
        self.presses: PressQueue | None = None
        self.newer = 0
        self._boots = 1
        self._threads = frozenset(threading.enumerate())
        self._trace = hashlib.sha256()
        self._unsaid: list[str] = []
        self._damaged = self._mirror_damaged = False

    def note(self, fault: str) -> None:
        """Count one thing that goes wrong."""
        self.tally.faults[fault] += 1
        self._trace.update(fault.encode())

    def factory(self, name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
        """Build a game; its rules are `newer` versions on from today's, and pay the same."""
        game = build_game(name, seats, rules)
        if self.newer:
            # A version is a mark on the class; here the mark alone is another one.
            vars(game)["rules_version"] = game.rules_version + self.newer
        return game

    # --- the machine

    def switch_on(self) -> Journal:
        """Open the journal, however often the power goes while that is being done."""
        interrupted = self.chance.random() < 0.5
        while True:
            if interrupted:
                self.disk.cut_after(self.chance.randint(1, self.chance.choice((6, 20, 60))))
            try:
                journal = Journal.open(self.folder, clock=self.clock, disk=self.disk)
            except (JournalFault, OSError) as problem:
                if not self.disk.dead:
                    raise Found("exceptions", f"the journal cannot be opened: {problem!r}") from problem
                self.note("power cut while opening")
                self.tally.cuts += 1
                self.disk.restart(self.chance.choice(tuple(Loss)), self.chance)
                interrupted = self.chance.random() < 0.5
                continue
            self.disk.cut_after(10**9)
            self.journal = journal
            if self.disk.dead:
                self.switch_off(cut=True)
                continue
            self._heed(journal.notices)
            self.checks.opened(journal)
            return journal

    def switch_off(self, *, cut: bool) -> None:
        """Close everything; with `cut` the program has died first, by a kill or with the machine."""
        self.checks.closed()
        if self.journal is not None:
            self.journal.close()
            self.journal = None
        if not cut:
            self.note("restart")
            self._may_come_to_harm(0.1)
            return
        loss = self.chance.choice(tuple(Loss))
        self.note(_CUTS[loss])
        self.tally.cuts += loss is not Loss.KEEPS
        self.disk.restart(loss, self.chance)
        if loss is not Loss.KEEPS:
            self._boots += 1
            self.clock.start_again(f"boot-{self._boots}")
            self._may_come_to_harm(0.35)

    def _may_come_to_harm(self, how_often: float) -> None:
        if self.chance.random() < how_often and (what := harm(self.folder, self.disk, self.chance)):
            self.note(what)
            self._damaged = True
            self._mirror_damaged = self._mirror_damaged or "mirror" in what
            self.disk.unsynced.take_as_it_is()

    def _heed(self, notices: list[Text]) -> None:
        """What the journal tells at the start must have a reason; nothing may be missing."""
        told = {notice.id for notice in notices}
        expected = {"journal.set_aside", "journal.recovered"} if self._damaged else set()
        # Of a mirror only the end is looked at while it agrees, so that harm in its middle is met later.
        expected |= {"journal.mirror_set_aside"} if self._mirror_damaged else set()
        if told - expected:
            raise Found("lost", f"the journal tells of {', '.join(sorted(told))}")
        for notice in notices:
            self.say(notice)
        self._damaged = False

    def end(self) -> Tally:
        """Let go of everything, and return the tally."""
        self.checks.closed()
        if self.journal is not None:
            self.journal.close()
            self.journal = None
        self.disk.end()
        self.tally.trace = self._trace.hexdigest()
        return self.tally

    # --- what holds at any time

    def check(self, view: TableView, *, threads: int = 0) -> None:
        """Check all that holds after every step, and remember the view in the trace.

        The session may have so many `threads` of its own.
        """
        self.checks.after(view)
        self.check_threads(beside=threads)
        self.check_presses()
        self._trace.update(f"{view.number} {view.digest} {len(view.open)}".encode())

    def check_threads(self, *, beside: int = 0) -> None:
        """Look for threads that have come since the beginning; there may be so many."""
        came = sorted(thread.name for thread in threading.enumerate() if thread not in self._threads)
        if len(came) > beside:
            raise Found("exceptions", f"threads that are left behind: {', '.join(came)}")

    def check_presses(self) -> None:
        """Presses that wait to be heard are few, and none was dropped."""
        queue = self.presses
        if queue is not None and (len(queue) > MOST_PRESSES or queue.dropped):
            raise Found("exceptions", f"{len(queue)} presses wait, {queue.dropped} were dropped")

    def say(self, text: Text) -> str:
        """Say a text in the language that is set; all its facts must be there."""
        said = self.language.say(text)
        if self._unsaid:
            raise Found("exceptions", f"a text that cannot be said: {self._unsaid[0]}")
        return said

    def say_all(self, view: TableView) -> None:
        """Say everything that the table would be shown or told now."""
        for prompt in view.open:
            self.say(prompt.say)
        for event in view.events:
            self.say(event.say)
        if view.outcome is not None:
            self.say(view.outcome.say)

    def jump(self) -> None:
        """The clocks jump by hours: the wall clock either way, the steady one on."""
        hours = self.chance.uniform(-30, 30)
        self.clock.set_wall(self.clock.wall() + timedelta(hours=hours))
        self.clock.pass_ms(self.chance.choice((0, 1, 60_000, 5 * 3_600_000)))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what the languages complain of, and keep the rest of the log from the screen meanwhile."""
        heard = _Heard(self._unsaid)
        languages, root = logging.getLogger("companion.language"), logging.getLogger("companion")
        before = root.propagate
        languages.addHandler(heard)
        root.addHandler(quiet := logging.NullHandler())
        root.propagate = False
        try:
            yield
        finally:
            languages.removeHandler(heard)
            root.removeHandler(quiet)
            root.propagate = before


class _Heard(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(record.getMessage())
