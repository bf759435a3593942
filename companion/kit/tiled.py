"""A sheet larger than any page: four pages, two by two, that are cut along their marks and glued."""

from __future__ import annotations

from collections.abc import Callable

from companion.kit.drawing import Drawing
from companion.kit.inks import GREY
from companion.kit.sheet import Sheet

#: What is left free at the edges of each page, and how wide two pages overlap for the glue.
PAGE_EDGE_MM, FLAP_MM = 10.0, 10.0


def largest_tiled(sheet: Sheet, lying: bool) -> tuple[float, float]:
    """Return the size of the largest drawing that four pages hold, upright or lying down."""
    short, long = sheet.paper_size
    wide, high = (long, short) if lying else (short, long)
    return 2 * (wide - 2 * PAGE_EDGE_MM) - FLAP_MM, 2 * (high - 2 * PAGE_EDGE_MM) - FLAP_MM


def add_tiles(
    sheet: Sheet,
    draw: Callable[[Drawing], None],
    width: float,
    height: float,
    notes: tuple[str, str, str, str],
) -> None:
    """Add a drawing `width` x `height` millimetres large on four pages, with a note above each part.

    Raises `ValueError` for one that four pages do not hold.
    """
    for lying in (True, False):
        most = largest_tiled(sheet, lying)
        if width <= most[0] + 0.01 and height <= most[1] + 0.01:
            break
    else:
        raise ValueError(f"four pages of {sheet.paper} do not hold {width:.0f} x {height:.0f} mm")
    wide, high = (width + FLAP_MM) / 2, (height + FLAP_MM) / 2
    for number, note in enumerate(notes):
        row, column = divmod(number, 2)
        sheet.new_page(landscape=lying)
        left, top = (sheet.size[0] - wide) / 2, (sheet.size[1] - high) / 2
        across, down = left - column * (width - wide), top - row * (height - high)
        with sheet.clipped(left, top, wide, high), sheet.at(across, down):
            draw(sheet)
        _glue_marks(sheet, left, top, wide, high, row, column)
        sheet.words(left + wide / 2, top - 2.2, note, 7, room=wide - 30, ink=GREY, side="centre")


def _glue_marks(
    sheet: Sheet, left: float, top: float, wide: float, high: float, row: int, column: int
) -> None:
    """Mark where the flap begins: one of two pages is cut there, the other one takes the glue."""
    x = left + wide - FLAP_MM if column == 0 else left + FLAP_MM
    y = top + high - FLAP_MM if row == 0 else top + FLAP_MM
    for start, end in ((top - 5, top - 1), (top + high + 1, top + high + 5)):
        sheet.path([(x, start), (x, end)], GREY, 0.25)
    for start, end in ((left - 5, left - 1), (left + wide + 1, left + wide + 5)):
        sheet.path([(start, y), (end, y)], GREY, 0.25)
