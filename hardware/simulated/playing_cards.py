"""Ordinary playing cards as some maker prints them: our own drawing, without any code.

A deck follows from its number: letters, size of the indices, shape of the suits, colours, proportions, and
the pattern of the backs.  Courts are half figures that stand on their own heads, as everybody's do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Image
from hardware.simulated.cards import CardSheet
from hardware.simulated.suit_shapes import SuitShape, draw_suit_shape, suit_shape

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
PX_MM = 8
Colour = tuple[float, float, float]
Letters = Literal["serif", "sans", "plain"]

_ROWS = {
    2: ((0.5, (0.0, 1.0)),),
    3: ((0.5, (0.0, 0.5, 1.0)),),
    4: ((0.0, (0.0, 1.0)), (1.0, (0.0, 1.0))),
    5: ((0.0, (0.0, 1.0)), (1.0, (0.0, 1.0)), (0.5, (0.5,))),
    6: ((0.0, (0.0, 0.5, 1.0)), (1.0, (0.0, 0.5, 1.0))),
    7: ((0.0, (0.0, 0.5, 1.0)), (1.0, (0.0, 0.5, 1.0)), (0.5, (0.25,))),
    8: ((0.0, (0.0, 0.5, 1.0)), (1.0, (0.0, 0.5, 1.0)), (0.5, (0.25, 0.75))),
    9: ((0.0, (0.0, 1 / 3, 2 / 3, 1.0)), (1.0, (0.0, 1 / 3, 2 / 3, 1.0)), (0.5, (0.5,))),
    10: ((0.0, (0.0, 1 / 3, 2 / 3, 1.0)), (1.0, (0.0, 1 / 3, 2 / 3, 1.0)), (0.5, (1 / 6, 5 / 6))),
}


@dataclass(frozen=True)
class DeckLook:
    """One maker's deck; lengths in mm, colours BGR."""

    number: int
    width: float
    height: float
    letters: Letters
    index_high: float
    index_across: float
    index_top: float
    sign_high: float
    pip_high: float
    column: float
    end: float
    red: Colour
    black: Colour
    paper: Colour
    shape: SuitShape
    back: Colour
    back_pattern: int


@lru_cache(maxsize=64)
def deck_look(number: int) -> DeckLook:
    """Return the deck of a number."""
    generator = np.random.default_rng([number, 52])

    def some(low: float, high: float) -> float:
        return float(generator.uniform(low, high))

    bridge = generator.random() < 0.3
    letters: Letters = ("serif", "sans", "plain")[int(generator.integers(3))]
    high = some(8.0, 11.5)
    paper = some(240, 255)
    return DeckLook(
        number=number,
        width=57.0 if bridge else 63.0,
        height=88.0,
        letters=letters,
        index_high=high,
        index_across=some(5.6, 7.2),
        index_top=some(3.2, 5.4),
        sign_high=high * some(0.6, 0.85),
        pip_high=some(11.5, 14.5),
        column=some(0.27, 0.32),
        end=some(0.14, 0.19),
        red=(some(25, 60), some(20, 50), some(170, 225)),
        black=(some(15, 50), some(15, 40), some(15, 40)),
        paper=(paper * some(0.95, 1.0), paper, paper),
        shape=suit_shape(generator),
        back=(some(40, 170), some(30, 90), some(30, 170)),
        back_pattern=int(generator.integers(3)),
    )


def playing_card(value: str, deck: int = 0) -> CardSheet:
    """Return a card such as ``10H`` of a deck as a sheet for the table; raises `ValueError` for no card."""
    rank, suit = value[:-1], value[-1:]
    if rank not in RANKS or suit not in SUITS or not suit:
        raise ValueError(f"{value!r} is no playing card: a rank and a suit, such as 10H")
    look = deck_look(deck)
    return CardSheet(value, _face(look, rank, suit), look.width, look.height, back=_back(look))


def _face(look: DeckLook, rank: str, suit: str) -> Image:
    sheet = _Sheet(look)
    ink = look.red if suit in "DH" else look.black
    if rank in "JQK":
        sheet.court(rank, suit, ink)
    elif rank == "A":
        high = look.pip_high * (2.2 if suit == "S" else 1.4)
        sheet.sign(suit, look.width / 2, look.height / 2, high, ink)
    else:
        for x, rows in _ROWS[int(rank)]:
            across = look.width * (0.5 + (x - 0.5) * (1 - 2 * look.column))
            for y in rows:
                down = look.height * (look.end + y * (1 - 2 * look.end))
                sheet.sign(suit, across, down, look.pip_high, ink, inverted=y > 0.5)
    sheet.indices(rank, suit, ink)
    return sheet.picture()


