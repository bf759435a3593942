"""Pictures of codes and mats lying on a table, drawn from nothing, with where everything is in them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from hardware.vision.mat_layout import MARK_MM, MatLayout, mark_squares

Image = NDArray[np.uint8]
SIZE = (1280, 720)
PAPER, INK = 228, 28


@dataclass(frozen=True)
class View:
    """How a flat sheet is seen: tilted away, turned, and filling this share of the picture."""

    tilt: float = 0.0
    turn: float = 0.0
    fill: float = 0.9
    size: tuple[int, int] = SIZE
    at: tuple[float, float] = (0.5, 0.5)

    def homography(self, width: float, height: float) -> NDArray[np.float64]:
        """Return what takes a sheet's own coordinates to the picture's pixels."""
        across, down = self.size
        focal = 1.1 * across
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        flat = corners - [width / 2, height / 2]
        turn, tilt = np.radians(self.turn), np.radians(self.tilt)
        flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        away = max(np.ptp(flat[:, 0]) / across, np.ptp(flat[:, 1]) / down) * focal / self.fill
        depth = flat[:, 1] * np.sin(tilt) + away
        x = flat[:, 0] / depth * focal + across * self.at[0]
        y = flat[:, 1] * np.cos(tilt) / depth * focal + down * self.at[1]
        seen = np.stack([x, y], axis=1).astype(np.float32)
        return cv2.getPerspectiveTransform(corners.astype(np.float32), seen)


def table(size: tuple[int, int] = SIZE, seed: int = 1) -> Image:
    """Return a cloth with its weave."""
    cloth = np.empty((size[1], size[0], 3), np.uint8)
    cloth[:] = (70, 96, 60)
    return softened(cloth, 0.0, 6.0, seed)


def lay(scene: Image, sheet: Image, view: View) -> NDArray[np.float64]:
    """Draw a sheet into the scene; returns what takes the sheet's pixels to the scene's."""
    height, width = sheet.shape[:2]
    homography = view.homography(width, height)
    seen = cv2.warpPerspective(sheet, homography, view.size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), homography, view.size)
    scene[mask > 127] = seen[mask > 127]
    return homography


def softened(scene: Image, sigma: float, noise: float = 2.0, seed: int = 2) -> Image:
    """Return the scene as a lens of that blur and a sensor of that noise see it."""
    blurred = cv2.GaussianBlur(scene, (0, 0), sigma) if sigma else scene
    cv2.setRNGSeed(seed)
    grain = cv2.randn(np.empty(scene.shape, np.int16), 0, noise)
    return cv2.add(blurred, grain, dtype=cv2.CV_8U)


def code_card(text: str | bytes, module: int = 8, quiet: int = 4, inverted: bool = False) -> Image:
    """Return a code with its quiet zone, in colour, `module` pixels a module."""
    qr = segno.make(text, error="m", boost_error=False, micro=False)
    rows = np.array([[bool(cell) for cell in row] for row in qr.matrix_iter(border=quiet)])
    grey = np.where(rows ^ inverted, INK, PAPER).astype(np.uint8)
    grey = np.kron(grey, np.ones((module, module), np.uint8))
    return np.repeat(grey[:, :, None], 3, axis=2)


def code_corners(card: Image, homography: NDArray[np.float64], module: int = 8, quiet: int = 4) -> Image:
    """Return the corners of a laid card's code in the scene, clockwise from its own top left."""
    near, far = quiet * module, len(card) - quiet * module
    corners = np.array([[[near, near], [far, near], [far, far], [near, far]]], float)
    return cv2.perspectiveTransform(corners, homography)[0]


def mat_page(layout: MatLayout, px_per_mm: float, marks: tuple[int, ...] | None = None) -> Image:
    """Return a mat's page with all its marks, or some of them."""
    page = np.full((round(layout.height * px_per_mm), round(layout.width * px_per_mm), 3), PAPER, np.uint8)
    side = round(MARK_MM * px_per_mm)
    for id in layout.ids if marks is None else marks:
        squares = np.where(np.array(mark_squares(id)), INK, PAPER).astype(np.uint8)
        mark = cv2.resize(squares, (side, side), interpolation=cv2.INTER_NEAREST)
        left, top = (round(at * px_per_mm) for at in layout.mark(id)[0])
        page[top : top + side, left : left + side] = mark[:, :, None]
    return page
