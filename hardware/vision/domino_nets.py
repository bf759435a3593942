"""The nets of the dominoes: a finder that sees where tiles are and how they lie, a reader of one tile, and a
checker that reads the tile's ink alone.

All were taught with made-up scenes alone (`hardware.training.tile_learning`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_ink import inked
from hardware.vision.domino_views import CHECKED, PATCH, STRIDE, TOLD, normal, views
from hardware.vision.nets import NetFault, load_net
from hardware.vision.scale_space import Floats, Ints

FINDER, READER, CHECKER = "tile-finder.onnx", "tile-reader.onnx", "tile-checker.onnx"
#: The longer side of the picture that the finder looks at, and what its sides are multiples of.
SIZES = (80, 160, 320, 640, 1024)
_EVEN = 32
#: What is left free all round the smallest picture, for a tile that fills it.
_MARGIN = 16
_MOST_SHAPES = 8
#: The side of a window about a spot, and how near its edge nothing is seen wholly.
_WINDOW, _AT_EDGE = 224, 6.0
#: Widths of tiles in pixels that were taught.
LEAST, MOST = 9.0, 46.0
_ANSWERS = 10
_FAINT = 0.08
#: What covers so much of a body that is surer is that body seen twice.
_SAME = 0.7
#: How surely, as a share, what was seen in one picture must be seen in a larger one for it to be the same
#: again, and how far, as a logarithm, it may differ in width there.
_AGAIN, _ALIKE = 0.4, 1.0
#: From this width in a picture's pixels on, a body is seen there as well as in larger ones.
_SEEN_WELL = 15.0
_MOST_PEAKS = 80
#: What two bodies together must be better than a third that lies half on each; how often that is looked for.
_TOGETHER, _ROUNDS = 1.25, 3
#: A picture is made no larger than this many times.
_MOST_SCALE = 4.0
_GREY = 118
#: A patch is cut out anew when the tile lies otherwise by more than the first share of its half axes, and is
#: moved by no more than the third; up to the second it need not be read anew if it was plain.
_AS_CUT, _AS_READ, _FARTHEST = 0.035, 0.12, 0.5
_PLAIN = 0.97


@dataclass(frozen=True, slots=True)
class Found:
    """Bodies found, surest first: how sure each is to be a tile that can be read, and a body that cannot.

    `middle`, and the half axes `along` the tile's length and `across` it, are N x 2 in frame pixels.
    """

    tile: Floats
    body: Floats
    middle: Floats
    along: Floats
    across: Floats

    def __len__(self) -> int:
        return len(self.tile)

    def take(self, index: NDArray[Any]) -> Found:
        """Return the bodies of these numbers, in this order."""
        return Found(
            self.tile[index], self.body[index], self.middle[index], self.along[index], self.across[index]
        )

    def enlarged(self, ratio: float | Floats, corner: tuple[int, int] = (0, 0)) -> Found:
        """Return the bodies where they lie in a larger picture, of which theirs shows the part from a corner
        on with so many pixels to one of it (a number, or one for each way)."""
        middle = (self.middle + 0.5) / ratio - 0.5 + corner
        return Found(self.tile, self.body, middle, self.along / ratio, self.across / ratio)

    @property
    def outline(self) -> Floats:
        """The corners (N x 4 x 2), from the first half's short side on, clockwise."""
        a, b, m = self.along, self.across, self.middle
        turned = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] > 0
        b = np.where(turned[:, None], -b, b)
        return np.stack([m - a - b, m - a + b, m + a + b, m + a - b], axis=1)

    @property
    def width(self) -> Floats:
        """The root of half of each body's area."""
        area = self.along[:, 0] * self.across[:, 1] - self.along[:, 1] * self.across[:, 0]
        return np.asarray(np.sqrt(2 * np.abs(area)))


