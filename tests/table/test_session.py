"""A live session: check, send, commit, show; and as if nothing had happened where one of them fails."""

from __future__ import annotations

import logging
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from digging import changed, factory, generous, renumbered
from table_play import answer, claim, dig_on, main_prompt, position, resume, start

from companion.table.answers import Answer, Source
from companion.table.chance import SeededChance
from companion.table.faults import Diverged, JournalFault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from companion.table.journal import Journal
from companion.table.prompts import Lot, Throw
from companion.table.refusals import Refused, Why
from companion.table.runner import ScriptFault
from companion.table.seats import seat_players
from companion.table.session import Session


def test_a_start_draws_the_lots_and_shows_the_first_prompt(journal: Journal) -> None:
    session = start(journal, rounds=2, purse=30)
    view = session.view
    assert view.number == 2 and view.balances == {"bank": -60, "pot": 0, "ana": 30, "bo": 30}
    assert main_prompt(view).key == "stake/ana/0"
    assert [entry.source for entry in session.history()] == [None, Source.LOT, Source.LOT]
    header = session.header
    assert (header.game, header.rules_version, header.rules) == ("digging", 1, {"rounds": 2, "purse": 30})
    assert [seat.name for seat in header.seats] == ["Ana", "Bo"]


def test_the_same_chance_starts_the_same_session(tmp_path: Path) -> None:
    views = []
    for name in ("one", "two"):
        with Journal.open(tmp_path / name) as journal:
            views.append(start(journal, seed=5).view)
    assert views[0] == views[1]


def test_a_game_gets_its_house_rules_as_every_replay_gets_them(journal: Journal) -> None:
    given: list[Any] = []

    def noting(name: str, seats: Any, rules: Any) -> Any:
        given.append(dict(rules))
        return factory(name, seats, rules)

    class Rounds(IntEnum):
        FEW = 2

    seats = seat_players(["Ana", "Bo"], 2, 8)
    session = Session.start(journal, noting, "digging", seats, {"rounds": Rounds.FEW}, SeededChance(1))
    Session.resume(journal, noting, session.header.session, SeededChance(1))
    assert given[0] == given[1] == session.header.rules == {"rounds": 2}
    assert {type(rules["rounds"]) for rules in given} == {int}


def test_rules_and_seats_that_the_game_does_not_take_leave_no_session(journal: Journal) -> None:
    with pytest.raises(Refused) as refused:
        start(journal, gold=7)
    assert refused.value.why is Why.UNKNOWN_RULE
    assert journal.sessions() == ()


def test_an_answer_is_committed_before_it_is_shown(journal: Journal, folder: Path) -> None:
    session = start(journal)
    view = answer(session, 5)
    assert view is session.view and view.number == 3
    with Journal.read(folder) as reader:
        entry = reader.load(session.header.session).entries[-1]
    assert (entry.key, entry.value, entry.seat, entry.digest) == ("stake/ana/0", 5, "ana", view.digest)
    assert (
        entry.balances == view.balances and entry.say == main_prompt(session.view).say
    ) or entry.asked == "amount"


def test_what_was_read_and_by_whom_is_kept(journal: Journal) -> None:
    session = start(journal)
    answer(session, 5)
    answer(session, (3, 4), source=Source.CAMERA, evidence="throw-0001.jpg")
    entry = session.history()[-1]
    assert (entry.source, entry.evidence, entry.value) == (Source.CAMERA, "throw-0001.jpg", [3, 4])
    assert [event.what for event in entry.events] == ["throw"]


def test_the_events_of_a_view_are_those_of_the_last_commit_alone(journal: Journal) -> None:
    session = start(journal)
    answer(session, 5)
    assert [event.what for event in answer(session, [1, 2]).events] == ["throw"]
    assert answer(session, 5).events == ()


def test_a_view_shows_what_everybody_may_see_and_no_more(journal: Journal) -> None:
    session = start(journal)
    assert "seam" not in session.view.snapshot
    hidden = [entry for entry in session.history() if entry.asked == "deal"]
    assert len(hidden) == 1 and hidden[0].hidden and hidden[0].value is None
    dig_on(session, 99)
    shown = [entry for entry in session.history() if entry.asked == "deal"]
    assert sorted(shown[0].value) == ["gold", "iron", "mud"]


