"""The faces and the back of the patience deck: own drawings, each with a code in its middle.

Indices are large, and a card reads the same whichever way round it lies.
"""

from __future__ import annotations

import math

from companion.kit.codes_drawn import draw_code
from companion.kit.drawing import Drawing, Point
from companion.kit.gold_faces import CARD_MM
from companion.kit.inks import (
    BRASS,
    BRASS_DARK,
    DARK_TEXT,
    FELT,
    LAMP,
    NIGHT,
    PANEL,
    PAPER,
    RED,
    WHITE,
    Ink,
    mixed,
)
from companion.kit.items import RANKS, SUITS

#: A code's side without its white; it stands in the middle of the card, on the face and on the back.
CODE_MM = 25.0

_MIDDLE = CARD_MM[0] / 2
_SKIN: Ink = (238, 204, 168)
#: How many pips stand in the first and in the second row, by their number.
_ROWS = {2: (2, 0), 3: (3, 0), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4), 9: (5, 4), 10: (5, 5)}


def draw_playing_card(drawing: Drawing, item: str, code: str) -> None:
    """Draw the face of a card such as ``PAS``; raises `ValueError` for what is none."""
    if len(item) != 3 or item[0] != "P" or item[1] not in RANKS or item[2] not in SUITS:
        raise ValueError(f"{item!r} is no playing card")
    rank, suit = item[1], item[2]
    width, height = CARD_MM
    ink = RED if suit in "HD" else DARK_TEXT
    drawing.box(0, 0, width, height, PAPER)
    drawing.box(1.6, 1.6, width - 3.2, height - 3.2, edge=BRASS, line=0.35, round=2.6)
    for turn in (0, 180):
        with drawing.at(_MIDDLE, height / 2, turn), drawing.at(-_MIDDLE, -height / 2):
            written = "10" if rank == "T" else rank
            drawing.words(9.2, 14.0, written, 36, room=11.4, style="serif_bold", ink=ink, side="centre")
            draw_suit(drawing, suit, 9.2, 21.6, 4.0, ink)
            _top_half(drawing, rank, suit, ink)
    draw_code(drawing, _MIDDLE, height / 2, CODE_MM, code)


def draw_playing_back(drawing: Drawing, code: str) -> None:
    """Draw the back that every card shares, but for its opaque code."""
    width, height = CARD_MM
    drawing.box(0, 0, width, height, NIGHT)
    drawing.box(3.4, 3.4, width - 6.8, height - 6.8, FELT, edge=BRASS, line=0.5, round=2.6)
    for row in range(13):
        for column in range(9):
            x, y = 8 + column * 5.875, 8 + row * 6
            half = 1.7 if (row + column) % 2 else 0.9
            ink = PANEL if (row + column) % 2 else BRASS_DARK
            drawing.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], ink)
    side = 40.0
    drawing.box(_MIDDLE - side / 2, (height - side) / 2, side, side, NIGHT, edge=BRASS, line=0.5, round=2)
    draw_code(drawing, _MIDDLE, height / 2, CODE_MM, code)


def draw_suit(drawing: Drawing, suit: str, x: float, y: float, half: float, ink: Ink) -> None:
    """Draw a suit's sign (S, H, D or C) around (x, y)."""

    def area(points: list[Point]) -> None:
        drawing.polygon([(x + across * half, y + down * half) for across, down in points], ink)

    stem = [(-0.07, 0.1), (0.07, 0.1), (0.1, 0.6), (0.38, 0.96), (-0.38, 0.96), (-0.1, 0.6)]
    if suit == "H":
        area([(across, down) for across, down in _heart()])
    elif suit == "S":
        area([(across, -down * 0.86 - 0.1) for across, down in _heart()])
        area(stem)
    elif suit == "D":
        area(_diamond())
    else:
        for across, down in ((0.0, -0.5), (-0.5, 0.22), (0.5, 0.22)):
            drawing.disc(x + across * half, y + down * half, 0.45 * half, ink)
        area([(-0.3, 0.0), (0.3, 0.0), (0.0, 0.4)])
        area(stem)


def _heart() -> list[Point]:
    points = []
    for step in range(48):
        t = 2 * math.pi * step / 48
        down = -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 16.2
        points.append((0.94 * math.sin(t) ** 3, down - 0.12))
    return points


def _diamond() -> list[Point]:
    corners = [(0.0, -1.0), (0.74, 0.0), (0.0, 1.0), (-0.74, 0.0)]
    points = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(8):
            share = step / 8
            # The sides are drawn in a little, as a diamond's are.
            inward = 1 - 0.22 * share * (1 - share) * 2
            points.append(((x1 + (x2 - x1) * share) * inward, (y1 + (y2 - y1) * share) * inward))
    return points


