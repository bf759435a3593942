"""How good a picture is for reading: focus and exposure, as numbers and in a word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.pictures import Image, as_picture

#: The picture is judged in squares of this side; those with less contrast than that show nothing to judge.
TILE = 48
LEAST_VARIANCE = 300.0
LEAST_TILES = 4
#: Measured on photographs and made-up tables: a blur of two pixels brings every one of them below `SOFT`.
SHARP, SOFT = 12.0, 5.0
BURNT_LEVEL, BLACK_LEVEL = 250, 5
MOST_BURNT, MOST_BLACK = 0.05, 0.40
#: The brightest parts of a picture that shows enough are at least this bright.
LEAST_LIGHT = 90


class Focus(StrEnum):
    SHARP = "sharp"
    SOFT = "soft"
    BLURRED = "blurred"
    NOTHING_TO_SEE = "nothing_to_see"


class Exposure(StrEnum):
    GOOD = "good"
    TOO_BRIGHT = "too_bright"
    TOO_DARK = "too_dark"
    TOO_HARD = "too_hard"


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """Focus and exposure of a picture.

    `focus` is the variance of the Laplacian in thousandths of the variance of the picture itself, taken where
    there is contrast and freed of noise, so that dim and bright pictures compare; 0 where nothing can be
    judged.  `burnt` and `black` are the shares of pixels without any drawing left.
    """

    focus: float
    focus_word: Focus
    burnt: float
    black: float
    exposure_word: Exposure


def picture_quality(image: Image) -> PictureQuality:
    """Judge a BGR picture (height x width x 3, uint8); raises `ValueError` for anything else."""
    grey = np.asarray(cv2.cvtColor(as_picture(image), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    focus = _focus(grey)
    burnt = float((grey >= BURNT_LEVEL).mean())
    black = float((grey <= BLACK_LEVEL).mean())
    if focus is None:
        word = Focus.NOTHING_TO_SEE
    else:
        word = Focus.SHARP if focus >= SHARP else Focus.SOFT if focus >= SOFT else Focus.BLURRED
    if burnt > MOST_BURNT:
        exposure = Exposure.TOO_HARD if black > MOST_BLACK else Exposure.TOO_BRIGHT
    else:
        exposure = Exposure.TOO_DARK if float(np.percentile(grey, 95)) < LEAST_LIGHT else Exposure.GOOD
    return PictureQuality(focus or 0.0, word, burnt, black, exposure)


def _focus(grey: NDArray[np.uint8]) -> float | None:
    smooth = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
    contrast = _variances(smooth)
    edges = _variances(np.asarray(cv2.Laplacian(smooth, cv2.CV_32F), dtype=np.float32))
    judged = contrast > LEAST_VARIANCE
    if int(judged.sum()) < LEAST_TILES:
        return None
    # What the quietest squares show is noise, and it is in all others as well.
    noise = float(np.percentile(edges, 10))
    shares = np.maximum(edges[judged] - noise, 0.0) / contrast[judged]
    return 1000.0 * float(np.percentile(shares, 75))


def _variances(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the variance within each whole square of the picture."""
    down, across = values.shape[0] // TILE, values.shape[1] // TILE
    tiles = values[: down * TILE, : across * TILE].reshape(down, TILE, across, TILE)
    return np.asarray(tiles.var(axis=(1, 3)), dtype=np.float32)
