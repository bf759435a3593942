"""A printable document: pages in millimetres, as a PDF that is the same every time.

Nothing of the day, the machine or the printer goes into it, so that two prints of the same kit are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

from companion.kit.drawing import STYLES, Drawing, Point, Style, font_file
from companion.kit.inks import Ink
from companion.table.disk import Disk, SystemDisk
from companion.table.faults import Fault

#: Papers, portrait: width and height in millimetres.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
A2 = (420.0, 594.0)
#: From the page's edge: no usual printer prints farther out.
EDGE_MM = 7.0

#: A PDF must name the day it was made; this one belongs to no print in particular.
_NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)


class Sheet(Drawing):
    """Draws pages; all measures are millimetres from the top left corner of the page."""

    def __init__(self, paper: str, title: str) -> None:
        """Begin a document without a page; raises `ValueError` for a paper that is not in `PAPERS`."""
        super().__init__()
        if paper not in PAPERS:
            raise ValueError(f"no paper is called {paper!r}; there are {', '.join(PAPERS)}")
        self.paper = paper
        self._pdf = FPDF(unit="mm", format=PAPERS[paper])
        self._pdf.set_creation_date(_NO_DAY)
        self._pdf.set_title(title)
        self._pdf.set_producer("klondike-companion")
        self._pdf.set_margin(0)
        self._pdf.set_auto_page_break(False)
        for style in STYLES:
            self._pdf.add_font(style, fname=font_file(style))

    @property
    def size(self) -> tuple[float, float]:
        """The last page's width and height."""
        return self._pdf.w, self._pdf.h

    @property
    def paper_size(self) -> tuple[float, float]:
        """The size of the document's paper, upright."""
        return PAPERS[self.paper]

    def new_page(self, *, landscape: bool = False, size: tuple[float, float] | None = None) -> None:
        """Begin another page of the document's paper, or of another size (portrait, in millimetres)."""
        self._pdf.add_page("landscape" if landscape else "portrait", size or PAPERS[self.paper])

    @contextmanager
    def clipped(self, left: float, top: float, width: float, height: float) -> Iterator[None]:
        """Draw nothing outside of a rectangle of the page."""
        with self._pdf.rect_clip(left, top, width, height):
            yield

    def pdf(self) -> bytes:
        """Return the finished document."""
        return bytes(self._pdf.output())

    def _fill_box(self, left: float, top: float, width: float, height: float, ink: Ink, round: float) -> None:
        self._pdf.set_fill_color(*ink)
        self._pdf.rect(left, top, width, height, "F", round_corners=round > 0, corner_radius=round)

    def _edge_box(self, left: float, top: float, size: Point, ink: Ink, width: float, round: float) -> None:
        self._draw_with(ink, width)
        self._pdf.rect(left, top, *size, "D", round_corners=round > 0, corner_radius=round)

    def _fill_polygon(self, points: Sequence[Point], ink: Ink) -> None:
        self._pdf.set_fill_color(*ink)
        self._pdf.polygon(points, style="F")

    def _draw_line(self, points: Sequence[Point], ink: Ink, width: float) -> None:
        self._draw_with(ink, width)
        self._pdf.polyline(points, style="D")

    def _fill_disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        self._pdf.set_fill_color(*ink)
        self._pdf.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, "F")

    def _edge_disc(self, x: float, y: float, radius: float, ink: Ink, width: float) -> None:
        self._draw_with(ink, width)
        self._pdf.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, "D")

    def _write(self, place: Point, turn: int, words: str, points: float, style: Style, ink: Ink) -> None:
        self._pdf.set_text_color(*ink)
        self._pdf.set_font(style, size=points)
        if not turn:
            self._pdf.text(*place, words)
            return
        with self._pdf.rotation(-turn, *place):
            self._pdf.text(*place, words)

    def _draw_with(self, ink: Ink, width: float) -> None:
        self._pdf.set_draw_color(*ink)
        self._pdf.set_line_width(width)


def write_sheet(path: Path, sheet: Sheet, disk: Disk | None = None) -> None:
    """Write a sheet's file, all or nothing; raises `Fault` where it cannot be written."""
    try:
        (disk or SystemDisk()).write_whole(path, sheet.pdf())
    except (OSError, ValueError) as problem:
        # A path such as "." is no file's name.
        detail = getattr(problem, "strerror", None) or str(problem)
        raise Fault("exchange.cannot_write", path=str(path), detail=detail) from problem