def _top_half(drawing: Drawing, rank: str, suit: str, ink: Ink) -> None:
    if rank in "KQJ":
        _court(drawing, rank, suit, ink)
        return
    if rank == "A":
        draw_suit(drawing, suit, _MIDDLE, 15.2, 8.4, ink)
        return
    rows = _ROWS[10 if rank == "T" else int(rank)]
    two = rows[1] > 0
    for row, count in enumerate(rows):
        half = 3.0 if two else 3.8
        step = 6.7 if two else 9.6
        for pip in range(count):
            x = _MIDDLE + 1.5 + (pip - (count - 1) / 2) * step
            draw_suit(drawing, suit, x, (10.2 if two else 14.6) + 9.4 * row, half, ink)


def _court(drawing: Drawing, rank: str, suit: str, ink: Ink) -> None:
    """Draw the head and shoulders of a king, a queen or a jack, in a window above the code."""
    left, top, right, bottom = 16.6, 4.4, 46.4, 25.6
    cloth = mixed(ink, NIGHT, 0.35) if ink != RED else mixed(RED, NIGHT, 0.15)
    hair = (92, 60, 36) if suit in "SD" else (186, 130, 62)
    drawing.box(
        left, top, right - left, bottom - top, mixed(PAPER, LAMP, 0.35), edge=BRASS, line=0.4, round=1.2
    )
    x, y = _MIDDLE, 14.6
    if rank == "Q":
        drawing.polygon(
            [
                (x - 5, y - 2),
                (x + 5, y - 2),
                (x + 6.6, y + 8),
                (x + 3, y + 9.5),
                (x - 3, y + 9.5),
                (x - 6.6, y + 8),
            ],
            hair,
        )
    shoulders = [(-12, bottom - 0.2), (-10.5, 21.4), (-4, 19.2), (4, 19.2), (10.5, 21.4), (12, bottom - 0.2)]
    drawing.polygon([(x + across, down) for across, down in shoulders], cloth)
    drawing.polygon([(x - 3.4, 19.2), (x + 3.4, 19.2), (x, bottom - 0.4)], WHITE if rank != "K" else LAMP)
    drawing.box(x - 1.6, 17, 3.2, 3.4, _SKIN)
    drawing.disc(x, y, 4.4, _SKIN)
    for side in (-1, 1):
        drawing.disc(x + side * 1.6, y - 0.2, 0.42, DARK_TEXT)
    if rank == "K":
        drawing.polygon(
            [(x - 4.2, y + 0.9), (x + 4.2, y + 0.9), (x + 3, y + 4.8), (x, y + 6.6), (x - 3, y + 4.8)], hair
        )
        drawing.path([(x - 1.2, y + 2.2), (x + 1.2, y + 2.2)], _SKIN, 0.45)
    else:
        drawing.path([(x - 1.2, y + 2), (x, y + 2.4), (x + 1.2, y + 2)], RED, 0.4)
    _headdress(drawing, rank, x, y, hair, cloth)
    draw_suit(drawing, suit, left + 3.6, top + 4.2, 2.4, ink)
    draw_suit(drawing, suit, right - 3.6, top + 4.2, 2.4, ink)


def _headdress(drawing: Drawing, rank: str, x: float, y: float, hair: Ink, cloth: Ink) -> None:
    if rank == "K":
        points = [(-4.6, -2.4), (-5.2, -7.6), (-2.4, -5), (0, -8.8), (2.4, -5), (5.2, -7.6), (4.6, -2.4)]
        drawing.polygon([(x + across, y + down) for across, down in points], BRASS)
        for across, down in ((-5.2, -7.6), (0, -8.8), (5.2, -7.6)):
            drawing.disc(x + across, y + down, 0.8, LAMP)
        drawing.box(x - 4.6, y - 3.4, 9.2, 1.2, BRASS_DARK)
    elif rank == "Q":
        drawing.polygon(
            [
                (x - 4.6, y - 1),
                (x - 4.4, y - 4),
                (x, y - 5.2),
                (x + 4.4, y - 4),
                (x + 4.6, y - 1),
                (x, y - 3),
            ],
            hair,
        )
        drawing.polygon([(x - 4.6, y - 3.2), (x, y - 8), (x + 4.6, y - 3.2), (x, y - 4.6)], BRASS)
        for across, down in ((-3.4, -5.0), (0, -8.2), (3.4, -5.0)):
            drawing.disc(x + across, y + down, 0.75, LAMP)
    else:
        drawing.polygon(
            [(x - 4.6, y), (x - 4.7, y - 3), (x + 4.7, y - 3), (x + 4.6, y), (x + 3.8, y - 2)], hair
        )
        drawing.polygon(
            [
                (x - 6.2, y - 2.4),
                (x - 4.6, y - 6.4),
                (x + 2.4, y - 7),
                (x + 5.4, y - 4.4),
                (x + 6.2, y - 2.4),
            ],
            cloth,
        )
        drawing.path([(x + 3.6, y - 4.2), (x + 7.4, y - 7), (x + 10, y - 7.4)], BRASS, 1.0)
