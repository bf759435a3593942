"""An evening in the annals is what its journal tells, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.annals.archive import INDEX, Archive
from companion.annals.dice import hand_of, worth_of
from companion.annals.evening import Evening, evening_of
from companion.annals.fame import KINDS, curiosities, said
from companion.annals.told import counting, played_seconds, told_entries
from companion.games import build_game
from companion.games.dice.hands import hand_name, read_hand
from companion.language import Language
from companion.table.clock import ManualClock
from companion.table.entries import GENESIS, chain_rows
from companion.table.game import Event
from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.text import Text
from companion.table.verify import course_of
from tests.annals.played import PLAYERS, go_on, play_evening


@pytest.mark.parametrize("game", PLAYERS)
def test_the_standings_are_those_of_the_outcome(game: str, journal: Journal) -> None:
    session = play_evening(journal, game, seed=3)
    evening = evening_of(journal.bodies(session.header.session))
    outcome = session.view.outcome
    assert outcome is not None
    assert evening.finished and evening.standings == outcome.standings
    if game != "patience":
        assert set(evening.winners) == set(outcome.winners)
    assert evening.seconds == journal.clock.monotonic_ms() // 1000
    assert not any(seat.bot for seat in evening.seats)


def test_what_was_dug_up_is_what_the_cards_said(shelf: Journal, evenings: dict[str, Evening]) -> None:
    """B18-B20: the figures agree with a sum over the session's own history."""
    evening = evenings["goldrush"]
    gold: dict[str, int] = {}
    largest = 0
    for entry in course_of(shelf.load(evening.session)).entries:
        for event in entry.events:
            if event.what == "card" and event.facts["kind"] == "gold":
                gold[event.facts["seat"]] = gold.get(event.facts["seat"], 0) + event.facts["amount"]
            if event.what == "party":
                largest = max(largest, len(event.facts["guests"]))
    assert {seat: figures["gold"] for seat, figures in evening.figures.items() if "gold" in figures} == gold
    feats = {feat.kind: feat for feat in evening.feats}
    assert feats["goldrush.prospector"].score == max(gold.values())
    if largest >= 2:
        assert feats["goldrush.party"].score == largest


def test_every_tile_and_pile_is_counted(shelf: Journal, evenings: dict[str, Evening]) -> None:
    """T11: the chips of the piles that were won are those of the result."""
    evening = evenings["dominoes"]
    assert sum(figures.get("laid", 0) for figures in evening.figures.values()) == 4 * 24
    won = {one.seat: one.amount for one in evening.standings}
    for seat, figures in evening.figures.items():
        assert (figures.get("piles", 0) > 0) == (won[seat] > 0)


def test_all_feats_have_sentences_and_a_place_in_the_hall(evenings: dict[str, Evening]) -> None:
    words = Language.load("en")
    for evening in evenings.values():
        records = curiosities(evening)
        assert records, evening.game
        for record in records:
            assert record.feat.kind in KINDS[evening.game]
            sentence = words.say(said(record.feat, "Zoe"))
            assert sentence.startswith("Zoe ") and "{" not in sentence


def test_an_undone_answer_counts_for_nothing(journal: Journal) -> None:
    """Figures follow the way back: they are never kept beside it (H5)."""
    session = play_evening(journal, "dice", seed=2)
    id = session.header.session
    whole = evening_of(journal.bodies(id))
    session.rewind(session.view.number - 10, "ana", "bo")
    back = evening_of(journal.bodies(id))
    assert back.undone == 10 and not back.finished
    assert back.standings == () and back.winners == ()
    total = lambda evening: sum(f.get("throws", 0) for f in evening.figures.values())  # noqa: E731
    assert total(back) < total(whole)
    go_on(session, journal, seed=9)
    assert evening_of(journal.bodies(id)).finished


def test_the_line_of_answers_is_the_sessions_own(journal: Journal) -> None:
    """Whatever was taken back, gone back to or corrected: the same answers count as in the session itself."""
    session = play_evening(journal, "dice", seed=5, most=30)
    session.take_back("ana")
    go_on(session, journal, seed=6, most=8)
    session.rewind(12, "ana", "bo")
    go_on(session, journal, seed=7, most=12)
    throw = next(one for one in session.history() if one.asked == "throw" and not one.undone)
    session.correct(throw.number, [1, 1, 1, 1, 1], "ana", "bo")
    session.rewind(20, "cy", "ana")
    session.pause("ana")
    session.go_on("ana")
    go_on(session, journal, seed=8, most=5)
    told = told_entries(journal.bodies(session.header.session))
    course = course_of(journal.load(session.header.session))
    assert [entry.number for entry in counting(told)] == [0, *course.line()]


