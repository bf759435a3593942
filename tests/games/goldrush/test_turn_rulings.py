"""B1-B10, B14 and B15: the start, the throw, landing, money, and the spaces where little happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.goldrush import build
from companion.table.ledger import BANK
from companion.table.prompts import Confirm, Throw
from companion.table.refusals import Refused, Why
from companion.table.seats import seat_players

Sit = Callable[..., Any]


def test_b1_two_to_six_play(sit: Sit) -> None:
    for players in ("Ana", "Ana Bo Cy Di Eve Flo Gus"):
        with pytest.raises(Refused) as refused:
            build(seat_players(players.split(), 1, 8), {})
        assert refused.value.why is Why.PLAYERS_COUNT
    assert sit("Ana Bo Cy Di Eve Flo").money("ana", "flo") == (50, 50)


def test_b1_the_highest_throw_begins(sit: Sit) -> None:
    table = sit("Ana Bo Cy", begin=False)
    assert table.keys == ["start/ana/1"]
    table.throw("12", "65", "33")
    assert table.facts("starts")["seat"] == "bo"
    assert table.keys == ["throw/bo/1"]


def test_b1_the_tied_highest_throw_again(sit: Sit) -> None:
    table = sit("Ana Bo Cy", begin=False)
    table.throw("66", "12", "66")
    assert table.facts("start_tie")["seats"] == ["ana", "cy"]
    assert table.keys == ["start/ana/2"]
    table.throw("12", "11")
    assert table.facts("starts")["seat"] == "ana"


def test_b1_the_program_may_draw_the_starter(sit: Sit) -> None:
    table = sit("Ana Bo Cy", begin=False, starter="lot")
    table.answer("lot/first", "cy")
    assert table.keys == ["throw/cy/1"]


def test_b1_play_passes_clockwise(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    for turn, id in enumerate(("ana", "bo", "cy", "ana"), start=1):
        assert table.keys == [f"throw/{id}/{turn}"]
        table.lands(id, "cemetery")


def test_b2_the_full_total_is_moved_and_the_next_space_is_one(sit: Sit) -> None:
    table = sit()
    table.throw("14")
    assert table.where("ana") == "klondike_river"


def test_b2_doubles_give_no_other_throw(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "cemetery", "33")
    assert table.keys == ["throw/bo/2"]


def test_b2_a_lap_brings_nothing_and_spaces_passed_over_have_no_effect(sit: Sit) -> None:
    table = sit().at(ana="white_pass")
    before = table.game.ledger.book
    # Over the pass, past four prospect spaces, onto the river.
    table.throw("15")
    assert table.where("ana") == "klondike_river"
    table.press()
    assert table.book(len(before)) == ["ana>bank 5 posted"]


def test_b3_a_card_lands_like_a_throw(sit: Sit) -> None:
    for way in ("throw", "card"):
        table = sit().own(bo="yukon_hotel").cash(ana=50, bo=50)
        if way == "throw":
            table.lands("ana", "yukon_hotel")
        else:
            table.lands("ana", "prospect_05")
            table.card("hotel_bath")
        assert table.where("ana") == "yukon_hotel"
        table.press("bo")
        assert table.money("ana", "bo") == (40, 60)


def test_b3_the_start_on_chilkoot_and_a_party_are_no_landing(sit: Sit) -> None:
    table = sit().own(bo="aurora_saloon").at(cy="regina_hotel")
    assert table.money("ana", "bo", "cy") == (50, 50, 50)
    table.lands("ana", "aurora_saloon")
    assert table.where("cy") == "aurora_saloon"
    assert table.keys == ["throw/bo/2"], "nobody is asked to buy where a party took him"


def test_b4_the_bank_pays_without_end_and_collects(sit: Sit) -> None:
    table = sit("Ana Bo")
    assert table.game.ledger.balance(BANK) == -100_000
    table.cash(ana=0)
    for _ in range(3):
        table.lands("ana", "prospect_01")
        table.card("gold_10")
        table.press("ana")
        table.lands("bo", "cemetery")
    assert table.money("ana") == 40
    assert sum(table.game.ledger.balances.values()) == 0


def test_b5_percentages_round_up_to_the_next_thousand(sit: Sit) -> None:
    for cash, due in ((50, 5), (51, 6), (59, 6), (1, 1)):
        table = sit().cash(ana=cash)
        table.lands("ana", "prospect_01")
        table.card("royalty")
        assert table.prompt("pay").amount == due * 1000
        table.press()
        assert table.money("ana") == cash - due


def test_b5_nobody_falls_below_nothing(sit: Sit) -> None:
    table = sit().cash(ana=0)
    table.lands("ana", "prospect_01")
    table.card("royalty")
    assert table.money("ana") == 0
    assert table.keys == ["throw/bo/2"]


# Asking for money (B6).


def test_b6_one_press_asks_and_is_paid(sit: Sit) -> None:
    table = sit().own(bo="yukon_hotel")
    table.lands("ana", "yukon_hotel")
    assert table.claims == ["claim/hotel/ana/bo/1"]
    table.answer("claim", True)
    assert table.money("ana", "bo") == (40, 60)
    assert table.claims == []


def test_b6_pressing_twice_pays_once(sit: Sit) -> None:
    table = sit().own(bo="yukon_hotel")
    table.lands("ana", "yukon_hotel")
    table.answer("claim", True)
    with pytest.raises(Refused) as refused:
        table.runner.send(table.answers[-1])
    assert refused.value.why is Why.NOT_OPEN
    assert table.money("ana", "bo") == (40, 60)


def test_b6_a_claim_opens_when_the_turn_is_over(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "prospect_01")
    table.answer("creek", "bonanza")
    assert table.claims == []
    table.card("gold_10")
    assert table.claims == ["claim/gold/bank/ana/1"]
    assert table.keys == ["throw/bo/2"]


def test_b6_the_next_throw_strikes_what_nobody_asked_for(sit: Sit) -> None:
    table = sit().own(bo="yukon_hotel")
    table.lands("ana", "yukon_hotel")
    events = table.lands("bo", "cemetery")
    assert "forfeited" in table.whats(events)
    assert table.money("ana", "bo") == (50, 50)
    assert "ana>bo 10 forfeited" in table.book()


def test_b6_a_void_throw_strikes_nothing(sit: Sit) -> None:
    table = sit().own(bo="yukon_hotel")
    table.lands("ana", "yukon_hotel")
    table.answer("throw/bo/2", "void")
    table.answer("claim", True)
    assert table.money("ana", "bo") == (40, 60)
    assert table.keys == ["throw/bo/2/2"]


def test_b6_a_missed_turn_strikes_nothing(sit: Sit) -> None:
    table = sit().own(cy="yukon_hotel")
    table.game.position.players["bo"].missing = 1
    table.lands("ana", "yukon_hotel")
    assert table.keys == ["throw/cy/3"]
    assert table.claims == ["claim/hotel/ana/cy/1"]


def test_b6_the_gambling_throw_strikes_nothing_but_a_throw_to_leave_a_theatre_does(sit: Sit) -> None:
    table = sit().own(bo="dominion palace_grand").at(cy="palace_grand")
    table.game.position.players["cy"].host = table.index("palace_grand")
    table.lands("ana", "prospect_01")
    table.card("casino_tip")
    table.throw("12")
    assert table.claims == ["claim/casino/ana/bo/1"]
    table.lands("bo", "cemetery")
    assert "ana>bo 6 forfeited" in table.book()
    table.throw("12")
    assert table.claims == ["claim/theatre/cy/bo/3"]


def test_b6_what_is_owed_to_the_bank_waits_for_its_payer_and_holds_the_throw(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "klondike_river")
    assert [type(p) for p in table.runner.open] == [Confirm]
    assert table.money("ana") == 50
    with pytest.raises(Refused) as refused:
        table.answer("pay", False)
    assert refused.value.why is Why.ONE_WAY_ONLY
    table.press("ana")
    assert table.money("ana") == 45
    assert isinstance(table.runner.open[0], Throw)


def test_b6_auto_pays_without_a_press(sit: Sit) -> None:
    table = sit(collect="auto").own(bo="yukon_hotel")
    table.lands("ana", "yukon_hotel")
    assert table.money("ana", "bo") == (40, 60)
    assert table.claims == []


def test_b6_both_wants_the_payers_press_as_well(sit: Sit) -> None:
    table = sit(payments="both").own(bo="yukon_hotel")
    table.lands("ana", "yukon_hotel")
    table.answer("claim", True)
    assert table.keys == ["pay/ana/hotel/ana/bo/1"]
    assert table.money("ana", "bo") == (50, 50)
    table.press("ana")
    assert table.money("ana", "bo") == (40, 60)


def test_b6_none_wants_no_press_for_the_bank(sit: Sit) -> None:
    table = sit(payments="none")
    table.lands("ana", "klondike_river")
    assert table.money("ana") == 45
    table.lands("bo", "yukon_hotel")
    table.answer("buy", "buy")
    assert table.money("bo") == 40
    table.lands("cy", "yukon_hotel")
    assert table.claims, "players still ask for their money"


def test_b6_a_doubling_belongs_to_the_claim(sit: Sit) -> None:
    table = sit().own(bo="british_yukon white_pass")
    table.lands("ana", "white_pass")
    assert [table.prompt(key).amount for key in table.claims] == [20_000]


# Several payments (B7).


def test_b7_auto_settles_clockwise_from_the_mover(sit: Sit) -> None:
    table = (
        sit("Ana Bo Cy Di", collect="auto").own(di="aurora_saloon").at(ana="fire", cy="cemetery", bo="fire")
    )
    table.lands("ana", "aurora_saloon")
    assert [move["payer"] for e in table.events if e.what == "paid" for move in e.facts["moves"]] == [
        "ana",
        "bo",
        "cy",
    ]


def test_b7_under_ask_the_presses_set_the_order(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di").own(di="aurora_saloon").at(cy="cemetery", bo="fire")
    table.lands("ana", "aurora_saloon")
    table.answer("claim/saloon/cy", True)
    table.answer("claim/saloon/ana", True)
    assert table.book()[-3:-1] != [] and table.money("ana", "bo", "cy", "di") == (43, 50, 43, 64)


def test_b7_a_debtor_may_press_his_own_claims_first(sit: Sit) -> None:
    """Two claims at once, such as after a missed turn: what bo owes ana, and what cy owes bo."""
    from companion.games.goldrush import books

    table = sit().own(ana="fairview_hotel", bo="regina_hotel").cash(bo=15)
    why = text_of("visit")
    books.owe_player(table.game, "bo", "ana", 25_000, why, "hotel")
    books.owe_player(table.game, "cy", "bo", 15_000, why, "hotel")
    table.lands("ana", "cemetery")
    table.answer("claim/hotel/bo/ana", True)
    assert table.keys == ["go-on/bo/2"]
    table.answer("claim/hotel/cy/bo", True)
    assert table.money("ana", "bo", "cy") == (75, 5, 35)


def text_of(reason: str) -> Any:
    from companion.table.text import Text

    return Text(f"goldrush.reason.{reason}", {"space": "somewhere"})


# Spaces where little happens.


def test_b8_the_cemetery_does_nothing(sit: Sit) -> None:
    table = sit()
    before = len(table.book())
    table.lands("ana", "cemetery")
    assert table.book(before) == []
    assert table.keys == ["throw/bo/2"]


def test_b9_everybody_pays_at_chilkoot_wherever_he_is(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di").at(bo="woodpile", cy="palace_grand").own(di="palace_grand")
    table.game.position.players["cy"].host = table.index("palace_grand")
    table.lands("ana", "chilkoot")
    assert [p.seats[0] for p in table.runner.open] == ["ana", "bo", "cy", "di"]
    table.press("cy", "bo")
    assert table.keys == ["pay/chilkoot/ana/1", "pay/chilkoot/di/1"]
    table.press()
    assert table.money("ana", "bo", "cy", "di") == (45, 45, 45, 45)


def test_b9_the_mover_pays_first_and_nobody_pays_what_he_has_not(sit: Sit) -> None:
    table = sit(payments="none").cash(bo=3, cy=0)
    table.lands("ana", "chilkoot")
    assert table.money("ana", "bo", "cy") == (45, 0, 0)
    assert table.book()[-3:] == [
        "ana>bank 5 posted",
        "bo>bank 5 settled for less (3)",
        "cy>bank 5 settled for less (0)",
    ]


def test_b9_who_has_nothing_has_nothing_to_press_for(sit: Sit) -> None:
    table = sit("Ana Bo").cash(bo=0)
    table.lands("ana", "chilkoot")
    assert table.keys == ["pay/chilkoot/ana/1"]


def test_b10_the_lander_alone_pays_at_a_river(sit: Sit) -> None:
    for river in ("klondike_river", "yukon_river"):
        table = sit()
        table.lands("ana", river)
        table.press()
        assert table.money("ana", "bo", "cy") == (45, 50, 50)


def test_b14_the_woodpile_costs_the_next_turn(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lands("ana", "woodpile")
    table.lands("bo", "cemetery")
    assert table.facts("missed")["seat"] == "ana"
    assert table.keys == ["throw/bo/4"]
    table.lands("bo", "cemetery")
    assert table.keys == ["throw/ana/5"]
    table.throw("12")
    assert table.where("ana") == "sawmill", "he moves on from the Woodpile"


def test_b14_two_or_three_turns_by_house_rule(sit: Sit) -> None:
    for turns in (2, 3):
        table = sit("Ana Bo", woodpile_missed_turns=turns)
        table.lands("ana", "woodpile")
        for _ in range(turns + 1):
            table.lands("bo", "cemetery")
        assert table.events[-1].what != "missed"
        assert sum(event.what == "missed" for event in table.events) == turns
        assert table.keys[0].startswith("throw/ana/")


def test_b14_who_saws_wood_still_collects(sit: Sit) -> None:
    table = sit().at(bo="woodpile").own(bo="yukon_hotel")
    table.game.position.players["bo"].missing = 1
    table.lands("ana", "yukon_hotel")
    table.press("bo")
    assert table.money("bo") == 60


def test_b15_tokens_share_any_space_but_a_prospect_space(sit: Sit) -> None:
    for space in ("cemetery", "klondike_river", "church", "woodpile", "yukon_hotel", "british_yukon", "fire"):
        table = sit().at(bo=space, cy=space)
        table.lands("ana", space)
        assert table.where("ana", "bo", "cy") == [space] * 3
