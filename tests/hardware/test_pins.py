"""Pin maps: what is wired by default, and what is refused with which sentence."""

from __future__ import annotations

import pytest

from hardware.buttons import BUTTONS
from hardware.pins import DEFAULT_BUTTON_PINS, DEFAULT_REGISTER_PINS, FREE, PinMap, pin_faults


def test_the_default_pins_are_nobody_else_s_and_no_pin_is_used_twice() -> None:
    pins = [pin for _, pin in PinMap().wires()]
    assert len(pins) == len(set(pins)) == 15
    assert not set(pins) & {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15}
    assert set(pins) <= set(FREE) and pin_faults(PinMap()) == ()


def test_all_twelve_buttons_and_three_register_wires_have_a_pin() -> None:
    assert tuple(DEFAULT_BUTTON_PINS) == BUTTONS
    assert tuple(DEFAULT_REGISTER_PINS) == ("data", "clock", "latch")
    assert len(dict(PinMap().wires())) == 15


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        (PinMap(buttons={"seat1": 14}), ("GPIO 14 of the seat1 button", "serial console (UART)")),
        (PinMap(buttons={"seat1": 15}), ("UART",)),
        (PinMap(buttons={"ok": 3}), ("I2C",)),
        (PinMap(buttons={"ok": 8}), ("SPI",)),
        (PinMap(buttons={"ok": 28}), ("There is no GPIO 28",)),
        (PinMap(buttons={"ok": -1}), ("There is no GPIO -1",)),
        (PinMap(buttons={"ok": 4, "back": 4}), ("GPIO 4 has the ok button and the back button",)),
        (PinMap(buttons={"ok": 24}), ("the ok button and the lamps' data",)),
        (PinMap(buttons={"seat9": 4}), ("no button called seat9", "seat1, seat2")),
        (PinMap(register={"data": 4}), ("data, clock and latch",)),
        (PinMap(lamps="direct", direct={"ok": 4}), ("no lamp called ok",)),
        (PinMap(lamps="direct", direct={"seat1": 5}), ("the seat1 button and the seat1 lamp",)),
    ],
)
def test_wrong_pins_are_one_sentence_with_the_remedy(pins: PinMap, words: tuple[str, ...]) -> None:
    faults = pin_faults(pins)
    assert len(faults) == 1
    assert all(word in faults[0] for word in words) and faults[0].endswith(".")


def test_all_faults_are_shown_at_once() -> None:
    assert len(pin_faults(PinMap(buttons={"ok": 14, "back": 2, "up": 99, "left": 4}))) == 4


def test_pins_that_are_not_used_are_not_looked_at() -> None:
    assert pin_faults(PinMap(buttons={"ok": 24}, lamps="none")) == ()
    assert pin_faults(PinMap(buttons={"ok": 24}, lamps="direct", direct={"seat1": 25})) == ()
    full = pin_faults(PinMap(buttons=dict(zip(BUTTONS, FREE, strict=False)), direct={}))
    assert all("choose a free pin" in fault or "move one" in fault for fault in full)
