"""A live session with seats that nobody sits at: they play by themselves, and a replay needs no thinking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import build_game
from companion.games.dominoes.tiles import TILES
from companion.simulate.virtual_seats import virtual_answer
from companion.table.answers import Answer, Source
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.prompts import Place, Reveal
from companion.table.refusals import Refused
from companion.table.seats import seat_players
from companion.table.session import Session


def begin(journal: Journal, **rules: Any) -> Session:
    seats = seat_players(["Ana", "Bo"], 2, 4)
    return Session.start(journal, build_game, "dominoes", seats, rules, SeededChance(3))


def answer_first(session: Session, value: str) -> None:
    prompt = session.view.open[0]
    session.answer(Answer(prompt=prompt, value=value, seat=prompt.seats[0] if prompt.seats else None))


def play_person(session: Session) -> None:
    """Show and lay the first tile on offer that the hand has."""
    prompt = session.view.open[0]
    if isinstance(prompt, Place):
        answer_first(session, prompt.legal[0])
        return
    assert isinstance(prompt, Reveal)
    hand = session.private(prompt.seats[0])["seats"][0]["hand"]
    answer_first(session, next(tile for tile in prompt.known if tile in hand))


def test_two_virtual_seats_play_a_whole_session_and_it_replays(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        session = begin(journal, hands="dealt", virtual=2, strength="greedy")
        while session.view.outcome is None:
            answer = virtual_answer(session.view, session.private)
            assert answer is not None and answer.source is Source.BOT
            session.answer(answer)
        again = Session.resume(journal, build_game, session.header.session, SeededChance(9))
        assert again.view.balances == session.view.balances
        assert again.view.outcome == session.view.outcome


def test_a_person_against_a_searching_seat(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        session = begin(journal, hands="dealt", virtual=1)
        laid = 0
        while session.view.snapshot["deal"] == 1 and laid < 6:
            answer = virtual_answer(session.view, session.private, nodes=100)
            if answer is None:
                play_person(session)
            else:
                assert virtual_answer(session.view, session.private, nodes=100) == answer
                session.answer(answer)
                laid += 1
        assert laid == 6


def test_what_a_virtual_seat_holds_is_seen_by_nobody_else(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        session = begin(journal, hands="dealt", virtual=1)
        assert all(seat["hand"] is None for seat in session.view.snapshot["seats"])
        assert session.private("ana")["seats"][1]["hand"] is None
        assert len(session.private("bo")["seats"][1]["hand"]) == 14
        with pytest.raises(Refused):
            session.private("cy")


def test_a_virtual_hand_is_scanned_before_it_plays(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        session = begin(journal, virtual=1, strength="random")
        answer_first(session, "ready")
        while session.view.snapshot["turn"] == "ana":
            answer_first(session, "0-0")
            answer_first(session, "0-0@12")
        for tile in TILES[14:]:
            prompt = session.view.open[0]
            assert isinstance(prompt, Reveal) and prompt.private
            assert virtual_answer(session.view, session.private) is None
            answer_first(session, tile)
        answer = virtual_answer(session.view, session.private)
        assert answer is not None
        session.answer(answer)
        assert session.view.snapshot["turn"] == "ana"


def test_other_games_have_no_virtual_seats(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        seats = seat_players(["Ana", "Bo"], 2, 8)
        session = Session.start(journal, build_game, "dice", seats, {}, SeededChance(3))
        assert virtual_answer(session.view, session.private) is None
