"""The second look at tiles that the nets have read: a bar, and nine places in each half that are on or off.

It knows nothing of nets and fails in other ways than they do, so that both hardly ever make one mistake
together.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_ink import ink_of
from hardware.vision.domino_lattices import ENOUGH_PIPS, PATTERNS, VALUES, best_fit
from hardware.vision.domino_views import PATCH, TILE
from hardware.vision.scale_space import Floats, Ints

_X, _Y = (PATCH[1] - 1) / 2, (PATCH[0] - 1) / 2
#: In widths of a tile: spacing across, along as a share of it, a half from the bar; and shifts in pixels.
_ACROSS, _ALONG, _AWAY = (0.22, 0.245, 0.27, 0.295, 0.325), (0.85, 1.0, 1.15), (0.46, 0.5, 0.54)
_SHIFT_X, _SHIFT_Y = (-1.6, 0.0, 1.6), (-2.4, 0.0, 2.4)
#: Rows in which the bar lies, and columns beside its middle, where a pin may be, that have nothing else.
_BAR_ROWS = slice(31, 41)
_BAR_COLUMNS = [*range(12, 18), *range(22, 28)]
#: How far in from the patch's border a tile's edge is looked for, and how far from the tile's colour what
#: lies there must be.
_EDGE_REACH, _OTHER = 8, 0.2
#: Of six stretches so many must be seen of a tile with hardly a pip.
_BLANK_EDGES = 5
_EDGE_COLUMNS = [6, 33]
_TO_THE_EDGE = 0.7
_NARROW, _BROAD, _DISC = 1.3, 3.0, 0.5
_RADII = (0.1, 0.08, 0.12)
#: From nothing to everything that speaks for a tile: the bar's contrast, the margin between on and off, and
#: how like the drawn tile the seen one is.
_BAR, _MARGIN, _LIKE = (0.12, 0.4), (0.12, 0.45), (0.45, 0.75)
#: Where pips may lie in each half; and below a bar as plain as the first number, spots that are all fainter
#: than the second are grain: pips are drawn as the bar is.
_HALVES = (slice(8, 29), slice(43, 64))
_PLAIN_BAR, _GRAIN = 0.9, 0.45


@dataclass(frozen=True, slots=True)
class Second:
    """What the second look makes of a tile: its values, first half first, and from 0 to 1 how much `bar`,
    `margin` between places on and off, and likeness to a drawn tile (`like`) speak for it; `edged` says that
    enough of its edge is seen, `grain` that it is blank but for spots far fainter than its bar."""

    values: tuple[int, int]
    bar: float
    margin: float
    like: float
    edged: bool
    grain: bool = False

    @property
    def support(self) -> float:
        """How surely it is this tile, from 0 to 1."""
        return self.bar * self.margin * self.like if self.edged else 0.0

    @property
    def pips_alone(self) -> float:
        """How surely, from 0 to 1, if one thing may lack: a bar that ends before the tile's edges, or an edge
        round enough pips."""
        telling = sum(self.values) >= ENOUGH_PIPS
        if self.edged and self.bar <= 0.0:
            return self.margin * self.like
        return self.support if self.edged or not telling else self.bar * self.margin * self.like


def _lattices() -> tuple[Floats, Ints]:
    """Return all lattices (G x 5: across, along, away, shifts) and the pixels of their places (G x 18)."""
    grid = [
        (a, a * r, o, x, y) for a, r, o, x, y in product(_ACROSS, _ALONG, _AWAY, _SHIFT_X, _SHIFT_Y)
    ]  # fmt: skip
    grid_of = np.array(grid, np.float32)
    column, row = np.tile([-1, 0, 1], 3), np.repeat([-1, 0, 1], 3)
    x = _X + grid_of[:, 3:4] + TILE[1] * grid_of[:, :1] * np.concatenate([column, column])
    below = TILE[1] * (grid_of[:, 2:3] + grid_of[:, 1:2] * row)
    y = _Y + grid_of[:, 4:] + np.concatenate([below, -below], axis=1)
    ix, iy = np.rint(x).astype(np.intp), np.rint(y).astype(np.intp)
    return grid_of, np.asarray(np.clip(iy, 0, PATCH[0] - 1) * PATCH[1] + np.clip(ix, 0, PATCH[1] - 1))


_GRID, _PLACES = _lattices()


def second_look(patches: NDArray[Any]) -> list[Second]:
    """Return what is made of each patch (N x 72 x 40 x 3, uint8), each with one tile upright in it."""
    if not len(patches):
        return []
    ink, off = ink_of(patches)
    ink = np.minimum(ink, np.float32(1.3))
    seen = _edges(off)
    barless = ink.copy()
    barless[:, 33:39] = 0
    stacked = barless.reshape(-1, PATCH[1])
    hits = (cv2.GaussianBlur(stacked, (0, 0), _NARROW) - cv2.GaussianBlur(stacked, (0, 0), _BROAD)) / _DISC
    spots = cv2.dilate(hits, np.ones((3, 3), np.uint8))
    number, patterns, margin, _, _ = best_fit(hits.reshape(ink.shape), spots.reshape(ink.shape), _PLACES)
    in_halves = [hits.reshape(ink.shape)[:, half, 7:-7] for half in _HALVES]
    faint = np.max([one.max(axis=(1, 2)) for one in in_halves], axis=0)
    rows = ink[:, _BAR_ROWS, :][:, :, _BAR_COLUMNS].mean(axis=2)
    bar = rows[:, 2:8].max(axis=1) - np.median(rows, axis=1)
    # A gap between two tiles goes on to their edges; a bar ends before, with the tile's colour beside it.
    sides = ink[:, :, _EDGE_COLUMNS]
    beside = np.concatenate([sides[:, 26:31], sides[:, 41:46]], axis=1)
    # A pip or two may lie there.
    beside = np.percentile(beside, 25, axis=1)
    on = (sides[:, 33:39].max(axis=1) - beside).min(axis=1)
    bar = np.where(on > _TO_THE_EDGE * rows[:, 2:8].max(axis=1), 0.0, bar)
    found = []
    for n in range(len(patches)):
        # Where on and off cannot be told apart, likeness says nothing.
        clear = float(margin[n].min()) > _MARGIN[0]
        like = _likeness(ink[n], _GRID[number[n]], patterns[n]) if clear else -1.0
        least = _BLANK_EDGES if VALUES[patterns[n]].sum() < ENOUGH_PIPS else 3
        shares = _ramp(float(bar[n]), *_BAR), _ramp(float(margin[n].min()), *_MARGIN), _ramp(like, *_LIKE)
        # The lattices count the half below the bar first.
        below, above = VALUES[patterns[n]].tolist()
        one = Second((above, below), *shares, bool(seen[n] >= least))
        bare = 1.0 - float(faint[n]) / _GRAIN
        if one.bar > _PLAIN_BAR and bare > one.margin * one.like:
            one = Second((0, 0), one.bar, bare, 1.0, bool(seen[n] >= _BLANK_EDGES), grain=True)
        found.append(one)
    return found


def _edges(off: Floats) -> Ints:
    """Return how many of six stretches of each tile's edge are seen: two ends, two sides of each half."""
    count = len(off)
    middle = off[:, 10:-10]
    # Along a side up to three pips lie, so what a third of it is below decides.
    sides = np.stack([middle[:, :, :_EDGE_REACH], middle[:, :, ::-1][:, :, :_EDGE_REACH]], axis=1)
    sides = sides.reshape(count, 2, 2, -1, _EDGE_REACH)
    ends = np.stack([off[:, :_EDGE_REACH, 7:-7], off[:, ::-1][:, :_EDGE_REACH, 7:-7]], axis=1)
    across = np.percentile(sides, 35, axis=3).max(axis=3) > _OTHER
    along = np.percentile(ends, 35, axis=3).max(axis=2) > _OTHER
    return np.asarray(across.reshape(count, -1).sum(axis=1) + along.sum(axis=1))


