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
from companion.simulate.patience_tally import PatienceTally
from companion.table.answers import Answer
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.prompts import Lot, Move
from companion.table.runner import Runner
from companion.table.seats import seat_players
from companion.table.session import Session


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


def test_a_share_of_wins_is_never_more_than_all_of_them(solver: Solver) -> None:
    """A win counts once, however often its last moves were undone and made again; giving up counts, too."""
    tally = PatienceTally()

    def answer(runner: Runner, key: str, value: str) -> None:
        prompt = next(prompt for prompt in runner.open if prompt.key.startswith(key))
        for event in runner.send(Answer(prompt=prompt, value=value, seat="ana")).events:
            tally.take(event)

    for number in (2, 7):
        position = Position.deal(numbered_deck(number), 1)
        line = winning_line(solver, position, solver.decide(position))
        runner, _ = begun(deal=number)
        for move in line[:-1]:
            answer(runner, "move/", move)
        for _ in range(3):
            answer(runner, "undo/", "undo")
            answer(runner, "redo/", "redo")
        answer(runner, "move/", line[-1])
        assert runner.outcome is not None
        assert tally.figures({"score": "none"})["share_won"] == 1.0
    runner, _ = begun(deal=2)
    answer(runner, "give-up/", "give_up")
    figures = tally.figures({"score": "none"})
    assert (figures["won"], figures["rounds"]) == (2, 3) and figures["share_won"] < 1


def test_what_was_dealt_face_down_is_not_to_be_read_in_the_history() -> None:
    """The kit's backs tell the companion each card; the player hears and reads nothing of it (S1)."""
    with Journal.in_memory() as journal:
        seats = seat_players(["Ana"], 1, 1)
        session = Session.start(journal, build_game, "patience", seats, {"way": "dealt"}, SeededChance(1))
        for card in numbered_deck(7)[:9]:
            (prompt,) = session.view.open
            view = session.answer(Answer(prompt=prompt, value=card, seat="ana"))
            assert not view.events and card not in str(view.snapshot)
        dealt = [entry for entry in session.history() if entry.key.startswith("deal/")]
        assert len(dealt) == 9 and all(entry.hidden and entry.value is None for entry in dealt)
