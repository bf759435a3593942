"""The doctor at pins and cameras: a library of pins like the real one, a camera over a made-up table."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion.doctor.live_test
from companion.doctor import Check, Live, State, World
from companion.doctor.live_test import watch
from companion.language import Language
from companion.settings import Settings
from hardware.buttons import PressQueue
from hardware.machine import Machine
from hardware.opening import Hardware, HardwareSettings, open_hardware
from hardware.pins import DEFAULT_BUTTON_PINS
from tests.doctor.worlds import found, pi_world
from tests.hardware.conftest import Lgpio, install

WORDS = Language.load("en")
SEAT_1, UP = DEFAULT_BUTTON_PINS["seat1"], DEFAULT_BUTTON_PINS["up"]


class HeldDown(Lgpio):
    """A button whose wire touches ground."""

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> None:
        super().gpio_claim_input(handle, line, flags)
        if line == SEAT_1:
            self.levels[line] = 0


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    install(monkeypatch, Lgpio())
    return pi_world(tmp_path)


def said(check: Check) -> str:
    return f"{WORDS.say(check.say)} -> {WORDS.say(check.remedy) if check.remedy is not None else ''}"


def test_pins_that_are_free_are_fine_and_let_go_again(pi: World) -> None:
    for _ in range(2):
        by_name = found(pi)
        assert "lgpio on gpiochip0" in said(by_name["pins"])
        assert {by_name[name].state for name in ("pins", "taken", "buttons", "lamps")} == {State.FINE}
        assert "12 buttons" in said(by_name["buttons"])


def test_a_pin_that_an_overlay_holds_is_named_with_its_owner(
    pi: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Lgpio()
    library.held = {SEAT_1: "spi0 CS1"}
    install(monkeypatch, library)
    by_name = found(pi)
    assert by_name["taken"].state is State.BROKEN
    assert f"GPIO {SEAT_1}" in said(by_name["taken"]) and "spi0 CS1" in said(by_name["taken"])
    assert "seat1" in said(by_name["buttons"]) and by_name["buttons"].state is State.BROKEN


def test_a_button_that_is_down_at_rest_is_named(pi: World, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, HeldDown())
    buttons = found(pi)["buttons"]
    assert buttons.state is State.NOTE and "seat1" in said(buttons) and "touches ground" in said(buttons)


def test_a_placeholder_of_the_library_is_said_without_a_traceback(
    pi: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from types import ModuleType

    install(monkeypatch, ModuleType("lgpio"))
    pins = found(pi)["pins"]
    assert pins.state is State.BROKEN and "empty placeholder" in said(pins) and "pip uninstall" in said(pins)


def test_where_no_button_is_wired_broken_pins_are_only_worth_knowing(
    pi: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, None)
    settings = Settings({f"buttons.{name}": -1 for name in DEFAULT_BUTTON_PINS})
    assert found(pi)["pins"].state is State.BROKEN
    assert found(replace(pi, settings=settings))["pins"].state is State.NOTE


def opened(pi: World, queue: PressQueue) -> Hardware:
    return open_hardware(HardwareSettings(buttons="gpio"), queue, pi.machine)


def test_what_the_kiosk_holds_itself_is_asked_and_not_opened_again(pi: World) -> None:
    hardware = opened(pi, PressQueue())
    try:
        by_name = found(replace(pi, live=Live("wayland", (800, 480), hardware)))
        assert "lgpio on gpiochip0" in said(by_name["pins"]) and by_name["buttons"].state is State.FINE
    finally:
        hardware.close()


def test_in_the_live_test_each_press_is_told_and_the_silent_ones_named(
    pi: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    library = Lgpio()
    install(monkeypatch, library)
    monkeypatch.setattr(companion.doctor.live_test, "EACH_MS", 0)
    queue = PressQueue()
    hardware = opened(pi, queue)

    def press() -> None:
        library.set(UP, 0)
        time.sleep(0.1)
        library.set(UP, 1)

    finger = threading.Thread(target=press)
    finger.start()
    assert watch(hardware, queue, WORDS, 1) == 1
    finger.join()
    hardware.close()
    printed = capsys.readouterr().out
    assert "up: press" in printed and "silent: seat1, seat2" in printed and "1 button answered" in printed


def test_without_pins_the_live_test_says_why(
    pi: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, None)
    queue = PressQueue()
    hardware = opened(pi, queue)
    assert watch(hardware, queue, WORDS, 1) == 1
    hardware.close()
    assert "python3-lgpio" in capsys.readouterr().out


def through(camera: str) -> Any:
    """Open another camera than the one that is named: the real opening, over a made-up table or nothing."""
    settings = HardwareSettings(buttons="keyboard", camera=camera, level="plain")
    return lambda _camera, machine: open_hardware(settings, PressQueue(), machine)


def test_a_camera_is_watched_and_its_picture_judged(pi: World) -> None:
    settings = Settings({"camera": "/dev/video9"})
    by_name = found(replace(pi, settings=settings, open_camera=through("sim"), camera_ms=400))
    assert by_name["camera"].state is not State.BROKEN and "pictures a second" in said(by_name["camera"])
    judged = [by_name[name] for name in ("focus", "exposure", "mat")]
    # The picture of an empty table without a mat: nothing is broken, and each word has its remedy.
    assert not [check for check in judged if check.state is State.BROKEN]
    assert all((check.remedy is None) == (check.state is State.FINE) for check in judged)


def test_a_named_camera_that_is_not_there_is_broken_and_named(pi: World) -> None:
    settings = Settings({"camera": "/dev/video9"})
    camera = found(replace(pi, settings=settings, open_camera=through("/dev/video9")))["camera"]
    assert camera.state is State.BROKEN and "/dev/video9" in said(camera)


def test_the_usual_way_to_open_one_is_the_tables_own(tmp_path: Path) -> None:
    world = pi_world(tmp_path)
    hardware = world.open_camera("none", Machine(tmp_path / "nowhere"))
    assert hardware.camera is None and hardware.banners == ()
    hardware.close()
