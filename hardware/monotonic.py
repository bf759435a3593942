"""The only clock of the hardware: milliseconds that never jump when the wall clock is set."""

from __future__ import annotations

import time
from collections.abc import Callable

Milliseconds = Callable[[], int]


def monotonic_ms() -> int:
    """Return the monotonic clock in whole milliseconds."""
    return time.monotonic_ns() // 1_000_000
