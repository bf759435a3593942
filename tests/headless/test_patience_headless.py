"""A narrated patience: bots end it, the companion answers what only its solver knows, moves are typed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.cli import run
from companion.games import build_game
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.headless.words import parse_typed
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.prompts import Move
from companion.table.session import Session
from companion.table.text import Text

#: A deal that a person who looks no move ahead gives up, and that can be won from there.
LEFT = "deal=7"


@pytest.fixture(autouse=True)
def no_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def play(tmp_path: Path, *words: str, status: int = 0) -> None:
    assert run(["play", "patience", "--headless", "--data", str(tmp_path / "d"), *words]) == status


def typed(tmp_path: Path, *lines: str) -> list[str]:
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return ["--camera", "none", "--seats", "Ana", "--answers", str(path)]


def stored(tmp_path: Path) -> Session:
    with Journal.read(tmp_path / "d") as journal:
        return Session.resume(journal, build_game, journal.sessions()[0].session, SeededChance(0))


def test_bots_let_the_companion_finish_what_they_would_give_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, "--seed", "3", "--rules", LEFT)
    said = capsys.readouterr().out
    assert "takes over" in said and "with help for Ana" in said
    after = stored(tmp_path).view
    assert after.snapshot["won"] and after.snapshot["assisted"] and after.outcome is not None


def test_a_bot_in_a_seat_plays_on_to_a_win(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path, "--camera", "none", "--seats", "Ana", "--bots", "Ana", "--rules", "deal=2")
    assert "Ana has won" in capsys.readouterr().out


def test_a_bot_gives_up_what_cannot_be_won_any_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, "--seats", "Ana", "--rules", "deal=1")
    said = capsys.readouterr().out
    assert "stops" in said and "Ana gives up" in said
    assert not stored(tmp_path).view.snapshot["won"]


def test_only_a_deal_that_can_be_won_and_finish_wins_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody types whether a deal can be won (S14), nor the moves of "finish for me" (S11)."""
    play(tmp_path, *typed(tmp_path, "finish"), "--rules", "winnable=yes", "draw=3")
    assert "with help for Ana" in capsys.readouterr().out
    kinds = [entry.key.partition("/")[0] for entry in stored(tmp_path).history() if entry.key]
    assert "winnable" in kinds and kinds.count("finish") == 1


def test_moves_are_typed_and_undo_is_an_action(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = typed(tmp_path, "turn", "undo", "redo", "7s 6", "4D F", "give-up")
    play(tmp_path, *lines, "--rules", LEFT)
    said = capsys.readouterr().out
    assert "2: ▒ 6D" in said and "Waste: 9C" in said
    assert "Ana gives up after 4 actions" in said
    assert "not legal" in said or "foundation" in said


def test_with_cards_on_the_table_each_move_of_the_line_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = numbered_deck(7)
    play(tmp_path, *typed(tmp_path, *deck, "finish"), "--rules", "way=dealt", status=1)
    told = [line for line in capsys.readouterr().out.splitlines() if "once it is done" in line]
    position = Position.deal(deck, 1)
    assert len(told) == 1 and told[0].split()[-5] in position.moves()


MOVE = Move(key="move/1", say=Text("t"), seats=("ana",), legal=("9H-5", "TS-F", "turn"))


@pytest.mark.parametrize(
    ("line", "move"),
    [("9h 5", "9H-5"), ("9H-5", "9H-5"), ("10s f", "TS-F"), ("ts-F", "TS-F"), ("Turn", "turn")],
)
def test_a_move_in_any_spelling(line: str, move: str) -> None:
    assert parse_typed(MOVE, line, {}) == move


def test_bots_beside_people_are_those_of_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot lays of the tiles that the program dealt it, at once; the person is asked for theirs."""
    common = ["--headless", "--data", str(tmp_path / "d"), "--camera", "none", "--seats", "Ana,Bo"]
    rules = ["hands=dealt", "starter=choose"]
    answers = tmp_path / "answers.txt"
    answers.write_text("Ana\n", encoding="utf-8")
    typed = ["--answers", str(answers)]
    assert run(["play", "dominoes", *common, *typed, "--bots", "Ana", "--rules", *rules]) == 1
    said = capsys.readouterr()
    assert "Ana lays" in said.out and "Bo lays" not in said.out
    assert "Bo" in said.err


def test_a_bot_leaves_the_dice_to_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--headless", "--data", str(tmp_path / "d"), "--camera", "none", "--seats", "Ana,Bo"]
    assert run(["play", "goldrush", *common, "--bots", "Ana,Bo", "--rules", "starter=lot"]) == 1
    assert "throw" in capsys.readouterr().err
