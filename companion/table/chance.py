"""Chance behind a small interface: lots and shuffles come from here and from nowhere else."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """What draws lots and shuffles."""

    def draw(self, among: Sequence[str]) -> str:
        """Return one of `among`, each as likely as another; raises `IndexError` when there are none."""
        ...

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return all `cards` in a new order, each order as likely as another."""
        ...


class _Random:
    def __init__(self, source: random.Random) -> None:
        self._source = source

    def draw(self, among: Sequence[str]) -> str:
        return self._source.choice(among)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        shuffled = list(cards)
        self._source.shuffle(shuffled)
        return tuple(shuffled)


class SystemChance(_Random):
    """Chance that nobody can foretell, from the operating system."""

    def __init__(self) -> None:
        super().__init__(secrets.SystemRandom())


class SeededChance(_Random):
    """Chance that is the same for the same seed: for tests and simulation."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(random.Random(seed))
