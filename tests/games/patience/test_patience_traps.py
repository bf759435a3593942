"""What players of other programs have complained of, one test each, beside those among the rulings."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games import build_game
from companion.games.patience.deals import numbered_deck
from companion.games.patience.game import PatienceGame
from companion.games.patience.position import RECYCLE, TURN, Position
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.solving import Solver, Verdict
from companion.table.answers import Answer
from companion.table.prompts import Lot, Move
from companion.table.runner import Runner
from companion.table.seats import seat_players


def begun(**rules: Any) -> tuple[Runner, PatienceGame]:
    game = build_game("patience", seat_players(["Ana"], 1, 1), rules)
    assert isinstance(game, PatienceGame)
    return Runner(game), game


def asked(runner: Runner) -> Move:
    return next(prompt for prompt in runner.open if isinstance(prompt, Move))


def test_nothing_moves_by_itself_and_undoes_what_the_player_has_done() -> None:
    """A card brought back from a foundation could go up again at once; it lies where the player put it."""
    came_back = 0
    for deal in range(1, 6):
        runner, game = begun(deal=deal)
        random = Random(deal)
        for _ in range(200):
            prompt = asked(runner)
            ups = [move for move in prompt.legal if move.endswith("-F")]
            assert game.play is not None
            backs = [
                move
                for move in prompt.legal
                if move not in (TURN, RECYCLE) and game.play.position.step(move).source == "F"
            ]
            move = random.choice(backs or ups or list(prompt.legal))
            before, actions = game.play.position, game.play.actions
            runner.send(Answer(prompt=prompt, value=move, seat="ana"))
            assert game.play.position == before.after(move) and game.play.actions == actions + 1
            if move in backs:
                assert f"{move[:2]}-F" in asked(runner).legal
                came_back += 1
                break
    assert came_back


def test_there_is_a_hint_while_only_the_stock_can_be_tapped(solver: Solver) -> None:
    """With no card to move in sight the next move is to turn one, and that is said."""
    found = 0
    for draw in (1, 3):
        for number in range(1, 50):
            position = Position.deal(numbered_deck(number), draw)
            if position.moves() != (TURN,):
                continue
            decision = solver.decide(position)
            assert not position.stuck or decision.verdict is Verdict.LOST
            if decision.verdict is Verdict.WINNABLE:
                assert winning_line(solver, position, decision)[0] == TURN
                found += 1
    assert found


def test_a_drawn_number_is_no_longer_asked_for_once_the_cards_lie() -> None:
    """Undo goes back to the deal and never before it."""
    runner, game = begun(deal=5)
    assert not any(isinstance(prompt, Lot) for prompt in runner.open)
    first = game.play.position if game.play is not None else None
    runner.send(Answer(prompt=asked(runner), value=TURN, seat="ana"))
    undo = next(prompt for prompt in runner.open if prompt.key.startswith("undo/"))
    runner.send(Answer(prompt=undo, value="undo", seat="ana"))
    assert game.play is not None and game.play.position == first
    assert not any(prompt.key.startswith("undo/") for prompt in runner.open)
