"""Laying pictures over each other by masks, quickly."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import Floats

Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class Patch:
    """A drawn thing: linear colours (not multiplied by `cover`), cover 0 to 1, and its first pixel."""

    left: int
    top: int
    colour: Floats
    cover: Floats


def spread(field: Floats) -> Floats:
    """Return a field (height x width) as three equal channels, many times as fast as broadcasting it."""
    return np.asarray(cv2.merge([field, field, field]), dtype=np.float32)


def dyed(shade: Floats, colour: tuple[float, float, float]) -> Floats:
    """Return a field times a colour (height x width x 3)."""
    return np.asarray(cv2.merge([shade * np.float32(part) for part in colour]), dtype=np.float32)


def dimmed(picture: Floats, share: Floats) -> Floats:
    """Return a picture whose pixels are multiplied by a field."""
    return np.asarray(cv2.multiply(picture, spread(share)), dtype=np.float32)


def laid_over(under: Floats, over: Floats, share: Floats) -> Floats:
    """Return `over` where the share is 1, `under` where it is 0, and mixtures between."""
    difference = cv2.subtract(over, under)
    return np.asarray(cv2.add(under, cv2.multiply(difference, spread(share))), dtype=np.float32)


def share_of(mask: Mask) -> Floats:
    """Return a mask of 0 to 255 as shares of 0 to 1."""
    return np.asarray(mask * np.float32(1 / 255), dtype=np.float32)


def softened(mask: Mask, soft: float) -> Floats:
    """Return a mask blurred by so many pixels, as shares of 0 to 1; wide blurs are done on fewer pixels."""
    height, width = mask.shape
    step = 1
    while soft / step > 4 and step < 16:
        step *= 2
    if step == 1:
        return share_of(np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), dtype=np.uint8))
    size = (max(2, width // step), max(2, height // step))
    small = share_of(np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    blurred = cv2.GaussianBlur(small, (0, 0), soft / step)
    return np.asarray(cv2.resize(blurred, (width, height)), dtype=np.float32)
