"""The tray mat in a frame: scale, perspective, and what is on the mat and what is beside it.

The marks are found by OpenCV's own ArUco detector, through whichever of its two interfaces the installed
OpenCV has (4.6 or 4.7 and later).  Searching a whole frame takes far longer than looking where the marks
were a moment ago, so that is what is done while the camera and the mat stay where they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.lens_bend import STRAIGHT, Bend, found_bend
from hardware.vision.mat_layout import LAYOUTS, MatLayout
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Point

Corners = NDArray[np.float32]
Grey = NDArray[np.uint8]
Matrix = NDArray[np.floating[Any]]
Detector = Callable[[Grey], dict[int, Corners]]

#: While no mat is known the whole frame is searched at each of this number of frames.
SEARCH_EVERY = 10
#: The whole frame is searched at most at this size; the corners are then refined at the full one.
SEARCH_LONGEST = 1280
LEAST_MARKS = 3
#: Corners farther than this from where the others put them belong to no flat mat.
MOST_ERROR_MM = 1.5
#: Corners that are on average farther from there than this are looked at through a lens that bends.
BENT_ERROR_MM = 0.45
#: Seen from far or from the side, a millimetre and a half may be less than the detector can tell.
MOST_ERROR_PX = 2.0
#: A mark that has moved less than this has not moved.
STILL_PX = 2.0


class MatMissing(StrEnum):
    """Why there is no mat."""

    NO_MARK = "no_mark"
    TOO_FEW_MARKS = "too_few_marks"
    NOT_FLAT = "not_flat"
    NOT_SEARCHED = "not_searched"
    NO_DETECTOR = "no_detector"


@dataclass(frozen=True, slots=True, eq=False)
class Mat:
    """A mat in a frame.

    `to_mm` is the 3 x 3 homography from frame pixels, once the lens's `bend` is undone, to the page's
    millimetres, `mm_per_px` the scale in the middle of the mat's frame, `marks` the numbers of the marks that
    were seen, `error_mm` how far their corners lie on average from where they should be.  `held` says that
    hands cover marks now, and that those that are left have not moved.
    """

    layout: MatLayout
    to_mm: Matrix
    mm_per_px: float
    marks: tuple[int, ...]
    error_mm: float
    held: bool = False
    bend: Bend = STRAIGHT

    @property
    def outline(self) -> tuple[Point, Point, Point, Point]:
        """The corners of the mat's frame in frame pixels, clockwise from its top left."""
        left, top, right, bottom = self.layout.frame
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        a, b, c, d = self.pixels(corners)
        return a, b, c, d

    @property
    def scales(self) -> tuple[float, float]:
        """How many pixels a millimetre is in the mat's frame: where it is least, and where it is most."""
        left, top, right, bottom = self.layout.frame
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        squares = (self.pixels(((x, y), (x + 1, y), (x, y + 1))) for x, y in corners)
        scales = [math.sqrt(abs(_area(*square))) for square in squares]
        return min(scales), max(scales)

    def contains(self, point: Point) -> bool:
        """Tell whether a frame pixel lies within the mat's frame; everything else is to be ignored."""
        left, top, right, bottom = self.layout.frame
        ((x, y),) = self.millimetres((point,))
        return left <= x <= right and top <= y <= bottom

    def millimetres(self, points: Iterable[Point]) -> list[Point]:
        """Return where frame pixels lie on the page."""
        return _on_page(tuple(points), self.to_mm, self.bend)

    def pixels(self, places: Iterable[Point]) -> list[Point]:
        """Return the frame pixels at which places on the page (mm) are seen."""
        return _in_frame(tuple(places), np.linalg.inv(self.to_mm), self.bend)

    def rectified(self, image: Image, px_per_mm: float = 4.0) -> Image:
        """Return the inside of the mat's frame seen straight from above, at `px_per_mm`."""
        left, top, right, bottom = self.layout.frame
        size = (round((right - left) * px_per_mm), round((bottom - top) * px_per_mm))
        to_picture = self._to_rectified(px_per_mm)
        if self.bend.share:
            down, across = np.mgrid[0 : size[1], 0 : size[0]].reshape(2, -1).astype(np.float64)
            seen = _in_frame(np.column_stack([across, down]), np.linalg.inv(to_picture), self.bend)
            way = np.asarray(seen, dtype=np.float32).reshape(size[1], size[0], 2)
            return np.asarray(cv2.remap(image, way[..., 0], way[..., 1], cv2.INTER_LINEAR))
        return np.asarray(cv2.warpPerspective(image, to_picture, size, flags=cv2.INTER_LINEAR))

    def in_frame(self, points: Iterable[Point], px_per_mm: float = 4.0) -> list[Point]:
        """Return where points of the rectified picture lie in the frame."""
        return _in_frame(tuple(points), np.linalg.inv(self._to_rectified(px_per_mm)), self.bend)

    def _to_rectified(self, px_per_mm: float) -> Matrix:
        left, top, _, _ = self.layout.frame
        shift = np.array([[px_per_mm, 0, -left * px_per_mm], [0, px_per_mm, -top * px_per_mm], [0, 0, 1]])
        return np.asarray(shift @ self.to_mm, dtype=np.float64)


