"""Throws onto a simulated table as the camera shows them, and single dice cut out of pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.look import Look
from hardware.simulated.picture import Developed, Moment, Painter
from hardware.simulated.placing import place_dice

Picture = NDArray[np.uint8]


def throws(
    generator: np.random.Generator,
    look: Look,
    most: int,
    moment_of: Callable[[tuple[DieBody, ...]], Moment],
) -> Iterator[tuple[Moment, Developed, Picture]]:
    """Yield so many throws, fewer where the dice find no room: what there is to see, how it was drawn, and
    its picture.  `moment_of` says what becomes of dice that lie flat."""
    painter = Painter(look)
    for _ in range(most):
        values = tuple(int(value) for value in generator.integers(1, 7, len(look.dice)))
        try:
            bodies = place_dice(generator, look, values)
        except ValueError:
            return
        moment = moment_of(bodies)
        developed = painter.develop(moment)
        yield moment, developed, painter.expose(developed, generator)


def cut_out(
    image: Picture, middle: tuple[float, float], edge: float, reach: float, fine: float
) -> tuple[Picture, float]:
    """Return the square about a die's middle (pixels), `reach` edges wide, and the die's edge in it, which is
    no longer than `fine` pixels."""
    wide = max(8, round(reach * edge))
    cut = cv2.getRectSubPix(image, (wide, wide), middle)
    share = min(1.0, fine / edge)
    if share < 1.0:
        small = max(8, round(share * wide))
        cut = cv2.resize(cut, (small, small), interpolation=cv2.INTER_AREA)
    return np.asarray(cut, np.uint8), edge * cut.shape[0] / wide
