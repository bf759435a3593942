"""The closest look at single dice that the other readers are not clear about: what a face shows, and whether
the die is cocked.

A net that sees a die at nearly twice the pixels that the others see it at, and is asked about few dice, for
it takes its time.  It was taught with made-up pictures alone (`hardware.training.close_lessons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.dice_face import COCKED, FaceSight, mean_sight
from hardware.vision.die_patches import patch
from hardware.vision.nets import Net, net_path

FILE = "dice_close.onnx"
#: Side of the net's picture, and the die's edge in it.
SIDE, EDGE = 80, 34.0
#: Each die is looked at so often, turned by how much (radians) and its edge taken for how much larger: what
#: is seen must not hang on turns and sizes, and what is always seen a little to one side is seen to the other
#: in the opposite turn.
LOOKS = tuple((0.3 + quarter * np.pi / 2, larger) for quarter, larger in enumerate((0.95, 1.06, 1.04, 0.97)))
#: The net's answers: those of `dice_face`, and beside them which way the face looks (see `dice_lean`), which
#: it was taught for what that says of the others.
ANSWERS, RIGHT, DOWN, OFF = 11, 8, 9, 10


class CloseNet:
    """Runs the net on single dice; raises `NetFault` when it is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = Net(net_path(FILE), (SIDE, SIDE), (ANSWERS, 1, 1))

    def look(
        self, picture: NDArray[Any], middles: Sequence[Sequence[float]], edges: Sequence[float]
    ) -> FaceSight:
        """Return what is seen of the dice with these middles and edges (pixels of the BGR uint8 picture), the
        mean of several looks at each."""
        if not len(edges):
            return FaceSight(np.zeros((0, COCKED)), np.zeros(0))
        shown = [
            patch(picture, middle, larger * edge, turn, side=SIDE, shown=EDGE)
            for turn, larger in LOOKS
            for middle, edge in zip(middles, edges, strict=True)
        ]
        said = self._net.run_all(shown).reshape(len(LOOKS), len(edges), ANSWERS).astype(np.float64)
        return mean_sight(said)
