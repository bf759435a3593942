"""The second reader of dice: a small net that knows no pips, no lattices and no rims.

It was taught with made-up scenes alone (`hardware.training`) and fails in other ways than the first
reader, so that the two hardly ever make one mistake together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.nets import Net, net_path
from hardware.vision.scale_space import Floats, Ints

FILE = "dice.onnx"
#: Height and width of the net's picture, the side of a cell of its answer, and the maps of the answer: one
#: a value, one of cocked dice, one of dice that cannot be read, and the logarithm of the edge.
SHAPE = (576, 640)
_STRIDE = 4
_MAPS = 8
COCKED, UNREADABLE = 7, 8
#: Levels of the picture, each half the size of the one before: the net knows edges of these pixels.
_LEVELS = 3
_LEAST, _MOST = 14.0, 64.0
#: Height and width of the net's picture where one level is enough, and the least and the most pixels that
#: edges of dice have in it.
LOW_SHAPE = (368, 640)
_LOW_LEAST, _LOW_MOST = 17.0, 52.0
_GAP = 8
#: A cell is looked at when some map has more than this there.
_FAINT = 0.06
_MOST_PEAKS = 120
#: Two peaks nearer than this many edges are one die, but what is smaller by more than the second number (a
#: logarithm of edges) is not lost to the larger: dice may lie like pips of a far larger one.
_APART, _ONE_DIE = 0.6, 1.2
_GREY = 118
#: Looking again, the net looks at a picture so much smaller.
_SMALLER = 0.85
#: Dice with edges below the first number in the net's picture are looked at in a larger one instead, where
#: that makes them larger by the second, and no larger than the third.
_SMALL, _GAIN, _LARGE = 26.0, 1.3, 45.0


@dataclass(frozen=True, slots=True)
class NetSight:
    """What the net saw, best first: scores (N x 8: six values, cocked, unreadable), middles (N x 2) and
    edges in frame pixels."""

    scores: Floats
    middle: Floats
    edge: Floats

    def __len__(self) -> int:
        return len(self.edge)

    def take(self, which: NDArray[Any]) -> NetSight:
        """Return those of these numbers, or of this mask."""
        return NetSight(self.scores[which], self.middle[which], self.edge[which])

    @property
    def value(self) -> Ints:
        """The likeliest value of each, 1 to 6."""
        return np.asarray(self.scores[:, :6].argmax(axis=1) + 1)

    @property
    def score(self) -> Floats:
        """How surely each is a die of its likeliest value, 0 to 1."""
        return np.asarray(self.scores[:, :6].max(axis=1))


@dataclass(frozen=True, slots=True)
class _Level:
    left: int
    top: int
    width: int
    height: int
    scale: float


class DiceNet:
    """Runs the net on pictures; raises `NetFault` when it is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = _load(SHAPE)
        #: A net that is shown pictures of two shapes in turn is slow, so there is one for each.
        self._low = _load(LOW_SHAPE)

    def glance(self, picture: NDArray[Any], edges: Sequence[float]) -> NetSight | None:
        """Return what is seen in a BGR uint8 picture at one size, in far less time than it takes to `look`.

        The size is one at which dice with these `edges` (frame pixels) are known; None where there is none.
        """
        upright = picture.shape[0] > picture.shape[1]
        lying = np.rot90(picture) if upright else picture
        height, width = lying.shape[:2]
        scale = min(LOW_SHAPE[1] / width, LOW_SHAPE[0] / height, _LOW_MOST / max(edges))
        if scale * min(edges) < _LOW_LEAST:
            return None
        canvas, level = _alone(lying, LOW_SHAPE, scale)
        sight = _fused([_peaks(self._low.run(canvas), level)], [level])
        return _set_upright(sight, picture) if upright else sight

    def look(self, picture: NDArray[Any], *, again: bool = False) -> NetSight:
        """Return what is seen in a BGR uint8 picture; `again` in its mirror image, and somewhat smaller."""
        shown = picture[:, ::-1] if again else picture
        upright = picture.shape[0] > picture.shape[1]
        # The net knows dice from every side, and its picture is wider than high.
        lying = np.rot90(shown) if upright else shown
        canvas, levels = _laid_out(lying, _SMALLER if again else 1.0)
        answer = self._net.run(canvas)
        sight = _fused([_peaks(answer, level) for level in levels], levels)
        # The last cell of a picture may reach beyond it.
        middle = np.clip(sight.middle, 0, (lying.shape[1] - 1, lying.shape[0] - 1))
        sight = NetSight(sight.scores, middle, sight.edge)
        sight = _set_upright(sight, picture) if upright else sight
        return _mirrored(sight, picture.shape[1]) if again else sight

    def again(self, picture: NDArray[Any], edge: float) -> NetSight:
        """Return what a second look at a BGR uint8 picture sees.

        It is at the mirror image and somewhat smaller; but where dice of this `edge` (frame pixels) were
        small in the first look, it is as large as can be, in two parts if need be.
        """
        upright = picture.shape[0] > picture.shape[1]
        lying = np.rot90(picture) if upright else picture
        height, width = lying.shape[:2]
        first, larger = _scale(width, height), SHAPE[0] / height
        part = min(width, int(SHAPE[1] / larger))
        seam = width - part
        if (
            first * edge >= _SMALL
            or larger < _GAIN * first
            or larger * edge > _LARGE
            or part - seam < 4 * edge
        ):
            return self.look(picture, again=True)
        sight = self._part(lying[:, :part])
        if seam:
            # Each part has its say up to the middle of what both show.
            other = self._part(lying[:, seam:])
            other = NetSight(other.scores, other.middle + np.array((seam, 0)), other.edge)
            sight = _joined(
                sight.take(sight.middle[:, 0] < width / 2), other.take(other.middle[:, 0] >= width / 2)
            )
        return _set_upright(sight, picture) if upright else sight

    def _part(self, picture: NDArray[Any]) -> NetSight:
        """Return what is seen in the mirror image of a picture that alone fills the net's."""
        height, width = picture.shape[:2]
        canvas, level = _alone(picture[:, ::-1], SHAPE, min(SHAPE[0] / height, SHAPE[1] / width))
        return _mirrored(_fused([_peaks(self._net.run(canvas), level)], [level]), width)


