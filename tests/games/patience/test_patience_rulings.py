"""The patience's rulings by their numbers, as far as cards, positions and a play go."""

from __future__ import annotations

import pytest

from companion.games.patience.cards import CARDS
from companion.games.patience.deals import numbered_deck
from companion.games.patience.play import Play
from companion.games.patience.position import Column, Position
from companion.table.refusals import Refused, Why
from tests.games.patience.conftest import played

DECK = numbered_deck(3)


def reason(position: Position, move: str) -> str:
    """The id of the reason that a refusal of `move` gives."""
    with pytest.raises(Refused) as refused:
        position.after(move)
    assert refused.value.why is Why.ILLEGAL_MOVE
    because = refused.value.facts["because"]
    assert because == position.why_not(move)
    return getattr(because, "id", "")


def table(
    columns: str, *, foundations: str = "--------", stock: str = "", waste: str = "", draw: int = 1
) -> Position:
    """A position of some cards, written as in a saved one; the columns that are not named are empty."""
    heights = tuple("A23456789TJQK".find(foundations[i]) + 1 for i in range(0, 8, 2))
    parts = [column.split("|") for column in columns.split("/")]
    parts += [["", ""]] * (7 - len(parts))
    return Position(
        draw, heights, cards(stock), cards(waste), tuple(Column(cards(d), cards(u)) for d, u in parts)
    )


