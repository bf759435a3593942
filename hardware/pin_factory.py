"""The pin factory: which library drives the pins, chosen by name and never by trial and error."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import tempfile
from dataclasses import dataclass
from typing import Any

from hardware.machine import Machine

#: Releases of gpiozero that choose the wrong chip or library on a Pi 5.
BANNED_GPIOZERO = frozenset({"2.0.1.post1", "2.0.1.post2"})
DEFAULT_FACTORY = "lgpio"
FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
_LGPIO_NEEDS = ("SET_BIAS_DISABLE", "SET_BIAS_PULL_UP", "gpiochip_open", "gpio_claim_alert")


class GpioFault(Exception):
    """Pins that cannot be used; the message is one sentence with the remedy.

    `code` names the kind of fault and `facts` fill a sentence of it, for a screen in another language.
    """

    def __init__(self, say: str, code: str, **facts: str) -> None:
        super().__init__(say)
        self.say = say
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class PinFactory:
    """An open gpiozero factory, to be given to every device by hand; `chip` where there is a choice."""

    name: str
    chip: int | None
    factory: Any

    @property
    def say(self) -> str:
        """One line for the diagnosis."""
        if self.name == "mock":
            return "Pins: made up (mock), no wire is read."
        return f"Pins: {self.name}" + ("." if self.chip is None else f" on gpiochip{self.chip}.")

    def owner(self, pin: int) -> str:
        """Return who holds a pin, as far as the kernel tells; empty when nobody does or it is unknown."""
        if self.name != "lgpio" or self.chip is None:
            return ""
        try:
            lgpio = importlib.import_module("lgpio")
            handle = lgpio.gpiochip_open(self.chip)
            try:
                return str(lgpio.gpio_get_line_info(handle, pin)[4])
            finally:
                lgpio.gpiochip_close(handle)
        except Exception:
            return ""

    def close(self) -> None:
        self.factory.close()


def open_pin_factory(machine: Machine, name: str = "", chip: int | None = None) -> PinFactory:
    """Open the library `name` (lgpio when empty) on `chip` (found by itself when None).

    Raises `GpioFault`; never falls back to another library, never warns.
    """
    name = name or DEFAULT_FACTORY
    if name not in FACTORIES:
        say = f"There is no pin library {name}: use {', '.join(FACTORIES)}."
        raise GpioFault(say, "gpio.unknown_factory", name=name, known=", ".join(FACTORIES))
    _check_gpiozero()
    if name == "lgpio":
        chip = _checked_chip(machine, chip)
        _check_lgpio()
    module, kind = FACTORIES[name]
    try:
        make = getattr(importlib.import_module(module), kind)
        factory = make(chip=chip) if name == "lgpio" else make()
    except ImportError as error:
        missing = error.name or name
        say = f"The pin library {name} needs the module {missing}: install it with apt, or use lgpio."
        raise GpioFault(say, "gpio.missing_module", name=name, module=missing) from error
    except Exception as error:
        say = f"The pin library {name} cannot open the pins ({_words(error)}): close what else uses them."
        raise GpioFault(say, "gpio.failed", name=name, reason=_words(error)) from error
    return PinFactory(name, chip if name == "lgpio" else None, factory)


def _check_gpiozero() -> None:
    try:
        version = importlib.metadata.version("gpiozero")
    except importlib.metadata.PackageNotFoundError:
        say = "gpiozero is missing: install python3-gpiozero with apt."
        raise GpioFault(say, "gpio.no_gpiozero") from None
    if version in BANNED_GPIOZERO:
        say = f"gpiozero {version} is known to fail on a Pi 5: install gpiozero 2.0.1.post3 or newer."
        raise GpioFault(say, "gpio.banned", version=version)


def _checked_chip(machine: Machine, chip: int | None) -> int:
    chips = machine.gpio_chips()
    if chip is None:
        chip = machine.header_chip()
    if chip is None:
        say = "There is no /dev/gpiochip: this computer shows no pins, or its kernel is too old; update it."
        raise GpioFault(say, "gpio.no_chip")
    if chip not in chips:
        found = ", ".join(str(number) for number in chips) or "none"
        say = f"There is no /dev/gpiochip{chip}: leave the chip to be found by itself (found: {found})."
        raise GpioFault(say, "gpio.no_such_chip", chip=str(chip), found=found)
    if not os.access(machine.dev / f"gpiochip{chip}", os.R_OK | os.W_OK):
        say = f"/dev/gpiochip{chip} may not be opened: add this user to the group gpio and log in again."
        raise GpioFault(say, "gpio.forbidden", chip=str(chip))
    return chip


def _check_lgpio() -> None:
    # lgpio makes a pipe in its working folder while it is imported; that must be one it may write to.
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or os.environ.get("XDG_RUNTIME_DIR")
    os.environ.setdefault("LG_WD", runtime or tempfile.gettempdir())
    try:
        lgpio = importlib.import_module("lgpio")
    except ImportError as error:
        say = "lgpio is missing: install python3-lgpio with apt and let the venv see the system's packages."
        raise GpioFault(say, "gpio.missing") from error
    except OSError as error:
        say = f"lgpio cannot write into {os.environ['LG_WD']}: set LG_WD to a folder that it may write to."
        raise GpioFault(say, "gpio.work_folder", folder=os.environ["LG_WD"]) from error
    if not all(hasattr(lgpio, needed) for needed in _LGPIO_NEEDS):
        say = "The installed lgpio is an empty placeholder: pip uninstall it, apt install python3-lgpio."
        raise GpioFault(say, "gpio.placeholder")


def _words(error: Exception) -> str:
    return " ".join(str(error).split()).strip("'\"") or type(error).__name__
