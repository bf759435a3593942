"""A closer look at each die: which way does its upper face look?

A small net of its own, which sees one die at a time with a little of what is round it, always of one size.
It was taught with made-up pictures alone (`hardware.training.lean_lessons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.die_patches import may_lack_a_side, patch
from hardware.vision.nets import Net, net_path

FILE = "dice_lean.onnx"
#: Side of the net's picture, and the die's edge in it.
SIDE, EDGE = 64, 27.0
#: Each die is looked at once, turned by how much (radians) and its edge taken for how much larger.
LOOKS = ((0.3, 0.93),)
#: These are more for what is not clear: what is seen must not hang on turns and sizes, and what is always
#: seen a little to one side is seen to the other in the opposite turn.
MORE_LOOKS = tuple((0.3 + quarter * np.pi / 2, larger) for quarter in range(4) for larger in (0.93, 1.08))[1:]
#: Where a side may be out of the picture the net may be further off, by so much (radians).
_AT_THE_EDGE = 0.15
#: The net says two parts of where a face looks, and the logarithm of how far it may be off.
ANSWERS = 3


class LeanNet:
    """Runs the net on single dice; raises `NetFault` when it is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = Net(net_path(FILE), (SIDE, SIDE), (ANSWERS, 1, 1))

    def up(
        self,
        picture: NDArray[Any],
        middles: Sequence[Sequence[float]],
        edges: Sequence[float],
        looks: Sequence[tuple[float, float]] = LOOKS,
    ) -> NDArray[np.float64]:
        """Return which way the faces at these middles (pixels) look, and how far off that may be (N x 3).

        The ways are to the right and downwards: (0, 0) is straight at the camera; seen from its edge a face
        has length 1.  The mean of these `looks` counts: by how much the die is turned (radians), and how much
        larger its edge is taken for.
        """
        if not len(edges):
            return np.zeros((0, 3))
        shown = [
            patch(picture, middle, larger * edge, turn, side=SIDE, shown=EDGE)
            for turn, larger in looks
            for middle, edge in zip(middles, edges, strict=True)
        ]
        said = self._net.run_all(shown).reshape(len(looks), len(edges), ANSWERS).astype(np.float64)
        total = np.zeros((len(edges), 3))
        for (turn, _), (right, down, off) in zip(looks, said.transpose(0, 2, 1), strict=True):
            c, s = np.cos(turn), np.sin(turn)
            total += np.stack([c * right + s * down, -s * right + c * down, np.exp(off)], axis=1)
        said = total / len(looks)
        said[:, 2] += np.where(may_lack_a_side(picture, middles, edges), _AT_THE_EDGE, 0.0)
        return np.asarray(said)