def cards(text: str) -> tuple[str, ...]:
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def test_s1_the_deal() -> None:
    position = Position.deal(DECK, 3)
    assert [len(column) for column in position.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert all(len(column.up) == 1 for column in position.columns)
    assert sum(len(column.down) for column in position.columns) == 21
    assert len(position.stock) == 24 and not position.waste
    # A card to each column, then to each but the first, and so on; the stock comes in the deck's order.
    assert [(*c.down, *c.up)[0] for c in position.columns] == list(DECK[:7])
    assert [(*c.down, *c.up)[1] for c in position.columns[1:]] == list(DECK[7:13])
    assert position.stock == DECK[28:]
    assert sorted(position.cards()) == sorted(CARDS)


def test_s2_any_part_of_a_run_moves_with_what_lies_on_it() -> None:
    position = table("QS|JH TC 9D/|QC/|JD".replace(" ", ""))
    assert set(position.moves()) >= {"JH-2", "TC-3"}
    assert position.after("TC-3").columns[2].up == ("JD", "TC", "9D")
    assert position.after("TC-3").columns[0] == Column(("QS",), ("JH",))
    assert reason(position, "9D-2") == "patience.why.no_fit"
    assert reason(position, "QS-2") == "patience.why.not_free"


def test_s2_rank_and_colour_must_both_fit() -> None:
    position = table("|9H/|TC/|TD/|8H")
    assert position.after("9H-2").columns[1].up == ("TC", "9H")
    assert reason(position, "9H-3") == "patience.why.no_fit"
    assert reason(position, "8H-2") == "patience.why.no_fit"
    assert reason(position, "9H-1") == "patience.why.same_column"


def test_s3_a_bared_card_is_turned_up_and_not_counted() -> None:
    play = Play(table("7C2S|9H/|TC"))
    play.move("9H-2")
    assert play.position.columns[0] == Column(("7C",), ("2S",))
    assert play.actions == 1


def test_s4_an_empty_column_takes_only_a_king() -> None:
    position = table("5C|KH QS/|/|JD/|3S".replace(" ", ""), waste="KC", foundations="------KS")
    assert position.after("KH-2").columns[1].up == ("KH", "QS")
    assert position.after("KC-2").columns[1].up == ("KC",)
    assert position.after("KS-2").columns[1].up == ("KS",)
    assert reason(position, "QS-2") == "patience.why.king_only"
    assert reason(position, "JD-2") == "patience.why.king_only"


def test_s5_foundations_go_up_one_card_at_a_time() -> None:
    position = table("4D|3H 2C/|AH/|2H".replace(" ", ""), waste="AC")
    position = position.after("AC-F").after("AH-F")
    assert position.foundations == (1, 0, 1, 0)
    assert reason(position, "3H-F") == "patience.why.covered"
    position = position.after("2C-F")
    assert reason(position, "3H-F") == "patience.why.not_next"
    assert position.after("2H-F").after("3H-F").foundations == (2, 0, 3, 0)


def test_s6_only_the_top_card_comes_back_and_only_to_a_column_that_it_fits() -> None:
    position = table("|6S/|5C/|", foundations="KC--5H--")
    assert position.after("5H-1").columns[0].up == ("6S", "5H")
    assert position.after("5H-1").foundations == (13, 0, 4, 0)
    assert position.after("KC-3").columns[2].up == ("KC",)
    assert reason(position, "5H-2") == "patience.why.no_fit"
    assert reason(position, "4H-2") == "patience.why.not_free"
    assert reason(position, "5H-F") == "patience.why.up_already"


def test_s6_it_is_an_action_with_no_other_charge() -> None:
    play = Play(table("|6S", foundations="----5H--"))
    for _ in range(5):
        play.move("5H-1")
        play.move("5H-F")
    assert play.actions == 10 and play.position == table("|6S", foundations="----5H--")


@pytest.mark.parametrize(("draw", "turned"), [(1, "2C"), (3, "2C9HKS")])
def test_s7_a_tap_turns_one_card_or_a_block_of_three(draw: int, turned: str) -> None:
    position = table("|3D", stock="2C9HKS4D", draw=draw).after("turn")
    assert position.waste == cards(turned)
    # Only the top card can be played, and then the next below it.
    playable = {move.split("-")[0] for move in position.moves() if move != "turn"}
    assert playable <= {position.waste[-1]}


def test_s7_fewer_than_three_are_turned_where_fewer_are_left() -> None:
    position = table("|3D", stock="2C9HKS4D", draw=3).after("turn").after("turn")
    assert position.waste == cards("2C9HKS4D") and not position.stock
    assert reason(position, "turn") == "patience.why.stock_empty"


def test_s7_the_card_below_becomes_playable_when_the_top_one_has_gone() -> None:
    position = table("|TH/|4H", waste="3S9C", draw=3)
    assert reason(position, "3S-2") == "patience.why.not_free"
    assert position.after("9C-1").after("3S-2").columns[1].up == ("4H", "3S")


@pytest.mark.parametrize("draw", [1, 3])
def test_s8_recycling_keeps_the_order_for_ever(draw: int) -> None:
    position = start = Position.deal(DECK, draw)
    assert reason(position, "recycle") == "patience.why.stock_left"
    for _ in range(4):
        while position.stock:
            position = position.after("turn")
        assert position.waste == start.stock
        position = position.after("recycle")
        assert position == start


def test_s8_with_both_empty_a_tap_does_nothing() -> None:
    position = table("|3D")
    assert reason(position, "turn") == "patience.why.stock_empty"
    assert reason(position, "recycle") == "patience.why.both_empty"
    assert not {"turn", "recycle"} & set(position.moves())


def test_s9_every_completed_action_counts_once() -> None:
    play = Play(table("5C|KH QS/|/|AD".replace(" ", ""), stock="2C9H", waste="", draw=3))
    for move in ("turn", "recycle", "KH-2", "AD-F"):
        play.move(move)
    assert play.actions == 4
    with pytest.raises(Refused):
        play.move("9H-1")
    assert play.actions == 4


def test_s10_undo_restores_the_position_and_counts() -> None:
    play = Play(Position.deal(DECK, 3))
    before = play.position
    play.move("turn")
    play.undo()
    assert play.position == before and play.actions == 2
    play.redo()
    assert play.position == before.after("turn") and play.actions == 3
    play.undo()
    play.undo()
    assert play.position == before and play.actions == 4 and not play.can_undo


def test_s12_won_with_all_cards_up_and_no_other_end() -> None:
    position = table("|KS/|KH", foundations="KCKDQHQS")
    assert not position.won
    position = position.after("KS-F").after("KH-F")
    assert position.won and position.moves() == ()


def test_s13_the_standard_score() -> None:
    play = Play(table("7C|9H/|TC/|AD/|2S", waste="8S", foundations="------AS"))
    expected = 0
    steps = (("9H-2", 5), ("8S-2", 5), ("AD-F", 10), ("2S-F", 10), ("8S-2", 0))
    for move, points in steps[:-1]:
        play.move(move)
        expected += points
        assert play.score == expected, move
    play.undo()
    assert play.score == expected - 10
    # Back from a foundation costs 15, and never goes below nought.
    low = Play(table("|6S", foundations="----5H--"))
    low.move("5H-1")
    assert low.score == 0
    low.move("5H-F")
    assert low.score == 10


def test_s14_any_number_is_a_deal_and_the_same_one_again() -> None:
    decks = {numbered_deck(number) for number in range(1, 200)}
    assert len(decks) == 199
    assert all(sorted(deck) == sorted(CARDS) for deck in decks)
    assert numbered_deck(7) == numbered_deck(7)


# What players of other programs have complained about.


def test_a_card_may_go_back_to_the_column_that_it_just_left() -> None:
    position = table("|9C 8H/|9S".replace(" ", ""))
    assert position.after("8H-2").after("8H-1") == position


def test_after_the_undo_of_a_draw_the_card_cannot_be_played() -> None:
    play = Play(table("|TH", stock="9C2D"))
    play.move("turn")
    assert "9C-1" in play.position.moves()
    play.undo()
    assert "9C-1" not in play.position.moves()
    assert reason(play.position, "9C-1") == "patience.why.not_free"


def test_undo_with_three_cards_keeps_the_groups_of_three() -> None:
    play = Play(Position.deal(DECK, 3))
    tops = []
    for _ in range(8):
        play.move("turn")
        tops.append(play.position.waste[-1])
    for top in reversed(tops):
        assert play.position.waste[-1] == top and len(play.position.waste) % 3 == 0
        play.undo()
    for top in tops:
        play.redo()
        assert play.position.waste[-1] == top


def test_the_last_card_of_the_waste_can_be_seen_and_played() -> None:
    position = table("|TH", stock="9C", draw=3).after("turn")
    assert position.waste == ("9C",) and "9C-1" in position.moves()
    assert position.after("9C-1").waste == ()


def test_endless_recycling_is_stuck() -> None:
    position = table("|4D/|4H", stock="9C2D", draw=3)
    assert position.stuck and position.moves() == ("turn",)
    assert not table("|TH/|4H", stock="9C2D", draw=1).stuck
    # The nine can never be reached: with three at a time the two always lies on it.
    assert table("|TH/|4H", stock="9C2D", draw=3).stuck
    assert not table("|KS", foundations="KCKDKHQS").stuck
    assert not table("|", foundations="KCKDKHKS").stuck


def test_undo_and_redo_to_any_point_equal_replay() -> None:
    for seed in range(6):
        play = Play(played(seed, 0, 1 + 2 * (seed % 2)))
        first = play.position
        for i in range(60):
            moves = play.position.moves()
            play.move(moves[(i * 7 + seed) % len(moves)])
        made = play.made
        for back in range(1, 61):
            play.undo()
            replay = Play(first)
            for move in made[: 60 - back]:
                replay.move(move)
            assert (replay.position, replay.score) == (play.position, play.score)
        for _ in made:
            play.redo()
        assert play.made == made and play.actions == 180 and not play.can_redo


# Cards that nobody has seen (on a real table).


def test_an_unseen_deal_waits_for_each_column_in_turn() -> None:
    position = Position.unseen(3)
    for number, card in enumerate(("9H", "KS", "2D", "AS", "7C", "7D", "QH"), start=1):
        assert position.awaits == str(number) and position.moves() == ()
        assert reason(position, "turn") == "patience.why.awaits"
        position = position.shown(card)
    assert position.awaits is None and len(position.not_seen) == 45
    for bad in ("9H", "XX", "??"):
        with pytest.raises(Refused):
            position.shown(bad)
    position = position.after("turn")
    assert position.awaits == "waste"
    position = position.shown("4C")
    assert position.waste == ("??", "??", "4C") and "AS-F" in position.moves()
    position = position.after("AS-F")
    assert position.awaits == "4"


def test_what_has_been_seen_stays_seen_after_undo() -> None:
    play = Play(Position.unseen(3))
    for card in ("9H", "KS", "2D", "AS", "7C", "7D", "QH"):
        play.show(card)
    play.move("AS-F")
    play.show("TC")
    play.move("9H-4")
    play.move("turn")
    play.show("2S")
    play.move("2S-F")
    play.show("3S")
    play.move("3S-F")
    play.show("5C")
    end, made = play.position, play.made
    while play.can_undo:
        play.undo()
    assert play.position.stock[:3] == ("5C", "3S", "2S")
    assert play.position.columns[3].down[-1] == "TC"
    while play.can_redo:
        play.redo()
        assert play.position.awaits is None
    assert play.position == end and play.made == made
