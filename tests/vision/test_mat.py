"""Finding the tray mat in made-up pictures: at any angle, with marks covered, and while it is moved."""

from __future__ import annotations

import math
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.vision.mat import SEARCH_EVERY, Mat, MatFinder, MatMissing
from hardware.vision.mat_layout import LAYOUTS, MARK_BITS, MARK_MM, MARK_SQUARES, MatLayout, mark_squares
from tests.vision.laid_out import SIZE, View, lay, mat_page, softened, table

A4, LETTER = LAYOUTS["a4"], LAYOUTS["letter"]
PX = 6.0
#: What is known at the table: dice and cards on the mat are placed to within a millimetre.
NEAR_MM = 1.0
#: Far from the three marks that are left.
NEAR_THREE_MM = 2.0


def seen(
    layout: MatLayout, view: View, blur: float = 0.8, marks: tuple[int, ...] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return a picture of a mat, and what takes the page's millimetres to its pixels."""
    scene = table(view.size)
    homography = lay(scene, mat_page(layout, PX, marks), view)
    return softened(scene, blur), homography @ np.diag([PX, PX, 1.0])


def points_on(layout: MatLayout) -> list[tuple[float, float]]:
    left, top, right, bottom = layout.frame
    return [(left + a * (right - left), top + b * (bottom - top)) for a in (0, 0.5, 1) for b in (0, 0.5, 1)]


def check_places(mat: Mat, truth: NDArray[np.float64], near: float = NEAR_MM) -> None:
    points = points_on(mat.layout)
    pixels = cv2.perspectiveTransform(np.array(points).reshape(-1, 1, 2), truth).reshape(-1, 2)
    for found, true in zip(mat.millimetres([(x, y) for x, y in pixels]), points, strict=True):
        assert math.dist(found, true) < near


@pytest.mark.parametrize(
    ("paper", "tilt", "turn"),
    [
        ("a4", 0, 0),
        ("letter", 0, 33),
        ("letter", 15, 90),
        ("a4", 25, 200),
        ("a4", 40, 10),
        ("letter", 50, 270),
        ("a4", 55, 45),
        ("letter", 55, 45),
    ],
)
def test_the_mat_at_any_angle(paper: str, tilt: int, turn: int) -> None:
    layout = LAYOUTS[paper]
    image, truth = seen(layout, View(tilt, turn))
    finder = MatFinder()
    mat = finder.find(image)
    assert mat is not None and finder.why is None
    assert mat.layout is layout and mat.marks == layout.ids and not mat.held
    check_places(mat, truth)


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (2592, 1944)])
def test_the_mat_in_pictures_of_any_size(size: tuple[int, int]) -> None:
    image, truth = seen(A4, View(20, 10, size=size))
    mat = MatFinder().find(image)
    assert mat is not None and mat.marks == A4.ids
    check_places(mat, truth)


def test_the_scale_is_that_of_the_middle() -> None:
    image, truth = seen(A4, View(30, 0))
    mat = MatFinder().find(image)
    assert mat is not None
    left, top, right, bottom = A4.frame
    middle = np.array(
        [[[(left + right) / 2, (top + bottom) / 2], [(left + right) / 2 + 1, (top + bottom) / 2]]]
    )
    a, b = cv2.perspectiveTransform(middle, truth)[0]
    across = 1 / float(np.linalg.norm(b - a))
    # A millimetre along the axis it is tilted on is the longest; the scale lies between it and the shortest.
    assert across < mat.mm_per_px < across / math.cos(math.radians(30)) * 1.05


def test_the_scales_are_those_of_the_corners() -> None:
    image, truth = seen(A4, View(30, 0))
    mat = MatFinder().find(image)
    assert mat is not None
    steps = []
    for x, y in points_on(A4):
        a, b, c = cv2.perspectiveTransform(np.array([[[x, y], [x + 1, y], [x, y + 1]]]), truth)[0]
        steps.append(math.sqrt(abs(float(np.linalg.det(np.stack([b - a, c - a]))))))
    assert mat.scales == pytest.approx((min(steps), max(steps)), rel=0.02)
    assert mat.scales[0] < 1 / mat.mm_per_px < mat.scales[1]


def test_a_grey_picture_will_do() -> None:
    image, _ = seen(A4, View())
    assert MatFinder().find(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)) is not None


@pytest.mark.parametrize("covered", A4.ids)
def test_three_marks_are_enough(covered: int) -> None:
    marks = tuple(id for id in A4.ids if id != covered)
    image, truth = seen(A4, View(25, 15), marks=marks)
    mat = MatFinder().find(image)
    assert mat is not None and mat.marks == marks
    check_places(mat, truth, NEAR_THREE_MM)


