"""The pot variant (D12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.refusals import Refused, Why

Sit = Callable[..., Any]


def test_d12_no_bank_equal_antes_and_one_throw_each(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot", ante=2)
    assert table.chips("ana", "bo", "cy", "pot") == (18, 18, 18, 6)
    assert {seat["role"] for seat in table.snapshot["seats"]} == {"pot"}
    assert table.snapshot["to_beat"] is None
    keys = []
    for throw in ("pair of twos", "pair of aces", "two pair"):
        keys += table.keys
        table.throw(throw)
    assert keys == ["throw/ana/1", "throw/bo/1", "throw/cy/1"]
    assert table.facts("pot")["seat"] == "cy"
    assert table.facts("round_end")["deltas"] == {"ana": -2, "bo": -2, "cy": 4}


def test_d12_only_the_tied_throw_again_until_one_is_best(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot")
    table.throw("66345", "66123", "pair of twos")
    assert table.facts("tie") == {"seats": ["ana", "bo"], "rethrow": 1}
    assert table.keys == ["rethrow/ana/1/1"]
    assert (table.snapshot["phase"], table.snapshot["tied"]) == ("rethrow", ["ana", "bo"])
    table.throw("pair of twos", "pair of twos")
    assert table.keys == ["rethrow/ana/1/2"]
    table.throw("pair of twos", "pair of sixes")
    assert table.facts("pot")["seat"] == "bo"
    # Nobody has added chips.
    assert table.facts("pot")["amount"] == 3
    assert table.facts("round_end")["deltas"] == {"ana": -1, "bo": 2, "cy": -1}


def test_d12_a_rethrow_counts_alone_even_if_it_is_worse_than_the_first_throw_of_others(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot")
    table.throw("three", "three", "two pair", "six high", "pair of twos")
    assert table.facts("pot")["seat"] == "bo"


def test_d12_of_three_tied_two_may_stay_tied(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot")
    table.throw("three", "three", "three", "pair of aces", "pair of twos", "pair of aces")
    assert table.facts("tie") == {"seats": ["ana", "cy"], "rethrow": 2}
    table.throw("five", "four")
    assert table.facts("pot")["seat"] == "ana"


def test_d12_a_void_rethrow_is_thrown_again(sit: Sit) -> None:
    table = sit("Ana Bo", variant="pot")
    table.throw("three", "three")
    table.answer("rethrow/ana/1/1", "void")
    assert table.keys == ["rethrow/ana/1/1/2"]


def test_d12_the_first_throw_goes_round_and_rounds_are_a_multiple_of_the_players(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot", multiple=2)
    assert table.snapshot["rounds"] == 6
    firsts = []
    while not table.over:
        if table.snapshot["phase"] == "first_throw":
            firsts.append(table.snapshot["thrower"])
        table.throw("pair of twos", "pair of aces", "pair of sixes")
    assert firsts == ["ana", "bo", "cy"] * 2


def test_d12_who_cannot_pay_the_ante_sits_out_and_the_game_ends_when_nobody_else_can(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot", ante=2, chips=3, multiple=3)
    table.throw("pair of aces", "pair of twos", "pair of twos")
    # Bo and Cy have one chip each, which is no ante.
    assert table.over
    assert table.facts("end_early")["why"] == "ante"
    assert table.chips("ana", "bo", "cy") == (7, 1, 1)


def test_d12_the_first_to_throw_without_chips_leaves_it_to_the_next(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot", chips=2, multiple=3)
    table.throw("pair of twos", "pair of aces", "pair of sixes")
    table.throw("pair of twos", "pair of twos", "pair of aces")
    # Cy, who would be first, has lost both his chips.
    assert (table.snapshot["bank"], table.seat("cy")["role"]) == ("cy", "out")
    assert table.snapshot["order"] == ["ana", "bo"]
    assert table.keys == ["throw/ana/3"]


def test_d12_and_h8_the_winner_presses_for_the_pot(sit: Sit) -> None:
    table = sit("Ana Bo", variant="pot", payments="one press")
    table.throw("three", "four")
    assert table.keys == ["claim/bo/1"]
    assert table.prompt("claim/bo/1").amount == 2
    assert table.snapshot["pot"] == 2
    assert table.seat("bo")["stake"] == 1
    table.answer("claim/bo/1", True)
    assert table.facts("round_end")["deltas"] == {"ana": -1, "bo": 1}


def test_d12_and_d14_points_go_below_nought_in_the_pot(sit: Sit) -> None:
    table = sit("Ana Bo", variant="pot", points=True, ante=5)
    table.throw("three", "four")
    # The antes of the second pot are paid already.
    assert table.chips("ana", "bo") == (-10, 0)


def test_d12_and_d10_a_rebuy_pays_the_ante_again(sit: Sit) -> None:
    table = sit("Ana Bo", variant="pot", chips=2, ante=2, rebuys=1)
    table.throw("three", "four")
    assert table.keys == ["rebuy/ana/2"]
    table.answer("rebuy/ana/2", "buy")
    assert table.chips("ana", "bo", "pot") == (0, 2, 4)


def test_d12_an_ante_that_nobody_could_pay_is_refused(sit: Sit) -> None:
    with pytest.raises(Refused) as refused:
        sit("Ana Bo", variant="pot", chips=3, ante=4)
    assert refused.value.why is Why.RULE_VALUE
    assert refused.value.facts["rule"] == "ante"


@pytest.mark.parametrize(("comparison", "winner"), [("a", None), ("b", "bo"), ("c", None), ("d", None)])
def test_d12_the_best_throw_goes_by_the_agreed_comparison(
    sit: Sit, comparison: str, winner: str | None
) -> None:
    table = sit("Ana Bo", variant="pot", comparison=comparison)
    table.throw("66432", "66543")
    assert (table.facts("pot")["seat"] if table.count("pot") else None) == winner
