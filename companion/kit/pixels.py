"""Drawing the kit into a picture: what a card looks like to a camera that sees nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.kit.drawing import POINT_MM, Drawing, Point, Style, font_file
from companion.kit.inks import WHITE, Ink

Picture = NDArray[np.uint8]

#: Forms are drawn so many times too large and made smaller at the end, which smooths their edges.
_OVER = 3
MOST_PIXELS_MM = 40.0


class Pixels(Drawing):
    """A picture of `width` x `height` millimetres; raises `ValueError` for no sensible scale."""

    def __init__(self, width: float, height: float, px_per_mm: float, ground: Ink = WHITE) -> None:
        super().__init__()
        if not 0.5 <= px_per_mm <= MOST_PIXELS_MM:
            raise ValueError(
                f"a picture has 0.5 to {MOST_PIXELS_MM:.0f} pixels a millimetre, not {px_per_mm}"
            )
        self._size = (round(width * px_per_mm), round(height * px_per_mm))
        large = (self._size[0] * _OVER, self._size[1] * _OVER)
        self._scale = px_per_mm * _OVER
        self._image = Image.new("RGB", large, ground)
        self._pen = ImageDraw.Draw(self._image)

    def picture(self) -> Picture:
        """Return what is drawn: height x width x 3, uint8, BGR."""
        large = np.asarray(self._image)[:, :, ::-1]
        small = cv2.resize(large, self._size, interpolation=cv2.INTER_AREA)
        return np.ascontiguousarray(small, dtype=np.uint8)

    def _fill_box(self, left: float, top: float, width: float, height: float, ink: Ink, round: float) -> None:
        self._pen.rounded_rectangle(self._corners(left, top, (width, height)), round * self._scale, fill=ink)

    def _edge_box(self, left: float, top: float, size: Point, ink: Ink, width: float, round: float) -> None:
        grown = (size[0] + width, size[1] + width)
        corners = self._corners(left - width / 2, top - width / 2, grown)
        radius = round + width / 2 if round else 0.0
        self._pen.rounded_rectangle(corners, radius * self._scale, outline=ink, width=self._thick(width))

    def _fill_polygon(self, points: Sequence[Point], ink: Ink) -> None:
        self._pen.polygon([self._px(point) for point in points], fill=ink)

    def _draw_line(self, points: Sequence[Point], ink: Ink, width: float) -> None:
        self._pen.line(
            [self._px(point) for point in points], fill=ink, width=self._thick(width), joint="curve"
        )

    def _fill_disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        self._pen.circle(self._px((x, y)), radius * self._scale, fill=ink)

    def _edge_disc(self, x: float, y: float, radius: float, ink: Ink, width: float) -> None:
        grown = (radius + width / 2) * self._scale
        self._pen.circle(self._px((x, y)), grown, outline=ink, width=self._thick(width))

    def _write(self, place: Point, turn: int, words: str, points: float, style: Style, ink: Ink) -> None:
        size = points * POINT_MM * self._scale
        font = _font(style, size)
        if not turn:
            self._pen.text(self._px(place), words, font=font, fill=ink, anchor="ls")
            return
        # Turned words are written on a sheet of their own, with the beginning of their line at its middle.
        half = int(font.getlength(words) + 2 * size)
        mask: Any = Image.new("L", (2 * half, 2 * half), 0)
        ImageDraw.Draw(mask).text((half, half), words, font=font, fill=255, anchor="ls")
        mask = mask.rotate(-turn)
        x, y = self._px(place)
        self._image.paste(ink, (int(x) - half, int(y) - half), mask)

    def _px(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _corners(self, left: float, top: float, size: Point) -> tuple[float, float, float, float]:
        """Return the first and the last pixel of a box, which the pen fills both."""
        x1, y1 = round(left * self._scale), round(top * self._scale)
        x2, y2 = round((left + size[0]) * self._scale) - 1, round((top + size[1]) * self._scale) - 1
        return x1, y1, max(x1, x2), max(y1, y2)

    def _thick(self, width: float) -> int:
        return max(1, round(width * self._scale))


@cache
def _font(style: Style, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(style), size, layout_engine=ImageFont.Layout.BASIC)
