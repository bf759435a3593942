"""`kill -9` at any moment of a narrated session: what was said aloud is in the journal, and agrees."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.games import build_game
from companion.language import Language
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.session import Session

HANDFUL = 5
MANY = 200


def answers_file(folder: Path, seed: int) -> Path:
    """Stakes and throws enough for a long session of three, as lines that any prompt can use or refuse."""
    chance = random.Random(seed)
    lines = ["".join(str(chance.randint(1, 6)) for _ in range(5)) for _ in range(2000)]
    path = folder / "answers.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def said_in(journal: Journal) -> tuple[list[str], Session]:
    """Every sentence of the journal's events in order, and the session as its replay gives it."""
    words = Language.load()
    # The replay compares the digest after each answer and raises where one differs.
    session = Session.resume(journal, build_game, journal.sessions()[0].session, SeededChance(0))
    return [words.say(event.say) for entry in session.history() for event in entry.events], session


def kill_once(tmp_path: Path, seed: int) -> int:
    """Play, kill after a random wait, and return how many sentences had been said by then."""
    chance = random.Random(seed)
    data = tmp_path / f"data{seed}"
    words = ["--seats", "Ana,Bo,Cy", "--rules", "multiple=9", "--camera", "none", "--data", str(data)]
    words += ["--answers", str(answers_file(tmp_path, seed))]
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "play", "dice", "--headless", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert process.stdout is not None
    heard: list[str] = []
    enough = threading.Event()
    stop_after = chance.randint(1, 60)

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            heard.append(line.rstrip("\n"))
            if len(heard) >= stop_after:
                enough.set()
        enough.set()

    listener = threading.Thread(target=listen)
    listener.start()
    enough.wait(60)
    # A little later than a line, so that the blow falls anywhere between check, commit and show.
    threading.Event().wait(chance.random() * 0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    listener.join()
    process.stdout.close()

    with Journal.open(data) as journal:
        return heard_is_kept(journal, heard[2:], seed)


def heard_is_kept(journal: Journal, heard: list[str], seed: int) -> int:
    """Assert that every line heard is an event of the journal, in its order, or what was asked meanwhile."""
    said, session = said_in(journal)
    words = Language.load()
    asked = {words.say(entry.say) for entry in session.history() if entry.say is not None}
    open_now = session.rebuilt(None).open
    asked |= {words.say(prompt.say) for prompt in open_now}
    told = 0
    for line in heard:
        if told < len(said) and line == said[told]:
            told += 1
        else:
            assert line in asked, f"seed {seed}: {line!r} was said and the journal does not hold it"
    assert sum(session.view.balances.values()) == 0
    return told


@pytest.mark.parametrize("seed", range(HANDFUL))
def test_what_was_said_survives_a_kill(tmp_path: Path, seed: int) -> None:
    kill_once(tmp_path, seed)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_what_was_said_survives_many_kills(tmp_path: Path) -> None:
    told = [kill_once(tmp_path, 1000 + seed) for seed in range(MANY)]
    assert sum(told) > MANY