@pytest.mark.parametrize(
    ("value", "more", "why"),
    [
        (0, {}, Why.TOO_LITTLE),
        (-3, {}, Why.TOO_LITTLE),
        (10, {}, Why.TOO_MUCH),
        ("abc", {}, Why.NOT_A_NUMBER),
        (2.5, {}, Why.WRONG_KIND),
        ({1}, {}, Why.WRONG_KIND),
        (3, {"seat": "bo"}, Why.NOT_ASKED),
        (3, {"seat": "nobody"}, Why.NOT_ASKED),
        (3, {"source": Source.LOT}, Why.NOT_ASKED),
    ],
)
def test_a_refusal_changes_nothing(journal: Journal, value: Any, more: dict[str, Any], why: Why) -> None:
    session = start(journal)
    view, rows = session.view, journal.load(session.header.session).rows
    with pytest.raises(Refused) as refused:
        session.answer(Answer(prompt=main_prompt(view), value=value, **{"seat": "ana", **more}))
    assert refused.value.why is why
    assert session.view is view
    assert [r.hash for r in journal.load(session.header.session).rows] == [r.hash for r in rows]
    assert answer(session, 5).number == view.number + 1


def test_nobody_answers_for_chance() -> None:
    session = start(Journal.in_memory())
    lot = Lot(key="lot/first", say=session.view.open[0].say, among=("ana", "bo"))
    with pytest.raises(Refused) as refused:
        session.answer(Answer(prompt=lot, value="bo", source=Source.LOT))
    assert refused.value.why is Why.NOT_OPEN


def test_claims_beside_the_prompt_reach_the_script(journal: Journal) -> None:
    session = start(journal, tips=True)
    answer(session, 5)
    answer(session, [1, 1])
    before = session.view.balances["ana"]
    assert [prompt.key for prompt in session.view.open] == ["stake/bo/1", "claim/tip/0"]
    assert claim(session, "tip/0").balances["ana"] == before + 1
    assert [prompt.key for prompt in session.view.open] == ["stake/bo/1"]


# --- when something fails


@pytest.mark.parametrize("fault", list(DiskFault))
@pytest.mark.parametrize("after", [0, 1])
def test_a_commit_that_fails_is_as_if_nothing_had_happened(
    journal: Journal, disk: FaultyDisk, fault: DiskFault, after: int
) -> None:
    session = start(journal)
    view = session.view
    disk.fail(fault, after=after)
    with pytest.raises(JournalFault):
        answer(session, 5)
    assert session.view is view
    disk.mend()
    # The same answer is still open, and once it is taken it counts once.
    assert answer(session, 5).number == view.number + 1
    assert resume(journal, session).view.digest == session.view.digest


def test_a_really_full_database_refuses_the_answer_and_loses_nothing(journal: Journal) -> None:
    session = start(journal, rounds=500, purse=500)
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages + 4}")
    with pytest.raises(JournalFault) as fault:
        dig_on(session, 200)
    assert fault.value.say.id == "journal.full"
    taken = session.view
    assert resume(journal, session).view.digest == taken.digest
    journal._connection.execute("PRAGMA max_page_count = 100000")
    assert dig_on(session, 3).number > taken.number


def test_every_way_back_is_all_or_nothing_too(journal: Journal, disk: FaultyDisk) -> None:
    session = start(journal)
    dig_on(session, 4)
    before, history = session.view, session.history()
    calls = [
        lambda: session.take_back("ana"),
        lambda: session.rewind(3, "ana", "bo"),
        lambda: session.correct(3, 1, "ana", "bo"),
        lambda: session.pause("ana"),
        lambda: session.end("ana", "bo"),
    ]
    for call in calls:
        disk.fail(DiskFault.FULL)
        with pytest.raises(JournalFault):
            call()
        disk.mend()
        assert session.view is before and session.history() == history
    assert position(resume(journal, session).view)[1:] == position(before)[1:]
    assert dig_on(session, 1).number > before.number


def test_a_bug_in_the_rules_is_as_if_nothing_had_happened(journal: Journal) -> None:
    session = start(journal, game="brittle")
    answer(session, 5)
    view = session.view
    for _ in range(2):
        with pytest.raises(ScriptFault):
            answer(session, [6, 6])
        assert session.view is view
    assert answer(session, [6, 5]).number == view.number + 1
    assert 6 not in [v for e in session.history() if e.value == [6, 6] for v in e.value]


