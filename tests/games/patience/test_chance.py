"""The chance of winning with unseen cards: certain where all is known, and right on average."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.patience.cards import UNSEEN
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Column, Position
from companion.games.patience.saved import parse_position
from companion.games.patience.solver.chance import Judge, Judgement, dealt_out
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.solving import Budget, Solver, Verdict


def hidden(position: Position) -> Position:
    """The position with its hidden cards and its stock unseen."""
    columns = tuple(Column((UNSEEN,) * len(column.down), column.up) for column in position.columns)
    return Position(
        position.draw, position.foundations, (UNSEEN,) * len(position.stock), position.waste, columns
    )


def test_unseen_cards_are_dealt_from_those_not_seen() -> None:
    position = hidden(Position.deal(numbered_deck(4), 3))
    dealt = [dealt_out(position, Random(seed)) for seed in range(5)]
    assert len(set(dealt)) == 5
    for one in dealt:
        assert one.not_seen == () and len(set(one.cards())) == 52
        assert [column.up for column in one.columns] == [column.up for column in position.columns]
    bare = dealt_out(Position.unseen(1), Random(1))
    assert bare.awaits is None and [len(column.up) for column in bare.columns] == [1] * 7


@pytest.mark.parametrize(("number", "won"), [(5, 20), (1, 0)])
def test_a_known_position_is_certain(compiled: Solver, number: int, won: int) -> None:
    judge = Judge(compiled, Position.deal(numbered_deck(number), 3), Random(1))
    judge.add(20)
    assert (judge.judgement.won, judge.judgement.lost) == (won, 20 - won)
    assert judge.judgement.chance == won / 20


def test_a_coin_is_tossed_where_two_cards_decide(solver: Solver) -> None:
    # The ace or the three lies under the two of clubs, which can only go to its foundation; all else is open.
    position = parse_position("1/--KDKHKS/??TCJCQCKC//|4C/??|2C/|5C/|6C/|7C/|8C/|9C")
    judge = Judge(solver, position, Random(3))
    judge.add(400)
    judgement = judge.judgement
    assert judgement.unknown == 0 and abs(judgement.chance - 0.5) < judgement.error < 0.06
    assert judgement.advice is not None and judgement.advice.move == "turn"


def test_the_share_of_deals_that_can_be_won(compiled: Solver) -> None:
    # 81.9 % of all deals can be won with three cards drawn and all known, Blake and Gent have counted.
    judge = Judge(compiled, Position.unseen(3), Random(7))
    judge.add(150, advise=False)
    judgement = judge.judgement
    assert judgement.advice is None and judgement.samples == 150
    assert abs(judgement.chance - 0.819) < judgement.error < 0.2


@pytest.mark.parametrize(("number", "draw"), [(13, 3), (15, 3), (23, 1)])
def test_the_best_move_keeps_the_win(compiled: Solver, number: int, draw: int) -> None:
    position = Position.deal(numbered_deck(number), draw)
    traps = 0
    for move in winning_line(compiled, position, compiled.decide(position))[:45]:
        after = [compiled.decide(position.after(other), Budget(nodes=100_000)) for other in position.moves()]
        if any(decision.verdict is Verdict.LOST for decision in after):
            traps += 1
            judge = Judge(compiled, position, Random(2))
            judge.add(6)
            advice = judge.judgement.advice
            assert advice is not None and advice.share == 1
            assert compiled.decide(position.after(advice.move)).verdict is Verdict.WINNABLE
        position = position.after(move)
    assert traps >= 3


def test_the_same_seed_judges_the_same_and_stop_stops(compiled: Solver) -> None:
    position = hidden(Position.deal(numbered_deck(5), 3))
    judges = [Judge(compiled, position, Random(2)) for _ in range(2)]
    judges[0].add(20)
    for _ in range(4):
        judges[1].add(5)
    assert judges[0].judgement == judges[1].judgement
    judges[0].add(20, stop=lambda: True)
    assert judges[0].judgement.samples == 20


def test_while_a_card_must_be_shown_there_is_a_chance_and_no_advice(compiled: Solver) -> None:
    """The solver's process came to its end over this once."""
    position = Position.deal(numbered_deck(7), 1).after("turn")
    first = position.columns[3]
    bared = Column((*first.down, UNSEEN), ())
    waiting = replace(position, columns=(*position.columns[:3], bared, *position.columns[4:]))
    assert waiting.awaits == "4" and not waiting.moves()
    judge = Judge(compiled, waiting, Random(1))
    judge.add(5)
    assert judge.judgement.samples == 5 and judge.judgement.won == 5
    assert judge.judgement.advice is None


def test_undecided_dealings_widen_the_error() -> None:
    assert Judgement(0, 0, 0).chance == 0 and Judgement(0, 0, 0).error == 1
    assert Judgement(50, 50, 0).error < Judgement(50, 50, 10).error
    assert Judgement(50, 50, 10).chance == 0.5
