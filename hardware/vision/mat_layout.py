"""The tray mats as they are printed: where their corner marks and their frame are, in millimetres.

A mat is a landscape page.  Its corner marks are ArUco marks of the dictionary 4x4_50; each paper has marks of
its own, so that a picture tells which mat it shows:

| paper | top left | top right | bottom right | bottom left |
|---|---|---|---|---|
| A4 | 0 | 1 | 2 | 3 |
| Letter | 4 | 5 | 6 | 7 |

Marks 8 to 15 belong to the mats of whole games (`hardware.vision.table_mats`).

Millimetres count from the page's top left corner, x to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

Millimetres = tuple[float, float]

#: From the page's edge to the marks: no usual printer leaves more than this white.
EDGE_MM = 10.0
#: A mark has six squares, the outer ones black; around it one square stays white.
MARK_MM = 21.0
MARK_SQUARES = 6
QUIET_MM = MARK_MM / MARK_SQUARES
#: From the page's edge to the frame beside the marks.
BESIDE_MM = 35.0
#: The ruler and the line of how to use the mat stand in a strip at the bottom, between the marks.
STRIP_MM = 14.0
RULER_MM = 100.0

#: The inner 4 x 4 squares of the first marks of the dictionary, row by row, 1 for white.
MARK_BITS = (
    0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E, 0xC4F2,
    0xFEDA, 0xCF56, 0xF991, 0x11A7, 0x0EB7, 0x2A0F, 0x24B1, 0x263E,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatLayout:
    """One printed mat; `ids` are its marks' numbers, clockwise from the top left."""

    paper: str
    width: float
    height: float
    ids: tuple[int, int, int, int]

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The area for dice and cards: left, top, right, bottom."""
        return BESIDE_MM, EDGE_MM, self.width - BESIDE_MM, self.height - EDGE_MM - STRIP_MM

    @property
    def ruler(self) -> Millimetres:
        """The left end of the ruler, `RULER_MM` long."""
        return BESIDE_MM + 3.0, self.height - EDGE_MM - 3.0

    def mark(self, id: int) -> tuple[Millimetres, Millimetres, Millimetres, Millimetres]:
        """Return the corners of a mark, clockwise from the top left."""
        place = self.ids.index(id)
        left = EDGE_MM if place in (0, 3) else self.width - EDGE_MM - MARK_MM
        top = EDGE_MM if place in (0, 1) else self.height - EDGE_MM - MARK_MM
        right, bottom = left + MARK_MM, top + MARK_MM
        return (left, top), (right, top), (right, bottom), (left, bottom)


LAYOUTS = {
    "a4": MatLayout("a4", 297.0, 210.0, (0, 1, 2, 3)),
    "letter": MatLayout("letter", 279.4, 215.9, (4, 5, 6, 7)),
}


def mark_squares(id: int) -> tuple[tuple[bool, ...], ...]:
    """Return which of a mark's 6 x 6 squares are black, row by row."""
    bits = MARK_BITS[id]
    inner = [[not bits >> (15 - 4 * row - column) & 1 for column in range(4)] for row in range(4)]
    edge = (True,) * MARK_SQUARES
    return (edge, *((True, *row, True) for row in inner), edge)
