"""What one camera remembers of its table: the dice that lay flat on it, from which the next ones are judged.

A camera stands still between throws, so a die that lies alone is compared with those that lay there before.
When it is moved after all, several dice that are at one say so, or two throws that seem to lean the same way.
"""

from __future__ import annotations

import numpy as np

from hardware.vision.leaning import NO_DICE, Dice, Level, Table, Vectors, Whole
from hardware.vision.mat import Mat

#: So many dice are remembered, the latest ones.
_MOST = 24
#: Two throws lean the same way when their dice's ways differ by less than this (to the right and downwards).
_SAME = 0.15


class TableMemory:
    """The dice that were accepted on one table."""

    def __init__(self) -> None:
        self._dice = NO_DICE
        self._size = (0, 0)
        self._leant: Vectors | None = None

    def table(self, whole: Whole, mat: Mat | None = None) -> Table:
        """Return what is known of the table that a camera sees now.  Another size is another camera."""
        if whole.size != self._size:
            self._dice, self._leant, self._size = NO_DICE, None, whole.size
        return Table(whole, self._dice, None if mat is None else horizon(mat, whole.size))

    def accepted(self, level: Level) -> None:
        """Remember the dice of a throw that was acted on."""
        self._leant = None
        before = NO_DICE if level.moved else self._dice
        both = before.beside(level.dice)
        self._dice = Dice(both.places[-_MOST:], both.up[-_MOST:])

    def cocked(self, level: Level) -> None:
        """Take note of a throw that was asked about as cocked; the same way again, the camera was moved."""
        if not len(level.dice):
            return
        leant = level.dice.up.mean(axis=0)
        again = self._leant is not None and float(np.hypot(*(leant - self._leant))) < _SAME
        self._leant = leant
        if again:
            self._dice, self._leant = NO_DICE, None


def horizon(mat: Mat, size: tuple[int, int]) -> Vectors:
    """Return where all that is level with a mat would end: the line (a, b, c) in places, see `Whole`."""
    long = max(size)
    to_pixels = np.array([[long, 0.0, (size[0] - 1) / 2], [0.0, long, (size[1] - 1) / 2], [0.0, 0.0, 1.0]])
    line = mat.to_mm[2] @ to_pixels
    return np.asarray(line / np.linalg.norm(line), np.float64)