@dataclass(frozen=True, slots=True)
class Read:
    """What the reader makes of bodies: where they lie more exactly, and their `patches` (N x 72 x 40 x 3).

    Of each the two `values` (N x 2, first half first), how `sure` the less sure of them is, and how surely it
    is a `whole` tile.  `seen` are the bodies as the finder saw them, `said` (N x `TOLD`) the reader's words.
    """

    found: Found
    patches: NDArray[Any]
    values: Ints
    sure: Floats
    whole: Floats
    seen: Found
    said: Floats


class TileNets:
    """Runs the nets; raises `NetFault` when one is missing or cannot be run."""

    def __init__(self) -> None:
        self._reader, self._checker = load_net(READER), load_net(CHECKER)
        self._finders: dict[tuple[int, int], Any] = {}
        self._run(self._finder((160, 256)), np.zeros((1, 3, 160, 256), np.float32), (1, _ANSWERS, 40, 64))
        self._run(self._reader, np.zeros((1, 3, *PATCH), np.float32), (1, TOLD))
        self._run(self._checker, np.zeros((1, 2, *PATCH), np.float32), (1, CHECKED))

    def find(self, levels: list[NDArray[Any]], longest: int) -> tuple[Found, float]:
        """Return the bodies in a BGR uint8 picture, given with its halves.

        It is looked at with so many pixels on its longer side; tiles are known from `LEAST` to `MOST` pixels
        of width there.  The second value is how sure the net is of the surest thing that is smaller.
        """
        small = _made_smaller(levels, longest)
        upright = small.shape[0] > small.shape[1]
        seen = np.rot90(small) if upright else small
        free = _MARGIN if longest == SIZES[0] else 0
        high, wide = (-(-(side + 2 * free) // _EVEN) * _EVEN for side in seen.shape[:2])
        found = self._look(seen, (0, 0), (high, wide), free)
        middle, along, across = found.middle, found.along, found.across
        if upright:
            # A quarter turn back: the net's x ran down the picture from its end.
            middle = np.stack([small.shape[1] - 1 - middle[:, 1], middle[:, 0]], axis=1)
            along, across = (np.stack([-v[:, 1], v[:, 0]], axis=1) for v in (along, across))
        turned = Found(found.tile, found.body, middle, along, across)
        return _in_frame(turned, small, levels[0])

    def find_near(self, levels: list[NDArray[Any]], longest: int, spots: NDArray[Any]) -> tuple[Found, float]:
        """As `find`, but of the bodies near some spots (N x 2, frame pixels) alone."""
        small = _made_smaller(levels, longest)
        high, wide = small.shape[:2]
        parts = []
        for x, y in (np.asarray(spots) * (wide / levels[0].shape[1])).tolist():
            left, top = (
                int(np.clip(round(v) - _WINDOW // 2, 0, max(0, side - _WINDOW)))
                for v, side in ((x, wide), (y, high))
            )
            found = self._look(small, (left, top), (_WINDOW, _WINDOW), 0)
            # What lies at the window's edge is not seen wholly, unless the picture ends there.
            low, high_ = np.array((left, top)), np.array((left, top)) + _WINDOW
            least = np.where(low > 0, low + _AT_EDGE, -np.inf)
            most = np.where(high_ < (wide, high), high_ - _AT_EDGE, np.inf)
            corners = found.outline
            parts.append(
                found.take(np.flatnonzero(((corners >= least) & (corners <= most)).all(axis=(1, 2))))
            )
        return _in_frame(joined(parts), small, levels[0])

    def _look(
        self, picture: NDArray[Any], corner: tuple[int, int], shape: tuple[int, int], free: int
    ) -> Found:
        """Return the bodies in the part of a picture (in its pixels) that has a left upper corner and shape
        (height, width), with so much free round it."""
        part = picture[corner[1] : corner[1] + shape[0], corner[0] : corner[0] + shape[1]]
        high, wide = part.shape[:2]
        canvas = np.full((*shape, 3), _GREY, np.uint8)
        canvas[free : free + high, free : free + wide] = part
        cells = (shape[0] // STRIDE, shape[1] // STRIDE)
        answer = self._run(self._finder(shape), cv2.dnn.blobFromImage(canvas), (1, _ANSWERS, *cells))[0]
        found = _peaks(answer, -(-(high + 2 * free) // STRIDE), -(-(wide + 2 * free) // STRIDE))
        return Found(found.tile, found.body, found.middle - free + corner, found.along, found.across)

    def read(self, levels: list[NDArray[Any]], found: Found, before: Read | None = None) -> Read:
        """Return what the tiles of these bodies are, each cut out anew where it is seen to lie otherwise.

        What was read `before` of the same picture and is among them is not read again.
        """
        count = len(found)
        known, old = np.zeros(count, np.bool_), np.zeros(count, np.intp)
        if before is not None and len(before.seen):
            same = (found.middle[:, None] == before.seen.middle).all(axis=2)
            same &= (found.along[:, None] == before.seen.along).all(axis=2)
            known, old = same.any(axis=1), same.argmax(axis=1)
        middle, along, across = found.middle.copy(), found.along.copy(), found.across.copy()
        patches, said = np.empty((count, *PATCH, 3), np.uint8), np.empty((count, TOLD), np.float32)
        if before is not None and known.any():
            old = old[known]
            now = before.found
            middle[known], along[known], across[known] = now.middle[old], now.along[old], now.across[old]
            patches[known], said[known] = before.patches[old], before.said[old]
        new = np.flatnonzero(~known)
        patches[new] = views(levels, middle[new], along[new], across[new])
        said[new] = self._say(patches[new])
        off = said[new, 15:].clip(-_FARTHEST, _FARTHEST)
        most = np.abs(off).max(axis=1, initial=0.0)
        for to, first in ((middle, 0), (along, 2), (across, 4)):
            to[new] += np.where(most > _AS_CUT, off[:, first], 0.0)[:, None] * found.along[new]
            to[new] += np.where(most > _AS_CUT, off[:, first + 1], 0.0)[:, None] * found.across[new]
        moved = new[most > _AS_CUT]
        if len(moved):
            patches[moved] = views(levels, middle[moved], along[moved], across[moved])
            # What was plain to read a little beside its place is not read twice.
            chances, whole = _chances(said[moved])
            plain = (most[most > _AS_CUT] < _AS_READ) & (chances.max(axis=2).min(axis=1) > _PLAIN)
            unsure = moved[~(plain & (whole > _PLAIN))]
            said[unsure] = self._say(patches[unsure])
        chances, whole = _chances(said)
        sure = chances.max(axis=2, initial=0.0).min(axis=1, initial=1.0)
        lying = Found(found.tile, found.body, middle, along, across)
        return Read(lying, patches, np.asarray(chances.argmax(axis=2)), sure, whole, found, said)

    def check(self, patches: NDArray[Any]) -> tuple[Ints, Floats]:
        """Return what the checker makes of patches (N x 72 x 40 x 3): both values, and how sure it is of
        them and of each being a whole tile."""
        if not len(patches):
            return np.zeros((0, 2), np.intp), np.zeros(0, np.float32)
        chances, whole = _chances(self._run(self._checker, inked(patches), (len(patches), CHECKED)))
        return np.asarray(chances.argmax(axis=2)), np.minimum(chances.max(axis=2).min(axis=1), whole)

    def _finder(self, shape: tuple[int, int]) -> Any:
        """Return the finder for pictures of one shape; for another shape a net has to set itself up anew."""
        if shape not in self._finders:
            if len(self._finders) >= _MOST_SHAPES:
                self._finders.clear()
            self._finders[shape] = load_net(FINDER)
        return self._finders[shape]

    def _say(self, patches: NDArray[Any]) -> NDArray[np.float32]:
        if not len(patches):
            return np.zeros((0, TOLD), np.float32)
        return self._run(self._reader, normal(patches), (len(patches), TOLD))

    def _run(self, net: Any, blob: NDArray[Any], shape: tuple[int, ...]) -> NDArray[np.float32]:
        try:
            net.setInput(blob)
            answer = np.asarray(net.forward(), np.float32)
        except cv2.error:
            raise NetFault(f"This OpenCV ({cv2.__version__}) cannot run the nets of the dominoes.") from None
        if answer.shape != shape or not np.isfinite(answer).all():
            raise NetFault("The answer of the dominoes' nets makes no sense.")
        return answer


def _chances(said: Floats) -> tuple[Floats, Floats]:
    """Return from a net's answers the chance of each value (N x 2 x 7), and that it is a whole tile."""
    halves = said[:, :14].reshape(-1, 2, 7)
    chances = np.exp(halves - halves.max(axis=2, keepdims=True, initial=-1e9))
    chances /= chances.sum(axis=2, keepdims=True)
    return chances, 1.0 / (1.0 + np.exp(-said[:, 14].clip(-30, 30)))


def _made_smaller(levels: list[NDArray[Any]], longest: int) -> NDArray[Any]:
    """Return a picture, given with its halves, with so many pixels on its longer side."""
    picture = levels[0]
    share = scale_of(picture, longest)
    # Averaging is far faster by halves, and the halves are there already.
    step = int(np.clip(np.floor(np.log2(1 / share)), 0, len(levels) - 1))
    small = levels[step]
    size = (max(1, round(picture.shape[1] * share)), max(1, round(picture.shape[0] * share)))
    if size == (small.shape[1], small.shape[0]):
        return small
    way = cv2.INTER_AREA if size[0] < small.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, size, interpolation=way))


def _in_frame(found: Found, small: NDArray[Any], picture: NDArray[Any]) -> tuple[Found, float]:
    """Return bodies seen in a smaller picture where they lie in the whole one, and how sure the net is of the
    surest thing that is smaller than was taught."""
    ratio = np.array([small.shape[1] / picture.shape[1], small.shape[0] / picture.shape[0]])
    # A size that was not taught is seen at best by chance.
    width = found.width
    known = np.clip((width / LEAST - 0.7) / 0.3, 0, 1) * np.clip((1.4 - width / MOST) / 0.4, 0, 1)
    tiny = np.where(width < LEAST, np.maximum(found.tile, found.body), 0.0).max(initial=0.0)
    seen = replace(found, tile=found.tile * known, body=found.body * known)
    return seen.enlarged(ratio), float(tiny)


def scale_of(picture: NDArray[Any], longest: int) -> float:
    """Return the finder's pixels a frame pixel when the longer side has so many of them."""
    return float(min(longest / max(picture.shape[:2]), _MOST_SCALE))


def joined(parts: list[Found]) -> Found:
    """Return the bodies of all parts, one part after the other."""
    names = ("tile", "body", "middle", "along", "across")
    return Found(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def fused(parts: list[Found], scales: list[float]) -> Found:
    """Return the bodies seen in ever larger pictures, of these scales, each once.

    What is tiny in one picture is often seen too large there, and as surely; what is seen again in a larger
    picture is as it is seen there.
    """
    found = joined(parts)
    best = np.maximum(found.tile, found.body)
    part = np.repeat(np.arange(len(parts)), [len(one) for one in parts])
    shared = sharing(found, _SAME)
    again = shared & (part[:, None] < part) & (best > _AGAIN * best[:, None])
    again &= np.abs(np.log(found.width[:, None] / found.width)) < _ALIKE
    gone = again.any(axis=1) & (found.width * np.array(scales)[part] < _SEEN_WELL)
    kept = _best_first(shared, np.where(gone, 0.0, best))
    return found.take(kept[(best[kept] > _FAINT) & ~gone[kept]])


def _peaks(answer: NDArray[np.float32], down: int, across: int) -> Found:
    """Return the peaks of the finder's answer within so many cells, in its picture's pixels."""
    part = answer[:, :down, :across]
    maps = 1.0 / (1.0 + np.exp(-part[:2].clip(-30, 30)))
    best = maps.max(axis=0)
    peak = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best > _FAINT)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns], kind="stable")[:_MOST_PEAKS]
    rows, columns = rows[order], columns[order]
    around = [cv2.dilate(one, np.ones((3, 3), np.uint8))[rows, columns] for one in maps]
    numbers = part[2:, rows, columns].astype(np.float64)
    shift = numbers[:2].clip(-2, 2)
    middle = (np.stack([columns, rows]) + shift + 0.5) * STRIDE - 0.5
    axes = []
    for first in (2, 5):
        turn = np.arctan2(numbers[first + 2], numbers[first + 1]) / 2
        long = np.exp(numbers[first].clip(0, 6))
        axes.append((long * np.stack([np.cos(turn), np.sin(turn)])).T)
    return Found(around[0], around[1], middle.T, axes[0], axes[1])


def distinct(found: Found, score: Floats, most: float) -> NDArray[Any]:
    """Return the numbers of the bodies, best score first, that have no more than a share of a better one.

    The share is that of the smaller of both areas.
    """
    return _best_first(sharing(found, most), score)


def _best_first(shared: NDArray[np.bool_], score: Floats) -> NDArray[Any]:
    kept: list[int] = []
    for n in np.argsort(-score, kind="stable").tolist():
        if not shared[n, kept].any():
            kept.append(n)
    return np.array(kept, np.intp)


def side_by_side(shared: NDArray[np.bool_], score: Floats) -> NDArray[Any]:
    """Return the numbers of the bodies that together have the most score and can lie beside each other.

    `shared` says which cannot (N x N).  As `distinct`, but what lies half on one and half on another gives
    way to both of them where they are better together: in a row of tiles the gap between two looks much like
    a bar.
    """
    kept = _best_first(shared, score).tolist()
    for _ in range(_ROUNDS):
        before = list(kept)
        for n in before:
            rest = [other for other in kept if other != n]
            free = [
                m for m in np.flatnonzero(shared[n]).tolist() if not shared[m, rest].any() and score[m] > 0
            ]
            pairs = [(m, o) for m in free for o in free if m < o and not shared[m, o]]
            best = max(pairs, key=lambda pair: float(score[list(pair)].sum()), default=None)
            if best is not None and float(score[list(best)].sum()) > _TOGETHER * float(score[n]):
                kept = [*rest, *best]
        if kept == before:
            break
    return np.array(sorted(kept, key=lambda n: -float(score[n])), np.intp)


def sharing(found: Found, most: float) -> NDArray[np.bool_]:
    """Return which bodies share more of the smaller one's area than may be (N x N, none with itself)."""
    outline = found.outline.astype(np.float32)
    area = 2 * found.width**2
    reach = np.hypot(*(outline - found.middle[:, None]).transpose(2, 0, 1)).max(axis=1, initial=0.0)
    apart = np.hypot(*(found.middle[:, None] - found.middle[None]).transpose(2, 0, 1))
    near = np.triu(apart <= reach[:, None] + reach[None], 1)
    shared = np.zeros(near.shape, np.bool_)
    for n, other in np.argwhere(near).tolist():
        part, _ = cv2.intersectConvexConvex(outline[n], outline[other])
        shared[n, other] = shared[other, n] = part > most * min(area[n], area[other])
    return shared


def covered(found: Found, by: Found) -> Floats:
    """Return what share of each body others cover, where these do not lie on each other."""
    one, other = found.outline.astype(np.float32), by.outline.astype(np.float32)
    parts = [[cv2.intersectConvexConvex(a, b)[0] for b in other] for a in one]
    area = np.array(parts, np.float64).reshape(len(one), len(other)).sum(axis=1)
    return np.asarray(area / np.maximum(2 * found.width**2, 1e-6))
