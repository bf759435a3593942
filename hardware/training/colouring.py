"""Other colours: a picture shows the same whichever channel is which, as a negative, and in grey."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def recoloured(
    generator: np.random.Generator, picture: NDArray[Any], negative: float, grey: float
) -> NDArray[Any]:
    """Return a picture (height x width x 3, 0 to 255) in other colours; `negative` and `grey` are chances."""
    if generator.random() < 0.4:
        picture = picture[..., generator.permutation(3)]
    if generator.random() < negative:
        picture = 255 - picture
    if generator.random() < grey:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    return picture
