"""The closest look at single dice that the other readers are not clear about: what a face shows, whether the
die is cocked, and which way its face looks.

A net that sees a die at nearly twice the size that the others see it at, and is asked about few dice for that
takes its time.  It was taught with made-up pictures alone (`hardware.training.close_lessons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.die_patches import patch
from hardware.vision.nets import Net, net_path

FILE = "dice_close.onnx"
#: Side of the net's picture, and the die's edge in it.
SIDE, EDGE = 80, 34.0
#: Each die is looked at so often, turned by how much (radians) and its edge taken for how much larger: what
#: is seen must not hang on turns and sizes, and what is always seen a little to one side is seen to the other
#: in the opposite turn.
LOOKS = tuple((0.3 + quarter * np.pi / 2, larger) for quarter, larger in enumerate((0.95, 1.06, 1.04, 0.97)))
#: The net's answers: six values, no upper face, whether the die is cocked, two parts of where its face looks,
#: and the logarithm of how far that may be off.
ANSWERS, NO_FACE, COCKED, RIGHT, DOWN, OFF = 11, 6, 7, 8, 9, 10


@dataclass(frozen=True, slots=True)
class CloseSight:
    """What was seen of each die: chances of the six values and of no upper face at all (N x 7), that of a
    cocked die (N), and which way its face looks and how far off that may be (N x 3, see `LeanNet.up`)."""

    chances: NDArray[np.float64]
    cocked: NDArray[np.float64]
    up: NDArray[np.float64]


class CloseNet:
    """Runs the net on single dice; raises `NetFault` when it is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = Net(net_path(FILE), (SIDE, SIDE), (ANSWERS, 1, 1))

    def look(
        self, picture: NDArray[Any], middles: Sequence[Sequence[float]], edges: Sequence[float]
    ) -> CloseSight:
        """Return what is seen of the dice with these middles and edges (pixels of the BGR uint8 picture), the
        mean of several looks at each."""
        if not len(edges):
            return CloseSight(np.zeros((0, COCKED)), np.zeros(0), np.zeros((0, 3)))
        shown = [
            patch(picture, middle, larger * edge, turn, side=SIDE, shown=EDGE)
            for turn, larger in LOOKS
            for middle, edge in zip(middles, edges, strict=True)
        ]
        said = self._net.run_all(shown).reshape(len(LOOKS), len(edges), ANSWERS).astype(np.float64)
        faces = said[..., :COCKED]
        strong = np.exp(faces - faces.max(axis=2, keepdims=True))
        chances = strong / strong.sum(axis=2, keepdims=True)
        cocked = 1.0 / (1.0 + np.exp(-said[..., COCKED].clip(-30, 30)))
        turns = np.array([turn for turn, _ in LOOKS])[:, None]
        c, s, right, down = np.cos(turns), np.sin(turns), said[..., RIGHT], said[..., DOWN]
        up = np.stack([c * right + s * down, -s * right + c * down, np.exp(said[..., OFF])], axis=2)
        return CloseSight(chances.mean(axis=0), cocked.mean(axis=0), up.mean(axis=0))
