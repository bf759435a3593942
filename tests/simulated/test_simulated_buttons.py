"""Simulated fingers and lamps: however contacts bounce, one touch is one press."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hardware.buttons import BUTTONS, PressQueue
from hardware.lamps import Lamp
from hardware.simulated import SimulatedButtons, SimulatedLamps


def test_each_touch_is_exactly_one_press_however_it_bounces(clock, seed):
    queue = PressQueue(10_000)
    buttons = SimulatedButtons(queue, seed, clock.now)
    for round_number in range(25):
        for button in BUTTONS:
            made = buttons.press(button)
            assert [(press.button, press.act) for press in made] == [(button, "press")], (round_number, made)
            clock.sleep(0.4)
    edges = len(buttons.edges)
    assert len(queue) == 25 * len(BUTTONS)
    assert edges == 1000, "the kept trace is bounded"


def test_the_traces_really_bounce(clock, seed):
    buttons = SimulatedButtons(PressQueue(), seed, clock.now)
    for _ in range(30):
        buttons.press("seat1")
    gaps = [after[0] - before[0] for before, after in zip(buttons.edges, buttons.edges[1:], strict=False)]
    assert len(buttons.edges) > 90
    assert sum(gap <= 4 for gap in gaps) > 30


def test_holds_and_chords_are_what_they_say(clock, seed):
    queue = PressQueue()
    buttons = SimulatedButtons(queue, seed, clock.now)
    for _ in range(8):
        assert [(p.button, p.act) for p in buttons.hold("ok")] == [("ok", "hold")]
        assert [(p.button, p.act) for p in buttons.hold("seat3")] == [("seat3", "hold")]
        assert [(p.button, p.act) for p in buttons.chord("ok", "back")] == [("ok+back", "press")]
        assert [(p.button, p.act) for p in buttons.chord("back", "ok", hold=True)] == [("ok+back", "hold")]
    presses = queue.drain()
    assert len(presses) == 32
    assert [press.at_ms for press in presses] == sorted(press.at_ms for press in presses)


def test_glitches_are_no_presses(clock, seed):
    queue = PressQueue()
    buttons = SimulatedButtons(queue, seed, clock.now)
    for _ in range(50):
        assert buttons.glitch("back") == ()
        clock.sleep(0.05)
    assert len(queue) == 0


def test_a_stuck_button_says_one_thing_once(clock, seed):
    buttons = SimulatedButtons(PressQueue(), seed, clock.now)
    assert [(p.button, p.act) for p in buttons.stick("seat4")] == [("seat4", "hold")]
    clock.sleep(30)
    assert [(p.button, p.act) for p in buttons.press("seat5")] == [("seat5", "press")]
    assert buttons.come_loose("seat4") == ()
    clock.sleep(1)
    assert [(p.button, p.act) for p in buttons.press("seat4")] == [("seat4", "press")]


def test_the_same_seed_makes_the_same_edges(clock):
    def trace(seed):
        clock.ms = 0.0
        buttons = SimulatedButtons(PressQueue(), seed, clock.now)
        for button in ("seat2", "ok", "up"):
            buttons.press(button)
        return buttons.edges

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


def test_closed_buttons_and_unknown_names(clock):
    queue = PressQueue()
    buttons = SimulatedButtons(queue, 1, clock.now)
    with pytest.raises(ValueError, match="no such button"):
        buttons.press("seat9")
    buttons.close()
    buttons.close()
    assert buttons.press("ok") == ()
    assert len(queue) == 0


def test_lamps_remember_changes_only(clock):
    lamps = SimulatedLamps(clock.now)
    lamps.show({"seat1": Lamp.ON, "seat2": Lamp.OFF})
    clock.sleep(1)
    lamps.show({"seat1": Lamp.ON})
    lamps.show({"seat2": Lamp.FAST})
    assert lamps.shown == {"seat2": Lamp.FAST}
    assert lamps.history == [(1000, {"seat1": Lamp.ON}), (2000, {"seat2": Lamp.FAST})]
    lamps.close()
    lamps.show({"seat1": Lamp.ON})
    assert lamps.shown == {}


def test_importing_the_package_loads_neither_opencv_nor_numpy():
    code = "import sys, hardware.simulated; print(sorted({'cv2', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    code = (
        "import sys; from hardware.simulated import SimulatedButtons, SimulatedLamps;"
        "print('cv2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
