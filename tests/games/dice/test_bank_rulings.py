"""The game against the bank, ruling by ruling: D1, D4-D8, H7."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import build_game
from companion.table.prompts import Amount
from companion.table.refusals import Refused, Why
from companion.table.seats import Seat

Sit = Callable[..., Any]


# D1 Seats.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_d1_two_to_eight_seats_with_one_of_them_the_bank(sit: Sit, players: int) -> None:
    names = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"][:players]
    table = sit(" ".join(names))
    roles = [seat["role"] for seat in table.snapshot["seats"]]
    assert roles == ["bank"] + ["bettor"] * (players - 1)
    assert len(table.snapshot["order"]) == players


@pytest.mark.parametrize("players", [0, 1, 9])
def test_d1_other_numbers_are_refused(players: int) -> None:
    seats = tuple(Seat(f"s{place}", f"S{place}", place) for place in range(players))
    with pytest.raises(Refused) as refused:
        build_game("dice", seats, {})
    assert refused.value.why is Why.PLAYERS_COUNT


# D4 Equal throws, D5 Payment.


def test_d4_an_equal_throw_loses_the_stake_to_the_bank(sit: Sit) -> None:
    table = sit("Ana Bo", chips=10)
    events = table.throw("66345", "66123")
    assert table.facts("lost")["result"] == "tie"
    assert table.whats(events)[:2] == ["throw", "lost"]
    assert "Equal throws are the bank's: Ana takes 1 chip from Bo." in table.said(events)
    # Bo staked as the bank's turn passed to him: Ana's stake of round 2 lies on the table.
    assert (table.chips("ana") + 1, table.chips("bo")) == (11, 9)


def test_d5_a_better_throw_gets_the_stake_back_and_as_much_from_the_bank(sit: Sit) -> None:
    table = sit("Ana Bo", chips=10, limit=5)
    table.answer("stake/bo/1", 4)
    assert table.chips("ana", "bo", "stake:bo") == (10, 6, 4)
    table.throw("pair of twos", "pair of aces")
    assert table.chips("ana", "bo", "stake:bo") == (6, 14, 0)
    assert [move["amount"] for move in table.facts("won")["moves"]] == [4, 4]


def test_d5_each_bettor_is_compared_with_the_bank_alone(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di", chips=10)
    table.throw("two pair", "pair of aces", "full house", "five")
    results = {seat["seat"]: seat["result"] for seat in table.snapshot["previous"]["seats"]}
    assert results == {"ana": None, "bo": "lose", "cy": "win", "di": "win"}
    assert table.facts("round_end")["deltas"] == {"ana": -1, "bo": -1, "cy": 1, "di": 1}


# D6 Stakes.


def test_d6_at_a_limit_of_one_stakes_are_placed_without_asking(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    assert table.keys == ["throw/ana/1"]
    assert table.chips("ana", "bo", "cy", "stake:bo", "stake:cy") == (20, 19, 19, 1, 1)


def test_d6_all_bettors_are_asked_at_once_and_answer_in_any_order(sit: Sit) -> None:
    table = sit("Ana Bo Cy", limit=3)
    assert table.keys == ["stake/bo/1", "stake/cy/1"]
    prompt = table.prompt("stake/cy/1")
    assert isinstance(prompt, Amount)
    assert (prompt.least, prompt.most, prompt.step, prompt.seats) == (1, 3, 1, ("cy",))
    table.answer("stake/cy/1", 2)
    assert table.keys == ["stake/bo/1"]
    assert table.chips("cy") == 20
    table.answer("stake/bo/1", 3)
    assert table.keys == ["throw/ana/1"]
    assert table.chips("bo", "cy") == (17, 18)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (0, Why.TOO_LITTLE),
        (-3, Why.TOO_LITTLE),
        (4, Why.TOO_MUCH),
        ("abc", Why.NOT_A_NUMBER),
        (1.5, Why.NOT_A_NUMBER),
        (True, Why.NOT_A_NUMBER),
        (None, Why.NOT_A_NUMBER),
    ],
)
def test_d6_other_stakes_are_refused_and_change_nothing(sit: Sit, given: object, why: Why) -> None:
    table = sit("Ana Bo", limit=3)
    before = table.runner.digest
    with pytest.raises(Refused) as refused:
        table.answer("stake/bo/1", given)
    assert refused.value.why is why
    assert table.runner.digest == before
    table.answer("stake/bo/1", 3)


def test_d6_nobody_stakes_more_than_he_has_and_a_last_chip_is_not_asked_for(sit: Sit) -> None:
    assert sit("Ana Bo", limit=9, chips=3).prompt("stake/bo/1").most == 3
    table = sit("Ana Bo", limit=9, chips=1)
    assert table.keys == ["throw/ana/1"]
    assert table.chips("bo", "stake:bo") == (0, 1)


def test_d6_the_usual_stake_is_the_last_one_or_all_that_is_left(sit: Sit) -> None:
    table = sit("Ana Bo", limit=9, chips=10, multiple=2)
    assert table.prompt("stake/bo/1").usual == 1
    table.answer("stake/bo/1", 7)
    table.throw("pair of aces", "pair of twos")
    table.answer("stake/ana/2", 2)
    table.throw("pair of twos", "pair of twos")
    # Bo staked 7 before and has 5 now.
    assert table.prompt("stake/bo/3").usual == 5


# D7 Can the bank run dry?


def test_d7_stakes_are_cut_to_the_banks_chips_before_the_throw(sit: Sit) -> None:
    table = sit("Ana Bo Cy", limit=9, chips=6)
    table.answer("stake/bo/1", 6)
    table.answer("stake/cy/1", 3)
    assert table.chips("stake:bo", "stake:cy") == (3, 3)
    assert table.seat("bo")["wish"] == 6
    assert table.facts("cut") == {"seat": "bo", "wish": 6, "stake": 3}


def test_d7_a_stake_cut_to_nothing_sits_out_and_does_not_throw(sit: Sit) -> None:
    table = sit("Ana Bo Cy", chips=1)
    assert table.seat("cy")["sits_out"] == "cut"
    assert table.snapshot["order"] == ["ana", "bo"]
    table.throw("pair of aces", "pair of twos")
    assert table.facts("round_end")["deltas"] == {"ana": 1, "bo": -1, "cy": 0}
    assert table.count("throw") == 2


def test_d7_a_bank_without_chips_passes_and_that_counts_as_its_round(sit: Sit) -> None:
    table = sit("Ana Bo Cy", chips=1)
    table.throw("pair of aces", "pair of twos")
    # Bo has nothing: round 2 was his, and round 3 is Cy's.
    assert table.facts("passes") == {"seat": "bo", "round": 2}
    assert (table.snapshot["round"], table.snapshot["bank"]) == (3, "cy")
    assert table.keys == ["throw/cy/3"]
    table.throw("pair of twos", "pair of twos")
    assert table.over
    assert table.chips("ana", "bo", "cy") == (1, 0, 2)


def test_d7_the_game_ends_early_when_one_seat_holds_everything(sit: Sit) -> None:
    table = sit("Ana Bo", chips=1, multiple=5)
    table.throw("pair of aces", "pair of twos")
    assert table.over
    assert table.winners == ("ana",)
    assert table.chips("ana", "bo") == (2, 0)
    assert table.snapshot["ended_early"]
    assert table.whats()[-2:] == ["end_early", "end"]


# D8 Order and dice, H7 Cocked dice.


def test_d8_the_bank_throws_first_then_clockwise_from_its_left(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di")
    order = []
    for _ in range(8):
        order += table.keys
        table.throw("pair of twos")
    assert order == [
        "throw/ana/1", "throw/bo/1", "throw/cy/1", "throw/di/1",
        "throw/bo/2", "throw/cy/2", "throw/di/2", "throw/ana/2",
    ]  # fmt: skip


def test_d8_every_bettor_throws_even_against_five_aces(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    table.throw("five aces")
    assert table.snapshot["to_beat"]["win"] == 0
    assert table.keys == ["throw/bo/1"]
    table.throw("five aces")
    assert table.keys == ["throw/cy/1"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([1, 2, 3, 4], Why.DICE_COUNT),
        ([1, 2, 3, 4, 5, 6], Why.DICE_COUNT),
        ([1, 2, 3, 4, 0], Why.NOT_A_FACE),
        ([1, 2, 3, 4, 7], Why.NOT_A_FACE),
        ([1, 2, 3, 4, "5"], Why.NOT_A_FACE),
        ("12345", Why.WRONG_KIND),
        (None, Why.WRONG_KIND),
    ],
)
def test_d8_all_five_dice_in_one_throw(sit: Sit, given: object, why: Why) -> None:
    table = sit("Ana Bo")
    before = table.runner.digest
    with pytest.raises(Refused) as refused:
        table.answer("throw/ana/1", given)
    assert refused.value.why is why
    assert table.runner.digest == before


def test_h7_a_cocked_die_voids_the_throw_and_all_five_are_thrown_again(sit: Sit) -> None:
    table = sit("Ana Bo")
    before = table.chips("ana", "bo", "stake:bo")
    table.answer("throw/ana/1", "void")
    assert table.keys == ["throw/ana/1/2"]
    table.answer("throw/ana/1/2", "void")
    assert table.keys == ["throw/ana/1/3"]
    assert table.chips("ana", "bo", "stake:bo") == before
    table.throw("pair of twos")
    table.answer("throw/bo/1", "void")
    assert table.keys == ["throw/bo/1/2"]
    table.throw("pair of aces")
    assert table.count("void") == 3
    assert table.facts("round_end")["deltas"] == {"ana": -1, "bo": 1}
