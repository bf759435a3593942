"""Agreement: what several looks at one picture make of it together.

Each look fails in its own way (a size loses small pips, a tone loses a colour), so a die counts as
much as the looks that saw it, and a reading is only sure where they all read the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.looks import Sight
from hardware.vision.scale_space import Floats
from hardware.vision.selection import APART

#: Two looks mean the same die when its middles are nearer than this many edges.
_SAME = 0.5
#: An untold die needs this much support, a told one this much to be shown at all.
SEEN, SHOWN = 0.28, 0.08


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its value, middle, four corners and edge in frame pixels.

    `support` is the mean score over all looks, `rival` that of the best other value at its place,
    `votes` how many looks saw this value here.
    """

    value: int
    middle: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    edge: float
    support: float
    rival: float
    votes: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the looks agree on: the dice best first, the support of the best one left out, and how many
    looks on their own read exactly these values; `flattened` as in `Sight`, the mean of all looks."""

    dice: tuple[Die, ...]
    spare: float
    unanimous: int
    flattened: float = 0.0

    @property
    def confidence(self) -> float:
        """Return from 0 to 1 the least of support, lead over other values, and lead over the one left out."""
        if not self.dice:
            return 0.0
        last = min(die.support for die in self.dice)
        lead = min(1.0 - die.rival / max(die.support, 1e-6) for die in self.dice)
        return float(max(0.0, min(last, lead, 1.0 - self.spare / max(last, 1e-6))))


@dataclass(frozen=True, slots=True)
class _Seen:
    """All chosen faces of all looks, in frame pixels."""

    value: NDArray[Any]
    middle: Floats
    edge: Floats
    score: Floats
    look: NDArray[Any]
    corners: Floats


def agree(sights: Sequence[Sight], expect: int | None) -> Agreed:
    """Return what the looks agree on; `expect` is how many dice there should be."""
    seen = _gather(sights)
    if not len(seen.value):
        return Agreed((), 0.0, 0)
    x, y = seen.middle[:, 0], seen.middle[:, 1]
    size = np.sqrt(seen.edge[:, None] * seen.edge)
    away = np.hypot(x[:, None] - x, y[:, None] - y)
    clash = away < APART * size
    same = (away < _SAME * size) & (np.abs(np.log(seen.edge[:, None] / seen.edge)) < 0.5)
    same &= seen.value[:, None] == seen.value
    support = np.zeros(len(seen.value), np.float32)
    votes = np.zeros(len(seen.value), np.intp)
    for number in range(len(sights)):
        theirs = np.where(same & (seen.look == number), seen.score, 0.0).max(axis=1)
        support += theirs / len(sights)
        votes += theirs > SEEN
    dice: list[Die] = []
    left = support + 1e-4 * seen.score
    while left.max() > 0.02:
        best = int(left.argmax())
        other = clash[best] & (seen.value != seen.value[best])
        dice.append(
            Die(
                int(seen.value[best]),
                (float(x[best]), float(y[best])),
                tuple((float(a), float(b)) for a, b in seen.corners[best]),
                float(seen.edge[best]),
                min(1.0, float(support[best])),
                float(support[other].max(initial=0.0)),
                int(votes[best]),
            )
        )
        left[clash[best]] = 0.0
    if expect is None:
        taken = [die for die in dice if die.support > SEEN]
    else:
        taken = [die for die in dice[:expect] if die.support > SHOWN]
    spare = max((die.support for die in dice[len(taken) :]), default=0.0)
    values = sorted(die.value for die in taken)
    unanimous = sum(_own(sight, expect) == values for sight in sights)
    flattened = float(np.mean([sight.flattened for sight in sights]))
    return Agreed(tuple(taken), spare, unanimous, flattened)


def _own(sight: Sight, expect: int | None) -> list[int]:
    """Return the sorted values that one look reads on its own."""
    score = sight.score[sight.chosen]
    chosen = sight.chosen[score > SEEN] if expect is None else sight.chosen[:expect]
    return sorted(sight.faces.value[chosen].tolist())


def _gather(sights: Sequence[Sight]) -> _Seen:
    parts = []
    for number, sight in enumerate(sights):
        faces = sight.faces.take(sight.chosen)
        parts.append(
            _Seen(
                faces.value,
                (faces.middle + 0.5) / sight.scale - 0.5,
                faces.edge / sight.scale,
                sight.score[sight.chosen],
                np.full(len(faces), number),
                (faces.corners() + 0.5) / sight.scale - 0.5,
            )
        )
    names = _Seen.__slots__
    return _Seen(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
