"""`companion calibrate` live: the window over a real reader and the simulated table, and learned kits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest

from companion.calibration import Calibrator, Findings
from companion.calibration_view import CalibrationView, Look
from companion.calibration_window import CalibrationWindow
from companion.cli import run
from companion.cli.calibrate import _wants_window
from companion.kiosk.canvas import Canvas
from companion.kiosk.offscreen import unseen_screen
from companion.kiosk.paint import PaintBox
from companion.kiosk.theme import Ink, Theme
from companion.kiosk.typesetter import Typesetter
from companion.kit.codes import KitKey, make_code, teaching_code
from companion.kit.face_pictures import plain_card_picture
from companion.kit.kit_keys import known_kits, own_kit
from companion.language import Language
from hardware.buttons import PressQueue
from hardware.camera import Frame
from hardware.opening import Hardware, HardwareSettings, open_hardware
from hardware.simulated.made_up_pictures import picture
from hardware.vision.mat_layout import LAYOUTS
from tests.vision.laid_out import View, code_card, lay, mat_page, softened, table

KEY = KitKey("7QM", bytes(range(16)))
SIZES = ((1920, 1080), (800, 480))
PX = 6.0


def framed(image: np.ndarray) -> Frame:
    return Frame(np.ascontiguousarray(image), 1, at_ms=0, still=True, name="picture")


@pytest.fixture(scope="module")
def scenes() -> dict[str, Look]:
    """A mat with cards, a tray with dice, a dark and a blurred one, and an owner page."""
    page = mat_page(LAYOUTS["a4"], PX)
    for code, left, top in (
        (make_code(KEY, "G07"), 60, 60),
        (make_code(KitKey("0AB", bytes(16)), "G08"), 150, 60),
    ):
        card = code_card(code, module=6)
        page[round(top * PX) :, round(left * PX) :][: len(card), : card.shape[1]] = card
    scene = table((1280, 720))
    lay(scene, page, View(15, 4, size=(1280, 720)))
    tray, _ = picture(2, "plain", (5, 5))
    lesson = cv2.copyMakeBorder(
        plain_card_picture(teaching_code(KEY), "Owner page"), 40, 40, 300, 300, cv2.BORDER_CONSTANT
    )
    images = {
        "mat": softened(scene, 0.7),
        "tray": tray,
        "dark": (tray * 0.15).astype(np.uint8),
        "blurred": softened(tray, 6.0),
        "lesson": lesson,
    }
    calibrator = Calibrator([KEY])
    try:
        return {name: Look(framed(image), calibrator.look(framed(image))) for name, image in images.items()}
    finally:
        calibrator.close()


def painted(size: tuple[int, int], look: Look | None) -> Canvas:
    unseen_screen(size)
    theme = Theme(*size)
    canvas = Canvas(pygame.Surface(size).convert(), theme, PaintBox(), Typesetter(theme))
    CalibrationView(Language.load("en")).paint(canvas, look, hints="Esc leaves   Space throws")
    return canvas


def said(canvas: Canvas) -> str:
    return " ".join(placed.words for placed in canvas.placed)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_word_has_its_room(scenes: dict[str, Look], size: tuple[int, int]) -> None:
    for name, look in (*scenes.items(), ("waiting", None)):
        canvas = painted(size, look)
        for at, one in enumerate(canvas.placed):
            assert not one.cut and canvas.rect.contains(one.rect), (name, one)
            for two in canvas.placed[at + 1 :]:
                assert not one.rect.inflate(-2, -6).colliderect(two.rect.inflate(-2, -6)), (name, one, two)


def test_the_report_says_what_the_reader_found(scenes: dict[str, Look]) -> None:
    mat = said(painted((1280, 720), scenes["mat"]))
    assert "Mat (a4) by 4 marks" in mat and "G07 of kit 7QM" in mat and "does not know" in mat
    assert "ready to play" in mat
    tray = said(painted((1280, 720), scenes["tray"]))
    values = scenes["tray"].findings.dice.values
    assert f"Dice: {' '.join(values)}." in tray and "No mat." in tray and "No codes." in tray
    assert "TOO DARK" in said(painted((1280, 720), scenes["dark"]))
    assert "BLURRED" in said(painted((1280, 720), scenes["blurred"]))
    # The squares of a code are no dice.
    assert scenes["lesson"].findings.dice.pieces == () and "No dice." in mat
    assert "owner page of kit 7QM: Enter" in said(painted((1280, 720), scenes["lesson"]))
    assert "Waiting" in said(painted((1280, 720), None))


def test_what_was_read_is_drawn_where_it_lies(scenes: dict[str, Look]) -> None:
    """Green round each die, and nowhere in the picture of the same table without a reading."""
    look = scenes["tray"]

    def green(found: Findings) -> int:
        canvas = painted((1280, 720), Look(look.frame, found))
        pixels = pygame.surfarray.array3d(canvas.surface)[:760, :600]
        return int((np.abs(pixels.astype(int) - Ink.GOOD).sum(axis=2) < 12).sum())

    nothing = Calibrator()
    try:
        empty = nothing.look(framed(table((1280, 720))))
    finally:
        nothing.close()
    assert len(look.findings.dice.pieces) == 5
    assert green(look.findings) > 500 > green(empty)


def test_the_best_focus_is_remembered(scenes: dict[str, Look]) -> None:
    unseen_screen((1280, 720))
    theme = Theme(1280, 720)
    canvas = Canvas(pygame.Surface((1280, 720)).convert(), theme, PaintBox(), Typesetter(theme))
    view = CalibrationView(Language.load("en"))
    for name in ("blurred", "tray", "blurred"):
        view.paint(canvas, scenes[name])
    assert view.best_focus == scenes["tray"].findings.quality.focus > scenes["blurred"].findings.quality.focus


@pytest.fixture
def hardware() -> Iterator[Hardware]:
    hardware = open_hardware(HardwareSettings(buttons="keyboard", camera="sim", level="plain"), PressQueue())
    yield hardware
    hardware.close()


@pytest.fixture
def window(hardware: Hardware, tmp_path: Path) -> Iterator[CalibrationWindow]:
    screen = unseen_screen((1280, 720))
    assert hardware.camera is not None and hardware.table is not None
    window = CalibrationWindow(screen, hardware.camera, tmp_path, Language.load("en"), hardware.table.throw)
    pygame.event.clear()
    yield window
    window.close()


def until(window: CalibrationWindow, reached: Callable[[], bool]) -> None:
    """Draw frames until something has come about; the test's own time limit ends a wait in vain."""
    while not reached():
        window.frame(pygame.time.get_ticks())
        time.sleep(0.01)


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def test_the_window_follows_the_simulated_table(window: CalibrationWindow, hardware: Hardware) -> None:
    until(window, lambda: window.looker.look is not None)
    assert hardware.table is not None
    press(pygame.K_SPACE)

    def read() -> bool:
        look = window.looker.look
        values = sorted(str(value) for value in hardware.table.values) if hardware.table else []
        return look is not None and bool(values) and sorted(look.findings.dice.values) == values

    until(window, read)
    until(window, lambda: "Dice: " in said(window.canvas))
    assert not window.left
    press(pygame.K_ESCAPE)
    until(window, lambda: window.left)


