"""Everything that the dominoes need to be printed: rules, the mat of four pages, tiles to fold, and chips."""

from __future__ import annotations

from companion.games.dominoes.layout import CHIPS, SPACES
from companion.kit.board import tile_notes
from companion.kit.card_pages import cut_marks
from companion.kit.drawing import Drawing
from companion.kit.emblems import draw_emblem
from companion.kit.inks import (
    BRASS,
    BRASS_DARK,
    DARK_TEXT,
    EDGE,
    FELT,
    GREY,
    LAMP,
    NIGHT,
    PANEL,
    PAPER,
    PAPER_LOW,
    SOFT_TEXT,
    WHITE,
    Ink,
    mixed,
)
from companion.kit.items import dominoes
from companion.kit.reference import reference_page
from companion.kit.sheet import Sheet
from companion.kit.tiled import add_tiles
from companion.language import Language
from hardware.vision.mat_layout import MARK_SQUARES, mark_squares
from hardware.vision.table_mats import (
    CHIP_RADIUS_MM,
    DOMINO_MAT,
    TableMat,
    chip_place,
    tile_place,
)

#: A tile's face, and how thick the core is that it is folded around.
TILE_MM = (48.0, 24.0)
CORE_MM = 6.0
CHIP_MM = 28.0

_TILE_COLUMNS, _TILE_ROWS = 4, 4
_STRIP = 2 * TILE_MM[1] + CORE_MM
_CHIP_COLUMNS, _CHIP_ROWS, _CHIP_STEP = 6, 7, 31.0
_CHIP_PAGES = 2
#: Where the pips of a half are, in a square from -1 to 1.
_SPOTS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def domino_kit(paper: str, language: Language) -> Sheet:
    """Return the whole kit; raises `ValueError` for a paper that there is not."""
    sheet = Sheet(paper, language.line("kit.dominoes.title"))
    reference_page(sheet, "dominoes", language)
    notes = tile_notes(language, language.line("kit.dominoes.mat"))
    add_tiles(sheet, draw_domino_mat, DOMINO_MAT.width, DOMINO_MAT.height, notes)
    _tile_pages(sheet, language)
    for _ in range(_CHIP_PAGES):
        _chip_page(sheet, language)
    return sheet


def draw_domino_mat(drawing: Drawing) -> None:
    """Draw the whole mat from its top left corner."""
    mat = DOMINO_MAT
    drawing.box(0, 0, mat.width, mat.height, WHITE)
    edge = 1.0
    drawing.box(edge, edge, mat.width - 2 * edge, mat.height - 2 * edge, FELT, edge=BRASS, line=0.6, round=4)
    draw_marks(drawing, mat)
    for space in SPACES:
        left, top, wide, high = tile_place(space.chips, space.side)
        drawing.box(left, top, wide, high, PANEL, edge=EDGE if space.inner else BRASS_DARK, line=0.4, round=2)
        # Its name is wanted only as long as no tile lies on it.
        drawing.words(left + wide / 2, top + high / 2 + 1.2, space.id, 9, room=20, ink=_NAME, side="centre")
    for chip in CHIPS:
        x, y = chip_place(chip)
        drawing.disc(x, y, CHIP_RADIUS_MM, NIGHT, edge=BRASS, line=0.6)
        drawing.disc(x, y, CHIP_RADIUS_MM - 2.2, edge=EDGE, line=0.3)
        drawing.words(x, y + 4.4, f"{chip}", 36, room=30, style="serif_bold", ink=BRASS, side="centre")


_NAME: Ink = (143, 163, 191)


def draw_marks(drawing: Drawing, mat: TableMat) -> None:
    """Draw a mat's corner marks, each with the white around it that a finder needs."""
    white = mat.mark_mm / MARK_SQUARES
    room = min(white, mat.edge_mm)
    for id in mat.ids:
        left, top = mat.mark(id)[0]
        side = mat.mark_mm + 2 * room
        drawing.box(left - room, top - room, side, side, WHITE, round=1)
        drawing.squares(left, top, mat.mark_mm, mark_squares(id))


