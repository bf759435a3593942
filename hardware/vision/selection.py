"""Selection: which of the faces that may be there are dice."""

from __future__ import annotations

import numpy as np

from hardware.vision.faces import Faces
from hardware.vision.scale_space import Floats, Ints

#: Two top faces are never nearer than this many edges; a die's own side faces always are.
APART = 0.72


def common_edge(faces: Faces) -> float:
    """Return the edge in pixels that most of the surest faces of several pips agree on, 0 when there is none."""
    sure = np.flatnonzero((faces.value >= 2) & (faces.score > 0.35))
    if not len(sure):
        sure = np.flatnonzero((faces.value >= 2) & (faces.score > 0.15))
    if not len(sure):
        return 0.0
    chosen = select(faces.take(sure), faces.score[sure] * faces.value[sure])
    edges = faces.edge[sure][chosen]
    weights = (faces.score[sure] * np.minimum(faces.value[sure], 4))[chosen]
    order = np.argsort(edges)
    total = np.cumsum(weights[order])
    return float(edges[order][np.searchsorted(total, total[-1] / 2)])


def select(faces: Faces, score: Floats, most: int = 60) -> Ints:
    """Return the numbers of the best faces that do not overlap, best first."""
    left = np.argsort(-score, kind="stable")
    chosen: list[int] = []
    while len(left) and len(chosen) < most:
        best = int(left[0])
        chosen.append(best)
        away = np.hypot(*(faces.middle[left] - faces.middle[best]).T)
        reach = APART * np.sqrt(faces.edge[left] * faces.edge[best])
        shared = (faces.pips[left][:, :, None] == faces.pips[best][None, None, :]) & (
            faces.pips[left][:, :, None] >= 0
        )
        left = left[(away > reach) & ~shared.any(axis=(1, 2))]
    return np.array(chosen, np.intp)


def size_factor(faces: Faces, edge: float) -> Floats:
    """Return how well each face's size fits the common edge, from 0.3 to 1."""
    if edge <= 0:
        return np.ones(len(faces), np.float32)
    off = np.log(np.maximum(faces.edge, 1e-3) / edge) / 0.3
    return (0.3 + 0.7 * np.exp(-0.5 * off * off)).astype(np.float32)
