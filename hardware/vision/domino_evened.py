"""Evened tiles: pictures of tiles in which their ground is of one lightness, whatever light lies on it.

Where a lamp is mirrored, a tile's ground may be lighter than its pips at one end and darker at the other, so
that neither nets nor ink know what is drawn on it.  What differs from the ground round it, whatever way it
does, is plain to see all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_judging import OVERLAP, Judged
from hardware.vision.domino_looks import look
from hardware.vision.domino_nets import Found, TileNets, joined, sharing
from hardware.vision.domino_views import halves
from hardware.vision.reading import Doubt

#: In widths of a tile: pips and bars are narrower than half of what ground is taken from, and the grain that
#: is softened is as wide as the second number.
_GROUND, _GRAIN = 0.48, 0.0125
#: How each look at a tile is drawn: how many times as wide as it seems the tile may be, as half of it may be
#: washed out, and of how many levels a difference from the ground is drawn as dark as can be.
_LOOKS = ((1.0, 25.0), (1.25, 60.0), (0.85, 25.0))
#: Of so few things in doubt each is looked at, where they are so wide (pixels); what shares so much with
#: one is the same.
_FEW, _NEAR, _SAME = 2, 12.0, 0.5
#: What is as sure of its values, and of being a whole tile, speaks against others though it is not believed.
_HEARD, _WHOLE = 0.6, 0.5
#: In a patch a tile's ground is taken from so many pixels; it is lit from so many levels between its dark and
#: its light parts on, or if more than so large a share of it is as white as that.
_IN_PATCH, _UNEVEN, _WHITENED, _WHITE = 15, 30.0, 0.05, 250
#: Half a window's side, in widths of a tile, and how wide a tile is at most in it (pixels).
_WINDOW, _WIDEST = 2.2, 48.0


def evened(picture: NDArray[Any], width: float, darkest: float) -> NDArray[np.uint8]:
    """Return a picture as large as the BGR uint8 one, grey: white where it is like the usual colour round it,
    the darker the more it differs, and black from so many levels on; `width` is that of a tile (pixels)."""
    around = max(3, round(_GROUND * width) | 1)
    ground = cv2.medianBlur(picture, around)
    soft = cv2.GaussianBlur(picture, (0, 0), max(0.5, _GRAIN * width))
    off = cv2.absdiff(soft, ground).max(axis=2).astype(np.float32)
    grey = (255 - np.clip(off * (255 / darkest), 0, 255)).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def read_evened(
    nets: TileNets, picture: NDArray[Any], judged: Judged
) -> dict[int, tuple[list[int], NDArray[Any], float]]:
    """Return which of the few tiles in doubt are read for sure where their ground is evened.

    Of each by its number both values, its outline (4 x 2, picture pixels) from the short side of the first
    half on, and how far to trust it.  Nothing else that was seen there, however drawn, must speak for other
    values, and no other tile must lie where it lies.
    """
    read = judged.read
    doubted = [n for n in judged.kept.tolist() if judged.doubts[n] in (Doubt.UNSURE, Doubt.DISAGREE)]
    doubted = [n for n in doubted if not judged.strange[n] and read.found.width[n] > _NEAR]
    again = {}
    for n in doubted if len(doubted) <= _FEW else ():
        others = read.found.take(judged.kept[judged.kept != n])
        seen = [_Said(read.values[n].tolist(), float(read.sure[n]), float(read.whole[n]))]
        for wider, darkest in _LOOKS:
            seen += _look_there(nets, picture, read.found.take(np.array([n])), wider, darkest)
        best = max(seen, key=lambda one: one.trust)
        if best.lies is None or sharing(joined([best.lies, others]), OVERLAP)[0].any():
            continue
        if not any(one.against(best.values) for one in seen):
            again[n] = best.values, best.lies.outline[0], best.trust
    return again


def washed_out(nets: TileNets, picture: NDArray[Any], judged: Judged) -> list[int]:
    """Return the numbers of the tiles in no doubt under a lamp of which more pips are seen for sure where
    their ground is evened: a lamp washes pips out, but makes none."""
    read = judged.read
    washed = []
    for n in judged.kept[judged.face_up[judged.kept]].tolist():
        if judged.doubts[n] is None and is_lit(read.patches[n]):
            seen = _look_there(nets, picture, read.found.take(np.array([n])), *_LOOKS[0])
            if any(one.lies is not None and sum(one.values) > read.values[n].sum() for one in seen):
                washed.append(n)
    return washed


def is_lit(patch: NDArray[Any]) -> bool:
    """Say whether a lamp is mirrored on the tile in a patch (72 x 40 x 3, uint8): its ground is not of one
    lightness, or as bright as can be."""
    inside = np.ascontiguousarray(patch[9:-9, 7:-7])
    dark, light = np.percentile(cv2.medianBlur(inside, _IN_PATCH), (5, 95), axis=(0, 1))
    return bool((light - dark).max() > _UNEVEN or (inside.min(axis=2) >= _WHITE).mean() > _WHITENED)


@dataclass(frozen=True, slots=True)
class _Said:
    """What one look says of a tile, and where it lies if that is sure."""

    values: list[int]
    sure: float
    whole: float
    lies: Found | None = None
    trust: float = 0.0

    def against(self, values: list[int]) -> bool:
        """Say whether it speaks against both values, in whatever order."""
        heard = self.sure > _HEARD and self.whole > _WHOLE
        return heard and sorted(self.values) != sorted(values)


def _look_there(
    nets: TileNets, picture: NDArray[Any], body: Found, wider: float, darkest: float
) -> list[_Said]:
    """Return what is seen in a body's place where its ground is evened."""
    x, y = body.middle[0].tolist()
    window, corner, scale = _evened_window(picture, (x, y), wider * float(body.width[0]), darkest)
    judged, _ = look(nets, halves(window), confirm=True)
    up = judged.kept[judged.face_up[judged.kept]]
    there = judged.read.found.take(up).enlarged(scale, corner)
    said = []
    for at in np.flatnonzero(sharing(joined([body, there]), _SAME)[0, 1:]).tolist():
        n = int(up[at])
        values, sure = judged.read.values[n].tolist(), float(judged.read.sure[n])
        whole, trust = float(judged.read.whole[n]), float(judged.trust[n])
        certain = judged.doubts[n] is None
        said.append(_Said(values, sure, whole, *((there.take(np.array([at])), trust) if certain else ())))
    return said


def _evened_window(
    picture: NDArray[Any], middle: tuple[float, float], width: float, darkest: float
) -> tuple[NDArray[np.uint8], tuple[int, int], float]:
    """Return what lies round a tile of a BGR uint8 picture, evened, with its left upper corner in the picture
    and its scale (window pixels a picture pixel)."""
    reach = round(_WINDOW * width)
    left, top = (max(0, round(place) - reach) for place in middle)
    part = picture[top : round(middle[1]) + reach, left : round(middle[0]) + reach]
    scale = min(1.0, _WIDEST / width)
    if scale < 1:
        size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    return evened(np.ascontiguousarray(part), width * scale, darkest), (left, top), scale