def draw_tile(drawing: Drawing, low: int, high: int) -> None:
    """Draw a tile's face, lying, from its top left corner."""
    long, short = TILE_MM
    drawing.box(0, 0, long, short, PAPER)
    drawing.box(1, 1, long - 2, short - 2, edge=PAPER_LOW, line=0.4, round=2.5)
    drawing.box(long / 2 - 0.45, 3.2, 0.9, short - 6.4, DARK_TEXT, round=0.4)
    for middle, number in ((long / 4, low), (3 * long / 4, high)):
        for across, down in _SPOTS[number]:
            drawing.disc(middle + 6.4 * across, short / 2 + 6.4 * down, 2.1, DARK_TEXT)


def _draw_back(drawing: Drawing) -> None:
    long, short = TILE_MM
    drawing.box(0, 0, long, short, NIGHT)
    drawing.box(1.6, 1.6, long - 3.2, short - 3.2, FELT, edge=BRASS, line=0.4, round=2)
    draw_emblem(drawing, "prospect", long / 2, short / 2, 6.5, BRASS, FELT)


def _heading(sheet: Sheet, title: str, *lines: str) -> None:
    width, _ = sheet.size
    sheet.words(width / 2, 14.5, title, 15, room=width - 40, style="serif", side="centre")
    for number, line in enumerate(lines):
        sheet.words(width / 2, 20 + 4 * number, line, 8, room=width - 30, ink=SOFT_TEXT, side="centre")


def _tile_pages(sheet: Sheet, language: Language) -> None:
    items = dominoes()
    a_page = _TILE_COLUMNS * _TILE_ROWS
    for first in range(0, len(items), a_page):
        sheet.new_page()
        width, _ = sheet.size
        how, why = language.line("kit.dominoes.tiles_how"), language.line("kit.dominoes.tiles_why")
        _heading(sheet, language.line("kit.dominoes.tiles"), how, why)
        left, top = (width - _TILE_COLUMNS * TILE_MM[0]) / 2, 34.0
        part = items[first : first + a_page]
        for number, item in enumerate(part):
            row, column = divmod(number, _TILE_COLUMNS)
            with sheet.at(left + column * TILE_MM[0], top + row * _STRIP):
                draw_tile(sheet, int(item[1]), int(item[2]))
                sheet.box(0, TILE_MM[1], TILE_MM[0], CORE_MM, mixed(PAPER, PAPER_LOW, 0.5))
                with sheet.at(0, TILE_MM[1] + CORE_MM):
                    _draw_back(sheet)
        rows = -(-len(part) // _TILE_COLUMNS)
        columns = [TILE_MM[0] * column for column in range(_TILE_COLUMNS + 1)]
        cut_marks(sheet, left, top, columns, [_STRIP * row for row in range(rows + 1)])


def _chip_page(sheet: Sheet, language: Language) -> None:
    sheet.new_page()
    width, _ = sheet.size
    _heading(sheet, language.line("kit.dominoes.chips"), language.line("kit.dominoes.chips_how"))
    for row in range(_CHIP_ROWS):
        for column in range(_CHIP_COLUMNS):
            x = width / 2 + (column - (_CHIP_COLUMNS - 1) / 2) * _CHIP_STEP
            _draw_chip(sheet, x, 44 + row * _CHIP_STEP)


def _draw_chip(drawing: Drawing, x: float, y: float) -> None:
    radius = CHIP_MM / 2
    drawing.disc(x, y, radius, BRASS, edge=GREY, line=0.2)
    drawing.disc(x, y, radius - 1.6, BRASS_DARK)
    drawing.disc(x, y, radius - 2.2, BRASS)
    drawing.disc(x, y, radius - 5.2, mixed(BRASS, LAMP, 0.5), edge=BRASS_DARK, line=0.4)
    draw_emblem(drawing, "prospect", x - 0.4, y - 0.4, 5.4, BRASS_DARK, LAMP)
