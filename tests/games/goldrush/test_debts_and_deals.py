"""B30 and B31: debts settled for what there is, and deeds sold or swapped between two throws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.refusals import Refused, Why

Sit = Callable[..., Any]


def short(sit: Sit, players: str = "Ana Bo Cy", cash: int = 4, deeds: str = "", **rules: Any) -> Any:
    """Ana owes Bo 25 for the Fairview Hotel and has `cash`; Bo has asked for it."""
    table = sit(players, **rules).own(bo="fairview_hotel").cash(ana=cash)
    if deeds:
        table.own(ana=deeds)
    table.lands("ana", "fairview_hotel")
    table.press("bo")
    return table


# Debts (B30).


def test_b30_all_cash_then_the_rest_is_cancelled_for_good(sit: Sit) -> None:
    table = short(sit)
    assert table.money("ana", "bo") == (0, 54)
    assert table.facts("cancelled")["amount"] == 21_000
    assert table.keys == ["throw/bo/2"], "nobody leaves the game"
    assert table.book()[-2:] == ["ana>bo 25 settled for less (4)", "ana>bo 21 settled for less (0)"]


def test_b30_a_player_with_nothing_goes_on_playing(sit: Sit) -> None:
    table = short(sit, cash=0)
    table.lands("bo", "cemetery")
    table.lands("cy", "cemetery")
    table.lands("ana", "prospect_01")
    table.card("gold_20")
    table.press()
    assert table.money("ana") == 40


def test_b30_the_debtor_may_auction_deeds_one_at_a_time(sit: Sit) -> None:
    table = short(sit, deeds="dominion pavilion")
    assert table.options("short") == ["dominion", "pavilion", "offer", "done"]
    table.answer("short", "pavilion")
    assert table.prompt("bid").purses == {"bo": 54_000, "cy": 50_000}
    table.answer("bid", 8000, seat="cy")
    table.answer("bid", "time")
    assert table.money("ana", "bo", "cy") == (0, 62, 42), "the proceeds go to the creditor first"
    assert table.options("short") == ["dominion", "offer", "done"]
    table.answer("short", "dominion")
    table.answer("bid", 20_000, seat="bo")
    table.answer("bid", "time")
    assert table.money("ana", "bo", "cy") == (7, 55, 42), "13 of the 20 were still owed"
    assert table.snapshot["deeds"] == {"dominion": "bo", "pavilion": "cy", "fairview_hotel": "bo"}
    assert table.keys == ["throw/bo/2"]


def test_b30_settling_holds_the_throw(sit: Sit) -> None:
    table = short(sit, deeds="dominion")
    assert table.all_keys == ["short/ana/2"]
    table.answer("short", "dominion")
    assert all(key.startswith("bid/") for key in table.all_keys)


def test_b30_a_deed_that_nobody_wants_is_offered_once(sit: Sit) -> None:
    table = short(sit, deeds="dominion")
    table.answer("short", "dominion")
    table.answer("bid", "out", seat="bo")
    table.answer("bid", "out", seat="cy")
    assert table.options("short") == ["offer", "done"]


def test_b30_held_players_may_bid_for_deeds(sit: Sit) -> None:
    table = sit().own(bo="fairview_hotel", ana="dominion").at(cy="woodpile").cash(ana=0)
    table.lands("ana", "fairview_hotel")
    table.press("bo")
    table.answer("short", "dominion")
    assert "cy" in table.prompt("bid").seats


def test_b30_debtor_and_creditor_may_agree_on_deeds(sit: Sit) -> None:
    table = short(sit, deeds="dominion pavilion")
    table.answer("short", "offer")
    table.answer("offer", "pavilion")
    table.answer("offer", "all")
    assert table.prompt("agree").seats == ("bo",)
    table.answer("agree", "accept")
    assert table.money("ana", "bo") == (0, 54)
    assert table.snapshot["deeds"] == {"dominion": "ana", "pavilion": "bo", "fairview_hotel": "bo"}
    assert table.keys == ["throw/bo/2"]


def test_b30_the_creditor_may_refuse_the_offer_once(sit: Sit) -> None:
    table = short(sit, deeds="dominion")
    table.answer("short", "offer")
    table.answer("offer", "dominion")
    table.answer("agree", "refuse")
    assert table.options("short") == ["dominion", "done"]
    table.answer("short", "done")
    assert table.snapshot["deeds"]["dominion"] == "ana"


def test_b30_the_bank_takes_the_cash_and_cancels_the_rest(sit: Sit) -> None:
    table = sit().cash(ana=2).own(ana="dominion")
    table.lands("ana", "yukon_river")
    table.press()
    assert table.book()[-1] == "ana>bank 5 settled for less (2)"
    assert table.keys == ["throw/bo/2"]
    assert table.snapshot["deeds"] == {"dominion": "ana"}


def test_b30_under_auto_the_debtor_is_asked_at_once(sit: Sit) -> None:
    table = sit(collect="auto").own(bo="fairview_hotel", ana="dominion").cash(ana=4)
    table.lands("ana", "fairview_hotel")
    assert table.keys == ["short/ana/1"]
    table.answer("short", "done")
    assert table.money("ana", "bo") == (0, 54)


def test_b30_nothing_to_sell_when_nobody_has_cash(sit: Sit) -> None:
    table = sit("Ana Bo").own(bo="fairview_hotel", ana="dominion").cash(ana=0, bo=0)
    table.lands("ana", "fairview_hotel")
    table.press("bo")
    assert table.options("short") == ["offer", "done"]


# Deals (B31).


def test_b31_a_deed_is_sold_at_any_price(sit: Sit) -> None:
    table = sit().own(ana="dominion").gap()
    table.answer("deal/ana/1", "bo")
    table.answer("deal/ana/1/gives", "dominion")
    table.answer("deal/ana/1/payer", "bo")
    table.answer("deal/ana/1/price", 17_000)
    assert table.prompt("deal/ana/1/accept").seats == ("bo",)
    table.answer("deal/ana/1/accept", "accept")
    assert table.money("ana", "bo") == (67, 33)
    assert table.snapshot["deeds"] == {"dominion": "bo"}
    assert table.keys == ["throw/ana/1/2"], "the turn waits where it was"


def test_b31_deeds_are_swapped(sit: Sit) -> None:
    table = sit().own(ana="dominion yukon_hotel", cy="pavilion").gap()
    table.answer("deal/ana/1", "cy")
    table.answer("deal/ana/1/gives", "yukon_hotel")
    table.answer("deal/ana/1/gives", "all")
    table.answer("deal/ana/1/takes", "pavilion")
    table.answer("deal/ana/1/payer", "even")
    table.answer("deal/ana/1/accept", "accept")
    assert table.snapshot["deeds"] == {"yukon_hotel": "cy", "dominion": "ana", "pavilion": "ana"}
    assert table.money("ana", "cy") == (50, 50)


def test_b31_the_other_may_refuse(sit: Sit) -> None:
    table = sit().own(bo="dominion").gap()
    table.answer("deal/ana/1", "bo")
    table.answer("deal/ana/1/takes", "dominion")
    table.answer("deal/ana/1/payer", "ana")
    table.answer("deal/ana/1/price", 50_000)
    table.answer("deal/ana/1/accept", "refuse")
    assert table.snapshot["deeds"] == {"dominion": "bo"}
    assert table.money("ana") == 50
    assert table.has("deal/ana/2")


def test_b31_no_gifts_of_cash(sit: Sit) -> None:
    table = sit()
    assert not table.has("deal/ana/1"), "without a deed there is nothing to deal in"
    table.own(bo="dominion")
    table.answer("adjust/1", "cy", second="bo")
    table.answer("adjust/1/way", "more")
    table.answer("adjust/1/amount", 1000)
    table.answer("adjust/1/why", "other")
    assert table.options("deal/ana/1") == ["bo"]
    table.answer("deal/ana/1", "bo")
    table.answer("deal/ana/1/takes", "all")
    assert table.facts("no_deal") == {"seat": "ana", "partner": "bo"}


def test_b31_nobody_pays_more_than_he_has(sit: Sit) -> None:
    table = sit().own(bo="dominion").cash(ana=7).gap()
    table.answer("deal/ana/1", "bo")
    table.answer("deal/ana/1/takes", "dominion")
    table.answer("deal/ana/1/payer", "ana")
    with pytest.raises(Refused) as refused:
        table.answer("deal/ana/1/price", 8000)
    assert refused.value.why is Why.TOO_MUCH


def test_b31_deals_only_between_two_throws(sit: Sit) -> None:
    table = sit().own(ana="dominion").gap()
    assert table.has("deal/ana/1")
    table.lands("ana", "klondike_river")
    assert not table.has("deal/ana/1")
    table.press()
    assert table.has("deal/ana/1")


def test_b31_a_guest_who_buys_his_theatre_is_free(sit: Sit) -> None:
    table = sit("Ana Bo").own(bo="palace_grand")
    table.lands("ana", "palace_grand")
    table.lands("bo", "cemetery")
    assert table.prompt("throw").say.id == "goldrush.ask.throw_theatre"
    table.answer("deal/ana/1", "bo")
    table.answer("deal/ana/1/takes", "palace_grand")
    table.answer("deal/ana/1/payer", "even")
    table.answer("deal/ana/1/accept", "accept")
    assert table.seat("ana")["host"] is None
    assert table.prompt("throw").say.id == "goldrush.ask.throw"
    table.throw("12")
    assert table.where("ana") == "monte_carlo"


def test_b31_what_a_deal_brings_repays_a_loan(sit: Sit) -> None:
    table = sit("Ana Bo").cash(ana=0)
    table.lands("ana", "church")
    table.press()
    table.own(ana="dominion")
    table.lands("bo", "cemetery")
    table.answer("deal/ana/1", "bo")
    table.answer("deal/ana/1/gives", "dominion")
    table.answer("deal/ana/1/payer", "bo")
    table.answer("deal/ana/1/price", 12_000)
    table.answer("deal/ana/1/accept", "accept")
    assert (table.money("ana"), table.seat("ana")["loan"]) == (2, 0)