def test_time_never_runs_backwards() -> None:
    """A wall clock that jumps, or a machine that was off, gives no negative evening and no other order."""
    clock = ManualClock(datetime(2030, 1, 1, tzinfo=UTC))
    with Journal.in_memory(clock=clock) as journal:
        first = play_evening(journal, "dice", seed=1, most=10)
        clock.set_wall(datetime(1982, 5, 1, tzinfo=UTC))
        second = play_evening(journal, "dice", seed=2, most=10)
        clock.start_again("boot-2")
        again = Session.resume(journal, build_game, second.header.session, second._draws._chance)
        again.rebuilt("ana")
        go_on(again, journal, seed=3, most=4)
        listed = Archive(journal).evenings()
        assert [one.session for one in listed] == [second.header.session, first.header.session]
        assert listed[0].seconds == 3 * 10 + 3 * 4
        assert listed[1].seconds == 3 * 10
        assert listed[0].last < listed[1].started


def test_pauses_and_nights_are_no_play(journal: Journal) -> None:
    """H3: what passes between a pause and going on is not played time; nor is a night at the table."""
    session = play_evening(journal, "dice", most=5)
    clock = journal.clock
    assert isinstance(clock, ManualClock)
    session.pause("ana")
    clock.pass_ms(int(timedelta(hours=1).total_seconds()) * 1000)
    session.go_on("ana")
    clock.pass_ms(int(timedelta(hours=9).total_seconds()) * 1000)
    go_on(session, journal, seed=2, most=1)
    seconds = played_seconds(told_entries(journal.bodies(session.header.session)))
    assert 5 * 3 <= seconds <= 6 * 3 + 15 * 60 + 1


def test_a_best_hand_is_known_again_by_its_number() -> None:
    for dice in combinations_with_replacement(range(1, 7), 5):
        assert hand_of(worth_of(dice)) == hand_name(read_hand(dice))


def test_the_index_is_only_an_index(tmp_path: Path) -> None:
    """The annals are made anew from the journal, whatever has become of the index beside it."""
    with Journal.open(tmp_path, clock=ManualClock()) as journal:
        session = play_evening(journal, "dice", most=12)
        first = Archive(journal).evenings()
        index = tmp_path / INDEX
        kept = index.read_bytes()
        assert Archive(journal).evenings() == first and index.read_bytes() == kept
        go_on(session, journal, seed=4, most=3)
        assert Archive(journal).evenings()[0].answers == first[0].answers + 3
        index.write_bytes(kept)
        assert Archive(journal).evenings()[0].answers == first[0].answers + 3
        index.write_bytes(b"{no index")
        assert Archive(journal).evenings()[0].answers == first[0].answers + 3


def forged(journal: Journal, id: str, **facts: object) -> str:
    """Lay a session down in which somebody joins as nobody can: the rows chain, the events are made up."""
    entries = journal.load(play_evening(journal, "dice", seed=1, most=4).header.session).entries
    header = entries[0].header
    assert header is not None
    told = Event("joins", Text("dice.said.joins"), dict(facts))
    first = replace(entries[0], header=replace(header, session=id), events=(*entries[0].events, told))
    journal.append_rows(id, chain_rows(GENESIS, (first, *entries[1:])))
    return id


def test_a_made_up_session_is_left_out(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    """What a session file tells is nobody's promise: it gets onto no screen that could not draw it."""
    good = play_evening(journal, "dice", seed=2, most=4).header.session
    forged(journal, "00000001", seat="zoe", name="Zoe", place=99)
    forged(journal, "00000002", seat=["zoe"], name="Zoe", place=1)
    forged(journal, "00000003", seat="zoe", name="Z" * 10_000, place=1)
    forged(journal, "00000004", seat="zoe")
    shown = {evening.session for evening in Archive(journal).evenings()}
    assert good in shown and not {id for id in shown if id.startswith("0000000")}
    assert caplog.text.count("tells no evening") == 4
