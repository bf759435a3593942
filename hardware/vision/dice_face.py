"""The third reader of dice: told where a die lies and how large it is, it says what its face shows.

A small net that sees one die at a time, always of one size.  It searches for nothing and so can be far surer
than a reader that has to find dice first.  It was taught with made-up pictures alone
(`hardware.training.face_lessons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.die_patches import patch
from hardware.vision.nets import Net, net_path

FILE = "dice_face.onnx"
#: Side of the net's picture, and the die's edge in it.
SIDE, EDGE = 48, 26.0
#: Ways to look at a die: by how much it is turned (radians), whether in a mirror, and how much larger its
#: edge is taken for.  Of several looks the mean counts: what is seen must not hang on one of them.
LOOKS = ((0.3, False, 1.0), (0.3 + np.pi / 2, True, 1.06), (0.3 + np.pi, False, 0.95))
#: The net's answers: six values, no upper face, and whether the die is cocked.
ANSWERS, NO_FACE, COCKED = 8, 6, 7


@dataclass(frozen=True, slots=True)
class FaceSight:
    """What was seen at each place: chances of the six values and of no upper face at all (N x 7), and of a
    cocked die (N)."""

    chances: NDArray[Any]
    cocked: NDArray[Any]


class FaceNet:
    """Runs the net on single dice; raises `NetFault` when it is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = Net(net_path(FILE), (SIDE, SIDE), (ANSWERS, 1, 1))

    def look(
        self,
        picture: NDArray[Any],
        middles: Sequence[Sequence[float]],
        edges: Sequence[float],
        *,
        times: int = len(LOOKS),
    ) -> FaceSight:
        """Return what is seen of the dice with these middles and edges (pixels of the BGR uint8 picture).

        Each is looked at so many `times`.
        """
        if not len(edges):
            return FaceSight(np.zeros((0, COCKED)), np.zeros(0))
        shown = [
            patch(picture, middle, larger * edge, turn, mirrored, side=SIDE, shown=EDGE)
            for turn, mirrored, larger in LOOKS[:times]
            for middle, edge in zip(middles, edges, strict=True)
        ]
        said = self._net.run_all(shown).reshape(times, len(edges), ANSWERS).astype(np.float64)
        return mean_sight(said)


def mean_sight(said: NDArray[np.float64]) -> FaceSight:
    """Return what a net's answers (looks x N x at least 8) to several looks at N places come to."""
    faces = said[..., :COCKED]
    strong = np.exp(faces - faces.max(axis=2, keepdims=True))
    chances = strong / strong.sum(axis=2, keepdims=True)
    cocked = 1.0 / (1.0 + np.exp(-said[..., COCKED].clip(-30, 30)))
    return FaceSight(chances.mean(axis=0), cocked.mean(axis=0))