@lru_cache(maxsize=8)
def _back(look: DeckLook) -> Image:
    sheet = _Sheet(look)
    sheet.back()
    return sheet.picture()


class _Sheet:
    """A side of a card being drawn; places and lengths in mm."""

    def __init__(self, look: DeckLook) -> None:
        self._look = look
        self._picture = np.empty((round(look.height * PX_MM), round(look.width * PX_MM), 3), np.uint8)
        self._picture[:] = look.paper

    def picture(self) -> Image:
        """Return what is drawn (height x width x 3, BGR, uint8)."""
        return self._picture

    def sign(
        self, suit: str, x: float, y: float, high: float, ink: Colour, *, inverted: bool = False
    ) -> None:
        """Draw a suit's sign around a place."""
        draw_suit_shape(
            self._picture,
            self._look.shape,
            suit,
            (x * PX_MM, y * PX_MM),
            high * PX_MM,
            ink,
            inverted=inverted,
        )

    def indices(self, rank: str, suit: str, ink: Colour) -> None:
        """Print rank and suit into the first corner and, turned, into the last."""
        look = self._look
        for _ in range(2):
            self._letters(rank, look.index_across, look.index_top, look.index_high, ink)
            middle = look.index_top + look.index_high + 0.9 + look.sign_high / 2
            self.sign(suit, look.index_across, middle, look.sign_high, ink)
            self._picture = np.ascontiguousarray(self._picture[::-1, ::-1])

    def court(self, rank: str, suit: str, ink: Colour) -> None:
        """Draw a half figure with its twin that stands on its head, in a window."""
        look = self._look
        left, top = look.width * 0.2, look.height * 0.09
        right, bottom = look.width - left, look.height - top
        other = (120.0, 60.0, 30.0) if ink == look.red else look.red
        self._box(left, top, right, bottom, (215.0, 235.0, 245.0))
        for _ in range(2):
            self._half(rank, suit, ink, other, left, right, top)
            self._picture = np.ascontiguousarray(self._picture[::-1, ::-1])
        self._line([(left, look.height * 0.62), (right, look.height * 0.38)], look.black, 0.8)
        self._box(left, top, right, bottom, look.black, 0.5)

    def back(self) -> None:
        """Draw the pattern that all backs of the deck share, within a white rim."""
        look = self._look
        rim = 4.0
        self._box(rim, rim, look.width - rim, look.height - rim, look.back)
        pale = tuple(0.45 * part + 0.55 * 250 for part in look.back)
        light: Colour = (pale[0], pale[1], pale[2])
        step = 4.0
        for row in range(int((look.height - 2 * rim) / step)):
            for column in range(int((look.width - 2 * rim) / step)):
                x, y = rim + step * (column + 0.5), rim + step * (row + 0.5)
                if look.back_pattern == 0:
                    self._area([(x - 1.4, y), (x, y - 1.4), (x + 1.4, y), (x, y + 1.4)], light)
                elif look.back_pattern == 1:
                    self._disc(x, y, 1.3 if (row + column) % 2 else 0.6, light)
                else:
                    way = 1 if (row + column) % 2 else -1
                    self._line([(x - 1.6, y - 1.6 * way), (x + 1.6, y + 1.6 * way)], light, 0.5)

    def _half(
        self, rank: str, suit: str, ink: Colour, other: Colour, left: float, right: float, top: float
    ) -> None:
        look = self._look
        gold, skin = (70.0, 190.0, 235.0), (175.0, 205.0, 240.0)
        x, y = look.width / 2, top + 17.0
        half = (right - left) / 2
        middle = look.height / 2
        slope = look.height * 0.12
        robe = [
            (left, middle + slope),
            (left + 2, y + 9),
            (x, y + 5),
            (right - 2, y + 9),
            (right, middle - slope),
        ]
        self._area(robe, ink)
        for number in range(4):
            across = x - half * 0.6 + number * half * 0.4
            self._line([(across, y + 9), (across - 1.5, middle + 2)], gold if number % 2 else other, 1.4)
        self._area([(x - 3, y + 5), (x + 3, y + 5), (x + 1, middle), (x - 1, middle)], gold)
        if rank != "K":
            self._disc(x, y - 0.5, 7.2 if rank == "Q" else 6.4, (40.0, 110.0, 190.0))
        self._disc(x, y, 5.4, skin)
        if rank == "K":
            self._area(
                [(x - 5.2, y + 1), (x + 5.2, y + 1), (x + 3, y + 7.5), (x - 3, y + 7.5)], (90.0, 110.0, 130.0)
            )
        for eye in (-2.0, 2.0):
            self._disc(x + eye, y - 0.6, 0.6, look.black)
        self._line([(x - 1.4, y + 2.6), (x + 1.4, y + 2.6)], (60.0, 60.0, 170.0), 0.6)
        high = 8.5 if rank == "K" else 5.5
        crown = [(x - 6, y - 4), (x - 7, y - 4 - high), (x - 3, y - 6), (x, y - 5 - high), (x + 3, y - 6),
                 (x + 7, y - 4 - high), (x + 6, y - 4)]  # fmt: skip
        if rank == "J":
            crown = [(x - 7, y - 3), (x - 5, y - 9), (x + 6, y - 10), (x + 7, y - 4)]
        self._area(crown, other if rank == "J" else gold)
        self.sign(suit, left + 5.5, top + 6.5, 9.0, ink)

    def _letters(self, word: str, x: float, top: float, high: float, ink: Colour) -> None:
        mask = _letter_mask(word, self._look.letters)
        rows = round(high * PX_MM)
        columns = min(
            round(mask.shape[1] * rows / mask.shape[0]), round((7.6 if word == "10" else 7.4) * PX_MM)
        )
        small = (
            cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None]
            / 255
        )
        left = max(round(x * PX_MM - columns / 2), 6)
        place = self._picture[round(top * PX_MM) : round(top * PX_MM) + rows, left : left + columns]
        place[:] = np.rint(place + (np.array(ink, np.float32) - place) * small).astype(np.uint8)

    def _area(self, points: list[tuple[float, float]], ink: Colour) -> None:
        placed = np.rint(np.array(points) * PX_MM * 16).astype(np.int32)
        cv2.fillPoly(self._picture, [placed], ink, cv2.LINE_AA, 4)

    def _disc(self, x: float, y: float, radius: float, ink: Colour) -> None:
        cv2.circle(
            self._picture, (round(x * PX_MM), round(y * PX_MM)), round(radius * PX_MM), ink, -1, cv2.LINE_AA
        )

    def _line(self, points: list[tuple[float, float]], ink: Colour, wide: float) -> None:
        placed = np.rint(np.array(points) * PX_MM).astype(np.int32)
        cv2.polylines(self._picture, [placed], False, ink, max(1, round(wide * PX_MM)), cv2.LINE_AA)

    def _box(
        self, left: float, top: float, right: float, bottom: float, ink: Colour, line: float | None = None
    ) -> None:
        ends = [(round(x * PX_MM), round(y * PX_MM)) for x, y in ((left, top), (right, bottom))]
        cv2.rectangle(
            self._picture, ends[0], ends[1], ink, -1 if line is None else max(1, round(line * PX_MM))
        )


@lru_cache(maxsize=64)
def _letter_mask(word: str, letters: Letters) -> NDArray[Any]:
    """Return a word's mask (rows x columns, uint8), cut to its ink."""
    size = 240
    if letters == "plain":
        canvas = np.zeros((2 * size, 3 * size), np.uint8)
        cv2.putText(canvas, word, (40, 340), cv2.FONT_HERSHEY_SIMPLEX, 9.0, 255, 26, cv2.LINE_AA)
    else:
        from PIL import Image as Pictures
        from PIL import ImageDraw, ImageFont

        if letters == "serif":
            from font_source_serif_pro import SourceSerifProBold as font
        else:
            from font_source_sans_pro import SourceSansProSemibold as font
        drawn = Pictures.new("L", (3 * size, 2 * size), 0)
        ImageDraw.Draw(drawn).text((40, 40), word, font=ImageFont.truetype(font, size), fill=255)
        canvas = np.asarray(drawn)
    rows, columns = np.flatnonzero(canvas.max(axis=1) > 60), np.flatnonzero(canvas.max(axis=0) > 60)
    return np.ascontiguousarray(canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
