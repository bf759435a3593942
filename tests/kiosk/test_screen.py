"""Opening the screen, or saying in one sentence why there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from companion.kiosk import screen as screens
from companion.kiosk.screen import check_size, hide_cursor, open_screen
from companion.table.faults import Fault

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("size", [(720, 1280), (799, 480), (800, 479), (320, 240)])
def test_small_and_upright_screens_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(Fault) as refused:
        check_size(*size)
    assert refused.value.say.facts["width"] == size[0]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (1024, 600), (1280, 1024)])
def test_other_screens_are_taken(size: tuple[int, int]) -> None:
    assert open_screen(size).get_size() == size


def test_a_driver_nobody_sees_is_refused_unless_it_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(Fault) as refused:
        open_screen((800, 480))
    assert refused.value.say.facts["driver"] == "offscreen"


def test_only_display_and_type_are_started() -> None:
    open_screen((800, 480))
    assert pygame.display.get_init() and pygame.font.get_init()
    assert pygame.mixer.get_init() is None


def test_the_cursor_is_made_transparent_and_not_hidden() -> None:
    open_screen((800, 480))
    hide_cursor()
    assert pygame.mouse.get_visible()


def test_a_machine_is_a_pi_only_when_it_says_so() -> None:
    assert screens.on_a_pi() is False


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", "play", *words],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_screen_that_is_too_small_is_one_sentence(tmp_path: Path) -> None:
    ended = run("--window", "640x480", "--data", str(tmp_path), SDL_VIDEODRIVER="dummy")
    assert ended.returncode == 1
    assert (
        ended.stderr.startswith("companion: ") and ended.stderr.count("\n") == 1 and "800x480" in ended.stderr
    )


def test_no_display_at_all_is_one_sentence(tmp_path: Path) -> None:
    ended = run(
        "--window", "800x480", "--data", str(tmp_path), SDL_VIDEODRIVER="", DISPLAY="", WAYLAND_DISPLAY=""
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("companion: ") and "--headless" in ended.stderr
    assert "Traceback" not in ended.stderr
