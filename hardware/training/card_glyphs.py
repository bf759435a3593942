"""Glyphs of made-up playing cards: ranks in the fonts that are installed here, suits drawn and from fonts."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
#: Height of a glyph's mask in pixels.
_HIGH = 96
#: Writing of other alphabets, and letters that no card's maker would take.
_UNFIT = (
    "Emoji", "Math", "Symbol", "Music", "Barcode", "CJK", "Fallback", "Z003", "Chancery", "D050000L",
    "Italic", "Oblique", "Initials", "Keyboard", "Biolinum_K", "Braille", "opens___", "SmallCap",
)  # fmt: skip
#: Of the very many fonts of this family only these write our alphabet.
_NOTO = ("NotoSans-", "NotoSerif-", "NotoSansDisplay", "NotoSerifDisplay", "NotoSansMono-")

Mask = NDArray[Any]
Generator = np.random.Generator


@lru_cache(maxsize=1)
def rank_fonts() -> tuple[str, ...]:
    """Return the files of the fonts for ranks; of a family of very many writings only the plain one."""
    files = sorted(path for folder in _FOLDERS for path in folder.rglob("*.[ot]tf"))
    fit = []
    for path in files:
        name = path.stem
        if any(word in name for word in _UNFIT):
            continue
        if name.startswith("Noto") and not name.startswith(_NOTO):
            continue
        if _has(str(path), "A2Q"):
            fit.append(str(path))
    if not fit:
        raise FileNotFoundError("No font is installed here from which ranks could be drawn.")
    return tuple(fit)


@lru_cache(maxsize=1)
def suit_fonts() -> tuple[str, ...]:
    """Return the files of the fonts that have the four suits."""
    files = sorted(path for folder in _FOLDERS for path in folder.rglob("*.[ot]tf"))
    return tuple(
        str(path)
        for path in files
        if "Emoji" not in path.stem and _has(str(path), "♣♥♠") and _distinct(str(path))
    )


@lru_cache(maxsize=4096)
def rank_mask(font: str, rank: str) -> Mask:
    """Return a rank's mask (rows x columns, 0 to 1), cut to its ink."""
    return _drawn(font, rank)


@lru_cache(maxsize=512)
def suit_mask(font: str, suit: str) -> Mask:
    """Return a suit's mask from a font, cut to its ink."""
    return _drawn(font, _SIGNS[suit])


def own_suit(generator: Generator, suit: str) -> Mask:
    """Return a suit's mask of our own drawing, slim or broad, round or pointed as chance has it."""
    size = 2 * _HIGH
    canvas = np.zeros((size, size), np.uint8)
    half = size * 0.42
    middle = size / 2
    broad = float(generator.uniform(0.78, 1.1))

    def area(points: list[tuple[float, float]]) -> None:
        placed = [(middle + x * half * broad, middle + y * half) for x, y in points]
        cv2.fillPoly(canvas, [np.rint(np.array(placed) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)

    foot = float(generator.uniform(0.22, 0.5))
    thin = float(generator.uniform(0.05, 0.12))
    bend = [
        (x, 0.1 + 0.86 * y)
        for x, y in (
            (-thin, 0.0),
            (thin, 0.0),
            (thin * 1.2, 0.55),
            (foot, 1.0),
            (-foot, 1.0),
            (-thin * 1.2, 0.55),
        )
    ]
    if suit == "D":
        inward = float(generator.uniform(-0.08, 0.3))
        wide = float(generator.uniform(0.66, 0.92))
        corners = [(0.0, -1.0), (wide, 0.0), (0.0, 1.0), (-wide, 0.0)]
        points = []
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            for share in np.linspace(0, 1, 9)[:-1]:
                pull = 1 - inward * share * (1 - share) * 2
                points.append(((x1 + (x2 - x1) * share) * pull, (y1 + (y2 - y1) * share) * pull))
        area(points)
    elif suit == "H":
        area(_heart(generator, 1.0))
    elif suit == "S":
        area([(x, -0.84 * y - 0.12) for x, y in _heart(generator, 0.95)])
        area(bend)
    else:
        ball = float(generator.uniform(0.38, 0.47))
        apart = float(generator.uniform(0.46, 0.56))
        for x, y in ((0.0, -0.98 + ball), (-apart, 0.2), (apart, 0.2)):
            axes = (int(ball * half * broad), int(ball * half))
            at = (round(middle + x * half * broad), round(middle + y * half))
            cv2.ellipse(canvas, at, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
        area([(-0.28, -0.2), (0.28, -0.2), (0.34, 0.3), (0.0, 0.45), (-0.34, 0.3)])
        area(bend)
    return _cut(canvas)


def some_suit(generator: Generator, suit: str) -> Mask:
    """Return a suit's mask, drawn or from a font."""
    fonts = suit_fonts()
    if fonts and generator.random() < 0.5:
        return suit_mask(fonts[int(generator.integers(len(fonts)))], suit)
    return own_suit(generator, suit)


def _heart(generator: Generator, wide: float) -> list[tuple[float, float]]:
    deep = float(generator.uniform(4.2, 5.6))
    points = []
    for step in range(64):
        t = 2 * math.pi * step / 64
        down = -(13 * math.cos(t) - deep * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 16.4
        points.append((wide * math.sin(t) ** 3, down - 0.08))
    return points


def _has(font: str, letters: str) -> bool:
    """Say whether a font has these letters: those that it lacks all look like one that no font has."""
    try:
        lacking = _drawn(font, "￿")
        return all(
            mask.shape != lacking.shape or not np.array_equal(mask, lacking)
            for mask in (_drawn(font, letter) for letter in letters)
        )
    except (OSError, ValueError):
        return False


def _distinct(font: str) -> bool:
    club, spade = _drawn(font, "♣"), _drawn(font, "♠")
    # Some fonts draw suits as outlines only; cards have them filled.
    return club.shape != spade.shape and float(_drawn(font, "♦").mean()) > 0.4 and float(spade.mean()) > 0.35


def _drawn(font: str, text: str) -> Mask:
    face = ImageFont.truetype(font, _HIGH)
    canvas = Image.new("L", (4 * _HIGH, 2 * _HIGH), 0)
    ImageDraw.Draw(canvas).text((_HIGH // 2, _HIGH // 4), text, font=face, fill=255)
    return _cut(np.asarray(canvas))


def _cut(canvas: Mask) -> Mask:
    rows, columns = np.flatnonzero(canvas.max(axis=1) > 40), np.flatnonzero(canvas.max(axis=0) > 40)
    if not len(rows) or not len(columns):
        raise ValueError("nothing was drawn")
    inked = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.ascontiguousarray(inked.astype(np.float32) / 255)