class MatFinder:
    """Finds the mat frame after frame.  For one thread."""

    def __init__(self) -> None:
        self.why: MatMissing | None = MatMissing.NO_MARK
        self._detector = _detector()
        self._marks: dict[int, Corners] = {}
        self._mat: Mat | None = None
        self._unsearched = SEARCH_EVERY

    def find(self, image: Image, thorough: bool = False) -> Mat | None:
        """Return the mat in a BGR picture (height x width x 3, uint8), None with the reason in `why`.

        `thorough` searches the whole frame in any case, as a photograph wants it.  Raises `ValueError` with
        one sentence for anything that is not such a picture.
        """
        if self._detector is None:
            self.why = MatMissing.NO_DETECTOR
            return None
        picture = as_picture(image)
        if self._mat is not None and not thorough:
            mat = self._followed(picture, self._mat, self._detector)
            if mat is not None:
                self.why = None
                return mat
        self._unsearched += 1
        if not thorough and self._unsearched < SEARCH_EVERY:
            self.why = MatMissing.NOT_SEARCHED
            return None
        self._unsearched = 0
        marks = _searched(picture, self._detector)
        self._mat, self.why = _fitted(marks, self._bend_of(picture))
        if self._mat is not None:
            self._marks = {id: marks[id] for id in self._mat.marks}
        return self._mat

    def _followed(self, picture: Image, mat: Mat, detector: Detector) -> Mat | None:
        """Return the mat where it was before, None when the marks do not tell."""
        seen: dict[int, Corners] = {}
        for id, corners in self._marks.items():
            found = _around(picture, corners, detector)
            if id in found:
                seen[id] = found[id]
        if len(seen) >= LEAST_MARKS:
            fitted, _ = _fitted(seen, self._bend_of(picture))
            if fitted is not None and fitted.layout is mat.layout:
                self._mat = fitted
                self._marks.update(seen)
                return fitted
        still = all(float(np.abs(seen[id] - self._marks[id]).max()) < STILL_PX for id in seen)
        if seen and still:
            return replace(mat, marks=tuple(sorted(seen)), held=True)
        return None

    def _bend_of(self, picture: Image) -> Bend:
        """Return the bend of the lens as far as it is known: a camera keeps its lens."""
        size = (picture.shape[1], picture.shape[0])
        known = self._mat.bend if self._mat is not None else STRAIGHT
        return known if known.size == size else Bend(0.0, size)


def _fitted(marks: dict[int, Corners], bend: Bend) -> tuple[Mat | None, MatMissing | None]:
    """Return the mat that the marks belong to, or why there is none; `bend` is what is known of the lens."""
    layout = max(LAYOUTS.values(), key=lambda layout: len(marks.keys() & set(layout.ids)))
    ids = tuple(sorted(marks.keys() & set(layout.ids)))
    if not ids:
        return None, MatMissing.NO_MARK
    if len(ids) < LEAST_MARKS:
        return None, MatMissing.TOO_FEW_MARKS
    pixels = np.concatenate([marks[id] for id in ids]).astype(np.float64)
    page = np.asarray([corner for id in ids for corner in layout.mark(id)], dtype=np.float64)
    fit = _fit(pixels, page, bend)
    if fit is None or fit.mean_mm > BENT_ERROR_MM:
        other = _fit(pixels, page, found_bend(pixels, page, bend.size))
        # A page that is curled is no better flat through any lens.
        if other is not None and (fit is None or other.mean_mm < 0.6 * fit.mean_mm):
            fit = other
    if fit is None or fit.far:
        return None, MatMissing.NOT_FLAT
    return Mat(layout, fit.to_mm, _scale(layout, fit), ids, fit.mean_mm, bend=fit.bend), None


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A homography to the page through a lens of a bend: how far the corners are from where they should be
    on average, and whether one of them is too far."""

    to_mm: Matrix
    bend: Bend
    mean_mm: float
    far: bool


def _fit(pixels: Matrix, page: Matrix, bend: Bend) -> _Fit | None:
    homography, _ = cv2.findHomography(bend.straight(pixels), page, 0)
    if homography is None or abs(np.linalg.det(homography)) < 1e-12:
        return None
    to_mm = np.asarray(homography, dtype=np.float64)
    errors = np.linalg.norm(np.array(_on_page(pixels, to_mm, bend)) - page, axis=1)
    errors_px = np.linalg.norm(np.array(_in_frame(page, np.linalg.inv(to_mm), bend)) - pixels, axis=1)
    far = bool(((errors > MOST_ERROR_MM) & (errors_px > MOST_ERROR_PX)).any())
    return _Fit(to_mm, bend, float(errors.mean()), far)


def _scale(layout: MatLayout, fit: _Fit) -> float:
    """Return how many millimetres a pixel is in the middle of the mat's frame."""
    left, top, right, bottom = layout.frame
    middle = ((left + right) / 2, (top + bottom) / 2)
    ((x, y),) = _in_frame((middle,), np.linalg.inv(fit.to_mm), fit.bend)
    here, right_of, below = _on_page(((x, y), (x + 1, y), (x, y + 1)), fit.to_mm, fit.bend)
    area = (right_of[0] - here[0]) * (below[1] - here[1]) - (right_of[1] - here[1]) * (below[0] - here[0])
    return float(abs(area) ** 0.5)


