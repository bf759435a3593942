"""Time behind a small interface: the monotonic clock decides, the wall clock is only for people to read."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Protocol
from uuid import uuid4


class Clock(Protocol):
    """What tells the time.

    `monotonic_ms` never goes back while the machine is on; `wall` is an aware UTC time that may jump either
    way (a Pi has no battery clock); `boot` names the run of the machine within which `monotonic_ms` counts.
    """

    def monotonic_ms(self) -> int: ...

    def wall(self) -> datetime: ...

    def boot(self) -> str: ...


class SystemClock:
    """The machine's own clocks."""

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> datetime:
        return datetime.now(UTC)

    def boot(self) -> str:
        return _boot()


class ManualClock:
    """A clock that moves only when it is told to: for tests and for the simulated world."""

    def __init__(self, wall: datetime | None = None, *, boot: str = "boot-1") -> None:
        self._ms = 0
        self._wall = wall or datetime(2024, 1, 1, 19, 0, tzinfo=UTC)
        self._boot = boot

    def monotonic_ms(self) -> int:
        return self._ms

    def wall(self) -> datetime:
        return self._wall

    def boot(self) -> str:
        return self._boot

    def pass_ms(self, ms: int) -> None:
        """Let `ms` milliseconds pass on both clocks; raises `ValueError` for a negative time."""
        if ms < 0:
            raise ValueError("time does not run backwards; use set_wall for a clock that jumps")
        self._ms += ms
        self._wall += timedelta(milliseconds=ms)

    def set_wall(self, wall: datetime) -> None:
        """Let the wall clock jump, as it does when the network tells the time."""
        self._wall = wall

    def start_again(self, boot: str) -> None:
        """The machine was switched off and on: the monotonic clock begins anew."""
        self._ms = 0
        self._boot = boot


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        # No such thing outside Linux; then each run of the program counts as one of the machine.
        return str(uuid4())
