"""Pictures of playing cards on a table, drawn by the simulated maker and laid down flat or seen aslant."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.playing_cards import RANKS, SUITS, playing_card

Image = NDArray[np.uint8]
SIZE = (1280, 720)
ALL = tuple(rank + suit for suit in SUITS for rank in RANKS)


def table(colour: tuple[int, int, int] = (60, 80, 40), noise: float = 3.0, seed: int = 0) -> Image:
    """Return an empty table (720 x 1280 x 3)."""
    grain = np.random.default_rng(seed).normal(0, noise, (SIZE[1], SIZE[0], 1))
    return np.clip(np.array(colour) + grain, 0, 255).astype(np.uint8)


def corners_at(
    middle: tuple[float, float], wide: float, turn: float, *, tilt: float = 0.0, aspect: float = 88 / 63
) -> NDArray[np.float32]:
    """Return a card's corners (4 x 2): its middle, its width in pixels, turned and tilted by degrees."""
    half = np.array([(-0.5, -aspect / 2), (0.5, -aspect / 2), (0.5, aspect / 2), (-0.5, aspect / 2)]) * wide
    angle, slant = np.radians(turn), np.radians(tilt)
    turned = half @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    deep = 1400.0
    away = deep / (deep - turned[:, 1] * np.sin(slant))
    seen = np.stack([turned[:, 0] * away, turned[:, 1] * np.cos(slant) * away], axis=1)
    return (seen + middle).astype(np.float32)


def lay(
    picture: Image, value: str, corners: NDArray[np.float32], *, deck: int = 0, back: bool = False
) -> None:
    """Draw a card (or its back) into a picture, with round corners and a hair of a shadow round it."""
    sheet = playing_card(value, deck)
    side = sheet.back if back else sheet.picture
    assert side is not None
    # Drawn as fine as it will be seen, and only where it lies.
    wide = max(24, round(float(np.hypot(*(corners[1] - corners[0])))))
    high = round(wide * side.shape[0] / side.shape[1])
    small = cv2.resize(side, (wide, high), interpolation=cv2.INTER_AREA)
    mask = np.zeros((high, wide), np.uint8)
    round_ = max(2, wide // 24)
    cv2.rectangle(mask, (round_, 0), (wide - 1 - round_, high), 255, -1)
    cv2.rectangle(mask, (0, round_), (wide, high - 1 - round_), 255, -1)
    for x in (round_, wide - 1 - round_):
        for y in (round_, high - 1 - round_):
            cv2.circle(mask, (x, y), round_, 255, -1)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 8, 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 8, SIZE)
    place = picture[top:bottom, left:right]
    size = (int(right - left), int(bottom - top))
    ends = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    warp = cv2.getPerspectiveTransform(ends, (corners - (left, top)).astype(np.float32))
    cover = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    halo = cv2.GaussianBlur(cover, (0, 0), 2.0)
    shaded = place * (1 - 0.5 * halo[..., None])
    drawn = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_LINEAR)
    place[:] = (shaded + (0.85 * drawn - shaded) * cover[..., None]).astype(np.uint8)


def spread(
    values: Sequence[str], *, deck: int = 0, turn: float = 0.0, tilt: float = 0.0, seed: int = 0
) -> Image:
    """Return a table with up to eight cards that lie clear of each other, each turned a little more."""
    picture = table(seed=seed)
    for number, value in enumerate(values):
        middle = (170 + 310 * (number % 4), 190 + 340 * (number // 4))
        lay(picture, value, corners_at(middle, 165, turn + 13 * number, tilt=tilt), deck=deck)
    return picture
