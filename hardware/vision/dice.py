"""Dice: what the top faces in a frame show."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.faces import Faces
from hardware.vision.looks import Tone, look
from hardware.vision.reading import Doubt, Piece, Reading

Image: TypeAlias = NDArray[Any]

MOST_DICE = 18
_WIDE = 640
_SURE = 0.5


class DiceReader:
    """Reads any number of dice of any colour, told or not told how many there are."""

    def read(self, image: Image, expect: int | None = None) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8).

        `expect` is how many dice there should be.  Raises `ValueError` with one sentence for anything
        that is not such a picture, or for a number of dice below 1 or above 18.
        """
        picture = as_picture(image)
        if expect is not None and not 1 <= expect <= MOST_DICE:
            raise ValueError(f"Between 1 and {MOST_DICE} dice can be expected, not {expect}.")
        height, width = picture.shape[:2]
        if min(height, width) < 24:
            return Reading("dice", doubt=Doubt.NOTHING, size=(width, height))
        scale = _WIDE / max(height, width)
        sight = look(picture, _WIDE, Tone.LIGHTNESS, expect)
        faces, score, chosen = sight.faces, sight.score, sight.chosen
        found = len(chosen)
        if not found:
            return Reading("dice", doubt=Doubt.NOTHING, size=(width, height))
        doubt: Doubt | None = None
        sure = [i for i in chosen if score[i] >= 0.25]
        if expect is not None:
            taken = list(chosen[:expect])
            last = float(score[taken[-1]])
            spare = float(score[chosen[expect]]) if found > expect else 0.0
            confidence = min(last, max(0.0, 1 - spare / max(last, 1e-6)))
            if found < expect:
                doubt, confidence = Doubt.TOO_FEW, 0.0
            elif len(sure) > expect and spare > 0.4:
                doubt = Doubt.TOO_MANY
        else:
            taken = sure[:40]
            confidence = float(score[taken[-1]]) if taken else 0.0
        if doubt is None and confidence < _SURE:
            doubt = Doubt.UNSURE
        pieces = [_piece(faces, int(i), float(score[i]), 1 / scale) for i in taken]
        pieces.sort(key=lambda piece: piece.centre)
        return Reading("dice", tuple(pieces), confidence, doubt is None, doubt, (width, height))


def as_picture(image: Image) -> Image:
    """Return a picture as H x W x 3 uint8; raises `ValueError` with one sentence when it is none."""
    if not isinstance(image, np.ndarray):
        raise ValueError("A picture must be an array of pixels.")
    if image.dtype != np.uint8:
        raise ValueError(f"A picture must have 8 bits a channel, not {image.dtype}.")
    if image.size == 0:
        raise ValueError("The picture has no pixels.")
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.ndim == 3 and image.shape[2] == 1:
        return cv2.cvtColor(image[:, :, 0], cv2.COLOR_GRAY2BGR)
    if image.ndim == 3 and image.shape[2] == 4:
        return np.ascontiguousarray(image[:, :, :3])
    if image.ndim == 3 and image.shape[2] == 3:
        return np.ascontiguousarray(image)
    raise ValueError(f"A picture must be height x width x 3, not {' x '.join(map(str, image.shape))}.")


def _piece(faces: Faces, i: int, score: float, scale: float) -> Piece:
    u, v = faces.u[i], faces.v[i]
    half = faces.edge[i] / max(1e-6, float(np.hypot(*u) + np.hypot(*v)))
    corners = [faces.middle[i] + half * (a * u + b * v) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    if u[0] * v[1] - u[1] * v[0] < 0:
        corners.reverse()
    outline = tuple((float((x + 0.5) * scale - 0.5), float((y + 0.5) * scale - 0.5)) for x, y in corners)
    x, y = faces.middle[i]
    centre = (float((x + 0.5) * scale - 0.5), float((y + 0.5) * scale - 0.5))
    return Piece(str(int(faces.value[i])), centre, outline, min(1.0, score))
