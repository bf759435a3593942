"""Made-up corners of playing cards: an index of some maker's deck with what stands beside it, or none.

The picture reaches from a little outside the card to beyond its index; `altered` cuts from it what the
reader's net is shown (`hardware.vision.card_indices`), in a light, a blur and a place of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.backgrounds import table
from hardware.training.card_glyphs import RANKS, SUITS, Mask, rank_fonts, rank_mask, some_suit
from hardware.training.die_drawing import some_colour
from hardware.vision.card_indices import BOTTOM, LEFT, RIGHT, SHAPE, TOP

Floats = NDArray[Any]
Generator = np.random.Generator

#: The numbers of the answers that mean that no rank or no suit is to be seen, and that nothing is asked.
NO_RANK, NO_SUIT, UNASKED = len(RANKS), len(SUITS), -1
#: Tens and queens are drawn in more ways than others, and so are shown more often.
_WEIGHTS = np.array([{"10": 2.5, "Q": 2.0, "K": 1.3, "J": 1.3}.get(rank, 1.0) for rank in RANKS])
_OFTEN = _WEIGHTS / _WEIGHTS.sum()
#: Width of a drawn card in pixels, and what part of it is drawn, in its widths and heights.
_WIDE = 300
_SHOWN = (-0.1, -0.08, 0.4, 0.42)
#: How much of a glyph may be covered until it need not be read, and until it must not be.
_READABLE, _UNREADABLE = 0.9, 0.6


@dataclass(frozen=True)
class Corner:
    """A drawn corner (rows x columns x 3, uint8) with the numbers of its rank and suit."""

    picture: Floats
    high: float
    rank: int
    suit: int


def corner(generator: Generator) -> Corner:
    """Return a corner with an index that can be read, that is half hidden, or without any."""
    high = _WIDE * float(generator.uniform(1.34, 1.6))
    left, top, right, bottom = _SHOWN
    size = (round((right - left) * _WIDE), round((bottom - top) * high))
    ground = _ground(generator, size)
    if generator.random() < 0.5:
        ground *= float(generator.uniform(0.1, 0.7))
    if generator.random() < 0.08:
        return Corner(_bytes(ground), high, NO_RANK, NO_SUIT)
    sheet = _Sheet(generator, ground, high)
    rank, suit = int(generator.choice(len(RANKS), p=_OFTEN)), int(generator.integers(4))
    kind = float(generator.random())
    sheet.body(SUITS[suit])
    if kind < 0.07:
        return Corner(_bytes(sheet.finished()), high, NO_RANK, NO_SUIT)
    index = sheet.index(RANKS[rank], SUITS[suit], turned=kind < 0.13)
    if kind < 0.13:
        return Corner(_bytes(sheet.finished()), high, NO_RANK, NO_SUIT)
    if kind < 0.27:
        seen = sheet.cover(index)
        rank = _still(rank, seen[0], NO_RANK)
        suit = _still(suit, seen[1], NO_SUIT)
    return Corner(_bytes(sheet.finished()), high, rank, suit)


def altered(generator: Generator, drawn: Corner) -> Floats:
    """Return what the net is shown of a corner (rows x columns x 3, float32, 0 to 255)."""
    rows, columns = SHAPE
    left, top = _SHOWN[:2]
    frame = np.array([(LEFT, TOP), (RIGHT, TOP), (RIGHT, BOTTOM), (LEFT, BOTTOM)])
    # The card's outline is found to some hundredths of its width, and turned or stretched by as little.
    shift = generator.normal(0, 0.014, 2) + generator.normal(0, 0.007, (4, 2))
    places = (frame + np.clip(shift, -0.045, 0.045) - (left, top)) * (_WIDE, drawn.high)
    if generator.random() < 0.15:
        places = places.mean(axis=0) + (places - places.mean(axis=0)) * generator.uniform(0.88, 1.12)
    ends = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)])
    warp = cv2.getPerspectiveTransform(places.astype(np.float32), ends.astype(np.float32))
    # The camera has its own pixels, coarser or finer than the net's.
    coarse = float(np.exp(generator.uniform(np.log(0.45), np.log(1.6))))
    size = (max(12, round(columns * coarse)), max(20, round(rows * coarse)))
    scale = np.diag([size[0] / columns, size[1] / rows, 1.0])
    blurred = cv2.GaussianBlur(drawn.picture, (0, 0), 0.45 * _WIDE / 160 / coarse)
    picture = cv2.warpPerspective(
        blurred, scale @ warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    picture = picture.astype(np.float32)
    if generator.random() < 0.5:
        picture = cv2.GaussianBlur(picture, (0, 0), float(generator.uniform(0.2, 0.9)) * min(1.3, coarse))
    if generator.random() < 0.12:
        picture = _smeared(generator, picture)
    if generator.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + float(generator.uniform(0.2, 1.2)) * (picture - soft)
    picture = _lit(generator, picture)
    picture = picture + generator.normal(0, generator.uniform(0, 7), picture.shape)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if generator.random() < 0.4:
        quality = int(generator.integers(35, 92))
        file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR))
    how = cv2.INTER_AREA if coarse > 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (columns, rows), interpolation=how), np.float32)


_MOST_GROUNDS, _GROUND_SIDE = 300, 340


@lru_cache(maxsize=_MOST_GROUNDS)
def _whole_ground(number: int) -> Floats:
    """Return a table to lay cards on; it is used often, in another piece each time."""
    return _bytes(table(np.random.default_rng([number, 340]), _GROUND_SIDE))


def _ground(generator: Generator, size: tuple[int, int]) -> Floats:
    """Return a piece of a table of this width and height."""
    whole = _whole_ground(int(generator.integers(_MOST_GROUNDS)))
    left, top = (int(generator.integers(_GROUND_SIDE - size[axis] + 1)) for axis in (0, 1))
    return whole[top : top + size[1], left : left + size[0]].astype(np.float32)


def _still(number: int, seen: float, none: int) -> int:
    return number if seen > _READABLE else none if seen < _UNREADABLE else UNASKED


def _bytes(picture: Floats) -> Floats:
    return np.clip(picture, 0, 255).astype(np.uint8)


def _smeared(generator: Generator, picture: Floats) -> Floats:
    length = int(generator.integers(2, 6))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    turn = generator.uniform(0, np.pi)
    by = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    cv2.line(
        kernel, tuple(int(v) for v in np.rint(length - by)), tuple(int(v) for v in np.rint(length + by)), 1.0
    )
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))


def _lit(generator: Generator, picture: Floats) -> Floats:
    """Return a picture in some light: of a colour, uneven, with glare that fades the ink, a hard shadow."""
    rows, columns = picture.shape[:2]
    cast = np.exp(generator.normal(0, 0.09, 3)).astype(np.float32)
    picture = picture * cast * float(np.exp(generator.normal(-0.12, 0.25)))
    across = np.linspace(-1, 1, columns, dtype=np.float32)[None, :, None]
    down = np.linspace(-1, 1, rows, dtype=np.float32)[:, None, None]
    turn = generator.uniform(0, 2 * np.pi)
    slope = across * np.cos(turn) + down * np.sin(turn)
    if generator.random() < 0.4:
        picture = picture * (1 + float(generator.uniform(0, 0.3)) * slope)
    if generator.random() < 0.25:
        # A lamp mirrored in the varnish lifts ink towards white.
        strong = float(generator.uniform(0.1, 0.8))
        veil = strong / (1 + np.exp(-(slope - generator.uniform(-1, 1)) * generator.uniform(0.5, 8)))
        picture = picture + (generator.uniform(200, 255) - picture) * veil
    if generator.random() < 0.12:
        edge = 1 / (1 + np.exp(-(slope - generator.uniform(-0.8, 0.8)) * 30))
        picture = picture * (1 - float(generator.uniform(0.2, 0.6)) * edge)
    if generator.random() < 0.3:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * float(generator.uniform(0.5, 1.7))
    gamma = float(np.exp(generator.normal(0, 0.2)))
    return np.asarray(255 * (np.clip(picture, 0, 255) / 255) ** gamma, np.float32)


class _Sheet:
    """A corner being drawn; lengths are shares of the card's width across and of its height downwards."""

    def __init__(self, generator: Generator, ground: Floats, high: float) -> None:
        self._random = generator
        self._high = high
        rows, columns = ground.shape[:2]
        paper = np.full(3, float(generator.uniform(215, 255)), np.float32) * generator.uniform(0.93, 1.0, 3)
        self._paper = paper
        self._canvas = np.empty((rows, columns, 3), np.float32)
        self._canvas[:] = paper
        self._ground = ground
        self._red = np.array(
            [generator.uniform(15, 75), generator.uniform(10, 60), generator.uniform(150, 245)], np.float32
        )
        self._black = np.full(3, float(generator.uniform(5, 60)), np.float32) + generator.uniform(-5, 15, 3)
        x, y = self._at(0, 0)
        radius = float(generator.uniform(0.02, 0.07)) * _WIDE if generator.random() < 0.9 else 1.0
        inside = np.zeros((rows, columns), np.uint8)
        cv2.rectangle(inside, (round(x + radius), round(y)), (columns, rows), 255, -1)
        cv2.rectangle(inside, (round(x), round(y + radius)), (columns, rows), 255, -1)
        cv2.circle(inside, (round(x + radius), round(y + radius)), round(radius), 255, -1, cv2.LINE_AA)
        self._inside = inside.astype(np.float32)[..., None] / 255
        if generator.random() < 0.12:
            gap = float(generator.uniform(0.015, 0.05))
            self._line([(gap, 0.5), (gap, gap / 1.4), (0.5, gap / 1.4)], some_colour(generator), 0.006)

    def body(self, suit: str) -> None:
        """Draw what stands beside an index: pips, a court's window, a code's frame, or nothing."""
        generator = self._random
        kind = float(generator.random())
        ink = self._ink(suit)
        if kind < 0.5:
            column = float(generator.uniform(0.25, 0.34))
            half = float(generator.uniform(0.06, 0.125))
            first = float(generator.uniform(0.1, 0.2))
            step = float(generator.uniform(0.13, 0.3))
            mask = some_suit(generator, suit)
            for place in (first, first + step):
                broad = half * 2 * mask.shape[1] / mask.shape[0]
                self._put(mask, column, place, broad, half * 2 * _WIDE / self._high, ink)
        elif kind < 0.78:
            left, top = float(generator.uniform(0.15, 0.25)), float(generator.uniform(0.04, 0.12))
            self._court(left, top, suit)

    def index(self, rank: str, suit: str, *, turned: bool) -> tuple[Mask, Mask]:
        """Draw rank and suit and return what they cover (rows x columns, 0 to 1); `turned` ones lie wrong."""
        generator = self._random
        fonts = rank_fonts()
        font = fonts[int(generator.integers(len(fonts)))]
        mask = rank_mask(font, rank) if rank != "10" or generator.random() < 0.4 else self._narrow_ten(font)
        thick = int(generator.integers(0, 7))
        mask = np.pad(mask, 3)
        if thick and mask.mean() < 0.5:
            mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick + 1, thick + 1)))
        tall = float(np.clip(np.exp(generator.normal(np.log(0.098), 0.24)), 0.062, 0.16))
        shape = mask.shape[1] / mask.shape[0] * self._high / _WIDE
        wide = tall * shape * float(generator.uniform(0.7, 1.15))
        wide = min(wide, 0.2 if rank == "10" else 0.18)
        x = max(float(generator.uniform(0.07, 0.125)), wide / 2 + 0.008)
        x = min(x, 0.235 - wide / 2)
        top = float(generator.uniform(0.018, 0.065))
        sign = some_suit(generator, suit)
        small = float(np.clip(tall * generator.uniform(0.5, 1.0), 0.045, 0.11))
        gap = float(generator.uniform(0.004, 0.032))
        if top + tall + gap + small > 0.33:
            small = max(0.045, 0.325 - top - tall - gap)
        across = min(
            small * sign.shape[1] / sign.shape[0] * self._high / _WIDE * generator.uniform(0.85, 1.1), 0.19
        )
        ink = self._ink(suit)
        y = top + tall / 2
        below = top + tall + gap + small / 2
        if turned:
            quarter = int(generator.integers(1, 4))
            mask, sign = np.rot90(mask, quarter), np.rot90(sign, quarter)
            if quarter == 2:
                y, below = below, y
            else:
                y, below, wide, across = top + tall / 2, top + tall / 2, wide, across
        near = x + float(generator.normal(0, 0.006))
        if turned and quarter != 2:
            near = x + (0.13 if quarter == 1 else -0.04)
        return self._put(mask, x, y, wide, tall, ink), self._put(sign, near, below, across, small, ink)

    def _narrow_ten(self, font: str) -> Mask:
        """Return a ten whose figures are each made narrower and set close, as most makers do."""
        generator = self._random
        gap = np.zeros((96, int(generator.integers(2, 16))), np.float32)
        figures = []
        for figure, narrow in (("1", generator.uniform(0.6, 1.0)), ("0", generator.uniform(0.45, 0.8))):
            mask = rank_mask(font, figure)
            wide = max(10, round(mask.shape[1] * 96 / mask.shape[0] * narrow))
            figures.append(cv2.resize(mask, (wide, 96), interpolation=cv2.INTER_AREA))
        return np.concatenate([figures[0], gap, figures[1]], axis=1)

    def cover(self, index: tuple[Mask, Mask]) -> tuple[float, float]:
        """Lay something over the index; return how much of the rank and of the suit is still to be seen."""
        generator = self._random
        rows, columns = self._canvas.shape[:2]
        turn = float(generator.uniform(0, 2 * np.pi))
        normal = np.array([np.cos(turn), np.sin(turn)])
        across, down = np.meshgrid(np.arange(columns), np.arange(rows))
        middle = np.array(self._at(generator.uniform(0.0, 0.25), generator.uniform(0.0, 0.33)))
        hidden = ((across - middle[0]) * normal[0] + (down - middle[1]) * normal[1] > 0).astype(np.float32)
        other = self._paper * float(generator.uniform(0.85, 1.0))
        if generator.random() < 0.5:
            other = some_colour(generator)
        soft = cv2.GaussianBlur(hidden, (0, 0), float(generator.uniform(0.6, 3)))
        edge = 1 - float(generator.uniform(0, 0.5)) * np.clip(4 * soft * (1 - soft), 0, 1)
        self._canvas += (other - self._canvas) * hidden[..., None]
        self._canvas *= edge[..., None]
        first, second = (float((mask * (1 - hidden)).sum() / max(mask.sum(), 1e-6)) for mask in index)
        return first, second

    def finished(self) -> Floats:
        """Return the corner on its ground."""
        generator = self._random
        shadow = cv2.GaussianBlur(self._inside, (0, 0), float(generator.uniform(1, 6)))
        ground = self._ground * (1 - float(generator.uniform(0, 0.6)) * shadow[..., None])
        return np.asarray(ground + (self._canvas - ground) * self._inside, np.float32)

    def _ink(self, suit: str) -> Floats:
        return self._red if suit in "HD" else self._black

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x - _SHOWN[0]) * _WIDE, (y - _SHOWN[1]) * self._high

    def _put(self, mask: Mask, x: float, y: float, wide: float, tall: float, ink: Floats) -> Mask:
        """Print a mask around a place and return what it covers."""
        rows, columns = self._canvas.shape[:2]
        across, down = max(2.0, wide * _WIDE), max(2.0, tall * self._high)
        left, top = self._at(x, y)
        scale = np.array(
            [[across / mask.shape[1], 0, left - across / 2], [0, down / mask.shape[0], top - down / 2]],
            np.float32,
        )
        placed = cv2.warpAffine(mask, scale, (columns, rows), flags=cv2.INTER_LINEAR)
        self._canvas += (ink - self._canvas) * placed[..., None]
        return np.asarray(placed)

    def _line(self, points: list[tuple[float, float]], ink: Floats, wide: float) -> None:
        placed = np.rint(np.array([self._at(*point) for point in points])).astype(np.int32)
        cv2.polylines(self._canvas, [placed], False, ink.tolist(), max(1, round(wide * _WIDE)), cv2.LINE_AA)

    def _court(self, left: float, top: float, suit: str) -> None:
        generator = self._random
        x, y = (round(v) for v in self._at(left, top))
        rows, columns = self._canvas.shape[:2]
        inks = [self._red, self._black, np.array([40, 190, 240]), np.array([160, 70, 30]), self._paper]
        if generator.random() < 0.8:
            for _ in range(int(generator.integers(4, 14))):
                around = generator.uniform((x, y), (columns, rows))
                points = around + generator.normal(
                    0, generator.uniform(6, 32), (int(generator.integers(3, 7)), 2)
                )
                points = np.maximum(points, (x + 3, y + 3))
                cv2.fillPoly(self._canvas, [np.rint(points).astype(np.int32)],
                             np.asarray(inks[int(generator.integers(5))]).tolist(), cv2.LINE_AA)  # fmt: skip
        if generator.random() < 0.8:
            ink = inks[int(generator.integers(4))] if generator.random() < 0.7 else some_colour(generator)
            cv2.rectangle(self._canvas, (x, y), (columns + 9, rows + 9), np.asarray(ink).tolist(),
                          int(generator.integers(1, 4)), cv2.LINE_AA)  # fmt: skip
        if generator.random() < 0.7:
            mask = some_suit(generator, suit)
            half = float(generator.uniform(0.06, 0.12))
            self._put(mask, left + half * float(generator.uniform(0.7, 1.4)), top + half, 2 * half,
                      2 * half * _WIDE / self._high, self._ink(suit))  # fmt: skip
