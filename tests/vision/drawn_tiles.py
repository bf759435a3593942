"""Domino tiles drawn from nothing, and tables with some of them on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
#: Pips of a value, in thirds of a half from its middle: along the bar, away from it.
PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
WHITE: Colour = (225, 232, 236)
BLACK: Colour = (24, 22, 20)


def tile(
    low: int,
    high: int,
    width: int = 120,
    body: Colour = WHITE,
    ink: Colour = BLACK,
    pin: bool = False,
    across: bool = False,
) -> Image:
    """Draw a tile upright, its first value above; the two rows of a six lie along it or `across` it."""
    picture = np.empty((2 * width, width, 3), np.uint8)
    picture[:] = body
    reach = round(0.39 * width)
    middle = width // 2
    cv2.rectangle(picture, (middle - reach, width - 5), (middle + reach, width + 5), ink, -1)
    if pin:
        cv2.circle(picture, (middle, width), 9, (60, 170, 200), -1, cv2.LINE_AA)
    for value, at in ((low, width / 2), (high, 1.5 * width)):
        for x, y in PIPS[value]:
            if across:
                x, y = y, x
            place = (round(middle + 0.28 * width * x), round(at + 0.28 * width * y))
            cv2.circle(picture, place, round(0.095 * width), ink, -1, cv2.LINE_AA)
    return picture


def table(
    *lying: tuple[Image, float, float, float, float],
    ground: Colour = (60, 70, 66),
    size: tuple[int, int] = (1280, 720),
) -> Image:
    """Lay drawn tiles on a grainy table: each with its middle, turn in degrees, and scale."""
    rng = np.random.default_rng(7)
    picture = np.empty((size[1], size[0], 3), np.uint8)
    picture[:] = ground
    for face, x, y, turn, scale in lying:
        height, width = face.shape[:2]
        move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale)
        move[:, 2] += (x - width / 2, y - height / 2)
        cover = cv2.warpAffine(np.full((height, width), 255, np.uint8), move, size, flags=cv2.INTER_AREA)
        laid = cv2.warpAffine(face, move, size, flags=cv2.INTER_AREA)
        share = cover[:, :, None] / 255.0
        picture = np.rint(picture * (1 - share) + laid * share).astype(np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32)
    return np.asarray(np.clip(soft + rng.normal(0, 3, soft.shape), 0, 255), np.uint8)
