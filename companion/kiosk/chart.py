"""The chart of what everybody had, round by round: a line a seat, in its colour, ending in its shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from companion.annals.lines import Line, bounds
from companion.kiosk.canvas import Canvas
from companion.kiosk.paint import OVER
from companion.kiosk.shapes import seat_ink, seat_shape
from companion.kiosk.theme import Ink
from companion.table.seats import Seat

_OVER = OVER // 2
#: The points of a longer evening stand too close for dots.
_MOST_DOTS = 40


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
    """Draw the lines too large and scale them down, which smooths them; then the shapes at their ends."""
    theme = canvas.theme
    pad = theme.px(20)
    area = plot.inflate(2 * pad, 2 * pad)
    large = pygame.Surface((area.width * _OVER, area.height * _OVER), pygame.SRCALPHA)
    thick = max(2, theme.px(4)) * _OVER
    for seat, path in paths:
        ink = seat_ink(seat)
        points = [((x - area.x) * _OVER, (y - area.y) * _OVER) for x, y in path]
        for start, end in pairwise(points):
            pygame.draw.line(large, ink, start, end, thick)
        if len(points) <= _MOST_DOTS:
            for point in points:
                pygame.draw.circle(large, ink, point, thick * 0.75)
    canvas.blit(pygame.transform.smoothscale(large, area.size), area.topleft)
    side = theme.px(26)
    taken: list[float] = []
    for seat, path in sorted(paths, key=lambda one: one[1][-1][1] if one[1] else 0):
        if not path:
            continue
        y = path[-1][1]
        while any(abs(y - other) < side * 0.8 for other in taken):
            y += side * 0.4
        taken.append(y)
        canvas.centred(seat_shape(canvas.box, seat, side), (round(path[-1][0] + side * 0.7), round(y)))
