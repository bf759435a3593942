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

from hardware.vision.dice_net import COCKED, UNREADABLE, NetSight
from hardware.vision.looks import Sight
from hardware.vision.scale_space import Floats
from hardware.vision.selection import APART

#: Two looks mean the same die when its middles are nearer than this many edges: no face is two dice's, not
#: even one made of pips of two that touch.
_SAME = APART / 2
#: How much the net's score counts beside the looks' mean, and the score that counts as certain.
_NET_WEIGHT, _NET_FULL = 0.5, 0.65
#: An untold die needs this much support, more where the net was asked too; a told one is shown from the
#: last on.
SEEN, SEEN_BY_BOTH, SHOWN = 0.28, 0.43, 0.08


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its value, middle, four corners and edge in frame pixels.

    `support` is the mean score over all looks, `rival` that of the best other value at its place,
    `votes` how many looks saw this value here.  Of the net, where it was asked: `net` is its score for this
    value here, `net_rival` that of the best other value, `odd` how much it is taken for a cocked die and
    for one that cannot be read.
    """

    value: int
    middle: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    edge: float
    support: float
    rival: float
    votes: int
    net: float = 0.0
    net_rival: float = 0.0
    odd: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the looks agree on: the dice best first, the support of the best one left out, and how many
    looks on their own read exactly these values; `flattened` as in `Sight`, the mean of all looks.

    `net_spare` is the net's highest score for a die that is not among these, `odd_spare` that for a cocked
    one or one that cannot be read; `asked` says whether the net was asked at all.
    """

    dice: tuple[Die, ...]
    spare: float
    unanimous: int
    flattened: float = 0.0
    net_spare: float = 0.0
    odd_spare: float = 0.0
    asked: bool = False

    @property
    def disagree(self) -> bool:
        """Say whether the net reads another value than the looks somewhere, or the looks differ."""
        return any(die.net_rival > die.net for die in self.dice) or not self.unanimous

    @property
    def net_sure(self) -> float:
        """Return from 0 to 1 how surely the net reads exactly these dice: its least score, its lead over
        other values, and its lead over the best of those left out."""
        if not self.dice or not self.asked:
            return 0.0
        least = min(die.net for die in self.dice)
        lead = min(1.0 - die.net_rival / max(die.net, 1e-6) for die in self.dice)
        return float(max(0.0, min(least, lead, 1.0 - self.net_spare / max(least, 1e-6))))

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


def agree(sights: Sequence[Sight], expect: int | None, net: NetSight | None = None) -> Agreed:
    """Return what the looks agree on, and the net where it was asked; `expect` is how many dice there
    should be."""
    seen = _gather(sights, net)
    if not len(seen.value):
        return Agreed((), 0.0, 0, asked=net is not None)
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
    by_net = _NetOpinion(seen, net)
    if net is not None:
        support += _NET_WEIGHT * (np.minimum(by_net.score / _NET_FULL, 1.0) - support)
    dice: list[Die] = []
    left = support + 1e-4 * seen.score
    while left.max() > 0.02:
        best = int(left.argmax())
        # The looks know better than the net how a die lies.
        lying = int(np.where(same[best] & (seen.look >= 0), 1.0 + seen.score, 0.0).argmax())
        if not (same[best, lying] and seen.look[lying] >= 0):
            lying = best
        other = clash[best] & (seen.value != seen.value[best])
        dice.append(
            Die(
                int(seen.value[best]),
                (float(x[lying]), float(y[lying])),
                tuple((float(a), float(b)) for a, b in seen.corners[lying]),
                float(by_net.edge[lying]),
                min(1.0, float(support[best])),
                float(support[other].max(initial=0.0)),
                int(votes[best]),
                float(by_net.score[best]),
                float(by_net.rival[best]),
                by_net.odd(best),
            )
        )
        left[clash[best]] = 0.0
    if expect is None:
        taken = [die for die in dice if die.support > (SEEN if net is None else SEEN_BY_BOTH)]
    else:
        taken = [die for die in dice[:expect] if die.support > SHOWN]
    spare = max((die.support for die in dice[len(taken) :]), default=0.0)
    values = sorted(die.value for die in taken)
    unanimous = sum(_own(sight, expect) == values for sight in sights)
    flattened = float(np.mean([sight.flattened for sight in sights]))
    net_spare, odd_spare = _left_out(taken, net)
    return Agreed(tuple(taken), spare, unanimous, flattened, net_spare, odd_spare, net is not None)


def _left_out(taken: Sequence[Die], net: NetSight | None) -> tuple[float, float]:
    """Return the net's highest scores for a die that is none of those taken: for a value, for an odd one."""
    if net is None or not len(net):
        return 0.0, 0.0
    left = np.ones(len(net), np.bool_)
    for die in taken:
        away = np.hypot(*(net.middle - die.middle).T)
        left &= away >= APART * np.sqrt(die.edge * net.edge)
    scores = net.scores[left]
    return float(scores[:, :6].max(initial=0.0)), float(scores[:, 6:].max(initial=0.0))


class _NetOpinion:
    """What the net says of each face that anybody has seen: its scores at the nearest of its dice."""

    def __init__(self, seen: _Seen, net: NetSight | None) -> None:
        count = len(seen.value)
        scores = np.zeros((count, 8), np.float32)
        #: Each edge as both readers have it, where both have one.
        self.edge = seen.edge
        if net is not None and len(net):
            away = np.hypot(*(seen.middle[:, None] - net.middle).transpose(2, 0, 1))
            reach = _SAME * np.sqrt(seen.edge[:, None] * net.edge)
            nearest = np.where(away < reach, away / reach, np.inf).argmin(axis=1)
            rows = np.arange(count)
            near = (away < reach)[rows, nearest]
            scores = np.where(near[:, None], net.scores[nearest], 0.0)
            self.edge = np.where(near, np.sqrt(seen.edge * net.edge[nearest]), seen.edge)
        self._scores = scores
        own = np.eye(8, dtype=np.bool_)[seen.value - 1]
        self.score = scores[own]
        self.rival = np.where(own, 0.0, scores)[:, :6].max(axis=1)

    def odd(self, number: int) -> tuple[float, float]:
        """Return the scores for a cocked die and for one that cannot be read."""
        return float(self._scores[number, COCKED - 1]), float(self._scores[number, UNREADABLE - 1])


def _own(sight: Sight, expect: int | None) -> list[int]:
    """Return the sorted values that one look reads on its own."""
    score = sight.score[sight.chosen]
    chosen = sight.chosen[score > SEEN] if expect is None else sight.chosen[:expect]
    return sorted(sight.faces.value[chosen].tolist())


def _gather(sights: Sequence[Sight], net: NetSight | None) -> _Seen:
    parts = []
    if net is not None:
        # Which way a die lies the net does not say, so its faces stand upright and give way to the looks'.
        half = net.edge[:, None, None] / 2
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
        none, nobody = np.zeros(len(net), np.float32), np.full(len(net), -1)
        corners = net.middle[:, None] + half * square
        parts.append(_Seen(net.value, net.middle, net.edge, none, nobody, corners))
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