def _on_page(pixels: Sequence[Point] | Matrix, to_page: Matrix, bend: Bend) -> list[Point]:
    return _mapped(bend.straight(np.asarray(pixels, dtype=np.float64).reshape(-1, 2)), to_page)


def _in_frame(places: Sequence[Point] | Matrix, to_straight: Matrix, bend: Bend) -> list[Point]:
    bent = bend.bent(np.array(_mapped(places, to_straight)).reshape(-1, 2))
    return [(float(x), float(y)) for x, y in bent]


def _area(corner: Point, one: Point, other: Point) -> float:
    """Return the area between the ways from a corner to two points."""
    (x, y), (right, down) = np.subtract(one, corner), np.subtract(other, corner)
    return float(x * down - y * right)


def _mapped(points: Sequence[Point] | Matrix, by: Matrix) -> list[Point]:
    given = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return [(float(x), float(y)) for x, y in cv2.perspectiveTransform(given, by).reshape(-1, 2)]


def _searched(picture: Image, detector: Detector) -> dict[int, Corners]:
    """Return the marks of a whole frame."""
    grey = _grey(picture)
    longest = max(grey.shape)
    if longest <= SEARCH_LONGEST:
        return detector(grey)
    factor = SEARCH_LONGEST / longest
    if min(grey.shape) * factor < 1:
        return {}
    small = np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    marks = {}
    for id, corners in detector(small).items():
        rough = np.asarray((corners + 0.5) / factor - 0.5, dtype=np.float32)
        marks[id] = _around(picture, rough, detector).get(id, rough)
    return marks


def _around(picture: Image, corners: Corners, detector: Detector) -> dict[int, Corners]:
    """Return the marks near where one was."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = 0.4 * float((high - low).max()) + 4
    left, top = (max(0, int(low[axis] - room)) for axis in (0, 1))
    right, bottom = (int(high[axis] + room) + 1 for axis in (0, 1))
    part = picture[top:bottom, left:right]
    if min(part.shape[:2]) < 8:
        return {}
    shift = np.array([left, top], dtype=np.float32)
    return {id: found + shift for id, found in detector(_grey(part)).items()}


def _grey(picture: Image) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _detector() -> Detector | None:
    """Return a function from a grey picture to the marks in it, None where OpenCV has been built without.

    OpenCV 4.6 has functions where later ones have a class, and only in its contributed modules.
    """
    aruco: Any = getattr(cv2, "aruco", None)
    if aruco is None or not hasattr(aruco, "DICT_4X4_50"):
        return None
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        detect = aruco.ArucoDetector(dictionary, _parameters(aruco.DetectorParameters())).detectMarkers
    else:
        parameters = _parameters(aruco.DetectorParameters_create())

        def detect(grey: Grey) -> Any:
            return aruco.detectMarkers(grey, dictionary, parameters=parameters)

    def marks(grey: Grey) -> dict[int, Corners]:
        corners, ids, _ = detect(grey)
        if ids is None:
            return {}
        numbers = [int(id) for id in np.asarray(ids).ravel()]
        found = zip(numbers, corners, strict=True)
        # A mark that is in the frame twice says nothing about where the mat is.
        return {
            id: np.asarray(corner, np.float32).reshape(4, 2) for id, corner in found if numbers.count(id) == 1
        }

    return marks


def _parameters(parameters: Any) -> Any:
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # OpenCV looks a third of a square around a rough corner, but small marks have rougher ones.  Its releases
    # before 4.8 always look five pixels around.
    if hasattr(parameters, "relativeCornerRefinmentWinSize"):
        parameters.relativeCornerRefinmentWinSize = 0.8
    return parameters
