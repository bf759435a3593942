"""The live test of buttons and lamps: every press is told, and lights its lamp."""

from __future__ import annotations

import time
from pathlib import Path

from companion.language import Language
from companion.settings import Settings
from companion.table.instance_lock import InstanceLock
from hardware.buttons import PressQueue
from hardware.gpio import GpioButtons
from hardware.lamps import Lamp
from hardware.machine import Machine
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.opening import Hardware, HardwareSettings, open_hardware

LOOK_SECONDS = 0.05
#: At the start all lamps burn for so long, one after the other.
EACH_MS = 250


def try_wires(data: Path, settings: Settings, words: Language, seconds: int) -> int:
    """Open the wires and tell what is pressed; returns 1 where there are none or some stayed silent.

    Raises `AlreadyRunning` beside a running companion, which holds the pins itself.
    """
    with InstanceLock(data):
        queue = PressQueue()
        hardware = open_hardware(HardwareSettings(buttons="gpio", pins=settings.pins()), queue, Machine())
        try:
            return watch(hardware, queue, words, seconds)
        finally:
            hardware.close()


def watch(
    hardware: Hardware,
    queue: PressQueue,
    words: Language,
    seconds: int,
    clock_ms: Milliseconds = monotonic_ms,
) -> int:
    """Tell every press for a while and light its lamp; returns 0 when every button has answered."""
    buttons = hardware.buttons
    if not isinstance(buttons, GpioButtons):
        reason = next((line for line in hardware.report if "simulated" in line), hardware.report[-1])
        print(words.line("doctor.live.no_pins", reason=reason))
        return 1
    print(words.line("doctor.live.head", seconds=seconds), flush=True)
    began, answered = clock_ms(), set[str]()
    wired = buttons.wired
    for name in wired:
        hardware.lamps.show({name: Lamp.ON})
        time.sleep(EACH_MS / 1000)
    hardware.lamps.show({})
    try:
        while clock_ms() - began < seconds * 1000 and answered < set(wired):
            for press in queue.drain():
                names = press.button.split("+")
                answered.update(names)
                kind = "doctor.live.hold" if press.act == "hold" else "doctor.live.press"
                print(words.line(kind, button=press.button), flush=True)
                hardware.lamps.show(dict.fromkeys(names, Lamp.ON))
            time.sleep(LOOK_SECONDS)
    except KeyboardInterrupt:
        print()
    silent = [name for name in wired if name not in answered]
    if not silent:
        print(words.line("doctor.live.all"))
        return 0
    print(words.line("doctor.live.over", count=len(answered), silent=", ".join(silent)))
    return 1
