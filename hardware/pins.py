"""Which wire goes to which pin, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hardware.buttons import BUTTONS, SEAT_BUTTONS

LampWiring = Literal["register", "direct", "none"]

#: Pins of the header (BCM numbers) that belong to something else.
RESERVED: dict[int, str] = {
    **dict.fromkeys((0, 1), "the identification of add-on boards"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console (UART)"),
}
LAST_PIN = 27
FREE = tuple(pin for pin in range(LAST_PIN + 1) if pin not in RESERVED)

DEFAULT_BUTTON_PINS: dict[str, int] = dict(
    zip(BUTTONS, (5, 6, 12, 13, 16, 19, 20, 26, 17, 27, 22, 23), strict=True)
)
REGISTER_WIRES = ("data", "clock", "latch")
DEFAULT_REGISTER_PINS: dict[str, int] = dict(zip(REGISTER_WIRES, (24, 25, 21), strict=True))


@dataclass(frozen=True, slots=True)
class PinMap:
    """Pins by BCM number.

    `buttons` by name; each button closes its pin to ground.  Lamps are wired to 74HC595 shift
    registers (`register`: data, clock and latch; the first seat is the first chip's first output),
    or each to a pin of its own (`direct`, by seat button), or not at all.
    """

    buttons: Mapping[str, int] = field(default_factory=lambda: dict(DEFAULT_BUTTON_PINS))
    lamps: LampWiring = "register"
    register: Mapping[str, int] = field(default_factory=lambda: dict(DEFAULT_REGISTER_PINS))
    direct: Mapping[str, int] = field(default_factory=dict)

    def wires(self) -> Iterator[tuple[str, int]]:
        """Every wire that is used and its pin: ``seat1 button``, ``seat1 lamp``, ``lamps' clock``."""
        yield from ((f"{name} button", pin) for name, pin in self.buttons.items())
        if self.lamps == "register":
            yield from ((f"lamps' {name}", pin) for name, pin in self.register.items())
        elif self.lamps == "direct":
            yield from ((f"{name} lamp", pin) for name, pin in self.direct.items())


def pin_faults(pins: PinMap) -> tuple[str, ...]:
    """Return everything that is wrong with a pin map, one sentence each with the remedy."""
    faults = [
        f"There is no button called {name}: use {', '.join(BUTTONS)}."
        for name in pins.buttons
        if name not in BUTTONS
    ]
    faults += [
        f"There is no lamp called {name}: use {', '.join(SEAT_BUTTONS)}."
        for name in pins.direct
        if name not in SEAT_BUTTONS
    ]
    if pins.lamps == "register" and set(pins.register) != set(REGISTER_WIRES):
        faults.append("The lamps' shift register needs three pins: name data, clock and latch.")
    taken: dict[int, str] = {}
    used = {pin for _, pin in pins.wires()}
    free = ", ".join(str(pin) for pin in FREE if pin not in used) or "none; take a lamp or a button away"
    for wire, pin in pins.wires():
        if pin not in range(LAST_PIN + 1):
            faults.append(f"There is no GPIO {pin} for the {wire}: choose a free pin ({free}).")
        elif pin in RESERVED:
            faults.append(f"GPIO {pin} of the {wire} belongs to {RESERVED[pin]}: choose a free pin ({free}).")
        elif pin in taken:
            faults.append(f"GPIO {pin} has the {taken[pin]} and the {wire}: move one to a free pin ({free}).")
        taken.setdefault(pin, wire)
    return tuple(faults)
