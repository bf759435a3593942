"""The kits of the dominoes and the patience as they come out of the printer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.cli import run
from companion.games.dominoes.layout import CHIPS, SPACES
from companion.kit.backs import backs_of
from companion.kit.card_pages import card_corner
from companion.kit.codes import learn
from companion.kit.domino_kit import domino_kit
from companion.kit.gold_faces import CARD_MM
from companion.kit.items import dominoes, playing_cards
from companion.kit.kit_keys import own_kit
from companion.kit.patience_kit import patience_kit
from companion.kit.sheet import PAPERS, Sheet
from companion.kit.tiled import FLAP_MM, add_tiles
from companion.language import Language
from hardware.vision.mat import MatFinder
from hardware.vision.mat_layout import LAYOUTS
from hardware.vision.table_mats import (
    CARD_PLACE_MM,
    CHIP_RADIUS_MM,
    COLUMNS,
    DOMINO_MAT,
    PATIENCE_MAT,
    TILE_PLACE_MM,
    TableMat,
    chip_place,
    column_place,
    tile_place,
    top_place,
)
from hardware.vision.tags import TagReader
from tests.kit.printing import (
    BOOK,
    KEY,
    PX_PER_MM,
    LongWinded,
    Written,
    codes_on,
    outermost_mm,
    overlapping,
    printed_pages,
    watched_writing,
)

Made = Callable[[str, Language], Sheet]
MAKERS: dict[str, Made] = {
    "dominoes": domino_kit,
    "patience": lambda paper, language: patience_kit(KEY, paper, language),
}
#: The first page of each mat, counted from 0; the dominoes' tiles; and the patience's owner page.
MATS = {"dominoes": (1, DOMINO_MAT), "patience": (13, PATIENCE_MAT)}
TILES, OWNER = (5, 6), 17
Box = tuple[float, float, float, float]


@cache
def kit(game: str, paper: str) -> tuple[bytes, tuple[Written, ...]]:
    with watched_writing() as lines:
        document = MAKERS[game](paper, Language.load("en")).pdf()
    return document, tuple(lines)


@cache
def pages(game: str, paper: str) -> list[NDArray[np.uint8]]:
    return printed_pages(kit(game, paper)[0])


@pytest.fixture(params=sorted(MAKERS))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def glued(game: str, paper: str) -> NDArray[np.uint8]:
    """Return a mat as somebody glues it together from its four pages."""
    first, mat = MATS[game]
    part = (mat.width + FLAP_MM) / 2, (mat.height + FLAP_MM) / 2
    whole = np.full((round(mat.height * PX_PER_MM) + 2, round(mat.width * PX_PER_MM) + 2, 3), 255, np.uint8)
    for number in range(4):
        row, column = divmod(number, 2)
        page = pages(game, paper)[first + number]
        size = page.shape[1] / PX_PER_MM, page.shape[0] / PX_PER_MM
        left, top = (round((size[axis] - part[axis]) / 2 * PX_PER_MM) for axis in (0, 1))
        wide, high = (round(side * PX_PER_MM) for side in part)
        x = round(column * (mat.width - part[0]) * PX_PER_MM)
        y = round(row * (mat.height - part[1]) * PX_PER_MM)
        whole[y : y + high, x : x + wide] = page[top : top + high, left : left + wide]
    return whole


def test_a_glued_mat_has_its_own_marks_where_they_should_be(game: str, paper: str) -> None:
    mat = MATS[game][1]
    picture = glued(game, paper)
    # On a table that is darker than the mat's white edge.
    scene = cv2.copyMakeBorder(picture, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(80, 90, 70))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(scene, cv2.COLOR_BGR2GRAY))
    found = {
        int(id): (quad.reshape(4, 2) - 60) / PX_PER_MM for id, quad in zip(ids.ravel(), corners, strict=True)
    }
    assert set(found) == set(mat.ids)
    for id, quad in found.items():
        assert np.abs(quad - np.array(mat.mark(id))).max() < 0.6
    # The tray's finder does not take it for a tray.
    assert MatFinder().find(scene) is None


def test_no_two_mats_share_a_mark() -> None:
    ids = [id for mat in (*LAYOUTS.values(), DOMINO_MAT, PATIENCE_MAT) for id in mat.ids]
    assert len(ids) == len(set(ids))


def apart(one: Box, two: Box, white: float) -> bool:
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, two
    return ax + aw + white <= bx or bx + bw + white <= ax or ay + ah + white <= by or by + bh + white <= ay


def inside(box: Box, mat: TableMat) -> bool:
    left, top, wide, high = box
    return left > 1 and top > 1 and left + wide < mat.width - 1 and top + high < mat.height - 1


def marks_of(mat: TableMat) -> list[Box]:
    return [(*mat.mark(id)[0], mat.mark_mm, mat.mark_mm) for id in mat.ids]


def test_the_domino_mat_has_room_for_every_tile_and_chip() -> None:
    tiles = [tile_place(space.chips, space.side) for space in SPACES]
    radius = CHIP_RADIUS_MM
    chips = [(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in map(chip_place, CHIPS)]
    places = tiles + chips + marks_of(DOMINO_MAT)
    assert all(inside(place, DOMINO_MAT) for place in places) and len(places) == 24 + 9 + 4
    assert all(apart(a, b, 0.4) for at, a in enumerate(places) for b in places[at + 1 :])
    assert all(sorted(place[2:]) == sorted(TILE_PLACE_MM) for place in tiles)
    # A short end lies against each chip of a space.
    for space, (left, top, wide, high) in zip(SPACES, tiles, strict=True):
        for chip in space.chips:
            x, y = chip_place(chip)
            ends = [(left, top + high / 2), (left + wide, top + high / 2)]
            ends = ends if wide > high else [(left + wide / 2, top), (left + wide / 2, top + high)]
            assert min(np.hypot(x - a, y - b) for a, b in ends) < radius + 1


def test_the_patience_mat_has_room_for_every_card() -> None:
    columns = [column_place(column) for column in range(COLUMNS)]
    places = columns + [top_place(column) for column in range(COLUMNS)]
    assert all(inside(place, PATIENCE_MAT) for place in places)
    assert all(apart(a, b, 2.5) for at, a in enumerate(places) for b in places[at + 1 :])
    assert all(apart(place, mark, 1) for place in places for mark in marks_of(PATIENCE_MAT))
    # The longest column has six hidden cards and a run of thirteen; 6 mm of each must show.
    assert all(high > CARD_PLACE_MM[1] + 18 * 6 for _, _, _, high in columns)


def test_all_tiles_are_printed_once_with_their_pips() -> None:
    paper = "a4"
    seen = []
    for number in TILES:
        page = cv2.cvtColor(pages("dominoes", paper)[number], cv2.COLOR_BGR2GRAY)
        count, _, stats, middles = cv2.connectedComponentsWithStats((page < 90).astype(np.uint8))
        left, top = (PAPERS[paper][0] - 4 * 48) / 2, 34.0
        halves: dict[tuple[int, int, int], int] = {}
        bars = set()
        for piece in range(1, count):
            wide, high = (stats[piece, at] / PX_PER_MM for at in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT))
            across, down = middles[piece] / PX_PER_MM - (left, top)
            row, in_row = divmod(down, 54)
            if across < 0 or across > 192 or not 0 < in_row < 24:
                continue
            place = (int(row), int(across // 24))
            if abs(wide - 4.2) < 0.6 and abs(high - 4.2) < 0.6:
                halves[(number, *place)] = halves.get((number, *place), 0) + 1
            elif wide < 2 and high > 12:
                bars.add((int(row), int(across // 48)))
        for row, column in sorted(bars):
            seen.append(tuple(halves.get((number, row, 2 * column + half), 0) for half in (0, 1)))
    assert sorted(seen) == [(int(item[1]), int(item[2])) for item in dominoes()]


def test_every_playing_card_has_its_code_and_its_own_back_behind_it(reader: TagReader) -> None:
    paper = "letter"
    cards, backs = playing_cards(), backs_of(KEY)
    width = PAPERS[paper][0]
    for number in range(6):
        part = cards[9 * number : 9 * number + 9]
        faces = codes_on(reader, pages("patience", paper)[1 + 2 * number], BOOK)
        behind = codes_on(reader, pages("patience", paper)[2 + 2 * number], BOOK)
        assert set(faces) == set(part) and set(behind) == {backs[card] for card in part}
        for at, card in enumerate(part):
            left, top = card_corner(PAPERS[paper], at)
            assert faces[card] == pytest.approx((left + CARD_MM[0] / 2, top + CARD_MM[1] / 2), abs=0.5)
            across, down = faces[card]
            assert behind[backs[card]] == pytest.approx((width - across, down), abs=0.5)


def test_the_owner_page_of_the_deck_teaches_its_key(reader: TagReader) -> None:
    (piece,) = reader.read(pages("patience", "a4")[OWNER], thorough=True).pieces
    assert learn(piece.value) == KEY


def test_nothing_leaves_the_paper(game: str, paper: str) -> None:
    for number, page in enumerate(pages(game, paper)):
        assert outermost_mm(page) > 3.7, number


def test_no_words_stand_on_others(game: str, paper: str) -> None:
    first, _ = MATS[game]
    width, height = PAPERS[paper]
    lines = [line for line in kit(game, paper)[1] if not first < line.page <= first + 4]
    assert overlapping(lines) == []
    for line in lines:
        assert line.left > 7 and line.right < width - 7 and line.top > 7 and line.bottom < height - 7, line


def test_wordier_languages_stay_on_the_paper(game: str) -> None:
    with watched_writing() as lines:
        MAKERS[game]("letter", LongWinded(0.4))
    first, _ = MATS[game]
    lines = [line for line in lines if not first < line.page <= first + 4]
    assert overlapping(lines) == []
    assert all(line.left > 7 and line.right < PAPERS["letter"][0] - 7 for line in lines)


def test_the_same_kit_is_the_same_file() -> None:
    assert domino_kit("a4", Language.load("en")).pdf() == kit("dominoes", "a4")[0]


def test_what_four_pages_do_not_hold() -> None:
    with pytest.raises(ValueError, match="600 x 300"):
        add_tiles(Sheet("a4", "a test"), lambda drawing: None, 600, 300, ("", "", "", ""))


def test_the_commands_print_them(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    target, data = tmp_path / "kit.pdf", tmp_path / "data"
    assert run(["print", game, "-o", str(target), "--data", str(data)]) == 0
    assert str(target) in capsys.readouterr().out
    pdf = pypdfium2.PdfDocument(target)
    assert len(pdf) == len(pages(game, "a4"))
    text = " ".join(pdf[0].get_textpage().get_text_bounded().split())
    pdf.close()
    assert Language.load("en").line(f"reference.{game}.title") in text
    if game == "patience":
        assert target.read_bytes() == patience_kit(own_kit(data), "a4", Language.load("en")).pdf()
    else:
        # The dominoes have no codes, and so need no key.
        assert not data.exists()


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["dominoes", "-o", "no/such/folder/x.pdf"], 1),
        (["dominoes", "-o", "x.pdf", "--paper", "a3"], 2),
        (["patience", "-o", "x.pdf", "--board", "a2"], 2),
        (["patience", "-o", "x.pdf", "--data", "file"], 1),
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
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert run(["print", *words]) == status
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and captured.err.startswith("companion: ")
    assert not list(tmp_path.glob("**/*.pdf"))
