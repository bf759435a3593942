"""What a reader takes for a picture: anything else is a `ValueError` with one sentence."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]


def as_picture(image: Image) -> Image:
    """Return a picture as height x width x 3 BGR uint8; grey and transparent ones are turned into that.

    Raises `ValueError` with one sentence for anything else: no array, other kinds of numbers, no pixels.
    """
    if not isinstance(image, np.ndarray):
        raise ValueError("A picture must be an array of pixels.")
    if image.dtype != np.uint8:
        raise ValueError(f"A picture must have 8 bits a channel, not {image.dtype}.")
    if image.size == 0:
        raise ValueError("The picture has no pixels.")
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_GRAY2BGR))
    if image.ndim == 3 and image.shape[2] in (3, 4):
        return np.ascontiguousarray(image[:, :, :3])
    raise ValueError(f"A picture must be height x width x 3, not {' x '.join(map(str, image.shape))}.")
