"""Pace: an amount that is stepped through quickly goes in larger and larger strides."""

from __future__ import annotations

#: Steps that follow each other sooner than this belong together, as those of a held key do.
_TOGETHER_MS = 420
#: After so many steps in a row each is worth so many.
_STRIDES = ((24, 25), (8, 5))
#: A range of fewer steps than this is gone through one by one.
_SHORT = 40


class Pace:
    """Counts how quickly and for how long somebody has stepped in one direction."""

    def __init__(self) -> None:
        self._way = 0
        self._count = 0
        self._last = 0

    def stride(self, way: int, now: int, steps: int) -> int:
        """Return by how many steps to go for one more press upwards (1) or downwards (-1).

        `steps` is how many there are from the least to the most.
        """
        together = way == self._way and now - self._last <= _TOGETHER_MS
        self._count = self._count + 1 if together else 0
        self._way, self._last = way, now
        if steps < _SHORT:
            return 1
        return next((stride for count, stride in _STRIDES if self._count >= count), 1)
