"""Pips: discs whose edge is found all the way round, measured along rays from their middle.

The edge is the steepest step of the right sign along each ray, so a spot of glare inside a pip
(a step of the wrong sign) does not move it, and an ellipse fitted to all rays survives a few bad ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.medians import row_medians
from hardware.vision.scale_space import Blobs, Floats, ScaleSpace

RAYS = 12
_REACH = np.linspace(0.2, 2.4, 14, dtype=np.float32)
_TURN = np.arange(RAYS, dtype=np.float32) * np.float32(2 * np.pi / RAYS)
_COS, _SIN = np.cos(_TURN), np.sin(_TURN)
#: Harmonics of an ellipse seen from near its middle: mean radius, shift of the middle, lengthening.
_HARMONICS = np.stack([np.ones(RAYS, np.float32), _COS, _SIN, np.cos(2 * _TURN), np.sin(2 * _TURN)], axis=1)


@dataclass(frozen=True, slots=True)
class Pips:
    """Pip candidates, best first.  Positions and radii in pixels, levels 0 to 255, quality 0 to 1.

    `stretch` (N x 2) is the lengthening as (cos, sin) of twice its direction, relative to the radius.
    `body` is the level of the face round the pip, `contrast` the step from pip to face (positive).
    """

    x: Floats
    y: Floats
    radius: Floats
    dark: NDArray[Any]
    contrast: Floats
    body: Floats
    quality: Floats
    stretch: Floats
    response: Floats

    def __len__(self) -> int:
        return len(self.x)

    def take(self, index: NDArray[np.intp]) -> Pips:
        """Return the pips of these numbers, in this order."""
        return Pips(
            self.x[index],
            self.y[index],
            self.radius[index],
            self.dark[index],
            self.contrast[index],
            self.body[index],
            self.quality[index],
            self.stretch[index],
            self.response[index],
        )


def find_pips(space: ScaleSpace, least: float = 3.0, most: int = 240) -> Pips:
    """Return at most `most` pip candidates of a scale space; `least` is the faintest answer looked at."""
    blobs = space.blobs(least, most)
    measured = _measure(space, blobs)
    good = np.flatnonzero((measured.quality > 0.25) & (measured.contrast > 8.0))
    worth = measured.quality[good] * np.sqrt(measured.contrast[good])
    good = good[np.argsort(-worth, kind="stable")][: 2 * most]
    return _distinct(measured.take(good), most)


def _measure(space: ScaleSpace, blobs: Blobs) -> Pips:
    count = len(blobs.x)
    profile = np.zeros((count, RAYS, len(_REACH)), np.float32)
    for number, octave in enumerate(space.octaves):
        mine = np.flatnonzero(blobs.octave == number)
        if not len(mine):
            continue
        reach = (blobs.radius[mine] / octave.scale)[:, None, None] * _REACH
        cx = ((blobs.x[mine] + 0.5) / octave.scale - 0.5)[:, None, None]
        cy = ((blobs.y[mine] + 0.5) / octave.scale - 0.5)[:, None, None]
        mx = (cx + reach * _COS[:, None]).reshape(len(mine), -1)
        my = (cy + reach * _SIN[:, None]).reshape(len(mine), -1)
        profile[mine] = cv2.remap(
            octave.picture,
            mx.astype(np.float32),
            my.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).reshape(len(mine), RAYS, len(_REACH))
    sign = np.where(blobs.dark, np.float32(1), np.float32(-1))[:, None, None]
    lifted = profile * sign
    step = lifted[:, :, 2:] - lifted[:, :, :-2]
    # The steepest step, a little in favour of the nearer ones: other pips and the die's edge lie further out.
    middle = _REACH[1:-1]
    wanted = step * (1.0 - 0.22 * np.abs(middle - 1.0))
    # Of several steps of the right sign the first that is half as steep as the steepest: a light pip on a
    # coloured die on a dark table has the die's own edge, often the steeper one, behind its own.
    inner_steps = wanted[:, :, 1:-2]
    high = inner_steps >= 0.5 * inner_steps.max(axis=2, keepdims=True)
    high &= (inner_steps >= wanted[:, :, :-3]) & (inner_steps >= wanted[:, :, 2:-1])
    best = high.argmax(axis=2) + 1
    edge = middle[best]
    strength = np.take_along_axis(step, best[:, :, None], axis=2)[:, :, 0]
    typical = row_medians(edge)[:, None]
    clipped = np.clip(edge, 0.65 * typical, 1.45 * typical)
    shape = clipped @ _HARMONICS * (np.array([1, 2, 2, 2, 2], np.float32) / RAYS)
    fitted = shape @ _HARMONICS.T
    radius = np.maximum(shape[:, :1], 0.2)
    off = np.abs(edge - fitted) / radius
    inner = np.sort(lifted[:, :, :3].reshape(count, RAYS * 3), axis=1)
    pip_level = inner[:, inner.shape[1] * 3 // 10] if count else inner.sum(axis=1)
    ring = np.clip(np.rint((edge * 1.45 - _REACH[0]) / (_REACH[1] - _REACH[0])), 0, len(_REACH) - 1).astype(
        np.intp
    )
    outer = np.take_along_axis(lifted, ring[:, :, None], axis=2)[:, :, 0]
    body = row_medians(outer)
    contrast = np.maximum(body - pip_level, 0.0)
    sure = (off < 0.22) & (strength > 0.3 * contrast[:, None])
    spread = np.abs(outer - body[:, None]).mean(axis=1) / np.maximum(contrast, 1.0)
    quality = sure.mean(axis=1) * np.clip(1.15 - spread, 0.0, 1.0)
    return Pips(
        blobs.x + shape[:, 1] * blobs.radius,
        blobs.y + shape[:, 2] * blobs.radius,
        radius[:, 0] * blobs.radius,
        blobs.dark,
        contrast.astype(np.float32),
        (body * sign[:, 0, 0]).astype(np.float32),
        quality.astype(np.float32),
        shape[:, 3:5] / radius,
        blobs.response,
    )


def _distinct(pips: Pips, most: int) -> Pips:
    """Drop the worse of two pips of one tone that lie on top of each other."""
    count = len(pips)
    if count < 2:
        return pips
    dx = pips.x[:, None] - pips.x
    dy = pips.y[:, None] - pips.y
    larger = np.maximum(pips.radius[:, None], pips.radius)
    smaller = np.minimum(pips.radius[:, None], pips.radius)
    # Of two of about one size the worse goes; a speck in a far larger one goes when it is plainly worse,
    # for a whole light die may look like one great pip round its true ones.
    better = np.maximum(pips.quality[:, None], pips.quality)
    plainly = np.minimum(pips.quality[:, None], pips.quality) < 0.75 * better
    near = (dx * dx + dy * dy < (0.9 * larger) ** 2) & ((larger < 2.5 * smaller) | plainly)
    near &= pips.dark[:, None] == pips.dark
    near = np.triu(near, 1)
    keep = np.ones(count, np.bool_)
    for i in np.flatnonzero(near.any(axis=1)).tolist():
        if keep[i]:
            keep &= ~near[i]
    return pips.take(np.flatnonzero(keep)[:most])
