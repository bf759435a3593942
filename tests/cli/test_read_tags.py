"""`companion read tags`: the table's own code reader on files, scored with a table of labels."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import run
from tests.vision.laid_out import View, code_card, lay, softened, table

FIRST, SECOND = "KL1:7QM:G07:4ZK0B1T", "http://example.org/a?b=1"
LINES = "Two\r\nlines, and a comma"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of codes beside the table of what is on them."""
    folder = tmp_path_factory.mktemp("codes")
    rows = []
    for name, texts in {"a": [FIRST], "b": [FIRST, SECOND], "c": [LINES], "d": [], "e": [FIRST]}.items():
        scene = table((800, 450))
        for number, text in enumerate(texts):
            view = View(15, 20, 0.5, (800, 450), (0.27 + 0.46 * number, 0.5))
            lay(scene, code_card(text.encode()), view)
        cv2.imwrite(str(folder / f"{name}.png"), softened(scene, 0.6))
        # The table of the last picture lies.
        labels = [SECOND] if name == "e" else texts or [""]
        rows += [(f"{name}.png", text.replace("\r\n", "\n")) for text in labels]
    with (folder / "labels.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("file", "text"), *rows])
    return folder


def test_the_labels_alone_name_the_pictures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "tags", "--labels", str(folder / "labels.csv"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["pictures"], report["scored"], report["right"]) == (5, 5, 4)
    assert (report["accepted"], report["asked"], report["silent_misreads"]) == (4, 1, 1)
    items = {item["file"]: item for item in report["items"]}
    assert items["a.png"]["value"] == FIRST
    assert items["b.png"]["value"] == " | ".join(sorted([FIRST, SECOND]))
    assert items["c.png"]["value"] == "Two\nlines, and a comma"
    left, right = items["b.png"]["pieces"]
    assert (left["value"], right["value"], left["doubt"]) == (FIRST, SECOND, None)
    assert abs(left["centre"][0] - 0.27 * 800) < 40 < 0.73 * 800 - left["centre"][0]
    assert len(right["outline"]) == 4 and right["confidence"] == items["b.png"]["confidence"] == 1.0
    assert items["d.png"]["reason"] == "nothing"
    assert items["e.png"]["truth"] == SECOND


def test_what_is_printed_is_a_line_a_picture(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = ["--labels", str(folder / "labels.csv")]
    assert run(["read", "tags", *labels, str(folder / "c.png"), str(folder / "e.png")]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert captured.err == ""
    assert lines[0].startswith("c.png: Two lines, and a comma - right")
    assert lines[1].startswith("e.png: ") and "SILENT MISREAD" in lines[1]
    assert lines[-1] == "1 of 2 right; 1 silent misreads."


def test_pictures_without_labels_and_one_that_is_none(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff")
    assert run(["read", "tags", str(folder / "a.png"), str(broken), str(folder / "d.png")]) == 1
    captured = capsys.readouterr()
    assert FIRST in captured.out and "no code" in captured.out
    assert captured.err.count("\n") == 1 and "broken.jpg" in captured.err


def test_a_reader_that_is_missing_is_said_once(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyzbar.py").write_text("raise ImportError('not installed')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run(["read", "tags", str(folder / "a.png"), str(folder / "b.png")]) == 0
    captured = capsys.readouterr()
    assert FIRST in captured.out
    assert captured.err.count("\n") == 1 and "apt install libzbar0" in captured.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tags", "--expect", "2", "x.jpg"], "--expect"),
        (["codes", "x.jpg"], "dice, dominoes, tags"),
        (["tags", "--labels", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_wrong_usage_is_one_sentence(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", *words]) in (1, 2)
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and says in captured.err


def read_with(rows: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, int, str]:
    """Read one picture with a labels file of these rows; return the status, how many were scored, stderr."""
    labels = folder / "own.csv"
    labels.write_text(f"file,text\n{rows}\n")
    status = run(["read", "tags", str(folder / "a.png"), "--labels", str(labels), "--json"])
    captured = capsys.readouterr()
    labels.unlink()
    return status, json.loads(captured.out)["scored"], captured.err


@pytest.mark.parametrize("name", ["a.png", "./a.png", "../{folder}/a.png", "{whole}"])
def test_a_label_may_name_its_picture_by_a_path(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = name.format(folder=folder.name, whole=folder / "a.png")
    assert read_with(f"{named},{FIRST}", folder, capsys) == (0, 1, "")


@pytest.mark.parametrize("name", ["x.png", "/elsewhere/a.png", "sub/a.png"])
def test_labels_that_name_none_of_the_pictures_are_said(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, scored, said = read_with(f"{name},{FIRST}", folder, capsys)
    assert (status, scored) == (0, 0)
    assert len(said.splitlines()) == 1 and "names none of these pictures" in said


def test_labelled_pictures_that_are_not_there_are_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.png").write_bytes((folder / "a.png").read_bytes())
    labels = tmp_path / "labels.csv"
    labels.write_text(f"file,text\na.png,{FIRST}\nb.png,{FIRST}\nc.png,{FIRST}\n")
    assert run(["read", "tags", "--labels", str(labels)]) == 0
    captured = capsys.readouterr()
    assert "1 of 1 right" in captured.out
    assert "2 pictures that are not there (b.png is the first)" in captured.err
    # Whoever names his pictures may have labels of others as well.
    assert run(["read", "tags", str(tmp_path / "a.png"), "--labels", str(labels)]) == 0
    assert capsys.readouterr().err == ""


def test_what_is_wrong_with_a_picture_is_said_in_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--language", "de", "read", "tags", str(tmp_path / "x.png")]) == 1
    assert "x.png ist nicht da" in capsys.readouterr().err


def test_no_picture_and_no_labels_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["read", "tags"])
    assert stop.value.code == 2 and "IMAGE" in capsys.readouterr().err


def test_a_picture_with_an_odd_label_row_is_not_scored(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text(f"file,text\n,nothing\nother.png,{FIRST}\n")
    cv2.imwrite(str(tmp_path / "x.png"), np.full((60, 60, 3), 90, np.uint8))
    assert run(["read", "tags", str(tmp_path / "x.png"), "--labels", str(labels), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scored"] == 0
