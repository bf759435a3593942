"""B23-B29: what visits to other players' buildings cost, who is moved, and who is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Sit = Callable[..., Any]

HOTELS = "yukon_hotel regina_hotel metropole_hotel fairview_hotel"
SALOONS = "sour_dough_saloon pioneer_saloon aurora_saloon northern_saloon"
CASINOS = "dominion bonnifields_bank monte_carlo"
THEATRES = "pavilion palace_grand"


# Saloons (B23).


def test_b23_everybody_in_town_comes_and_every_guest_owes(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di Eve Flo").own(bo="aurora_saloon")
    table.at(bo="fairview_hotel", cy="cemetery", di="fire", eve="aurora_saloon", flo="dominion")
    table.lands("ana", "aurora_saloon")
    assert table.where("ana", "bo", "cy", "di", "eve", "flo") == ["aurora_saloon"] * 6
    assert table.facts("party")["guests"] == ["ana", "cy", "di", "eve", "flo"]
    table.press()
    assert table.money("ana", "bo", "cy", "di", "eve", "flo") == (43, 85, 43, 43, 43, 43)


def test_b23_who_is_not_in_town_stays(sit: Sit) -> None:
    stays = ["woodpile", "church", "chilkoot", "klondike_river", "prospect_01"]
    for first, second in zip(stays, [*stays[1:], "white_pass"], strict=True):
        table = sit("Ana Bo Cy Di").own(bo="aurora_saloon").at(bo="chilkoot", cy=first, di=second)
        table.lands("ana", "aurora_saloon")
        assert table.where("bo", "cy", "di") == ["chilkoot", first, second]
        table.press()
        assert table.money("ana", "bo", "cy", "di") == (43, 57, 50, 50)


def test_b23_a_moved_audience_is_free(sit: Sit) -> None:
    table = sit().own(cy="palace_grand aurora_saloon").at(bo="palace_grand")
    table.game.position.players["bo"].host = table.index("palace_grand")
    table.lands("ana", "aurora_saloon")
    assert table.seat("bo")["host"] is None
    table.throw("12")
    assert table.where("bo") == "fire"


def test_b23_nobody_is_moved_by_an_unowned_saloon(sit: Sit) -> None:
    table = sit().at(bo="cemetery")
    table.lands("ana", "aurora_saloon")
    assert table.where("bo") == "cemetery"


def test_b23_the_owners_token_by_house_rule(sit: Sit) -> None:
    table = sit(saloon_moves_owner=False).own(bo="aurora_saloon").at(bo="cemetery")
    table.lands("ana", "aurora_saloon")
    assert table.where("bo") == "cemetery"


def test_b23_the_owners_own_visit_by_house_rule(sit: Sit) -> None:
    for party in (False, True):
        table = sit(saloon_owner_landing_party=party).own(ana="aurora_saloon").at(bo="cemetery")
        table.lands("ana", "aurora_saloon")
        table.press()
        assert table.money("ana", "bo") == ((57, 43) if party else (50, 50))


# Casinos (B24).


def test_b24_the_throw_that_brought_him_counts(sit: Sit) -> None:
    table = sit().own(bo="dominion")
    table.lands("ana", "dominion", "36")
    table.press()
    assert table.money("ana", "bo") == (32, 68)


def test_b24_doubles_pay_the_visitor(sit: Sit) -> None:
    table = sit().own(bo="dominion")
    table.lands("ana", "dominion", "55")
    assert table.claims == ["claim/casino/bo/ana/1"]
    table.press()
    assert table.money("ana", "bo") == (70, 30)


def test_b24_sent_by_a_card_he_throws_again(sit: Sit) -> None:
    table = sit().own(bo="dominion")
    table.lands("ana", "prospect_01", "11")
    table.card("casino_tip")
    assert table.keys == ["gamble/ana/1"]
    table.throw("56")
    table.press()
    assert table.money("ana", "bo") == (28, 72)
    assert table.where("ana") == "dominion", "the throw is for gambling only"


def test_b24_or_the_first_throw_counts_by_house_rule(sit: Sit) -> None:
    table = sit(casino_card_arrival="same").own(bo="dominion")
    table.lands("ana", "prospect_01", "11")
    table.card("casino_tip")
    table.press()
    assert table.money("ana", "bo") == (54, 46)


def test_b24_the_owners_shortfall_follows_b30(sit: Sit) -> None:
    table = sit().own(bo="monte_carlo").cash(bo=5)
    table.lands("ana", "monte_carlo", "66")
    table.press("ana")
    table.answer("short", "done")
    assert table.money("ana", "bo") == (55, 0)


def test_b24_the_monopoly_doubles_both_ways(sit: Sit) -> None:
    for dice, money in (("12", (38, 62)), ("11", (58, 42))):
        table = sit().own(bo=CASINOS)
        table.lands("ana", "dominion", dice)
        table.press()
        assert table.money("ana", "bo") == money


# Theatres (B25).


def test_b25_a_guest_is_held_and_owes_again_until_he_throws_doubles(sit: Sit) -> None:
    table = sit("Ana Bo").own(bo="palace_grand")
    table.lands("ana", "palace_grand")
    table.press()
    assert (table.money("ana"), table.seat("ana")["host"]) == (45, "palace_grand")
    for left in (40, 35):
        table.lands("bo", "cemetery")
        table.throw("12")
        assert table.where("ana") == "palace_grand"
        table.press()
        assert table.money("ana") == left
    table.lands("bo", "cemetery")
    table.throw("22")
    assert (table.where("ana"), table.seat("ana")["host"]) == ("white_pass", None)


def test_b25_the_hold_does_not_hang_on_the_asking(sit: Sit) -> None:
    table = sit("Ana Bo").own(bo="palace_grand")
    table.lands("ana", "palace_grand")
    table.lands("bo", "cemetery")
    assert table.seat("ana")["host"] == "palace_grand"


def test_b25_the_third_throw_frees_by_house_rule(sit: Sit) -> None:
    table = sit("Ana Bo", theatre_max_throws=3).own(bo="palace_grand")
    table.lands("ana", "palace_grand")
    for _ in range(3):
        assert table.where("ana") == "palace_grand"
        table.lands("bo", "cemetery")
        table.throw("12")
    assert table.where("ana") == "monte_carlo"
    assert sum(event.what == "owes" for event in table.events) == 3


def test_b25_he_is_free_when_the_theatre_becomes_his_own_or_loses_its_owner(sit: Sit) -> None:
    for to in ("ana", None):
        table = sit().own(bo="palace_grand")
        table.lands("ana", "palace_grand")
        table.game.give_deed(table.index("palace_grand"), to)
        assert [event.facts["seat"] for event in table.game.events if event.what == "freed"] == ["ana"]
        assert table.seat("ana")["host"] is None


def test_b25_another_owner_keeps_the_audience(sit: Sit) -> None:
    table = sit().own(bo="palace_grand")
    table.lands("ana", "palace_grand")
    table.game.give_deed(table.index("palace_grand"), "cy")
    assert table.seat("ana")["host"] == "palace_grand"


# The others (B26-B29).


def test_b26_the_trading_company_and_hotels(sit: Sit) -> None:
    for space, due in (("trading_company", 20), ("fairview_hotel", 25), ("yukon_hotel", 10)):
        table = sit().own(bo=space)
        table.lands("ana", space)
        table.press()
        assert table.money("ana", "bo") == (50 - due, 50 + due)


def test_b27_the_sawmill_counts_the_visitors_buildings(sit: Sit) -> None:
    table = sit().own(bo="sawmill yukon_hotel", ana="dominion pavilion british_yukon")
    table.lands("ana", "sawmill")
    table.press()
    assert table.money("ana", "bo") == (40, 60), "two buildings; transport is none"


def test_b27_no_building_nothing_owed(sit: Sit) -> None:
    table = sit().own(bo="sawmill", ana="british_yukon")
    table.lands("ana", "sawmill")
    assert table.claims == []
    assert table.facts("nothing_due")["space"] == "sawmill"


@pytest.mark.parametrize(
    ("deeds", "space", "single", "double"),
    [
        (HOTELS, "yukon_hotel", 10, 20),
        (SALOONS, "aurora_saloon", 7, 14),
        (CASINOS, "dominion", 6, 12),
        (THEATRES, "pavilion", 3, 6),
        ("british_yukon white_pass", "white_pass", 10, 20),
    ],
)
def test_b28_a_monopoly_doubles(sit: Sit, deeds: str, space: str, single: int, double: int) -> None:
    missing = next(deed for deed in deeds.split() if deed != space)
    for owned, due in ((deeds, double), (deeds.replace(missing, ""), single)):
        table = sit().own(bo=owned)
        table.lands("ana", space)
        table.press()
        assert table.money("ana") == 50 - due


def test_b28_sawmill_and_trading_company_never_double(sit: Sit) -> None:
    table = sit().own(bo="sawmill trading_company", ana="dominion")
    table.lands("ana", "sawmill")
    table.press()
    assert table.money("ana") == 45
    assert table.snapshot["monopolies"] == []


def test_b28_a_monopoly_is_said_when_it_is_made(sit: Sit) -> None:
    table = sit().own(ana="pavilion")
    table.lands("ana", "palace_grand")
    table.answer("buy", "buy")
    table.press()
    assert table.facts("monopoly") == {"seat": "ana", "kind": "theatre"}


def test_b29_transport_is_no_building_unless_the_table_says_so(sit: Sit) -> None:
    for building in (False, True):
        table = sit("Ana Bo Cy", transport_is_building=building).own(
            bo="aurora_saloon", ana="white_pass sawmill"
        )
        table.at(cy="white_pass")
        table.lands("ana", "aurora_saloon")
        assert table.where("cy") == ("aurora_saloon" if building else "white_pass")
        table = (
            sit("Ana Bo Cy", transport_is_building=building)
            .own(ana="white_pass", bo="sawmill")
            .at(cy="white_pass")
        )
        assert table.game.position.buildings_of("ana") == (1 if building else 0)
        table.lands("ana", "fire")
        assert ("white_pass" in table.snapshot["deeds"]) is not building


def test_b29_otherwise_it_is_bought_owned_and_charged_like_one(sit: Sit) -> None:
    table = sit()
    table.lands("ana", "white_pass")
    table.answer("buy", "buy")
    table.press()
    table.lands("bo", "white_pass")
    table.press()
    assert table.money("ana", "bo") == (45, 40)
