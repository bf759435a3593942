"""How long to wait before trying again: a little at first, then longer, never for ever."""

from __future__ import annotations

FIRST_MS = 1000
MOST_MS = 30_000


class BackOff:
    """Waits of 1, 2, 4, 8, 16, 30, 30 ... seconds, until something has worked."""

    def __init__(self) -> None:
        self._next_ms = FIRST_MS

    def failed(self) -> int:
        """Return how many milliseconds to wait after one more failure."""
        wait = self._next_ms
        self._next_ms = min(2 * wait, MOST_MS)
        return wait

    def worked(self) -> None:
        """Begin again with the shortest wait."""
        self._next_ms = FIRST_MS
