"""The narrated session from the command line: typed, photographed, stopped, gone on with, and refused."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import pytest

from companion.cli import run
from companion.games import build_game
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.session import Session
from hardware.simulated import scenes

TWO = ["play", "dice", "--headless", "--seats", "Ana,Bo"]


@pytest.fixture(autouse=True)
def no_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def answers(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def stored(data: Path) -> Session:
    """The latest session as a replay of the journal gives it."""
    with Journal.read(data) as journal:
        return Session.resume(journal, build_game, journal.sessions()[0].session, SeededChance(0))


def test_a_typed_session_is_played_to_its_standings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = answers(tmp_path, "6 6 6 6 6", "1 1 2 3 4", "22345", "2 2 3 3 3")
    data = tmp_path / "data"
    assert run([*TWO, "--camera", "none", "--answers", typed, "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert "five sixes" in said
    assert "  1. " in said and "  2. " in said
    assert "the accounts balance" in said
    assert stored(data).view.outcome is not None


def test_a_line_that_is_no_throw_is_complained_of_and_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = answers(tmp_path, "1 2 3", "seven", "11111", "cocked", "22222", "33333", "44444")
    assert run([*TWO, "--camera", "none", "--answers", typed, "--data", str(tmp_path / "d")]) == 0
    said = capsys.readouterr().out
    assert "That is 3 dice, but this throw has 5." in said
    assert "'seven'" in said


def test_without_answers_it_stops_in_a_sentence_and_can_be_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "d")
    first = answers(tmp_path, "11111", "22222")
    assert run([*TWO, "--camera", "none", "--answers", first, "--data", data]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "nothing is lost" in said.err and "--resume" in said.err
    # What it says to type leads back to this session, in this folder.
    assert f"--data {data}" in said.err
    rest = answers(tmp_path, "33333", "44444")
    assert run(["play", "--headless", "--resume", "--camera", "none", "--answers", rest, "--data", data]) == 0
    assert "Going on with session" in capsys.readouterr().out
    assert run(["play", "--headless", "--resume", "--data", data, "--camera", "none"]) == 1
    assert "no unfinished session" in capsys.readouterr().err


def photographs(folder: Path, seed: int, count: int, level: str = "plain") -> list[tuple[int, ...]]:
    folder.mkdir()
    thrown = []
    for number, (image, truth) in enumerate(scenes(seed, count, level, dice=(5, 5))):
        cv2.imwrite(str(folder / f"{number:02}.png"), image)
        thrown.append(tuple(sorted(die.value for die in truth)))
    return thrown


def test_photographs_are_the_throws_in_the_order_of_their_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each picture is read or asked about, used once, and never twice over a stop."""
    thrown = photographs(tmp_path / "tray", 11, 4)
    (tmp_path / "tray" / "01b.jpg").write_text("this is a text", encoding="utf-8")
    data = tmp_path / "d"
    camera = ["--camera", str(tmp_path / "tray"), "--data", str(data)]
    sittings = 0
    status = run([*TWO, *camera])
    while status == 1 and sittings < 5:
        # A picture in doubt stops a session that nobody types for; the truth of that picture goes on with it.
        asked = [e.evidence for e in stored(data).history() if e.key.startswith("throw/") and not e.undone]
        typed = answers(tmp_path, " ".join(map(str, thrown[len(asked)])))
        sittings += 1
        status = run(["play", "--headless", "--resume", *camera, "--answers", typed])
    assert status == 0
    throws = [e for e in stored(data).history() if e.key.startswith("throw/") and not e.undone]
    assert [e.evidence for e in throws] == ["00.png", "01.png", "02.png", "03.png"]
    assert [tuple(sorted(e.value)) for e in throws] == thrown
    assert "01b.jpg" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (["--players", "1"], 2, "2 to 8"),
        (["--players", "9"], 2, "2 to 8"),
        (["--players", "four"], 2, "four"),
        (["--seats", "Ana"], 2, "2 to 8"),
        (["--seats", "A,B,C,D,E,F,G,H,I"], 2, "2 to 8"),
        (["--seats", "Ana,,Cy"], 2, "name"),
        (["--seats", "Ana,ANA"], 2, "ANA"),
        (["--seats", "Ana,An\x07a"], 2, "name"),
        (["--seats", "Ana," + "x" * 40], 2, "14"),
        (["--rules", "limit=0"], 2, "limit"),
        (["--rules", "limit=-3"], 2, "limit"),
        (["--rules", "limit=abc"], 2, "limit"),
        (["--rules", "colour=red"], 2, "colour"),
        (["--bots", "Zoe"], 2, "Zoe"),
        (["--seed", "x"], 2, "x"),
        (["--camera", "/no/such/folder"], 1, "/no/such/folder"),
        (["--answers", "/no/such/file"], 1, "/no/such/file"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], status: int, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["play", "dice", "--headless", "--data", str(tmp_path / "d"), *words]
    if "--camera" not in words:
        given += ["--camera", "none"]
    assert run(given) == status
    said = capsys.readouterr()
    assert part in said.err
    assert said.err.count("\n") == 1 and said.err.startswith("companion: ")
    assert "Traceback" not in said.err


def test_stakes_that_are_none_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stakes of 0, -3, "abc" and above the limit (D6)."""
    typed = answers(tmp_path, "0", "-3", "abc", "6", "5", "11111", "22222")
    data = tmp_path / "d"
    given = [*TWO, "--rules", "limit=5", "--camera", "none", "--answers", typed, "--data", str(data)]
    assert run(given) == 1
    said = capsys.readouterr().out
    assert said.count("5") >= 4 and "'abc'" in said
    assert {stored(data).view.balances[seat] for seat in ("ana", "bo")} == {15, 25}


def test_an_empty_folder_and_a_file_for_a_folder_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert run([*TWO, "--camera", str(tmp_path / "empty"), "--data", str(tmp_path / "d")]) == 1
    assert "no pictures" in capsys.readouterr().err
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert run([*TWO, "--camera", str(tmp_path / "file"), "--data", str(tmp_path / "d")]) == 1
    assert "is a file" in capsys.readouterr().err
