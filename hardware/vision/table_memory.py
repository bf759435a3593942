"""What one camera remembers of its table: the dice that lay flat on it, from which the next ones are judged.

A camera stands still between throws, so a die that lies alone is compared with those that lay there before:
which way it looks, and how large it is.  When the camera is moved after all, several dice that are at one say
so, or two throws that are odd in the same way.
"""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Sequence

import numpy as np

from hardware.vision.leaning import NO_DICE, Level, Table, Vectors, Whole
from hardware.vision.mat import Mat

#: So many dice are remembered, the latest ones.
_MOST = 24
#: Two throws lean the same way when their dice's ways differ by less than this (to the right and downwards).
_SAME = 0.15
#: A die is at most so many times as large or as small as the largest and the smallest of those before, if
#: there are so many; on a mat, where nothing is nearer than another, not even that much larger: a face and a
#: side of a die that leans may look like one large face.  Two odd ones closer than this are of one size.
_SIZES, _LARGER_ON_MAT, _ENOUGH = 1.25, 1.22, 3
#: What is so many times as large or as small as the dice before is looked at only where nothing else is read.
_ANY_SIZE = 1.5
#: Dice are at one that are less than this off the way that most agree on (radians).
_AT_ONE = 0.1


class TableMemory:
    """The dice that were accepted on one table."""

    def __init__(self) -> None:
        self._dice = NO_DICE
        self._edges: deque[float] = deque(maxlen=_MOST)
        self._size = (0, 0)
        self._measured = False
        self._leant: Vectors | None = None
        self._odd: float | None = None

    def table(self, whole: Whole, mat: Mat | None = None) -> Table:
        """Return what is known of the table that a camera sees now.  Another size is another camera."""
        if whole.size != self._size:
            self._forget()
            self._size = whole.size
        if self._measured != (mat is not None):
            self._edges.clear()
            self._measured = mat is not None
        level = None if mat is None else horizon(mat, whole.size)
        return Table(whole, self._dice, level, self._usual_edges(mat))

    def _usual_edges(self, mat: Mat | None) -> tuple[float, float] | None:
        """Return how long edges of dice are in the picture (least, most; pixels); None if few are known."""
        if len(self._edges) < _ENOUGH:
            return None
        least, most = min(self._edges) / _ANY_SIZE, max(self._edges) * _ANY_SIZE
        scales = (1.0, 1.0) if mat is None else mat.scales
        return least * scales[0], most * scales[1]

    def of_size(self, edges: Sequence[float]) -> bool:
        """Say whether dice with these edges (pixels; on a mat millimetres) are as large as dice are here.

        Several that are all of another size have been brought nearer.
        """
        odd = self._odd_ones(edges)
        return not odd or (odd == len(edges) and odd >= _ENOUGH)

    def _odd_ones(self, edges: Sequence[float]) -> int:
        """Return how many of these edges are no longer usual."""
        if len(self._edges) < _ENOUGH:
            return 0
        larger = _LARGER_ON_MAT if self._measured else _SIZES
        least, most = min(self._edges) / _SIZES, max(self._edges) * larger
        return sum(not least < edge < most for edge in edges)

    def accepted(self, level: Level, edges: Sequence[float]) -> None:
        """Remember the dice of a throw that was acted on."""
        self._leant = self._odd = None
        before = NO_DICE if level.moved else self._dice
        if self._odd_ones(edges):
            self._edges.clear()
        both = before.beside(level.dice)
        self._dice = both.some(slice(-_MOST, None))
        self._edges.extend(edges)

    def asked_about(self, level: Level) -> None:
        """Remember those dice of a throw that was not acted on which are at one, where none are known yet.

        One of them may be in doubt, but all the others say how the table lies.
        """
        at_one = level.off < _AT_ONE
        if not len(self._dice) and np.count_nonzero(at_one) >= _ENOUGH:
            self._dice = level.dice.some(at_one)

    def cocked(self, level: Level) -> None:
        """Take note of a throw that was asked about as cocked; the same way again, the camera was moved."""
        if not len(level.dice):
            return
        leant, before = level.dice.up.mean(axis=0), self._leant
        self._leant = leant
        if before is not None and float(np.hypot(*(leant - before))) < _SAME:
            self._forget()

    def odd(self, edges: Sequence[float]) -> None:
        """Take note of a throw asked about because of its size; the same size again, the camera was moved."""
        edge, before = statistics.median(edges), self._odd
        self._odd = edge
        if before is not None and 1 / _SIZES < edge / before < _SIZES:
            self._forget()

    def _forget(self) -> None:
        self._dice, self._leant, self._odd = NO_DICE, None, None
        self._edges.clear()


def horizon(mat: Mat, size: tuple[int, int]) -> Vectors:
    """Return where all that is level with a mat would end: the line (a, b, c) in places, see `Whole`."""
    long = max(size)
    to_pixels = np.array([[long, 0.0, (size[0] - 1) / 2], [0.0, long, (size[1] - 1) / 2], [0.0, 0.0, 1.0]])
    line = mat.to_mm[2] @ to_pixels
    return np.asarray(line / np.linalg.norm(line), np.float64)
