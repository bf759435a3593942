"""Lamps on the GPIO pins: each on a pin of its own, or all on a chain of 74HC595 shift registers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hardware.buttons import SEAT_BUTTONS
from hardware.lamps import Lamp
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.pin_factory import PinFactory

log = logging.getLogger(__name__)

#: Half a period of the blinking patterns.
SLOW_MS, FAST_MS = 500, 125
OUTPUTS_A_CHIP = 8
#: A lamp that could not be set is tried again after this.
RETRY_MS = 1000


def lit(lamp: Lamp, ms: int) -> bool:
    """Return whether a lamp burns at a time; all that blink alike blink together."""
    if lamp is Lamp.SLOW:
        return ms // SLOW_MS % 2 == 0
    if lamp is Lamp.FAST:
        return ms // FAST_MS % 2 == 0
    return lamp is Lamp.ON


def next_change(lamps: Mapping[str, Lamp], ms: int) -> int | None:
    """Return in how many milliseconds a lamp changes by itself, None when none blinks."""
    waits = [
        half - ms % half
        for lamp, half in ((Lamp.SLOW, SLOW_MS), (Lamp.FAST, FAST_MS))
        if lamp in lamps.values()
    ]
    return min(waits, default=None)


class LampWires(Protocol):
    """Sets all lamps at once; errors of the driver come through."""

    names: tuple[str, ...]

    def put(self, burning: Sequence[bool]) -> None:
        """Set the lamps in the order of `names`."""

    def close(self) -> None: ...


class DirectWires:
    """One pin a lamp, high when it burns."""

    def __init__(self, pins: PinFactory, lamps: Mapping[str, int]) -> None:
        self.names = tuple(lamps)
        self._devices: list[Any] = []
        try:
            for pin in lamps.values():
                self._devices.append(_output(pins, pin))
        except Exception:
            self.close()
            raise

    def put(self, burning: Sequence[bool]) -> None:
        for device, on in zip(self._devices, burning, strict=True):
            device.value = on

    def close(self) -> None:
        for device in self._devices:
            device.close()


class RegisterWires:
    """74HC595 shift registers in a chain: the first name is output QA of the chip next to the Pi."""

    def __init__(
        self, pins: PinFactory, wires: Mapping[str, int], names: tuple[str, ...] = SEAT_BUTTONS
    ) -> None:
        self.names = names
        self._spare = -len(names) % OUTPUTS_A_CHIP
        self._devices: list[Any] = []
        try:
            for wire in ("data", "clock", "latch"):
                self._devices.append(_output(pins, wires[wire]))
        except Exception:
            self.close()
            raise

    def put(self, burning: Sequence[bool]) -> None:
        data, clock, latch = self._devices
        # What goes in first travels furthest.
        for on in reversed([*burning, *[False] * self._spare]):
            data.value = on
            clock.on()
            clock.off()
        latch.on()
        latch.off()

    def close(self) -> None:
        for device in self._devices:
            device.close()


def _output(pins: PinFactory, pin: int) -> Any:
    from gpiozero import OutputDevice

    return OutputDevice(pin, pin_factory=pins.factory)


class GpioLamps:
    """A `Lamps` backend that does the blinking itself, on one thread.

    An error of the driver is counted in `errors` and tried again; it never reaches the caller of
    `show`.  Without `threaded`, the owner calls `pump` himself.
    """

    def __init__(
        self, wires: LampWires, clock_ms: Milliseconds = monotonic_ms, threaded: bool = True
    ) -> None:
        """Put all lamps out, since a register begins with anything; errors of the driver come through."""
        self._wires = wires
        self._clock_ms = clock_ms
        self._lamps: dict[str, Lamp] = {}
        self._burning: tuple[bool, ...] | None = None
        self._wake = threading.Event()
        self._closed = False
        self.errors = 0
        try:
            self._put((False,) * len(wires.names))
        except Exception:
            wires.close()
            raise
        self._thread: threading.Thread | None = None
        if threaded:
            self._thread = threading.Thread(target=self._run, name="lamps", daemon=True)
            self._thread.start()

    @property
    def say(self) -> str:
        kind = "a shift register" if isinstance(self._wires, RegisterWires) else "GPIO pins"
        line = f"Lamps: {len(self._wires.names)} on {kind}."
        return line if not self.errors else f"{line} Setting them has failed {self.errors} times."

    def show(self, lamps: dict[str, Lamp]) -> None:
        """Set the lamps of the named seat buttons; those not named go off, those not wired are nothing."""
        self._lamps = dict(lamps)
        self._wake.set()

    def pump(self) -> int | None:
        """Set what burns now; return in how many milliseconds something changes by itself, None for never."""
        now, lamps = self._clock_ms(), self._lamps
        burning = tuple(lit(lamps.get(name, Lamp.OFF), now) for name in self._wires.names)
        if burning != self._burning:
            try:
                self._put(burning)
            except Exception:
                if not self.errors:
                    log.exception("the lamps cannot be set")
                self.errors += 1
                return RETRY_MS
        return next_change(lamps, now)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(1.0)
        try:
            self._put((False,) * len(self._wires.names))
        except Exception:
            self.errors += 1
        self._wires.close()

    def _put(self, burning: tuple[bool, ...]) -> None:
        self._burning = None
        self._wires.put(burning)
        self._burning = burning

    def _run(self) -> None:
        while not self._closed:
            wait = self.pump()
            self._wake.wait(None if wait is None else wait / 1000)
            self._wake.clear()
