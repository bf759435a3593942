"""The chart of what everybody had: a line a seat, in its colour and dashes, with its shapes on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from companion.annals.dashes import dashed
from companion.annals.lines import Line, bounds
from companion.kiosk.canvas import Canvas
from companion.kiosk.paint import OVER
from companion.kiosk.shapes import seat_ink, seat_shape
from companion.kiosk.theme import Ink
from companion.table.seats import Seat

_OVER = OVER // 2
#: At most so many shapes stand on a line before the one at its end.
_MOST_SHAPES = 6


def paint_chart(
    canvas: Canvas,
    rect: pygame.Rect,
    lines: Sequence[Line],
    empty: str = "",
    written: Callable[[int], str] = str,
) -> None:
    """Draw the chart into `rect`, its scale at the left, the rounds below; `empty` where none was.

    `written` says how the game writes an amount.
    """
    theme = canvas.theme
    scale = bounds(lines)
    if scale is None:
        canvas.text(empty, "body", Ink.MUTED, rect, "middle")
        return
    low, high, step = scale
    count = max(len(line.amounts) for line in lines)
    labels = {amount: written(amount) for amount in range(low, high + 1, step)}
    widest = max(canvas.width(label, "small") for label in labels.values())
    left, below, right = max(theme.px(52), widest + theme.px(12)), theme.px(34), theme.px(34)
    plot = pygame.Rect(
        rect.x + left, rect.y + theme.px(10), rect.width - left - right, rect.height - below - theme.px(10)
    )

    def at(index: int, amount: int) -> tuple[float, float]:
        x = plot.x + plot.width * index / (count - 1)
        return x, plot.bottom - plot.height * (amount - low) / (high - low)

    for amount in range(low, high + 1, step):
        y = round(at(0, amount)[1])
        canvas.surface.fill(Ink.EDGE, (plot.x, y, plot.width, 1))
        label = pygame.Rect(rect.x, y - theme.px(14), left - theme.px(10), theme.px(28))
        canvas.text(labels[amount], "small", Ink.MUTED, label, "right")
    every = max(1, -(-count // 9))
    for index in range(0, count, every):
        x = round(at(index, low)[0])
        label = pygame.Rect(x - theme.px(24), plot.bottom + theme.px(4), theme.px(48), below - theme.px(4))
        canvas.text(str(index), "small", Ink.MUTED, label, "middle")
    _draw_lines(
        canvas,
        plot,
        [(line.seat, [at(i, a) for i, a in enumerate(line.amounts) if a is not None]) for line in lines],
    )


def _draw_lines(
    canvas: Canvas, plot: pygame.Rect, paths: Sequence[tuple[Seat, list[tuple[float, float]]]]
) -> None:
    """Draw the lines too large and scale them down, which smooths them; then the shapes on them."""
    theme = canvas.theme
    pad = theme.px(20)
    area = plot.inflate(2 * pad, 2 * pad)
    large = pygame.Surface((area.width * _OVER, area.height * _OVER), pygame.SRCALPHA)
    thick = max(2, theme.px(4)) * _OVER
    for seat, path in paths:
        ink = seat_ink(seat)
        points = [((x - area.x) * _OVER, (y - area.y) * _OVER) for x, y in path]
        for piece in dashed(points, seat.place, thick):
            for start, end in pairwise(piece):
                pygame.draw.line(large, ink, start, end, thick)
    canvas.blit(pygame.transform.smoothscale(large, area.size), area.topleft)
    small, side = max(12, theme.px(19)), theme.px(26)
    for number, (seat, path) in enumerate(paths):
        # The shapes of two lines that run together stand one behind the other, not one on the other.
        every = max(1, -(-len(path) // _MOST_SHAPES))
        # None stands at the beginning, on the numbers of the scale.
        for x, y in path[number % every or every : -1 : every]:
            canvas.centred(seat_shape(canvas.box, seat, small), (round(x), round(y)))
    ends = sorted((path[-1][1], number) for number, (_, path) in enumerate(paths) if path)
    for (_, number), y in zip(ends, _apart([y for y, _ in ends], side * 0.9, plot.bottom), strict=True):
        seat, path = paths[number]
        canvas.centred(seat_shape(canvas.box, seat, side), (round(path[-1][0] + side * 0.7), round(y)))


def _apart(heights: Sequence[float], least: float, bottom: float) -> list[float]:
    """Return rising heights moved so far that `least` is between them, and none is below `bottom`."""
    moved: list[float] = []
    for y in heights:
        moved.append(max(y, moved[-1] + least) if moved else y)
    limit = bottom
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - least
    return moved
