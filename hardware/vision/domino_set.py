"""One set: tiles on one table are of one size, as far as it is seen evenly, and of few colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hardware.vision.scale_space import Floats

#: How far, as a logarithm, a tile may differ in width from the sure one nearest to it in height, and from the
#: usual one of a whole picture that is seen from the side.
_LIKE_WIDTH, _MOST_WIDTH = 0.3, 0.75
#: How far from the colour of a sure tile, in levels and as a share of its brightest channel.
_LIKE_COLOUR, _LIKE_SHARE = 16.0, 0.3
#: So many sure tiles show how the table lies; heights that differ by less than this share show little of it.
_ENOUGH, _STEADY = 4, 0.1


def of_one_set(
    sure: NDArray[np.bool_],
    face_up: NDArray[np.bool_],
    middle: Floats,
    width: Floats,
    colour: Floats,
    loose: float = 1.0,
) -> NDArray[np.bool_]:
    """Return which of N things can be of the set that the sure tiles are of; all where none is sure.

    What lies face up must have a sure tile's size and colour, anything else its size.  `middle` is N x 2,
    `colour` N x 3 (the usual one on it), `width` in pixels, which may differ `loose` times as far as usually.
    """
    known = np.flatnonzero(sure)
    if not len(known):
        return np.ones(len(width), np.bool_)
    away = np.abs(middle[:, None, 1] - middle[None, known, 1])
    nearest = known[away.argmin(axis=1)]
    usual = np.median(width[known])
    like = np.abs(np.log(width / width[nearest])) < loose * _LIKE_WIDTH
    if len(known) >= _ENOUGH:
        # Seen aslant, a table shrinks towards its far end.
        like |= (
            np.abs(np.log(width) - _evenly(middle[known, 1], np.log(width[known]), middle[:, 1]))
            < loose * _LIKE_WIDTH
        )
    like &= np.abs(np.log(width / usual)) < _MOST_WIDTH
    off = np.abs(colour[:, None] - colour[None, known]).max(axis=2)
    coloured = (off < _LIKE_COLOUR + _LIKE_SHARE * colour[None, known].max(axis=2)).any(axis=1)
    return np.asarray(like & (coloured | ~face_up))


def _evenly(y: Floats, size: Floats, at: Floats) -> Floats:
    """Return sizes at heights, if they change evenly with the height as they do at y."""
    off = y - y.mean()
    steady = (_STEADY * float(np.ptp(at))) ** 2 + 1.0
    slope = float((off * (size - size.mean())).mean()) / (float((off * off).mean()) + steady)
    return np.asarray(size.mean() + slope * (at - y.mean()))
