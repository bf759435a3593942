"""The gold rush's board: a ring of spaces round the four creeks, for one A2 sheet or four pages to glue.

The start is at the bottom right; from there the way leads clockwise, so that the goldfields take the sides at
the bottom and at the left, the town the other two.  Every space is written towards its own side of the table.
"""

from __future__ import annotations

import math

from msgspec import Struct

from companion.games.goldrush.edition import Edition, Space
from companion.kit.drawing import Drawing
from companion.kit.emblems import draw_emblem
from companion.kit.gold_faces import CARD_MM, money
from companion.kit.inks import (
    BRASS,
    BRASS_DARK,
    EDGE,
    FELT,
    KIND_INKS,
    LAMP,
    NIGHT,
    PANEL,
    PAPER,
    Ink,
    mixed,
)
from companion.kit.sheet import A2, Sheet
from companion.kit.tiled import PAGE_EDGE_MM, add_tiles, largest_tiled
from companion.language import Language

#: A board's height as a share of its width, as of every A paper lying down.
_ASPECT = 1 / math.sqrt(2)
_PALE: Ink = (143, 163, 191)


class Cell(Struct, frozen=True):
    """One place on the ring: its top left corner, its size, and how far its writing is turned."""

    left: float
    top: float
    width: float
    height: float
    turn: int


def ring(count: int, width: float, height: float) -> tuple[Cell, ...]:
    """Return the places of `count` spaces, clockwise from the bottom right.

    An odd number leaves one place over, the last one.  Raises `ValueError` for fewer than 8.
    """
    if count < 8:
        raise ValueError(f"a ring has at least 8 spaces, not {count}")
    half = (count + count % 2) // 2 + 2
    rows = max(3, round(half * height / (width + height)))
    columns = half - rows
    wide, high = width / columns, height / rows
    spots = (
        [(column, rows - 1, 0) for column in reversed(range(columns))]
        + [(0, row, 90) for row in reversed(range(1, rows - 1))]
        + [(column, 0, 180) for column in range(columns)]
        + [(columns - 1, row, 270) for row in range(1, rows - 1)]
    )
    return tuple(Cell(column * wide, row * high, wide, high, turn) for column, row, turn in spots[:count])


def draw_board(drawing: Drawing, edition: Edition, language: Language, width: float, height: float) -> None:
    """Draw the whole board from its top left corner."""
    drawing.box(0, 0, width, height, NIGHT)
    cells = ring(len(edition.board), width, height)
    for cell, space in zip(cells, edition.board, strict=True):
        _draw_space(drawing, cell, space, edition, language)
    wide, high = cells[0].width, cells[0].height
    with drawing.at(wide, high):
        _draw_middle(drawing, edition, language, width - 2 * wide, height - 2 * high)


def board_sheet(sheet: Sheet, edition: Edition, language: Language) -> None:
    """Add the board as one A2 page, lying down."""
    sheet.new_page(size=A2, landscape=True)
    width, height = sheet.size
    edge = PAGE_EDGE_MM
    with sheet.at(edge, edge):
        draw_board(sheet, edition, language, width - 2 * edge, height - 2 * edge)


def board_tiles(sheet: Sheet, edition: Edition, language: Language) -> None:
    """Add the board as four pages to glue, as large as the paper allows."""
    most = largest_tiled(sheet, lying=True)
    width = min(most[0], most[1] / _ASPECT)
    height = width * _ASPECT

    def draw(drawing: Drawing) -> None:
        draw_board(drawing, edition, language, width, height)

    add_tiles(sheet, draw, width, height, tile_notes(language, language.line("kit.board.name")))


def tile_notes(language: Language, name: str) -> tuple[str, str, str, str]:
    """Return the notes on the four pages of what is glued together."""
    one, two, three, four = (
        language.line("kit.tile", name=name, number=number, of=4) for number in range(1, 5)
    )
    return one, two, three, four


def _draw_space(drawing: Drawing, cell: Cell, space: Space, edition: Edition, language: Language) -> None:
    turned = cell.turn % 180 == 90
    wide, high = (cell.height, cell.width) if turned else (cell.width, cell.height)
    middle = (cell.left + cell.width / 2, cell.top + cell.height / 2)
    ground = KIND_INKS[space.kind]
    gap, unit = 0.018 * wide, min(wide, high) / 42
    with drawing.at(*middle, cell.turn), drawing.at(-wide / 2, -high / 2):
        drawing.box(gap, gap, wide - 2 * gap, high - 2 * gap, ground, round=2.4 * unit)
        inset = gap + 0.9 * unit
        edge = mixed(ground, PAPER, 0.22)
        drawing.box(
            inset, inset, wide - 2 * inset, high - 2 * inset, edge=edge, line=0.25 * unit, round=1.8 * unit
        )
        owned = space.price is not None
        half = (7.6 if owned else 10.2) * unit
        above = (3.4 if owned else 4.4) * unit
        draw_emblem(drawing, space.kind, wide / 2, above + half, half, PAPER, ground)
        top = above + 2 * half + 1.2 * unit
        points = (10.5 if owned else 12.0) * unit
        drawing.paragraph(
            wide / 2,
            top,
            space.name,
            points,
            room=wide - 4 * unit,
            lines=2,
            style="serif",
            ink=PAPER,
            side="centre",
        )
        if owned:
            drawing.box(
                inset,
                high - 9.4 * unit,
                wide - 2 * inset,
                7.4 * unit,
                mixed(ground, NIGHT, 0.45),
                round=1.4 * unit,
            )
            price = money(edition, space.price or 0, language)
            drawing.words(
                wide / 2,
                high - 4.0 * unit,
                price,
                12 * unit,
                room=wide - 6 * unit,
                style="bold",
                ink=LAMP,
                side="centre",
            )


