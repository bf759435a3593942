"""The lines of a chart: each place at the table has dashes of its own beside its colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]

#: The dashes of each place, in widths of the line: drawn, left out, drawn, ...; () is drawn throughout.
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 2.2),
    (1.8, 1.8),
    (7, 2, 1.6, 2),
    (10, 2.2),
    (3.2, 3.2),
    (6, 2, 1.6, 2, 1.6, 2),
    (1.6, 3.6),
)


def dashed(points: Sequence[Point], place: int, width: float) -> Iterator[list[Point]]:
    """Yield the pieces that are drawn of a line through `points`, `width` wide, of the seat of a place."""
    lengths = [length * width for length in DASHES[place]]
    if not lengths or len(points) < 2:
        if len(points) > 1:
            yield list(points)
        return
    which, left = 0, lengths[0]
    piece = [points[0]]
    for start, end in pairwise(points):
        whole = hypot(end[0] - start[0], end[1] - start[1])
        gone = 0.0
        while whole - gone > left:
            gone += left
            share = gone / whole
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if which % 2 == 0:
                yield [*piece, at]
            piece = [at]
            which = (which + 1) % len(lengths)
            left = lengths[which]
        left -= whole - gone
        if which % 2 == 0:
            piece.append(end)
        else:
            piece = [end]
    if which % 2 == 0 and len(piece) > 1:
        yield piece
