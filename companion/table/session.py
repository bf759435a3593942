"""A live session: the runner, its journal, and the ways back.

The order is always: check, send, commit with the resulting digest, show.  Where the script raises or the
commit fails, the position is rebuilt from the journal as if nothing had happened, and the fault is raised.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from companion.table.answers import Answer, Source, Value, check_value, require_second
from companion.table.chance import Chance
from companion.table.course import Course
from companion.table.draws import Draws
from companion.table.entries import Entry, Header, Kind, stored_value
from companion.table.faults import Diverged, JournalFault
from companion.table.game import Event, Game
from companion.table.history import HistoryEntry, history_of
from companion.table.journal import Journal
from companion.table.prompts import Prompt
from companion.table.refusals import Refused, Why
from companion.table.replay import GameFactory, bound, play_to
from companion.table.runner import Runner, ScriptFault, Step
from companion.table.seats import Seat
from companion.table.stamping import stamped, told_by
from companion.table.text import Text
from companion.table.view import TableView

__all__ = ["GameFactory", "Header", "HistoryEntry", "Session"]

log = logging.getLogger(__name__)

T = TypeVar("T")

_ID_LETTERS = tuple("0123456789abcdefghjkmnpqrstvwxyz")
#: A script may ask for this many lots and shuffles in a row, no more; beyond it turns in a circle.
_MOST_CHANCE = 1000


class Session:
    """One session in play, for one thread.  `view` is the table after the last commit."""

    def __init__(
        self, journal: Journal, factory: GameFactory, chance: Chance, course: Course, runner: Runner
    ) -> None:
        self._journal = journal
        self._factory = factory
        self._draws = Draws(chance)
        self._course = course
        self._runner: Runner | None = runner
        self._rebuild = False
        self.view: TableView

    @property
    def header(self) -> Header:
        return self._course.header

    # --- beginning and going on

    @classmethod
    def start(
        cls,
        journal: Journal,
        factory: GameFactory,
        game: str,
        seats: tuple[Seat, ...],
        rules: dict[str, Any],
        chance: Chance,
    ) -> Session:
        """Begin a session and commit its start.

        Raises `Refused` for seats or house rules that the game does not take, `JournalFault`, `ScriptFault`.
        """
        # The game gets the house rules as every replay will get them: as plain data out of JSON.
        rules = msgspec.json.decode(msgspec.json.encode(rules), type=dict[str, Any])
        runner = Runner(factory(game, seats, dict(rules)))
        known = set(journal.session_ids())
        while (id := "".join(chance.draw(_ID_LETTERS) for _ in range(8))) in known:
            pass
        header = Header(
            session=id,
            game=game,
            rules_version=runner.game.rules_version,
            seats=tuple(seats),
            rules=runner.game.rules_to_keep(rules),
        )
        session = cls(journal, factory, chance, Course(), runner)
        first = session._entry(Kind.START, runner.first, header=header)
        entries = session._with_chance([first])
        session._commit(entries, session=id)
        return session

    @classmethod
    def resume(
        cls,
        journal: Journal,
        factory: GameFactory,
        session_id: str,
        chance: Chance,
        *,
        from_agreeing: bool = False,
    ) -> Session:
        """Go on with a stored session; it waits for `rebuilt` where something lies on the table (H4).

        Raises `Diverged` where the replay no longer leads where it led; with `from_agreeing` the session then
        goes on from the last agreeing answer, by an entry of its own, and the rest is offered as left over.
        """
        course = Course()
        for entry in journal.load(session_id).entries:
            course.add(entry)
        try:
            runner = play_to(factory, course, course.head)
            agreeing = course.head
        except Diverged as diverged:
            if not from_agreeing or diverged.number == 0:
                raise
            agreeing = diverged.agreeing
            runner = play_to(factory, course, agreeing)
        session = cls(journal, factory, chance, course, runner)
        session._undoing(sorted(set(range(len(course.entries))) - set(course.line(agreeing))))
        if agreeing != course.head or runner.game.rules_version != course.rules_version:
            with session._all_or_nothing():
                entry = session._entry(Kind.VERSION, to=agreeing, rules_version=runner.game.rules_version)
                session._commit([entry])
        lying = runner.outcome is None and course.held != "ended"
        session._rebuild = lying and runner.game.lies_on_table and bool(course.last_by_table())
        session._show(())
        return session

    # --- playing

    def answer(self, answer: Answer) -> TableView:
        """Take one answer; lots and shuffles that follow are drawn and committed with it.

        Raises `Refused` with nothing changed; `ScriptFault` or `JournalFault` with the position as it was.
        """
        runner = self._playing()
        try:
            answer = replace(answer, value=stored_value(answer.value))
        except TypeError:
            raise Refused(Why.WRONG_KIND) from None
        runner.check(answer)
        if answer.source is Source.LOT:
            raise Refused(Why.NOT_ASKED, say=answer.prompt.say)
        with self._all_or_nothing():
            step = runner.send(answer)
            return self._commit(self._with_chance([self._answered(answer, step)]))

    def take_back(self, seat: str | None) -> TableView:
        """Take back the last answer, by one press of anybody (H5).

        Only one answer, and only as long as no other way back came after it; raises `Refused` otherwise.
        What bots have answered since a person did goes with it: they would only answer the same again.
        """
        self._whose(seat)
        last = self._course.last_by_person() or self._course.last_by_table()
        if not last:
            raise Refused(Why.NOTHING_TO_TAKE_BACK)
        if last < self._course.turned:
            raise Refused(Why.TOO_LATE)
        return self._go_back(Kind.TAKE_BACK, last - 1, seat=seat, about=last)

    def rewind(self, to_number: int, seat: str | None, second: str | None) -> TableView:
        """Go back to the position after an entry, undone or not, with a second seat's agreement (H5)."""
        self._whose(seat)
        require_second(seat, second, self._seated())
        if not isinstance(to_number, int) or not 0 <= to_number <= self._course.number:
            raise Refused(Why.NO_SUCH_ANSWER, number=str(to_number)[:12], most=self._course.number)
        return self._go_back(Kind.REWIND, to_number, seat=seat, second=second)

    def correct(self, number: int, value: Value, seat: str | None, second: str | None) -> TableView:
        """Put `value` in the place of the answer `number`, with a second seat's agreement (H5, B35).

        The answers behind it are given again up to the first that no longer fits; the rest is left over.
        """
        self._whose(seat)
        require_second(seat, second, self._seated())
        line = self._course.line()
        if number not in line or self._course.entries[number].source is Source.LOT:
            raise Refused(Why.NO_SUCH_ANSWER, number=str(number)[:12], most=self._course.number)
        wrong = self._course.entries[number]
        with self._all_or_nothing():
            runner = play_to(self._factory, self._course, self._course.parent(number))
            try:
                right = replace(bound(runner, wrong), value=stored_value(value))
                check_value(right.prompt, right.value, right.seat)
            except TypeError:
                raise Refused(Why.CORRECTION_DOES_NOT_FIT, because=Text("refused.wrong_kind")) from None
            except Refused as refused:
                raise Refused(Why.CORRECTION_DOES_NOT_FIT, because=refused.say) from None
            behind = self._course.by_table(line[line.index(number) + 1 :])
            self._runner = runner
            self._undoing(line[line.index(number) :])
            entries = [self._entry(Kind.CORRECTION, about=number, seat=seat, second=second)]
            step = runner.send(right)
            entries.append(self._answered(right, step, about=number, offset=1))
            self._with_chance(entries)
            for again in behind:
                try:
                    answer = bound(runner, self._course.entries[again])
                    runner.check(answer)
                except Refused:
                    break
                step = runner.send(answer)
                entries.append(self._answered(answer, step, about=again, offset=len(entries)))
                self._with_chance(entries)
            return self._commit(entries, events=())

    # --- what a correction has left over

    def leftover(self) -> Answer | None:
        """Return the first left-over answer that fits an open prompt, bound to it; ``None`` if none does."""
        found = self._fitting()
        return found[1] if found else None

    def take_leftover(self, seat: str | None) -> TableView:
        """Give the answer that `leftover` offers once more; raises `Refused` when there is none."""
        self._whose(seat)
        runner = self._playing()
        found = self._fitting()
        if found is None:
            raise Refused(Why.NO_LEFTOVER)
        number, answer = found
        with self._all_or_nothing():
            step = runner.send(answer)
            return self._commit(self._with_chance([self._answered(answer, step, about=number)]))

    def drop_leftovers(self, seat: str | None) -> TableView:
        """Let go of all left-over answers; they stay readable in the history."""
        self._whose(seat)
        return self._note(Kind.DROP, seat) if self._course.leftover else self.view

    # --- pausing

    def pause(self, seat: str | None) -> TableView:
        """Pause; any seat may (H3).  A session that is held already stays as it is."""
        self._whose(seat)
        if self._live().outcome is not None:
            raise Refused(Why.FINISHED)
        return self.view if self.view.held else self._note(Kind.PAUSE, seat)

    def go_on(self, seat: str | None) -> TableView:
        """End a pause; raises `Refused` while the table is not rebuilt."""
        self._whose(seat)
        if self._rebuild:
            raise Refused(Why.NOT_REBUILT)
        return self._note(Kind.GO_ON, seat) if self._course.held == "paused" else self.view

    def rebuilt(self, seat: str | None) -> TableView:
        """The table lies as it did (H4): a resumed session goes on."""
        self._whose(seat)
        if not self._rebuild:
            return self.view
        with self._all_or_nothing():
            entry = self._entry(Kind.REBUILT, seat=seat)
            self._rebuild = False
            try:
                return self._commit([entry])
            except BaseException:
                self._rebuild = True
                raise

    def end(self, seat: str | None, second: str | None) -> TableView:
        """Put the session away before its end, with a second seat's agreement; a rewind opens it again."""
        self._whose(seat)
        require_second(seat, second, self._seated())
        if self._live().outcome is not None or self._course.held == "ended":
            return self.view
        return self._note(Kind.ENDED, seat, second)

    # --- reading

    def history(self) -> tuple[HistoryEntry, ...]:
        """Return every entry, oldest first, those of undone branches too."""
        return history_of(self._course)

    def asked_at(self, number: int) -> Prompt | None:
        """Return the prompt that the answer `number` was given to; None where it is not on the line.

        The way there is played again, so that it takes a moment in a long session.
        """
        if number not in self._course.line():
            return None
        runner = play_to(self._factory, self._course, self._course.parent(number))
        return bound(runner, self._course.entries[number]).prompt

    def private(self, seat: str) -> dict[str, Any]:
        """Return what `seat` alone may see, its hidden hand too: for its own eyes and for what plays for it.

        Raises `Refused` for a seat that is not at the table.
        """
        self._whose(seat)
        return self._live().game.view(seat)

    def whole(self) -> dict[str, Any]:
        """Return the whole position, hidden cards too: for the companion's solver, never to be shown."""
        return self._live().game.snapshot()

    def consult(self, adviser: Callable[[Game], T]) -> T:
        """Return what `adviser`, who only looks, makes of the game as it stands: a bot beside people."""
        return adviser(self._live().game)

    # --- how it is done

    def _live(self) -> Runner:
        """Return the runner; where an earlier fault has left none, try to rebuild it."""
        if self._runner is None:
            self._runner = play_to(self._factory, self._course, self._course.head)
        return self._runner

    def _playing(self) -> Runner:
        runner = self._live()
        if self._rebuild:
            raise Refused(Why.NOT_REBUILT)
        if self._course.held == "paused":
            raise Refused(Why.PAUSED)
        if runner.outcome is not None or self._course.held == "ended":
            raise Refused(Why.FINISHED)
        return runner

    def _seated(self) -> tuple[str, ...]:
        return self._live().seated

    def _whose(self, seat: str | None) -> None:
        if seat is not None and seat not in self._seated():
            raise Refused(Why.NOT_ASKED, say=Text("session.this_session"))

    def _fitting(self) -> tuple[int, Answer] | None:
        runner = self._live()
        for number in self._course.leftover:
            try:
                answer = bound(runner, self._course.entries[number])
                runner.check(answer)
            except Refused:
                continue
            return number, answer
        return None

    def _note(self, kind: Kind, seat: str | None, second: str | None = None) -> TableView:
        with self._all_or_nothing():
            return self._commit([self._entry(kind, seat=seat, second=second)])

    def _go_back(self, kind: Kind, to: int, **told: Any) -> TableView:
        with self._all_or_nothing():
            head = self._course.head_at(to)
            self._runner = play_to(self._factory, self._course, head)
            self._undoing(sorted(set(self._course.line()) - set(self._course.line(head))))
            entries = [self._entry(kind, to=to, **told)]
            return self._commit(self._with_chance(entries), events=())

    def _undoing(self, numbers: Iterable[int]) -> None:
        self._draws.remember(self._course.entries[number] for number in numbers)

    def _with_chance(self, entries: list[Entry]) -> list[Entry]:
        """Draw every lot and shuffle that is open now, and add the answers to `entries`."""
        runner = self._live()
        for _ in range(_MOST_CHANCE):
            answer = self._draws.answer(runner.open)
            if answer is None:
                return entries
            try:
                step = runner.send(answer)
            except Refused as refused:
                raise ScriptFault(f"{runner.game.name}: {answer.key}: {refused}") from refused
            entries.append(self._answered(answer, step, offset=len(entries)))
        raise ScriptFault(f"{runner.game.name} asks for chance without end")

    def _answered(self, answer: Answer, step: Step, *, about: int | None = None, offset: int = 0) -> Entry:
        return self._entry(Kind.ANSWER, step, offset=offset, about=about, **told_by(answer))

    def _entry(self, kind: Kind, step: Step | None = None, *, offset: int = 0, **told: Any) -> Entry:
        number = len(self._course.entries) + offset
        return stamped(kind, number, self._live(), self._journal.clock, step, **told)

    def _commit(
        self, entries: list[Entry], *, events: tuple[Event, ...] | None = None, session: str | None = None
    ) -> TableView:
        self._journal.append(session or self.header.session, entries)
        for entry in entries:
            self._course.add(entry)
        if events is None:
            events = tuple(event for entry in entries for event in entry.events)
        return self._show(events)

    def _show(self, events: tuple[Event, ...]) -> TableView:
        runner, course = self._live(), self._course
        held = "rebuild" if self._rebuild else course.held
        last = course.last_by_table()
        self.view = TableView(
            session=self.header.session,
            game=self.header.game,
            number=course.number,
            seats=runner.game.seats,
            open=() if held else runner.open,
            snapshot=runner.game.view(None),
            balances=runner.game.ledger.balances,
            book=runner.game.ledger.book,
            events=events,
            outcome=runner.outcome,
            held=held,
            digest=course.entries[-1].digest,
            leftover=0 if runner.outcome else len(course.leftover),
            may_take_back=last > course.turned,
        )
        return self.view

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Rebuild the position from the journal when what is done inside fails."""
        before, kept = self._course.number, self._draws.kept()
        try:
            yield
        except BaseException:
            self._runner = None
            self._draws.restore(kept)
            self._catch_up(before)
            raise

    def _catch_up(self, before: int) -> None:
        """Take in what the journal has committed, then rebuild; the next call says what fails here."""
        try:
            for entry in self._journal.load(self.header.session, after=self._course.number).entries:
                self._course.add(entry)
        except (JournalFault, ValueError) as problem:
            log.warning("the journal cannot be read back: %s", problem)
        try:
            self._live()
            if self._course.number != before:
                self._show(())
        except Exception as problem:
            log.error("the position cannot be rebuilt: %s", problem)
