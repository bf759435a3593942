"""The game against the bank, ruling by ruling: D1, D4-D11, D13, D14, D16, H7, H8."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import build_game
from companion.table.ledger import State
from companion.table.prompts import Amount, Choose, Claim, Lot
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner
from companion.table.seats import Seat, seat_players

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


# D9 Bank rotation and length.


@pytest.mark.parametrize(("players", "multiple"), [("Ana Bo", 3), ("Ana Bo Cy", 2), ("Ana Bo Cy Di", 1)])
def test_d9_the_bank_goes_round_to_the_left_and_everybody_banks_equally_often(
    sit: Sit, players: str, multiple: int
) -> None:
    table = sit(players, multiple=multiple, points=True)
    banks = []
    while not table.over:
        if table.snapshot["phase"] == "bank_throw":
            banks.append(table.snapshot["bank"])
        table.throw("pair of twos")
    ids = [name.lower() for name in players.split()]
    assert banks == ids * multiple
    assert table.snapshot["rounds"] == len(banks)


def test_d9_the_last_round_ends_the_game(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.throw(*["pair of twos"] * 4)
    assert table.over
    assert not table.snapshot["ended_early"]
    assert table.runner.open == ()


# D10 Bettors without chips.


def test_d10_a_seat_without_chips_sits_out_and_banks_only_with_chips(sit: Sit) -> None:
    table = sit("Ana Bo Cy", chips=1, multiple=2)
    table.throw("pair of aces", "pair of twos")  # Bo has nothing now and passes in round 2
    assert table.seat("bo")["sits_out"] == "no_chips"
    assert table.seat("bo")["role"] == "out"
    assert table.snapshot["order"] == ["cy", "ana"]
    assert "Bo has too few chips and sits this round out." in table.said()


def test_d10_no_rebuys_unless_agreed(sit: Sit) -> None:
    table = sit("Ana Bo Cy", chips=1, multiple=2)
    table.throw("pair of aces", "pair of twos")
    assert not any(key.startswith("rebuy") for key in table.keys)


def test_d10_rebuys_as_often_as_agreed_and_the_same_for_all(sit: Sit) -> None:
    table = sit("Ana Bo Cy", chips=1, multiple=3, rebuys=1)
    assert {seat["rebuys"] for seat in table.snapshot["seats"]} == {1}
    table.throw("pair of aces", "pair of twos")
    assert table.keys == ["rebuy/bo/2"]
    assert [option.id for option in table.prompt("rebuy/bo/2").options] == ["buy", "no"]
    table.answer("rebuy/bo/2", "buy")
    assert table.seat("bo")["chips"] == 1
    assert (table.seat("bo")["rebuys"], table.seat("bo")["bought"], table.seat("bo")["net"]) == (0, 1, -1)
    assert table.snapshot["bank"] == "bo"
    table.throw("pair of twos", "pair of aces")  # Cy wins Bo's chip; Ana was cut to nothing
    assert table.seat("bo")["chips"] == 0
    assert not any(key.startswith("rebuy") for key in table.keys)


def test_d10_a_declined_rebuy_is_offered_again_in_the_next_round(sit: Sit) -> None:
    table = sit("Ana Bo Cy", chips=1, multiple=3, rebuys=1)
    table.throw("pair of aces", "pair of twos")
    table.answer("rebuy/bo/2", "no")
    assert table.facts("passes")["seat"] == "bo"
    assert table.keys == ["rebuy/bo/3"]


def test_d10_when_nobody_buys_the_game_ends_early(sit: Sit) -> None:
    table = sit("Ana Bo", chips=1, multiple=3, rebuys=2)
    table.throw("pair of aces", "pair of twos")
    table.answer("rebuy/bo/2", "no")
    assert table.over
    assert table.snapshot["ended_early"]


# D11 Final ties.


def test_d11_equal_chips_share_the_win(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    table.throw("pair of twos", "pair of twos", "pair of aces")  # Ana +0, Bo -1, Cy +1
    table.throw("pair of aces", "pair of twos", "pair of twos")  # Bo +2
    table.throw("pair of twos", "pair of aces", "pair of twos")  # Cy 0: -1 to Ana, +1 from Bo
    assert table.over
    assert table.chips("ana", "bo", "cy") == (20, 20, 20)
    assert table.winners == ("ana", "bo", "cy")
    assert table.said()[-1] == "Ana, Bo, and Cy share the win with 20 chips each."


def test_d11_the_most_chips_win(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.throw("pair of aces", "pair of twos", "pair of twos", "pair of twos")
    assert [(s["seat"], s["amount"], s["place"]) for s in table.snapshot["standings"]] == [
        ("ana", 20, 1),
        ("bo", 20, 1),
    ]
    table = sit("Ana Bo")
    table.throw("pair of aces", "pair of twos", "pair of twos", "pair of aces")
    assert table.winners == ("ana",)
    assert table.said()[-1] == "Ana wins with 22 chips."


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


# D14 Points.


def test_d14_points_may_fall_below_nought_and_nothing_is_cut(sit: Sit) -> None:
    table = sit("Ana Bo Cy", points=True, limit=9)
    assert table.chips("ana", "bo", "cy") == (0, 0, 0)
    table.answer("stake/bo/1", 9)
    table.answer("stake/cy/1", 9)
    assert table.count("cut") == 0
    table.throw("pair of twos", "pair of aces", "pair of aces")
    assert table.chips("ana", "bo", "cy") == (-18, 9, 9)
    assert table.prompt("stake/ana/2").most == 9
    assert table.snapshot["unit"] == "points"


def test_d14_with_points_no_bank_passes_and_no_game_ends_early(sit: Sit) -> None:
    table = sit("Ana Bo", points=True, multiple=3)
    while not table.over:
        table.throw("pair of twos", "pair of aces")
    assert table.count("passes") == 0
    assert table.facts("round_end")["round"] == 6


# D16 Beginning.


def test_d16_the_first_bank_is_drawn_by_lot() -> None:
    seats = seat_players(["Ana", "Bo"], 2, 8)
    (prompt,) = Runner(build_game("dice", seats, {})).open
    assert isinstance(prompt, Lot)
    assert (prompt.key, prompt.among) == ("lot/first-bank", ("ana", "bo"))


def test_d16_or_the_table_chooses_it(sit: Sit) -> None:
    table = sit("Ana Bo Cy", first_bank="choose")
    assert table.keys == ["first-bank"]
    table.answer("first-bank", "cy")
    assert table.snapshot["bank"] == "cy"
    assert table.snapshot["order"] == ["cy", "ana", "bo"]


def test_d16_the_lot_decides_where_the_rotation_begins() -> None:
    from companion.table.answers import Answer, Source

    runner = Runner(build_game("dice", seat_players(["Ana", "Bo", "Cy"], 2, 8), {}))
    runner.send(Answer(prompt=runner.open[0], value="bo", source=Source.LOT))
    assert runner.game.snapshot()["order"] == ["bo", "cy", "ana"]


@pytest.mark.parametrize(("rules", "chips"), [({}, 20), ({"chips": 50}, 50)])
def test_d16_everybody_starts_with_20_chips_or_what_is_agreed(
    sit: Sit, rules: dict[str, int], chips: int
) -> None:
    table = sit("Ana Bo", **rules)
    assert table.facts("begin")["moves"] == [
        {"id": "start/ana", "payer": "bank", "payee": "ana", "amount": chips},
        {"id": "start/bo", "payer": "bank", "payee": "bo", "amount": chips},
    ]
    assert table.chips("bank") == -2 * chips


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
    from companion.table.answers import Answer

    return Answer(prompt=prompt, value=True, seat=seat)


def test_every_transfer_has_a_reason_that_can_be_said(sit: Sit) -> None:
    from companion.language import Language

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