def _draw_middle(drawing: Drawing, edition: Edition, language: Language, width: float, height: float) -> None:
    unit = width / 470
    edge = 3 * unit
    drawing.box(
        edge, edge, width - 2 * edge, height - 2 * edge, FELT, edge=BRASS, line=0.7 * unit, round=5 * unit
    )
    _mountains(drawing, width, height, unit)
    title = 46 * unit
    drawing.words(
        width / 2,
        39 * unit,
        edition.game.name.partition(" (")[0],
        title,
        room=width * 0.7,
        style="serif_bold",
        ink=BRASS,
        side="centre",
    )
    rule = language.line("kit.board.rule")
    drawing.words(width / 2, 51 * unit, rule, 15 * unit, room=width * 0.7, ink=_PALE, side="centre")
    _way_round(drawing, width, height, unit)
    names = edition.creeks.names
    step = (width - 24 * unit) / len(names)
    # The cards keep their size on a board of any size.
    card_wide, card_high = CARD_MM
    room = step - 8 * unit
    for number, name in enumerate(names):
        x = 12 * unit + step * (number + 0.5)
        top = 82 * unit
        drawing.words(
            x, top - 4 * unit, name, 26 * unit, room=room, style="serif_bold", ink=LAMP, side="centre"
        )
        drawing.box(
            x - card_wide / 2 - 1, top, card_wide + 2, card_high + 2, NIGHT, edge=BRASS, line=0.5, round=3
        )
        draw_emblem(drawing, "prospect", x, top + card_high / 2, 11, EDGE, NIGHT)
        fact = edition.creeks.facts[number] if number < len(edition.creeks.facts) else ""
        _stream(drawing, x, top + card_high + 8 * unit, room, unit)
        top += card_high + 14 * unit
        _face_up_place(
            drawing, x, top, min(room, card_wide + 26 * unit), height - 14 * unit - top, language, fact, unit
        )


def _face_up_place(
    drawing: Drawing,
    x: float,
    top: float,
    wide: float,
    high: float,
    language: Language,
    fact: str,
    unit: float,
) -> None:
    """Draw where a creek's discovery and its Mother Lode lie face up."""
    strip = 17 * unit
    if fact and high > 48 * unit + strip:
        down = top + high - strip
        drawing.box(x - wide / 2, down, wide, strip, PANEL, round=2 * unit)
        drawing.paragraph(
            x,
            down + 2.6 * unit,
            fact,
            9.5 * unit,
            room=wide - 6 * unit,
            lines=3,
            style="italic",
            ink=_PALE,
            side="centre",
        )
        high -= strip + 3 * unit
    if high < 30 * unit:
        return
    for side, name in ((-1, "discovery"), (1, "lode")):
        left = x - wide / 2 if side < 0 else x + 1.5 * unit
        drawing.box(left, top, wide / 2 - 1.5 * unit, high, edge=BRASS_DARK, line=0.4, round=3)
        label = language.line(f"kit.board.{name}")
        middle = left + (wide / 2 - 1.5 * unit) / 2
        draw_emblem(drawing, "gold" if side < 0 else "lode", middle, top + 13 * unit, 8 * unit, LAMP, FELT)
        drawing.paragraph(
            middle,
            top + 24 * unit,
            label,
            10 * unit,
            room=wide / 2 - 6 * unit,
            lines=3,
            ink=_PALE,
            side="centre",
        )


def _mountains(drawing: Drawing, width: float, height: float, unit: float) -> None:
    """Draw the ridge above the creeks, far hills before near ones."""
    for ink, base, peaks in (
        (PANEL, 72, ((8, 66), (34, 40), (58, 58), (86, 26), (120, 62), (150, 44), (176, 66))),
        (
            mixed(FELT, PANEL, 0.6),
            72,
            ((300, 66), (326, 46), (350, 60), (384, 28), (412, 54), (436, 42), (462, 66)),
        ),
    ):
        points = [(x * unit, y * unit) for x, y in peaks]
        points += [(peaks[-1][0] * unit, base * unit), (peaks[0][0] * unit, base * unit)]
        drawing.polygon(points, ink)
        for x, y in peaks[1::2]:
            snow = [(x, y), (x + 4, y + 6), (x + 1, y + 5), (x - 1, y + 8), (x - 3.4, y + 5.4)]
            drawing.polygon([(across * unit, down * unit) for across, down in snow], mixed(ink, PAPER, 0.5))


def _way_round(drawing: Drawing, width: float, height: float, unit: float) -> None:
    """Draw the arrow that says which way the tokens go, above the start."""
    y, start, end = height - 8.5 * unit, width - 14 * unit, width - 60 * unit
    drawing.path([(start, y), (end, y)], BRASS, 1.0 * unit)
    drawing.polygon(
        [(end - 5 * unit, y), (end + 1 * unit, y - 2.6 * unit), (end + 1 * unit, y + 2.6 * unit)], BRASS
    )


def _stream(drawing: Drawing, x: float, y: float, wide: float, unit: float) -> None:
    for row, ink in ((0.0, KIND_INKS["river"]), (2.6 * unit, mixed(KIND_INKS["river"], FELT, 0.45))):
        points = [
            (x - wide / 2 + wide * step / 60, y + row + 1.3 * unit * math.sin(step / 60 * 6 * 2 * math.pi))
            for step in range(61)
        ]
        drawing.path(points, ink, 1.0 * unit)
