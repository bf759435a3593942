"""B11-B13 and B22: fire, the church, and buying."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Sit = Callable[..., Any]

THEATRES = "pavilion palace_grand"


# Fire (B11).


def test_b11_every_owned_building_with_a_token_burns_the_landers_own_too(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di").own(ana="yukon_hotel regina_hotel", bo="aurora_saloon")
    table.at(bo="yukon_hotel", cy="regina_hotel", di="aurora_saloon")
    table.lands("ana", "fire")
    assert table.snapshot["deeds"] == {}
    assert table.facts("fire")["burnt"] == {
        "yukon_hotel": "ana", "regina_hotel": "ana", "aurora_saloon": "bo",
    }  # fmt: skip
    assert table.money("ana", "bo") == (50, 50), "nobody is compensated"


def test_b11_the_landers_own_token_endangers_nothing(sit: Sit) -> None:
    table = sit().own(ana="metropole_hotel")
    table.before("ana", "fire", "12")
    table.throw("12")
    assert table.snapshot["deeds"] == {"metropole_hotel": "ana"}


def test_b11_what_cannot_burn(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di Eve Flo").own(ana="british_yukon", bo="dominion")
    table.at(bo="british_yukon", cy="woodpile", di="church", eve="yukon_hotel")
    table.lands("ana", "fire")
    assert table.snapshot["deeds"] == {"british_yukon": "ana", "dominion": "bo"}


def test_b11_tokens_stay_and_an_audience_is_free(sit: Sit) -> None:
    table = sit().own(cy="palace_grand").at(bo="palace_grand")
    table.game.position.players["bo"].host = table.index("palace_grand")
    table.lands("ana", "fire")
    assert table.where("bo") == "palace_grand"
    assert table.seat("bo")["host"] is None
    table.throw("12")
    assert table.where("bo") == "monte_carlo", "his next turn is a usual one"


def test_b11_a_burnt_lot_is_sold_to_the_next_to_land_not_to_who_stands_there(sit: Sit) -> None:
    table = sit().own(cy="metropole_hotel").at(bo="metropole_hotel")
    table.lands("ana", "fire")
    assert table.keys == ["throw/bo/2"]
    table.lands("bo", "cemetery")
    table.lands("cy", "metropole_hotel")
    assert table.options("buy") == ["buy", "no"]


def test_b11_a_burnt_monopoly_is_gone_until_it_is_complete_again(sit: Sit) -> None:
    table = sit().own(bo=THEATRES).at(cy="pavilion")
    assert table.snapshot["monopolies"] == [{"kind": "theatre", "seat": "bo"}]
    table.lands("ana", "fire")
    assert table.snapshot["monopolies"] == []


# The church (B12, B13).


def test_b12_a_fixed_donation(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "church")
    table.press()
    assert table.money("ana") == 40
    table = sit(church_donation=20)
    table.lands("ana", "church")
    table.press()
    assert table.money("ana") == 30


def test_b12_no_donation_where_the_table_wants_none(sit: Sit) -> None:
    table = sit(church_donation=0)
    table.lands("ana", "church")
    assert table.keys == ["throw/bo/2"]


def test_b13_a_loan_for_exactly_the_missing_part(sit: Sit) -> None:
    table = sit().cash(ana=3)
    table.lands("ana", "church")
    assert table.seat("ana")["loan"] == 7000
    table.press()
    assert table.money("ana") == 0


def test_b13_the_donor_chooses_between_the_loan_and_an_auction(sit: Sit) -> None:
    table = sit().cash(ana=3).own(ana="yukon_hotel")
    table.lands("ana", "church")
    assert table.options("donate") == ["yukon_hotel", "loan"]
    table.answer("donate", "yukon_hotel")
    table.answer("bid", 12_000, seat="bo")
    table.answer("bid", "out", seat="cy")
    table.press()
    assert table.money("ana", "bo") == (5, 38)
    assert table.snapshot["deeds"] == {"yukon_hotel": "bo"}
    assert table.seat("ana")["loan"] == 0


def test_b13_what_an_auction_leaves_missing_can_still_be_borrowed(sit: Sit) -> None:
    table = sit().cash(ana=3).own(ana="yukon_hotel")
    table.lands("ana", "church")
    table.answer("donate", "yukon_hotel")
    table.answer("bid", 2000, seat="bo")
    table.answer("bid", "time")
    table.press()
    assert (table.money("ana"), table.seat("ana")["loan"]) == (0, 5000)


def test_b13_a_loan_is_repaid_out_of_the_next_receipts(sit: Sit) -> None:
    table = sit("Ana Bo").cash(ana=0)
    table.lands("ana", "church")
    table.press()
    table.lands("bo", "cemetery")
    table.lands("ana", "prospect_01")
    table.card("gold_05")
    table.press("ana")
    assert (table.money("ana"), table.seat("ana")["loan"]) == (0, 0)
    assert table.facts("loan_repaid")["moves"][0]["amount"] == 10_000
    table.lands("bo", "cemetery")
    table.lands("ana", "prospect_01")
    table.card("gold_10")
    table.press("ana")
    assert table.money("ana") == 10


def test_b13_a_part_is_repaid_where_the_receipt_is_smaller(sit: Sit) -> None:
    table = sit("Ana Bo").cash(ana=0)
    table.lands("ana", "church")
    table.press()
    table.lands("bo", "prospect_01")
    table.card("gold_10")
    table.lands("ana", "prospect_02")
    table.card("gold_05")
    table.press("ana")
    assert (table.money("ana"), table.seat("ana")["loan"]) == (0, 5000)


def test_b13_without_loans_deeds_must_be_offered_and_the_rest_is_cancelled(sit: Sit) -> None:
    table = sit(church_loans=False).cash(ana=3).own(ana="yukon_hotel dominion")
    table.lands("ana", "church")
    assert table.options("donate") == ["yukon_hotel", "dominion"]
    table.answer("donate", "dominion")
    table.answer("bid", 2000, seat="bo")
    table.answer("bid", "time")
    table.answer("donate", "yukon_hotel")
    table.answer("bid", "time")
    assert table.keys == ["pay/church/ana/1"]
    table.press()
    assert table.money("ana", "bo") == (0, 48)
    assert "ana>bank 10 settled for less (5)" in table.book()
    assert table.seat("ana")["loan"] == 0


def test_b13_nowhere_else_does_the_bank_lend(sit: Sit) -> None:
    for space in ("klondike_river", "chilkoot"):
        table = sit().cash(ana=1)
        table.lands("ana", space)
        table.press()
        assert (table.money("ana"), table.seat("ana")["loan"]) == (0, 0)


# Buying (B22).


def test_b22_buying_for_the_full_price(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "fairview_hotel")
    table.answer("buy", "buy")
    table.press("ana")
    assert table.money("ana") == 25
    assert table.snapshot["deeds"] == {"fairview_hotel": "ana"}


def test_b22_nothing_happens_without_the_cash_or_the_wish(sit: Sit) -> None:
    table = sit().cash(ana=24)
    table.lands("ana", "fairview_hotel")
    assert table.facts("cannot_buy")["price"] == 25_000
    table.lands("bo", "palace_grand")
    table.answer("buy", "no")
    assert table.snapshot["deeds"] == {}
    assert table.seat("bo")["host"] is None, "no theatre stay, no fee"
    assert table.money("ana", "bo") == (24, 50)
    assert table.keys == ["throw/cy/3"], "the offer ends with the turn"


def test_b22_ones_own_building_does_nothing(sit: Sit) -> None:
    for space in ("yukon_hotel", "aurora_saloon", "dominion", "pavilion", "sawmill", "trading_company"):
        table = sit().own(ana=space).at(bo="cemetery")
        before = len(table.book())
        table.lands("ana", space)
        assert table.book(before) == [] and table.keys == ["throw/bo/2"]
