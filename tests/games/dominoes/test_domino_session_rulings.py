"""Deals, hands, passes, chips and the end, ruling by ruling: T2-T4, T12-T15, T18."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.games import build_game
from companion.games.dominoes.dealing import Hand
from companion.games.dominoes.tiles import TILES
from companion.language import Language
from companion.simulate.line_up import bots_at
from companion.table.answers import Answer
from companion.table.game import Event
from companion.table.prompts import Choose, Lot
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner
from companion.table.seats import Seat, seat_players

Sit = Callable[..., Any]
NAMES = ["Ana", "Bo", "Cy", "Di"]


def play_out(players: int, seed: int, strengths: str = "random", **rules: Any) -> tuple[Runner, list[Event]]:
    """A whole session without a table; returns the runner and all events."""
    seats = seat_players(NAMES[:players], 2, 4)
    game = build_game("dominoes", seats, {"hands": "dealt", **rules})
    bots = bots_at(game, random.Random(seed), strengths.split())
    runner = Runner(game, digests=False)
    events = list(runner.first.events)
    while runner.outcome is None:
        events += runner.send(bots.answer(runner.open, runner.seated)).events
    return runner, events


def sizes(table: Any) -> list[int]:
    return [seat["tiles"] for seat in table.snapshot["seats"]]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    seats = tuple(Seat(f"s{place}", f"S{place}", place) for place in range(players))
    with pytest.raises(Refused) as refused:
        build_game("dominoes", seats, {})
    assert refused.value.why is Why.PLAYERS_COUNT


@pytest.mark.parametrize(
    "rules", [{"virtual": 3}, {"virtual": -1}, {"hands": "seen"}, {"open_hands": 1}, {"strength": "weak"}]
)
def test_house_rules_that_cannot_be_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        build_game("dominoes", seat_players(["Ana", "Bo"], 2, 4), rules)
    assert refused.value.why is Why.RULE_VALUE


# T2 Two players.


def test_t2_two_players_have_14_tiles_each_and_no_reserve(sit: Sit) -> None:
    table = sit("Ana Bo")
    assert (sizes(table), table.snapshot["reserve"]) == ([14, 14], 0)


def test_t2_or_nine_each_and_a_reserve_of_ten(sit: Sit) -> None:
    table = sit("Ana Bo", two_deal="nine")
    assert (sizes(table), table.snapshot["reserve"]) == ([9, 9], 10)


def test_t2_hands_are_hidden_from_others(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di", ["0-0 0-1 0-2 0-3 0-4 0-5 0-6"])
    game = table.game
    assert [seat["hand"] is None for seat in game.view(None)["seats"]] == [True] * 4
    assert [seat["hand"] is None for seat in game.view("ana")["seats"]] == [False, True, True, True]
    assert game.view("ana")["seats"][0]["hand"] == ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"]
    assert game.view("ana")["reserve_tiles"] is None
    assert [seat["hand"] is None for seat in game.snapshot()["seats"]] == [False] * 4


def test_t2_open_hands_are_a_setting(sit: Sit) -> None:
    table = sit("Ana Bo", ["0-0 0-1"], open_hands=True)
    assert all(seat["hand"] is not None for seat in table.game.view(None)["seats"])


def test_t2_each_player_can_deduce_the_other_hand(sit: Sit) -> None:
    table = sit("Ana Bo", ["0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 1-6 2-2"])
    seen = table.game.seen_by("ana")
    assert seen.hands[0] is not None and seen.hands[1] is not None
    assert seen.hands[0] | seen.hands[1] == seen.board.unplayed
    assert None in sit("Ana Bo Cy", ["0-0"]).game.seen_by("ana").hands


def test_t2_no_prompt_tells_what_is_in_a_hand(sit: Sit) -> None:
    """Two deals that differ only in the hands look the same to everybody."""
    one = sit("Ana Bo Cy Di", [" ".join(TILES)])
    other = sit("Ana Bo Cy Di", [" ".join(reversed(TILES))])
    assert one.runner.open == other.runner.open
    assert one.game.view(None) == other.game.view(None)
    assert one.runner.digest != other.runner.digest


# T3 Three players, T4 Reserve.


def test_t3_three_players_have_seven_each_and_a_reserve_of_seven(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    assert (sizes(table), table.snapshot["reserve"], table.snapshot["aside"]) == ([7, 7, 7], 7, 0)


def test_t3_or_the_german_deal(sit: Sit) -> None:
    table = sit("Ana Bo Cy", three_deal="nine")
    assert (sizes(table), table.snapshot["reserve"], table.snapshot["aside"]) == ([9, 9, 9], 0, 1)


def test_four_players_have_seven_each(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di", two_deal="nine", three_deal="nine")
    assert (sizes(table), table.snapshot["reserve"]) == ([7] * 4, 0)


def test_t4_a_tile_is_drawn_after_placing_while_the_reserve_lasts(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    for left in (6, 5, 4, 3, 2, 1, 0):
        table.lay_anything()
        assert table.snapshot["reserve"] == left
    assert sizes(table) == [7, 7, 7]
    table.lay_anything()
    assert sizes(table) == [7, 6, 7]


def test_t4_with_dealt_tiles_the_drawn_one_is_the_next_of_the_reserve(sit: Sit) -> None:
    table = sit("Ana Bo Cy", [" ".join(TILES)])
    assert table.snapshot["reserve_tiles"] == list(TILES[21:])
    table.lay("0-0@12")
    assert table.seat("ana")["hand"] == ["0-1", "0-2", "0-3", "0-4", "0-5", "0-6", TILES[21]]


def test_t4_after_a_pass_no_tile_is_drawn(sit: Sit) -> None:
    table = sit("Ana Bo Cy", [" ".join(TILES)])
    table.game.deal.hands["bo"] = Hand(0, 0)
    assert table.whats(table.lay("0-0@12")) == ["laid", "numbered", "draws", "passes"]
    assert (sizes(table), table.snapshot["reserve"]) == ([7, 0, 7], 6)


def test_t4_in_the_two_player_variant_a_tile_is_drawn_after_every_turn_a_pass_included(sit: Sit) -> None:
    table = sit("Ana Bo", [" ".join(TILES)], two_deal="nine")
    # Somebody who can play always could in this variant while the reserve lasts, so Bo gets an empty hand.
    table.game.deal.hands["bo"] = Hand(0, 0)
    events = table.lay("0-0@12")
    assert table.whats(events) == ["laid", "numbered", "draws", "passes", "draws"]
    assert table.facts("passes") == {"seat": "bo", "why": "empty"}
    assert (sizes(table), table.snapshot["reserve"]) == ([9, 1], 8)
    assert table.seat("bo")["hand"] == [TILES[19]]


# T12 Nobody can play.


def test_t12_the_deal_ends_when_all_pass_in_succession_and_piles_stay() -> None:
    blocked = 0
    for seed in range(4):
        runner, events = play_out(3, seed, three_deal="nine")
        for index, event in enumerate(events):
            if event.what != "blocked":
                continue
            blocked += 1
            assert [e.what for e in events[index - 3 : index]] == ["passes"] * 3
            assert events[index + 1].facts["why"] == "blocked"
            assert events[index + 1].facts["tiles"] < 24
            assert events[index + 1].facts["left"] > 0
        assert runner.game.ledger.balances["bank"] == -55
    assert blocked > 3


def test_t12_a_player_without_tiles_passes(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di", [" ".join(TILES)])
    table.game.deal.hands["bo"] = Hand(0, 0)
    table.lay("0-0@12")
    assert table.facts("passes") == {"seat": "bo", "why": "empty"}
    assert table.snapshot["turn"] == "cy"


# T13 Chips.


@pytest.mark.parametrize(("players", "most"), [(2, 37), (3, 55), (4, 73)])
def test_t13_chips_in_play(players: int, most: int) -> None:
    runner, events = play_out(players, 7)
    assert -runner.game.ledger.balances["bank"] == most
    added = [sum(m["amount"] for m in event.facts["moves"]) for event in events if event.what == "deal"]
    assert added == [10] + [9] * (2 * players - 1)


def test_t13_one_chip_on_each_position_and_two_on_the_centre(sit: Sit) -> None:
    table = sit("Ana Bo")
    assert [chip["chips"] for chip in table.snapshot["chips"]] == [1, 1, 1, 1, 2, 1, 1, 1, 1]


def test_t13_each_later_deal_adds_exactly_one_whether_won_or_not(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n", "3-1@1w", "3-2@12", "3-4@14")
    while table.snapshot["deal"] == 1:
        table.lay_anything()
    before = [chip["chips"] for chip in table.snapshot["chips"]]
    assert before[0] == 0
    table.settle()
    assert [chip["chips"] for chip in table.snapshot["chips"]] == [chips + 1 for chips in before]


# T14 Deals and starters.


@pytest.mark.parametrize(("players", "deals"), [(2, 4), (3, 6), (4, 8)])
def test_t14_two_deals_a_player_and_the_start_goes_to_the_left(players: int, deals: int) -> None:
    _, events = play_out(players, 3)
    starters = [event.facts["starter"] for event in events if event.what == "deal"]
    first = next(event.facts["seat"] for event in events if event.what == "lot")
    ids = [name.lower() for name in NAMES[:players]]
    at = ids.index(first)
    assert starters == (ids[at:] + ids[:at]) * 2
    assert len(starters) == deals


def test_t14_the_first_starter_is_drawn_by_lot_or_chosen() -> None:
    seats = seat_players(["Ana", "Bo"], 2, 4)
    (prompt,) = Runner(build_game("dominoes", seats, {})).open
    assert isinstance(prompt, Lot) and prompt.among == ("ana", "bo")
    runner = Runner(build_game("dominoes", seats, {"starter": "choose"}))
    (choose,) = runner.open
    assert isinstance(choose, Choose) and [option.id for option in choose.options] == ["ana", "bo"]
    runner.send(Answer(prompt=choose, value="bo"))
    runner.send(Answer(prompt=runner.open[0], value="ready"))
    assert runner.open[0].key == "tile/bo/1/1"


def test_t14_play_is_clockwise(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di")
    turns = []
    for _ in range(6):
        turns.append(table.snapshot["turn"])
        table.lay_anything()
    assert turns == ["ana", "bo", "cy", "di", "ana", "bo"]


# T15 Result.


def test_t15_most_chips_win_and_what_is_left_belongs_to_nobody() -> None:
    runner, events = play_out(3, 4)
    assert runner.outcome is not None
    balances = runner.game.ledger.balances
    assert [(s.seat, s.amount) for s in runner.outcome.standings] == sorted(
        ((id, balances[id]) for id in ("ana", "bo", "cy")), key=lambda one: -one[1]
    )
    assert runner.outcome.winners == (runner.outcome.standings[0].seat,)
    left = sum(balances[f"chip:{chip}"] for chip in range(1, 10))
    assert left + sum(s.amount for s in runner.outcome.standings) == 55
    assert events[-1].what == "end"


def a_shared_win(**rules: Any) -> tuple[Runner, list[Event]]:
    for seed in range(400):
        runner, events = play_out(2, seed, **rules)
        deal = [event for event in events if event.what == "deal_end"][3]
        if deal.facts["chips"]["ana"] == deal.facts["chips"]["bo"]:
            return runner, events
    raise AssertionError("no session was shared")


def test_t15_equal_chips_share_the_win() -> None:
    runner, events = a_shared_win()
    assert runner.outcome is not None
    assert runner.outcome.winners == ("ana", "bo")
    assert "share the win" in Language.load("en").say(runner.outcome.say)
    assert [event.what for event in events].count("deal") == 4


def test_t15_or_one_extra_deal_with_the_piles_going_on() -> None:
    runner, events = a_shared_win(extra_deal=True)
    deals = [event for event in events if event.what == "deal"]
    assert len(deals) == 5
    assert deals[4].facts["starter"] == deals[0].facts["starter"]
    assert -runner.game.ledger.balances["bank"] == 37 + 9


# T18 Equal shares.


def test_t18_with_four_players_and_no_passes_everyone_lays_six(sit: Sit) -> None:
    table = sit("Ana Bo Cy Di")
    for _ in range(23):
        table.lay_anything()
    assert [seat["laid"] for seat in table.snapshot["seats"]] == [6, 6, 6, 5]


def test_t18_passes_shift_the_shares() -> None:
    _, events = play_out(4, 5)
    laid: dict[int, int] = {}
    deal = 0
    for event in events:
        deal = event.facts["deal"] if event.what == "deal" else deal
        laid[deal] = laid.get(deal, 0) + (event.what == "laid")
    assert set(laid.values()) == {0, 24} and laid.pop(0) == 0
    passes = sum(event.what == "passes" for event in events) / 8
    assert 0 < passes < 4
