"""The tray mat as it lies on a table: its print as a picture, and where its page is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

import cv2
import numpy as np

from hardware.simulated.layering import laid_over, share_of
from hardware.simulated.lens import Doubles, Floats
from hardware.simulated.look import Look, MatLook
from hardware.vision.mat_layout import LAYOUTS, MARK_MM, MARK_SQUARES, RULER_MM, MatLayout, mark_squares

_PAPER, _INK = 0.78, 0.02


@dataclass(frozen=True)
class Placed:
    """A mat's page on the table: its layout, and the matrix (3 x 3) from its millimetres to the table's."""

    layout: MatLayout
    to_table: Doubles

    def on_page(self, points: Doubles) -> Doubles:
        """Return where points of the table (n x 2, mm) lie on the page."""
        back = np.linalg.inv(self.to_table)
        page: Doubles = points @ back[:2, :2].T + back[:2, 2]
        return page

    def on_table(self, points: Doubles) -> Doubles:
        """Return where points of the page (n x 2, mm) lie on the table."""
        table: Doubles = points @ self.to_table[:2, :2].T + self.to_table[:2, 2]
        return table

    def holds(self, points: Doubles, margin: float = 2.0) -> bool:
        """Tell whether points of the table lie within the mat's frame, `margin` mm or more from its line."""
        left, top, right, bottom = self.layout.frame
        page = self.on_page(points)
        return bool(
            (page >= (left + margin, top + margin)).all()
            and (page <= (right - margin, bottom - margin)).all()
        )


def placed_mat(mat: MatLook) -> Placed:
    """Return where the page of a mat lies."""
    layout = LAYOUTS[mat.paper]
    # On the page y runs downwards, on the table upwards.
    turn = np.array([[cos(mat.turn), sin(mat.turn)], [sin(mat.turn), -cos(mat.turn)]])
    matrix = np.eye(3)
    matrix[:2, :2] = turn
    # The things lie within the frame, so the frame's middle is what the lens looks at.
    left, top, right, bottom = layout.frame
    matrix[:2, 2] = np.array(mat.middle) - turn @ np.array([(left + right) / 2, (top + bottom) / 2])
    return Placed(layout, matrix)


def with_mat(look: Look, paper: str, generator: np.random.Generator) -> Look:
    """Return the look of the same table with a mat on it, seen from where the whole page is in view.

    Raises `ValueError` for a paper that no mat is printed on.
    """
    if paper not in LAYOUTS:
        raise ValueError(f"no mat is printed on {paper!r}; there are {', '.join(LAYOUTS)}")
    layout = LAYOUTS[paper]
    most = {"plain": 3.0, "usual": 12.0, "hard": 25.0}[look.level]
    turn = float(generator.uniform(-most, most)) + (
        180.0 if look.level != "plain" and generator.random() < 0.3 else 0.0
    )
    shift = generator.normal(0, 3.0, 2)
    mat = MatLook(paper, (float(shift[0]), float(shift[1])), float(generator.uniform(-0.05, 0.05)))
    look = replace(look, mat=mat, tray=None, lens=replace(look.lens, turn=turn))
    look = framed(look, layout.height * float(generator.uniform(1.05, 1.2)))
    page = np.array(
        [[0, 0], [layout.width, 0], [layout.width, layout.height], [0, layout.height]], dtype=np.float64
    )
    corners = np.column_stack([placed_mat(mat).on_table(page), np.zeros(4)])
    while True:
        pixels = look.lens.project(corners)
        if (pixels >= 2).all() and (pixels <= np.array(look.lens.size) - 3).all():
            return look
        look = framed(look, 1.03 * look.lens.size[1] * look.lens.distance / look.lens.focal)


