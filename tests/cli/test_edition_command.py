"""`companion edition`: faults with their lines and status 1, a copy to change, one sentence for the rest."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.cli import run
from companion.games.goldrush.shelf import file_of


def test_a_good_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edition", "check", str(file_of("gold_rush"))]) == 0
    assert "40 spaces, 17 deeds and 36 cards" in capsys.readouterr().out


def test_a_faulty_one_has_its_lines_and_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    source = file_of("gold_rush").read_text(encoding="utf-8")
    path.write_text(source.replace("river_fee = 5000", "river_fee = -5"), encoding="utf-8")
    assert run(["edition", "check", str(path)]) == 1
    line = source[: source.index("river_fee")].count("\n") + 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"{path}, line {line}: 'river_fee' cannot be -5")
    assert out[1:] == ["1 fault."]
    assert run(["edition", "check", str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is False
    assert [fault["line"] for fault in told["faults"]] == [line]


def test_json_of_a_good_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edition", "check", str(file_of("gold_rush")), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["good"], told["id"], told["cards"], told["players"]) == (True, "gold_rush", 36, [2, 6])


def test_noise_and_nothing_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = tmp_path / "noise.toml"
    noise.write_bytes(os.urandom(2_000_000))
    for path in (noise, tmp_path / "none.toml"):
        assert run(["edition", "check", str(path)]) == 1
        told = capsys.readouterr()
        assert told.out == "" and told.err.count("\n") == 1 and str(path) in told.err


def test_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    assert run(["edition", "new", str(path)]) == 0
    assert run(["edition", "check", str(path)]) == 0
    assert run(["edition", "new", str(path)]) == 1
    assert "there already" in capsys.readouterr().err


def test_wrong_usage() -> None:
    for words in (["edition"], ["edition", "burn", "x.toml"], ["edition", "check"]):
        with pytest.raises(SystemExit) as end:
            run(words)
        assert end.value.code == 2
