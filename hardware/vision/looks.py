"""One look at a picture: at one size, in one tone, to the faces that are taken for dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision import lattices
from hardware.vision.faces import FaceJudge, Faces, none_of, strongest
from hardware.vision.lattices import PipMap
from hardware.vision.pips import Pips, find_pips
from hardware.vision.scale_space import Floats, Ints, ScaleSpace
from hardware.vision.selection import choose

_GAMMA = np.rint(255 * (np.arange(256) / 255) ** 0.6).astype(np.uint8)
_MOST_FACES = 160
#: Of a quick look: the faintest answer looked at, and the most pips a tone.
_QUICK = (4.0, 140)
#: Pictures that would be narrower than this show no dice.
LEAST_SIDE = 24


class Tone(Enum):
    """What a look takes for the grey of a picture."""

    LIGHTNESS = auto()
    BRIGHTEST = auto()
    DARKEST = auto()
    NO_GLARE = auto()


@dataclass(frozen=True, slots=True)
class Sight:
    """What one look saw: the faces, their scores, and the numbers of those taken for dice, best first.

    Places and sizes are in pixels of a picture `scale` times the size of the frame.  `flattened` says how
    much wider than high the pips of those dice are, as a share of their radius.
    """

    faces: Faces
    score: Floats
    chosen: Ints
    scale: float
    flattened: float = 0.0

    def of_edges(self, least: float, most: float) -> Sight:
        """Return the sight without dice whose edges (pixels of the frame) are not between these."""
        edge = self.faces.edge[self.chosen] / self.scale
        return replace(self, chosen=self.chosen[(least < edge) & (edge < most)])


def look(
    picture: NDArray[Any], longest: int, tone: Tone, expect: int | None, *, quick: bool = False
) -> Sight:
    """Return what is seen in a BGR uint8 picture whose longer side is made `longest` pixels.

    A `quick` look passes over the faintest spots.
    """
    scale = longest / max(picture.shape[:2])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    nothing = Sight(none_of(), np.zeros(0, np.float32), np.zeros(0, np.intp), scale)
    if min(size) < LEAST_SIDE:
        return nothing
    small = cv2.LUT(_resized(picture, size), _GAMMA)
    space = ScaleSpace(_grey(small, tone).astype(np.float32))
    pips = find_pips(space, *(_QUICK if quick else ()))
    if not len(pips):
        return nothing
    where = PipMap(pips, small.shape[:2])
    judge = FaceJudge(small, space, pips, where)
    first, second, neighbours = lattices.pairs(pips)
    frames = lattices.quads(pips, where, first, second, neighbours)
    parts = [judge.judge(frames)]
    stretch = common_stretch(pips, parts[0])
    parts.append(judge.judge(lattices.duos(pips, first, second, stretch)))
    parts.append(judge.judge(lattices.monos(pips, stretch)))
    faces = strongest(Faces.join(parts), _MOST_FACES)
    choice = choose(faces, len(pips), expect)
    dice = choice.chosen[:expect]
    used = faces.pips[dice[choice.score[dice] > 0.25]]
    return Sight(faces, choice.score, choice.chosen, scale, _flattened(pips, np.unique(used[used >= 0])))


def _resized(picture: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Return the picture at a size: averaged by a whole factor, which is far faster, then interpolated."""
    factor = picture.shape[1] // size[0]
    if factor >= 2:
        whole = (picture.shape[1] // factor, picture.shape[0] // factor)
        picture = cv2.resize(picture, whole, interpolation=cv2.INTER_AREA)
    if (picture.shape[1], picture.shape[0]) == size:
        return picture
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR))


def _flattened(pips: Pips, used: Ints) -> float:
    good = used[pips.quality[used] > 0.8]
    return float(np.median(pips.stretch[good, 0])) if len(good) else 0.0


def _grey(picture: NDArray[Any], tone: Tone) -> NDArray[Any]:
    if tone is Tone.BRIGHTEST:
        return np.asarray(picture.max(axis=2))
    if tone is Tone.DARKEST:
        return np.asarray(picture.min(axis=2))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if tone is Tone.NO_GLARE:
        # Spots of glare inside dark pips are smaller than the pips: opening removes what is light and small.
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
        return cv2.morphologyEx(grey, cv2.MORPH_OPEN, kernel)
    return grey


def common_stretch(pips: Pips, quads: Faces) -> Floats:
    """Return the lengthening that the pips of the surest faces share."""
    sure = quads.pips[quads.score > 0.4]
    index = np.unique(sure[sure >= 0])
    if len(index) < 4:
        return np.zeros(2, np.float32)
    return np.asarray(np.median(pips.stretch[index], axis=0), np.float32)
