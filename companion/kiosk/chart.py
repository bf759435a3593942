"""The chart of what everybody had, round by round: a line a seat, in its colour, ending in its shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.paint import OVER
from companion.kiosk.shapes import seat_ink, seat_shape
from companion.kiosk.theme import Ink
from companion.table.entries import Kind
from companion.table.seats import Seat
from companion.table.session import HistoryEntry

_OVER = OVER // 2
#: The points of a longer evening stand too close for dots.
_MOST_DOTS = 40


@dataclass(frozen=True, slots=True)
class Line:
    """What a seat had at the beginning and after each round; None where it did not sit at the table."""

    seat: Seat
    amounts: tuple[int | None, ...]


def lines_of(history: Sequence[HistoryEntry], seats: Sequence[Seat], ends_with: str) -> tuple[Line, ...]:
    """Return everybody's line over the answers that count; one point a round.

    A round ends with the entry that has the event `ends_with`; without any there is a point an answer.
    """
    counted = [one for one in history if one.kind in (Kind.START, Kind.ANSWER) and not one.undone]
    if not counted:
        return ()
    ends = [one for one in counted if any(event.what == ends_with for event in one.events)] or counted[1:]
    if ends and ends[-1] is not counted[-1]:
        ends.append(counted[-1])
    points = [counted[0], *ends]
    return tuple(Line(seat, tuple(_held(one, seat.id) for one in points)) for seat in seats)


def _held(one: HistoryEntry, seat: str) -> int | None:
    """What a seat had after an entry: its chips and its stake on the table."""
    if seat not in one.balances:
        return None
    return one.balances[seat] + one.balances.get(f"stake:{seat}", 0)


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
    known = [amount for line in lines for amount in line.amounts if amount is not None]
    count = max((len(line.amounts) for line in lines), default=0)
    if not known or count < 2:
        canvas.text(empty, "body", Ink.MUTED, rect, "middle")
        return
    low, high = min(known), max(1, *known)
    # Nought is the floor unless everybody stays far above it; then the differences are what is looked for.
    low = min(0, low) if low < 0.4 * high else low
    high = max(high, low + 1)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step
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


def _step(span: int) -> int:
    """Return a round distance between the lines of the scale, so that there are at most six."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if span / step <= 6:
                return step
        unit *= 10
