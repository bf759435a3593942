"""The buttons' gpiozero backend over mock pins that are driven as the world drives pins."""

from __future__ import annotations

import ast
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device, DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin

import hardware
from hardware.buttons import BUTTONS, Press, PressQueue
from hardware.gpio import MOST_EDGES, EdgeCatcher, GpioButtons
from hardware.pin_factory import GpioFault, PinFactory
from hardware.pins import DEFAULT_BUTTON_PINS


class World:
    """Mock pins, a clock set by hand, and fingers whose contacts bounce."""

    def __init__(self) -> None:
        self.ms = 1000
        self.factory = MockFactory()
        self.queue = PressQueue()
        self.edges = 0

    def clock_ms(self) -> int:
        return self.ms

    def open(self, threaded: bool = False, **buttons: int) -> GpioButtons:
        pins = PinFactory("mock", None, self.factory)
        return GpioButtons(pins, buttons or DEFAULT_BUTTON_PINS, self.queue, self.clock_ms, threaded=threaded)

    def pin(self, button: str) -> MockPin:
        return self.factory.pin(DEFAULT_BUTTON_PINS[button])

    def set(self, button: str, down: bool) -> None:
        pin = self.pin(button)
        self.edges += bool(pin.state) == down
        (pin.drive_low if down else pin.drive_high)()

    def bounce(self, button: str, down: bool, *gaps: int) -> None:
        """Change the level, then back and forth after each gap; there must be an even number of them."""
        self.set(button, down)
        for gap in gaps:
            self.ms += gap
            down = not down
            self.set(button, down)


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.factory.close()


def pumped(buttons: GpioButtons, world: World, ms: int) -> list[Press]:
    for _ in range(0, ms, 5):
        buttons.pump()
        world.ms += 5
    buttons.pump()
    return world.queue.drain()


def test_a_bouncing_press_is_one_press(world: World) -> None:
    buttons = world.open()
    world.bounce("seat1", True, 2, 1, 4, 3)
    down_at = world.ms
    pumped(buttons, world, 100)
    world.bounce("seat1", False, 1, 3)
    assert pumped(buttons, world, 2000) == [Press("seat1", "press", down_at)]
    buttons.close()


def test_each_button_is_its_pin(world: World) -> None:
    buttons = world.open()
    for button in BUTTONS:
        world.set(button, True)
        world.ms += 100
        world.set(button, False)
        assert [press.button for press in pumped(buttons, world, 100)] == [button]
    buttons.close()


def test_cross_talk_presses_nothing(world: World) -> None:
    """Whenever the one wire is pulled down, its neighbours follow for some milliseconds."""
    buttons = world.open()
    for _ in range(20):
        world.set("seat2", True)
        world.bounce("seat1", True, 3, 2, 1)
        world.bounce("seat3", True, 9)
        pumped_before = pumped(buttons, world, 150)
        world.set("seat2", False)
        world.bounce("seat3", True, 12)
        assert [press.button for press in [*pumped_before, *pumped(buttons, world, 200)]] == ["seat2"]
    buttons.close()


def test_a_stuck_button_is_one_hold_is_named_and_stops_nobody(world: World) -> None:
    buttons = world.open()
    world.set("seat4", True)
    assert [press.act for press in pumped(buttons, world, 25_000)] == ["hold"]
    assert "seat4" in buttons.say
    world.set("ok", True)
    world.ms += 80
    world.set("ok", False)
    assert [press.button for press in pumped(buttons, world, 1000)] == ["ok"]
    buttons.close()


def test_a_button_that_is_down_when_the_pins_are_opened_means_nothing(world: World) -> None:
    world.factory.pin(DEFAULT_BUTTON_PINS["seat1"])
    first = world.open()
    world.set("seat1", True)
    first.close()

    class HeldDown(MockPin):
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    world.factory.reset()
    world.factory.pin(DEFAULT_BUTTON_PINS["seat1"], pin_class=HeldDown)
    buttons = world.open()
    assert pumped(buttons, world, 5000) == []
    world.set("seat1", False)
    assert pumped(buttons, world, 500) == []
    world.set("seat1", True)
    world.ms += 90
    world.set("seat1", False)
    assert [press.act for press in pumped(buttons, world, 500)] == ["press"]
    buttons.close()


def chatter(chance: random.Random, begin: int, level: bool) -> list[tuple[int, bool]]:
    """A hundred and five changes within 15 ms that end at a level."""
    times = sorted(begin + chance.randrange(15) for _ in range(105))
    return [(ms, level if number % 2 == 0 else not level) for number, ms in enumerate(times)]


def test_ten_thousand_edges_in_a_second_give_exactly_the_presses_that_were_meant(world: World) -> None:
    """Twelve fingers, four presses each within a second, every change of level a burst of a hundred."""
    chance = random.Random(8)
    edges: list[tuple[int, str, bool]] = []
    for number, button in enumerate(BUTTONS):
        for press in range(4):
            # OK and BACK take turns, or they would be their chord.
            begin = world.ms + 250 * press + (125 if button == "back" else 3 * number if number < 8 else 0)
            edges += [(ms, button, down) for ms, down in chatter(chance, begin, True)]
            edges += [(ms, button, down) for ms, down in chatter(chance, begin + 100, False)]
    edges.sort(key=lambda edge: edge[0])
    assert edges[-1][0] - edges[0][0] <= 1000
    buttons = world.open()
    found: list[Press] = []
    for ms, button, down in edges:
        while world.ms < ms:
            world.ms += 1
            if world.ms % 5 == 0:
                buttons.pump()
                found += world.queue.drain()
        world.set(button, down)
    found += pumped(buttons, world, 1000)
    assert world.edges >= 10_000 and buttons.dropped == buttons.errors == 0
    assert sorted(press.button for press in found) == sorted(BUTTONS * 4)
    assert {press.act for press in found} == {"press"}
    buttons.close()