@pytest.mark.parametrize(
    ("marks", "why"),
    [((), MatMissing.NO_MARK), ((2,), MatMissing.TOO_FEW_MARKS), ((0, 3), MatMissing.TOO_FEW_MARKS)],
)
def test_fewer_are_not_and_the_reason_is_named(marks: tuple[int, ...], why: MatMissing) -> None:
    finder = MatFinder()
    assert finder.find(seen(A4, View(), marks=marks)[0]) is None
    assert finder.why is why


def test_marks_of_two_papers_make_no_mat() -> None:
    image, _ = seen(A4, View(), marks=(0, 1))
    other, _ = seen(LETTER, View(), marks=(6, 7))
    image[SIZE[1] // 2 :] = other[SIZE[1] // 2 :]
    finder = MatFinder()
    assert finder.find(image) is None and finder.why is MatMissing.TOO_FEW_MARKS


def with_mark(page: NDArray[np.uint8], id: int, left: float, top: float) -> NDArray[np.uint8]:
    """Draw a mark of the A4 mat with its corner at a place in millimetres."""
    side = round(MARK_MM * PX)
    (own_x, own_y) = (round(at * PX) for at in A4.mark(id)[0])
    mark = mat_page(A4, PX)[own_y : own_y + side, own_x : own_x + side]
    x, y = round(left * PX), round(top * PX)
    page[y : y + side, x : x + side] = mark
    return page


def test_a_page_that_does_not_lie_flat_is_no_scale() -> None:
    left, top = A4.mark(2)[0]
    scene = table()
    lay(scene, with_mark(mat_page(A4, PX, marks=(0, 1, 3)), 2, left - 15, top - 4), View())
    finder = MatFinder()
    assert finder.find(softened(scene, 0.6)) is None
    assert finder.why is MatMissing.NOT_FLAT


def test_a_wide_lens_that_bends_lines_is_borne() -> None:
    image, _ = seen(A4, View(10, 5))
    across, down = SIZE
    rows, columns = np.mgrid[0:down, 0:across].astype(np.float32)
    x, y = (columns - across / 2) / across, (rows - down / 2) / across
    bend = 1 + 0.15 * (x * x + y * y)
    bent = cv2.remap(image, x * bend * across + across / 2, y * bend * across + down / 2, cv2.INTER_LINEAR)
    mat = MatFinder().find(bent)
    assert mat is not None and 0.1 < mat.error_mm < 0.8


def test_a_mark_that_is_seen_twice_says_nothing() -> None:
    scene = table()
    lay(scene, with_mark(mat_page(A4, PX, marks=(0, 1, 2)), 0, 120, 90), View())
    finder = MatFinder()
    assert finder.find(softened(scene, 0.6)) is None and finder.why is MatMissing.TOO_FEW_MARKS


def test_without_a_mat_only_every_tenth_frame_is_searched() -> None:
    finder = MatFinder()
    empty = table()
    image, _ = seen(A4, View())
    assert finder.find(empty) is None and finder.why is MatMissing.NO_MARK
    for _ in range(SEARCH_EVERY - 1):
        assert finder.find(image) is None and finder.why is MatMissing.NOT_SEARCHED
    assert finder.find(image) is not None
    other = MatFinder()
    other.find(empty)
    assert other.find(image, thorough=True) is not None


def test_the_mat_is_followed_while_it_is_pushed() -> None:
    finder = MatFinder()
    for step in range(5):
        image, truth = seen(A4, View(20, 5 + step, at=(0.5 + 0.004 * step, 0.5)))
        mat = finder.find(image)
        assert mat is not None and not mat.held
        check_places(mat, truth)


def covered(image: NDArray[np.uint8], truth: NDArray[np.float64], *marks: int) -> NDArray[np.uint8]:
    """Return the picture with hands over some marks."""
    image = image.copy()
    for id in marks:
        corners = cv2.perspectiveTransform(np.array([A4.mark(id)]), truth)[0]
        x, y = corners.mean(axis=0)
        cv2.circle(image, (int(x), int(y)), 90, (120, 150, 200), -1)
    return image


def test_hands_over_marks_do_not_lose_a_mat_that_lies_still() -> None:
    finder = MatFinder()
    image, truth = seen(A4, View(20, 5))
    assert finder.find(image) is not None
    for marks in ((0,), (0, 1), (0, 1, 2), (3,)):
        mat = finder.find(covered(image, truth, *marks))
        assert mat is not None
        assert mat.held is (len(marks) > 1) and not set(marks) & set(mat.marks)
        check_places(mat, truth, NEAR_THREE_MM)


def test_a_mat_pushed_under_the_hands_is_not_believed_to_lie_still() -> None:
    finder = MatFinder()
    image, truth = seen(A4, View(20, 5))
    assert finder.find(image) is not None
    image, truth = seen(A4, View(20, 5, at=(0.51, 0.51)))
    assert finder.find(covered(image, truth, 0, 1)) is None
    assert finder.why is not None
    assert finder.find(covered(image, truth, 0, 1, 2, 3)) is None
    for _ in range(SEARCH_EVERY):
        mat = finder.find(image)
    assert mat is not None
    check_places(mat, truth)


def test_what_lies_beside_the_frame_is_ignored() -> None:
    image, truth = seen(A4, View(30, 20))
    mat = MatFinder().find(image)
    assert mat is not None
    left, top, right, bottom = A4.frame
    inside = [(left + 3, top + 3), (right - 3, bottom - 3), ((left + right) / 2, (top + bottom) / 2)]
    outside = [(left - 3, top + 9), (right + 3, bottom - 9), (left + 9, top - 3), (right - 9, bottom + 3)]
    for points, wanted in ((inside, True), (outside, False)):
        pixels = cv2.perspectiveTransform(np.array([points]), truth)[0]
        assert [mat.contains((float(x), float(y))) for x, y in pixels] == [wanted] * len(points)


def test_the_inside_is_seen_from_straight_above_and_its_points_come_back() -> None:
    page = mat_page(A4, PX)
    left, top, right, bottom = A4.frame
    spot = (left + 60.0, top + 40.0)
    cv2.circle(page, (round(spot[0] * PX), round(spot[1] * PX)), round(5 * PX), (20, 20, 220), -1)
    scene = table()
    lay(scene, page, View(45, 30))
    mat = MatFinder().find(scene)
    assert mat is not None
    flat = mat.rectified(scene, px_per_mm=3.0)
    assert flat.shape == (round((bottom - top) * 3), round((right - left) * 3), 3)
    red = (flat[:, :, 2].astype(int) - flat[:, :, 1]) > 90
    ys, xs = np.nonzero(red)
    assert abs(xs.mean() - 180) < 3 and abs(ys.mean() - 120) < 3
    # A circle again, of ten millimetres.
    assert abs(np.ptp(xs) - 30) < 4 and abs(np.ptp(ys) - 30) < 4
    ((x, y),) = mat.in_frame([(float(xs.mean()), float(ys.mean()))], px_per_mm=3.0)
    ((across, down),) = mat.millimetres([(x, y)])
    assert math.dist((across, down), spot) < NEAR_MM
    assert tuple(int(value) for value in scene[round(y), round(x)]) == (20, 20, 220)


@pytest.mark.parametrize("id", range(len(MARK_BITS)))
def test_the_marks_are_those_of_the_dictionary(id: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
    assert (np.array(mark_squares(id)) == (draw(dictionary, id, MARK_SQUARES) == 0)).all()


@pytest.mark.skipif(
    not hasattr(cv2.aruco, "ArucoDetector"), reason="this OpenCV has the old interface itself"
)
def test_the_older_interface_of_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCV 4.6 has functions instead of a class; here they do their work through the class."""
    new = cv2.aruco
    asked = []

    def detect(grey: NDArray[np.uint8], dictionary: object, parameters: object) -> object:
        asked.append(grey.shape)
        return new.ArucoDetector(dictionary, parameters).detectMarkers(grey)

    old = SimpleNamespace(
        DICT_4X4_50=new.DICT_4X4_50,
        CORNER_REFINE_SUBPIX=new.CORNER_REFINE_SUBPIX,
        getPredefinedDictionary=new.getPredefinedDictionary,
        DetectorParameters_create=new.DetectorParameters,
        detectMarkers=detect,
    )
    monkeypatch.setattr(cv2, "aruco", old)
    image, truth = seen(A4, View(20, 5))
    mat = MatFinder().find(image)
    assert mat is not None and asked == [(SIZE[1], SIZE[0])]
    check_places(mat, truth)


def test_an_opencv_without_marks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(cv2, "aruco")
    finder = MatFinder()
    assert finder.find(seen(A4, View())[0]) is None and finder.why is MatMissing.NO_DETECTOR


@pytest.mark.parametrize("shape", [(1, 1), (2, 3, 3), (10, 20000, 3), (20000, 10), (40, 40, 4)])
def test_strange_pictures_show_no_mat(shape: tuple[int, ...]) -> None:
    finder = MatFinder()
    assert finder.find(np.full(shape, 90, np.uint8)) is None and finder.why is MatMissing.NO_MARK


def test_what_is_no_picture_is_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"^[A-Z][^\n]*\.$"):
        MatFinder().find(np.zeros((9, 9, 3), np.uint16))
