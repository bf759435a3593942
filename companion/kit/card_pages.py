"""Pages of cards to cut out: nine to a page, edge to edge, each followed by the page of its backs.

Printed on both sides (turned over at the long edge) every back comes to lie behind its own face; who prints
on one side glues them together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.kit.drawing import Drawing
from companion.kit.gold_faces import CARD_MM
from companion.kit.inks import GREY, NIGHT, PAPER, Ink
from companion.kit.sheet import Sheet

#: Draws a card from its top left corner.
Face = Callable[[Drawing], None]

COLUMNS, ROWS = 3, 3
#: The ground goes on beyond the cards, so that a cut a little beside its mark leaves no white edge.
_BLEED_MM = 1.5
_MARK_MM = 3.5
#: No mark comes nearer to the paper's edge, where few printers print.
_EDGE_MM = 4.2


def card_pages(sheet: Sheet, faces: Sequence[Face], backs: Sequence[Face]) -> None:
    """Add the pages of cards and their backs, of which there are as many."""
    a_page = COLUMNS * ROWS
    for first in range(0, len(faces), a_page):
        sheet.new_page()
        _page(sheet, faces[first : first + a_page], PAPER, mirrored=False)
        sheet.new_page()
        _page(sheet, backs[first : first + a_page], NIGHT, mirrored=True)


def card_corner(size: tuple[float, float], number: int, mirrored: bool = False) -> tuple[float, float]:
    """Return where the top left corner of a page's card is; `size` is the page's."""
    row, column = divmod(number, COLUMNS)
    if mirrored:
        column = COLUMNS - 1 - column
    left, top = (size[0] - COLUMNS * CARD_MM[0]) / 2, (size[1] - ROWS * CARD_MM[1]) / 2
    return left + column * CARD_MM[0], top + row * CARD_MM[1]


def cut_marks(sheet: Sheet, left: float, top: float, columns: Sequence[float], rows: Sequence[float]) -> None:
    """Draw the marks outside a block of pieces; `columns` and `rows` are the cuts in it."""
    width, height = sheet.size
    for across in columns:
        for start, end in _marks(top, top + rows[-1], height):
            sheet.path([(left + across, start), (left + across, end)], GREY, 0.2)
    for down in rows:
        for start, end in _marks(left, left + columns[-1], width):
            sheet.path([(start, top + down), (end, top + down)], GREY, 0.2)


def _marks(near: float, far: float, paper: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return from where to where the marks before and behind a block go."""
    longest = _BLEED_MM + _MARK_MM
    return (
        (max(near - longest, _EDGE_MM), near - _BLEED_MM),
        (far + _BLEED_MM, min(far + longest, paper - _EDGE_MM)),
    )


def _page(sheet: Sheet, faces: Sequence[Face], ground: Ink, mirrored: bool) -> None:
    width, height = CARD_MM
    corners = [card_corner(sheet.size, number, mirrored) for number in range(len(faces))]
    for x, y in corners:
        sheet.box(x - _BLEED_MM, y - _BLEED_MM, width + 2 * _BLEED_MM, height + 2 * _BLEED_MM, ground)
    for (x, y), face in zip(corners, faces, strict=True):
        with sheet.at(x, y):
            face(sheet)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    columns = sorted({round(x - left, 3) for x, _ in corners})
    rows = sorted({round(y - top, 3) for _, y in corners})
    cut_marks(sheet, left, top, [*columns, columns[-1] + width], [*rows, rows[-1] + height])