def test_an_exception_in_a_handler_is_counted_and_the_next_edge_is_delivered(world: World) -> None:
    buttons = world.open()
    clock, buttons._catcher._clock_ms = buttons._catcher._clock_ms, lambda: 1 // 0
    world.set("seat1", True)
    assert buttons.errors == 1
    world.set("seat1", False)
    assert buttons.errors == 2
    buttons._catcher._clock_ms = clock
    world.set("seat1", True)
    world.ms += 100
    world.set("seat1", False)
    assert [press.act for press in pumped(buttons, world, 500)] == ["press"]
    assert buttons.errors == 2
    buttons.close()


def test_a_lost_edge_heals(world: World) -> None:
    """A driver that drops the release tells it by the level."""
    buttons = world.open()
    world.set("seat1", True)
    pumped(buttons, world, 100)
    pin = world.pin("seat1")
    handler, pin.when_changed = pin.when_changed, None
    world.set("seat1", False)
    pin.when_changed = handler
    assert [press.act for press in pumped(buttons, world, 400)] == ["press"]
    assert pumped(buttons, world, 60_000) == []
    buttons.close()


def test_a_pin_that_cannot_be_looked_at_is_counted_and_the_others_work(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    buttons = world.open()
    bad = world.pin("seat1")
    monkeypatch.setattr(type(bad), "_get_state", lambda self: 1 // 0 if self is bad else self._state)
    world.set("seat2", True)
    world.ms += 400
    world.set("seat2", False)
    assert [press.button for press in pumped(buttons, world, 1000)] == ["seat2"]
    assert buttons.errors > 0
    buttons.close()


def test_a_busy_pin_is_left_out_and_named(world: World) -> None:
    taken = DigitalInputDevice(DEFAULT_BUTTON_PINS["seat3"], pin_factory=world.factory)
    buttons = world.open()
    assert list(buttons.missing) == ["seat3"]
    assert "11 on GPIO pins" in buttons.say and "GPIO 12 of the button seat3" in buttons.say
    world.set("seat4", True)
    world.ms += 100
    world.set("seat4", False)
    assert [press.button for press in pumped(buttons, world, 500)] == ["seat4"]
    buttons.close()
    taken.close()


def test_no_pin_at_all_is_a_fault(world: World) -> None:
    taken = DigitalInputDevice(5, pin_factory=world.factory)
    with pytest.raises(GpioFault, match="free it or choose another pin"):
        world.open(seat1=5)
    taken.close()


def test_closing_frees_the_pins_and_no_press_comes_afterwards(world: World) -> None:
    buttons = world.open()
    world.set("seat1", True)
    world.ms += 100
    world.set("seat1", False)
    buttons.close()
    buttons.pump()
    buttons.close()
    assert len(world.queue) == 0
    again = world.open()
    assert again.missing == {}
    again.close()


def test_the_thread_delivers_without_anybody_pumping(world: World) -> None:
    buttons = world.open(threaded=True)
    world.set("up", True)
    while not len(world.queue):
        world.ms += 5
        time.sleep(0.001)
    assert world.queue.drain()[0].button == "up"
    world.set("up", False)
    buttons._detector.edge = None  # type: ignore[assignment, method-assign]
    while not buttons.errors:
        world.ms += 100
        buttons._wake.set()
        time.sleep(0.001)
    del buttons._detector.edge
    world.set("down", True)
    while not len(world.queue):
        world.ms += 5
        time.sleep(0.001)
    assert world.queue.drain()[-1].button == "down", "the thread has outlived an error"
    buttons.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "buttons"]


def test_a_flood_that_nobody_works_off_is_bounded() -> None:
    catcher = EdgeCatcher(lambda: 5, lambda: None)
    caught = catcher.callback("seat1", True)
    for _ in range(MOST_EDGES + 10):
        caught()
    assert catcher.dropped == 10 and len(catcher.take()) == MOST_EDGES and catcher.take() == []


def test_a_callback_only_notes_the_edge_and_waits_for_nothing(world: World) -> None:
    """While the worker holds everything up, the driver's thread is not held up."""
    buttons = world.open()
    for _ in range(1000):
        world.set("seat1", True)
        world.set("seat1", False)
    assert len(buttons._catcher.take()) == 2000
    assert buttons.errors == 0
    buttons.close()


def test_nothing_but_our_own_callback_is_given_to_gpiozero() -> None:
    """A library's method as a callback would get the button as an argument; a bare handler may raise."""
    given = []
    for path in Path(hardware.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Attribute) and target.attr.startswith("when_"):
                        given.append((path.name, ast.unparse(node.value)))
    assert sorted(given, reverse=True) == [
        ("gpio.py", "self._catcher.callback(button, True)"),
        ("gpio.py", "self._catcher.callback(button, False)"),
        ("gpio.py", "None"),
    ]


def test_the_default_factory_of_gpiozero_is_never_touched(world: World) -> None:
    before = Device.pin_factory
    world.open().close()
    assert Device.pin_factory is before
