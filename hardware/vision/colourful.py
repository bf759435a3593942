"""Colourfulness: pictures in which what has only another colour can be told by its lightness.

Gold pips on a grey die are as light as its face, so that whoever goes by lightness loses them, however well
anybody sees them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from hardware.vision.pictures import Image

#: Lightness counts by the first number, and a step away from the picture's usual colour by the second, in
#: OpenCV's 8-bit Lab; nothing is as dark as the third.
_LIGHTNESS, _COLOUR, _LEAST = 0.5, 3.0, 60.0
#: What is round a pip is so many edges wide, colours are softened by so many, and no pip of a die is further
#: from its middle than so many.
_ROUND, _SOFT, _FACE = 0.8, 0.03, 0.6
#: A colour begins to be another one from so many steps on, and is as light as that round it up to so many.
_AS_ROUND, _ALIKE = 5.0, 20.0
#: Of a face so much to each side of its middle (edges) is looked at for pips, which are at least so many
#: hundredths of it.
_REACH, _PIPS = 0.36, 2


def by_colour(picture: Image) -> Image:
    """Return a BGR uint8 picture of the same size, grey: lighter where it is light, and far lighter where its
    colour is another than the usual one of the whole picture."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    usual = np.median(lab[::4, ::4, 1:].reshape(-1, 2), axis=0)
    away = cv2.magnitude(lab[..., 1] - usual[0], lab[..., 2] - usual[1])
    grey = np.clip(_LIGHTNESS * lab[..., 0] + _COLOUR * away + _LEAST, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def painted(picture: Image, middles: Sequence[Sequence[float]], edge: float) -> Image:
    """Return the BGR uint8 picture with spots on dice that have these middles painted white which are small
    beside a die's edge (pixels), as light as the face round them, and of another colour: so pips of any
    colour can be told from a face."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    across = 2 * int(min(max(_ROUND * edge, 3.0), 255.0) / 2) + 1
    soft = cv2.GaussianBlur(lab, (0, 0), max(_SOFT * edge, 0.5))
    usual = np.dstack([cv2.medianBlur(np.ascontiguousarray(soft[..., part]), across) for part in range(3)])
    lighter, *colour = cv2.split(np.asarray(soft.astype(np.float32) - usual))
    spot = np.clip((cv2.magnitude(*colour) - _AS_ROUND) / _AS_ROUND, 0.0, 1.0)
    alike = np.clip(2.0 - np.abs(lighter) / _ALIKE, 0.0, 1.0)
    there = np.zeros(picture.shape[:2], np.uint8)
    for x, y in middles:
        cv2.circle(there, (round(x), round(y)), round(_FACE * edge), 1, -1)
    return np.asarray(picture + (spot * alike * there)[..., None] * (255.0 - picture), np.uint8)


def pips_by_colour(picture: Image, middle: Sequence[float], edge: float) -> float:
    """Return by how many steps of OpenCV's 8-bit Lab the pips of a face with this middle and edge (pixels)
    differ from it in colour; up to about 5 is the noise of a camera."""
    across = max(2, round(2 * _REACH * edge))
    face = cv2.getRectSubPix(picture, (across, across), (float(middle[0]), float(middle[1])))
    soft = cv2.GaussianBlur(cv2.cvtColor(face, cv2.COLOR_BGR2LAB), (0, 0), max(_SOFT * edge, 0.5))
    colour = soft[..., 1:].reshape(-1, 2).astype(np.float32)
    away = np.hypot(*(colour - np.median(colour, axis=0)).T)
    return float(np.percentile(away, 100 - _PIPS))
