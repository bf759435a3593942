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


def contrast_factor(faces: Faces) -> Floats:
    """Return, from 0.1 to 1, whether each face's pips stand out as much as those of the surest faces."""
    sure = (faces.value >= 2) & (faces.score > 0.5)
    if not sure.any():
        return np.ones(len(faces), np.float32)
    usual = np.median(faces.contrast[sure])
    return 0.1 + 0.9 * np.clip((faces.contrast / usual - 0.2) / 0.25, 0.0, 1.0)


def explained_away(faces: Faces, score: Floats, rival: Floats, pips: int) -> Floats:
    """Return the scores lowered where a pip is part of a good face of more pips.

    `rival` is how good each face is as an explanation, `pips` how many pips there are.

    Every five holds a four, a three and ten pairs, and each of its pips alone looks like a one.
    """
    best = np.zeros((7, pips + 1), np.float32)
    for value in range(1, 7):
        mine = faces.value == value
        for column in range(6):
            np.maximum.at(best[value], faces.pips[mine, column], rival[mine])
    best[:, pips] = 0.0
    richer = np.maximum.accumulate(best[::-1], axis=0)[::-1]
    lost = np.zeros(len(faces), np.float32)
    for value in range(1, 6):
        mine = faces.value == value
        lost[mine] = richer[value + 1][faces.pips[mine]].max(axis=1)
    return score * (1.0 - 0.85 * lost)


def size_factor(faces: Faces, edge: float) -> Floats:
    """Return how well each face's size fits the common edge, from 0.3 to 1."""
    if edge <= 0:
        return np.ones(len(faces), np.float32)
    off = np.log(np.maximum(faces.edge, 1e-3) / edge) / 0.4
    return (0.08 + 0.92 * np.exp(-0.5 * off * off)).astype(np.float32)
