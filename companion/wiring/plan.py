"""The plan: which place of the 40-pin header each wire begins at, and what it leads to."""

from __future__ import annotations

from msgspec import Struct

from companion.table.text import Text
from hardware.buttons import SEAT_BUTTONS
from hardware.pins import PinMap

#: The place on the header of each pin by its BCM number, as on every Pi with 40 pins.
PLACES: dict[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLIES = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
#: Where the shared wires of the table begin: the ground of everything, the supply of the lamps' chips.
GROUND, SUPPLY = 39, 1
RESISTOR = "330"
CAPACITOR = "100 nF"
OUTPUTS_A_CHIP = 8
#: The 74HC595: what goes in where, and the legs of its outputs QA to QH.
CHIP_INPUTS = {"data": ("SER", 14), "clock": ("SRCLK", 11), "latch": ("RCLK", 12)}
CHIP_OUTPUTS = (15, 1, 2, 3, 4, 5, 6, 7)


class Wire(Struct, frozen=True):
    """A wire from the header: the `place` there, its BCM number, and what it leads to.

    `kind` is a button, a lamp (through a resistor) or an input of the lamps' first chip; `name` the button or
    lamp, or data, clock, latch.
    """

    place: int
    pin: int
    kind: str
    name: str


class Plan(Struct, frozen=True):
    """All wires of the settings, by their places; `register` are the lamps on shift registers, in order."""

    wires: tuple[Wire, ...]
    register: tuple[str, ...]

    @property
    def chips(self) -> int:
        return -(-len(self.register) // OUTPUTS_A_CHIP)

    def of(self, kind: str) -> tuple[Wire, ...]:
        return tuple(wire for wire in self.wires if wire.kind == kind)


def plan_of(pins: PinMap) -> Plan:
    """Return the plan of a pin map whose pins are in order."""
    wires = [Wire(PLACES[pin], pin, "button", name) for name, pin in pins.buttons.items()]
    register: tuple[str, ...] = ()
    if pins.lamps == "register":
        register = SEAT_BUTTONS
        wires += [Wire(PLACES[pin], pin, "chip", name) for name, pin in pins.register.items()]
    elif pins.lamps == "direct":
        wires += [Wire(PLACES[pin], pin, "lamp", name) for name, pin in pins.direct.items()]
    return Plan(tuple(sorted(wires, key=lambda wire: wire.place)), register)


def named(name: str) -> Text:
    """Return the name of a button or lamp for people: a seat's number, or OK, BACK, UP, DOWN."""
    if name in SEAT_BUTTONS:
        return Text("wiring.seat", {"number": SEAT_BUTTONS.index(name) + 1})
    return Text(f"wiring.{name}")


def output_of(number: int) -> tuple[int, str, int]:
    """Return the chip (from 1), the name and the leg of the output that lamp `number` (from 0) hangs on."""
    chip, output = divmod(number, OUTPUTS_A_CHIP)
    return chip + 1, f"Q{'ABCDEFGH'[output]}", CHIP_OUTPUTS[output]
