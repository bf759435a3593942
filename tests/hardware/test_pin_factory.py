"""Choosing the chip and opening the pin library, on made-up boards."""

from __future__ import annotations

import importlib.metadata
import os
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hardware import pin_factory
from hardware.buttons import PressQueue
from hardware.gpio import GpioButtons
from hardware.gpio_lamps import DirectWires, GpioLamps
from hardware.lamps import Lamp
from hardware.machine import Machine
from hardware.pin_factory import BANNED_GPIOZERO, GpioFault, open_pin_factory

PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
RP1, BCM, INNER = "raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm7445-gpio"

MakePi = Callable[..., Machine]
InstallLgpio = Callable[[ModuleType | None], None]


@pytest.mark.parametrize(
    ("model", "chips", "chosen"),
    [
        pytest.param(PI_5, {0: INNER, 1: INNER, 4: RP1}, 4, id="Pi 5, kernel before 6.6.45"),
        pytest.param(PI_5, {0: RP1, 10: INNER, 11: INNER}, 0, id="Pi 5, newer kernel"),
        pytest.param(PI_5, {0: RP1, 1: INNER, 4: INNER}, 0, id="Pi 5, chips 1 to 4 moved up by one"),
        pytest.param(PI_5, {0: "", 4: ""}, 4, id="Pi 5, names unreadable"),
        pytest.param(PI_5, {0: ""}, 0, id="Pi 5, only gpiochip0, as in a container"),
        pytest.param("Raspberry Pi 500 Rev 1.0", {0: "", 4: ""}, 4, id="Pi 500"),
        pytest.param("Raspberry Pi Compute Module 5 Rev 1.0", {4: ""}, 4, id="CM5, only gpiochip4"),
        pytest.param(PI_4, {0: BCM, 1: INNER}, 0, id="Pi 4"),
        pytest.param(PI_4, {0: "", 4: ""}, 0, id="Pi 4, names unreadable"),
        pytest.param(PI_4, {4: ""}, 4, id="only gpiochip4"),
        pytest.param(PI_4, {}, None, id="none"),
    ],
)
def test_the_chip_of_the_header_is_found(
    make_pi: MakePi, model: str, chips: dict[int, str], chosen: int | None
) -> None:
    machine = make_pi(model=model, chips=chips)
    assert machine.header_chip() == chosen
    assert machine.is_pi and machine.model == model


def test_a_laptop_is_no_pi(tmp_path: Path, make_pi: MakePi) -> None:
    assert not Machine(tmp_path / "nothing").is_pi and Machine(tmp_path / "nothing").model == ""
    assert Machine(tmp_path / "nothing").header_chip() is None
    other = make_pi(model="Radxa ROCK 5B", chips={})
    assert not other.is_pi and not other.is_pi_5


def test_lgpio_is_opened_on_the_chosen_chip_without_a_word(make_pi: MakePi, lgpio: Any) -> None:
    machine = make_pi(model=PI_5, chips={0: INNER, 4: RP1})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pins = open_pin_factory(machine)
    assert lgpio.opened == [4] and pins.say == "Pins: lgpio on gpiochip4."
    pins.close()
    assert open_pin_factory(machine, "lgpio", 0).say == "Pins: lgpio on gpiochip0."
    assert lgpio.opened == [4, 0]


def test_buttons_and_lamps_work_through_gpiozero_s_lgpio(make_pi: MakePi, lgpio: Any) -> None:
    """The real LGPIOFactory over a made-up lgpio."""
    ms = [0]
    pins = open_pin_factory(make_pi())
    queue = PressQueue()
    buttons = GpioButtons(pins, {"seat1": 5, "ok": 17}, queue, lambda: ms[0], threaded=False)
    assert lgpio.levels[5] == 1, "pulled up"
    lgpio.set(5, 0)
    ms[0] += 90
    lgpio.set(5, 1)
    ms[0] += 90
    buttons.pump()
    assert [(press.button, press.at_ms) for press in queue.drain()] == [("seat1", 0)]
    lamps = GpioLamps(DirectWires(pins, {"seat1": 4}), lambda: ms[0], threaded=False)
    lamps.show({"seat1": Lamp.ON})
    lamps.pump()
    assert lgpio.levels[4] == 1
    lamps.close()
    assert lgpio.levels[4] == 0
    buttons.close()
    pins.close()
    assert lgpio.closed == 1 and lgpio.alerts == {}


