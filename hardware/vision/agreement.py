"""Agreement: what several looks at one picture make of it together.

Each look fails in its own way (a size loses small pips, a tone loses a colour), so a die counts as
much as the looks that saw it, and a reading is only sure where they all read the same.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.dice_face import NO_FACE
from hardware.vision.dice_net import COCKED, UNREADABLE, NetSight
from hardware.vision.face_opinions import MOST_PLACES, FaceLook, FaceOpinions, opinions
from hardware.vision.looks import Sight
from hardware.vision.scale_space import Floats
from hardware.vision.selection import APART

#: Two looks mean the same die when its middles are nearer than this many edges: no face is two dice's, not
#: even one made of pips of two that touch.
_SAME = APART / 2
#: The net knows where a face is to a twelfth of its edge: what it has seen further away than so many edges is
#: another face, as the side of a die is that leans.
_ONE_PLACE = 0.24
#: How much the net's score counts beside the looks' mean, and the score that counts as certain.
_NET_WEIGHT, _NET_FULL = 0.5, 0.65
#: How much the third reader's chance counts beside what the others say together.
_FACE_WEIGHT = 0.5
#: The lead over other values that makes the third reader very sure, and the score from which on looks see a
#: die at all well.
_VERY_SURE, _SEEN_WELL = 0.8, 0.34
#: The lead over any other answer that makes the closest look very sure; and where both it and the third
#: reader lead by more than the second number, looks that are for another value count so much.
_NEAR_SURE, _BOTH_NEAR, _LOOKS_THEN = 0.8, 0.7, 0.4
#: From this lead over any other answer on the third reader counts alone; against looks that are surer than
#: the second number of another value, the net must be for its value with this share of what it can be.
_ALONE, _AGAINST, _BACKED = 0.8, 0.25, 0.4
#: What the net takes for no value more than this is nothing to it.
_NOTHING = 0.12
#: Untold, what the net takes for a die with less than this may be none: the others know no textures.
_NET_UNTOLD = 0.3
#: Of dice told one is none when its edge is so many times another one's: a round tray, or all of a mat.
#: Untold what is so many times larger or smaller than most dice is left out.
_NO_SIZE = 2.0
#: An untold die needs this much support, more where the net was asked too; a told one is shown from the
#: last on.
SEEN, SEEN_BY_BOTH, SHOWN = 0.28, 0.43, 0.08


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its value, middle, four corners and edge in frame pixels.

    `support` is how much all of them take it for that value, `rival` that of the best other value at its
    place, `votes` how many looks saw this value here; `looks` is the mean score over the looks, `looks_rival`
    that of the best other value.  Of the net, where it was asked: `net` is its score for this value here,
    `net_rival` that of the best other value, `odd` how much it is taken for a cocked die and for one that
    cannot be read.  Of the third reader, where it was asked: `face` is the chance of this value, `face_other`
    that of the likeliest other one, `face_rival` that of the likeliest other answer at all (no upper face
    among them).  `close`, `close_other` and `close_rival` are the same of the closest look, where that was
    taken.  `turned` says that a look has seen how its face is turned; else its corners stand upright.
    """

    value: int
    middle: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    edge: float
    support: float
    rival: float
    votes: int
    looks: float = 0.0
    looks_rival: float = 0.0
    net: float = 0.0
    net_rival: float = 0.0
    odd: tuple[float, float] = (0.0, 0.0)
    face: float = 0.0
    face_other: float = 0.0
    face_rival: float = 0.0
    turned: bool = True
    close: float = 0.0
    close_other: float = 0.0
    close_rival: float = 0.0

    @property
    def by_two(self) -> float:
        """Return from 0 to 1 how surely the two surest readers read this value, of the looks, the net, the
        third one and the closest look; less where any of them reads another, or the third one sees no face.

        Where looks hardly see it and the third one is not very sure of it (a mirrored lamp may hide two pips
        of a three), it is not read at all, unless the closest look is very sure.
        """
        near = self.close - self.close_rival
        if 0.0 < self.face < self.face_other + _VERY_SURE and self.looks < _SEEN_WELL and near < _NEAR_SURE:
            return 0.0
        sure = (
            self.looks - self.looks_rival,
            (self.net - self.net_rival) / _NET_FULL,
            self.face - self.face_rival,
            near,
        )
        *_, second, first = sorted(min(max(one, 0.0), 1.0) for one in sure)
        both_near = min(near, self.face - self.face_rival) > _BOTH_NEAR
        against = max(
            (self.looks_rival - self.looks) * (_LOOKS_THEN if both_near else 1.0),
            self.net_rival - self.net,
            self.face_other - self.face,
            self.close_other - self.close,
            0.0,
        )
        # The third one may be shown a place that is a little off, so that it sees no face is half a reason.
        none = max(0.0, self.face_rival - max(self.face, self.face_other))
        return math.sqrt(first * second) * (1.0 - min(against, 1.0)) * (1.0 - 0.5 * none)

    @property
    def backed(self) -> bool:
        """Say whether the net is clearly for this value, too."""
        return self.net - self.net_rival > _BACKED * _NET_FULL

    @property
    def sure(self) -> float:
        """Return from 0 to 1 how surely this value is read: by two readers, or by the third one where it is
        very sure, and the looks are not for another value or the net is clearly for this one.  Where the net
        sees no die of any value, as in a dot on the table, the third one is not enough."""
        others = (self.looks - self.looks_rival, (self.net - self.net_rival) / _NET_FULL)
        against = max(0.0, -sum(max(-1.0, min(one, 1.0)) for one in others) / 2)
        alone = (self.face - self.face_rival - _ALONE) / (1.0 - _ALONE) * (1.0 - 2.0 * against)
        against_it = self.looks_rival - self.looks > _AGAINST and not self.backed
        if against_it or max(self.net, self.net_rival) < _NOTHING:
            alone = 0.0
        return max(self.by_two, alone)

    @property
    def merit(self) -> float:
        """Return from 0 to 1 how much it is a die at all: as surely as two readers read it, or as much as
        looks and net together take it for one where the third does not see that it is none."""
        by_others = self.looks + _NET_WEIGHT * (min(self.net / _NET_FULL, 1.0) - self.looks)
        return max(self.by_two, by_others * (1.0 - max(self.face_rival - self.face_other, 0.0)))


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the looks agree on: the dice best first, the support of the best one left out, and how many
    looks on their own read exactly these values; `flattened` as in `Sight`, the mean of all looks.

    `net_spare` is the net's highest score for a die that is not among these, `odd_spare` that for a cocked
    one or one that cannot be read; `asked` says whether the net was asked at all, `told` whether it was known
    how many dice there should be.
    """

    dice: tuple[Die, ...]
    spare: float
    unanimous: int
    flattened: float = 0.0
    net_spare: float = 0.0
    odd_spare: float = 0.0
    asked: bool = False
    told: bool = False

    @property
    def disagree(self) -> bool:
        """Say whether a net reads another value than this somewhere, or the looks differ."""
        other = any(die.net_rival > die.net or die.face_rival > die.face for die in self.dice)
        return other or not self.unanimous

    @property
    def confidence(self) -> float:
        """Return from 0 to 1 the least of support, lead over other values, and lead over the one left out."""
        if not self.dice:
            return 0.0
        last = min(die.support for die in self.dice)
        lead = min(1.0 - die.rival / max(die.support, 1e-6) for die in self.dice)
        return float(max(0.0, min(last, lead, 1.0 - self.spare / max(last, 1e-6))))

    @property
    def third_sure(self) -> float:
        """Return from 0 to 1 how sure the third reader is of the die that it is least sure of."""
        return max(0.0, min((die.face - die.face_rival for die in self.dice), default=0.0))

    @property
    def sure(self) -> float:
        """Return from 0 to 1 how surely each of these dice is read: the least of the dice's `sure`, less
        where one left out has as much support.  Untold the third reader alone is not enough: it is shown what
        may be no die, and among many places in a texture one looks like a face."""
        if not self.dice:
            return 0.0
        edges = [die.edge for die in self.dice]
        if self.told and max(edges) > _NO_SIZE * min(edges):
            return 0.0
        if self.asked and not self.told and min(die.net for die in self.dice) < _NET_UNTOLD:
            return 0.0
        last = min(die.support for die in self.dice)
        # Beside as many dice that others see as well the third reader may see one alone.
        alone = sum(not die.backed and die.by_two < _BACKED for die in self.dice)
        believed = self.told and 2 * alone <= len(self.dice)
        least = min(die.sure if believed else die.by_two for die in self.dice)
        return float(max(0.0, min(least, 1.0 - self.spare / max(last, 1e-6))))


@dataclass(frozen=True, slots=True)
class _Seen:
    """All chosen faces of all looks, in frame pixels."""

    value: NDArray[Any]
    middle: Floats
    edge: Floats
    score: Floats
    look: NDArray[Any]
    corners: Floats


def agree(
    sights: Sequence[Sight],
    expect: int | None,
    net: NetSight | None = None,
    face: FaceLook | None = None,
    *,
    places: int = MOST_PLACES,
    closest: FaceLook | None = None,
) -> Agreed:
    """Return what the looks agree on, the net, the third reader and the `closest` look where they were asked.

    `expect` is how many dice there should be, `places` how many the third reader is shown.
    """
    seen = _gather(sights, net)
    if not len(seen.value):
        return Agreed((), 0.0, 0, asked=net is not None, told=expect is not None)
    faces: FaceOpinions | None = None
    if face is not None:
        by_net = _NetOpinion(seen, net)
        worth = np.maximum(seen.score, by_net.score)
        faces = opinions(face, seen.middle, by_net.edge, worth, places)
        seen, faces = _with_own(seen, faces)
    x, y = seen.middle[:, 0], seen.middle[:, 1]
    size = np.sqrt(seen.edge[:, None] * seen.edge)
    away = np.hypot(x[:, None] - x, y[:, None] - y)
    clash = away < APART * size
    same = (away < _SAME * size) & (np.abs(np.log(seen.edge[:, None] / seen.edge)) < 0.5)
    same &= seen.value[:, None] == seen.value
    by_looks = np.zeros(len(seen.value), np.float32)
    votes = np.zeros(len(seen.value), np.intp)
    for number in range(len(sights)):
        theirs = np.where(same & (seen.look == number), seen.score, 0.0).max(axis=1)
        by_looks += theirs / len(sights)
        votes += theirs > SEEN
    by_net = _NetOpinion(seen, net)
    by_face = _FaceOpinion(seen, faces)
    nearer = None
    if faces is not None and closest is not None:
        nearer = replace(faces, sight=closest(faces.middle.tolist(), faces.edge.tolist()))
    by_close = _FaceOpinion(seen, nearer)
    support = by_looks.copy()
    if net is not None:
        support += _NET_WEIGHT * (np.minimum(by_net.score / _NET_FULL, 1.0) - support)
    if faces is not None:
        support += _FACE_WEIGHT * (by_face.score - support)
    dice: list[Die] = []
    left = support + 1e-4 * seen.score
    while left.max() > 0.02:
        best = int(left.argmax())
        # The looks know better than the nets how a die lies.
        there = same[best] & (seen.look >= 0) & (away[best] < _ONE_PLACE * size[best])
        lying = int(np.where(there, 1.0 + seen.score, 0.0).argmax()) if there.any() else best
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
                float(by_looks[best]),
                float(by_looks[other].max(initial=0.0)),
                float(by_net.score[best]),
                float(by_net.rival[best]),
                by_net.odd(best),
                float(by_face.score[best]),
                float(by_face.other[best]),
                float(by_face.rival[best]),
                bool(seen.look[lying] >= 0),
                float(by_close.score[best]),
                float(by_close.other[best]),
                float(by_close.rival[best]),
            )
        )
        left[clash[best]] = 0.0
    if expect is not None:
        taken = [die for die in dice[:expect] if die.support > SHOWN]
    elif net is None:
        taken = [die for die in dice if die.support > SEEN]
    else:
        taken = _of_one_size([die for die in dice if die.merit > SEEN_BY_BOTH and _seen_by_others(die)])
    left_out = [die for die in dice if not any(die is one for one in taken)]
    spare = max((die.merit if faces is not None else die.support for die in left_out), default=0.0)
    values = sorted(die.value for die in taken)
    unanimous = sum(_own(sight, expect) == values for sight in sights)
    flattened = float(np.mean([sight.flattened for sight in sights]))
    net_spare, odd_spare = _left_out(taken, net)
    return Agreed(
        tuple(taken), spare, unanimous, flattened, net_spare, odd_spare, net is not None, expect is not None
    )


def _seen_by_others(die: Die) -> bool:
    """Say whether looks or the net see a die, and not the third reader alone."""
    return die.looks > SEEN or die.net >= _NET_UNTOLD


def _of_one_size(dice: list[Die]) -> list[Die]:
    """Return the dice without those that are far larger or smaller than most of them."""
    usual = statistics.median([die.edge for die in dice]) if dice else 0.0
    return [die for die in dice if usual / _NO_SIZE < die.edge < usual * _NO_SIZE]


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
            reach = _ONE_PLACE * np.sqrt(seen.edge[:, None] * net.edge)
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


class _FaceOpinion:
    """What the third reader says of each face that anybody has seen: the chance of its value, and of the
    likeliest other answer."""

    def __init__(self, seen: _Seen, faces: FaceOpinions | None) -> None:
        count = len(seen.value)
        self.score = self.other = self.rival = np.zeros(count, np.float32)
        if faces is not None:
            rows = np.arange(count)
            chances = faces.chances()
            self.score = chances[rows, seen.value - 1]
            chances[rows, seen.value - 1] = 0.0
            self.other, self.rival = chances[:, :NO_FACE].max(axis=1), chances.max(axis=1)


def _with_own(seen: _Seen, faces: FaceOpinions) -> tuple[_Seen, FaceOpinions]:
    """Return what was seen, and beside it what only the third reader takes a die for."""
    values, places = faces.own(seen.value)
    if not len(values):
        return seen, faces
    more = _upright(values, faces.middle[places], faces.edge[places])
    return _joined((seen, more)), replace(faces, place=np.concatenate([faces.place, places]))


def _upright(value: NDArray[Any], middle: Floats, edge: Floats) -> _Seen:
    """Return faces that no look has seen: which way they lie is not known, so they stand upright and give way
    to the looks'."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    corners = middle[:, None] + edge[:, None, None] / 2 * square
    return _Seen(value, middle, edge, np.zeros(len(value), np.float32), np.full(len(value), -1), corners)


def _joined(parts: Sequence[_Seen]) -> _Seen:
    return _Seen(*(np.concatenate([getattr(part, name) for part in parts]) for name in _Seen.__slots__))


def _own(sight: Sight, expect: int | None) -> list[int]:
    """Return the sorted values that one look reads on its own."""
    score = sight.score[sight.chosen]
    chosen = sight.chosen[score > SEEN] if expect is None else sight.chosen[:expect]
    return sorted(sight.faces.value[chosen].tolist())


def _gather(sights: Sequence[Sight], net: NetSight | None) -> _Seen:
    parts = [] if net is None else [_upright(net.value, net.middle, net.edge)]
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
    return _joined(parts)
