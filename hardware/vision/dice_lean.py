"""A closer look at each die: which way does its upper face look?

A small net of its own, which sees one die at a time with a little of what is round it, always of one size.
It was taught with made-up scenes alone (`hardware.training.lean_lessons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.nets import Net, net_path

FILE = "dice_lean.onnx"
#: Side of the net's picture, the die's edge in it, and what is cut out at first so that it can be turned.
SIDE, EDGE = 48, 20.0
_CUT = 72
#: Each die is looked at in turns and at sizes, and their mean counts: what is seen must not hang on them, and
#: what is always seen a little to one side is seen to the other in the opposite turn.
LOOKS = ((0.3, 0.93), (0.3 + np.pi, 1.08))
#: These are two more for what is not clear.
MORE_LOOKS = ((0.3 + np.pi, 0.93), (0.3, 1.08))
#: The net says two parts of where a face looks, and the logarithm of how far it may be off.
ANSWERS = 3


def patch(
    picture: NDArray[Any], middle: Sequence[float], edge: float, turn: float, mirrored: bool = False
) -> NDArray[np.uint8]:
    """Return a die (`SIDE` x `SIDE` x 3) with its middle in the middle, turned and mirrored.

    `turn` are radians clockwise; the mirror image is made first.  The picture is BGR uint8.
    """
    wide = max(3, round(_CUT * edge / EDGE))
    cut = cv2.getRectSubPix(picture, (wide, wide), (float(middle[0]), float(middle[1])))
    how = cv2.INTER_AREA if wide > _CUT else cv2.INTER_LINEAR
    small = cv2.resize(cut, (_CUT, _CUT), interpolation=how)
    c, s = np.cos(turn), np.sin(turn)
    way = np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if mirrored else 1.0, 1.0])
    half = np.full(2, (_CUT - 1) / 2)
    matrix = np.column_stack([way, np.full(2, (SIDE - 1) / 2) - way @ half])
    return np.asarray(cv2.warpAffine(small, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR), np.uint8)


class LeanNet:
    """Runs the net on single dice; raises `NetFault` when it is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = Net(net_path(FILE), (SIDE, SIDE), (ANSWERS, 1, 1))

    def up(
        self,
        picture: NDArray[Any],
        middle: Sequence[float],
        edge: float,
        looks: Sequence[tuple[float, float]] = LOOKS,
    ) -> tuple[float, float]:
        """Return which way the face at `middle` (pixels) looks: to the right and downwards.

        (0, 0) is straight at the camera; seen from its edge a face has length 1.  The mean of these `looks`
        counts: by how much the die is turned (radians), and how much larger its edge is taken for.
        """
        total = np.zeros(2)
        for turn, larger in looks:
            shown = patch(picture, middle, larger * edge, turn)
            right, down, _ = self._net.run(shown).reshape(-1).tolist()
            c, s = np.cos(turn), np.sin(turn)
            total += (c * right + s * down, -s * right + c * down)
        right, down = (total / len(looks)).tolist()
        return right, down
