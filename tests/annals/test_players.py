"""Players: games are never fewer than wins, names come together, and what is deleted is only out of sight."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.annals.archive import Archive
from companion.annals.evening import Evening
from companion.annals.fame import hall_of_fame
from companion.annals.marks import FILE, MarkBook, Marks, fold
from companion.annals.players import players_of
from companion.annals.search import Wanted, found, months_in, players_in
from companion.table.clock import ManualClock
from companion.table.disk import SystemDisk
from companion.table.journal import Journal
from tests.annals.played import PLAYERS, go_on, play_evening


def test_games_are_never_fewer_than_wins(journal: Journal) -> None:
    """Over random evenings with ways back anywhere, at every moment (LESSONS: a win rate of 110 %)."""
    rng = random.Random(11)
    archive = Archive(journal)
    for seed in range(6):
        session = play_evening(journal, "dice", seed=seed, rules={"multiple": 1})
        for _ in range(3):
            players = players_of(archive.evenings(), archive.marks)
            wins = sum(player.wins for player in players)
            for player in players:
                assert 0 <= player.wins <= player.games
                assert all(record.row <= record.wins for record in player.records.values())
            finished = [one for one in archive.evenings() if one.finished]
            assert wins == sum(len(one.winners) for one in finished)
            session.rewind(rng.randrange(session.view.number), "ana", "bo")
            go_on(session, journal, seed=rng.randrange(99), most=rng.choice((3, 1000)))


def test_a_win_that_is_taken_back_and_won_again_is_one(journal: Journal) -> None:
    session = play_evening(journal, "dice", seed=4)
    archive = Archive(journal)

    def wins() -> int:
        return sum(player.wins for player in players_of(archive.evenings(), archive.marks))

    once = wins()
    assert once >= 1
    session.take_back("ana")
    assert wins() == 0
    go_on(session, journal, seed=4)
    assert wins() == len(archive.evenings()[0].winners)
    assert sum(player.games for player in players_of(archive.evenings(), archive.marks)) == 4


def test_names_come_together(journal: Journal) -> None:
    archive = Archive(journal)
    play_evening(journal, "dice", ("Ana", "Robert"), seed=1)
    play_evening(journal, "dice", ("ANA", "Bob"), seed=2)
    names = {player.name: player.games for player in players_of(archive.evenings(), archive.marks)}
    assert {fold(name) for name in names} == {"ana", "robert", "bob"} and names["ANA"] == 2
    archive.book.rename("Bob", "Robert")
    names = {player.name: player.games for player in players_of(archive.evenings(), archive.marks)}
    assert names == {"ANA": 2, "Robert": 2}
    archive.book.rename("Robert", "Bob")
    assert {player.name for player in players_of(archive.evenings(), archive.marks)} == {"ANA", "Bob"}
    archive.book.hide("Bob")
    assert {player.name for player in players_of(archive.evenings(), archive.marks)} == {"ANA"}
    assert all(record.name != "Bob" for record in hall_of_fame(archive.evenings(), archive.marks))


def test_two_names_that_lead_to_each_other_are_no_circle() -> None:
    assert Marks(names={"a": "B", "b": "A"}).called("A") in ("A", "B")


def test_deleted_evenings_are_out_of_sight_and_in_the_journal(tmp_path: Path) -> None:
    with Journal.open(tmp_path, clock=ManualClock()) as journal:
        session = play_evening(journal, "dice", most=8).header.session
        rows = journal.bodies(session)
        archive = Archive(journal)
        archive.delete(session)
        assert not archive.evenings() and len(archive.evenings(deleted=True)) == 1
        assert journal.bodies(session) == rows and session in journal.session_ids()
        again = Archive(journal)
        assert not again.evenings()
        again.book.restore(session)
        assert len(Archive(journal).evenings()) == 1


def test_marks_that_cannot_be_read_hide_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).write_bytes(b"\xff{")
    assert MarkBook(tmp_path, SystemDisk()).marks == Marks()
    assert FILE in caplog.text


def test_what_the_companion_played_is_no_record(evenings: dict[str, Evening]) -> None:
    evening = evenings["dice"]
    bots = replace(evening, seats=tuple(replace(seat, bot=True) for seat in evening.seats))
    assert hall_of_fame([evening], Marks()) and not hall_of_fame([bots], Marks())
    assert players_of([evening], Marks()) and not players_of([bots], Marks())


def test_the_older_of_two_equal_feats_stands(evenings: dict[str, Evening]) -> None:
    evening = evenings["goldrush"]
    later = replace(evening, session="later000")
    assert {one.evening.session for one in hall_of_fame([later, evening], Marks())} == {evening.session}
    assert {one.evening.session for one in hall_of_fame([evening, later], Marks())} == {"later000"}


def test_searching(evenings: dict[str, Evening]) -> None:
    all = tuple(evenings.values())
    marks = Marks(names={"ana": "Anna"})
    assert players_in(all, marks)[0] == "Anna"
    assert months_in(all) == ("2024-01",)
    assert [one.game for one in found(all, Wanted("anna", "dice"), marks)] == ["dice"]
    assert len(found(all, Wanted(month="2024"), marks)) == len(PLAYERS)
    assert not found(all, Wanted(month="2023-12"), marks) and not found(all, Wanted("Zoe"), marks)
