"""`companion calibrate`: focus, light, mat, dice and codes of pictures and of the simulated camera."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import run
from companion.kit.codes import KitKey, make_code
from companion.kit.kit_keys import FILE, own_kit
from hardware.simulated.made_up_pictures import picture
from hardware.vision.mat_layout import LAYOUTS
from tests.vision.laid_out import View, code_card, lay, mat_page, softened, table

STRANGE = KitKey("0AB", bytes(16))
PX = 6.0


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    own_kit(folder)
    return folder


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    """A mat with a good card on it and others beside its frame, and a tray with dice and no mat."""
    folder = tmp_path_factory.mktemp("pictures")
    page = mat_page(LAYOUTS["a4"], PX)

    def put(text: str, left: float, top: float) -> None:
        card = code_card(text, module=6)
        x, y = round(left * PX), round(top * PX)
        page[y : y + len(card), x : x + len(card)] = card

    put(make_code(own_kit(data), "G07"), 60, 60)
    put(make_code(STRANGE, "G08"), 130, 100)
    put(make_code(own_kit(data), "G09"), 262, 90)
    scene = table((1600, 900))
    lay(scene, page, View(15, 4, size=(1600, 900)))
    cv2.imwrite(str(folder / "mat.png"), softened(scene, 0.7))
    image, _ = picture(2, "plain", (5, 5))
    cv2.imwrite(str(folder / "tray.png"), image)
    return folder


def looks(words: list[str], data: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert run(["calibrate", "--data", str(data), "--json", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def test_a_mat_and_what_lies_inside_its_frame(
    pictures: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = looks([str(pictures / "mat.png")], data, capsys)
    (look,) = report["looks"]
    assert look["mat"]["paper"] == "a4" and look["mat"]["marks"] == [0, 1, 2, 3]
    assert 0.2 < look["mat"]["mm_per_px"] < 0.35 and look["mat"]["error_mm"] < 0.5
    assert look["mat_missing"] is None
    # The third card lies beside the frame.
    assert [code["result"] for code in look["codes"]] == ["good", "wrong_kit"]
    assert look["dice"]["value"] == ""
    assert look["focus"]["word"] == "sharp" and look["exposure"]["word"] == "good"
    assert report["code_readers"] == [] and report["failed"] == 0


def test_a_tray_without_a_mat(pictures: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (look,) = looks([str(pictures / "tray.png")], data, capsys)["looks"]
    assert look["mat"] is None and look["mat_missing"] == "no_mark"
    truth = sorted(die.value for die in picture(2, "plain", (5, 5))[1])
    assert look["dice"]["value"].split() == [str(value) for value in truth]
    assert look["codes"] == [] and look["codes_doubt"] == "nothing"


def test_what_is_printed_for_a_folder(pictures: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--data", str(data), str(pictures)]) == 0
    mat, tray = capsys.readouterr().out.splitlines()
    assert mat.startswith("mat.png: Sharp") and "Mat (a4) by 4 marks" in mat
    assert f"G07 of kit {own_kit(data).kit}" in mat and "does not know" in mat
    assert tray.startswith("tray.png: ") and "No mat." in tray and "Dice" in tray


def test_a_blurred_and_dark_picture_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = np.ascontiguousarray(picture(2, "plain", (5, 5))[0][100:500, 300:900])
    cv2.imwrite(str(tmp_path / "blurred.png"), softened(image, 5.0))
    cv2.imwrite(str(tmp_path / "dark.png"), (image * 0.2).astype(np.uint8))
    assert run(["calibrate", "--data", str(tmp_path / "none"), str(tmp_path)]) == 0
    blurred, dark = capsys.readouterr().out.splitlines()
    assert "BLURRED" in blurred and "TOO DARK" in dark
    assert not (tmp_path / "none").exists()


def test_the_simulated_camera(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = looks(["--camera", "sim", "--frames", "2"], data, capsys)
    assert [look["size"] for look in report["looks"]] == [[1280, 720]] * 2


def test_a_picture_that_is_none_is_said_and_the_others_are_looked_at(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "cloth.png"), table((320, 240)))
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n")
    assert run(["calibrate", "--data", str(data), str(broken), str(tmp_path / "cloth.png")]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and "broken.png" in captured.err
    assert captured.out.startswith("cloth.png")


def test_damaged_keys_are_one_sentence(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text("nonsense")
    assert run(["calibrate", "--data", str(tmp_path), str(pictures)]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and FILE in captured.err


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([], 2),
        (["--camera", "none"], 2),
        (["--camera", "/dev/video9999"], 1),
        (["--camera", "sim", "--frames", "0"], 2),
        (["--camera", "sim", "x.png"], 2),
        (["/nowhere/x.png"], 1),
    ],
)
def test_wrong_usage_and_missing_cameras_are_one_sentence(
    words: list[str], status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", "--data", str(tmp_path), *words]) == status
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert captured.err.startswith("companion: ")
