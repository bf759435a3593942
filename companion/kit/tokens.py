"""Tokens to fold, marks for what is owned, and a card for every seat, in the seats' colours and shapes."""

from __future__ import annotations

from functools import partial

from companion.kit.card_pages import Face, cut_marks
from companion.kit.drawing import Drawing
from companion.kit.emblems import draw_seat_shape
from companion.kit.gold_faces import CARD_MM
from companion.kit.inks import BRASS, FELT, GREY, LAMP, NIGHT, PAPER, SEAT_INKS, SOFT_TEXT, mixed
from companion.kit.sheet import Sheet
from companion.language import Language
from companion.table.seats import LOOKS

#: A token's strip: a foot, two faces back to back, and a foot that is glued under the first.
TOKEN_WIDE, _FOOT, _FACE = 26.0, 14.0, 32.0
TOKEN_HIGH = 2 * (_FOOT + _FACE)
MARK_MM = 16.0
_MARK_ROWS = 6


def token_page(sheet: Sheet, seats: int, language: Language) -> None:
    """Add a page of tokens to fold and of marks, for so many seats."""
    sheet.new_page()
    width, _ = sheet.size
    top = 26.0
    sheet.words(
        width / 2, 14.5, language.line("kit.tokens.title"), 15, room=width - 40, style="serif", side="centre"
    )
    sheet.words(
        width / 2, 20.0, language.line("kit.tokens.how"), 8, room=width - 40, ink=SOFT_TEXT, side="centre"
    )
    left = (width - seats * TOKEN_WIDE) / 2
    for place in range(seats):
        with sheet.at(left + place * TOKEN_WIDE, top):
            _token(sheet, place)
    cut_marks(sheet, left, top, [TOKEN_WIDE * place for place in range(seats + 1)], [0, TOKEN_HIGH])
    top += TOKEN_HIGH + 24
    sheet.words(
        width / 2,
        top - 8,
        language.line("kit.tokens.marks"),
        8,
        room=width - 40,
        ink=SOFT_TEXT,
        side="centre",
    )
    for place in range(seats):
        for row in range(_MARK_ROWS):
            x = width / 2 + (place - (seats - 1) / 2) * TOKEN_WIDE
            y = top + MARK_MM / 2 + row * (MARK_MM + 2)
            side = MARK_MM
            sheet.box(x - side / 2, y - side / 2, side, side, NIGHT, edge=GREY, line=0.2, round=1.5)
            draw_seat_shape(sheet, place, x, y, 5.6, NIGHT)


def seat_faces(seats: int, language: Language) -> tuple[list[Face], list[Face]]:
    """Return the faces and the backs of the seats' cards."""
    faces: list[Face] = [partial(_seat_card, place=place, language=language) for place in range(seats)]
    return faces, [partial(_seat_back, place=place) for place in range(seats)]


def _token(drawing: Drawing, place: int) -> None:
    wide = TOKEN_WIDE
    colour = SEAT_INKS[LOOKS[place][0]]
    drawing.box(0, 0, wide, TOKEN_HIGH, NIGHT)
    for top in (0.0, TOKEN_HIGH - _FOOT):
        drawing.box(0, top, wide, _FOOT, mixed(colour, NIGHT, 0.45))
    middle = TOKEN_HIGH / 2
    for turn in (0, 180):
        # Folded in the middle, either face stands upright.
        with drawing.at(wide / 2, middle, turn):
            drawing.box(-wide / 2 + 2, 2, wide - 4, _FACE - 4, FELT, edge=BRASS, line=0.4, round=2)
            with drawing.at(0, _FACE / 2, 0):
                draw_seat_shape(drawing, place, 0, 0, 8.6, FELT)
    for y in (_FOOT, middle, TOKEN_HIGH - _FOOT):
        for dash in range(6):
            x = wide * (dash + 0.25) / 6
            drawing.path([(x, y), (x + wide / 12, y)], PAPER, 0.2)


def _seat_card(drawing: Drawing, place: int, language: Language) -> None:
    width, height = CARD_MM
    colour, shape = LOOKS[place]
    drawing.box(0, 0, width, height, PAPER)
    drawing.box(2, 2, width - 4, height - 4, edge=BRASS, line=0.5, round=2.5)
    drawing.box(3.6, 3.6, width - 7.2, 36, NIGHT, round=1.6)
    draw_seat_shape(drawing, place, width / 2, 21.6, 13, NIGHT)
    name = language.line(
        "kit.seat.look",
        colour=language.line(f"kit.colour.{colour}"),
        shape=language.line(f"kit.shape.{shape}"),
    )
    drawing.words(width / 2, 47.5, name, 13, room=51, style="serif", side="centre")
    down = 51.0
    for number in range(1, 5):
        text = language.line(f"kit.seat.turn_{number}")
        drawing.disc(7.6, down + 2.0, 0.7, BRASS)
        down += 1.2 + drawing.paragraph(10, down, text, 8, room=46.5, lines=3)


def _seat_back(drawing: Drawing, place: int) -> None:
    width, height = CARD_MM
    drawing.box(0, 0, width, height, NIGHT)
    drawing.box(4, 4, width - 8, height - 8, FELT, edge=BRASS, line=0.5, round=3)
    draw_seat_shape(drawing, place, width / 2, height / 2, 19, FELT)
    drawing.words(
        width / 2, height - 12, f"{place + 1}", 20, room=20, style="serif_bold", ink=LAMP, side="centre"
    )
