"""Opening the hardware on laptops and on Pis, whole and broken in every way."""

from __future__ import annotations

import itertools
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons import PressQueue
from hardware.camera import CameraState
from hardware.direct_camera import DirectCamera
from hardware.gpio import GpioButtons
from hardware.keyboard import KeyboardButtons
from hardware.lamps import Lamp
from hardware.machine import Machine
from hardware.opening import Banner, Hardware, HardwareSettings, open_hardware
from hardware.pins import PinMap

MakePi = Callable[..., Machine]


class Opened:
    """Opens hardware and closes all of it at the end of the test."""

    def __init__(self) -> None:
        self.queue = PressQueue()
        self.all: list[Hardware] = []

    def __call__(self, machine: Machine, **settings: Any) -> Hardware:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            hardware = open_hardware(HardwareSettings(**settings), self.queue, machine)
        self.all.append(hardware)
        return hardware


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    opened = Opened()
    yield opened
    for hardware in opened.all:
        hardware.close()
        hardware.close()


@pytest.fixture
def laptop(tmp_path: Path) -> Machine:
    (tmp_path / "laptop" / "dev").mkdir(parents=True)
    return Machine(tmp_path / "laptop")


def photographs(folder: Path) -> Path:
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.zeros((40, 40, 3), np.uint8))
    return folder


def said(hardware: Hardware) -> str:
    text = "\n".join(hardware.report)
    assert all(line.endswith(".") and "Traceback" not in line for line in hardware.report), text
    return text


