"""The printed tray mat: the very PDF, rendered as for a printer, is found by the table's own finder."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.cli import run
from companion.kit.sheet import PAPERS, Sheet, write_sheet
from companion.kit.tray_mat import tray_mat
from companion.language import Language
from companion.table.faults import Fault
from hardware.vision.mat import MatFinder
from hardware.vision.mat_layout import EDGE_MM, LAYOUTS, MARK_MM, QUIET_MM, RULER_MM

DPI = 150
PX_PER_MM = DPI / 25.4
INCH_POINTS = 72


def printed(document: bytes | Path) -> NDArray[np.uint8]:
    """Return the only page of a PDF as grey pixels at `DPI`."""
    pdf = pypdfium2.PdfDocument(document)
    try:
        assert len(pdf) == 1
        grey = pdf[0].render(scale=DPI / INCH_POINTS, grayscale=True).to_numpy()
        return grey.reshape(grey.shape[:2]).copy()
    finally:
        pdf.close()


@pytest.fixture(scope="module", params=sorted(LAYOUTS))
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def page(paper: str) -> NDArray[np.uint8]:
    return printed(tray_mat(paper, Language.load("en")).pdf())


def test_the_page_is_the_paper_lying_down(page: NDArray[np.uint8], paper: str) -> None:
    width, height = PAPERS[paper]
    assert (LAYOUTS[paper].height, LAYOUTS[paper].width) == (width, height)
    assert abs(page.shape[0] - width * PX_PER_MM) < 2 and abs(page.shape[1] - height * PX_PER_MM) < 2


def test_the_finder_finds_the_mat_at_its_true_scale(page: NDArray[np.uint8], paper: str) -> None:
    mat = MatFinder().find(page)
    assert mat is not None
    assert mat.layout is LAYOUTS[paper] and mat.marks == LAYOUTS[paper].ids
    assert mat.error_mm < 0.2
    assert mat.mm_per_px == pytest.approx(1 / PX_PER_MM, rel=0.003)
    left, top, right, bottom = mat.layout.frame
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for (x, y), (across, down) in zip(mat.outline, corners, strict=True):
        assert abs(x / PX_PER_MM - across) < 0.3 and abs(y / PX_PER_MM - down) < 0.3


def test_the_finder_finds_it_from_the_side(page: NDArray[np.uint8], paper: str) -> None:
    height, width = page.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[330, 90], [900, 130], [1150, 640], [120, 600]], np.float32)
    scene = cv2.warpPerspective(
        page, cv2.getPerspectiveTransform(corners, seen), (1280, 720), flags=cv2.INTER_AREA, borderValue=90
    )
    mat = MatFinder().find(cv2.GaussianBlur(scene, (0, 0), 0.7))
    assert mat is not None and mat.marks == LAYOUTS[paper].ids
    ((x, y),) = mat.millimetres([(float(seen[2][0]), float(seen[2][1]))])
    assert abs(x - mat.layout.width) < 1.5 and abs(y - mat.layout.height) < 1.5


def test_the_ruler_is_100_millimetres_long(page: NDArray[np.uint8], paper: str) -> None:
    x, y = LAYOUTS[paper].ruler
    middle = round(y * PX_PER_MM)
    black = np.flatnonzero((page[middle - 1 : middle + 2] < 160).any(axis=0))
    # Nothing but the ruler's own line is so long; what is written stands beside it.
    runs = np.split(black, np.flatnonzero(np.diff(black) > 1) + 1)
    longest = max(runs, key=len)
    assert abs(len(longest) / PX_PER_MM - RULER_MM) < 0.6
    assert abs(longest[0] / PX_PER_MM - x) < 0.3


def test_nothing_stands_where_a_printer_does_not_print_or_a_mark_needs_white(
    page: NDArray[np.uint8], paper: str
) -> None:
    def white(left: float, top: float, right: float, bottom: float) -> bool:
        part = page[
            round(top * PX_PER_MM) : round(bottom * PX_PER_MM),
            round(left * PX_PER_MM) : round(right * PX_PER_MM),
        ]
        return bool(part.size and (part > 250).all())

    layout = LAYOUTS[paper]
    edge, slack = EDGE_MM - 0.3, 0.3
    assert white(0, 0, layout.width, edge) and white(0, 0, edge, layout.height)
    assert white(0, layout.height - edge, layout.width, layout.height)
    assert white(layout.width - edge, 0, layout.width, layout.height)
    for id in layout.ids:
        (left, top), _, (right, bottom), _ = layout.mark(id)
        room = QUIET_MM - slack
        assert white(left - room, top - room, left - slack, bottom + room)
        assert white(right + slack, top - room, right + room, bottom + room)
        assert not white(left, top, left + MARK_MM, bottom)
    left, top, right, bottom = layout.frame
    assert white(left + 1, top + 1, right - 1, bottom - 1)


def test_the_same_sheet_is_the_same_file(paper: str) -> None:
    words = Language.load("en")
    assert tray_mat(paper, words).pdf() == tray_mat(paper, words).pdf()


def test_it_says_how_to_use_it(paper: str) -> None:
    pdf = pypdfium2.PdfDocument(tray_mat(paper, Language.load("en")).pdf())
    text = " ".join(pdf[0].get_textpage().get_text_bounded().split())
    pdf.close()
    for id in ("kit.mat.use", "kit.mat.ruler"):
        assert Language.load("en").line(id) in text


def test_a_long_line_becomes_smaller_and_stays_in_its_room() -> None:
    sheet = Sheet("a4", "a test")
    sheet.new_page()
    sheet.words(20, 50, "Wer das liest, hat Zeit: " * 4, 12, room=100)
    page = printed(sheet.pdf())
    dark = np.flatnonzero((page < 128).any(axis=0)) / PX_PER_MM
    assert dark.min() > 19 and 110 < dark.max() < 121


def test_a_paper_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no paper"):
        tray_mat("a5", Language.load("en"))


def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "mat.pdf"
    assert run(["print", "tray-mat", "-o", str(target), "--paper", "letter"]) == 0
    assert str(target) in capsys.readouterr().out
    mat = MatFinder().find(printed(target))
    assert mat is not None and mat.layout.paper == "letter"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["print", "board", "-o", "x.pdf"], 2),
        (["print", "tray-mat", "-o", "x.pdf", "--paper", "a3"], 2),
        (["print", "tray-mat", "-o", "no/such/folder/x.pdf"], 1),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(
    words: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == status
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and captured.err.startswith("companion: ")
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").mkdir()
    with pytest.raises(Fault):
        write_sheet(tmp_path / "mat.pdf", tray_mat("a4", Language.load("en")))
    assert [path.name for path in tmp_path.iterdir()] == ["mat.pdf"]
