"""Lines that win: played by the rules, near to the search's own, and made short."""

from __future__ import annotations

import pytest

from companion.games.patience.cards import CARDS, card_name
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import RECYCLE, TURN, Position
from companion.games.patience.saved import parse_position
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.plain import plain_engine
from companion.games.patience.solver.realise import DoesNotFit, realise
from companion.games.patience.solver.search import REVEAL
from companion.games.patience.solver.solving import KeyMove, Solver, Verdict
from companion.games.patience.wording import move_said
from companion.language import Language
from tests.games.patience.conftest import late, played


def wins(solver: Solver, draw: int) -> list[Position]:
    """Deals and positions from the middle of games that can be won."""
    positions = [Position.deal(numbered_deck(number), draw) for number in range(1, 25)]
    positions += [played(seed, 25, draw) for seed in range(8)]
    return [position for position in positions if solver.decide(position).verdict is Verdict.WINNABLE]


@pytest.mark.parametrize("draw", [1, 3])
def test_every_line_wins_by_the_rules(compiled: Solver, draw: int) -> None:
    positions = wins(compiled, draw)
    assert len(positions) > 15
    for start in positions:
        decision = compiled.decide(start)
        position = start
        for move in winning_line(compiled, start, decision):
            position = position.after(move)
        assert position.won


@pytest.mark.parametrize("draw", [1, 3])
def test_a_move_of_the_search_is_at_most_one_run_move_more(compiled: Solver, draw: int) -> None:
    most = 0
    for position in wins(compiled, draw):
        for win in compiled.wins(position):
            moves = [move for move in realise(position, win.moves) if move not in (TURN, RECYCLE)]
            extra = len(moves) - len(win.moves)
            assert 0 <= extra <= len(win.moves)
            most = max(most, extra)
    assert most > 0


@pytest.mark.parametrize("draw", [1, 3])
def test_lines_get_shorter_and_more_so_when_thorough(compiled: Solver, draw: int) -> None:
    as_found = quick = thorough = 0
    for position in wins(compiled, draw)[:6]:
        decision = compiled.decide(position)
        lengths = [
            len(realise(position, decision.moves)),
            len(winning_line(compiled, position, decision)),
            len(winning_line(compiled, position, decision, thorough=True)),
        ]
        assert lengths == sorted(lengths, reverse=True)
        as_found, quick, thorough = (a + b for a, b in zip((as_found, quick, thorough), lengths, strict=True))
    assert thorough < quick < as_found


def test_the_plain_engine_shortens_as_the_kernel_does(compiled: Solver) -> None:
    from dataclasses import replace

    plain = Solver(replace(plain_engine(), polishes=True))
    shortened = 0
    for seed in range(14):
        position = late(seed, 1 + 2 * (seed % 2), 8, 12, 6)
        decision = plain.decide(position)
        if decision.verdict is Verdict.WINNABLE:
            line = winning_line(plain, position, decision)
            assert line == winning_line(compiled, position, decision)
            shortened += len(line) < len(realise(position, decision.moves))
    assert shortened


def test_the_waste_is_seen(solver: Solver) -> None:
    position = parse_position("3/JCKDKHQS//KSQC/|/|/|/|/|/|/|KC")
    assert winning_line(solver, position, solver.decide(position)) == ("QC-F", "KC-F", "KS-F")


def test_a_line_that_the_rules_forbid_is_a_fault() -> None:
    position = Position.deal(numbered_deck(1), 1)
    with pytest.raises(DoesNotFit):
        realise(position, [KeyMove(REVEAL, position.columns[1].down[0])])


def test_every_move_of_a_line_has_its_sentence(solver: Solver) -> None:
    words = Language.load("en")
    position = Position.deal(numbered_deck(5), 3)
    for move in winning_line(solver, position, solver.decide(position)):
        sentence = words.say(move_said(position, move))
        assert sentence.endswith(".") and "{" not in sentence and "patience." not in sentence
        if move not in (TURN, RECYCLE):
            assert words.say(card_name(move[:2])) in sentence
        position = position.after(move)
    assert len({words.say(card_name(card)) for card in CARDS}) == 52