def test_on_a_laptop_the_keyboard_is_the_buttons_and_no_pin_is_looked_for(
    opened: Opened, laptop: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def claimed(*_: object, **__: object) -> None:
        raise AssertionError("a pin was claimed")

    monkeypatch.setattr(Device, "ensure_pin_factory", claimed)
    monkeypatch.setattr(MockFactory, "__init__", claimed)
    hardware = opened(laptop)
    assert hardware.buttons is hardware.keyboard and hardware.banners == () and hardware.camera is None
    assert hardware.keyboard.key("1", True, 0) and hardware.keyboard.key("1", False, 80)
    assert [press.button for press in opened.queue.drain()] == ["seat1"]
    hardware.lamps.show({"seat1": Lamp.ON})
    text = said(hardware)
    for words in ("no Raspberry Pi", "Buttons: the keyboard", "Lamps: none", "typed in"):
        assert words in text


def test_on_a_pi_the_pins_are_used(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    hardware = opened(make_pi())
    assert isinstance(hardware.buttons, GpioButtons) and hardware.banners == ()
    text = said(hardware)
    for words in ("Raspberry Pi 5", "lgpio on gpiochip0", "Buttons: 12 on", "Lamps: 8 on a shift register"):
        assert words in text
    assert hardware.camera_fault is None and hardware.table is None
    lgpio.set(22, 0)
    while not len(opened.queue):
        time.sleep(0.002)
    assert opened.queue.drain()[0].button == "up"
    assert isinstance(hardware.keyboard, KeyboardButtons)
    hardware.close()
    assert lgpio.closed == 1


TROUBLES = ("no chip", "no lgpio", "placeholder", "chip refused", "all busy", "pin 14")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_on_a_pi_with_broken_pins_it_is_said_that_the_buttons_are_simulated(
    opened: Opened, make_pi: MakePi, lgpio: Any, install_lgpio: Any, trouble: str
) -> None:
    machine = make_pi(chips={} if trouble == "no chip" else None)
    pins = PinMap()
    if trouble == "no lgpio":
        install_lgpio(None)
    elif trouble == "placeholder":
        install_lgpio(ModuleType("lgpio"))
    elif trouble == "chip refused":
        lgpio.gpiochip_open = None
    elif trouble == "all busy":
        lgpio.held = dict.fromkeys(range(28), "another program")
    elif trouble == "pin 14":
        pins = PinMap(buttons={"seat1": 14})
    hardware = opened(machine, pins=pins)
    assert hardware.buttons is hardware.keyboard
    assert Banner.BUTTONS_SIMULATED in hardware.banners
    assert "Buttons simulated by the keyboard. " in said(hardware)


def test_made_up_pins_on_a_pi_are_said_to_be_simulated(
    opened: Opened, make_pi: MakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    hardware = opened(make_pi())
    assert hardware.banners == (Banner.BUTTONS_SIMULATED,) and "no wire is read" in said(hardware)


def test_one_busy_pin_costs_one_button(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    lgpio.held = {5: "spi0"}
    hardware = opened(make_pi())
    assert hardware.banners == (Banner.BUTTONS_MISSING,)
    assert "Buttons: 11 on GPIO pins. GPIO 5 of the button seat1 is held by spi0" in said(hardware)


def test_lamps_that_cannot_be_had_leave_the_buttons(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    lgpio.held = {25: "spi1"}
    hardware = opened(make_pi())
    assert isinstance(hardware.buttons, GpioButtons) and hardware.banners == (Banner.LAMPS_MISSING,)
    assert "The lamps stay dark" in said(hardware)
    hardware.lamps.show({"seat1": Lamp.FAST})


def test_lamps_as_they_are_wired(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    machine = make_pi()
    direct = opened(machine, pins=PinMap(lamps="direct", direct={"seat1": 4, "seat2": 18}))
    assert "Lamps: 2 on GPIO pins." in direct.report
    direct.close()
    for none in (PinMap(lamps="none"), PinMap(lamps="direct")):
        hardware = opened(machine, pins=none)
        assert "Lamps: none" in said(hardware) and hardware.banners == ()
        hardware.close()


def test_a_chosen_library_and_chip_are_taken(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    opened(make_pi(chips={0: "", 4: ""}), chip=0)
    assert lgpio.opened[0] == 0


def test_the_keyboard_may_be_chosen_on_a_pi(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    hardware = opened(make_pi(), buttons="keyboard")
    assert hardware.buttons is hardware.keyboard and hardware.banners == () and lgpio.opened == []


def test_a_folder_as_the_camera(opened: Opened, laptop: Machine, tmp_path: Path) -> None:
    folder = photographs(tmp_path / "photographs")
    hardware = opened(laptop, camera=str(folder))
    assert hardware.camera is not None
    while hardware.camera.latest() is None:
        time.sleep(0.002)
    frame = hardware.camera.latest()
    assert frame is not None and frame.name == "a.png"
    direct = opened(laptop, camera=str(folder), threaded=False)
    assert isinstance(direct.camera, DirectCamera)
    frame = direct.camera.latest()
    assert frame is not None and frame.still
    assert "1 picture of the folder" in said(direct)


@pytest.mark.parametrize("threaded", [True, False])
def test_folders_that_cannot_be_used_are_said(
    opened: Opened, laptop: Machine, tmp_path: Path, threaded: bool
) -> None:
    for camera, words in ((tmp_path / "nothing", "check its name"), (laptop.dev, "holds no pictures")):
        hardware = opened(laptop, camera=str(camera), threaded=threaded)
        assert hardware.camera is None and hardware.camera_fault is not None
        assert words in hardware.camera_fault.say and hardware.camera_fault.say in hardware.report
        assert hardware.banners == (Banner.CAMERA_MISSING,)


def test_a_webcam_that_is_not_there_is_said_and_looked_for(opened: Opened, laptop: Machine) -> None:
    hardware = opened(laptop, camera="0")
    assert hardware.camera is not None and hardware.camera_fault is not None
    assert hardware.camera_fault.code == "camera.missing" and Banner.CAMERA_MISSING in hardware.banners
    while hardware.camera.state is not CameraState.LOST:
        time.sleep(0.002)
    assert "plug it in" in hardware.camera.fault and "plug it in" in said(hardware)
    direct = opened(laptop, camera="/dev/video77", threaded=False)
    assert direct.camera is None and direct.camera_fault is not None


def test_the_simulated_camera_and_table(opened: Opened, laptop: Machine) -> None:
    hardware = opened(laptop, camera="sim", seed=5, threaded=False)
    assert hardware.table is not None and hardware.camera is not None
    hardware.table.throw(5)
    frame = hardware.camera.latest()
    assert frame is not None and frame.image.shape == (720, 1280, 3)
    assert "simulated camera" in "\n".join(hardware.report)


def test_the_simulated_table_is_as_hard_to_see_as_is_wished(opened: Opened, laptop: Machine) -> None:
    hardware = opened(laptop, camera="sim", seed=4, level="plain")
    assert hardware.table is not None and hardware.table.look.level == "plain"


def test_simulated_buttons_and_lamps(opened: Opened, laptop: Machine) -> None:
    hardware = opened(laptop, buttons="sim")
    hardware.buttons.press("seat2")  # type: ignore[attr-defined]
    assert [press.button for press in opened.queue.drain()] == ["seat2"]
    hardware.lamps.show({"seat1": Lamp.ON})
    assert hardware.lamps.shown == {"seat1": Lamp.ON}  # type: ignore[attr-defined]


@pytest.mark.parametrize("broken", [*itertools.product([False, True], repeat=3)])
def test_each_broken_device_is_said_and_stops_no_other(
    opened: Opened, make_pi: MakePi, lgpio: Any, tmp_path: Path, broken: tuple[bool, bool, bool]
) -> None:
    """The matrix of buttons, lamps and camera: whichever are broken, the rest works and it is all said."""
    buttons, lamps, camera = broken
    if buttons:
        lgpio.held |= dict.fromkeys((5, 6, 12, 13, 16, 19, 20, 26, 17, 27, 22, 23), "another program")
    if lamps:
        lgpio.held |= {21: "another program"}
    folder = tmp_path / "missing" if camera else photographs(tmp_path / "photographs")
    hardware = opened(make_pi(), camera=str(folder))
    assert isinstance(hardware.buttons, KeyboardButtons) is buttons
    assert (hardware.lamps.say.startswith("Lamps: none")) is lamps
    assert (hardware.camera is None) is camera
    expected = {Banner.BUTTONS_SIMULATED: buttons, Banner.LAMPS_MISSING: lamps, Banner.CAMERA_MISSING: camera}
    assert set(hardware.banners) == {banner for banner, wrong in expected.items() if wrong}
    assert len(said(hardware).splitlines()) == 5 + sum(broken)


def test_an_error_nobody_thought_of_is_said_and_not_raised(
    opened: Opened, make_pi: MakePi, lgpio: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.opening.GpioButtons", lambda *_: 1 // 0)
    monkeypatch.setattr("hardware.opening.FolderSource", lambda *_: 1 // 0)
    hardware = opened(make_pi(), camera=str(tmp_path))
    assert hardware.buttons is hardware.keyboard and hardware.camera is None
    assert set(hardware.banners) == {Banner.BUTTONS_SIMULATED, Banner.CAMERA_MISSING}


def test_closing_goes_on_whatever_fails(opened: Opened, make_pi: MakePi, lgpio: Any) -> None:
    hardware = opened(make_pi())
    hardware.lamps.close = lambda: 1 // 0  # type: ignore[assignment, method-assign, return-value]
    hardware.close()
    assert lgpio.closed == 1


def test_pins_of_the_world_reach_the_queue_through_the_whole_opening(
    opened: Opened, make_pi: MakePi
) -> None:
    hardware = opened(make_pi(), pin_factory="mock")
    assert hardware.pins is not None
    pin = hardware.pins.factory.pin(22)
    assert isinstance(pin, MockPin)
    pin.drive_low()
    while not len(opened.queue):
        time.sleep(0.002)
    assert opened.queue.drain()[0].button == "up"
