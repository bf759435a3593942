"""Colourfulness: a grey picture in which what has another colour than the table is bright.

Gold pips on a grey die are as light as its face, so that whoever goes by lightness loses them, however well
anybody sees them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.pictures import Image

Distances = NDArray[np.floating[Any]]

#: Lightness counts by the first number, and a step away from the picture's usual colour by the second, in
#: OpenCV's 8-bit Lab; nothing is as dark as the third.
_LIGHTNESS, _COLOUR, _LEAST = 0.5, 3.0, 60.0
#: Of a face so much to each side of its middle (edges) is looked at for pips, which are at least so many
#: hundredths of it.
_REACH, _PIPS = 0.36, 2


def by_colour(picture: Image) -> tuple[Image, Distances]:
    """Return a BGR uint8 picture of the same size, grey: lighter where it is light, and far lighter where its
    colour is another than the usual one of the whole picture; and how far each pixel's colour is from that,
    whatever its lightness (height x width, in steps of OpenCV's 8-bit Lab)."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    usual = np.median(lab[::4, ::4, 1:].reshape(-1, 2), axis=0)
    away = np.asarray(cv2.magnitude(lab[..., 1] - usual[0], lab[..., 2] - usual[1]))
    grey = np.clip(_LIGHTNESS * lab[..., 0] + _COLOUR * away + _LEAST, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8), away


def pips_by_colour(away: Distances, middle: Sequence[float], edge: float) -> float:
    """Return by how many steps the pips of a face with this middle and edge (pixels) differ from it in
    colour; about 5 is the noise of a camera."""
    across = max(2, round(2 * _REACH * edge))
    face = cv2.getRectSubPix(away.astype(np.float32), (across, across), (float(middle[0]), float(middle[1])))
    most, usual = np.percentile(face, (100 - _PIPS, 50))
    least = float(np.percentile(face, _PIPS))
    return float(max(most - usual, usual - least))
