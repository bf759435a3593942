"""`companion read cards`: told and untold, each card counted by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import run
from tests.vision.card_scenes import spread


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pictures of the same two cards; the second one's label lies."""
    folder = tmp_path_factory.mktemp("cards")
    picture = spread(["10H", "JS"], deck=3, turn=10)
    for name in ("true.png", "lie.png"):
        cv2.imwrite(str(folder / name), picture)
    file = folder / "labels.csv"
    file.write_text("file,cards\ntrue.png,10H;JS\nlie.png,10H;QS;AD\n", encoding="utf-8")
    return file


def report_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(["read", "cards", *words, "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_cards_are_counted_one_by_one(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(["--labels", str(labels)], capsys)
    assert (report["told"], report["pictures"], report["right"], report["accepted"]) == (True, 2, 1, 1)
    assert (report["pieces"], report["pieces_right"], report["pieces_silent"]) == (5, 3, 1)
    assert {item["reason"] for item in report["items"]} == {None, "too_few"}
    assert {item["value"] for item in report["items"]} == {"10H;JS"}
    untold = report_of(["--labels", str(labels), "--untold"], capsys)
    assert (untold["told"], untold["accepted"], untold["silent_misreads"]) == (False, 2, 1)


def test_lines_for_people(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = str(labels.parent / "true.png")
    assert run(["read", "cards", picture]) == 0
    assert "10H;JS - accepted" in capsys.readouterr().out.splitlines()[0]
    assert run(["read", "cards", picture, "--expect", "3"]) == 0
    assert "too few cards" in capsys.readouterr().out.splitlines()[0]
    assert run(["read", "cards", picture, "--expect", "53"]) == 2
    assert "53" in capsys.readouterr().err


def test_pictures_that_are_odd_or_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A value or one clear sentence, never a traceback."""
    card = spread(["9C"], deck=1)
    odd = {
        "grey.png": cv2.cvtColor(card, cv2.COLOR_BGR2GRAY),
        "deep.png": card.astype(np.uint16) * 257,
        "glass.png": cv2.cvtColor(card, cv2.COLOR_BGR2BGRA),
    }
    for name, picture in odd.items():
        cv2.imwrite(str(tmp_path / name), picture)
    report = report_of([str(tmp_path / name) for name in odd], capsys)
    assert [(item["value"], item["accepted"]) for item in report["items"]] == [("9C", True)] * 3
    cv2.imwrite(str(tmp_path / "dot.png"), card[:1, :1])
    cv2.imwrite(str(tmp_path / "long.png"), np.full((10, 20000, 3), 240, np.uint8))
    whole = cv2.imencode(".jpg", card)[1].tobytes()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 3])
    (tmp_path / "none.jpg").write_bytes(b"")
    (tmp_path / "text.jpg").write_bytes(b"ace")
    for name in ("dot.png", "long.png", "half.jpg", "none.jpg", "text.jpg"):
        status = run(["read", "cards", str(tmp_path / name)])
        said = capsys.readouterr()
        sentence = said.err or said.out
        assert status == (1 if said.err else 0) and name in sentence and "Traceback" not in sentence
        assert "accepted (" not in sentence
