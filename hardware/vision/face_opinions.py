"""What the third reader says of each face that another one has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.dice_face import COCKED, FaceSight
from hardware.vision.scale_space import Floats, Ints

#: Looks at dice with these middles and edges (frame pixels); see `FaceNet.look`.
FaceLook = Callable[[Sequence[Sequence[float]], Sequence[float]], FaceSight]

#: Faces no further apart than this (edges), and in the logarithm of their edges, are looked at as one.
_ONE_PLACE, _ONE_EDGE = 0.15, 0.2
#: Faces that others take for hardly anything are not looked at, and no more places than there could be dice.
_FAINT, MOST_PLACES = 0.04, 40
#: So little (edges, and the logarithm of edges) changes nothing of what is seen.
_A_HAIR = 0.05
#: From this chance on a value that nobody else has seen at a place is put forward by the third reader alone.
_OWN = 0.5


@dataclass(frozen=True, slots=True)
class FaceOpinions:
    """Of each place looked at its middle, edge and what was seen there; and each face's place, or -1."""

    middle: Floats
    edge: Floats
    sight: FaceSight
    place: Ints

    def chances(self) -> Floats:
        """Return each face's chances of the six values and of no upper face (N x 7), nought if not asked."""
        chances = np.concatenate([self.sight.chances, np.zeros((1, 7))])
        return np.asarray(chances[self.place])

    def own(self, value: NDArray[Any]) -> tuple[Ints, Ints]:
        """Return values that no face has where the third reader is sure of them, and their places."""
        told = self.sight.chances[:, :6]
        best = told.argmax(axis=1) + 1
        sure = told.max(axis=1, initial=0.0) > _OWN
        has = [bool((value[self.place == number] == best[number]).any()) for number in range(len(best))]
        alone = np.flatnonzero(sure & ~np.array(has, np.bool_))
        return np.asarray(best[alone]), np.asarray(alone)


class Remembered:
    """Looks at the dice of one picture, and at none of them twice: what is asked again, a hair away from
    where it was looked at, is answered as before."""

    def __init__(self, look: FaceLook) -> None:
        self._look = look
        self._places = np.zeros((0, 3))
        self._chances, self._cocked = np.zeros((0, COCKED)), np.zeros(0)

    def __call__(self, middles: Sequence[Sequence[float]], edges: Sequence[float]) -> FaceSight:
        asked = np.column_stack([np.array(middles).reshape(-1, 2), np.array(edges)])
        which = np.array([self._known(place) for place in asked], np.intp)
        fresh = np.flatnonzero(which < 0)
        if len(fresh):
            which[fresh] = len(self._places) + np.arange(len(fresh))
            sight = self._look(asked[fresh, :2].tolist(), asked[fresh, 2].tolist())
            self._places = np.concatenate([self._places, asked[fresh]])
            self._chances = np.concatenate([self._chances, sight.chances])
            self._cocked = np.concatenate([self._cocked, sight.cocked])
        return FaceSight(self._chances[which], self._cocked[which])

    def _known(self, place: Floats) -> int:
        """Return the number of the place looked at that is as good as this one, -1 when there is none."""
        away = np.hypot(*(self._places[:, :2] - place[:2]).T) / place[2]
        away = np.maximum(away, np.abs(np.log(self._places[:, 2] / place[2])))
        return int(away.argmin()) if away.min(initial=np.inf) < _A_HAIR else -1


def opinions(
    look: FaceLook, middle: Floats, edge: Floats, worth: Floats, most: int = MOST_PLACES
) -> FaceOpinions:
    """Return what the third reader says of faces: middles (N x 2), edges, how much others take them for.

    It looks at the `most` places that others take for most.
    """
    place = np.full(len(edge), -1)
    places: list[int] = []
    for number in np.argsort(-worth, kind="stable").tolist():
        if worth[number] < _FAINT:
            break
        away = np.hypot(*(middle[places] - middle[number]).T) / edge[number]
        same = (away < _ONE_PLACE) & (np.abs(np.log(edge[places] / edge[number])) < _ONE_EDGE)
        if same.any():
            place[number] = int(np.where(same, away, np.inf).argmin())
        elif len(places) < most:
            place[number] = len(places)
            places.append(number)
    sight = look(middle[places].tolist(), edge[places].tolist())
    return FaceOpinions(middle[places], edge[places], sight, place)
