"""Trust, scanned hands, tiles taken back, seats that leave, presses: T16, T17, H1, H8."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.games import build_game
from companion.games.dominoes.tiles import TILES
from companion.language import Language
from companion.simulate.bots import Bots
from companion.table.answers import Answer
from companion.table.prompts import Claim, Place, Reveal
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner
from companion.table.seats import seat_players

Sit = Callable[..., Any]


def answer_over(table: Any, key: str, value: Any, seat: str | None, second: str | None = None) -> None:
    table.runner.check(Answer(prompt=table.prompt(key), value=value, seat=seat, second=second))


def pass_first(table: Any) -> str:
    """Play until passing is possible, then pass; returns the seat that passed."""
    while not any(key.startswith("pass/") for key in table.keys):
        table.lay_anything()
    seat: str = table.snapshot["turn"]
    table.answer("pass/", "pass")
    return seat


# T16 What the app can know.


def test_t16_passing_rests_on_trust_and_is_checked_only_after_the_deal(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di")
    seat = pass_first(table)
    assert table.facts("passes") == {"seat": seat, "why": "trust"}
    assert table.snapshot["passes"] == []
    assert "passed" not in table.whats()
    while table.snapshot["deal"] == 1:
        table.lay_anything()
    passed = table.facts("passed")
    assert passed["seat"] == seat and passed["tiles"]
    assert table.snapshot["passes"] == [passed]


def test_t16_a_pass_that_cannot_be_is_not_offered(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di")
    while not any(key.startswith("pass/") for key in table.keys):
        fitting = set(table.prompt("tile/").known)
        # Fewer tiles fit nowhere than there are in the hand, so one of the hand's fits.
        assert len(set(table.snapshot["unplayed"]) - fitting) < table.seat(table.snapshot["turn"])["tiles"]
        table.lay_anything()
    fitting = set(table.prompt("tile/").known)
    assert len(set(table.snapshot["unplayed"]) - fitting) >= table.seat(table.snapshot["turn"])["tiles"]


def scan(table: Any, *tiles: str) -> None:
    for tile in tiles:
        table.answer("hand/", tile)


def test_t16_hands_may_be_scanned_in_privately(sit: Sit) -> None:
    table = sit("Ana Bo Cy", hands="scanned")
    prompt = table.prompt("hand/ana")
    assert isinstance(prompt, Reveal)
    assert prompt.private and prompt.seats == ("ana",) and prompt.known == TILES
    assert table.snapshot["phase"] == "scan"
    scan(table, "0-0", "0-1", "0-2")
    again = table.prompt("hand/ana")
    assert isinstance(again, Reveal)
    assert again.known == TILES, "what is left to scan tells nobody what has been"
    assert table.whats(table.answer("hand/", "0-1")) == ["scan_again"]
    scan(table, "0-3", "0-4", "0-5", "0-6")
    assert table.facts("scanned") == {"seat": "ana", "tiles": 7}
    assert table.seat("ana")["hand"] == [f"0-{n}" for n in range(7)]
    assert table.game.view("bo")["seats"][0]["hand"] is None
    table.lay("0-0@12")
    drawn = table.prompt("draw/ana")
    assert isinstance(drawn, Reveal) and drawn.private
    table.answer("draw/", "6-6")
    assert "6-6" in table.seat("ana")["hand"]
    # Bo's hand is scanned when it is his turn; a tile of Ana's cannot be in it.
    assert table.whats(table.answer("hand/bo", "6-6")) == ["scan_again"]
    # What lies for all to see is refused by name.
    with pytest.raises(Refused) as refused:
        table.answer("hand/bo", "0-0")
    assert refused.value.why is Why.NOT_NOW
    assert "The 0-0 lies on the layout already" in Language.load("en").say(refused.value.say)


def test_t16_a_tile_that_is_not_in_the_scanned_hand_is_not_taken(sit: Sit) -> None:
    table = sit("Ana Bo Cy", hands="scanned")
    scan(table, *[f"0-{n}" for n in range(7)])
    before = table.snapshot["spaces"]
    events = table.answer("tile/", "3-4")
    assert table.whats(events) == ["not_in_hand"]
    assert table.keys == ["tile/ana/1/1/2"]
    assert table.snapshot["spaces"] == before


def test_t16_with_two_players_one_scanned_hand_tells_the_other(sit: Sit) -> None:
    table = sit("Ana Bo", hands="scanned")
    scan(table, *TILES[:14])
    table.lay("0-0@12")
    assert table.keys == ["tile/bo/1/2"]
    assert table.seat("bo")["hand"] == list(TILES[14:])


# T17 Illegal tile noticed late.


def test_t17_the_last_tile_is_taken_back_with_what_it_won(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    table.lay("3-0@1n", "3-1@1w", "3-2@12")
    before = table.snapshot
    table.lay("3-4@14")
    assert table.chips("ana", "chip:1") == (1, 0)
    table.answer("wrong/", "wrong", second="bo")
    assert table.chips("ana", "chip:1") == (0, 1)
    after = table.snapshot
    for what in ("spaces", "chips", "unplayed", "reserve", "seats", "turn"):
        assert after[what] == before[what], what
    assert table.facts("taken_back")["moves"][0] == {
        "id": "d1/t4/chip1/back", "payer": "ana", "payee": "chip:1", "amount": 1,
    }  # fmt: skip
    assert table.keys == ["tile/ana/1/6"]
    table.lay("3-5@14")
    assert table.chips("ana") == 1


def test_t17_only_as_long_as_no_other_tile_has_been_laid(sit: Sit) -> None:
    table = sit("Ana Bo")
    assert not any(key.startswith("wrong/") for key in table.beside)
    table.lay("3-0@1n", "3-1@1w")
    table.answer("wrong/", "wrong", second="bo")
    # The tile before that was followed by another one: it stands.
    assert not any(key.startswith("wrong/") for key in table.beside)
    assert [space["tile"] for space in table.snapshot["spaces"] if space["tile"]] == ["0-3"]


def test_t17_passes_in_between_do_not_matter(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di")
    pass_first(table)
    tiles = len(table.snapshot["unplayed"])
    table.answer("wrong/", "wrong", second="bo")
    assert len(table.snapshot["unplayed"]) == tiles + 1
    assert table.snapshot["passed"] == 0


def test_t17_a_second_seat_has_to_agree(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n")
    for key, value in (("wrong/", "wrong"), ("stands/", "stands"), ("leave/ana", "leave")):
        with pytest.raises(Refused) as refused:
            answer_over(table, key, value, "ana", "ana")
        assert refused.value.why is Why.SECOND_NEEDED


def test_t17_the_last_tile_of_a_deal_until_the_next_deal_is_ready(sit: Sit) -> None:
    table = sit("Ana Bo")
    for _ in range(24):
        table.lay_anything()
    assert table.snapshot["phase"] == "ready"
    table.answer("wrong/", "wrong", second="ana")
    assert (table.snapshot["deal"], table.snapshot["turn"]) == (1, "bo")
    table.lay_anything()
    assert table.keys == ["ready/2/25"]
    table.answer("ready/", "ready")
    assert (table.snapshot["deal"], table.snapshot["turn"]) == (2, "bo")
    assert not any(key.startswith("wrong/") for key in table.beside)


def test_t17_otherwise_it_stands(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n")
    with pytest.raises(Refused):
        table.lay("5-6@1w")
    table.answer("other/", "other")
    table.stand("5-6@1w")
    assert table.facts("laid")["stage"] == 0
    assert next(s for s in table.snapshot["spaces"] if s["space"] == "1w")["irregular"]
    assert (table.chip(1)["number"], table.chip(1)["state"]) == (3, "spoiled")
    # Later tiles are held to the rules again.
    with pytest.raises(Refused):
        table.lay("4-6@12")


def test_t17_what_stands_cannot_stand_where_another_tile_lies(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n")
    table.answer("stands/", "stands", second="bo")
    table.answer("tile/", "5-6")
    with pytest.raises(Refused) as refused:
        table.answer("place/", "5-6@1n")
    said = Language.load("en").say(refused.value.say)
    assert said == "5-6@1n cannot be laid there. The 0-3 lies above chip 1 already. Choose an empty space."


# H1 Leaving, virtual seats, H8 Presses.


def test_h1_a_virtual_seat_plays_the_hand_on(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    table.lay("3-0@1n")
    table.answer("leave/bo", "leave", second="ana")
    assert (table.seat("bo")["virtual"], table.seat("bo")["left"]) == ("searching", True)
    # What it holds has to be known first: whoever sits there shows it to the companion alone.
    prompt = table.prompt("hand/bo")
    assert isinstance(prompt, Reveal) and prompt.private and prompt.seats == ()
    scan(table, "1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "2-2")
    place = table.prompt("place/bo")
    assert isinstance(place, Place)
    assert "6-6@9s" in place.legal, "the prompt offers what is legal with any hand"
    assert table.whats(table.answer("place/bo", "6-6@9s")) == ["not_in_hand"]
    events = table.answer("place/bo", "1-2@9s")
    assert "Please lay for Bo: the 1-2 below chip 9, with the one at chip 9." in table.said(events)
    table.answer("draw/bo", "6-6")
    assert table.snapshot["turn"] == "cy"
    assert [seat["seat"] for seat in table.snapshot["seats"]] == ["ana", "bo", "cy"]


def test_the_last_seats_can_be_played_by_the_companion_from_the_start(sit: Sit) -> None:
    table = sit("Ana Bo Cy", virtual=2, strength="greedy")
    assert [seat["virtual"] for seat in table.snapshot["seats"]] == [None, "greedy", "greedy"]
    table.lay("3-0@1n")
    assert table.keys == ["hand/bo/1/2/1"]


def test_h8_chips_move_by_themselves_or_by_the_winners_press(sit: Sit) -> None:
    table = sit("Ana Bo", payments="one press")
    table.lay("3-0@1n", "3-1@1w", "3-2@12", "3-4@14")
    prompt = table.prompt("claim/bo")
    assert isinstance(prompt, Claim)
    assert (prompt.key, prompt.seats, prompt.amount) == ("claim/bo/1/4/1", ("bo",), 1)
    assert table.snapshot["phase"] == "pay"
    assert table.chips("bo", "chip:1") == (0, 1)
    table.answer("claim/", True)
    assert table.chips("bo", "chip:1") == (1, 0)
    assert table.keys == ["tile/ana/1/5"]


def test_random_people_who_do_anything_reach_an_end() -> None:
    seats = seat_players(["Ana", "Bo", "Cy"], 2, 4)
    runner = Runner(build_game("dominoes", seats, {}))
    bots = Bots(random.Random(4), restless=0.1)
    while runner.outcome is None:
        runner.send(bots.answer(runner.open, runner.seated))
    assert {standing.seat for standing in runner.outcome.standings} == {"ana", "bo", "cy"}
