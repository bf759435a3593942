"""The tray mat in a frame: scale, perspective, and what is on the mat and what is beside it.

The marks are found by OpenCV's own ArUco detector, through whichever of its two interfaces the installed
OpenCV has (4.6 or 4.7 and later).  Searching a whole frame takes far longer than looking where the marks
were a moment ago, so that is what is done while the camera and the mat stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

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
#: Corners farther than this from where the others put them belong to no flat mat; a wide lens bends by half.
MOST_ERROR_MM = 1.5
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

    `to_mm` is the 3 x 3 homography from frame pixels to the page's millimetres, `mm_per_px` the scale in the
    middle of the mat's frame, `marks` the numbers of the marks that were seen, `error_mm` how far their
    corners lie on average from where they should be.  `held` says that hands cover marks now, and that those
    that are left have not moved.
    """

    layout: MatLayout
    to_mm: Matrix
    mm_per_px: float
    marks: tuple[int, ...]
    error_mm: float
    held: bool = False

    @property
    def outline(self) -> tuple[Point, Point, Point, Point]:
        """The corners of the mat's frame in frame pixels, clockwise from its top left."""
        left, top, right, bottom = self.layout.frame
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        a, b, c, d = _mapped(corners, np.linalg.inv(self.to_mm))
        return a, b, c, d

    def contains(self, point: Point) -> bool:
        """Tell whether a frame pixel lies within the mat's frame; everything else is to be ignored."""
        left, top, right, bottom = self.layout.frame
        ((x, y),) = _mapped((point,), self.to_mm)
        return left <= x <= right and top <= y <= bottom

    def millimetres(self, points: Iterable[Point]) -> list[Point]:
        """Return where frame pixels lie on the page."""
        return _mapped(tuple(points), self.to_mm)

    def rectified(self, image: Image, px_per_mm: float = 4.0) -> Image:
        """Return the inside of the mat's frame seen straight from above, at `px_per_mm`."""
        left, top, right, bottom = self.layout.frame
        size = (round((right - left) * px_per_mm), round((bottom - top) * px_per_mm))
        to_picture = self._to_rectified(px_per_mm)
        return np.asarray(cv2.warpPerspective(image, to_picture, size, flags=cv2.INTER_LINEAR))

    def in_frame(self, points: Iterable[Point], px_per_mm: float = 4.0) -> list[Point]:
        """Return where points of the rectified picture lie in the frame."""
        return _mapped(tuple(points), np.linalg.inv(self._to_rectified(px_per_mm)))

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
        self._mat, self.why = _fitted(marks)
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
            fitted, _ = _fitted(seen)
            if fitted is not None and fitted.layout is mat.layout:
                self._mat = fitted
                self._marks.update(seen)
                return fitted
        still = all(float(np.abs(seen[id] - self._marks[id]).max()) < STILL_PX for id in seen)
        if seen and still:
            return Mat(mat.layout, mat.to_mm, mat.mm_per_px, tuple(sorted(seen)), mat.error_mm, held=True)
        return None


def _fitted(marks: dict[int, Corners]) -> tuple[Mat | None, MatMissing | None]:
    """Return the mat that the marks belong to, or why there is none."""
    layout = max(LAYOUTS.values(), key=lambda layout: len(marks.keys() & set(layout.ids)))
    ids = tuple(sorted(marks.keys() & set(layout.ids)))
    if not ids:
        return None, MatMissing.NO_MARK
    if len(ids) < LEAST_MARKS:
        return None, MatMissing.TOO_FEW_MARKS
    pixels = np.concatenate([marks[id] for id in ids]).astype(np.float64)
    page = np.asarray([corner for id in ids for corner in layout.mark(id)], dtype=np.float64)
    homography, _ = cv2.findHomography(pixels, page, 0)
    if homography is None or abs(np.linalg.det(homography)) < 1e-12:
        return None, MatMissing.NOT_FLAT
    to_mm = np.asarray(homography, dtype=np.float64)
    errors = np.linalg.norm(np.array(_mapped(pixels, to_mm)) - page, axis=1)
    errors_px = np.linalg.norm(np.array(_mapped(page, np.linalg.inv(to_mm))) - pixels, axis=1)
    if bool(((errors > MOST_ERROR_MM) & (errors_px > MOST_ERROR_PX)).any()):
        return None, MatMissing.NOT_FLAT
    return Mat(layout, to_mm, _scale(layout, to_mm), ids, float(errors.mean())), None


def _scale(layout: MatLayout, to_mm: Matrix) -> float:
    """Return how many millimetres a pixel is in the middle of the mat's frame."""
    left, top, right, bottom = layout.frame
    middle = ((left + right) / 2, (top + bottom) / 2)
    ((x, y),) = _mapped((middle,), np.linalg.inv(to_mm))
    here, right_of, below = _mapped(((x, y), (x + 1, y), (x, y + 1)), to_mm)
    area = (right_of[0] - here[0]) * (below[1] - here[1]) - (right_of[1] - here[1]) * (below[0] - here[0])
    return float(abs(area) ** 0.5)


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
