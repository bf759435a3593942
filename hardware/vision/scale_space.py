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
    """One octave: its picture (float32), the differences of Gaussians, and their 3 x 3 maxima and minima."""

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
    dark: NDArray[np.bool_]


class ScaleSpace:
    """The octaves of one grey float32 picture of values 0 to 255."""

    def __init__(self, grey: Floats, octaves: int = 5, least_side: int = 24) -> None:
        self.octaves: list[Octave] = []
        picture = grey
        scale = 1.0
        for _ in range(octaves):
            if min(picture.shape) < least_side:
                break
            self.octaves.append(_octave(picture, scale))
            picture = cv2.resize(
                picture, (picture.shape[1] // 2, picture.shape[0] // 2), interpolation=cv2.INTER_AREA
            )
            scale *= 2.0

    def blobs(self, least: float, most: int) -> Blobs:
        """Return the points that beat their neighbours in place and scale; at most `most` per octave and tone."""
        parts: list[tuple[Floats, ...]] = []
        for number, octave in enumerate(self.octaves):
            for dark in (True, False):
                parts.extend(_peaks(octave, number, dark, least, most))
        if not parts:
            empty = np.zeros(0, np.float32)
            return Blobs(empty, empty, empty, empty, empty.astype(np.intp), empty.astype(np.bool_))
        x, y, radius, response, octaves, dark_ones = (
            np.concatenate(column) for column in zip(*parts, strict=True)
        )
        order = np.argsort(-response, kind="stable")
        return Blobs(
            x[order],
            y[order],
            radius[order],
            response[order],
            octaves[order].astype(np.intp),
            dark_ones[order] > 0,
        )

    def response(self, x: Floats, y: Floats, radius: Floats, dark: NDArray[np.bool_]) -> Floats:
        """Return how much a pip of this radius is at each place, with one octave pixel of tolerance.

        All arrays have one shape.  Outside the picture the answer is 0.
        """
        out = np.zeros(x.shape, np.float32)
        steps = np.log2(np.maximum(radius, 0.1) / (math.sqrt(2.0) * BASE_SIGMA)) * STEPS - 0.5
        number = np.clip(np.floor((steps - 0.5) / STEPS), 0, len(self.octaves) - 1).astype(np.intp)
        layer = np.clip(np.rint(steps - number * STEPS), 0, STEPS + 1).astype(np.intp)
        for n, octave in enumerate(self.octaves):
            for k in range(STEPS + 2):
                here = (number == n) & (layer == k)
                if not here.any():
                    continue
                ix = np.rint((x[here] + 0.5) / octave.scale - 0.5).astype(np.intp)
                iy = np.rint((y[here] + 0.5) / octave.scale - 0.5).astype(np.intp)
                height, width = octave.picture.shape
                inside = (ix >= 0) & (iy >= 0) & (ix < width) & (iy < height)
                ix, iy = np.clip(ix, 0, width - 1), np.clip(iy, 0, height - 1)
                value = np.where(dark[here], octave.highs[k][iy, ix], -octave.lows[k][iy, ix])
                out[here] = np.where(inside, np.maximum(value, 0.0), 0.0)
        return out


def _octave(picture: Floats, scale: float) -> Octave:
    blurred = [cv2.GaussianBlur(picture, (0, 0), BASE_SIGMA)]
    for step in range(1, STEPS + 3):
        before = BASE_SIGMA * 2.0 ** ((step - 1) / STEPS)
        blurred.append(cv2.GaussianBlur(blurred[-1], (0, 0), before * math.sqrt(2.0 ** (2 / STEPS) - 1.0)))
    differences = tuple(cv2.subtract(wide, narrow) for narrow, wide in pairwise(blurred))
    return Octave(
        scale,
        picture,
        differences,
        tuple(cv2.dilate(layer, _KERNEL) for layer in differences),
        tuple(cv2.erode(layer, _KERNEL) for layer in differences),
    )


def _peaks(octave: Octave, number: int, dark: bool, least: float, most: int) -> list[tuple[Floats, ...]]:
    found: list[tuple[Floats, ...]] = []
    layers = octave.highs if dark else octave.lows
    for k in range(1, STEPS + 1):
        here = octave.differences[k]
        if dark:
            peak = (here >= layers[k]) & (here >= SLACK * layers[k - 1]) & (here >= SLACK * layers[k + 1]) & (here > least)
        else:
            peak = (here <= layers[k]) & (here <= SLACK * layers[k - 1]) & (here <= SLACK * layers[k + 1]) & (here < -least)
        iy, ix = np.nonzero(peak)
        strength = np.abs(here[iy, ix])
        if len(ix) > most:
            keep = np.argpartition(-strength, most)[:most]
            ix, iy, strength = ix[keep], iy[keep], strength[keep]
        count = len(ix)
        found.append(
            (
                ((ix + 0.5) * octave.scale - 0.5).astype(np.float32),
                ((iy + 0.5) * octave.scale - 0.5).astype(np.float32),
                np.full(count, octave.radius(k), np.float32),
                strength,
                np.full(count, number, np.float32),
                np.full(count, float(dark), np.float32),
            )
        )
    return found
