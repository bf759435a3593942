"""Typed answers: what a person writes becomes a legal value, or a sentence."""

from __future__ import annotations

import pytest

from companion.headless.typed import TypedAnswers, Wish
from companion.headless.words import parse_typed
from companion.table.answers import Answer, Source
from companion.table.prompts import (
    Amount,
    Bid,
    Choose,
    Claim,
    Confirm,
    Option,
    Place,
    Prompt,
    Reveal,
    Throw,
)  # fmt: skip
from companion.table.refusals import Refused, Why
from companion.table.seats import seat_players
from companion.table.text import Text
from companion.table.view import TableView

THROW = Throw(key="throw/ana/1", say=Text("t"), seats=("ana",), dice=5)
STAKE = Amount(key="stake/ana/1", say=Text("t"), seats=("ana",), least=1, most=3)
FIRST = Choose(key="first", say=Text("t"), options=(Option("ana", Text("a")), Option("bo", Text("b"))))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("1 3 3 4 6", [1, 3, 3, 4, 6]),
        ("13346", [1, 3, 3, 4, 6]),
        ("1,3,3,4,6", [1, 3, 3, 4, 6]),
        ("  6 6 6 6 6\n", [6, 6, 6, 6, 6]),
        ("cocked", "void"),
        ("VOID", "void"),
    ],
)
def test_a_throw_is_its_faces_or_void(line: str, value: object) -> None:
    assert parse_typed(THROW, line, {}) == value