def framed(look: Look, deep_mm: float) -> Look:
    """Return the look of the same table seen from where the picture is so many mm deep in its middle.

    Raises `ValueError` for a depth from which nothing could be read.
    """
    if not 80 <= deep_mm <= 1500:
        raise ValueError(f"a picture shows 80 to 1500 mm of the table, not {deep_mm}")
    lens = look.lens
    share = deep_mm * lens.focal / (lens.size[1] * lens.distance)
    tray = look.tray
    if tray is not None:
        tray = replace(
            tray,
            half_width=tray.half_width * share,
            half_depth=tray.half_depth * share,
            corner=tray.corner * share,
        )
    lamps = look.lamps
    if share > 1:
        lamps = tuple(
            replace(lamp, place=(x * share, y * share, z * share), width=lamp.width * share)
            for lamp in lamps
            for x, y, z in (lamp.place,)
        )
    return replace(look, lens=replace(lens, distance=lens.distance * share), tray=tray, lamps=lamps)


def lay_mat(sheet: Floats, to_sheet: Doubles, mat: MatLook) -> Floats:
    """Return a flat sheet of reflectances (height x width x 3) with the mat laid on it."""
    density = 1.25 * float(to_sheet[0, 0])
    placed = placed_mat(mat)
    print_ = _print_of(placed.layout, density)
    warp = to_sheet @ placed.to_table @ np.diag([1 / density, 1 / density, 1.0])
    size = (sheet.shape[1], sheet.shape[0])
    page = np.full(print_.shape, 255, dtype=np.uint8)
    cover = np.asarray(cv2.warpPerspective(page, warp, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)
    around = np.asarray(
        cv2.warpPerspective(page, _shifted(warp, 1.0), size, flags=cv2.INTER_LINEAR), dtype=np.uint8
    )
    # A sheet of paper throws a hair of a shadow.
    sheet = np.asarray(sheet * (1 - np.float32(0.25) * cv2.merge([share_of(around)] * 3)), dtype=np.float32)
    seen = cv2.warpPerspective(print_, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = (np.float32(_INK) + np.float32((_PAPER - _INK) / 255) * seen).astype(np.float32)
    tint = cv2.merge([grey * np.float32(0.97), grey, grey])
    return laid_over(sheet, np.asarray(tint, dtype=np.float32), share_of(cover))


def _shifted(warp: Doubles, by: float) -> Doubles:
    return np.asarray(np.array([[1.0, 0, by], [0, 1, by], [0, 0, 1]]) @ warp, dtype=np.float64)


def _print_of(layout: MatLayout, density: float) -> np.ndarray:
    """Return the page (uint8, 255 paper) at so many pixels a mm, drawn fine and brought down."""
    fine = 4
    scale = density * fine
    page = np.full((round(layout.height * scale), round(layout.width * scale)), 255, dtype=np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(x * scale), round(y * scale)

    for id in layout.ids:
        left, top = layout.mark(id)[0]
        step = MARK_MM / MARK_SQUARES
        for row, squares in enumerate(mark_squares(id)):
            for column, black in enumerate(squares):
                if black:
                    one, two = (
                        at(left + column * step, top + row * step),
                        at(left + (column + 1) * step, top + (row + 1) * step),
                    )
                    page[one[1] : two[1], one[0] : two[0]] = 0
    left, top, right, bottom = layout.frame
    cv2.rectangle(page, at(left, top), at(right, bottom), 0, max(1, round(0.4 * scale)))
    x, y = layout.ruler
    cv2.line(page, at(x, y), at(x + RULER_MM, y), 0, max(1, round(0.25 * scale)))
    for millimetre in range(0, int(RULER_MM) + 1, 5):
        high = 2.6 if millimetre % 10 == 0 else 1.6
        cv2.line(page, at(x + millimetre, y), at(x + millimetre, y - high), 0, max(1, round(0.25 * scale)))
    # Lines of small print, whatever they say.
    for baseline, wide in ((bottom + 4.5, 0.92), (y, 0.4)):
        words = "the dice fall here, cards and tiles are shown here, lay the mat flat below the camera"
        begin = left if wide > 0.5 else x + RULER_MM + 3
        cv2.putText(
            page, words[: round(len(words) * wide)], at(begin, baseline), cv2.FONT_HERSHEY_SIMPLEX,
            0.09 * scale, 60, max(1, round(0.22 * scale)), cv2.LINE_AA,
        )  # fmt: skip
    size = (round(layout.width * density), round(layout.height * density))
    return np.asarray(cv2.resize(page, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
