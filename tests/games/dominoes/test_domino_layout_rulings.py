"""The layout, numbers, legality and winning, ruling by ruling: T1, T5-T11."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.dominoes.board import NONE, Board
from companion.games.dominoes.layout import CHIPS, SPACE_BY_ID, SPACES, around
from companion.games.dominoes.tiles import (
    ALL_TILES,
    MASK_OF,
    TILES,
    count_tiles,
    mask_of,
    read_placement,
    tiles_in,
    ways_of,
)
from companion.language import Language
from companion.table.prompts import Place, Reveal
from companion.table.refusals import Refused, Why

Sit = Callable[..., Any]


def board(*placements: str) -> Board:
    """A board with these tiles, laid in this order; legality is not looked at."""
    laid = Board()
    for placement in placements:
        space, way = read_placement(placement)
        laid = laid.lay(space.index, way)
    return laid


def at(laid: Board, space: str) -> set[str]:
    """The legal placements in one space, without its name."""
    return {placement.split("@")[0] for placement in laid.placements() if placement.endswith(f"@{space}")}


def numbers(laid: Board) -> dict[int, int]:
    return {chip: number for chip, number in enumerate(laid.numbers, 1) if number != NONE}


def spoiled(laid: Board) -> set[int]:
    return {chip for chip in CHIPS if laid.spoiled >> (chip - 1) & 1}


# T1 Layout.


def test_t1_twelve_inner_and_twelve_rim_spaces() -> None:
    assert [space.inner for space in SPACES].count(True) == 12
    assert len(SPACES) == 24
    assert len(SPACE_BY_ID) == 24


def test_t1_every_chip_has_four_spaces() -> None:
    assert {chip: len(around(chip)) for chip in CHIPS} == dict.fromkeys(CHIPS, 4)
    rim = {chip: sum(not space.inner for space in around(chip)) for chip in CHIPS}
    assert rim == {1: 2, 2: 1, 3: 2, 4: 1, 5: 0, 6: 1, 7: 2, 8: 1, 9: 2}


def test_t1_a_double_six_set_has_28_tiles() -> None:
    assert len(TILES) == len(set(TILES)) == count_tiles(ALL_TILES) == 28
    assert tiles_in(ALL_TILES) == TILES
    assert [len(ways_of(tile)) for tile in TILES].count(1) == 7


def test_t1_the_outer_end_on_the_rim_means_nothing() -> None:
    assert numbers(board("3-6@1n")) == {1: 3}
    assert numbers(board("3-6@12")) == {1: 3, 2: 6}


def test_t1_placements_are_read_as_they_are_written() -> None:
    for written in Board().placements():
        space, way = read_placement(written)
        assert Board().legal(space.index) >> way & 1
    for wrong in ("7-0@12", "3-4@13", "3-4@5n", "3-4", "", "3-4@12 ", "34@12"):
        with pytest.raises(ValueError):
            read_placement(wrong)


def test_t1_the_deal_ends_with_the_24th_tile_and_four_stay_unplayed(sit: Sit) -> None:
    table = sit("Ana Bo")
    for _ in range(24):
        assert table.snapshot["deal"] == 1
        table.lay_anything()
    assert table.facts("deal_end")["tiles"] == 24
    assert table.facts("deal_end")["why"] == "full"
    assert len(table.snapshot["unplayed"]) == 4
    assert table.keys == ["ready/2/24"]


# T5 Numbering a chip.


def test_t5_a_chip_takes_the_number_of_the_first_matching_end_and_keeps_it() -> None:
    assert numbers(board("3-4@12")) == {1: 3, 2: 4}
    assert numbers(board("3-4@12", "5-0@1n")) == {1: 3, 2: 4}
    # The fives are used up, so the first end does not match; the second one numbers the chip.
    laid = board("5-0@1n", "5-1@3n", "5-2@7s")
    assert numbers(laid) == {1: 5, 3: 5}
    assert numbers(laid.lay(*_move("6-2@7w"))) == {1: 5, 3: 5, 7: 6}


def _move(placement: str) -> tuple[int, int]:
    space, way = read_placement(placement)
    return space.index, way


def test_t5_the_table_is_told_which_chips_got_a_number(sit: Sit) -> None:
    table = sit("Ana Bo")
    events = table.lay("3-4@12")
    assert table.facts("laid")["numbered"] == [[1, 3], [2, 4]]
    assert "Now chip 1 counts threes and chip 2 counts fours." in table.said(events)
    assert (table.chip(1)["number"], table.chip(2)["number"], table.chip(3)["number"]) == (3, 4, None)


# T6 Two chips a number.


def test_t6_at_most_two_chips_carry_a_number() -> None:
    laid = board("3-0@1n", "3-1@9s")
    assert at(laid, "7w") == {w for w in at(Board(), "7w") if w[0] != "3"} - {"0-3", "1-3"}
    assert not any(way.startswith("3") for way in at(laid, "7w"))


def test_t6_a_double_between_two_chips_without_number_needs_both_places() -> None:
    assert "3-3" in at(Board(), "56")
    assert "3-3" not in at(board("3-0@1n"), "56")
    assert "3-3" not in at(board("3-0@1n", "3-1@9s"), "56")
    # One of the two chips has the number already: then the double takes only one place.
    assert "3-3" in at(board("3-0@58"), "56")


def test_t6_a_double_uses_up_its_number() -> None:
    laid = board("3-3@12")
    assert numbers(laid) == {1: 3, 2: 3}
    assert not laid.free >> 3 & 1


def test_t6_blank_is_a_number_like_any_other() -> None:
    laid = board("0-1@1n", "0-2@9s")
    assert numbers(laid) == {1: 0, 9: 0}
    assert not any(way.startswith("0") for way in at(laid, "3n"))
    assert all(way.startswith("0") for way in at(laid, "1w"))


# T7 Must one play?


def test_t7_who_can_play_is_not_offered_to_pass(sit: Sit) -> None:
    table = sit("Ana Bo")
    # Any tile may go anywhere in the beginning.
    assert table.keys == ["tile/ana/1/1"]
    prompt = table.prompt("tile/")
    assert isinstance(prompt, Reveal)
    assert prompt.known == TILES
    table.lay("3-4@12")
    assert table.keys == ["tile/bo/1/2"]


def test_t7_a_known_hand_decides_whether_the_seat_passes(sit: Sit) -> None:
    hands = ["0-3 0-0 0-1 0-2 0-4 0-5 0-6", "3-3 1-1 1-2 1-3 1-4 1-5 1-6", "2-3 2-2 2-4 2-5 2-6 3-4 3-5"]
    table = sit("Ana Bo Cy Di", hands)
    seen = []
    while table.snapshot["deal"] == 1:
        assert not any(key.startswith("pass/") for key in table.keys)
        turn = table.snapshot["turn"]
        held = table.seat(turn)["hand"]
        playable = [tile for tile in table.prompt("tile/").known if tile in held]
        assert playable, "a seat that cannot play has passed by itself"
        seen.append(turn)
        table.answer("tile/", playable[0])
        table.answer("place/", table.prompt("place/").legal[0])
    passes = [event.facts for event in table.events if event.what == "passes"]
    assert passes and all(one["why"] in ("cannot", "empty") for one in passes)
    assert len(seen) == 24


# T8 What is legal when nothing matches.


def test_t8_inner_space_both_ends_have_to_match_where_some_unplayed_tile_does() -> None:
    laid = board("3-0@1n", "2-0@2n")
    assert laid.stage(SPACE_BY_ID["12"].index) == 1
    assert at(laid, "12") == {"3-2"}


def test_t8_the_way_round_counts() -> None:
    assert "2-3" not in at(board("3-0@1n", "2-1@2n"), "12")


def test_t8_inner_space_one_end_where_no_tile_matches_both() -> None:
    laid = board("3-0@1n", "2-1@2n", "3-2@9s")
    assert laid.stage(SPACE_BY_ID["12"].index) == 2
    assert "3-5" in at(laid, "12")
    assert "5-2" in at(laid, "12")
    assert "5-5" not in at(laid, "12")
    assert "5-3" not in at(laid, "12")


def test_t8_inner_space_any_tile_where_none_matches_even_one_end() -> None:
    numbered = (3, 2, *[NONE] * 7)
    left = mask_of(["4-5", "5-6", "1-1"])
    laid = Board(unplayed=left, numbers=numbered, single=1 << 3 | 1 << 2)
    assert laid.stage(SPACE_BY_ID["12"].index) == 3
    assert at(laid, "12") == {"4-5", "5-4", "5-6", "6-5", "1-1"}


def test_t8_rim_space_matching_tiles_or_else_any() -> None:
    numbered = (3, *[NONE] * 8)
    laid = Board(unplayed=mask_of(["3-4", "5-6"]), numbers=numbered, single=1 << 3)
    assert at(laid, "1n") == {"3-4"}
    laid = Board(unplayed=mask_of(["1-4", "5-6"]), numbers=numbered, single=1 << 3)
    assert at(laid, "1n") == {"1-4", "4-1", "5-6", "6-5"}


def test_t8_it_is_judged_over_all_unplayed_tiles_not_the_own_hand(sit: Sit) -> None:
    hands = ["0-3 5-5 5-6 6-6 4-4 4-5 4-6 1-4 1-5 1-6 0-4 0-5 0-6 1-1", "2-3 1-3 3-3 3-4 3-5 3-6 0-0"]
    table = sit("Ana Bo", hands)
    table.lay("3-0@1n", "0-0@3n")
    # Ana has no three left, but Bo has: the space beside chip 1 stays closed to her.
    table.answer("tile/", "5-6")
    with pytest.raises(Refused) as refused:
        table.answer("place/", "5-6@1w")
    assert "the 1-3 is still unplayed" in Language.load("en").say(refused.value.say)


def test_t8_a_refusal_says_why_in_one_sentence_and_changes_nothing(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n")
    table.answer("tile/", "5-6")
    before, open = table.runner.digest, table.runner.open
    with pytest.raises(Refused) as refused:
        table.answer("place/", "5-6@1w")
    assert refused.value.why is Why.ILLEGAL_PLACE
    said = Language.load("en").say(refused.value.say)
    assert said == (
        "5-6@1w cannot be laid there. Here chip 1 already counts threes and this end is a five; "
        "the 1-3 is still unplayed and fits."
    )
    assert (table.runner.digest, table.runner.open) == (before, open)


def test_of_another_tile_than_the_one_shown_the_refusal_says_which_was_shown(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n")
    table.answer("tile/", "4-4")
    place = table.prompt("place/").legal[0]
    for given in ("3-4@12", "3-4", "4-4@99"):
        with pytest.raises(Refused) as refused:
            table.answer("place/", given)
        assert Language.load("en").say(refused.value.say) == (
            f"{given} cannot be laid there. The 4-4 was shown: say where it goes, such as {place}, "
            "or show another tile by “other”."
        )


@pytest.mark.parametrize(
    ("laid", "wrong", "said"),
    [
        (["3-3@12"], "3-0@9s", "two other chips count threes already, so chip 9 cannot"),
        (["3-0@1n"], "3-3@56", "chips 5 and 6 would both count threes, and another chip does so already"),
        (["3-0@1n", "2-0@2n"], "4-5@12", "this end is a four, and chip 2 already counts twos and this"),
        (["3-0@1n", "2-1@2n", "3-2@9s"], "5-5@12", "is still unplayed and fits at one end"),
        (["3-0@1n"], "4-5@1n", "The 0-3 lies above chip 1 already."),
    ],
)
def test_t8_every_kind_of_refusal(sit: Sit, laid: list[str], wrong: str, said: str) -> None:
    table = sit("Ana Bo")
    table.lay(*laid)
    with pytest.raises(Refused) as refused:
        table.lay(wrong)
    assert said in Language.load("en").say(refused.value.say)


def test_t8_a_tile_on_the_layout_is_refused_by_name(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-4@12")
    with pytest.raises(Refused) as refused:
        table.answer("tile/", "3-4")
    assert refused.value.why is Why.NOT_NOW
    said = Language.load("en").say(refused.value.say)
    assert "The 3-4 lies on the layout already, between chips 1 and 2." in said


@pytest.mark.parametrize("given", ["4-3", "7-7", "", None, 3, ["3-4"], "3-4@12"])
def test_t8_what_is_no_tile_is_refused(sit: Sit, given: object) -> None:
    table = sit("Ana Bo")
    with pytest.raises(Refused) as refused:
        table.answer("tile/", given)
    assert refused.value.why is Why.NOT_IN_SET


def test_t8_a_tile_that_fits_nowhere_is_refused_with_the_reason(sit: Sit) -> None:
    table = sit("Ana Bo")
    nowhere: set[str] = set()
    while not nowhere:
        table.lay_anything()
        prompt = table.prompt("tile/")
        assert isinstance(prompt, Reveal)
        nowhere = set(table.snapshot["unplayed"]) - set(prompt.known)
    with pytest.raises(Refused) as refused:
        table.answer("tile/", min(nowhere))
    assert "fits nowhere now" in Language.load("en").say(refused.value.say)


# T9 Unnumbered chip with no number left.


def test_t9_a_chip_without_number_that_can_take_none_of_what_is_left() -> None:
    # Chips 1 to 4 have all threes and twos there may be, and only such tiles are left.
    numbered = (3, 3, 2, 2, *[NONE] * 5)
    free = 0b1110011
    laid = Board(unplayed=mask_of(["2-3", "3-3"]), numbers=numbered, free=free)
    assert at(laid, "9s") == {"2-3", "3-2", "3-3"}
    assert at(laid, "89") == {"2-3", "3-2", "3-3"}
    space, way = read_placement("3-2@89")
    after = laid.lay(space.index, way)
    assert numbers(after) == {1: 3, 2: 3, 3: 2, 4: 2}
    assert spoiled(after) == {8, 9}


# T10 A wrong end.


def test_t10_a_wrong_end_spoils_the_chip_and_its_number_still_binds() -> None:
    laid = board("3-0@1n", "5-6@1w")
    assert spoiled(laid) == {1}
    assert numbers(laid) == {1: 3}
    assert all(way.startswith("3") for way in at(laid, "12"))


def test_t10_a_wrong_end_never_gives_a_number() -> None:
    laid = board("3-3@12", "3-0@9s")
    assert numbers(laid) == {1: 3, 2: 3}
    assert spoiled(laid) == {9}
    # The next end that matches numbers the chip, which stays spoiled (T5).
    later = laid.lay(*_move("6-1@9e"))
    assert numbers(later)[9] == 6
    assert spoiled(later) == {9}


def test_t10_of_a_forced_double_the_chip_nearer_position_1_takes_the_number() -> None:
    laid = board("3-0@1n", "3-3@56")
    assert numbers(laid) == {1: 3, 5: 3}
    assert spoiled(laid) == {6}
    laid = board("3-0@1n", "3-3@25")
    assert numbers(laid) == {1: 3, 2: 3}
    assert spoiled(laid) == {5}


def test_t10_of_a_double_whose_number_is_used_up_both_chips_are_spoiled() -> None:
    laid = board("3-0@1n", "3-1@3n", "3-3@56")
    assert numbers(laid) == {1: 3, 3: 3}
    assert spoiled(laid) == {5, 6}


def test_t10_the_table_is_told_that_a_chip_is_spoiled(sit: Sit) -> None:
    table = sit("Ana Bo")
    events = table.lay("3-0@1n", "2-1@2n", "3-2@9s", "3-5@12")
    assert table.facts("laid")["spoiled"] == [2]
    assert "A wrong end: in this deal nobody can win chip 2 any more." in table.said(events)
    assert (table.chip(2)["state"], table.chip(2)["number"]) == ("spoiled", 2)
    ends = {end["space"]: (end["end"], end["match"]) for end in table.chip(2)["ends"]}
    assert ends == {"2n": (2, True), "12": (5, False)}


# T11 Winning chips.

THREES = ["3-0@1n", "3-1@1w", "3-2@12", "3-4@14"]


def test_t11_the_fourth_equal_end_wins_the_whole_pile_at_once(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay(*THREES[:3])
    assert table.chips("ana", "bo", "chip:1") == (0, 0, 1)
    events = table.lay(THREES[3])
    assert table.chips("ana", "bo", "chip:1") == (0, 1, 0)
    assert table.facts("won")["moves"] == [
        {"id": "d1/t4/chip1", "payer": "chip:1", "payee": "bo", "amount": 1}
    ]
    assert "Four threes round position 1: Bo wins 1 chip." in table.said(events)
    assert (table.chip(1)["state"], table.chip(1)["winner"]) == ("won", "bo")


def test_t11_one_tile_may_win_two_piles(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n", "3-1@1w", "3-4@14", "2-0@2n", "2-1@23", "2-5@25")
    events = table.lay("3-2@12")
    assert table.whats(events).count("won") == 2
    assert table.chips("ana", "chip:1", "chip:2") == (2, 0, 0)


def test_t11_completing_a_spoiled_chip_wins_nothing(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay(*THREES[:3])
    table.stand("5-6@14")
    assert table.chip(1)["state"] == "spoiled"
    assert table.chips("ana", "bo", "chip:1") == (0, 0, 1)


def test_t11_the_pile_of_the_centre_has_two_chips_in_the_first_deal(sit: Sit) -> None:
    table = sit("Ana Bo Cy")
    table.lay("0-3@25", "1-3@45", "3-2@56", "3-4@58")
    assert table.facts("won")["amount"] == 2
    assert table.chips("ana") == 2


def test_a_placement_prompt_offers_just_the_legal_ones(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lay("3-0@1n")
    table.answer("tile/", "3-5")
    prompt = table.prompt("place/")
    assert isinstance(prompt, Place)
    assert set(prompt.legal) == set(board("3-0@1n").placements(MASK_OF["3-5"]))
    every = {f"{way}@{space.id}" for space in SPACES for way in ("3-5", "5-3")}
    assert set(prompt.because) == every - set(prompt.legal)
