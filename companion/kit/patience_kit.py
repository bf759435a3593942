"""Everything that the patience needs to be printed: rules, the deck with its codes, mat and owner page."""

from __future__ import annotations

from functools import partial

from companion.kit.backs import backs_of
from companion.kit.board import tile_notes
from companion.kit.card_pages import Face, card_pages
from companion.kit.codes import KitKey, make_code
from companion.kit.domino_kit import draw_marks
from companion.kit.drawing import Drawing
from companion.kit.inks import BRASS, BRASS_DARK, EDGE, FELT, NIGHT, PANEL, WHITE, Ink
from companion.kit.owner_page import owner_page
from companion.kit.playing_faces import draw_playing_back, draw_playing_card, draw_suit
from companion.kit.reference import reference_page
from companion.kit.sheet import Sheet
from companion.kit.tiled import add_tiles
from companion.language import Language
from hardware.vision.table_mats import COLUMNS, PATIENCE_MAT, column_place, top_place

#: The foundations stand in fixed places: clubs, diamonds, hearts, spades (S5).
_FOUNDATIONS = "CDHS"
_PALE: Ink = (143, 163, 191)


def patience_kit(key: KitKey, paper: str, language: Language) -> Sheet:
    """Return the whole kit; raises `ValueError` for a paper that there is not."""
    sheet = Sheet(paper, language.line("kit.patience.title"))
    reference_page(sheet, "patience", language)
    backs = backs_of(key)
    faces: list[Face] = [partial(draw_playing_card, item=card, code=make_code(key, card)) for card in backs]
    behind: list[Face] = [partial(draw_playing_back, code=make_code(key, back)) for back in backs.values()]
    card_pages(sheet, faces, behind)
    notes = tile_notes(language, language.line("kit.patience.mat"))
    draw = partial(draw_patience_mat, language=language)
    add_tiles(sheet, draw, PATIENCE_MAT.width, PATIENCE_MAT.height, notes)
    owner_page(sheet, key, language)
    return sheet


def draw_patience_mat(drawing: Drawing, language: Language) -> None:
    """Draw the whole mat from its top left corner."""
    mat = PATIENCE_MAT
    drawing.box(0, 0, mat.width, mat.height, WHITE)
    edge = 1.0
    drawing.box(edge, edge, mat.width - 2 * edge, mat.height - 2 * edge, FELT, edge=BRASS, line=0.6, round=4)
    draw_marks(drawing, mat)
    for column, name in ((0, "stock"), (1, "waste")):
        left, top, wide, high = top_place(column)
        # The waste lies fanned over the place beside it as well.
        room = wide if column == 0 else top_place(2)[0] + wide - left
        drawing.box(left, top, room, high, NIGHT, edge=BRASS, line=0.5, round=3)
        label = language.line(f"kit.patience.{name}")
        drawing.words(
            left + room / 2,
            top + high / 2 + 2,
            label,
            16,
            room=room - 8,
            style="serif",
            ink=_PALE,
            side="centre",
        )
    for place, suit in enumerate(_FOUNDATIONS):
        left, top, wide, high = top_place(3 + place)
        drawing.box(left, top, wide, high, NIGHT, edge=BRASS, line=0.5, round=3)
        draw_suit(drawing, suit, left + wide / 2, top + high / 2, 15, EDGE)
    for column in range(COLUMNS):
        left, top, wide, high = column_place(column)
        drawing.box(left, top, wide, high, PANEL, edge=BRASS_DARK, line=0.4, round=3)
        drawing.words(
            left + wide / 2,
            top + 52,
            f"{column + 1}",
            60,
            room=wide,
            style="serif_bold",
            ink=EDGE,
            side="centre",
        )