def test_a_window_that_is_closed_is_left(window: CalibrationWindow) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.run() == 0 and window.left


def test_enter_learns_the_kit_whose_owner_page_is_in_view(
    window: CalibrationWindow, scenes: dict[str, Look], tmp_path: Path
) -> None:
    press(pygame.K_RETURN)
    window.frame(0)
    assert known_kits(tmp_path) == ()
    window.looker.close()
    window.looker._look = scenes["lesson"]
    press(pygame.K_RETURN)
    window.frame(1000)
    assert known_kits(tmp_path) == (KEY,)
    assert "Kit 7QM is known to this machine now." in said(window.canvas)


def test_a_kit_is_learned_from_a_photograph_of_its_owner_page(
    scenes: dict[str, Look], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = own_kit(tmp_path / "data")
    photograph = tmp_path / "owner.png"
    cv2.imwrite(str(photograph), scenes["lesson"].frame.image)
    cv2.imwrite(str(tmp_path / "tray.png"), scenes["tray"].frame.image)
    words = ["calibrate", "--learn", "--data", str(tmp_path / "data")]
    assert run([*words, str(tmp_path / "tray.png")]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "owner page" in captured.err
    assert run([*words, str(photograph)]) == 0
    assert "7QM" in capsys.readouterr().out
    assert known_kits(tmp_path / "data") == (own, KEY)
    # The key itself is in no report.
    assert run(["calibrate", "--json", "--data", str(tmp_path / "data"), str(photograph)]) == 0
    report = capsys.readouterr().out
    assert "owner_page" in report and teaching_code(KEY) not in report


def test_a_window_opens_only_where_somebody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import argparse

    from companion.cli import calibrate

    parser = argparse.ArgumentParser()
    calibrate.add(parser)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    assert _wants_window(parser.parse_args(["--camera", "sim"]))
    for words in (["--frames", "2"], ["--json"], ["--headless"], ["--learn"], ["x.png"]):
        assert not _wants_window(parser.parse_args(words))
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not _wants_window(parser.parse_args(["--camera", "sim"]))
    assert _wants_window(parser.parse_args(["--camera", "sim", "--window", "800x480"]))


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--window", "wide"], 2),
        (["--window", "300x200"], 1),
        (["--window", "800x480", "--camera", "none"], 2),
    ],
)
def test_a_window_that_cannot_be_is_one_sentence(
    words: list[str],
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert run(["calibrate", "--data", str(tmp_path), "--camera", "sim", *words]) == status
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and captured.err.startswith("companion: ")
