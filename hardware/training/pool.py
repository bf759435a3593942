"""A pool of pieces to learn from: so many are kept, and how hard each was when it was last shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np

Piece = TypeVar("Piece")


class Pool(Generic[Piece]):
    """So many pieces at most, later ones taking the place of any; what is new counts as `unseen`, and nothing
    as harder than the `hardest`, for of some nobody can tell what they show."""

    def __init__(self, most: int, unseen: float = 0.0, hardest: float = 0.0) -> None:
        self._most, self._unseen, self._hardest = most, unseen, hardest
        self.kept: list[Piece] = []
        self._hard: list[float] = []

    def add(self, generator: np.random.Generator, pieces: Sequence[Piece]) -> None:
        """Add pieces; when there are too many, each takes the place of another."""
        for piece in pieces:
            if len(self.kept) < self._most:
                self.kept.append(piece)
                self._hard.append(self._unseen)
            else:
                place = int(generator.integers(self._most))
                self.kept[place], self._hard[place] = piece, self._unseen

    def pick(self, generator: np.random.Generator, harder: bool) -> int:
        """Return the number of some piece, of two the `harder` one."""
        one, other = (int(number) for number in generator.integers(len(self.kept), size=2))
        return other if harder and self._hard[other] > self._hard[one] else one

    def shown(self, number: int, loss: float) -> None:
        """Remember how hard a piece was."""
        self._hard[number] = min(loss, self._hardest)
