"""The tray mat: four corner marks, the frame for dice and cards, and a ruler that proves the scale."""

from __future__ import annotations

from companion.kit.inks import BLACK
from companion.kit.sheet import Sheet
from companion.language import Language
from hardware.vision.mat_layout import LAYOUTS, MARK_MM, RULER_MM, mark_squares

_TICK_MM, _LONG_TICK_MM = 1.6, 2.6


def tray_mat(paper: str, language: Language) -> Sheet:
    """Return the sheet for ``a4`` or ``letter``; raises `ValueError` for another paper."""
    sheet = Sheet(paper, language.line("kit.mat.title"))
    sheet.new_page(landscape=True)
    layout = LAYOUTS[paper]
    for id in layout.ids:
        left, top = layout.mark(id)[0]
        sheet.squares(left, top, MARK_MM, mark_squares(id))
    left, top, right, bottom = layout.frame
    sheet.box(left, top, right - left, bottom - top, edge=BLACK, line=0.4)
    sheet.words(left, bottom + 4.5, language.line("kit.mat.use"), 8.5, room=right - left)
    _ruler(sheet, *layout.ruler)
    x, y = layout.ruler
    sheet.words(x + RULER_MM + 3, y, language.line("kit.mat.ruler"), 7, room=right - x - RULER_MM - 3)
    return sheet


def _ruler(sheet: Sheet, x: float, y: float) -> None:
    sheet.path([(x, y), (x + RULER_MM, y)])
    for millimetre in range(0, int(RULER_MM) + 1, 5):
        long = millimetre % 50 == 0
        at = x + millimetre
        sheet.path([(at, y), (at, y - (_LONG_TICK_MM if long or millimetre % 10 == 0 else _TICK_MM))])
        if long:
            sheet.words(at + 0.4, y + 2.6, f"{millimetre}", 6, room=10)
