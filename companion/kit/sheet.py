"""A printable sheet: one landscape or portrait page in millimetres, as a PDF that is the same every time.

Nothing of the day, the machine or the printer goes into it, so that two prints of the same kit are equal.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import font_source_sans_pro
from fpdf import FPDF

from companion.table.disk import Disk, SystemDisk
from companion.table.faults import Fault

#: Papers, portrait: width and height in millimetres.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BLACK, GREY = 0, 110

_FAMILY = "kit"
#: A font's point in millimetres.
_POINT = 25.4 / 72
_SMALLEST_POINTS = 5.0
#: A PDF must name the day it was made; this one belongs to no print in particular.
_NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)


class Sheet:
    """Draws pages; all measures are millimetres from the top left corner of the page."""

    def __init__(self, paper: str, title: str, *, landscape: bool = False) -> None:
        """Begin the first page; raises `ValueError` for a paper that is not in `PAPERS`."""
        if paper not in PAPERS:
            raise ValueError(f"no paper is called {paper!r}; there are {', '.join(PAPERS)}")
        self._pdf = FPDF(
            orientation="landscape" if landscape else "portrait", unit="mm", format=PAPERS[paper]
        )
        self._pdf.set_creation_date(_NO_DAY)
        self._pdf.set_title(title)
        self._pdf.set_producer("klondike-companion")
        self._pdf.set_margin(0)
        self._pdf.set_auto_page_break(False)
        self._pdf.add_font(_FAMILY, fname=_font("SourceSansPro"))
        self._pdf.add_font(_FAMILY, style="B", fname=_font("SourceSansProSemibold"))
        self._pdf.add_page()

    @property
    def size(self) -> tuple[float, float]:
        """The page's width and height."""
        return self._pdf.w, self._pdf.h

    def filled(self, left: float, top: float, width: float, height: float, grey: int = BLACK) -> None:
        """Draw a filled rectangle without an outline."""
        self._pdf.set_fill_color(grey)
        self._pdf.rect(left, top, width, height, style="F")

    def squares(self, left: float, top: float, side: float, rows: tuple[tuple[bool, ...], ...]) -> None:
        """Draw the black squares of a mark or a code that is `side` wide."""
        step = side / len(rows)
        for down, row in enumerate(rows):
            start = None
            for across, black in enumerate((*row, False)):
                if black and start is None:
                    start = across
                elif not black and start is not None:
                    # A hair's breadth into the row below, or a white seam may show between two black ones.
                    below = 0.02 if down + 1 < len(rows) and any(rows[down + 1][start:across]) else 0.0
                    wide = (across - start) * step
                    self.filled(left + start * step, top + down * step, wide, step + below)
                    start = None

    def outline(self, left: float, top: float, right: float, bottom: float, width: float = 0.4) -> None:
        """Draw the outline of a rectangle."""
        self._pdf.set_draw_color(BLACK)
        self._pdf.set_line_width(width)
        self._pdf.rect(left, top, right - left, bottom - top, style="D")

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.25) -> None:
        self._pdf.set_draw_color(BLACK)
        self._pdf.set_line_width(width)
        self._pdf.line(x1, y1, x2, y2)

    def text(
        self, x: float, baseline: float, words: str, points: float, *, room: float, bold: bool = False
    ) -> None:
        """Write one line from `x`; it is made smaller until it fits into `room` millimetres."""
        self._pdf.set_text_color(BLACK)
        self._pdf.set_font(_FAMILY, style="B" if bold else "", size=points)
        wide = self._pdf.get_string_width(words)
        if wide > room:
            self._pdf.set_font_size(max(_SMALLEST_POINTS, points * room / wide))
        self._pdf.text(x, baseline, words)

    def pdf(self) -> bytes:
        """Return the finished document."""
        return bytes(self._pdf.output())


def write_sheet(path: Path, sheet: Sheet, disk: Disk | None = None) -> None:
    """Write a sheet's file, all or nothing; raises `Fault` where it cannot be written."""
    try:
        (disk or SystemDisk()).write_whole(path, sheet.pdf())
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise Fault("exchange.cannot_write", path=str(path), detail=detail) from problem


def _font(name: str) -> str:
    return str(getattr(font_source_sans_pro, name))
