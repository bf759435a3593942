"""Domino tiles drawn fast: boxes of many makes in any pose, good enough to teach a net and no better.

Lengths are in widths of a tile, colours are BGR from 0 to 255 in float32, generators are NumPy's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.die_drawing import fill, some_colour

Floats = NDArray[Any]
Generator = np.random.Generator

#: Pixels a tile's width in its drawn face.
_FACE = 48
#: Pips of a value, in spacings from the middle of a half: across the tile, along it.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass
class Make:
    """How the tiles of one set are made."""

    body: Floats
    side: Floats
    pips: tuple[Floats, ...]
    bar: Floats
    bar_length: float
    bar_thickness: float
    spread: tuple[float, float]
    radius: float
    pin: float
    hollow: float
    rim: float
    long: float
    thick: float
    rounding: float
    grain: float
    gloss: float
    #: How far the edge of the face is rounded off, towards the sides and downwards.
    bevel: float
    #: How strong, in levels, a marbled body's clouds are; and whether a six lies across the tile.
    clouds: float
    six_across: bool


@dataclass
class View:
    """How the table is seen: `lean` (3 x 3) takes it to right, down and towards the camera; how far off."""

    lean: Floats
    away: float
    middle: Floats

    def project(self, points: Floats) -> Floats:
        """Return the pixels (N x 2) of places over the table (N x 3 pixels of the table's own)."""
        seen = points @ self.lean.T
        near = self.away / (self.away - seen[:, 2:])
        return np.asarray(self.middle + seen[:, :2] * near, np.float32)


@dataclass
class Tile:
    """One tile: its two values, the middle of its box, and its axes across, along and up (3 x 3, rows)."""

    values: tuple[int, int]
    place: Floats
    axes: Floats
    width: float
    make: Make
    face_up: bool

    def corners(self, up: float, inset: float = 0.0) -> Floats:
        """Return the corners of the face (up 1) or of the back (-1), from the first half's short side on.

        `inset` (widths) moves them inwards from all sides.
        """
        half = np.array([0.5 - inset, self.make.long / 2 - inset, self.make.thick / 2]) * self.width
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
        return np.asarray(
            self.place
            + signs[:, :1] * half[0] * self.axes[0]
            + signs[:, 1:] * half[1] * self.axes[1]
            + up * half[2] * self.axes[2]
        )

    def seen(self, view: View) -> Floats:
        """Return the eight corners of its box in the picture (8 x 2 pixels)."""
        return view.project(np.concatenate([self.corners(1.0), self.corners(-1.0)]))


def some_make(generator: Generator) -> Make:
    """Return the make of a set: pale with dark pips half of the time, else anything that can be told."""
    kind = generator.random()
    pale = np.array([1.0, 1.0, 1.0]) * generator.uniform(165, 250) - (generator.uniform(0, 45), 8, 0)
    dark = np.asarray(generator.uniform(5, 55) + generator.uniform(-8, 8, 3)).clip(0, 255)
    if kind < 0.45:
        body, ink = pale, dark
    elif kind < 0.62:
        body, ink = dark, pale
    elif kind < 0.85:
        body, ink = some_colour(generator), pale
    else:
        body, ink = some_colour(generator), some_colour(generator)
    for _ in range(20):
        if np.abs(body - ink).max() > 55 and abs(float(body.mean() - ink.mean())) > 25:
            break
        ink = pale if body.mean() < 128 else dark
    pips = [ink] * 7
    if generator.random() < 0.18:
        for value in range(1, 7):
            colour = some_colour(generator)
            if np.abs(colour - body).max() > 70:
                pips[value] = colour
    bar = ink if generator.random() < 0.85 else body + (ink - body) * generator.uniform(0.4, 0.8)
    radius = generator.uniform(0.07, 0.125)
    spread = generator.uniform(0.235, 0.32)
    long = float(generator.choice([2.0, generator.uniform(1.8, 2.15)]))
    along = min(spread * generator.uniform(0.85, 1.15), long / 4 - radius * 1.15)
    along = max(along, radius * 2.05)
    side = body if generator.random() < 0.75 else some_colour(generator)
    thick = float(generator.choice([generator.uniform(0.25, 0.5), generator.uniform(0.0, 0.1)]))
    return Make(
        body=np.asarray(body, np.float32),
        side=np.asarray(side, np.float32),
        pips=tuple(np.asarray(pip, np.float32) for pip in pips),
        bar=np.asarray(bar, np.float32),
        bar_length=generator.uniform(0.6, 0.97),
        bar_thickness=generator.uniform(0.025, 0.085),
        spread=(max(spread, 1.1 * radius), along),
        radius=radius,
        pin=generator.uniform(0.035, 0.09) if generator.random() < 0.25 else 0.0,
        hollow=float(generator.choice([0.0, 0.0, generator.uniform(0.2, 0.8)])),
        rim=generator.uniform(0.1, 0.6) if generator.random() < 0.15 else 0.0,
        long=long,
        thick=thick,
        rounding=generator.uniform(0.02, 0.16),
        grain=generator.uniform(4, 16) if generator.random() < 0.2 else 0.0,
        gloss=float(generator.choice([0.0, generator.uniform(0.1, 0.9)])),
        bevel=generator.uniform(0.03, 0.12) if thick > 0.2 and generator.random() < 0.6 else 0.0,
        clouds=generator.uniform(5, 40) if generator.random() < 0.25 else 0.0,
        six_across=generator.random() < 0.12,
    )


def thick_make(generator: Generator) -> Make:
    """Return the make of a set of blocks that stand up well: coloured, mostly, and mostly with pins."""
    make = some_make(generator)
    if generator.random() < 0.6:
        pale = np.asarray(generator.uniform(190, 255) - generator.uniform(0, 20, 3), np.float32)
        body = np.asarray(some_colour(generator) * generator.uniform(0.3, 1.0), np.float32)
        if float(pale.mean() - body.mean()) > 60:
            make.body, make.bar, make.pips = body, pale, (pale,) * 7
            make.side = body * np.float32(generator.uniform(0.6, 1.1))
    make.thick = generator.uniform(0.3, 0.6)
    make.bevel = generator.uniform(0.03, 0.14)
    make.pin = generator.uniform(0.03, 0.08) if generator.random() < 0.5 else make.pin
    make.rounding = generator.uniform(0.06, 0.2)
    return make


def face(make: Make, values: tuple[int, int], generator: Generator) -> Floats:
    """Return the drawn face, its first half above (uint8 BGR); values below 0: blank, without a bar."""
    wide, high = _FACE, round(_FACE * make.long)
    picture = np.empty((high, wide, 3), np.uint8)
    picture[:] = np.clip(make.body, 0, 255)
    if make.grain:
        noise = generator.normal(0, make.grain, (high // 2, 5)).astype(np.float32)
        veins = cv2.resize(noise, (wide, high), interpolation=cv2.INTER_CUBIC)
        picture = np.clip(picture + veins[..., None], 0, 255).astype(np.uint8)
    if make.clouds:
        picture = np.clip(picture + _clouds(generator, wide, high) * make.clouds, 0, 255).astype(np.uint8)
    if make.rim:
        inset = round(0.05 * wide)
        colour = (make.body + (make.bar - make.body) * make.rim).tolist()
        cv2.rectangle(picture, (inset, inset), (wide - 1 - inset, high - 1 - inset), colour, 1, cv2.LINE_AA)
    if values[0] < 0:
        return picture
    middle = np.array([wide / 2, high / 2])
    reach, thick = make.bar_length / 2 * wide, make.bar_thickness / 2 * wide
    bar = np.array([(-reach, -thick), (reach, -thick), (reach, thick), (-reach, thick)])
    fill(picture, bar + middle, make.bar.tolist())
    if make.pin:
        brass = np.array([70, 150, 190]) * generator.uniform(0.6, 1.3)
        _disc(picture, middle, make.pin * wide, brass.clip(0, 255))
    for value, up in zip(values, (-1, 1), strict=True):
        mirror = 1 if generator.random() < 0.5 else -1
        for x, y in PIPS[value]:
            if value == 6 and make.six_across:
                x, y = y, x
            off = (mirror * x * make.spread[0], up * make.long / 4 + y * make.spread[1])
            spot = middle + np.array(off) * wide
            _disc(picture, spot, make.radius * wide, make.pips[value])
            if make.hollow:
                shine = make.pips[value] + (255 - make.pips[value]) * make.hollow
                _disc(picture, spot - 0.3 * make.radius * wide, 0.45 * make.radius * wide, shine)
    return picture


def _clouds(generator: Generator, wide: int, high: int) -> Floats:
    """Return the drawing of stone (high x wide x 1), as strong as 1."""
    total: Floats = np.zeros((high, wide), np.float32)
    cells = generator.uniform(3, 14)
    for octave in range(3):
        down, across = (max(2, round(cells * 2**octave * side)) for side in (high / wide, 1.0))
        noise = generator.normal(0, 0.7**octave, (down, across)).astype(np.float32)
        total += cv2.resize(noise, (wide, high), interpolation=cv2.INTER_CUBIC)
    return total[..., None]


def _disc(picture: Floats, middle: Floats, radius: float, colour: Floats) -> None:
    at = (round(float(middle[0]) * 16 - 8), round(float(middle[1]) * 16 - 8))
    cv2.circle(picture, at, round(radius * 16), colour.tolist(), -1, cv2.LINE_AA, 4)


def paint(canvas: Floats, tile: Tile, view: View, generator: Generator, light: Floats) -> None:
    """Paint a tile onto a picture (H x W x 3 float32)."""
    top, back = tile.corners(1.0), tile.corners(-1.0)
    seen = {1.0: view.project(top), -1.0: view.project(back)}
    hull = cv2.convexHull(np.concatenate([seen[1.0], seen[-1.0]]))[:, 0]
    size = (canvas.shape[1], canvas.shape[0])
    low = np.maximum(np.floor(hull.min(axis=0) - 3), 0).astype(int)
    high = np.minimum(np.ceil(hull.max(axis=0) + 4), size).astype(int)
    if (high - low).min() < 3:
        return
    wide, tall = int(high[0] - low[0]), int(high[1] - low[1])
    mask = np.zeros((tall, wide), np.uint8)
    inner = hull + (hull.mean(axis=0) - hull) * 0.25 * tile.make.rounding
    fill(mask, inner - low, 255)
    patch = np.empty((tall, wide, 3), np.uint8)
    patch[:] = np.clip(tile.make.side * generator.uniform(0.5, 0.95), 0, 255)
    for n in range(4):
        quad = np.array([seen[1.0][n], seen[1.0][(n + 1) % 4], seen[-1.0][(n + 1) % 4], seen[-1.0][n]])
        middle = (top[n] + top[(n + 1) % 4]) / 2 - (top + back).mean(axis=0) / 2
        normal = middle / max(float(np.linalg.norm(middle)), 1e-6)
        if (view.lean @ normal)[2] > 0.02:
            shade = _shade(normal, light) * generator.uniform(0.85, 1.15)
            fill(patch, quad - low, np.clip(tile.make.side * shade, 0, 255).tolist())
    up = 1.0 if (view.lean @ tile.axes[2])[2] > 0 else -1.0
    if tile.make.bevel:
        _shoulder(patch, tile, view, up, low, light)
    drawn = face(tile.make, tile.values if tile.face_up == (up > 0) else (-1, -1), generator)
    corners = np.asarray(seen[up] - low, np.float32)
    source = np.array([(0, 0), (drawn.shape[1], 0), (drawn.shape[1], drawn.shape[0]), (0, drawn.shape[0])])
    source = source.astype(np.float32) - 0.5
    shade = _shade(up * tile.axes[2], light) * generator.uniform(0.95, 1.05)
    lit: Floats = np.clip(drawn * shade, 0, 255).astype(np.uint8)
    # Thinned first, for a warp takes single pixels only.
    shrink = float(np.sqrt(abs(cv2.contourArea(corners)) / (drawn.shape[0] * drawn.shape[1])))
    if shrink < 0.75:
        lit = cv2.GaussianBlur(lit, (0, 0), 0.45 / max(shrink, 0.1))
    warp = cv2.getPerspectiveTransform(source, corners)
    flat = cv2.warpPerspective(lit, warp, (wide, tall), borderMode=cv2.BORDER_REPLICATE)
    cover: Floats = np.zeros((tall, wide), np.uint8)
    inner = view.project(tile.corners(up, 0.6 * tile.make.bevel)) - low
    fill(cover, _rounded(np.asarray(inner, np.float32), tile.make.rounding), 255)
    if tile.make.bevel:
        cover = cv2.GaussianBlur(cover, (0, 0), max(0.3, 0.25 * tile.make.bevel * tile.width))
    share = cover.astype(np.float32)[..., None] / 255
    shown = patch + (flat.astype(np.float32) - patch) * share
    if tile.make.thick > 0.15 and generator.random() < 0.5:
        # A bevel catches the light along the edge of the face.
        edge = cv2.morphologyEx(cover, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).astype(np.float32) / 255
        shown += edge[..., None] * generator.uniform(-50, 70)
    if tile.make.gloss > 0.2 and generator.random() < 0.5:
        _glare(shown, generator, tile.width, tile.make.gloss)
    there = canvas[low[1] : high[1], low[0] : high[0]]
    there += (shown - there) * (mask.astype(np.float32)[..., None] / 255)


def _shoulder(patch: Floats, tile: Tile, view: View, up: float, low: Floats, light: Floats) -> None:
    """Paint the rounded edge between the sides and the face: each stretch of it looks half to its side."""
    bevel = tile.make.bevel
    outer = tile.corners(up) - up * bevel * tile.width * tile.axes[2]
    inner = tile.corners(up, bevel)
    far, near = view.project(outer) - low, view.project(inner) - low
    middle = inner.mean(axis=0)
    fill(patch, _rounded(view.project(tile.corners(up)) - low, tile.make.rounding), _lit(tile, up, light))
    for n in range(4):
        after = (n + 1) % 4
        aside = (inner[n] + inner[after]) / 2 - middle
        normal = aside / max(float(np.linalg.norm(aside)), 1e-6) + up * tile.axes[2]
        shade = _shade(normal / float(np.linalg.norm(normal)), light)
        quad = np.array([far[n], far[after], near[after], near[n]], np.float32)
        colour = tile.make.side * (shade + tile.make.gloss * 0.5 * max(shade - 0.85, 0.0))
        fill(patch, quad, np.clip(colour, 0, 255).tolist())


def _lit(tile: Tile, up: float, light: Floats) -> Any:
    return np.clip(tile.make.side * _shade(up * tile.axes[2], light), 0, 255).tolist()


def _shade(normal: Floats, light: Floats) -> float:
    return float(0.55 + 0.5 * max(float(normal @ light), 0.0))


def _rounded(corners: Floats, rounding: float) -> Floats:
    """Return a four-sided outline with its corners cut twice."""
    points = []
    for n in range(4):
        here, before, after = corners[n], corners[n - 1], corners[(n + 1) % 4]
        for other, far in ((before, 1.0), (before, 0.35), (after, 0.35), (after, 1.0)):
            step = (other - here) / max(float(np.linalg.norm(other - here)), 1e-6)
            reach = rounding * float(min(np.linalg.norm(before - here), np.linalg.norm(after - here)))
            points.append(here + step * reach * far)
    return np.array(points, np.float32)


def _glare(shown: Floats, generator: Generator, width: float, gloss: float) -> None:
    height, wide = shown.shape[:2]
    spot = np.zeros((height, wide), np.uint8)
    at = (int(generator.uniform(0, wide)), int(generator.uniform(0, height)))
    axes = (
        max(1, int(width * generator.uniform(0.1, 0.5))),
        max(1, int(width * generator.uniform(0.05, 0.3))),
    )
    cv2.ellipse(spot, at, axes, float(generator.uniform(0, 180)), 0, 360, 255, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), max(0.8, width * generator.uniform(0.05, 0.25)))
    shown += soft.astype(np.float32)[..., None] * (gloss * generator.uniform(0.2, 0.7))