def _load(shape: tuple[int, int]) -> Net:
    return Net(net_path(FILE), shape, (_MAPS + 1, shape[0] // _STRIDE, shape[1] // _STRIDE))


def _alone(picture: NDArray[Any], shape: tuple[int, int], scale: float) -> tuple[NDArray[Any], _Level]:
    """Return a net's picture of a shape with nothing but another one on it, so large, and where it is."""
    height, width = picture.shape[:2]
    size = (max(1, int(width * scale + 1e-6)), max(1, int(height * scale + 1e-6)))
    canvas = np.full((*shape, 3), _GREY, np.uint8)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    canvas[: size[1], : size[0]] = cv2.resize(picture, size, interpolation=how)
    return canvas, _Level(0, 0, *size, size[0] / width)


def _set_upright(sight: NetSight, picture: NDArray[Any]) -> NetSight:
    """Return what was seen in a picture laid on its side where it is in the picture."""
    x, y = sight.middle.T
    return NetSight(sight.scores, np.stack([picture.shape[1] - 1 - y, x], axis=1), sight.edge)


def _mirrored(sight: NetSight, width: int) -> NetSight:
    """Return what was seen in the mirror image of a picture so wide where it is in the picture."""
    x, y = sight.middle.T
    return NetSight(sight.scores, np.stack([width - 1 - x, y], axis=1), sight.edge)


def both(one: NetSight, other: NetSight) -> NetSight:
    """Return two sights of one picture as one: what only one of them saw counts half."""
    if not len(one) or not len(other):
        seen = one if len(one) else other
        return NetSight(seen.scores / 2, seen.middle, seen.edge)
    away = np.hypot(*(one.middle[:, None] - other.middle).transpose(2, 0, 1))
    away = away / np.sqrt(one.edge[:, None] * other.edge)
    scores, edge = one.scores / 2, one.edge.copy()
    left = np.ones(len(other), np.bool_)
    for number in range(len(one)):
        nearest = int(np.where(left, away[number], np.inf).argmin())
        if left[nearest] and away[number, nearest] < _APART / 2:
            left[nearest] = False
            scores[number] += other.scores[nearest] / 2
            edge[number] = np.sqrt(edge[number] * other.edge[nearest])
    scores = np.concatenate([scores, other.scores[left] / 2])
    order = np.argsort(-scores.max(axis=1), kind="stable")
    return NetSight(
        scores[order],
        np.concatenate([one.middle, other.middle[left]])[order],
        np.concatenate([edge, other.edge[left]])[order],
    )


def _joined(one: NetSight, other: NetSight) -> NetSight:
    """Return two sights of parts of a picture as one; of a die that both saw, the better."""
    if not len(one) or not len(other):
        return one if len(one) else other
    seen = NetSight(*(np.concatenate(pair) for pair in zip(_columns(one), _columns(other), strict=True)))
    seen = seen.take(np.argsort(-seen.scores.max(axis=1), kind="stable"))
    away = np.hypot(*(seen.middle[:, None] - seen.middle).transpose(2, 0, 1))
    near = np.triu(away < _APART * np.sqrt(seen.edge[:, None] * seen.edge), 1)
    return seen.take(~near.any(axis=0))


def _columns(sight: NetSight) -> tuple[Floats, Floats, Floats]:
    return sight.scores, sight.middle, sight.edge


def _scale(width: int, height: int) -> float:
    """Return how large the first level of a picture lies in the net's."""
    below = min(SHAPE[1] / width, (SHAPE[0] - _GAP) / (1.5 * height))
    beside = min((SHAPE[1] - _GAP) / (1.5 * width), SHAPE[0] / height)
    return min(max(below, beside), 4.0)


def _laid_out(picture: NDArray[Any], smaller: float = 1.0) -> tuple[NDArray[Any], list[_Level]]:
    """Return the net's picture with all levels of a picture on it, and where they are."""
    height, width = picture.shape[:2]
    room_h, room_w = SHAPE
    below = min(room_w / width, (room_h - _GAP) / (1.5 * height))
    beside = min((room_w - _GAP) / (1.5 * width), room_h / height)
    scale = min(max(below, beside), 4.0) * smaller
    canvas = np.full((*SHAPE, 3), _GREY, np.uint8)
    levels = []
    left = top = 0
    for number in range(_LEVELS):
        size = (max(1, int(width * scale + 1e-6)), max(1, int(height * scale + 1e-6)))
        # Averaging is far faster by whole factors, and the levels halve.
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        if left + size[0] > room_w or top + size[1] > room_h:
            break
        canvas[top : top + size[1], left : left + size[0]] = picture
        levels.append(_Level(left, top, *size, size[0] / width))
        if number == 0 and below >= beside:
            left, top = 0, (size[1] + _GAP) // _STRIDE * _STRIDE
        elif number == 0:
            left, top = (size[0] + _GAP) // _STRIDE * _STRIDE, 0
        elif below >= beside:
            left += (size[0] + _GAP) // _STRIDE * _STRIDE
        else:
            top += (size[1] + _GAP) // _STRIDE * _STRIDE
        scale /= 2
    return canvas, levels


def _peaks(answer: NDArray[np.float32], level: _Level) -> NetSight:
    """Return the peaks of one level: of all maps together, with the best of each map around them."""
    top, left = level.top // _STRIDE, level.left // _STRIDE
    down, across = -(-level.height // _STRIDE), -(-level.width // _STRIDE)
    part = answer[:, top : top + down, left : left + across]
    maps = 1.0 / (1.0 + np.exp(-part[:_MAPS].clip(-30, 30)))
    best = maps.max(axis=0)
    # What is next to a cell counts in part, so that a die between two cells has one peak.
    peak = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best > _FAINT)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns], kind="stable")[:_MOST_PEAKS]
    rows, columns = rows[order], columns[order]
    around = np.stack([cv2.dilate(one, np.ones((3, 3), np.uint8)) for one in maps])
    scores = around[:, rows, columns].T
    padded = np.pad(best, 1)
    weight = np.stack(
        [padded[rows + 1 + dy, columns + 1 + dx] ** 2 for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    )
    shift_x = np.tile([-1, 0, 1], 3) @ weight / weight.sum(axis=0)
    shift_y = np.repeat([-1, 0, 1], 3) @ weight / weight.sum(axis=0)
    x = ((columns + shift_x + 0.5) * _STRIDE) / level.scale - 0.5
    y = ((rows + shift_y + 0.5) * _STRIDE) / level.scale - 0.5
    edge = np.exp(part[_MAPS][rows, columns].clip(0, 6)) / level.scale
    return NetSight(scores, np.stack([x, y], axis=1), edge)


def _fused(sights: list[NetSight], levels: list[_Level]) -> NetSight:
    """Return the dice of all levels: each level that knows dice of a size has its say about them."""
    scores = np.concatenate([sight.scores for sight in sights])
    middle = np.concatenate([sight.middle for sight in sights])
    edge = np.concatenate([sight.edge for sight in sights])
    source = np.repeat(np.arange(len(sights)), [len(sight) for sight in sights])
    if not len(edge):
        return NetSight(scores.reshape(0, _MAPS), middle.reshape(0, 2), edge)
    away = np.hypot(*(middle[:, None] - middle).transpose(2, 0, 1))
    times = np.log(edge[:, None] / edge)
    near = (away < 0.5 * np.sqrt(edge[:, None] * edge)) & (np.abs(times) < 0.5)
    scales = np.array([level.scale for level in levels])
    knows = _known(edge[:, None] * scales)
    left = scores.max(axis=1) * (0.5 + 0.5 * knows[np.arange(len(edge)), source])
    chosen: list[int] = []
    fused: list[Floats] = []
    while left.max() > _FAINT / 2:
        best = int(left.argmax())
        # A peak speaks for one die only: what stands beside a die must not live on its score.
        free = near[best] & (left > 0)
        theirs = np.stack([scores[free & (source == n)].max(axis=0, initial=0.0) for n in range(len(levels))])
        fused.append(knows[best] @ theirs / max(float(knows[best].sum()), 0.25))
        chosen.append(best)
        left[(away[best] < _APART * np.sqrt(edge[best] * edge)) & (times[best] < _ONE_DIE)] = 0.0
    order = np.argsort([-float(one.max()) for one in fused], kind="stable")
    numbers = np.array(chosen, np.intp)[order]
    return NetSight(np.array(fused).reshape(-1, _MAPS)[order], middle[numbers], edge[numbers])


def _known(edge: Floats) -> Floats:
    """Return from 0 to 1 how well the net knows dice of an edge in its own pixels."""
    small = np.clip((edge - 0.8 * _LEAST) / (0.35 * _LEAST), 0, 1)
    large = np.clip((1.2 * _MOST - edge) / (0.35 * _MOST), 0, 1)
    return np.asarray(np.minimum(small, large))
