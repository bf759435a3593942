"""Selection: which of the faces that may be there are dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.faces import Faces
from hardware.vision.medians import row_medians
from hardware.vision.scale_space import Floats, Ints

#: Two top faces are never nearer than this many edges; a die's own side faces always are.
APART = 0.72
#: More dice than this are not looked for.
MOST_CHOSEN = 40
#: How much a face of each value says about the size of the dice: textures are full of ones and twos.
_EVIDENCE = np.array([0.0, 0.4, 0.7, 1.0, 1.1, 1.2, 1.3], np.float32)


@dataclass(frozen=True, slots=True)
class Choice:
    """The faces taken for dice: their numbers best first, every face's score, and the edge they share."""

    chosen: Ints
    score: Floats
    edge: float


def choose(faces: Faces, pips: int, expect: int | None) -> Choice:
    """Return the best set of faces: of all edges that dice could share, that under which most is explained.

    Dice of one throw have about one size.  Each size that some face suggests is tried, and the one whose
    best faces together score most is kept; `pips` is how many pip candidates the faces refer to.
    """
    best = Choice(np.zeros(0, np.intp), faces.score, 0.0)
    if not len(faces):
        return best
    clash = conflicts(faces)
    enough = MOST_CHOSEN if expect is None else expect + 2
    most = -1.0
    for edge in _edges(faces):
        fitting = size_factor(faces, edge)
        fitting = fitting * contrast_factor(faces, fitting)
        score = explained_away(faces, faces.score * fitting, faces.plain * fitting, pips)
        chosen = select(clash, score, enough)
        told = chosen[:expect]
        worth = score[told] if expect is not None else np.maximum(score[told] - 0.3, 0.0)
        total = float((_EVIDENCE[faces.value[told]] * worth).sum())
        if total > most + 1e-4:
            best, most = Choice(chosen, score, edge), total
    return best


def _edges(faces: Faces, most: int = 8) -> list[float]:
    """Return the edges that faces suggest, those of the better faces first, no two within a tenth."""
    weight = faces.score * (0.5 + 0.1 * faces.value)
    edges: list[float] = []
    for number in np.argsort(-weight, kind="stable")[:60].tolist():
        edge = float(faces.edge[number])
        if edge > 0 and all(abs(np.log(edge / other)) > 0.1 for other in edges):
            edges.append(edge)
            if len(edges) == most:
                break
    return edges


def conflicts(faces: Faces) -> NDArray[Any]:
    """Return the square table of which faces cannot both be top faces: too near, or with a pip in common."""
    x, y = faces.middle[:, 0], faces.middle[:, 1]
    away = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2
    table = away <= APART * APART * faces.edge[:, None] * faces.edge
    most = int(faces.pips.max(initial=0)) + 1
    has = np.zeros((len(faces), most + 1), np.float32)
    np.put_along_axis(has, np.where(faces.pips >= 0, faces.pips, most), 1.0, axis=1)
    table |= has[:, :most] @ has[:, :most].T > 0.5
    return np.asarray(table)


def select(clash: NDArray[Any], score: Floats, most: int) -> Ints:
    """Return the numbers of the best faces of which no two clash, best first, at most `most`."""
    left = score.copy()
    chosen: list[int] = []
    while len(chosen) < most:
        best = int(left.argmax())
        if left[best] <= 0.0:
            break
        chosen.append(best)
        left[clash[best]] = 0.0
    return np.array(chosen, np.intp)


def contrast_factor(faces: Faces, fitting: Floats) -> Floats:
    """Return, from 0.1 to 1, whether each face's pips stand out as much as those of the surest faces."""
    sure = faces.score * fitting > 0.5
    if not sure.any():
        return np.ones(len(faces), np.float32)
    usual = row_medians(faces.contrast[sure][None])[0]
    standing = (faces.contrast / usual - 0.2) / 0.25
    return np.asarray(0.1 + 0.9 * np.minimum(np.maximum(standing, 0.0), 1.0))


def explained_away(faces: Faces, score: Floats, rival: Floats, pips: int) -> Floats:
    """Return the scores lowered where a pip is part of a good face of more pips.

    `rival` is how good each face is as an explanation, `pips` how many pips there are.

    Every five holds a four, a three and ten pairs, and each of its pips alone looks like a one.
    """
    best = np.zeros((7, pips + 1), np.float32)
    # Of places written to twice the last is kept, so the best rivals are written last.
    order = np.argsort(rival, kind="stable")
    best[faces.value[order, None], faces.pips[order]] = rival[order, None]
    best[:, pips] = 0.0
    richer = np.maximum.accumulate(best[::-1], axis=0)[::-1]
    richer = np.concatenate([richer, np.zeros((1, pips + 1), np.float32)])
    lost = richer[faces.value[:, None] + 1, faces.pips].max(axis=1)
    return np.asarray(score * (1.0 - 0.85 * lost))


def size_factor(faces: Faces, edge: float) -> Floats:
    """Return how well each face's size fits the common edge, from 0.08 to 1."""
    off = np.log(np.maximum(faces.edge, 1e-3) / edge) / 0.4
    return (0.08 + 0.92 * np.exp(-0.5 * off * off)).astype(np.float32)
