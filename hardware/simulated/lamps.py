"""Lamps that remember what they showed."""

from __future__ import annotations

from hardware.lamps import Lamp
from hardware.monotonic import Milliseconds, monotonic_ms


class SimulatedLamps:
    """A `Lamps` backend; `shown` is what burns, `history` the last 1000 changes with their times in ms."""

    def __init__(self, now_ms: Milliseconds = monotonic_ms) -> None:
        self._now_ms = now_ms
        self.shown: dict[str, Lamp] = {}
        self.history: list[tuple[int, dict[str, Lamp]]] = []
        self.closed = False

    @property
    def say(self) -> str:
        """One line for the diagnosis."""
        return "simulated lamps"

    def show(self, lamps: dict[str, Lamp]) -> None:
        """Set the lamps of the named seat buttons; those not named go off.  Ignored once closed."""
        burning: dict[str, Lamp] = {name: lamp for name, lamp in lamps.items() if lamp is not Lamp.OFF}
        if self.closed or burning == self.shown:
            return
        self.shown = burning
        self.history.append((self._now_ms(), dict(burning)))
        del self.history[:-1000]

    def close(self) -> None:
        """All off."""
        self.show({})
        self.closed = True
