"""`companion read dice`: files and folders, told and untold, scored with a table of labels."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import run
from hardware.simulated.made_up_pictures import scenes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures of dice with their labels, of which the last lies."""
    folder = tmp_path_factory.mktemp("dice")
    rows = ["file,dice_values"]
    for number, (image, truth) in enumerate(scenes(403, 3, "plain", dice=(2, 5))):
        cv2.imwrite(str(folder / f"{number}.png"), image)
        values = [str(die.value) for die in truth]
        if number == 2:
            values[0] = "1" if values[0] != "1" else "6"
        rows.append(f"{number}.png,{' '.join(values)}")
    (folder / "labels.csv").write_text("\n".join(rows), encoding="utf-8")
    return folder


def report_of(words: list[str], capsys: pytest.CaptureFixture[str], status: int = 0) -> dict[str, object]:
    assert run(["read", "dice", *words, "--json"]) == status
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    return report


def test_a_folder_is_scored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of([str(folder), "--labels", str(folder / "labels.csv")], capsys)
    assert (report["told"], report["pictures"], report["right"]) == (True, 3, 2)
    assert report["accepted"] + report["asked"] == 3  # type: ignore[operator]
    items = report["items"]
    assert isinstance(items, list)
    assert [set(item) >= {"file", "value", "truth", "accepted", "reason"} for item in items] == [True] * 3
    # The last label lies, so that an accepted reading of it counts as a silent misread.
    assert report["silent_misreads"] == int(items[2]["accepted"])


def test_untold_it_is_not_told_how_many(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = ["--labels", str(folder / "labels.csv")]
    report = report_of([str(folder / "0.png"), *labels, "--untold"], capsys)
    assert (report["told"], report["right"]) == (False, 1)
    # One die more than there are is asked about.
    told = report_of([str(folder / "0.png"), "--expect", "9"], capsys)
    assert (told["told"], told["accepted"], told["items"][0]["reason"]) == (True, 0, "too_few")  # type: ignore[index]


def test_lines_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "dice", str(folder), "--labels", str(folder / "labels.csv")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("0.png: ") and "right" in lines[0]
    assert lines[-1].startswith("2 of 3 right")


def test_bad_files_have_a_sentence_each(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("not a picture")
    cut = tmp_path / "cut.png"
    cut.write_bytes((folder / "0.png").read_bytes()[:2000])
    tiny = tmp_path / "tiny.png"
    cv2.imwrite(str(tiny), np.zeros((1, 1, 3), np.uint8))
    missing = tmp_path / "missing.png"
    files = [str(path) for path in (text, cut, tiny, missing, folder / "0.png")]
    assert run(["read", "dice", *files, "--json"]) == 1
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert report["pictures"] == 5
    assert [item["value"] is None for item in report["items"]] == [True] * 4 + [False]
    assert len(captured.err.splitlines()) == 4
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["marbles", "a.png"], 2),
        (["dice", "a.png", "--expect", "0"], 2),
        (["dice", "a.png", "--expect", "19"], 2),
        (["dice", "a.png", "--expect", "2", "--untold"], 2),
        (["dice", "a.png", "--labels", "nowhere.csv"], 1),
    ],
)
def test_wrong_usage_is_one_sentence(
    words: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["read", *words]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("companion: ")


def test_a_folder_without_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "dice", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"a,b\n1,2\n",
        b"\xff\xfe\x00\x01",
        b"",
        b"file;dice_values\n0.png;1 2\n",
        b"file,dice_values\n0.png,one 2\n",
        b"file,dice_values\n0.png," + b"1" * 200_000,
    ],
)
def test_labels_that_are_no_table(
    content: bytes, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_bytes(content)
    assert run(["read", "dice", str(folder / "0.png"), "--labels", str(labels)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


def test_labels_that_are_no_file_are_not_waited_for(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "labels.csv"
    os.mkfifo(pipe)
    for labels in (pipe, tmp_path, Path("/dev/zero")):
        assert run(["read", "dice", str(folder / "0.png"), "--labels", str(labels)]) == 1
        assert "cannot be read" in capsys.readouterr().err
