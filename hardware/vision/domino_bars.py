"""Bars: the straight stroke between the halves of a tile, which every face-up tile has.

A stroke bends the brightness strongly across and hardly along (its Hessian has one large eigenvalue), and a
pip bends it both ways: so the ridge of a bar stays alone even where pips touch it.  Everything is done at
several sizes of the picture, for no threshold may depend on the height of the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.scale_space import Floats

#: Below this curvature (levels a square pixel, times 16) a stroke is noise.
_LEAST_BEND = 26
#: Asked much, a ridge ends where pips touch it; asked little, thin and faint ones are whole.
_STRAIGHT = (0.38, 0.65)
_SHORTEST, _THICKEST = 5.0, 0.34
_MOST_RIDGES = 500
_ALONG = np.linspace(-0.8, 0.8, 9, dtype=np.float32)
_ACROSS = np.array([-2.2, -1.6, 0.0, 1.6, 2.2], np.float32)
#: Contrast, in levels, that the middle of a bar has against both its sides; share of its length that has it.
_LEAST_CONTRAST, _LEAST_SHARE = 9.0, 0.6


@dataclass(frozen=True, slots=True)
class Bars:
    """Bar candidates, strongest first, in frame pixels.

    `x`, `y` the middle; `ux`, `uy` the direction along the bar (unit length); `length` and `thickness`;
    `dark` says that the bar is darker than its tile; `worth` is its contrast times the share that shows it.
    """

    x: Floats
    y: Floats
    ux: Floats
    uy: Floats
    length: Floats
    thickness: Floats
    dark: NDArray[Any]
    worth: Floats

    def __len__(self) -> int:
        return len(self.x)

    def take(self, index: NDArray[Any]) -> Bars:
        """Return the bars of these numbers, in this order."""
        return Bars(
            self.x[index],
            self.y[index],
            self.ux[index],
            self.uy[index],
            self.length[index],
            self.thickness[index],
            self.dark[index],
            self.worth[index],
        )

    @staticmethod
    def join(parts: list[Bars]) -> Bars:
        """Return all bars of several sets."""
        names = ("x", "y", "ux", "uy", "length", "thickness", "dark", "worth")
        return Bars(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def find_bars(levels: list[tuple[NDArray[Any], float]], most: int) -> Bars:
    """Return at most `most` bar candidates of a pyramid.

    Its levels are grey uint8 pictures, each with its pixels a frame pixel.
    """
    parts: list[Bars] = []
    for grey, scale in levels:
        for dark in (True, False):
            for straight in _STRAIGHT:
                bars = _whole(grey, _ridges(grey, dark, straight))
                if len(bars):
                    parts.append(_in_frame(bars, scale))
    if not parts:
        empty = np.zeros(0, np.float32)
        return Bars(empty, empty, empty, empty, empty, empty, np.zeros(0, np.bool_), empty)
    bars = Bars.join(parts)
    bars = bars.take(np.argsort(-bars.worth, kind="stable"))
    return _distinct(bars, most)


def _in_frame(bars: Bars, scale: float) -> Bars:
    return Bars(
        (bars.x + 0.5) / scale - 0.5,
        (bars.y + 0.5) / scale - 0.5,
        bars.ux,
        bars.uy,
        bars.length / scale,
        bars.thickness / scale,
        bars.dark,
        bars.worth,
    )


def bend(grey: NDArray[Any]) -> tuple[Floats, Floats, Floats]:
    """Return the second derivatives xx, xy, yy of a grey uint8 picture (float32, 16 times those a pixel)."""
    soft = cv2.GaussianBlur(grey, (0, 0), 0.8)
    xx, xy, yy = (cv2.Sobel(soft, cv2.CV_32F, *order, ksize=3) for order in ((2, 0), (1, 1), (0, 2)))
    return 4 * xx, 4 * xy, 4 * yy


def _ridges(grey: NDArray[Any], dark: bool, straight: float) -> Bars:
    """Return the ridges of one tone in one level's own pixels; `worth` is not yet known.

    `straight` is how much more they must bend across than along.
    """
    xx, xy, yy = bend(grey)
    trace = xx + yy if dark else -(xx + yy)
    root = cv2.magnitude(xx - yy, 2 * xy)
    mask = ((trace > _LEAST_BEND) & (root > straight * trace) & (trace > 0.38 * root)).view(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_32S)
    reach = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    kept = (stats[:, cv2.CC_STAT_AREA] >= 5) & (reach >= _SHORTEST) & (reach < 0.8 * max(grey.shape))
    kept[0] = False
    places = cv2.findNonZero(mask)
    if places is None or not kept.any():
        empty = np.zeros(0, np.float32)
        return Bars(empty, empty, empty, empty, empty, empty, np.zeros(0, np.bool_), empty)
    px, py = places.reshape(-1, 2).T
    mine = labels[py, px]
    inside = kept[mine]
    px, py, mine = px[inside].astype(np.float32), py[inside].astype(np.float32), mine[inside]
    weight = np.maximum(trace[py.astype(np.intp), px.astype(np.intp)], 1.0)

    def total(values: Floats) -> Floats:
        return np.asarray(np.bincount(mine, values, count)[kept], np.float32)

    mass = total(weight)
    mx, my = total(weight * px) / mass, total(weight * py) / mass
    index = np.cumsum(kept) - 1
    dx, dy = px - mx[index[mine]], py - my[index[mine]]
    sxx, syy, sxy = (total(weight * each) / mass for each in (dx * dx, dy * dy, dx * dy))
    spread = np.hypot(sxx - syy, 2 * sxy)
    long, short = (sxx + syy + spread) / 2, np.maximum((sxx + syy - spread) / 2, 0)
    length, thickness = np.sqrt(12 * long), np.sqrt(12 * short + 1)
    turn = 0.5 * np.arctan2(2 * sxy, sxx - syy)
    good = np.flatnonzero((length >= _SHORTEST) & (thickness < _THICKEST * length + 0.6))
    good = good[np.argsort(-mass[good] / np.sqrt(length[good]), kind="stable")][:_MOST_RIDGES]
    tone = np.full(len(good), dark)
    return Bars(
        mx[good],
        my[good],
        np.cos(turn[good]),
        np.sin(turn[good]),
        length[good],
        thickness[good],
        tone,
        mass[good],
    )


def _whole(grey: NDArray[Any], ridges: Bars) -> Bars:
    """Return the ridges, and what pairs of them make in one line, that stand out against both sides."""
    if not len(ridges):
        return ridges
    both = Bars.join([ridges, _pinned(ridges)])
    along = (both.length / 2)[:, None, None] * _ALONG[:, None]
    across = np.maximum(both.thickness, 1.5)[:, None, None] * _ACROSS
    mx = both.x[:, None, None] + along * both.ux[:, None, None] - across * both.uy[:, None, None]
    my = both.y[:, None, None] + along * both.uy[:, None, None] + across * both.ux[:, None, None]
    shape = (len(both), -1)
    seen = cv2.remap(
        grey,
        mx.reshape(shape).astype(np.float32),
        my.reshape(shape).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(len(both), len(_ALONG), len(_ACROSS))
    lifted = np.where(both.dark[:, None, None], seen.astype(np.float32), 255.0 - seen)
    left, right = lifted[:, :, :2].max(axis=2), lifted[:, :, 3:].max(axis=2)
    step = np.minimum(left, right) - lifted[:, :, 2]
    usual = np.median(step, axis=1)
    share = (step > 0.45 * usual[:, None]).mean(axis=1)
    good = np.flatnonzero((usual > _LEAST_CONTRAST) & (share >= _LEAST_SHARE))
    worth = (usual * share).astype(np.float32)
    found = Bars(both.x, both.y, both.ux, both.uy, both.length, both.thickness, both.dark, worth)
    return found.take(good)


def _pinned(ridges: Bars) -> Bars:
    """Return what two ridges in one line make together: a bar that a pin in its middle cuts in two."""
    dx, dy = ridges.x[:, None] - ridges.x, ridges.y[:, None] - ridges.y
    apart = np.hypot(dx, dy)
    half = (ridges.length[:, None] + ridges.length) / 2
    off = np.abs(dx * ridges.uy - dy * ridges.ux)
    turned = np.abs(ridges.ux[:, None] * ridges.uy - ridges.uy[:, None] * ridges.ux)
    like = np.minimum(ridges.length[:, None], ridges.length) > 0.55 * np.maximum(
        ridges.length[:, None], ridges.length
    )
    in_line = np.maximum(off, off.T) < 0.12 * apart + 0.4
    pair = (apart > 0.85 * half) & (apart < 1.9 * half) & in_line & (turned < 0.25) & like
    first, second = np.nonzero(np.triu(pair, 1))
    first, second = first[:_MOST_RIDGES], second[:_MOST_RIDGES]
    dx, dy, apart = dx[first, second], dy[first, second], np.maximum(apart[first, second], 1e-3)
    return Bars(
        (ridges.x[first] + ridges.x[second]) / 2,
        (ridges.y[first] + ridges.y[second]) / 2,
        dx / apart,
        dy / apart,
        apart + (ridges.length[first] + ridges.length[second]) / 2,
        (ridges.thickness[first] + ridges.thickness[second]) / 2,
        ridges.dark[first],
        ridges.worth[first],
    )


def _distinct(bars: Bars, most: int) -> Bars:
    """Drop the weaker of two that are one and the same stroke, seen at two sizes."""
    near = np.hypot(bars.x[:, None] - bars.x, bars.y[:, None] - bars.y) < 0.22 * np.minimum(
        bars.length[:, None], bars.length
    )
    near &= np.abs(np.log(bars.length[:, None] / bars.length)) < 0.2
    near &= np.abs(bars.ux[:, None] * bars.uy - bars.uy[:, None] * bars.ux) < 0.2
    near &= bars.dark[:, None] == bars.dark
    near = np.triu(near, 1)
    keep = np.ones(len(bars), np.bool_)
    for i in np.flatnonzero(near.any(axis=1)).tolist():
        if keep[i]:
            keep &= ~near[i]
    return bars.take(np.flatnonzero(keep)[:most])
