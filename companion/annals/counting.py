"""Counters by seat, and the best of each kind of feat: what the tallies of the four games share."""

from __future__ import annotations

from collections import defaultdict

from companion.annals.evening import Feat
from companion.table.text import Fact


class Counters:
    """Figures by seat and name; what was never counted is nought."""

    def __init__(self) -> None:
        self._seats: dict[str, dict[str, int]] = defaultdict(dict)

    def add(self, seat: str, name: str, count: int = 1) -> int:
        """Add to a figure; returns what it is now."""
        figures = self._seats[seat]
        figures[name] = figures.get(name, 0) + count
        return figures[name]

    def most(self, seat: str, name: str, count: int) -> None:
        """Keep the larger of a figure and `count`."""
        figures = self._seats[seat]
        figures[name] = max(figures.get(name, count), count)

    def put(self, seat: str, name: str, count: int) -> None:
        self._seats[seat][name] = count

    def get(self, seat: str, name: str) -> int:
        return self._seats[seat].get(name, 0) if seat in self._seats else 0

    def seats(self) -> tuple[str, ...]:
        return tuple(self._seats)

    def plain(self) -> dict[str, dict[str, int]]:
        return {seat: dict(figures) for seat, figures in self._seats.items()}


class Feats:
    """The best feat of each kind; of equal ones the first."""

    def __init__(self) -> None:
        self._best: dict[str, Feat] = {}

    def offer(self, kind: str, seat: str, score: int, least: int = 1, **facts: Fact) -> None:
        """Take a feat if it is worth telling and better than what is known of its kind."""
        known = self._best.get(kind)
        if score >= least and (known is None or score > known.score):
            self._best[kind] = Feat(kind, seat, score, facts)

    def best(self) -> tuple[Feat, ...]:
        return tuple(self._best.values())


class Streaks:
    """How often in a row something has gone well for each seat."""

    def __init__(self) -> None:
        self._now: dict[str, int] = defaultdict(int)

    def went(self, seat: str, well: bool) -> int:
        """Note how it went; returns how often in a row it has gone well."""
        self._now[seat] = self._now[seat] + 1 if well else 0
        return self._now[seat]

    def alone(self, seat: str) -> int:
        """It went well for this seat, and so ends everybody else's row; returns how often in a row."""
        count = self._now[seat] + 1
        self._now.clear()
        self._now[seat] = count
        return count
