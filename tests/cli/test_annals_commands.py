"""`companion players`, and the exports of `companion sessions`, on a real data folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.annals.archive import Archive
from companion.cli import run
from companion.cli.output import without_controls
from companion.table.clock import ManualClock
from companion.table.journal import Journal
from tests.annals.played import play_evening


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with Journal.open(tmp_path / "data", clock=ManualClock()) as journal:
        play_evening(journal, "dice", seed=1)
        play_evening(journal, "dice", ("Ana", "Zoe"), seed=2, most=10)
    return tmp_path / "data"


def test_statistics_are_printed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["players", "--data", str(data)]) == 0
    printed = capsys.readouterr().out
    assert "Ana: " in printed and "of 1 game" in printed and " threw " in printed
    assert run(["players", "zoe", "--data", str(data)]) == 0
    assert capsys.readouterr().out.startswith("Zoe: 0 won of 0 games")
    assert run(["players", "--json", "--data", str(data)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {player["name"] for player in told["players"]} == {"Ana", "Bo", "Cy", "Di", "Zoe"}
    assert all(player["wins"] <= player["games"] for player in told["players"]) and told["records"]
    assert run(["players", "Nobody", "--data", str(data)]) == 1
    assert "Nobody" in capsys.readouterr().err


def test_amounts_keep_the_blank_of_their_language() -> None:
    assert without_controls("255.000\u00a0$ \u202f\x1b[31m\x07") == "255.000\u00a0$ \u202f\ufffd[31m\ufffd"


def test_exports_by_ending_by_option_and_all(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.read(data) as journal:
        id = journal.sessions()[-1].session
    where = ["--data", str(data)]
    assert run(["sessions", "export", id, "-o", str(tmp_path / "a.pdf"), *where]) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert run(["sessions", "export", id, "-o", str(tmp_path / "a.txt"), "--csv", *where]) == 0
    assert (tmp_path / "a.txt").read_bytes().startswith(b"\xef\xbb\xbfanswer,time")
    assert run(["sessions", "export", id, "-o", str(tmp_path / "both"), "--csv", "--jsonl", *where]) == 0
    assert {path.suffix for path in (tmp_path / "both").iterdir()} == {".csv", ".jsonl"}
    assert run(["sessions", "export", "--all", "-o", str(tmp_path / "all"), "--csv", *where]) == 0
    assert len(list((tmp_path / "all").glob("*.csv"))) == 2
    assert run(["sessions", "export", "--all", "-o", str(tmp_path / "all.csv"), *where]) == 2
    assert run(["sessions", "export", "-o", str(tmp_path / "x"), *where]) == 2
    assert "--all" in capsys.readouterr().err
    assert run(["sessions", "export", id, "-o", str(tmp_path / "x.xyz"), *where]) == 2
    assert ".jsonl for the session file" in capsys.readouterr().err and not (tmp_path / "x.xyz").exists()


def test_what_was_deleted_on_the_screen_comes_back(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(data) as journal:
        id = journal.sessions()[0].session
        Archive(journal).delete(id)
    where = ["--data", str(data)]
    assert run(["sessions", "list", *where]) == 0
    assert id not in capsys.readouterr().out
    assert run(["sessions", "list", "--deleted", *where]) == 0
    assert id in capsys.readouterr().out
    assert run(["sessions", "restore", id, *where]) == 0
    assert run(["sessions", "list", *where]) == 0
    assert id in capsys.readouterr().out
    assert run(["sessions", "restore", id, *where]) == 1
    assert capsys.readouterr().out == f"Session {id} was not deleted; nothing is changed.\n"
