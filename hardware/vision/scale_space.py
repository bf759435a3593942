"""Blobs of every size in one go: differences of Gaussians over octaves, and their strongest points.

A pip is a disc that is darker or lighter than its face.  A disc of radius r answers most strongly
where the Gaussian's sigma is r / sqrt(2) (Lindeberg 1998), so no threshold is tied to the scale of
the picture or to the height of the camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

#: Arrays of float32 and of numbers of things.  OpenCV's own type hints say no more than "array".
Floats: TypeAlias = NDArray[Any]
Ints: TypeAlias = NDArray[Any]

#: Sigma of an octave's first Gaussian in that octave's pixels, and the steps to the next octave.
BASE_SIGMA = 0.9
STEPS = 2
#: A blob may be this much weaker than at the next size: two octaves never agree quite on which is stronger.
SLACK = 0.85
_KERNEL = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Octave:
    """One octave: its picture (float32), the differences of Gaussians, and the 3 x 3 maxima and minima.

    There are `STEPS` + 2 differences; maxima and minima are kept of the inner `STEPS`.
    """

    scale: float
    picture: Floats
    differences: tuple[Floats, ...]
    highs: tuple[Floats, ...]
    lows: tuple[Floats, ...]

    def radius(self, layer: int) -> float:
        """Return the radius in frame pixels of the disc that this layer answers to most strongly."""
        sigma = BASE_SIGMA * 2.0 ** ((layer + 0.5) / STEPS)
        return float(math.sqrt(2.0) * sigma * self.scale)


@dataclass(frozen=True, slots=True)
class Blobs:
    """Blob candidates, strongest first: positions and radii in the picture's pixels."""

    x: Floats
    y: Floats
    radius: Floats
    response: Floats
    octave: Ints
    dark: NDArray[Any]


class ScaleSpace:
    """The octaves of one grey float32 picture of values 0 to 255."""

    def __init__(self, grey: Floats, octaves: int = 4, least_side: int = 24) -> None:
        self.octaves: list[Octave] = []
        picture = grey
        scale = 1.0
        for _ in range(octaves):
            if min(picture.shape) < least_side:
                break
            self.octaves.append(_octave(picture, scale))
            half = (picture.shape[1] // 2, picture.shape[0] // 2)
            picture = cv2.resize(picture, half, interpolation=cv2.INTER_AREA)
            scale *= 2.0

    def blobs(self, least: float, most: int) -> Blobs:
        """Return the points that beat their neighbours in place and size: the `most` strongest a tone."""
        tones: list[Blobs] = []
        for dark in (True, False):
            found = [
                _peaks(octave, n, k, dark, least) for n, octave in enumerate(self.octaves) for k in _INNER
            ]
            if not found:
                continue
            x, y, radius, response, octave = np.concatenate(found, axis=1)
            order = np.argsort(-response, kind="stable")[:most]
            tone = np.full(len(order), dark)
            tones.append(
                Blobs(x[order], y[order], radius[order], response[order], octave[order].astype(np.intp), tone)
            )
        if not tones:
            empty = np.zeros(0, np.float32)
            return Blobs(empty, empty, empty, empty, empty.astype(np.intp), empty.astype(np.bool_))
        columns = ("x", "y", "radius", "response", "octave", "dark")
        return Blobs(*(np.concatenate([getattr(tone, name) for tone in tones]) for name in columns))

    def response(self, x: Floats, y: Floats, radius: Floats, dark: NDArray[Any]) -> Floats:
        """Return how much a pip of this radius is at each place, with one octave pixel of tolerance.

        All arrays have one shape.  Outside the picture the answer is 0.
        """
        out = np.zeros(x.shape, np.float32)
        steps = np.rint(np.log2(np.maximum(radius, 0.1) / (math.sqrt(2.0) * BASE_SIGMA)) * STEPS - 0.5) - 1
        steps = np.clip(steps, 0, STEPS * len(self.octaves) - 1).astype(np.intp)
        for step in np.unique(steps).tolist():
            octave = self.octaves[step // STEPS]
            height, width = octave.picture.shape
            here = steps == step
            ix = np.rint((x[here] + 0.5) / octave.scale - 0.5).astype(np.intp)
            iy = np.rint((y[here] + 0.5) / octave.scale - 0.5).astype(np.intp)
            inside = (ix >= 0) & (iy >= 0) & (ix < width) & (iy < height)
            place = np.where(inside, iy * width + ix, 0)
            high = octave.highs[step % STEPS].reshape(-1)[place]
            low = octave.lows[step % STEPS].reshape(-1)[place]
            out[here] = np.where(inside, np.maximum(np.where(dark[here], high, -low), 0.0), 0.0)
        return out


_INNER = range(1, STEPS + 1)


def _octave(picture: Floats, scale: float) -> Octave:
    blurred: list[Floats] = [_blurred(picture, BASE_SIGMA)]
    for step in range(1, STEPS + 3):
        before = BASE_SIGMA * 2.0 ** ((step - 1) / STEPS)
        more = before * math.sqrt(2.0 ** (2 / STEPS) - 1.0)
        blurred.append(_blurred(blurred[-1], more))
    differences: tuple[Floats, ...] = tuple(cv2.subtract(wide, narrow) for narrow, wide in pairwise(blurred))
    inner = [differences[k] for k in _INNER]
    highs: tuple[Floats, ...] = tuple(cv2.dilate(layer, _KERNEL) for layer in inner)
    lows: tuple[Floats, ...] = tuple(cv2.erode(layer, _KERNEL) for layer in inner)
    return Octave(scale, picture, differences, highs, lows)


def _blurred(picture: Floats, sigma: float) -> Floats:
    # Unless told otherwise OpenCV goes out to four sigmas, which takes a third longer and changes nothing.
    side = 2 * math.ceil(3 * sigma) + 1
    return np.asarray(cv2.GaussianBlur(picture, (side, side), sigma))


def _peaks(octave: Octave, number: int, k: int, dark: bool, least: float) -> Floats:
    """Return the columns x, y, radius, response, octave (5 x N) of one layer's peaks."""
    here = octave.differences[k]
    if dark:
        peak = (here == octave.highs[k - 1]) & (here > least)
    else:
        peak = (here == octave.lows[k - 1]) & (here < -least)
    iy, ix = np.divmod(np.flatnonzero(peak), here.shape[1])
    strength = np.abs(here[iy, ix])
    sign = 1.0 if dark else -1.0
    for other in (k - 1, k + 1):
        keep = strength >= SLACK * sign * octave.differences[other][iy, ix]
        ix, iy, strength = ix[keep], iy[keep], strength[keep]
    return np.stack(
        [
            (ix + 0.5) * octave.scale - 0.5,
            (iy + 0.5) * octave.scale - 0.5,
            np.full(len(ix), octave.radius(k)),
            strength,
            np.full(len(ix), number),
        ]
    ).astype(np.float32)
