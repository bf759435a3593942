"""Random play: money is conserved, a replay is the session, refusals change nothing, ways back are exact."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from digging import factory
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from table_play import position, resume, start

from companion.table.answers import Answer
from companion.table.journal import Journal
from companion.table.prompts import Amount, Claim
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.session_files import file_bytes, read_file
from companion.table.verify import verify


class Evening(RuleBasedStateMachine):
    """Somebody at the table does anything at all; the session keeps its promises after each press."""

    session: Session

    @initialize(
        names=st.sampled_from(["Ana", "Ana Bo", "Ana Bo Cy"]),
        purse=st.sampled_from([1, 9, 60]),
        tips=st.booleans(),
    )
    def begin(self, names: str, purse: int, tips: bool) -> None:
        self.journal = Journal.in_memory()
        self.session = start(self.journal, names, rounds=3, purse=purse, tips=tips)
        self.seats = tuple(seat.id for seat in self.session.view.seats)
        self.seen = {self.session.view.number: position(self.session.view)}

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        stored = self.journal.load(self.session.header.session)
        again = resume(self.journal, self.session)
        assert position(again.view)[1:] == position(self.session.view)[1:]
        found = verify(stored, factory)
        answers = [e for e in self.session.history() if e.kind == "answer"]
        assert found.answers + found.undone == len(answers)
        reader, fault, _ = read_file(file_bytes(stored.session, stored.rows))
        assert fault is None and tuple(reader.entries) == stored.entries
        self.journal.close()

    def note(self) -> None:
        view = self.session.view
        if not view.held:
            self.seen[view.number] = position(view)

    @precondition(lambda self: self.session.view.open)
    @rule(data=st.data())
    def legal(self, data: st.DataObject) -> None:
        prompt = data.draw(st.sampled_from(self.session.view.open))
        value: Any
        if isinstance(prompt, Amount):
            value = data.draw(st.integers(prompt.least, prompt.most))
        elif isinstance(prompt, Claim):
            value = True
        else:
            value = data.draw(st.one_of(st.just("void"), st.lists(st.integers(1, 6), min_size=2, max_size=2)))
        before = self.session.view.number
        self.session.answer(Answer(prompt=prompt, value=value, seat=prompt.seats[0]))
        assert self.session.view.number > before
        self.note()

    @precondition(lambda self: self.session.view.open)
    @rule(
        value=st.one_of(
            st.none(),
            st.integers(-5, 200),
            st.text(max_size=3),
            st.lists(st.integers(-1, 8), max_size=4),
            st.floats(),
            st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
        ),
        seat=st.sampled_from(["ana", "bo", "cy", "nobody", None]),
        data=st.data(),
    )
    def anything(self, value: Any, seat: str | None, data: st.DataObject) -> None:
        prompt = data.draw(st.sampled_from(self.session.view.open))
        view, rows = self.session.view, len(self.journal.load(self.session.header.session).rows)
        try:
            self.session.answer(Answer(prompt=prompt, value=value, seat=seat))
        except Refused:
            assert self.session.view is view
            assert len(self.journal.load(self.session.header.session).rows) == rows
        else:
            self.note()

    @rule(seat=st.sampled_from(["ana", "bo", None]))
    def take_back(self, seat: str | None) -> None:
        view = self.session.view
        try:
            after = self.session.take_back(seat)
        except Refused:
            assert self.session.view is view
            assert not view.may_take_back or seat not in self.seats
        else:
            assert view.may_take_back and after.number > view.number
            self.note()

    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.seen)))
        second = self.seats[1] if len(self.seats) > 1 else None
        view = self.session.rewind(number, self.seats[0], second)
        if not view.held:
            assert position(view) == self.seen[number], number
        self.note()

    @rule(
        data=st.data(),
        value=st.one_of(st.integers(1, 9), st.lists(st.integers(1, 6), min_size=2, max_size=2)),
    )
    def correct(self, data: st.DataObject, value: Any) -> None:
        entry = data.draw(st.sampled_from(self.session.history()))
        second = self.seats[1] if len(self.seats) > 1 else None
        view = self.session.view
        try:
            self.session.correct(entry.number, value, self.seats[0], second)
        except Refused:
            assert self.session.view is view
        else:
            new = self.session.history()[view.number + 1 :]
            corrected = [e for e in new if e.about == entry.number and e.kind == "answer"]
            assert corrected[0].value == value and not corrected[0].undone
            self.note()

    @precondition(lambda self: self.session.leftover() is not None and not self.session.view.held)
    @rule(drop=st.booleans())
    def left_over(self, drop: bool) -> None:
        before = self.session.view.leftover
        after = self.session.drop_leftovers(None) if drop else self.session.take_leftover(None)
        assert after.leftover < before or after.outcome is not None
        self.note()

    @rule()
    def pause(self) -> None:
        if self.session.view.outcome is None:
            assert self.session.pause("ana").open == ()

    @precondition(lambda self: self.session.view.held == "paused")
    @rule()
    def go_on(self) -> None:
        assert self.session.go_on("ana").held == ""
        self.note()

    @rule()
    def switch_off_and_on(self) -> None:
        before = self.session.view
        self.session = resume(self.journal, self.session)
        assert position(self.session.view)[1:] == position(before)[1:]
        self.session.rebuilt("ana")
        if self.session.view.held == "paused":
            self.session.go_on("ana")
        self.note()

    @invariant()
    def money_is_conserved(self) -> None:
        if hasattr(self, "session"):
            balances = self.session.view.balances
            assert sum(balances.values()) == 0
            assert all(amount >= 0 for account, amount in balances.items() if account != "bank")


class TestEvening(Evening.TestCase):  # type: ignore[misc,valid-type,name-defined]
    settings = settings(
        max_examples=30,
        stateful_step_count=30,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )


@pytest.mark.long
@pytest.mark.timeout(1800)
class TestLongEvening(Evening.TestCase):  # type: ignore[misc,valid-type,name-defined]
    settings = settings(
        max_examples=600, stateful_step_count=80, deadline=None, suppress_health_check=list(HealthCheck)
    )
