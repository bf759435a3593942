"""The mats of whole games as they are printed: where their corner marks and their places are, in millimetres.

| mat | top left | top right | bottom right | bottom left |
|---|---|---|---|---|
| dominoes | 8 | 9 | 10 | 11 |
| patience | 12 | 13 | 14 | 15 |

They are larger than any page and so are glued together from four; they are the same whatever the paper.
Millimetres count from the mat's top left corner, x to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.vision.mat_layout import Millimetres

#: Left, top, width and height of a place.
Place = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TableMat:
    """One mat; `ids` are its marks' numbers, clockwise from the top left, each `mark_mm` wide.

    The marks stand `edge_mm` from the mat's edges.
    """

    name: str
    width: float
    height: float
    ids: tuple[int, int, int, int]
    mark_mm: float
    edge_mm: float

    def mark(self, id: int) -> tuple[Millimetres, Millimetres, Millimetres, Millimetres]:
        """Return the corners of a mark, clockwise from the top left."""
        place = self.ids.index(id)
        left = self.edge_mm if place in (0, 3) else self.width - self.edge_mm - self.mark_mm
        top = self.edge_mm if place in (0, 1) else self.height - self.edge_mm - self.mark_mm
        right, bottom = left + self.mark_mm, top + self.mark_mm
        return (left, top), (right, top), (right, bottom), (left, bottom)


DOMINO_MAT = TableMat("dominoes", 330.0, 330.0, (8, 9, 10, 11), 21.0, 8.0)
#: The place of a tile, a little larger than the usual tile of 48 x 24; and of a chip.
TILE_PLACE_MM = (52.0, 27.0)
CHIP_RADIUS_MM = 18.0
_PITCH_MM = 89.0

PATIENCE_MAT = TableMat("patience", 504.0, 365.0, (12, 13, 14, 15), 16.0, 3.0)
CARD_PLACE_MM = (63.0, 88.0)
COLUMNS = 7
_CARD_GAP_MM = 3.0
_TOP_MM, _BELOW_MM = 13.0, 9.0


def chip_place(chip: int) -> Millimetres:
    """Return the middle of a chip position, 1 to 9 in rows from the top left."""
    row, column = divmod(chip - 1, 3)
    first = (DOMINO_MAT.width - 2 * _PITCH_MM) / 2
    return first + column * _PITCH_MM, first + row * _PITCH_MM


def tile_place(chips: tuple[int, ...], side: str = "") -> Place:
    """Return the place of a tile between two chips, or on the `side` (n, e, s, w) of one at the rim."""
    x, y = chip_place(chips[0])
    long, short = TILE_PLACE_MM
    reach = _PITCH_MM / 2
    if len(chips) == 2:
        side = "e" if chips[1] == chips[0] + 1 else "s"
    across, down = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[side]
    wide, high = (long, short) if across else (short, long)
    return x + across * reach - wide / 2, y + down * reach - high / 2, wide, high


def column_place(column: int) -> Place:
    """Return the place of a column, 0 to 6; it reaches down to the mat's edge."""
    left = _column_left(column)
    top = _TOP_MM + CARD_PLACE_MM[1] + _BELOW_MM
    return left, top, CARD_PLACE_MM[0], PATIENCE_MAT.height - top - 8.0


def top_place(column: int) -> Place:
    """Return the place above a column: stock 0, waste 1 (and 2 for its fan), foundations 3 to 6."""
    return _column_left(column), _TOP_MM, *CARD_PLACE_MM


def _column_left(column: int) -> float:
    wide = COLUMNS * CARD_PLACE_MM[0] + (COLUMNS - 1) * _CARD_GAP_MM
    return (PATIENCE_MAT.width - wide) / 2 + column * (CARD_PLACE_MM[0] + _CARD_GAP_MM)