def test_an_interruption_behind_the_commit_is_caught_up_with(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(journal)
    append = journal.append

    def interrupted(*arguments: Any) -> None:
        append(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(journal, "append", interrupted)
    with pytest.raises(KeyboardInterrupt):
        answer(session, 5)
    monkeypatch.undo()
    # The answer is on the disk, so it counts: the view has caught up with the journal.
    assert session.view.number == 3 and main_prompt(session.view).key == "throw/ana/0"
    answer(session, [3, 4])
    assert resume(journal, session).view.digest == session.view.digest


def test_a_game_that_cannot_be_built_again_is_said_and_tried_again(
    journal: Journal, disk: FaultyDisk, caplog: pytest.LogCaptureFixture
) -> None:
    working = [True]

    def moody(name: str, seats: Any, rules: Any) -> Any:
        if not working[0]:
            raise MemoryError("no room")
        return factory(name, seats, rules)

    session = Session.start(journal, moody, "digging", seat_players(["Ana", "Bo"], 2, 8), {}, SeededChance(1))
    view, working[0] = session.view, False
    disk.fail(DiskFault.BROKEN)
    with caplog.at_level(logging.ERROR), pytest.raises(JournalFault, match="broken"):
        answer(session, 5)
    assert "cannot be rebuilt" in caplog.text
    disk.mend()
    with pytest.raises(JournalFault, match="cannot_open"):
        answer(session, 5)
    assert session.view is view
    working[0] = True
    assert answer(session, 5).number == view.number + 1


# --- going on later


def test_a_resumed_session_is_where_it_was_and_waits_to_be_rebuilt(journal: Journal) -> None:
    session = start(journal, tips=True)
    dig_on(session, 7)
    again = resume(journal, session)
    assert again.view.held == "rebuild" and again.view.open == ()
    assert position(again.view)[1:] == position(session.view)[1:]
    for call in (lambda: answer_any(again, session), lambda: again.go_on("ana")):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.why is Why.NOT_REBUILT
    view = again.rebuilt("bo")
    assert view.held == "" and view.open == session.view.open
    assert again.history()[-1].kind == "rebuilt" and again.history()[-1].seat == "bo"


def answer_any(session: Session, other: Session) -> None:
    prompt = main_prompt(other.view)
    session.answer(
        Answer(prompt=prompt, value=[1, 1] if isinstance(prompt, Throw) else 1, seat=prompt.seats[0])
    )


def test_a_session_with_nothing_on_the_table_needs_no_rebuilding(journal: Journal) -> None:
    session = start(journal)
    assert resume(journal, session).view.held == ""
    dig_on(session, 99)
    finished = resume(journal, session).view
    assert finished.held == "" and finished.outcome == session.view.outcome


def test_a_resumed_session_goes_on_as_one_that_was_never_closed(journal: Journal) -> None:
    straight, broken = start(Journal.in_memory(), seed=3), start(journal, seed=3)
    for number in range(12):
        dig_on(straight, 1, seed=number)
        broken = resume(journal, broken)
        broken.rebuilt(None)
        dig_on(broken, 1, seed=number)
    assert broken.view.balances == straight.view.balances
    assert broken.view.snapshot == straight.view.snapshot


def test_pause_and_going_on(journal: Journal) -> None:
    session = start(journal)
    view = session.pause("bo")
    assert view.held == "paused" and view.open == ()
    with pytest.raises(Refused) as refused:
        session.answer(Answer(prompt=start(journal).view.open[0], value=3, seat="ana"))
    assert refused.value.why is Why.PAUSED
    assert session.pause("ana") is view
    on = session.go_on(None)
    assert on.held == "" and main_prompt(on).key == "stake/ana/0"
    assert session.go_on(None) is on and session.rebuilt(None) is on
    with pytest.raises(Refused):
        session.pause("nobody")


def test_a_pause_outlives_the_machine_and_rebuilding_ends_it(journal: Journal) -> None:
    session = start(journal)
    answer(session, 5)
    session.pause("bo")
    again = resume(journal, session)
    assert again.view.held == "rebuild"
    assert again.rebuilt("ana").held == ""


def test_a_session_put_away_is_over_until_it_is_opened_again(journal: Journal) -> None:
    session = start(journal)
    answer(session, 5)
    with pytest.raises(Refused) as refused:
        session.end("ana", None)
    assert refused.value.why is Why.SECOND_NEEDED
    view = session.end("ana", "bo")
    assert view.held == "ended" and view.open == () and journal.sessions()[0].finished
    assert session.end("ana", "bo") is view
    again = resume(journal, session)
    assert again.view.held == "ended"
    with pytest.raises(Refused) as over:
        answer_any(again, start(journal))
    assert over.value.why is Why.FINISHED
    assert again.rewind(3, "ana", "bo").held == ""
    assert answer(again, [3, 4]).number == again.view.number
    assert not next(s for s in journal.sessions() if s.session == again.header.session).finished


def test_nothing_can_be_paused_or_answered_after_the_end(journal: Journal) -> None:
    session = start(journal, rounds=1)
    first = main_prompt(session.view)
    dig_on(session, 99)
    for call in (
        lambda: session.pause("ana"),
        lambda: session.answer(Answer(prompt=first, value=3, seat="ana")),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.why is Why.FINISHED
    assert session.end("ana", "bo").held == ""


# --- other rules versions


def played(journal: Journal) -> Session:
    """A session in which Ana loses 5, then wins with 4, then Ana loses again."""
    session = start(journal, rounds=2)
    for value in (5, [1, 1], 4, [6, 6], 3, [1, 2]):
        answer(session, value)
    return session


def test_other_rules_under_which_no_money_differs_go_on(journal: Journal) -> None:
    session = played(journal)
    again = Session.resume(journal, renumbered, session.header.session, SeededChance(2))
    assert again.view.balances == session.view.balances and again.view.digest != session.view.digest
    assert [entry.kind for entry in again.history()][-1] == "version"
    again.rebuilt(None)
    answer(again, 2)
    # From here on the digests are those of the new rules, and are compared as digests.
    third = Session.resume(journal, renumbered, session.header.session, SeededChance(2))
    assert third.view.digest == again.view.digest
    assert [entry.kind for entry in third.history()].count("version") == 1


def test_other_rules_that_pay_otherwise_are_said_and_the_table_may_go_on_from_the_last_that_agrees(
    journal: Journal,
) -> None:
    session = played(journal)
    with pytest.raises(Diverged) as diverged:
        Session.resume(journal, generous, session.header.session, SeededChance(2))
    fault = diverged.value
    assert fault.say.id == "session.diverged_version"
    assert (fault.number, fault.agreeing) == (6, 5)
    rows = len(journal.load(session.header.session).rows)
    assert rows == session.view.number + 1, "a refusal to go on writes nothing"

    again = Session.resume(journal, generous, session.header.session, SeededChance(2), from_agreeing=True)
    assert again.view.leftover == 3 and again.view.held == "rebuild"
    again.rebuilt(None)
    offered = again.leftover()
    assert offered is not None and (offered.key, offered.value) == ("throw/bo/1", [6, 6])
    view = again.take_leftover("ana")
    assert view.balances["bo"] == session.view.balances["bo"] + 4
    assert (
        Session.resume(journal, generous, session.header.session, SeededChance(3)).view.digest == view.digest
    )


def test_a_digest_that_does_not_agree_stops_the_replay(journal: Journal) -> None:
    session = played(journal)
    with pytest.raises(Diverged) as diverged:
        Session.resume(journal, changed, session.header.session, SeededChance(2))
    assert diverged.value.say.id == "session.diverged"
    assert (diverged.value.number, diverged.value.agreeing) == (6, 5)


def test_a_start_that_already_differs_cannot_be_gone_on_with(journal: Journal) -> None:
    session = played(journal)

    def richer(name: str, seats: Any, rules: Any) -> Any:
        return generous(name, seats, {**rules, "purse": 60})

    with pytest.raises(Diverged) as diverged:
        Session.resume(journal, richer, session.header.session, SeededChance(2), from_agreeing=True)
    assert diverged.value.number == 0


def test_a_session_of_a_game_that_is_not_there_is_said(journal: Journal) -> None:
    session = played(journal)

    def other(name: str, seats: Any, rules: Any) -> Any:
        return factory("unknown", seats, rules)

    with pytest.raises(JournalFault) as fault:
        Session.resume(journal, other, session.header.session, SeededChance(2))
    assert fault.value.say.id == "session.cannot_open"


def test_a_view_is_cheap_however_long_the_session(journal: Journal) -> None:
    """The book of a view shares the settled transfers, and a commit writes only its own rows."""
    session = start(Journal.in_memory(), rounds=400, purse=10_000)
    sizes = []
    for _ in range(3):
        dig_on(session, 200)
        book = session.view.book
        sizes.append(len(book))
        assert not isinstance(book, tuple) and book[0].id == "purse/ana"
    assert sizes == sorted(sizes) and sizes[0] > 100
