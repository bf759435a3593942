"""`companion odds dice` prints the exact table of D15."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from companion.cli import run
from companion.cli.odds import percent


def test_d15_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "dice", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert list(entries) == ["a", "b", "c", "d"]
    table = {
        name: (entry["win"], entry["tie"], entry["lose"], entry["of"]) for name, entry in entries.items()
    }
    assert table == {
        "a": (28734510, 2997156, 28734510, 60466176),
        "b": (30041010, 384156, 30041010, 60466176),
        "c": (21097620, 18270936, 21097620, 60466176),
        "d": (28662510, 3141156, 28662510, 60466176),
    }
    assert entries["a"]["edge"] == "249763/5038848"


def test_d15_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "dice"]) == 0
    out = capsys.readouterr().out
    for cell in (
        "28,734,510", "2,997,156", "47.52163 %", "4.95675 %", "249763/5038848",
        "30,041,010", "384,156", "49.68234 %", "0.63532 %",
        "21,097,620", "18,270,936", "34.89161 %", "30.21679 %",
        "28,662,510", "3,141,156", "47.40255 %", "5.19490 %",
        "11.11111 %", "3,600", "8: 6.40 %",
    ):  # fmt: skip
        assert cell in out, cell


def test_percentages_are_rounded_from_the_exact_fraction() -> None:
    assert percent(Fraction(1, 3)) == "33.33333 %"
    assert percent(Fraction(2, 3), 2) == "66.67 %"
    assert percent(Fraction(1, 200_000), 3) == "0.001 %"


def test_other_games_have_no_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "poker"]) == 2
    assert "dice" in capsys.readouterr().err


def test_a_terminal_that_lacks_letters_shows_those_without_marks() -> None:
    words = [sys.executable, "-m", "companion", "odds", "dice", "--language", "de"]
    there = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}
    done = subprocess.run(words, env=there, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Wurfe" in done.stdout
    assert done.stdout.isascii()
