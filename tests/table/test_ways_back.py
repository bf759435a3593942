"""The ways back (H5, B35): taking back, rewinding, correcting; each an entry, and nothing is ever lost."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_play import answer, claim, dig, dig_on, main_prompt, position, resume, start

from companion.table import course as course_module
from companion.table.answers import Source
from companion.table.course import Course
from companion.table.entries import Entry, Header, Kind
from companion.table.faults import JournalFault
from companion.table.journal import Journal
from companion.table.refusals import Refused, Why
from companion.table.seats import seat_players
from companion.table.session import Session


@pytest.fixture
def session() -> Session:
    return start(Journal.in_memory(), rounds=3)


def refused(call: Any) -> Why:
    with pytest.raises(Refused) as told:
        call()
    return told.value.why


# --- taking back


def test_anybody_takes_back_the_last_answer_by_one_press(session: Session) -> None:
    answer(session, 5)
    before = session.view
    answer(session, [3, 4])
    assert session.view.may_take_back
    view = session.take_back("bo")
    assert position(view) == position(before) and view.number > before.number
    assert view.events == () and not view.may_take_back
    last = session.history()[-1]
    assert (last.kind, last.seat, last.about) == (Kind.TAKE_BACK, "bo", 4)


def test_the_undone_answer_stays_readable(session: Session) -> None:
    answer(session, 5)
    answer(session, [3, 4])
    session.take_back(None)
    answer(session, [1, 1])
    throws = [(e.value, e.undone, bool(e.events)) for e in session.history() if e.asked == "throw"]
    assert throws == [([3, 4], True, True), ([1, 1], False, True)]


def test_only_one_answer_is_taken_back_then_a_second_seat_is_needed(session: Session) -> None:
    answer(session, 5)
    answer(session, [3, 4])
    session.take_back("ana")
    assert refused(lambda: session.take_back("ana")) is Why.TOO_LATE
    answer(session, [5, 6])
    session.take_back("ana")


def test_what_bots_have_answered_since_goes_back_with_the_last_answer_of_a_person(session: Session) -> None:
    before = session.view
    answer(session, 5)
    answer(session, [3, 4], source=Source.BOT)
    bots_turn = session.view
    view = session.take_back("ana")
    assert position(view) == position(before), "the bot alone would only throw the same again"
    assert not view.may_take_back
    answer(session, 4)
    answer(session, [3, 4], source=Source.BOT)
    assert main_prompt(session.take_back("bo")).key == main_prompt(before).key
    assert main_prompt(bots_turn).key != main_prompt(before).key


def test_where_only_bots_have_answered_the_last_answer_is_taken_back(session: Session) -> None:
    answer(session, 5, source=Source.BOT)
    before = session.view
    answer(session, [3, 4], source=Source.BOT)
    assert position(session.take_back("ana")) == position(before)


def test_the_next_throw_makes_the_answer_before_it_an_earlier_one(session: Session) -> None:
    answer(session, 5)
    answer(session, [3, 4])
    view = session.take_back("ana")
    assert main_prompt(view).key == "throw/ana/0", "the throw is the last answer, not the stake before it"


def test_there_is_nothing_to_take_back_of_what_chance_drew(session: Session) -> None:
    assert refused(lambda: session.take_back("ana")) is Why.NOTHING_TO_TAKE_BACK
    assert not session.view.may_take_back
    assert refused(lambda: session.take_back("nobody")) is Why.NOT_ASKED


def test_what_was_drawn_stays_drawn(session: Session) -> None:
    """Taking back is no second try at luck: the shuffle behind the answer comes again as it was."""
    for value in (1, [1, 1], 1, [1, 1]):
        answer(session, value)
    seam = [e.key for e in session.history()][-1]
    assert seam == "seam/2"
    for attempt in range(5):
        before = session.view
        session.take_back("bo")
        assert main_prompt(session.view).key == "throw/bo/1"
        view = answer(session, [1, 1])
        assert view.digest == before.digest, attempt


def test_taking_back_the_last_throw_opens_a_finished_session(session: Session) -> None:
    dig_on(session, 99)
    assert session.view.outcome is not None
    view = session.take_back("ana")
    assert view.outcome is None and view.open


def test_a_claim_is_an_answer_like_any_other() -> None:
    session = start(Journal.in_memory(), tips=True)
    answer(session, 5)
    answer(session, [1, 1])
    before = session.view
    claim(session, "tip/0")
    assert position(session.take_back("bo")) == position(before)


def test_a_pause_between_does_not_keep_an_answer_from_being_taken_back(session: Session) -> None:
    answer(session, 5)
    session.pause("ana")
    view = session.take_back("bo")
    assert view.held == "paused"
    assert main_prompt(session.go_on("ana")).key == "stake/ana/0"


# --- rewinding


def test_rewinding_needs_a_second_seat_unless_one_plays_alone(session: Session) -> None:
    answer(session, 5)
    for seat, second in (("ana", None), ("ana", "ana"), ("ana", "nobody"), (None, None)):
        assert refused(lambda s=seat, t=second: session.rewind(2, s, t)) is Why.SECOND_NEEDED
        assert refused(lambda s=seat, t=second: session.correct(3, 4, s, t)) is Why.SECOND_NEEDED
    alone = start(Journal.in_memory(), "Ana")
    answer(alone, 5)
    first = next(e.number for e in alone.history() if e.asked == "amount")
    assert main_prompt(alone.rewind(first - 1, "ana", None)).key == "stake/ana/0"


@pytest.mark.parametrize("number", [-1, 99, "3", None, 2.0])
def test_there_is_no_rewinding_to_what_never_was(session: Session, number: Any) -> None:
    answer(session, 5)
    assert refused(lambda: session.rewind(number, "ana", "bo")) is Why.NO_SUCH_ANSWER


def test_rewinding_to_any_entry_is_the_position_after_it() -> None:
    session = start(Journal.in_memory(), rounds=2, tips=True)
    views = {session.view.number: session.view}
    chance = random.Random(4)
    while session.view.open and len(views) < 30:
        dig(session, chance)
        views[session.view.number] = session.view
    for number in sorted(views, key=lambda n: chance.random()):
        view = session.rewind(number, "ana", "bo")
        assert position(view) == position(views[number])
        assert position(resume(session._journal, session).view)[1:] == position(views[number])[1:]


def test_rewinding_brings_an_undone_branch_back(session: Session) -> None:
    answer(session, 5)
    answer(session, [3, 4])
    lost = session.view
    session.rewind(2, "ana", "bo")
    answer(session, 1)
    view = session.rewind(lost.number, "ana", "bo")
    assert position(view) == position(lost)
    undone = [e.value for e in session.history() if e.undone]
    assert undone == [1]


def test_rewinding_to_the_start_begins_anew_with_the_same_lots(session: Session) -> None:
    first = session.view
    dig_on(session, 6)
    view = session.rewind(0, "ana", "bo")
    assert position(view) == position(first)


# --- correcting


def correctable() -> Session:
    session = start(Journal.in_memory(), rounds=2)
    for value in (5, [1, 1], 4, [6, 6], 3, [1, 2]):
        answer(session, value)
    return session


def number_of(session: Session, key: str) -> int:
    return [e.number for e in session.history() if e.key == key and not e.undone][-1]


def test_one_misread_throw_is_corrected_and_the_rest_kept() -> None:
    session, right = correctable(), start(Journal.in_memory(), rounds=2)
    for value in (5, [6, 1], 4, [6, 6], 3, [1, 2]):
        answer(right, value)
    view = session.correct(number_of(session, "throw/ana/0"), [6, 1], "ana", "bo")
    assert view.balances == right.view.balances and view.leftover == 0
    assert main_prompt(view).key == main_prompt(right.view).key
    both = [(e.value, e.undone) for e in session.history() if e.key == "throw/ana/0"]
    assert both == [([1, 1], True), ([6, 1], False)]
    assert view.digest == resume(session._journal, session).view.digest


def test_the_rest_is_kept_up_to_the_first_that_no_longer_fits_and_then_offered_one_by_one() -> None:
    session = start(Journal.in_memory(), rounds=3, purse=9)
    # Ana wins 5, so she can stake 9 the second time; with a lost throw she has only 4.
    for value in (5, [6, 1], 4, [6, 6], 9, [1, 2], 1, [5, 5]):
        answer(session, value)
    view = session.correct(number_of(session, "throw/ana/0"), [1, 2], "ana", "bo")
    assert main_prompt(view).key == "stake/ana/2" and view.leftover == 4
    assert session.leftover() is None, "nine can no longer be staked"
    assert refused(lambda: session.take_leftover("ana")) is Why.NO_LEFTOVER

    assert answer(session, 4).leftover == 3, "the stake is answered anew"
    for key, value, left in (("throw/ana/2", [1, 2], 2), ("stake/bo/3", 1, 1), ("throw/bo/3", [5, 5], 0)):
        offered = session.leftover()
        assert offered is not None and (offered.key, offered.value) == (key, value)
        assert offered.prompt == main_prompt(session.view)
        assert session.take_leftover("bo").leftover == left
    taken = session.history()[-1] if session.history()[-1].asked == "throw" else session.history()[-2]
    assert taken.about is not None and session.history()[taken.about].undone


def test_what_is_left_over_is_still_offered_after_the_machine_was_off() -> None:
    session = correctable()
    number = number_of(session, "stake/ana/0")
    session.correct(number, 50 - 41, "ana", "bo")
    session.rewind(session.view.number - 3, "ana", "bo")
    short = start(session._journal, seed=2, rounds=3, purse=9)
    for value in (5, [6, 1], 4, [6, 6], 9, [1, 2]):
        answer(short, value)
    view = short.correct(number_of(short, short.history()[4].key), [1, 2], "ana", "bo")
    assert view.leftover == 2
    again = resume(session._journal, short)
    assert again.view.leftover == 2
    again.rebuilt(None)
    dropped = again.drop_leftovers("ana")
    assert dropped.leftover == 0 and again.leftover() is None
    assert again.drop_leftovers("ana") is dropped
    assert [e.kind for e in again.history()][-1] == Kind.DROP
    assert again.rewind(view.number, "ana", "bo").leftover == 2, "the way back brings them back too"


@pytest.mark.parametrize("value", [0, 10, "abc", None, 2.5, [1, 1]])
def test_a_correction_that_does_not_fit_changes_nothing(value: Any) -> None:
    session = correctable()
    before, history = session.view, session.history()
    number = number_of(session, "stake/ana/0")
    assert refused(lambda: session.correct(number, value, "ana", "bo")) is Why.CORRECTION_DOES_NOT_FIT
    assert session.view is before and session.history() == history
    assert answer(session, 1).number > before.number


def test_only_an_answer_that_counts_and_that_people_gave_can_be_corrected() -> None:
    session = correctable()
    undone = number_of(session, "throw/ana/2")
    session.take_back("ana")
    back = session.history()[-1].number
    for number in (0, 1, undone, back, 999, -4):
        assert refused(lambda n=number: session.correct(n, [1, 1], "ana", "bo")) is Why.NO_SUCH_ANSWER


def test_a_correction_of_a_correction_and_of_the_end() -> None:
    session = start(Journal.in_memory(), rounds=1)
    for value in (5, [1, 1], 4, [6, 6]):
        answer(session, value)
    assert session.view.outcome is not None
    won = session.correct(number_of(session, "throw/ana/0"), [6, 6], "ana", "bo")
    assert won.outcome is not None and won.balances["ana"] == 55
    lost = session.correct(number_of(session, "throw/ana/0"), [1, 2], "ana", "bo")
    assert lost.outcome is not None and lost.balances["ana"] == 45
    assert [e.undone for e in session.history() if e.key == "throw/ana/0"] == [True, True, False]


def test_a_correction_is_committed_whole(folder: Any) -> None:
    with Journal.open(folder) as journal:
        session = start(journal, rounds=2)
        for value in (5, [1, 1], 4, [6, 6], 3, [1, 2]):
            answer(session, value)
        view = session.correct(number_of(session, "throw/ana/0"), [6, 1], "ana", "bo")
    with Journal.open(folder) as journal:
        assert resume(journal, session).view.digest == view.digest


# --- a course that nobody can have played


HEADER = Header(session="aaaaaaaa", game="digging", rules_version=1, seats=seat_players(["Ana"], 1, 8))
START = Entry(number=0, kind=Kind.START, header=HEADER)
STAKE = Entry(number=1, kind=Kind.ANSWER, key="stake", source=Source.HAND)


@pytest.mark.parametrize(
    "entries",
    [
        [STAKE],
        [Entry(number=0, kind=Kind.START)],
        [START, START],
        [START, Entry(number=2, kind=Kind.PAUSE)],
        [START, Entry(number=1, kind=Kind.START, header=HEADER)],
        [START, Entry(number=1, kind=Kind.ANSWER, key="stake")],
        [START, Entry(number=1, kind=Kind.ANSWER, source=Source.HAND)],
        [START, STAKE, Entry(number=2, kind=Kind.REWIND)],
        [START, STAKE, Entry(number=2, kind=Kind.REWIND, to=2)],
        [START, STAKE, Entry(number=2, kind=Kind.TAKE_BACK, to=7)],
        [START, STAKE, Entry(number=2, kind=Kind.CORRECTION)],
        [START, STAKE, Entry(number=2, kind=Kind.CORRECTION, about=0)],
        [START, STAKE, Entry(number=2, kind=Kind.CORRECTION, about=2)],
        [
            START,
            STAKE,
            Entry(number=2, kind=Kind.REWIND, to=0),
            Entry(number=3, kind=Kind.CORRECTION, about=1),
        ],
        [START, STAKE, Entry(number=2, kind=Kind.VERSION, to=1)],
        [START, STAKE, Entry(number=2, kind=Kind.VERSION, rules_version=2)],
        [START, STAKE, Entry(number=2, kind=Kind.VERSION, to=5, rules_version=2)],
    ],
)
def test_entries_that_make_no_sense_are_not_added(entries: list[Entry]) -> None:
    course = Course()
    for entry in entries[:-1]:
        course.add(entry)
    with pytest.raises(JournalFault, match=r"session\.senseless"):
        course.add(entries[-1])
    assert course.entries == entries[:-1]


def test_a_made_up_course_of_endless_corrections_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each correction walks back over a long line; thousands would keep the machine busy for hours."""
    monkeypatch.setattr(course_module, "_MOST_STEPS", 20_000)
    course = Course()
    course.add(START)
    length = 1000
    for number in range(1, length + 1):
        course.add(Entry(number=number, kind=Kind.ANSWER, key=f"k{number}", source=Source.HAND))
    corrections = 0
    with pytest.raises(JournalFault, match=r"session\.senseless"):
        for number in range(length + 1, length + 4000, 2):
            course.add(Entry(number=number, kind=Kind.CORRECTION, about=1))
            course.add(Entry(number=number + 1, kind=Kind.REWIND, to=length))
            corrections += 1
    assert corrections == 20