def _likeness(ink: Floats, lattice: Floats, patterns: Ints) -> float:
    """Return how like the drawn tile the seen one is, from -1 to 1."""
    across, along, away, dx, dy = lattice.tolist()
    unit = TILE[1]
    seen = np.minimum(ink[6:-6, 6:-6], 1.0)
    b = seen - seen.mean()
    spread = float((b * b).sum())
    spots = [
        (_X + dx + unit * across * (k % 3 - 1), _Y + dy + up * unit * (away + along * (k // 3 - 1)))
        for half, up in ((0, 1), (1, -1))
        for k in np.flatnonzero(PATTERNS[patterns[half]]).tolist()
    ]
    row = int(np.argmax(ink[33:39, 12:28].mean(axis=1))) + 33
    best = -1.0
    for radius in _RADII if spots else _RADII[:1]:
        drawn = np.zeros(PATCH, np.uint8)
        for x, y in spots:
            cv2.circle(drawn, (round(x * 16), round(y * 16)), round(radius * unit * 16), (255,), -1, 16, 4)
        cv2.rectangle(
            drawn, (round(_X - 0.38 * unit), row - 1), (round(_X + 0.38 * unit), row + 1), (255,), -1
        )
        soft = cv2.GaussianBlur(drawn, (0, 0), 0.9)[6:-6, 6:-6].astype(np.float32) / 255
        a = soft - soft.mean()
        best = max(best, float((a * b).sum() / np.sqrt(float((a * a).sum()) * spread + 1e-6)))
        if best >= _LIKE[1]:
            # No other size of pips would say more.
            break
    return best


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))
