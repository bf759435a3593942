"""Bad input about dominoes on the command line: one sentence that says what would do, and the status 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import run

BAD = [
    (["simulate", "dominoes", "--players", "5"], "such as 2, or a range such as 2..4"),
    (["simulate", "dominoes", "--players", "1"], "such as 2, or a range such as 2..4"),
    (["simulate", "dominoes", "--players", "two"], "such as 2, or a range such as 2..4"),
    (["simulate", "dominoes", "--sessions", "0"], "a whole number from 1 on"),
    (["simulate", "dominoes", "--bots", "clever"], "greedy, searching, random"),
    (["simulate", "dominoes", "--rules", "two_deal=ten"], "one of fourteen, nine"),
    (["simulate", "dominoes", "--rules", "virtual=many"], "a whole number from 0 to 4"),
    (["simulate", "dominoes", "--rules", "tiles=7"], "two_deal, three_deal, starter"),
    (["play", "dominoes", "--headless", "--seats", "Ana"], "for 2 to 4 players"),
    (["play", "dominoes", "--headless", "--seats", "Ana,Bo,Cy,Di,Ed"], "for 2 to 4 players"),
    (["play", "dominoes", "--headless", "--seats", "Ana,Ana"], "The name Ana is taken"),
    (["play", "dominoes", "--headless", "--players", "2", "--rules", "virtual=3"], "from 0 to 2"),
    (["play", "dominoes", "--headless", "--players", "1"], "1 player cannot play this; it is for 2 to 4."),
    (["play", "dominoes", "--headless", "--players", "5"], "5 players cannot play this; it is for 2 to 4."),
    (["play", "dominoes", "--headless", "--players", "two"], "two players cannot play this"),
]


@pytest.mark.parametrize(("words", "said"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_one_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert not out and said in err
    assert err.count("\n") == 1 and "Traceback" not in err
    # Nothing has begun.
    assert not list(tmp_path.glob("sessions/*"))


def test_good_input_is_not_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "dominoes", "--players", "2", "--sessions", "1", "--bots", "random", "--seed", "1"]
    assert run([*words, "--data", str(tmp_path)]) == 0
    assert "deals" in capsys.readouterr().out
