"""The gold rush's kit as it comes out of the printer: every page looked at, every code read."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.cli import run
from companion.games.goldrush.edition import Edition
from companion.games.goldrush.shelf import edition_of
from companion.kit.board import ring
from companion.kit.card_pages import card_corner
from companion.kit.codes import learn
from companion.kit.gold_faces import CARD_MM, CODE_AT, deed_spaces
from companion.kit.gold_rush_kit import gold_rush_kit
from companion.kit.items import gold_cards
from companion.kit.kit_keys import own_kit
from companion.kit.reference import SECTIONS, TooLong, reference_page
from companion.kit.sheet import A2, PAPERS, Sheet
from companion.language import Language
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

EDITION = edition_of("gold_rush")
DEEDS = deed_spaces(EDITION)
#: The first page of each part, counted from 0; between cards lie their backs.
CARDS, DEED_PAGES, SEATS, TOKENS, BOARD, OWNER = (1, 3, 5, 7), (9, 11), 13, 15, 16, 20


@cache
def kit(paper: str) -> tuple[bytes, tuple[Written, ...]]:
    with watched_writing() as lines:
        document = gold_rush_kit(EDITION, KEY, paper, "tiles", Language.load("en")).pdf()
    return document, tuple(lines)


@cache
def pages(paper: str) -> list[NDArray[np.uint8]]:
    return printed_pages(kit(paper)[0])


def test_every_card_and_deed_is_printed_once_with_a_code_that_is_read(paper: str, reader: TagReader) -> None:
    for starts, items in ((CARDS, gold_cards()), (DEED_PAGES, tuple(DEEDS))):
        for start, first in zip(starts, range(0, len(items), 9), strict=True):
            expected = items[first : first + 9]
            found = codes_on(reader, pages(paper)[start], BOOK)
            assert set(found) == set(expected)
            for number, item in enumerate(expected):
                left, top = card_corner(PAPERS[paper], number)
                assert found[item] == pytest.approx((left + CODE_AT[0], top + CODE_AT[1]), abs=0.5)


def test_no_code_stands_anywhere_else(reader: TagReader) -> None:
    coded = {*CARDS, *DEED_PAGES, OWNER}
    for number, page in enumerate(pages("a4")):
        if number not in coded:
            assert reader.read(page).pieces == (), number


def test_the_owner_page_teaches_the_key(reader: TagReader) -> None:
    (piece,) = reader.read(pages("a4")[OWNER], thorough=True).pieces
    assert learn(piece.value) == KEY


def test_nothing_leaves_the_paper_or_comes_too_near_to_its_edge(paper: str) -> None:
    width, height = PAPERS[paper]
    for number, page in enumerate(pages(paper)):
        lying = BOARD <= number < OWNER
        size = (height, width) if lying else (width, height)
        assert page.shape[1] / PX_PER_MM == pytest.approx(size[0], abs=0.3)
        assert page.shape[0] / PX_PER_MM == pytest.approx(size[1], abs=0.3)
        assert outermost_mm(page) > 3.7, number


def test_no_words_stand_on_others_or_out_of_their_card(paper: str) -> None:
    lines = [line for line in kit(paper)[1] if not BOARD < line.page <= OWNER]
    assert overlapping(lines) == []
    width, height = PAPERS[paper]
    for line in lines:
        assert line.left > 7 and line.right < width - 7 and line.top > 7 and line.bottom < height - 7, line
        if 1 < line.page <= TOKENS:
            corners = [card_corner((width, height), number) for number in range(9)]
            inside = [
                left + 3 < line.left and line.right < left + CARD_MM[0] - 3
                for left, top in corners
                if top < (line.top + line.bottom) / 2 < top + CARD_MM[1]
            ]
            assert sum(inside) == 1, line


def test_no_words_stand_on_a_code(paper: str) -> None:
    half = 27 * 29 / 21 / 2
    for page, count in ((1, 36), (9, len(DEEDS))):
        for line in kit(paper)[1]:
            if page < line.page <= page + 2 * -(-count // 9):
                for number in range(9):
                    left, top = card_corner(PAPERS[paper], number)
                    x, y = left + CODE_AT[0], top + CODE_AT[1]
                    apart = (
                        line.right < x - half
                        or line.left > x + half
                        or line.bottom < y - half
                        or line.top > y + half
                    )
                    assert apart or (line.page - page) % 2 == 0, line


def test_a_back_lies_behind_its_own_deed(paper: str) -> None:
    width = PAPERS[paper][0]
    backs = [line for line in kit(paper)[1] if line.page == DEED_PAGES[0] + 2]
    for number, space in enumerate(list(DEEDS.values())[:9]):
        left, top = card_corner(PAPERS[paper], number)
        # Turned over at the long edge, left becomes right.
        middle = width - (left + CARD_MM[0] / 2)
        near = [
            line
            for line in backs
            if top < line.top < top + CARD_MM[1] and abs((line.left + line.right) / 2 - middle) < 2
        ]
        assert space.name.split()[0] in " ".join(line.words for line in near)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_four_pages_of_the_board_glue_together(paper: str) -> None:
    corner = pages(paper)[BOARD : BOARD + 4]
    flap = round(10 * PX_PER_MM)

    def board(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
        dark = (page.max(axis=2) < 90).mean(axis=1) > 0.3, (page.max(axis=2) < 90).mean(axis=0) > 0.3
        rows, columns = (np.flatnonzero(one) for one in dark)
        return page[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]

    parts = [board(page) for page in corner]
    for one, two, sides in ((0, 1, 1), (2, 3, 1), (0, 2, 0), (1, 3, 0)):
        a, b = parts[one], parts[two]
        ends = (a[:, -flap:], b[:, :flap]) if sides else (a[-flap:], b[:flap])
        high, wide = (min(end.shape[axis] for end in ends) for axis in (0, 1))
        difference = np.abs(ends[0][:high, :wide].astype(int) - ends[1][:high, :wide]).max(axis=2)
        assert (difference > 60).mean() < 0.06, (one, two)


def test_the_board_is_one_sheet_where_that_is_asked_for() -> None:
    with watched_writing() as lines:
        document = gold_rush_kit(EDITION, KEY, "a4", "a2", Language.load("en")).pdf()
    pdf = pypdfium2.PdfDocument(document)
    sizes = [tuple(side / 72 * 25.4 for side in page.get_size()) for page in pdf]
    pdf.close()
    assert len(sizes) == OWNER - 2 and sizes[BOARD] == pytest.approx((A2[1], A2[0]), abs=0.1)
    written = [line for line in lines if line.page == BOARD + 1]
    assert overlapping(written) == []
    everything = " ".join(line.words for line in written)
    for space in EDITION.board:
        assert space.name in everything or all(word in everything for word in space.name.split())
    for line in written:
        assert 10 < line.left < line.right < A2[1] - 10 and 10 < line.top < line.bottom < A2[0] - 10


@pytest.mark.parametrize("count", [13, 14, 23, 40, 41, 199, 200])
def test_a_ring_of_any_edition_goes_round_without_a_gap(count: int) -> None:
    cells = ring(count, 574, 400)
    assert len(cells) == count
    steps = [
        (abs(b.left - a.left) + 1e-9) // a.width + (abs(b.top - a.top) + 1e-9) // a.height
        for a, b in pairwise(cells)
    ]
    assert all(step == 1 for step in steps)
    last, first = cells[-1], cells[0]
    gap = (first.top - last.top) / first.height
    assert gap == pytest.approx(1 + count % 2)
    assert 0.6 < first.width / first.height < 1.6


@pytest.mark.parametrize("game", sorted(SECTIONS))
def test_a_rule_reference_fits_on_its_page_in_wordier_languages(game: str, paper: str) -> None:
    figures = {
        "grubstake": "$50,000",
        "players": 6,
        "start": "Chilkoot Pass",
        "cards": 36,
        "each": 9,
        "unit": "$1,000",
    }
    figures |= dict.fromkeys(("pass_fee", "river_fee", "trading_fee", "sawmill_fee", "donation"), "$10,000")
    figures |= dict.fromkeys(("chilkoot", "woodpile", "trading", "sawmill"), "A name of some length")
    sizes = []
    for share in (0.0, 0.4):
        with watched_writing() as lines:
            sizes.append(reference_page(Sheet(paper, "a test"), game, LongWinded(share), **figures))
        assert overlapping(lines) == []
        width, height = PAPERS[paper]
        assert all(line.right < width - 12 and line.bottom < height - 9 for line in lines)
        assert not any("{" in line.words or "reference." in line.words for line in lines)
    assert sizes[0] >= 8.5 and sizes[0] >= sizes[1] >= 7.0


def test_a_language_that_no_page_holds() -> None:
    with pytest.raises(TooLong):
        reference_page(Sheet("a4", "a test"), "patience", LongWinded(9.0))


def wordy() -> Edition:
    """Return an edition with the longest names and words that there may be."""
    data = msgspec.to_builtins(EDITION)
    data["game"]["name"] = "W" * 40
    for space in data["space"]:
        space["name"] = "M" * 40 if space["index"] % 2 else "Mmm mmm " * 4 + "mmmmmmm"
        space["fact"] = "Wwww wwww " * 24
    for card in data["card"]:
        card["title"] = "W" * 60 if card["copies"] > 1 else "Www www www " * 5
        card["text"] = "Mmmmm mmm " * 24
    return msgspec.convert(data, Edition)


def test_the_longest_words_stay_on_their_cards() -> None:
    with watched_writing() as lines:
        gold_rush_kit(wordy(), KEY, "a4", "a2", Language.load("en"))
    assert overlapping(lines) == []
    for line in lines:
        width, height = (A2[1], A2[0]) if line.page == BOARD + 1 else PAPERS["a4"]
        assert line.left > 7 and line.right < width - 7 and line.top > 7 and line.bottom < height - 7, line


def test_the_same_kit_is_the_same_file() -> None:
    paper = "a4"
    assert gold_rush_kit(EDITION, KEY, paper, "tiles", Language.load("en")).pdf() == kit(paper)[0]


def test_the_command_prints_a_kit_with_this_machines_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, data = tmp_path / "kit.pdf", tmp_path / "data"
    words = ["print", "gold-rush", "-o", str(target), "--data", str(data), "--paper", "letter"]
    assert run(words) == 0
    assert str(target) in capsys.readouterr().out
    key = own_kit(data)
    assert target.read_bytes() == gold_rush_kit(EDITION, key, "letter", "tiles", Language.load("en")).pdf()


def test_an_edition_of_ones_own_with_letters_that_the_font_has_not(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    mine = tmp_path / "mine.toml"
    assert run(["edition", "new", str(mine)]) == 0
    mine.write_text(
        mine.read_text(encoding="utf-8").replace("Regina", "Отель 漢\U0001f600"), encoding="utf-8"
    )
    target = tmp_path / "kit.pdf"
    data = ["--data", str(tmp_path / "data")]
    assert run(["print", "gold-rush", "--edition", str(mine), "--board", "a2", "-o", str(target), *data]) == 0
    assert capfd.readouterr().err == "" and caplog.records == []
    pdf = pypdfium2.PdfDocument(target)
    text = " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf)
    pdf.close()
    assert "Отель ?? Hotel" in text and "Regina" not in text


@pytest.mark.parametrize(
    ("words", "status", "named"),
    [
        (["gold-rush", "-o", "x.pdf", "--edition", "broken.toml"], 1, "edition check broken.toml"),
        (["gold-rush", "-o", "x.pdf", "--edition", "none.toml"], 1, "none.toml"),
        (["gold-rush", "-o", "x.pdf", "--edition", "silver_rush"], 2, "silver_rush"),
        (["gold-rush", "-o", "x.pdf", "--board", "a1"], 2, "a1"),
        (["gold-rush", "-o", "x.pdf", "--paper", "a5"], 2, "a5"),
        (["gold-rush", "-o", "no/such/folder/x.pdf"], 1, "no/such/folder"),
        (["gold-rush", "-o", "."], 1, "."),
        (["gold-rush", "-o", "x.pdf", "--data", "broken.toml"], 1, "broken.toml"),
        (["tray-mat", "-o", "x.pdf", "--board", "a2"], 2, "--board"),
        (["tray-mat", "-o", "x.pdf", "--edition", "gold_rush"], 2, "--edition"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence_that_names_it(
    words: list[str],
    status: int,
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "broken.toml").write_text("schema = 2\n", encoding="utf-8")
    assert run(["print", *words]) == status
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and captured.err.startswith("companion: ")
    assert named in captured.err
    assert not list(tmp_path.glob("**/*.pdf"))
