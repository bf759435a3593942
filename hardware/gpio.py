"""Buttons on the GPIO pins, through gpiozero."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from hardware.buttons import PressQueue
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.pin_factory import GpioFault, PinFactory
from hardware.press_detection import PressDetector, Timing

log = logging.getLogger(__name__)

MOST_EDGES = 20_000
#: However the edges come, the levels themselves are looked at this often, so that a lost edge heals.
LOOK_MS = 250
#: A storm of edges is worked off in portions, not edge by edge.
GATHER_SECONDS = 0.002

Edge = tuple[str, bool, int]


class EdgeCatcher:
    """What a driver's thread calls: it notes the edge and the time, and nothing it does can raise or wait."""

    def __init__(self, clock_ms: Milliseconds, wake: Callable[[], None]) -> None:
        self._clock_ms = clock_ms
        self._wake = wake
        self._edges: deque[Edge] = deque()
        self.errors = 0
        self.dropped = 0

    def callback(self, button: str, down: bool) -> Callable[[], None]:
        """Return the function to be called when a button has gone down, or up."""

        def caught() -> None:
            try:
                if len(self._edges) >= MOST_EDGES:
                    self.dropped += 1
                    return
                self._edges.append((button, down, self._clock_ms()))
                self._wake()
            except Exception:
                self.errors += 1

        return caught

    def take(self) -> list[Edge]:
        """Take all edges, oldest first."""
        return [self._edges.popleft() for _ in range(len(self._edges))]


class GpioButtons:
    """A `Buttons` backend.  Each button closes its pin to ground; the Pi's own pull-ups are used.

    A button whose pin cannot be had is left out and named in `missing` with the reason.  Raises
    `GpioFault` when none can be had.  Without `threaded`, the owner calls `pump` himself.
    """

    def __init__(
        self,
        pins: PinFactory,
        buttons: Mapping[str, int],
        queue: PressQueue,
        clock_ms: Milliseconds = monotonic_ms,
        timing: Timing | None = None,
        threaded: bool = True,
    ) -> None:
        self._pins = pins
        self._queue = queue
        self._clock_ms = clock_ms
        self._wake = threading.Event()
        self._catcher = EdgeCatcher(clock_ms, self._wake.set)
        self._looked_ms = clock_ms()
        self._closed = False
        self._errors = 0
        self.missing: dict[str, str] = {}
        self._devices: dict[str, Any] = {}
        for button, pin in buttons.items():
            self._claim(button, pin)
        if buttons and not self._devices:
            raise GpioFault(next(iter(self.missing.values())), "gpio.busy")
        self._detector = PressDetector(self._devices, timing)
        self._detector.begin([name for name, device in self._devices.items() if device.is_active], clock_ms())
        self._thread: threading.Thread | None = None
        if threaded:
            self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
            self._thread.start()

    @property
    def say(self) -> str:
        line = f"Buttons: {len(self._devices)} on GPIO pins."
        if self.stuck:
            line += f" Pressed all the time: {', '.join(self.stuck)}; look at the button and its wire."
        return " ".join([line, *self.missing.values()])

    @property
    def wired(self) -> tuple[str, ...]:
        """The buttons that have their pins."""
        return tuple(self._devices)

    @property
    def stuck(self) -> tuple[str, ...]:
        """The buttons that have been down for so long that nobody can be meant to press them."""
        return self._detector.stuck(self._clock_ms())

    @property
    def down(self) -> tuple[str, ...]:
        """The buttons that are down just now."""
        return self._detector.down

    @property
    def errors(self) -> int:
        """How many errors of drivers and callbacks have been caught."""
        return self._errors + self._catcher.errors

    @property
    def dropped(self) -> int:
        """How many edges came faster than anybody could have pressed, and were dropped."""
        return self._catcher.dropped

    def pump(self) -> int:
        """Work off the edges that have come and put the presses known by now into the queue.

        Returns in how many milliseconds there is something to do again if no edge comes.
        """
        for button, down, ms in self._catcher.take():
            self._detector.edge(button, down, ms)
        now = self._clock_ms()
        if now - self._looked_ms >= LOOK_MS:
            self._looked_ms = now
            for button, device in self._devices.items():
                try:
                    self._detector.edge(button, bool(device.is_active), now)
                except Exception:
                    self._errors += 1
        for press in self._detector.tick(now):
            if not self._closed:
                self._queue.put(press)
        due = self._detector.next_due()
        return LOOK_MS if due is None else max(1, min(LOOK_MS, due - now))

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(1.0)
        for device in self._devices.values():
            try:
                # Closing a device alone leaves its alert with the driver.
                device.pin.when_changed = None
                device.close()
            except Exception:
                self._errors += 1
        self._devices = {}

    def _claim(self, button: str, pin: int) -> None:
        from gpiozero import DigitalInputDevice

        try:
            device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self._pins.factory)
        except Exception as error:
            owner = self._pins.owner(pin)
            held = f"is held by {owner}" if owner else f"cannot be had ({' '.join(str(error).split())})"
            self.missing[button] = f"GPIO {pin} of the button {button} {held}: free it or choose another pin."
            return
        device.when_activated = self._catcher.callback(button, True)
        device.when_deactivated = self._catcher.callback(button, False)
        self._devices[button] = device

    def _run(self) -> None:
        while not self._closed:
            try:
                wait = self.pump()
            except Exception:
                log.exception("the buttons' thread has caught an error")
                self._errors += 1
                wait = LOOK_MS
            if self._wake.wait(wait / 1000):
                self._wake.clear()
                # More edges of the same bounce are on their way.
                time.sleep(GATHER_SECONDS)
