"""Lamps over mock pins, with 74HC595 chips that shift and latch as the real ones do."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons import SEAT_BUTTONS
from hardware.gpio_lamps import DirectWires, GpioLamps, RegisterWires, lit, next_change
from hardware.lamps import Lamp
from hardware.pin_factory import PinFactory


class Registers:
    """A chain of 74HC595: data moves in at each rising clock, and comes out at each rising latch."""

    def __init__(self, chips: int = 1) -> None:
        self.inside = [True, False] * 4 * chips
        self.outputs = list(self.inside)
        self.levels = dict.fromkeys(("data", "clock", "latch"), False)

    def changed(self, wire: str, level: bool) -> None:
        rising = level and not self.levels[wire]
        self.levels[wire] = level
        if wire == "clock" and rising:
            self.inside = [self.levels["data"], *self.inside[:-1]]
        if wire == "latch" and rising:
            self.outputs = list(self.inside)


class Wire(MockPin):
    """An output pin whose level some chip sees."""

    def __init__(self, factory: Any, info: Any, chip: Registers, wire: str) -> None:
        self.seen = (chip, wire)
        super().__init__(factory, info)

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)
        self.seen[0].changed(self.seen[1], bool(value))
        return bool(changed)


WIRES = {"data": 24, "clock": 25, "latch": 21}


class World:
    def __init__(self) -> None:
        self.ms = 0
        self.factory = MockFactory()
        self.pins = PinFactory("mock", None, self.factory)

    def clock_ms(self) -> int:
        return self.ms

    def chain(self, chips: int = 1) -> Registers:
        registers = Registers(chips)
        for name, pin in WIRES.items():
            self.factory.pin(pin, pin_class=Wire, chip=registers, wire=name)
        return registers


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.factory.close()


def test_patterns_follow_the_clock() -> None:
    assert [lit(Lamp.SLOW, ms) for ms in (0, 499, 500, 999, 1000)] == [True, True, False, False, True]
    assert [lit(Lamp.FAST, ms) for ms in (0, 124, 125, 249, 250)] == [True, True, False, False, True]
    assert lit(Lamp.ON, 777) and not lit(Lamp.OFF, 777)
    assert next_change({"seat1": Lamp.ON, "seat2": Lamp.OFF}, 5) is None
    assert next_change({"seat1": Lamp.SLOW}, 510) == 490
    assert next_change({"seat1": Lamp.SLOW, "seat2": Lamp.FAST}, 510) == 115


def test_a_register_shows_each_seat_at_its_output(world: World) -> None:
    chip = world.chain()
    lamps = GpioLamps(RegisterWires(world.pins, WIRES), world.clock_ms, threaded=False)
    assert chip.outputs == [False] * 8, "what it held when it was switched on is gone"
    for number, seat in enumerate(SEAT_BUTTONS):
        lamps.show({seat: Lamp.ON})
        assert lamps.pump() is None
        assert chip.outputs == [number == other for other in range(8)]
    lamps.show({"seat1": Lamp.ON, "seat8": Lamp.ON, "seat9": Lamp.ON})
    lamps.pump()
    assert chip.outputs == [True, *[False] * 6, True]
    lamps.close()
    assert chip.outputs == [False] * 8
    lamps.close()


def test_a_chain_of_two_chips(world: World) -> None:
    chain = world.chain(2)
    names = tuple(f"lamp{number}" for number in range(12))
    wires = RegisterWires(world.pins, WIRES, names)
    wires.put([number in (0, 7, 8, 11) for number in range(12)])
    assert [number for number, on in enumerate(chain.outputs) if on] == [0, 7, 8, 11]
    wires.close()


def test_outputs_change_only_when_the_register_latches(world: World) -> None:
    chip = world.chain()
    seen: list[list[bool]] = []
    lamps = GpioLamps(RegisterWires(world.pins, WIRES), world.clock_ms, threaded=False)
    changed = chip.changed

    def watched(wire: str, level: bool) -> None:
        changed(wire, level)
        if not seen or chip.outputs != seen[-1]:
            seen.append(list(chip.outputs))

    chip.changed = watched  # type: ignore[method-assign]
    lamps.show(dict.fromkeys(SEAT_BUTTONS, Lamp.ON))
    lamps.pump()
    assert seen == [[False] * 8, [True] * 8]
    lamps.close()


def test_blinking_and_steady_lamps_together(world: World) -> None:
    chip = world.chain()
    lamps = GpioLamps(RegisterWires(world.pins, WIRES), world.clock_ms, threaded=False)
    lamps.show({"seat1": Lamp.ON, "seat2": Lamp.SLOW, "seat3": Lamp.FAST})
    changes: list[tuple[int, int, int]] = []
    for _ in range(2000):
        lamps.pump()
        shown = (int(chip.outputs[1]), int(chip.outputs[2]), world.ms)
        if not changes or shown[:2] != changes[-1][:2]:
            changes.append(shown)
        assert chip.outputs[0]
        world.ms += 1
    assert [ms for _, _, ms in changes] == list(range(0, 2000, 125))
    lamps.close()


def test_lamps_on_pins_of_their_own(world: World) -> None:
    lamps = GpioLamps(DirectWires(world.pins, {"seat1": 4, "seat2": 18}), world.clock_ms, threaded=False)
    lamps.show({"seat2": Lamp.ON, "seat7": Lamp.ON})
    lamps.pump()
    assert [world.factory.pin(pin).state for pin in (4, 18)] == [False, True]
    assert lamps.say == "Lamps: 2 on GPIO pins."
    lamps.close()
    assert not world.factory.pin(18).state


def test_a_busy_pin_frees_the_others_again(world: World) -> None:
    taken = DigitalInputDevice(25, pin_factory=world.factory)
    with pytest.raises(Exception, match="25"):
        RegisterWires(world.pins, WIRES)
    with pytest.raises(Exception, match="25"):
        DirectWires(world.pins, {"seat1": 24, "seat2": 25})
    taken.close()
    RegisterWires(world.pins, WIRES).close()


def test_a_driver_that_fails_is_counted_and_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    wires = DirectWires(world.pins, {"seat1": 4})
    lamps = GpioLamps(wires, world.clock_ms, threaded=False)
    put = wires.put
    monkeypatch.setattr(wires, "put", lambda burning: 1 // 0)
    lamps.show({"seat1": Lamp.ON})
    assert lamps.pump() == 1000 and lamps.pump() == 1000
    assert lamps.errors == 2 and "has failed 2 times" in lamps.say
    monkeypatch.setattr(wires, "put", put)
    assert lamps.pump() is None
    assert world.factory.pin(4).state
    lamps.close()


def test_a_register_that_fails_at_the_start_is_let_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    wires = DirectWires(world.pins, {"seat1": 4})
    monkeypatch.setattr(wires, "put", lambda burning: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        GpioLamps(wires, world.clock_ms)
    DirectWires(world.pins, {"seat1": 4}).close()


def test_the_thread_blinks_and_follows_without_being_asked(world: World) -> None:
    lamps = GpioLamps(DirectWires(world.pins, {"seat1": 4}), world.clock_ms)
    pin = world.factory.pin(4)
    lamps.show({"seat1": Lamp.FAST})
    for expected in (True, False, True, False):
        while bool(pin.state) is not expected:
            time.sleep(0.001)
        world.ms += 125
    lamps.show({"seat1": Lamp.ON})
    while not pin.state:
        time.sleep(0.001)
    lamps.close()
    assert not pin.state
    assert not [thread for thread in threading.enumerate() if thread.name == "lamps"]
