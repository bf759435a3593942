"""Colourfulness: a grey picture in which what has another colour than the table is bright.

Gold pips on a grey die are as light as its face, so that whoever goes by lightness loses them, however well
anybody sees them.
"""

from __future__ import annotations

import cv2
import numpy as np

from hardware.vision.pictures import Image

#: Lightness counts by the first number, and a step away from the picture's usual colour by the second, in
#: OpenCV's 8-bit Lab; nothing is as dark as the third.
_LIGHTNESS, _COLOUR, _LEAST = 0.5, 3.0, 60.0


def by_colour(picture: Image) -> Image:
    """Return a BGR uint8 picture of the same size, grey: lighter where it is light, and far lighter where its
    colour is another than the usual one of the whole picture."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    usual = np.median(lab[::4, ::4, 1:].reshape(-1, 2), axis=0)
    away = cv2.magnitude(lab[..., 1] - usual[0], lab[..., 2] - usual[1])
    grey = np.clip(_LIGHTNESS * lab[..., 0] + _COLOUR * away + _LEAST, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