def test_a_busy_line_is_named_with_its_owner(make_pi: MakePi, lgpio: Any) -> None:
    lgpio.held = {17: "spi0 CS1"}
    pins = open_pin_factory(make_pi())
    buttons = GpioButtons(pins, {"seat1": 5, "ok": 17}, PressQueue(), threaded=False)
    assert buttons.missing == {
        "ok": "GPIO 17 of the button ok is held by spi0 CS1: free it or choose another pin."
    }
    buttons.close()
    lgpio.gpio_get_line_info = None
    assert pins.owner(17) == ""


def fault(machine: Machine, **given: Any) -> GpioFault:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(GpioFault) as caught:
            open_pin_factory(machine, **given)
    assert str(caught.value) == caught.value.say
    assert re.fullmatch(r"[^\n]{20,150}[.]", caught.value.say)
    return caught.value


def test_a_placeholder_of_lgpio_is_recognised(make_pi: MakePi, install_lgpio: InstallLgpio) -> None:
    install_lgpio(ModuleType("lgpio"))
    found = fault(make_pi())
    assert found.code == "gpio.placeholder" and "apt install python3-lgpio" in found.say


def test_a_missing_lgpio_is_said(make_pi: MakePi, install_lgpio: InstallLgpio) -> None:
    install_lgpio(None)
    found = fault(make_pi())
    assert found.code == "gpio.missing" and "python3-lgpio with apt" in found.say


@pytest.mark.parametrize("banned", sorted(BANNED_GPIOZERO))
def test_banned_releases_of_gpiozero_are_refused(
    make_pi: MakePi, lgpio: Any, monkeypatch: pytest.MonkeyPatch, banned: str
) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: banned)
    found = fault(make_pi())
    assert found.code == "gpio.banned" and banned in found.say
    assert lgpio.opened == []


def test_the_installed_gpiozero_is_none_of_the_banned() -> None:
    assert importlib.metadata.version("gpiozero") not in BANNED_GPIOZERO


def test_a_missing_gpiozero_is_said(make_pi: MakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert fault(make_pi()).code == "gpio.no_gpiozero"


def test_chips_that_are_not_there_or_not_ours_are_said(
    make_pi: MakePi, lgpio: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = make_pi(chips={0: RP1})
    wrong = fault(machine, chip=4)
    assert wrong.code == "gpio.no_such_chip" and "found: 0" in wrong.say
    monkeypatch.setattr(pin_factory.os, "access", lambda *_: False)
    forbidden = fault(machine)
    assert forbidden.code == "gpio.forbidden" and "group gpio" in forbidden.say
    (machine.dev / "gpiochip0").unlink()
    assert fault(machine).code == "gpio.no_chip"


def test_a_chip_that_cannot_be_opened_is_said(make_pi: MakePi, lgpio: Any) -> None:
    def refuse(chip: int) -> int:
        raise RuntimeError("'can not open gpiochip'")

    lgpio.gpiochip_open = refuse
    found = fault(make_pi())
    assert found.code == "gpio.failed" and "can not open gpiochip" in found.say


def test_other_libraries_only_by_name(make_pi: MakePi, lgpio: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = make_pi()
    unknown = fault(machine, name="wiringpi")
    assert unknown.code == "gpio.unknown_factory" and "lgpio" in unknown.say
    assert fault(machine, name="rpigpio").code == "gpio.missing_module"
    made_up = open_pin_factory(machine, "mock")
    assert "no wire is read" in made_up.say and made_up.owner(5) == ""
    assert lgpio.opened == []



def test_lgpio_s_pipe_goes_to_a_folder_that_can_be_written(
    make_pi: MakePi, lgpio: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/other")
    machine = make_pi()
    open_pin_factory(machine)
    assert os.environ["LG_WD"] == str(tmp_path)
    monkeypatch.setenv("LG_WD", "/chosen")
    open_pin_factory(machine)
    assert os.environ["LG_WD"] == "/chosen"


def test_a_work_folder_that_cannot_be_written_is_explained(
    make_pi: MakePi, install_lgpio: InstallLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_module = pin_factory.importlib.import_module

    def failing(name: str) -> ModuleType:
        if name == "lgpio":
            raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")
        return import_module(name)

    monkeypatch.setattr(pin_factory.importlib, "import_module", failing)
    monkeypatch.setenv("LG_WD", "/read-only")
    found = fault(make_pi())
    assert found.code == "gpio.work_folder" and "/read-only" in found.say and "LG_WD" in found.say
