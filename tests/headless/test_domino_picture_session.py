"""A whole session of two, tiles read from a folder of pictures as they are laid; all else is typed."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import pytest

from companion.cli import run
from companion.games import build_game
from companion.games.dominoes.tiles import TILES
from companion.table.answers import Answer, Source
from companion.table.journal import Journal
from companion.table.prompts import Choose, Place, Prompt, Reveal
from companion.table.runner import Runner
from companion.table.seats import seat_players
from hardware.picture_file import load_picture
from hardware.vision.dominoes import DominoReader
from tests.vision.drawn_tiles import table, tile

SIZE = (480, 270)
RULES = {"starter": "choose"}
TILES_OF_A_DEAL = 24


def played(seed: int) -> tuple[list[tuple[str, str]], list[str]]:
    """Play a session on the rules alone; returns all answers, and the tiles that are shown."""
    rng = random.Random(seed)
    runner = Runner(build_game("dominoes", seat_players(("Ana", "Bo"), 2, 4), RULES))
    answers: list[tuple[str, str]] = []
    shown: list[str] = []
    while runner.outcome is None:
        prompt = next(prompt for prompt in runner.open if prompt.waits)
        value = _any_answer(prompt, rng)
        if isinstance(prompt, Reveal):
            shown.append(value)
        answers.append((prompt.key, value))
        seat = prompt.seats[0] if prompt.seats else None
        runner.send(Answer(prompt=prompt, value=value, seat=seat, source=Source.HAND))
    return answers, shown


def _any_answer(prompt: Prompt, rng: random.Random) -> str:
    if isinstance(prompt, Reveal):
        return rng.choice(prompt.known)
    if isinstance(prompt, Place):
        return rng.choice(prompt.legal)
    assert isinstance(prompt, Choose)
    return prompt.options[0].id


def pictures(folder: Path, shown: list[str], rng: random.Random) -> None:
    """Write a small picture of each tile shown, at any place and turn."""
    folder.mkdir()
    for number, name in enumerate(shown):
        first, second = rng.sample([int(end) for end in name.split("-")], 2)
        lying = (tile(first, second), rng.uniform(140, 340), rng.uniform(100, 170), rng.uniform(0, 360), 0.5)
        cv2.imwrite(str(folder / f"{number:03}.jpg"), table(lying, size=SIZE))


def asked_about(folder: Path) -> set[str]:
    """Return the names of the pictures in which the reader is not sure of the tile."""
    reader = DominoReader()
    return {file.name for file in folder.iterdir() if not reader.read(load_picture(file)).accepted}


@pytest.mark.parametrize("most", [TILES_OF_A_DEAL, pytest.param(None, marks=pytest.mark.long)])
def test_a_whole_session_of_two_is_read_from_pictures(
    most: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the short suite there are pictures of the first deal; when they are used up tiles are typed, too."""
    answers, shown = played(3)
    assert len(shown) > 90 and set(shown) == set(TILES)
    seen = shown[:most]
    pictures(tmp_path / "tiles", seen, random.Random(4))
    asked = asked_about(tmp_path / "tiles")
    assert len(asked) < len(seen) // 10
    names = [f"{number:03}.jpg" for number in range(len(seen))]
    left = iter(names)
    read = [key.startswith("tile/") and next(left, None) not in {*asked, None} for key, _ in answers]
    typed = [value for (_, value), is_read in zip(answers, read, strict=True) if not is_read]
    (tmp_path / "typed.txt").write_text("\n".join(typed), encoding="utf-8")
    words = ["play", "dominoes", "--headless", "--seats", "Ana,Bo", "--rules", "starter=choose"]
    words += ["--camera", str(tmp_path / "tiles"), "--answers", str(tmp_path / "typed.txt")]
    status = run([*words, "--data", str(tmp_path / "data")])
    said = capsys.readouterr()
    assert status == 0, said.out[-800:] + said.err
    with Journal.read(tmp_path / "data") as journal:
        (session,) = journal.sessions()
        rows = journal.load(session.session).entries
    given = [(row.key, row.value) for row in rows if row.key]
    # No tile was misread: the journal holds what was played, each tile with the picture it was read from.
    assert given == answers
    evidence = [row.evidence for row in rows if row.key and row.key.startswith("tile/")]
    assert evidence == names + [""] * (len(shown) - len(seen))
    assert session.finished
