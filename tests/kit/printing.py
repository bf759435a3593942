"""Looking at printed sheets: their pages as pixels, their codes, and where every word stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.kit.codes import CodeBook, CodeResult, KitKey
from companion.kit.drawing import POINT_MM, width_of
from companion.kit.sheet import Sheet
from companion.language import Language
from hardware.vision.tags import TagReader

DPI = 110
PX_PER_MM = DPI / 25.4
INCH_POINTS = 72
#: The kit that all these sheets belong to.
KEY = KitKey("7QM", bytes(range(16)))
BOOK = CodeBook([KEY])


@dataclass(frozen=True)
class Written:
    """One line of words: its page, counted from 1, and its box in millimetres."""

    page: int
    words: str
    left: float
    top: float
    right: float
    bottom: float


@contextmanager
def watched_writing() -> Iterator[list[Written]]:
    """Give a list to which every line is added that any sheet writes meanwhile."""
    lines: list[Written] = []
    real = Sheet._write

    def write(self, place, turn, words, points, style, ink):  # type: ignore[no-untyped-def]
        size = points * POINT_MM
        x1, x2, y1, y2 = 0.0, width_of(words, points, style), -0.7 * size, 0.15 * size
        boxes = {
            0: (x1, y1, x2, y2),
            90: (-y2, x1, -y1, x2),
            180: (-x2, -y2, -x1, -y1),
            270: (y1, -x2, y2, -x1),
        }
        left, top, right, bottom = boxes[turn]
        x, y = place
        lines.append(Written(self._pdf.page, words, x + left, y + top, x + right, y + bottom))
        real(self, place, turn, words, points, style, ink)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sheet, "_write", write)
        yield lines


def overlapping(lines: list[Written]) -> list[tuple[Written, Written]]:
    """Return the pairs of lines of one page that stand on each other."""
    slack = 0.05
    return [
        (one, two)
        for at, one in enumerate(lines)
        for two in lines[at + 1 :]
        if one.page == two.page
        and min(one.right, two.right) - max(one.left, two.left) > slack
        and min(one.bottom, two.bottom) - max(one.top, two.top) > slack
    ]


def printed_pages(document: bytes) -> list[NDArray[np.uint8]]:
    """Return every page of a PDF as BGR pixels at `DPI`."""
    pdf = pypdfium2.PdfDocument(document)
    try:
        return [page.render(scale=DPI / INCH_POINTS).to_numpy()[:, :, :3].copy() for page in pdf]
    finally:
        pdf.close()


def codes_on(reader: TagReader, page: NDArray[np.uint8], book: CodeBook) -> dict[str, tuple[float, float]]:
    """Return the items of the good codes on a page, with their middles in mm; fails for any other."""
    found = {}
    for piece in reader.read(page).pieces:
        code = book.read(piece.value)
        assert piece.doubt is None and code.result is CodeResult.GOOD, (piece.doubt, code)
        assert code.item not in found
        found[code.item] = (piece.centre[0] / PX_PER_MM, piece.centre[1] / PX_PER_MM)
    return found


def outermost_mm(page: NDArray[np.uint8]) -> float:
    """Return how near to the page's edge anything is printed."""
    grey = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    rows, columns = np.nonzero(grey < 250)
    height, width = grey.shape
    return float(
        min(rows.min(), columns.min(), height - 1 - rows.max(), width - 1 - columns.max()) / PX_PER_MM
    )


class LongWinded(Language):
    """A language that needs more letters for everything, as German does."""

    def __init__(self, share: float) -> None:
        english = Language.load("en")
        super().__init__("en", english._catalogue)
        self._share = share

    def line(self, id: str, **facts: object) -> str:
        text = super().line(id, **facts)  # type: ignore[arg-type]
        more = int(len(text) * self._share)
        return text + (" " + "langatmig " * (more // 10 + 1))[: more + 1].rstrip() if more else text
