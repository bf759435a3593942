"""How a session begins, goes round and ends, ruling by ruling: D9-D11, D14, D16."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import build_game
from companion.table.answers import Answer, Source
from companion.table.prompts import Lot
from companion.table.runner import Runner
from companion.table.seats import seat_players

Sit = Callable[..., Any]


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
    assert table.said()[-1] == "Ana, Bo and Cy share the win with 20 chips each."


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
