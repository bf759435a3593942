"""Casino bets (D13) and payments by a press (H8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.language import Language
from companion.table.answers import Answer
from companion.table.ledger import State
from companion.table.prompts import Choose, Claim
from companion.table.refusals import Refused, Why

Sit = Callable[..., Any]


# D13 Casino bets.


def test_d13_bets_are_off_unless_agreed(sit: Sit) -> None:
    assert not any(key.startswith("bet") for key in sit("Ana Bo", limit=3).keys)


def test_d13_each_bettor_chooses_what_to_bet_on(sit: Sit) -> None:
    table = sit("Ana Bo Cy", bets=True)
    assert table.keys == ["bet/bo/1", "bet/cy/1"]
    prompt = table.prompt("bet/bo/1")
    assert isinstance(prompt, Choose)
    assert [option.id for option in prompt.options] == ["win", "lose", "two_aces"]
    table.answer("bet/cy/1", "lose")
    table.answer("bet/bo/1", "win")
    assert table.keys == ["throw/ana/1"]
    assert (table.seat("bo")["bet"], table.seat("cy")["bet"]) == ("win", "lose")


@pytest.mark.parametrize(
    ("bet", "bank", "throw", "paid"),
    [
        ("win", "pair of sixes", "pair of aces", True),
        ("win", "pair of sixes", "pair of sixes", False),
        ("lose", "pair of sixes", "pair of twos", True),
        ("lose", "pair of sixes", "pair of sixes", False),
        ("lose", "pair of sixes", "pair of aces", False),
        ("two_aces", "five aces", "two pair", True),
        ("two_aces", "six high", "pair of aces", False),
        ("two_aces", "two pair", "two pair", True),
        ("two_aces", "pair of twos", "five", True),
    ],
)
def test_d13_what_each_bet_is_paid_on(sit: Sit, bet: str, bank: str, throw: str, paid: bool) -> None:
    table = sit("Ana Bo", bets=True, limit=5)
    table.answer("bet/bo/1", bet)
    table.answer("stake/bo/1", 3)
    table.throw(bank, throw)
    assert table.facts("round_end")["deltas"]["bo"] == (3 if paid else -3)


def test_d13_all_bets_together_are_cut_to_what_the_bank_can_pay(sit: Sit) -> None:
    table = sit("Ana Bo Cy", bets=True, limit=9, chips=5)
    for key, value in [("bet/bo/1", "lose"), ("stake/bo/1", 5), ("bet/cy/1", "two_aces"), ("stake/cy/1", 4)]:
        table.answer(key, value)
    assert table.chips("stake:bo", "stake:cy") == (3, 2)
    # Both are paid, which takes all that the bank has and no more.
    table.throw("full house", "pair of aces", "two pair")
    assert table.facts("round_end")["deltas"] == {"ana": -5, "bo": 3, "cy": 2}


# H8 Presses.


def test_h8_payments_move_by_themselves(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.throw("pair of twos", "pair of aces")
    assert table.keys == ["throw/bo/2"]


def test_h8_with_one_press_the_receiver_presses_for_each_payment(sit: Sit) -> None:
    table = sit("Ana Bo Cy", payments="one press", chips=10)
    table.throw("pair of sixes", "pair of aces")
    prompt = table.prompt("claim/bo/1")
    assert isinstance(prompt, Claim)
    assert (prompt.seats, prompt.amount, prompt.transfer) == (("bo",), 1, "r1/bo/won")
    assert table.keys == ["claim/bo/1"]
    assert table.snapshot["phase"] == "pay"
    assert table.chips("ana", "bo") == (10, 9)
    for wrong in ("ana", "cy", None):
        with pytest.raises(Refused):
            table.runner.send(_press(prompt, wrong))
    table.answer("claim/bo/1", True)
    assert table.chips("ana", "bo") == (9, 11)
    table.throw("pair of twos")
    # Now the bank is the receiver.
    assert table.prompt("claim/ana/1/cy").seats == ("ana",)
    table.answer("claim/ana/1/cy", True)
    assert table.facts("round_end")["deltas"] == {"ana": 0, "bo": 1, "cy": -1}


def test_h8_a_second_press_does_not_pay_again(sit: Sit) -> None:
    table = sit("Ana Bo", payments="one press", chips=10)
    table.throw("pair of sixes", "pair of aces")
    prompt = table.prompt("claim/bo/1")
    table.answer("claim/bo/1", True)
    after = table.runner.digest
    with pytest.raises(Refused) as refused:
        table.runner.send(_press(prompt, "bo"))
    assert refused.value.why is Why.NOT_OPEN
    assert table.runner.digest == after
    assert table.runner.game.ledger.transfer("r1/bo/won").state is State.POSTED


def _press(prompt: Any, seat: str | None) -> Any:
    return Answer(prompt=prompt, value=True, seat=seat)


def test_every_transfer_has_a_reason_that_can_be_said(sit: Sit) -> None:
    table = sit("Ana Bo Cy", limit=3, chips=5)
    table.answer("stake/bo/1", 3)
    table.answer("stake/cy/1", 2)
    table.throw("pair of sixes", "pair of aces", "pair of twos")
    language = Language.load("en")
    book = {transfer.id: language.say(transfer.reason) for transfer in table.runner.game.ledger.book}
    assert book == {
        "start/ana": "to begin with",
        "start/bo": "to begin with",
        "start/cy": "to begin with",
        "r1/bo/stake": "stake",
        "r1/cy/stake": "stake",
        "r1/bo/won": "won from the bank",
        "r1/bo/stake-back": "stake back",
        "r1/cy/lost": "lost to the bank",
    }
