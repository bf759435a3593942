"""What the kit is drawn with: a few forms and words in millimetres, on paper or into a picture alike.

A card's face is drawn once, by these calls, and comes out the same in the PDF (`companion.kit.sheet`) and in
the picture that a simulated camera sees (`companion.kit.pixels`).
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal

import font_source_sans_pro
import font_source_serif_pro
from PIL import ImageFont

from companion.kit.inks import BLACK, DARK_TEXT, Ink

Point = tuple[float, float]
Style = Literal["sans", "bold", "italic", "serif", "serif_bold"]
Side = Literal["left", "centre", "right"]
Squares = tuple[tuple[bool, ...], ...]

STYLES: tuple[Style, ...] = ("sans", "bold", "italic", "serif", "serif_bold")
#: A font's point in millimetres.
POINT_MM = 25.4 / 72
SMALLEST_POINTS = 5.0
#: The distance from line to line, in sizes of the type.
LEADING = 1.22
_MEASURED_AT = 1000


class Drawing(ABC):
    """Draws in millimetres from the top left corner, x to the right, y downwards.

    Inside ``with drawing.at(x, y, turn)`` they count from that place, turned clockwise by a multiple of 90
    degrees around it.
    """

    def __init__(self) -> None:
        self._places: list[tuple[float, float, int]] = [(0.0, 0.0, 0)]

    # What paper and picture each do their own way; all places are those of the page.

    @abstractmethod
    def _fill_box(
        self, left: float, top: float, width: float, height: float, ink: Ink, round: float
    ) -> None: ...

    @abstractmethod
    def _edge_box(
        self, left: float, top: float, size: Point, ink: Ink, width: float, round: float
    ) -> None: ...

    @abstractmethod
    def _fill_polygon(self, points: Sequence[Point], ink: Ink) -> None: ...

    @abstractmethod
    def _draw_line(self, points: Sequence[Point], ink: Ink, width: float) -> None: ...

    @abstractmethod
    def _fill_disc(self, x: float, y: float, radius: float, ink: Ink) -> None: ...

    @abstractmethod
    def _edge_disc(self, x: float, y: float, radius: float, ink: Ink, width: float) -> None: ...

    @abstractmethod
    def _write(self, place: Point, turn: int, words: str, points: float, style: Style, ink: Ink) -> None: ...

    # What is drawn with.

    @contextmanager
    def at(self, x: float, y: float, turn: int = 0) -> Iterator[None]:
        """Count from (x, y), turned clockwise around it; raises `ValueError` for no multiple of 90."""
        if turn % 90:
            raise ValueError(f"a drawing is turned by quarters, not by {turn} degrees")
        here = (*self._spot((x, y)), (self._places[-1][2] + turn) % 360)
        self._places.append(here)
        try:
            yield
        finally:
            self._places.pop()

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        ink: Ink | None = None,
        *,
        edge: Ink | None = None,
        line: float = 0.3,
        round: float = 0.0,
    ) -> None:
        """Draw a rectangle, filled with `ink` and with an `edge`, each where it is given."""
        (x1, y1), (x2, y2) = self._spot((left, top)), self._spot((left + width, top + height))
        corner, size = (min(x1, x2), min(y1, y2)), (abs(x2 - x1), abs(y2 - y1))
        round = min(round, size[0] / 2, size[1] / 2)
        if ink is not None:
            self._fill_box(*corner, *size, ink, round)
        if edge is not None:
            self._edge_box(*corner, size, edge, line, round)

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """Draw a filled polygon."""
        self._fill_polygon([self._spot(point) for point in points], ink)

    def path(self, points: Sequence[Point], ink: Ink = BLACK, width: float = 0.25) -> None:
        """Draw a line through points."""
        self._draw_line([self._spot(point) for point in points], ink, width)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        ink: Ink | None = None,
        *,
        edge: Ink | None = None,
        line: float = 0.3,
    ) -> None:
        """Draw a disc around (x, y), filled with `ink` and with an `edge`, each where it is given."""
        centre = self._spot((x, y))
        if ink is not None:
            self._fill_disc(*centre, radius, ink)
        if edge is not None:
            self._edge_disc(*centre, radius, edge, line)

    def squares(self, left: float, top: float, side: float, rows: Squares, ink: Ink = BLACK) -> None:
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
                    self.box(left + start * step, top + down * step, wide, step + below, ink)
                    start = None

    def words(
        self,
        x: float,
        baseline: float,
        words: str,
        points: float,
        *,
        room: float,
        style: Style = "sans",
        ink: Ink = DARK_TEXT,
        side: Side = "left",
    ) -> float:
        """Write one line that begins, is centred or ends at `x`; returns the size of its type.

        It is made smaller until it fits into `room` millimetres, and cut off where even that is too little.
        """
        words = printable(words, style)
        wide = width_of(words, points, style)
        if wide > room:
            points = max(SMALLEST_POINTS, points * room / wide)
            while len(words) > 1 and (wide := width_of(words, points, style)) > room * 1.001:
                words = words[:-2].rstrip() + "…"
        start = x - wide * {"left": 0.0, "centre": 0.5, "right": 1.0}[side]
        self._write(self._spot((start, baseline)), self._places[-1][2], words, points, style, ink)
        return points

    def paragraph(
        self,
        x: float,
        top: float,
        text: str,
        points: float,
        *,
        room: float,
        lines: int = 99,
        style: Style = "sans",
        ink: Ink = DARK_TEXT,
        side: Side = "left",
    ) -> float:
        """Write a text in lines `room` wide, of smaller type where they are more than `lines`.

        Returns the height that it took.
        """
        points, broken = fitted(printable(text, style), points, style, room, lines)
        step = points * POINT_MM * LEADING
        for number, line in enumerate(broken):
            baseline = top + number * step + 0.8 * points * POINT_MM
            self.words(x, baseline, line, points, room=room, style=style, ink=ink, side=side)
        return len(broken) * step

    def _spot(self, point: Point) -> Point:
        """Return the place on the page of a point where we are."""
        x, y, turn = self._places[-1]
        dx, dy = {
            0: point,
            90: (-point[1], point[0]),
            180: (-point[0], -point[1]),
            270: (point[1], -point[0]),
        }[turn]
        return x + dx, y + dy


def fitted(text: str, points: float, style: Style, room: float, lines: int) -> tuple[float, list[str]]:
    """Return the size of type and the lines with which a text fits, the last one cut off if nothing helps."""
    while True:
        broken = broken_lines(text, points, style, room)
        if len(broken) <= lines:
            return points, broken
        if points <= SMALLEST_POINTS:
            return points, [*broken[: lines - 1], f"{broken[lines - 1][:-1]}…"]
        points = max(SMALLEST_POINTS, points - 0.25)


def broken_lines(text: str, points: float, style: Style, room: float) -> list[str]:
    """Return the lines of a text that are at most `room` millimetres wide, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, points, style) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def printable(words: str, style: Style) -> str:
    """Return words with a question mark in place of every letter that the font has not."""
    letters = _letters(style)
    return "".join(letter if letter in letters else " " if letter.isspace() else "?" for letter in words)


def width_of(words: str, points: float, style: Style) -> float:
    """Return how wide words come out, in millimetres."""
    return _measure(style, words) * points * POINT_MM / _MEASURED_AT


def font_file(style: Style) -> str:
    """Return the file of a style's font."""
    files: dict[Style, str] = {
        "sans": font_source_sans_pro.SourceSansPro,
        "bold": font_source_sans_pro.SourceSansProSemibold,
        "italic": font_source_sans_pro.SourceSansProIt,
        "serif": font_source_serif_pro.SourceSerifProSemibold,
        "serif_bold": font_source_serif_pro.SourceSerifProBold,
    }
    return files[style]


@cache
def _letters(style: Style) -> frozenset[str]:
    # Comes with the library that writes the PDFs; imported by name, as it has no types.
    fonts: Any = importlib.import_module("fontTools.ttLib")
    with fonts.TTFont(font_file(style), lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap() or ()))


@cache
def _ruler(style: Style) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(style), _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)


@cache
def _measure(style: Style, words: str) -> float:
    return float(_ruler(style).getlength(words))
