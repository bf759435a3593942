"""How a code is drawn: its squares, and the white around it without which no reader finds it."""

from __future__ import annotations

import segno

from companion.kit.drawing import Drawing, Squares
from companion.kit.inks import WHITE

#: The white squares around a code that its standard asks for.
QUIET_SQUARES = 4


def code_squares(text: str) -> Squares:
    """Return which squares of a text's code are black, row by row, at level M and as small as it goes."""
    matrix = segno.make(text, error="m", boost_error=False, micro=False).matrix
    return tuple(tuple(bool(square) for square in row) for row in matrix)


def panel_side(code_mm: float, squares: int = 21) -> float:
    """Return the side of a code's white panel."""
    return code_mm * (squares + 2 * QUIET_SQUARES) / squares


def draw_code(drawing: Drawing, x: float, y: float, code_mm: float, text: str) -> None:
    """Draw a code of `code_mm` around (x, y) on its white panel."""
    rows = code_squares(text)
    panel = panel_side(code_mm, len(rows))
    drawing.box(x - panel / 2, y - panel / 2, panel, panel, WHITE, round=1.2)
    drawing.squares(x - code_mm / 2, y - code_mm / 2, code_mm, rows)
