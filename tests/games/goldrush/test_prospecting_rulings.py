"""B16-B21 and B34: claim jumping, claims sold, gold and its doublings, creeks, sources of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.prompts import Lot, Reveal
from companion.table.refusals import Refused, Why

Sit = Callable[..., Any]


# Claim jumping (B16).


def test_b16_a_taken_prospect_space_sends_to_the_woodpile(sit: Sit) -> None:
    table = sit().at(bo="prospect_01")
    table.lands("ana", "prospect_01")
    assert table.where("ana", "bo") == ["woodpile", "prospect_01"]
    assert table.seat("ana")["missing"] == 1
    assert table.keys == ["throw/bo/2"], "no card, no sale, nothing paid"
    assert table.money("ana", "bo") == (50, 50)


def test_b16_the_woodpile_of_a_jumper_is_that_of_b14(sit: Sit) -> None:
    table = sit("Ana Bo", woodpile_missed_turns=2).at(bo="prospect_01")
    table.lands("ana", "prospect_01")
    assert table.seat("ana")["missing"] == 2


# Selling claims (B17).


def test_b17_the_claim_is_sold_to_the_highest_bidder(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di").at(bo="cemetery")
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    bid = table.prompt("bid")
    assert (bid.least, bid.step, bid.seats) == (1000, 1000, ("bo", "cy", "di"))
    table.answer("bid", 3000, seat="bo")
    assert (table.prompt("bid").least, table.prompt("bid").seats) == (4000, ("cy", "di"))
    table.answer("bid", 9000, seat="di")
    table.answer("bid", "out", seat="cy")
    table.answer("bid", "out", seat="bo")
    table.answer("hammer", "accept")
    assert table.money("ana", "di") == (59, 41), "paid at the hammer"
    assert table.prompt("creek").seats == ("di",)
    table.card("gold_10")
    assert table.claims == ["claim/gold/bank/di/1"]
    table.press()
    assert table.money("ana", "di") == (59, 61)
    assert table.where("ana", "di") == ["prospect_01", "chilkoot"], "tokens stay where they are"


def test_b17_the_seller_may_refuse_and_then_prospects_himself(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    table.answer("bid", 1000, seat="bo")
    table.answer("bid", "time")
    table.answer("hammer", "refuse")
    assert table.options("creek") == ["bonanza", "eldorado", "hunker", "dominion"], "it is offered once"
    table.card("gold_10")
    table.press()
    assert table.money("ana", "bo") == (70, 50)


def test_b17_without_a_bid_he_prospects_himself(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    table.answer("bid", "time")
    assert table.options("creek") == ["bonanza", "eldorado", "hunker", "dominion"]


def test_b17_nobody_held_may_bid_nor_with_an_empty_purse(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di").at(bo="woodpile", cy="palace_grand").own(di="palace_grand").cash(di=4)
    table.game.position.players["cy"].host = table.index("palace_grand")
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    assert table.prompt("bid").purses == {"di": 4000}
    with pytest.raises(Refused) as refused:
        table.answer("bid", 5000, seat="di")
    assert refused.value.why is Why.BID_TOO_HIGH


def test_b17_without_bidders_there_is_no_sale(sit: Sit) -> None:
    table = sit("Ana Bo").cash(bo=0)
    table.lands("ana", "prospect_01")
    assert "sell" not in table.options("creek")


def test_b17_the_buyer_takes_all_of_the_card_even_a_journey(sit: Sit) -> None:
    table = sit().at(bo="cemetery")
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    table.answer("bid", 1000, seat="bo")
    table.answer("bid", "time")
    table.answer("hammer", "accept")
    table.card("hotel_bath")
    assert table.where("ana", "bo") == ["prospect_01", "yukon_hotel"]
    table.answer("buy", "buy")
    table.press()
    assert table.snapshot["deeds"] == {"yukon_hotel": "bo"}
    assert table.keys == ["throw/bo/2"]


def test_b17_a_sold_claim_makes_the_discovery_for_its_buyer(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    table.answer("bid", 1000, seat="cy")
    table.answer("bid", "time")
    table.answer("hammer", "accept")
    table.card("gold_30")
    table.press()
    assert table.money("ana", "cy") == (51, 109)


def test_b17_no_sales_by_house_rule(sit: Sit) -> None:
    table = sit(sell_claims=False)
    table.lands("ana", "prospect_01")
    assert table.options("creek") == ["bonanza", "eldorado", "hunker", "dominion"]


def test_b17_bids_are_multiples_of_the_unit_and_above_the_last(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    for wrong, why in ((500, Why.BID_TOO_LOW), (1500, Why.WRONG_STEP), (51_000, Why.BID_TOO_HIGH)):
        with pytest.raises(Refused) as refused:
            table.answer("bid", wrong, seat="bo")
        assert refused.value.why is why


# Gold (B18-B20).


def play_cards(table: Any, *cards: tuple[str, str]) -> list[int]:
    """Let Ana and Bo turn cards in turn; returns the factor of each gold card."""
    for at, (creek, face) in enumerate(cards):
        id = ("ana", "bo")[at % 2]
        table.lands(id, f"prospect_0{at % 2 + 1}")
        table.card(face, creek)
        table.press()
    return [e.facts["factor"] for e in table.events if e.what == "card" and e.facts["kind"] == "gold"]


@pytest.mark.parametrize(
    ("ruling", "cards", "factors"),
    [
        ("B18 the first gold of a creek is doubled", ["gold_10", "gold_10"], [2, 1]),
        ("B18 hazards do not count", ["royalty", "gold_10"], [2]),
        ("B19 the Mother Lode is never doubled", ["mother_lode", "gold_10"], [1, 2]),
        ("B19 only later cards are doubled", ["gold_10", "mother_lode", "gold_20", "gold_30"], [2, 1, 2, 2]),
        ("B20 never more than twice the face", ["mother_lode", "gold_50"], [1, 2]),
    ],
)  # fmt: skip
def test_b18_b19_b20_doublings(sit: Sit, ruling: str, cards: list[str], factors: list[int]) -> None:
    assert play_cards(sit("Ana Bo"), *[("bonanza", card) for card in cards]) == factors


def test_b18_each_creek_has_its_own_discovery(sit: Sit) -> None:
    table = sit("Ana Bo")
    factors = play_cards(table, ("bonanza", "gold_10"), ("hunker", "gold_10"), ("bonanza", "gold_10"))
    assert factors == [2, 2, 1]
    creeks = {creek["id"]: creek["discovery"] for creek in table.snapshot["creeks"]}
    assert creeks == {"bonanza": "gold_10", "eldorado": None, "hunker": "gold_10", "dominion": None}


def test_b19_the_mother_lode_enriches_its_own_creek_alone(sit: Sit) -> None:
    factors = play_cards(
        sit("Ana Bo"),
        ("bonanza", "mother_lode"),
        ("hunker", "gold_10"),
        ("hunker", "gold_10"),
        ("bonanza", "gold_05"),
    )
    assert factors == [1, 2, 1, 2]


def test_b18_the_claim_is_twice_the_face(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lands("ana", "prospect_01")
    table.card("gold_15")
    table.press()
    assert table.money("ana") == 80


# Creeks and cards (B21).


def test_b21_the_creek_is_named_before_the_card_is_seen(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "prospect_01")
    assert table.keys == ["creek/ana/1"]
    table.answer("creek", "hunker")
    assert table.keys == ["card/ana/hunker/1"]


def test_b21_creeks_are_public_and_an_empty_one_cannot_be_named(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.game.position.creeks[0].left = 0
    table.lands("ana", "prospect_01")
    assert table.options("creek") == ["eldorado", "hunker", "dominion", "sell"]
    table.card("gold_25", "eldorado")
    creek = table.snapshot["creeks"][1]
    assert (creek["left"], creek["discovery"], creek["mother_lode"]) == (8, "gold_25", False)
    assert [card["face"] for card in creek["turned"]] == ["gold_25"]


def test_b21_the_last_creek_needs_no_choice(sit: Sit) -> None:
    table = sit("Ana Bo", sell_claims=False)
    for creek in table.game.position.creeks[:3]:
        creek.left = 0
    table.lands("ana", "prospect_01")
    assert table.keys == ["card/ana/dominion/1"]


def test_b21_who_is_sent_away_frees_the_space(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lands("ana", "prospect_01")
    table.card("church_thanks")
    assert table.where("ana") == "church"
    table.press()
    table.lands("bo", "prospect_01")
    assert table.keys == ["creek/bo/2"]


# Where the cards come from (B34).


def test_b34_a_coded_card_can_turn_up_once(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lands("ana", "prospect_01")
    table.answer("creek", "bonanza")
    prompt = table.prompt("card")
    assert isinstance(prompt, Reveal) and len(prompt.known) == 36
    table.answer("card", "G05")
    table.lands("bo", "prospect_02")
    table.answer("creek", "bonanza")
    assert "G05" not in table.prompt("card").known
    with pytest.raises(Refused) as refused:
        table.answer("card", "G05")
    assert refused.value.why is Why.NOT_NOW


def test_b34_a_card_of_another_kit_is_none(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lands("ana", "prospect_01")
    table.answer("creek", "bonanza")
    with pytest.raises(Refused) as refused:
        table.answer("card", "G37")
    assert refused.value.why is Why.NOT_IN_SET


def test_b34_an_own_box_is_told_by_its_faces(sit: Sit) -> None:
    table = sit("Ana Bo", cards="box")
    table.lands("ana", "prospect_01")
    table.answer("creek", "bonanza")
    options = table.options("card")
    assert options.count("gold_10") == 1
    assert options[-4:] == ["own:gold", "own:receive", "own:pay", "own:go"]
    table.answer("card", "mother_lode")
    table.lands("bo", "prospect_02")
    table.answer("creek", "bonanza")
    assert "mother_lode" not in table.options("card")


def test_b34_unknown_cards_are_told_as_pay_receive_or_go_to(sit: Sit) -> None:
    table = sit("Ana Bo", cards="box")
    told = [("own:gold", 35_000, 70), ("own:receive", 4000, 4), ("own:pay", 6000, -6)]
    for kind, amount, more in told:
        before = table.money("ana")
        table.lands("ana", "prospect_01")
        table.answer("creek", "hunker")
        table.answer("card", kind)
        table.answer("card", amount)
        table.press()
        assert table.money("ana") == before + more
        table.lands("bo", "cemetery")
    table.lands("ana", "prospect_01")
    table.answer("creek", "hunker")
    table.answer("card", "own:go")
    table.answer("card", "woodpile")
    assert table.where("ana") == "woodpile"
    assert table.snapshot["creeks"][2]["left"] == 5


def test_b34_what_the_bank_pays_for_an_own_card_is_no_gold(sit: Sit) -> None:
    table = sit("Ana Bo", cards="box")
    table.lands("ana", "prospect_01")
    table.answer("creek", "hunker")
    table.answer("card", "own:receive")
    table.answer("card", 4000)
    assert table.snapshot["creeks"][2]["discovery"] is None


def test_b34_turned_by_the_program_no_order_exists_beforehand(sit: Sit) -> None:
    table = sit("Ana Bo", cards="screen")
    table.lands("ana", "prospect_01")
    table.answer("creek", "bonanza")
    prompt = table.prompt("card")
    assert isinstance(prompt, Lot) and len(prompt.among) == 36
    assert prompt.key == "card/1", "another creek after a way back would bring the same card"
    table.answer("card/1", "G10")
    assert table.snapshot["last_card"]["id"] == "G10"
    assert "G10" not in table.game.position.unturned
