"""Text forms: decks, numbered deals and saved positions; what is wrong with a bad one is one sentence."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.patience.cards import CARDS, parse_deck
from companion.games.patience.deals import LAST_DEAL, numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position, saved_text
from companion.language import Language
from companion.table.faults import Fault
from tests.games.patience.conftest import late, played

WHOLE = "".join(numbered_deck(1))
START = saved_text(Position.deal(numbered_deck(1), 3))


def said(problem: Fault) -> str:
    sentence = Language.load("en").say(problem.say)
    assert (
        problem.status == 2 and sentence[-1] in ".;" and "{" not in sentence and "patience." not in sentence
    )
    return sentence


def test_a_numbered_deal_never_changes() -> None:
    # Saved games and printed deal numbers depend on it; a new Python must not change a card.
    assert WHOLE == (
        "7D9C4D8H8D5SJD6D9SJC5DKD3C2DJH5H7H4H2CAD6SKCKHTHTSJSTD8SQC4S6C7CAS5CAHKS6HQSQHQD9D3D3SAC4C2H8CTC3H2S9H7S"
    )


def test_the_shuffle_is_fair() -> None:
    deals = 4000
    places = Counter(
        (card, place) for n in range(1, deals + 1) for place, card in enumerate(numbered_deck(n))
    )
    expected = deals / 52
    chi_square = (
        sum((places[card, place] - expected) ** 2 for card in CARDS for place in range(52)) / expected
    )
    # 51 * 51 degrees of freedom: 2601, give or take five standard deviations of 72.
    assert 2240 < chi_square < 2962


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1])
def test_other_numbers_are_no_deals(number: int) -> None:
    with pytest.raises(Fault) as fault:
        numbered_deck(number)
    assert f"{LAST_DEAL:,}" in said(fault.value)


def test_a_deck_is_read_back() -> None:
    assert parse_deck(f"  {WHOLE}\n") == numbered_deck(1)


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (WHOLE.replace("2C", "AS"), "The ace of spades is there twice"),
        (WHOLE.replace("2C", ""), "There are 51 cards"),
        (WHOLE + "2C", "The two of clubs is there twice"),
        (WHOLE.lower(), "capitals"),
        (WHOLE.replace("TC", "tC"), "capitals"),
        (WHOLE.replace("TC", "10C"), "Write T for ten"),
        (WHOLE.replace("TC", "1C"), "“1C”, is no card"),
        (WHOLE[:-1], "Card 52, “7”, is no card"),
        (WHOLE.replace("TC", "♣T"), "is no card"),
        ("??" * 52, "Card 1, “??”, is no card"),
        ("", "no card at all"),
        ("  \n", "no card at all"),
    ],
)
def test_a_bad_deck_is_one_sentence(deck: str, words: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_deck(deck)
    assert words in said(fault.value)


@pytest.mark.parametrize("draw", [1, 3])
def test_saved_positions_are_read_back(draw: int) -> None:
    positions = [played(seed, 15 * seed, draw) for seed in range(12)]
    positions += [late(seed, draw, 5, 12, 5) for seed in range(12)]
    for position in positions:
        assert parse_position(saved_text(position)) == position


def test_unseen_cards_are_read_back() -> None:
    position = Position.unseen(3)
    assert parse_position(saved_text(position)) == position
    for card in ("9H", "KS", "2D", "AS", "7C", "7D", "QH"):
        position = position.shown(card)
    position = position.after("turn").shown("2S").after("AS-F").shown("3D").after("2S-F").shown("JC")
    assert parse_position(saved_text(position)) == position


def changed(old: str, new: str) -> str:
    assert START.count(old) == 1
    return START.replace(old, new)


@pytest.mark.parametrize(
    ("saved", "words"),
    [
        (START[1:], "begins with the number of cards drawn"),
        ("2" + START[1:], "not with “2”"),
        (START + "/", "eleven parts"),
        (START.replace("|", ":"), "eleven parts"),
        (changed("/--------/", "/------/"), "eleven parts"),
        (changed("/--------/", "/--KC----/"), "The king of clubs stands where the foundation of diamonds is"),
        (changed("/--------/", "/AC------/"), "The ace of clubs is there twice"),
        (changed("7D/", "7C/"), "The seven of clubs is there twice"),
        (changed("QC4S6C", "QC4S"), "There are 51 cards"),
        (changed("7D/", "7d/"), "capitals"),
        (changed("|7D/9C|6D", "|7D/9C6D|"), "the last card of column 2 would be turned up"),
        (changed("|7D/9C|6D", "7D|9C/|6D"), "column 1 can have at most 0 hidden cards"),
        (changed("QC4S6C", "QC4S").replace("9C|6D", "9C|6D6C"), "in column 2 the six of clubs cannot lie on"),
        (changed("|7D/", "|/").replace("/QC4S", "/7DQC4S"), "stock and waste have 25 cards"),
        ("|", "eleven parts"),
    ],
)
def test_a_bad_position_is_one_sentence(saved: str, words: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_position(saved)
    assert words in said(fault.value)


def test_the_stock_keeps_its_groups_of_three() -> None:
    position = Position.deal(numbered_deck(1), 3)
    for _ in range(9):
        parse_position(saved_text(position))
        position = position.after("turn" if position.stock else "recycle")
    with pytest.raises(Fault) as fault:
        # One card of the first group of three turned, and none of them played.
        parse_position(changed("/QC4S", "/4S").replace("//|7D", "/QC/|7D"))
    assert "the stock cannot have 23 cards" in said(fault.value)
