"""The keeper: lists, begins and resumes sessions on its own thread, so that no frame waits for a disk."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from companion.annals.archive import Archive
from companion.games import build_game
from companion.kiosk.desk import Desk
from companion.table.chance import Chance
from companion.table.faults import Fault
from companion.table.journal import Journal, Summary
from companion.table.refusals import Refused
from companion.table.seats import Seat
from companion.table.session import Session
from companion.table.text import Text

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage

log = logging.getLogger(__name__)

T = TypeVar("T")

#: So many names stand in a line of a list; the others are counted.
MOST_NAMES = 2


@dataclass(frozen=True, slots=True)
class Kept:
    """A session as the lists show it; `last` is the wall time of its last entry, None where it is unknown."""

    session: str
    game: str
    seats: tuple[Seat, ...]
    rules: Mapping[str, Any]
    finished: bool
    entries: int
    balances: Mapping[str, int]
    last: datetime | None

    def about(self, stage: Stage) -> str:
        """Return who played and when, in a few words."""
        return stage.line("kiosk.kept.about", names=self.who(stage), when=when(stage, self.last))

    def who(self, stage: Stage) -> str:
        """Return the names of the players, of a large table only the first ones."""
        shown = [seat.name for seat in self.seats[: MOST_NAMES if len(self.seats) > MOST_NAMES + 1 else None]]
        names, more = ", ".join(shown), len(self.seats) - len(shown)
        return stage.line("kiosk.kept.more", names=names, count=more) if more else names


def when(stage: Stage, moment: datetime | None) -> str:
    """Return a day and time as people say it: today, yesterday, or the date."""
    if moment is None:
        return stage.line("kiosk.when.unknown")
    local, today = moment.astimezone(), stage.clock.wall().astimezone()
    days = (today.date() - local.date()).days
    time = stage.language.time_of_day(local)
    if days == 0:
        return stage.line("kiosk.when.today", time=time)
    if days == 1:
        return stage.line("kiosk.when.yesterday", time=time)
    return stage.line("kiosk.when.day", day=stage.language.day(local.date()), time=time)


class Keeper:
    """Opens sessions of one journal, one at a time."""

    def __init__(self, journal: Journal, chance: Chance) -> None:
        self.journal = journal
        self.archive = Archive(journal)
        self._chance = chance
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="keeper")
        #: Reads old evenings, which may take a while: nobody who opens a session waits for it.
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="annals")
        self._desks: list[Desk] = []

    def do(self, work: Callable[[], None]) -> Future[None]:
        """Do something that may wait for the disk, on the keeper's thread."""
        return self._worker.submit(work)

    def list(self) -> Future[tuple[Kept, ...]]:
        """List all sessions, the latest first."""
        return self._worker.submit(self._list)

    def work(self, job: Callable[[], T]) -> Future[T]:
        """Do something that takes its time, such as reading all evenings, on a thread of its own."""
        return self._reader.submit(job)

    def start(self, game: str, seats: tuple[Seat, ...], rules: Mapping[str, Any]) -> Future[Desk]:
        """Begin a session."""
        chance = self._chance
        return self._open(lambda: Session.start(self.journal, build_game, game, seats, dict(rules), chance))

    def resume(self, session: str, *, from_agreeing: bool = False) -> Future[Desk]:
        """Go on with a session, or look at a finished one; see `Session.resume` for `from_agreeing`."""
        journal, chance = self.journal, self._chance
        return self._open(
            lambda: Session.resume(journal, build_game, session, chance, from_agreeing=from_agreeing)
        )

    def taken(self, asked: Future[T], stage: Stage) -> T | None:
        """Return what a finished question brought, or say why it failed and return None."""
        try:
            return asked.result(timeout=0)
        except (Fault, Refused) as no:
            stage.notice(stage.say(no.say), "bad", 8000)
        except Exception:
            log.exception("the sessions cannot be read")
            stage.notice(stage.line("kiosk.fault.sessions"), "bad", 8000)
        return None

    def notices(self) -> tuple[Text, ...]:
        """Take what the journal has to say: what was recovered, and that room is running out."""
        said, self.journal.notices = tuple(self.journal.notices), []
        return said

    def close(self) -> None:
        """Close all sessions and the thread; what was accepted is already in the journal."""
        for desk in self._desks:
            desk.close()
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._reader.shutdown(wait=True, cancel_futures=True)

    def _open(self, maker: Callable[[], Session]) -> Future[Desk]:
        def open_desk() -> Desk:
            for desk in self._desks:
                desk.close()
            desk = Desk(maker)
            self._desks = [desk]
            return desk

        return self._worker.submit(open_desk)

    def _list(self) -> tuple[Kept, ...]:
        away = self.archive.marks.deleted
        # The order is the journal's own: a machine without a battery clock may have lived in another year.
        return tuple(_kept(summary) for summary in self.journal.sessions() if summary.session not in away)


def _kept(summary: Summary) -> Kept:
    header = summary.header
    try:
        last: datetime | None = datetime.fromisoformat(summary.last)
    except ValueError:
        last = None
    return Kept(
        summary.session, header.game, header.seats, header.rules, summary.finished, summary.entries,
        summary.balances, last,
    )  # fmt: skip
