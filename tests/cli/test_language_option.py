"""Words that every command takes may stand before it; a language without texts is said at once."""

from __future__ import annotations

import pytest

from companion.cli import command_first, run


@pytest.mark.parametrize(
    ("given", "first"),
    [
        ("", "play"),
        ("dice Ana Bo", "play dice Ana Bo"),
        ("--language en", "play --language en"),
        ("--language en sessions list", "sessions --language en list"),
        ("--data=x --language en simulate dice", "simulate --data=x --language en dice"),
        ("--players 3 dice", "play --players 3 dice"),
        ("odds dice --language en", "odds dice --language en"),
        ("--help", "--help"),
    ],
)
def test_the_command_comes_first(given: str, first: str) -> None:
    assert command_first(given.split()) == first.split()


def test_an_unknown_language_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--language", "xx", "odds", "dice"]) == 2
    said = capsys.readouterr().err
    assert "xx" in said and "en" in said and said.count("\n") == 1


def test_the_language_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--language=en", "odds", "dice"]) == 0
    assert "60,466,176" in capsys.readouterr().out
