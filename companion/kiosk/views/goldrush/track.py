"""The track: how many spaces go round a rectangle, where each lies, and the way from one to another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pygame

#: Between the corners a cell of a row is about this much wider than one of a column is high.
_SHAPE = 1.32
#: The rows are this much higher than a cell of a column, which leaves room for a name below a picture;
#: the columns are this much wider than a cell of a row, for a name beside it.
_DEEP, _WIDE = 1.25, 1.6


@dataclass(frozen=True, slots=True)
class Sides:
    """How many cells lie between the corners: along the bottom, the left, the top and the right."""

    bottom: int
    left: int
    top: int
    right: int


def sides_of(count: int, width: int, height: int) -> Sides:
    """Return how `count` spaces (at least 8) are shared out among the sides of a rectangle.

    Opposite sides are equal; an odd space more lies on the top.
    """
    half = (count - 4) // 2
    across = max(
        range(1, half), key=lambda cells: -abs(_aspect(cells, half - cells, width, height)), default=1
    )
    return Sides(across, half - across, across + count % 2, half - across)


def _aspect(across: int, down: int, width: int, height: int) -> float:
    cell = (width / (across + 2 * _WIDE)) / (height / (down + 2 * _DEEP))
    return max(cell / _SHAPE, _SHAPE / cell)


class Track:
    """Cells for `count` spaces round `rect`, clockwise from the corner at the bottom right."""

    def __init__(self, rect: pygame.Rect, count: int, gap: int, sides: Sides | None = None) -> None:
        """`sides` are how the spaces are shared out where that has been settled."""
        self.rect = rect
        self.count = count
        sides = sides or sides_of(count, rect.width, rect.height)
        # The corners' sizes follow from the cells between them on the fuller side.
        self._wide = round(rect.width * _WIDE / (sides.top + 2 * _WIDE))
        self._high = round(rect.height * _DEEP / (sides.left + 2 * _DEEP))
        self.gap = gap
        left, right = rect.left, rect.right - self._wide
        top, bottom = rect.top, rect.bottom - self._high
        cells = [self._cell(right, bottom, self._wide, self._high)]
        cells += reversed(self._along(sides.bottom, bottom))
        cells.append(self._cell(left, bottom, self._wide, self._high))
        cells += reversed(self._upright(sides.left, left))
        cells.append(self._cell(left, top, self._wide, self._high))
        cells += self._along(sides.top, top)
        cells.append(self._cell(right, top, self._wide, self._high))
        cells += self._upright(sides.right, right)
        self.cells: tuple[pygame.Rect, ...] = tuple(cells)

    def _cell(self, x: float, y: float, wide: float, high: float) -> pygame.Rect:
        left, top = round(x), round(y)
        gap = self.gap
        return pygame.Rect(
            left + gap // 2, top + gap // 2, round(x + wide) - left - gap, round(y + high) - top - gap
        )

    def _along(self, count: int, y: int) -> list[pygame.Rect]:
        """Cells from left to right between two corners."""
        wide = (self.rect.width - 2 * self._wide) / count
        return [self._cell(self.rect.left + self._wide + wide * n, y, wide, self._high) for n in range(count)]

    def _upright(self, count: int, x: int) -> list[pygame.Rect]:
        """Cells from top to bottom between two corners."""
        high = (self.rect.height - 2 * self._high) / count
        return [self._cell(x, self.rect.top + self._high + high * n, self._wide, high) for n in range(count)]

    @cached_property
    def middle(self) -> pygame.Rect:
        """What the track encloses."""
        return self.rect.inflate(-2 * self._wide - self.gap, -2 * self._high - self.gap)

    def onwards(self, start: int, to: int) -> list[int]:
        """Return the spaces passed clockwise from `start` to `to`, the last one included."""
        steps = (to - start) % self.count
        return [(start + step) % self.count for step in range(1, steps + 1)]

    def shortest(self, start: int, to: int) -> list[int]:
        """Return the spaces passed on the shorter way round."""
        ahead = self.onwards(start, to)
        if len(ahead) <= self.count // 2:
            return ahead
        back = (start - to) % self.count
        return [(start - step) % self.count for step in range(1, back + 1)]
