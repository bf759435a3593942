"""Leaving (H1) and joining (H2) between rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.prompts import Sit as SitPrompt
from companion.table.refusals import Refused, Why

Sit = Callable[..., Any]


def optional(table: Any) -> list[str]:
    return [prompt.key for prompt in table.runner.open if not prompt.waits]


def test_h1_h2_leaving_and_joining_are_open_beside_the_banks_throw_and_the_stakes_only(sit: Sit) -> None:
    table = sit("Ana Bo", limit=2)
    expected = ["leave/ana/1", "leave/bo/1", "join/1", "adjust/1"]
    assert table.keys == ["stake/bo/1"]
    assert optional(table) == expected
    table.answer("stake/bo/1", 2)
    assert table.keys == ["throw/ana/1"]
    assert optional(table) == expected
    table.throw("three")
    assert optional(table) == []


# H1 Leaving.


@pytest.mark.parametrize(
    ("seat", "second"), [("bo", None), ("bo", "bo"), (None, "bo"), ("bo", "zoe"), (None, None)]
)
def test_h1_leaving_needs_a_second_seat(sit: Sit, seat: str | None, second: str | None) -> None:
    from companion.table.answers import Answer

    table = sit("Ana Bo Cy")
    before = table.runner.digest
    with pytest.raises(Refused) as refused:
        table.runner.send(Answer(prompt=table.prompt("leave/bo/1"), value="leave", seat=seat, second=second))
    assert refused.value.why is Why.SECOND_NEEDED
    assert table.runner.digest == before


def test_h1_the_chips_and_the_stake_of_who_leaves_go_with_him(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    events = table.answer("leave/bo/1", "leave", second="cy")
    assert table.said(events) == ["Bo leaves with 20 chips."]
    assert table.chips("bo", "stake:bo", "bank") == (0, 0, -40)
    assert [seat.id for seat in table.runner.game.seats] == ["ana", "cy"]
    assert [seat["seat"] for seat in table.snapshot["left"]] == ["bo"]
    assert (table.snapshot["rounds"], table.snapshot["order"]) == (2, ["ana", "cy"])
    table.throw("pair of aces", "pair of twos", "pair of twos", "pair of twos")
    assert table.over
    assert {s["seat"] for s in table.snapshot["standings"]} == {"ana", "cy"}


def test_h1_when_the_bank_leaves_the_stakes_go_back_and_the_next_seat_has_the_bank(sit: Sit) -> None:
    table = sit("Ana Bo Cy", limit=5)
    table.answer("stake/bo/1", 4)
    table.answer("stake/cy/1", 3)
    table.answer("leave/ana/1", "leave", second="bo")
    assert table.chips("bo", "cy", "stake:bo", "stake:cy") == (20, 20, 0, 0)
    assert table.facts("called_off")["round"] == 1
    assert (table.snapshot["round"], table.snapshot["bank"], table.keys) == (2, "bo", ["stake/cy/2"])


def test_h1_the_last_one_left_ends_the_game_with_his_own_chips(sit: Sit) -> None:
    table = sit("Ana Bo", multiple=4)
    table.answer("leave/bo/1", "leave", second="ana")
    assert table.over
    assert table.winners == ("ana",)
    assert table.facts("end_early")["why"] == "alone"
    assert table.chips("ana", "bo") == (20, 0)


def test_h1_what_is_left_of_the_stakes_is_cut_anew_for_those_who_stay(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di", limit=9, chips=6)
    for id in ("bo", "cy", "di"):
        table.answer(f"stake/{id}/1", 6)
    assert table.chips("stake:bo", "stake:cy", "stake:di") == (2, 2, 2)
    table.answer("leave/cy/1", "leave", second="di")
    assert table.chips("stake:bo", "stake:cy", "stake:di") == (3, 0, 3)


def test_h1_with_debts_in_points_a_seat_leaves_at_nought(sit: Sit) -> None:
    table = sit("Ana Bo Cy", points=True)
    table.throw("three", "four", "four")
    table.answer("leave/ana/2", "leave", second="bo")
    assert table.chips("ana") == 0
    assert sum(table.runner.game.ledger.balances.values()) == 0


def test_h1_in_a_pot_the_ante_goes_back(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot", ante=3)
    table.answer("leave/cy/1", "leave", second="bo")
    assert table.chips("pot", "cy") == (6, 0)
    assert table.facts("leaves")["amount"] == 20
    table.throw("three", "four")
    assert table.facts("pot")["amount"] == 6


def test_h1_in_a_pot_that_nobody_else_can_pay_the_antes_go_back(sit: Sit) -> None:
    table = sit("Ana Bo Cy", variant="pot", chips=1, multiple=2)
    table.throw("three", "four", "pair of twos")
    assert table.over
    table = sit("Ana Bo Cy", variant="pot", chips=2, ante=2, rebuys=1, multiple=2)
    table.throw("three", "four", "pair of twos")
    table.answer("rebuy/ana/2", "buy")
    table.answer("rebuy/cy/2", "no")
    table.answer("leave/ana/2", "leave", second="cy")
    assert table.over
    assert table.chips("ana", "bo", "cy", "pot") == (0, 6, 0, 0)


# H2 Late joining.


def test_h2_somebody_joins_at_a_free_place_and_takes_part_at_once(sit: Sit) -> None:
    table = sit("Ana Bo")
    prompt = table.prompt("join/1")
    assert isinstance(prompt, SitPrompt)
    assert prompt.free == (2, 3, 4, 5, 6, 7)
    events = table.answer("join/1", {"name": "Zoe", "place": 4})
    assert "Zoe joins with 20 chips." in table.said(events)
    assert [seat.id for seat in table.runner.game.seats] == ["ana", "bo", "zoe"]
    assert table.snapshot["order"] == ["ana", "bo", "zoe"]
    assert table.chips("zoe", "stake:zoe") == (19, 1)
    assert "join/1/2" in optional(table)


def test_h2_a_newcomer_between_others_is_asked_for_a_stake_alone(sit: Sit) -> None:
    table = sit("Ana Bo", limit=4)
    table.answer("stake/bo/1", 4)
    table.answer("join/1", {"name": "Zoe", "place": 7})
    assert table.keys == ["stake/zoe/1"]
    assert table.chips("stake:bo") == 4
    table.answer("stake/zoe/1", 2)
    assert table.keys == ["throw/ana/1"]
    assert table.snapshot["order"] == ["ana", "bo", "zoe"]


def test_h2_a_newcomer_banks_when_the_bank_comes_round_to_his_place(sit: Sit) -> None:
    table = sit("Ana Bo", multiple=2)
    table.throw("three", "three")
    table.answer("join/2", {"name": "Zoe", "place": 3})
    assert table.snapshot["rounds"] == 6
    banks = []
    while not table.over:
        banks.append(table.snapshot["bank"])
        table.throw("three", "three", "three")
    assert banks == ["bo", "zoe", "ana", "bo", "zoe"]


def test_h2_a_newcomer_whose_place_the_bank_has_passed_waits_for_the_next_turn(sit: Sit) -> None:
    from companion.games import build_game
    from companion.table.answers import Answer, Source
    from companion.table.runner import Runner
    from companion.table.seats import Seat

    seats = (Seat("ana", "Ana", 0), Seat("bo", "Bo", 4))
    runner = Runner(build_game("dice", seats, {"multiple": 2}))
    runner.send(Answer(prompt=runner.open[0], value="ana", source=Source.LOT))
    banks = []
    while runner.outcome is None:
        snapshot = runner.game.snapshot()
        if snapshot["phase"] == "bank_throw":
            banks.append(snapshot["bank"])
        if snapshot["round"] == 2 and "join/2" in [prompt.key for prompt in runner.open]:
            join = next(prompt for prompt in runner.open if prompt.key == "join/2")
            runner.send(Answer(prompt=join, value={"name": "Zoe", "place": 2}))
        runner.send(Answer(prompt=runner.open[0], value=[2, 2, 3, 4, 5]))
    assert banks == ["ana", "bo", "ana", "zoe", "bo"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"name": "Ana", "place": 5}, Why.NAME_TAKEN),
        ({"name": "", "place": 5}, Why.NAME_EMPTY),
        ({"name": "Zoe", "place": 0}, Why.PLACE_TAKEN),
        ({"name": "Zoe", "place": 8}, Why.PLACE_TAKEN),
        ({"name": "Zoe"}, Why.WRONG_KIND),
    ],
)
def test_h2_what_is_no_seat_is_refused(sit: Sit, value: Any, why: Why) -> None:
    table = sit("Ana Bo")
    with pytest.raises(Refused) as refused:
        table.answer("join/1", value)
    assert refused.value.why is why


def test_h2_nobody_joins_a_full_table(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di Eve Flo Gus Hal")
    assert not any(key.startswith("join") for key in optional(table))


def test_h1_h2_who_comes_back_is_somebody_new(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    table.answer("leave/bo/1", "leave", second="cy")
    table.answer("join/1", {"name": "Bo", "place": 1})
    assert [seat.id for seat in table.runner.game.seats] == ["ana", "bo-2", "cy"]
    assert table.chips("bo", "bo-2") == (0, 19)
    table.throw("three", "four", "four")
    assert table.facts("round_end")["deltas"] == {"ana": -2, "bo-2": 1, "cy": 1}


def test_h2_with_points_a_newcomer_starts_at_nought(sit: Sit) -> None:
    table = sit("Ana Bo", points=True)
    table.answer("join/1", {"name": "Zoe", "place": 4})
    assert table.chips("zoe") == -1