@pytest.mark.parametrize(
    ("prompt", "line", "why"),
    [
        (THROW, "1 2 3 4", Why.DICE_COUNT),
        (THROW, "1 2 3 4 5 6", Why.DICE_COUNT),
        (THROW, "1 2 3 4 7", Why.NOT_A_FACE),
        (THROW, "full house", Why.NOT_A_FACE),
        (STAKE, "0", Why.TOO_LITTLE),
        (STAKE, "-3", Why.TOO_LITTLE),
        (STAKE, "4", Why.TOO_MUCH),
        (STAKE, "abc", Why.NOT_A_NUMBER),
        (STAKE, "1.5", Why.NOT_A_NUMBER),
        (FIRST, "cy", Why.NOT_AN_OPTION),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(prompt: Throw, line: str, why: Why) -> None:
    with pytest.raises(Refused) as refusal:
        parse_typed(prompt, line, {})
    assert refusal.value.why is why


def test_amounts_may_be_written_as_money() -> None:
    price = Amount(key="p", say=Text("t"), seats=("ana",), least=0, most=90_000, step=1000)
    assert parse_typed(price, "$12,000", {}) == parse_typed(price, "12000", {}) == 12_000


CARD = Reveal(
    key="card/ana/eldorado/3",
    say=Text("t"),
    seats=("ana",),
    known=("G07", "G12"),
    because={"G01": Text("gone")},
)
DECK = {"deck": {"G07": {"title": "Nuggets"}, "G12": {"title": "Nuggets"}, "G01": {"title": "Bear"}}}
TILE = Reveal(key="tile/ana/1/1", say=Text("t"), seats=("ana",), known=("3-4", "0-0"), because={})
PLACE = Place(key="place/ana/1/1", say=Text("t"), seats=("ana",), legal=("3-4@12", "4-3@12", "3-4@1n"))


@pytest.mark.parametrize(
    ("prompt", "line", "value"),
    [
        (CARD, "G07", "G07"),
        (CARD, "7", "G07"),
        (CARD, "g12", "G12"),
        (CARD, "nuggets", "G07"),
        (TILE, "3-4", "3-4"),
        (TILE, "43", "3-4"),
        (TILE, "4 3", "3-4"),
        (TILE, "00", "0-0"),
        (PLACE, "4-3@12", "4-3@12"),
        (PLACE, "1n", "3-4@1n"),
        (FIRST, "BO", "bo"),
        (FIRST, "2", "bo"),
        (FIRST, "b", "bo"),
    ],
)
def test_cards_tiles_places_and_options_by_their_usual_words(prompt: Prompt, line: str, value: str) -> None:
    assert parse_typed(prompt, line, DECK) == value


def test_a_card_that_is_turned_and_a_space_with_two_ways_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        parse_typed(CARD, "bear", DECK)
    assert refusal.value.why is Why.NOT_NOW
    with pytest.raises(Refused) as refusal:
        parse_typed(PLACE, "12", DECK)
    assert refusal.value.why is Why.ILLEGAL_PLACE


def view(*open: Prompt) -> TableView:
    return TableView(
        session="s", game="goldrush", number=1, seats=seat_players(("Ana", "Bo", "Bob"), 2, 6), open=open,
        snapshot={}, balances={}, book=(),
    )  # fmt: skip


def taken(lines: list[str], *open: Prompt) -> tuple[Answer | Wish | None, list[str]]:
    complaints: list[Text] = []
    typed = TypedAnswers(iter(lines), complaints.append)
    answer = typed.take([prompt for prompt in open if prompt.waits], view(*open))
    return answer, [text.id for text in complaints]


def test_bad_lines_are_complained_of_and_the_next_is_taken() -> None:
    answer, complaints = taken(["# the third round", "", "0", "abc", "2", "3"], STAKE)
    assert isinstance(answer, Answer) and answer.value == 2
    assert complaints == ["refused.too_little", "refused.not_a_number"]
    assert taken([], STAKE) == (None, [])


PASS = Choose(key="pass/ana/1/1", say=Text("t"), seats=("ana",), options=(Option("pass", Text("p")),))


def test_a_line_that_the_first_prompt_cannot_take_answers_another_that_waits() -> None:
    answer, complaints = taken(["pass"], TILE, PASS)
    assert isinstance(answer, Answer) and (answer.key, answer.value) == ("pass/ana/1/1", "pass")
    assert not complaints


CLAIMS = tuple(
    Claim(key=f"claim/{n}", say=Text("t"), seats=("bo",), waits=False, transfer=str(n), amount=5)
    for n in (1, 2)
)


def test_a_name_is_a_press_of_that_seats_button() -> None:
    """It asks for the oldest money (B6); a seat to which nothing is due has nothing to press for."""
    answer, _ = taken(["bo"], THROW, *CLAIMS)
    assert isinstance(answer, Answer) and (answer.key, answer.value, answer.seat) == ("claim/1", True, "bo")
    answer, complaints = taken(["ana", "13346"], THROW, *CLAIMS)
    assert isinstance(answer, Answer) and answer.key == THROW.key and complaints == ["refused.not_a_face"]
    pay = Confirm(key="pay/x", say=Text("t"), seats=("ana",), transfer="x", amount=5)
    for line in ("ana", "yes", "ok"):
        answer, _ = taken([line], pay)
        assert isinstance(answer, Answer) and (answer.value, answer.seat) == (True, "ana")


def test_in_an_auction_names_bid_and_leave_and_time_runs_out() -> None:
    bid = Bid(
        key="bid/1", say=Text("t"), seats=("bo", "bob"), least=2000, step=1000, seconds=9,
        purses={"bo": 5000, "bob": 9000},
    )  # fmt: skip
    for line, seat, value in (
        ("bo", "bo", 2000), ("bob 4,000", "bob", 4000), ("Bo out", "bo", "out"), ("bob out", "bob", "out"),
    ):  # fmt: skip
        answer, _ = taken([line], bid)
        assert isinstance(answer, Answer) and (answer.seat, answer.value) == (seat, value)
    answer, complaints = taken(["bo 6000", "bo 1000", "3000", "sold"], bid)
    assert isinstance(answer, Answer) and (answer.source, answer.value) == (Source.CLOCK, "time")
    assert complaints[:2] == ["refused.bid_too_high", "refused.bid_too_low"] and len(complaints) == 3


def test_what_is_open_beside_is_answered_by_its_name_and_a_second_seat_agrees() -> None:
    leave = Choose(
        key="leave/bo/1", say=Text("t"), seats=("bo",), waits=False, second=True,
        options=(Option("leave", Text("l")),),
    )  # fmt: skip
    deal = Choose(
        key="deal/ana/1", say=Text("t"), seats=("ana",), waits=False,
        options=(Option("bo", Text("b")), Option("bob", Text("b"))),
    )  # fmt: skip
    answer, _ = taken(["leave bo with bob"], THROW, leave, deal)
    assert isinstance(answer, Answer)
    assert (answer.key, answer.value, answer.seat, answer.second) == ("leave/bo/1", "leave", "bo", "bob")
    answer, _ = taken(["deal ana bo"], THROW, leave, deal)
    assert isinstance(answer, Answer) and (answer.key, answer.value) == ("deal/ana/1", "bo")


def test_wishes_and_help_are_no_answers() -> None:
    assert taken(["take back"], THROW)[0] is Wish.TAKE_BACK
    assert taken(["next"], THROW)[0] is Wish.NEXT_PICTURE
    assert taken(["?"], THROW) == (None, ["headless.help"])
