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


SLUICE = """[[card]]
id = "sluice"
kind = "go"
to = "sawmill"
copies = 1
title = "Your sluice boxes have floated away"
"""
#: What people do wrong in their first edition: what they replace by what, where that is said, and how.
WRONG = {
    "a price below nought": ("price = 15000", "price = -5", "price = -5", "'price' cannot be -5"),
    "words for a number": (
        "price = 25000",
        'price = "a lot"',
        'price = "a lot"',
        "'price' cannot be \"a lot\"",
    ),
    "two spaces with one index": ("index = 7\n", "index = 6\n", "index = 6\n", "the index 6 belongs to both"),
    "a creek too few": ('"Bonanza", "Eldorado", ', '"Bonanza", ', "names =", "there are 3 creeks"),
    "a card to nowhere": ('to = "church"', 'to = "moon"', 'to = "moon"', "'moon', which does not exist"),
    "35 cards": (SLUICE, "", "[[card]]", "the deck has 35 cards"),
}


def lines_of(source: str, part: str) -> list[int]:
    """Return the lines in which a part of a file begins."""
    starts = [at for at in range(len(source)) if source.startswith(part, at)]
    return [source[:at].count("\n") + 1 for at in starts]


@pytest.mark.parametrize(
    "wrong", [*([name] for name in WRONG), list(WRONG)], ids=lambda names: " and ".join(names[:2])
)
def test_what_is_wrong_is_named_with_its_line(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = file_of("gold_rush").read_text(encoding="utf-8")
    for name in wrong:
        old, new, _, _ = WRONG[name]
        assert old in source
        source = source.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(source, encoding="utf-8")
    assert run(["edition", "check", str(path)]) == 1
    captured = capsys.readouterr()
    faults = captured.out.splitlines()[:-1]
    assert captured.err == "" and captured.out.splitlines()[-1].startswith(f"{len(faults)} fault")
    for name in wrong:
        _, _, at, says = WRONG[name]
        (fault,) = (fault for fault in faults if says in fault)
        assert any(fault.startswith(f"{path}, line {line}: ") for line in lines_of(source, at)), fault


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
