"""Pictures in a folder feed a domino session: each shows one tile, or a layout with one that is new."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.cli import run
from companion.games import build_game
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.session import Session
from hardware.simulated import SimulatedTable


def test_pictures_are_the_tiles_shown_and_what_is_refused_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = SimulatedTable(2, "plain", lambda: 0, mat="a4")
    folder = tmp_path / "tiles"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), table.picture(1))
    table.lay_tiles([("3-5", 0.0, 0.0, 0.3)])
    for name in ("1.png", "2.png"):
        cv2.imwrite(str(folder / name), table.picture(1))
    typed = tmp_path / "answers.txt"
    typed.write_text("ready\nnext\n5-3@1n\nnext\ntake back\n12\n3-5@12\n", encoding="utf-8")
    data = tmp_path / "d"
    given = ["play", "dominoes", "--headless", "--seats", "Ana,Bo", "--camera", str(folder)]
    assert run([*given, "--answers", str(typed), "--data", str(data)]) == 1
    said = capsys.readouterr()
    # An empty tray can be passed over, the tile is read, laid, and refused when it is shown once more.
    assert "0.png: nothing in it can be the answer." in said.out
    assert "shows the 3-5" in said.out and "below" not in said.out.split("shows the 3-5")[0]
    assert "lies on the layout already" in said.out and "further picture" in said.out
    assert said.out.count("4 deals are played") == 1
    with Journal.read(data) as journal:
        id = journal.sessions()[0].session
        session = Session.resume(journal, build_game, id, SeededChance(0))
    given_now = [(e.key.split("/")[0], e.value, e.evidence) for e in session.history() if not e.undone]
    assert ("tile", "3-5", "1.png") in given_now and ("place", "3-5@12", "") in given_now
