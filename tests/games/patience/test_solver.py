"""The solver: the same from numba and from plain Python, right about small positions, exact about S6."""

from __future__ import annotations

import pytest

from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position, saved_text
from companion.games.patience.solver import running
from companion.games.patience.solver.engine import best_engine
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.plain import plain_engine
from companion.games.patience.solver.solving import Budget, Solver, Verdict, layout_of
from tests.games.patience.conftest import late, played
from tests.games.patience.naive import Naive, can_be_won

#: Winnable, but only with a card back from a foundation: a deal with each draw.
NEEDS_BACK = ((372, 1), (2734, 3))
#: Won only by taking a card from the stock, another to empty a column for a king, and the king: the room that
#: a card from the stock makes must not be asked for by the next move when three are drawn.
ROOM_AND_SHIFT = (
    "3/------AS/JHKSQCJD5D7H7S6H3S6STH5CQHQS8H9S8CAD2HJS2D4H//|KD/|7C6D/7DAH|9D/KHKC|5H4C/3H5S4SAC|9H8S"
    "/3D4DTS8D|2C/TC2S6C3C|QDJCTD9C"
)


@pytest.fixture(scope="module")
def plain() -> Solver:
    return Solver(plain_engine())


def deal(number: int, draw: int) -> Position:
    return Position.deal(numbered_deck(number), draw)


def won_by(position: Position, line: tuple[str, ...]) -> bool:
    for move in line:
        position = position.after(move)
    return position.won


def test_numba_is_what_runs_here() -> None:
    pytest.importorskip("numba")
    assert best_engine().name == "numba" and best_engine().polishes


@pytest.mark.parametrize("draw", [1, 3])
def test_the_kernel_is_its_plain_twin(compiled: Solver, plain: Solver, draw: int) -> None:
    positions = [late(seed, draw, 5, 12, 5) for seed in range(30)]
    positions += [played(seed, 40 + 12 * seed, draw) for seed in range(3)]
    decided = set()
    for position in positions:
        for fast, slow in zip(compiled.wins(position, 500), plain.wins(position, 500), strict=True):
            assert fast == slow
        budget = Budget(nodes=4_000)
        one, other = compiled.decide(position, budget), plain.decide(position, budget)
        decided.add(other.verdict)
        if Verdict.UNKNOWN not in (one.verdict, other.verdict):
            assert (one.verdict, one.way) == (other.verdict, other.way)
    assert {Verdict.WINNABLE, Verdict.LOST} <= decided


@pytest.mark.parametrize("draw", [1, 3])
def test_small_positions_are_what_trying_everything_says(solver: Solver, draw: int) -> None:
    said = []
    for seed in range(24):
        position = late(1000 + seed, draw, 6, 12, 4)
        known = can_be_won(Naive.read(saved_text(position)), 400)
        if known is not None:
            assert solver.decide(position).verdict is (Verdict.WINNABLE if known else Verdict.LOST)
            said.append(known)
    assert said.count(True) >= 12 and said.count(False) >= 1


@pytest.mark.parametrize(("number", "draw"), NEEDS_BACK)
def test_a_deal_that_needs_a_card_back_from_a_foundation(solver: Solver, number: int, draw: int) -> None:
    position = deal(number, draw)
    assert Solver(back=False).decide(position).verdict is Verdict.LOST
    decision = solver.decide(position)
    assert decision.verdict is Verdict.WINNABLE
    line = winning_line(solver, position, decision)
    assert won_by(position, line)
    came_back = []
    for move in line:
        step = position.step(move)
        came_back += [step.cards] if step.source == "F" else []
        position = position.after(move)
    assert came_back


def test_plain_python_finds_the_card_back_too(plain: Solver) -> None:
    number, draw = NEEDS_BACK[0]
    assert plain.decide(deal(number, draw)).verdict is Verdict.WINNABLE
    assert Solver(plain_engine(), back=False).decide(deal(number, draw)).verdict is Verdict.LOST


def test_room_and_a_shifted_stock_are_both_had(solver: Solver) -> None:
    position = parse_position(ROOM_AND_SHIFT)
    decision = solver.decide(position)
    assert decision.verdict is Verdict.WINNABLE
    assert won_by(position, winning_line(solver, position, decision))


def test_what_is_lost_with_one_card_at_a_time_is_lost_with_three(compiled: Solver) -> None:
    verdicts = {
        number: [compiled.decide(deal(number, draw)).verdict for draw in (1, 3)] for number in range(1, 61)
    }
    assert not [number for number, (one, three) in verdicts.items() if one is Verdict.LOST != three]
    assert all(Verdict.UNKNOWN not in pair for pair in verdicts.values())
    assert [Verdict.WINNABLE, Verdict.LOST] in verdicts.values()


def test_a_winning_line_stays_winnable_at_every_step(solver: Solver) -> None:
    for draw in (1, 3):
        position = deal(5, draw)
        for move in winning_line(solver, position, solver.decide(position)):
            assert solver.decide(position).verdict is Verdict.WINNABLE
            position = position.after(move)
        assert position.won and solver.decide(position).verdict is Verdict.WINNABLE


def test_a_deal_of_which_every_card_is_up_at_once_is_won(solver: Solver) -> None:
    position = parse_position("3/QCKDKHQS/KS//|/|/|/|/|/|/|KC")
    decision = solver.decide(position)
    assert set(winning_line(solver, position, decision)) == {"turn", "KS-F", "KC-F"}


def test_the_budget_ends_it_and_unknown_is_never_lost(compiled: Solver) -> None:
    position = deal(382, 3)  # lost, which takes four million positions to know
    looks: list[int] = []

    def enough() -> bool:
        looks.append(1)
        return len(looks) > 20

    for budget in (Budget(nodes=1), Budget(nodes=200_000), Budget(stop=enough)):
        decision = compiled.decide(position, budget)
        assert decision.verdict is Verdict.UNKNOWN and not decision.way
        assert decision.nodes < 400_000
    assert len(looks) == 21
    with pytest.raises(ValueError, match="unknown"):
        winning_line(compiled, position, decision)


def test_a_full_table_is_unknown_and_a_larger_one_goes_on(
    compiled: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Solver(back=False).decide(deal(758, 1))
    assert whole.verdict is Verdict.LOST and whole.met > 60_000
    monkeypatch.setattr(running, "MOST_BITS", 14)
    assert Solver(back=False).decide(deal(758, 1)).verdict is Verdict.UNKNOWN


def test_a_stack_that_is_too_short_is_made_deeper(plain: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_FIRST_DEPTH", 8)
    shallow = Solver(plain_engine())
    assert shallow.decide(deal(2, 1)) == plain.decide(deal(2, 1))


def test_unseen_cards_are_not_solved(solver: Solver) -> None:
    with pytest.raises(ValueError, match="unseen"):
        solver.decide(Position.unseen(1))
    with pytest.raises(ValueError, match="unseen"):
        layout_of(Position.unseen(3))
