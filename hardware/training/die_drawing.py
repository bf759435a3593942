"""Dice drawn fast: rounded cubes of many makes in any pose, good enough to teach a net and no better.

Lengths are in halves of an edge, colours are BGR from 0 to 255 in float32, generators are NumPy's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

CUBE = np.array(list(product((-1.0, 1.0), repeat=3)), np.float32)
#: Normal, and the two directions in which a face's own places are counted; index 0 is the upper face.
FACES = np.array(
    [
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, 1]],
        [[0, 0, -1], [1, 0, 0], [0, -1, 0]],
    ],
    np.float32,
)
_TURN = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_CIRCLE = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1).astype(np.float32)
_SHIFT = 4
#: How much blue, green and red count for how light a colour looks.
_LIGHT = np.array([0.11, 0.59, 0.3], np.float32)
#: No lens of a table's camera sees further aside than this (radians).
_MOST_ASIDE = 0.6


@dataclass
class Make:
    """How the dice of one throw are made; `spread` and `radius` of pips in halves of an edge."""

    colour: Floats
    pip: Floats
    spread: float
    radius: float
    one: float
    one_colour: Floats
    six: tuple[float, float]
    rounding: float
    ball: bool
    gloss: float
    hollow: float
    sparkle: float
    clear: float
    grain: str
    mirrored: bool


@dataclass
class View:
    """How the table is seen: `axes` (3 x 3) turns the world to right, down and towards the camera.

    That holds at the pixel `centre`; away from it a near camera looks at dice more from the side, by `turn`
    radians a pixel.
    """

    axes: Floats
    away: float
    squeeze: Floats
    light: Floats
    dim: float
    centre: Floats
    turn: float

    def axes_at(self, place: Floats) -> Floats:
        """Return the axes with which a camera sees what is at a pixel."""
        off = (np.asarray(place, np.float32) - self.centre) * self.turn
        angle = float(np.hypot(*off))
        if angle < 1e-4:
            return self.axes
        angle, (right, down) = min(angle, _MOST_ASIDE), off / angle
        k = np.array([[0, 0, right], [0, 0, down], [-right, -down, 0]], np.float32)
        turned = np.eye(3, dtype=np.float32) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)
        return np.asarray(turned @ self.axes)


@dataclass
class Die:
    """One die: value of its upper face, place of its middle in pixels, edge in pixels, pose (3 x 3)."""

    value: int
    place: Floats
    edge: float
    pose: Floats
    make: Make
    sides: list[int] = field(default_factory=list)

    def project(self, view: View, points: Floats) -> Floats:
        """Return the pixels (N x 2) of places on the die (N x 3, halves of an edge)."""
        seen = (points @ self.pose.T) @ view.axes_at(self.place).T
        near = 1.0 / (1.0 - seen[:, 2:] / view.away)
        return np.asarray(self.place + (seen[:, :2] * near) @ view.squeeze.T * (self.edge / 2))


def some_colour(generator: np.random.Generator) -> Floats:
    """Return any colour, greys and strong ones alike."""
    hue = generator.uniform(0, 180)
    full = float(generator.choice([generator.uniform(0, 40), generator.uniform(80, 255)]))
    hsv = np.array([[[hue, full, generator.uniform(15, 255)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _pale(generator: np.random.Generator) -> Floats:
    warm = generator.uniform(0, 45)
    level = generator.uniform(165, 250)
    return np.array([level - warm, level - warm * 0.3, level], np.float32)


def _dark(generator: np.random.Generator) -> Floats:
    return np.asarray(generator.uniform(5, 50) + generator.uniform(-6, 6, 3), np.float32).clip(0, 255)


def some_make(generator: np.random.Generator) -> Make:
    """Return the make of a die: pale ones with dark pips half of the time, else anything that can be told."""
    kind = generator.random()
    if kind < 0.42:
        colour, pip = _pale(generator), _dark(generator)
    elif kind < 0.58:
        colour, pip = some_colour(generator), _pale(generator)
    elif kind < 0.68:
        colour, pip = _dark(generator), _pale(generator)
    else:
        colour, pip = some_colour(generator), some_colour(generator)
    for _ in range(20):
        if np.abs(colour - pip).max() > 60 and abs(float(colour.mean() - pip.mean())) > 25:
            break
        pip = some_colour(generator) if generator.random() < 0.5 else _pale(generator)
    spread = generator.uniform(0.42, 0.62)
    radius = generator.uniform(0.13, 0.225)
    along, across = spread * generator.uniform(0.85, 1.1), spread * generator.uniform(0.72, 1.08)
    if generator.random() < 0.25:
        # Some makers print a six so close that its pips run into each other.
        along = 2 * radius * generator.uniform(0.92, 1.25)
    one_colour = np.array([30, 20, generator.uniform(120, 220)], np.float32)
    clear = generator.uniform(0.15, 0.6) if generator.random() < 0.14 else 0.0
    return Make(
        colour=colour,
        pip=pip,
        spread=spread,
        radius=radius,
        one=radius * float(generator.choice([1.0, 1.0, generator.uniform(1.0, 1.8)])),
        one_colour=one_colour if generator.random() < 0.06 and colour.mean() > 130 else pip,
        six=(max(along, 1.9 * radius), across),
        rounding=generator.uniform(0.05, 0.42),
        ball=bool(generator.random() < 0.25),
        gloss=float(generator.choice([0.0, generator.uniform(0.0, 0.5), generator.uniform(0.3, 1.0)])),
        hollow=float(generator.choice([0.0, generator.uniform(0.0, 0.7)])),
        sparkle=float(generator.choice([0.0, 0.0, generator.uniform(0.2, 1.0)])),
        clear=clear,
        grain=str(generator.choice(["", "", "", "", "wood", "metal", "marble", "speckle"])),
        mirrored=bool(generator.random() < 0.2),
    )


def any_make(generator: np.random.Generator) -> Make:
    """Return the make of a die, some of them with pips about as light as its faces, and of another colour."""
    make = some_make(generator)
    if generator.random() < 0.15:
        for _ in range(40):
            make.colour, make.pip = some_colour(generator), some_colour(generator)
            lighter = abs(float((make.colour - make.pip) @ _LIGHT))
            if lighter < 30 and np.abs(make.colour - make.pip).max() > 60:
                break
        make.one_colour = make.pip
    return make


def pip_places(make: Make, value: int, quarter: int) -> Floats:
    """Return the places of a face's pips (N x 2), turned by quarters."""
    s = make.spread
    corner = [(-s, -s), (s, s)]
    if value in (4, 5):
        corner += [(s, -s), (-s, s)]
    if value == 6:
        a, b = make.six
        corner = [(x, y) for x in (-b, b) for y in (-a, 0.0, a)]
    places = np.array(([(0.0, 0.0)] if value % 2 else []) + (corner if value > 1 else []), np.float32)
    if make.mirrored:
        places[:, 0] *= -1
    c, q = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarter % 4]
    return np.asarray(places @ np.array([[c, q], [-q, c]], np.float32))


def rounded_hull(die: Die, view: View) -> Floats:
    """Return the outline of a die in the picture: corners drawn in, and a circle round each."""
    rounding = die.make.rounding
    inner = die.project(view, CUBE * (1 - rounding))
    circle = (_CIRCLE * rounding * die.edge / 2) @ view.squeeze.T
    points = (inner[:, None] + circle).reshape(-1, 2).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0])


def fill(image: Floats, polygon: Floats, colour: Any) -> None:
    """Fill a polygon (N x 2 pixels, in fractions) of an 8-bit picture with soft edges."""
    cv2.fillPoly(image, [np.rint(polygon * (1 << _SHIFT)).astype(np.int32)], colour, cv2.LINE_AA, _SHIFT)


def paint(canvas: Floats, die: Die, view: View, generator: np.random.Generator) -> None:
    """Paint a die onto a picture (H x W x 3 float32)."""
    height, width = canvas.shape[:2]
    hull = rounded_hull(die, view)
    low = np.maximum(np.floor(hull.min(axis=0) - 4), 0).astype(int)
    high = np.minimum(np.ceil(hull.max(axis=0) + 5), (width, height)).astype(int)
    if (high - low).min() < 3:
        return
    shape = (int(high[1] - low[1]), int(high[0] - low[0]))
    mask = np.zeros(shape, np.uint8)
    fill(mask, hull - low, 255)
    make = die.make
    normals = FACES[:, 0] @ die.pose.T
    shades = _shades(normals, view, generator, make.gloss)
    facing = normals @ view.axes_at(die.place)[2]
    visible = sorted((n for n in range(6) if facing[n] > 0.02), key=lambda n: float(facing[n]))
    patch = np.empty((*shape, 3), np.uint8)
    patch[:] = np.clip(make.colour * shades[visible].mean(), 0, 255)
    for number in visible:
        normal, right, up = FACES[number]
        if make.ball:
            square = _CIRCLE * generator.uniform(0.98, 1.1)
        else:
            reach = 1 - 0.35 * make.rounding
            square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * reach
        corners = die.project(view, normal + square[:, :1] * right + square[:, 1:] * up)
        fill(patch, corners - low, np.clip(make.colour * shades[number], 0, 255).tolist())
    soft = max(0.3, 0.22 * make.rounding * die.edge)
    body = cv2.GaussianBlur(patch, (0, 0), soft).astype(np.float32)
    body = _grained(body, make, die.edge, generator)
    if make.clear:
        body = _ghosts(body, die, view, low, generator)
    flat = np.clip(body, 0, 255).astype(np.uint8)
    for number in visible:
        _pips(flat, die, view, number, shades[number], low, generator)
    shown = flat.astype(np.float32)
    if make.gloss > 0.25 and generator.random() < 0.6:
        _glare(shown, die.edge, make.gloss, generator)
    alpha = mask.astype(np.float32)[..., None] / 255
    if make.clear:
        alpha *= 1 - 0.5 * make.clear * generator.random()
    there = canvas[low[1] : high[1], low[0] : high[0]]
    there += (shown - there) * alpha


def _shades(normals: Floats, view: View, generator: np.random.Generator, gloss: float) -> Floats:
    lit = np.maximum(normals @ view.light, 0.0)
    shade = view.dim + (1.05 - view.dim) * lit / max(float(view.light[2]), 0.3)
    shade = shade * generator.uniform(0.93, 1.07, 6)
    if gloss > 0.5:
        shade[1:5] *= generator.uniform(0.6, 1.4, 4)
    return np.asarray(np.clip(shade, 0.05, 1.25))


def _grained(body: Floats, make: Make, edge: float, generator: np.random.Generator) -> Floats:
    height, width = body.shape[:2]
    ramp = np.linspace(-1, 1, width, dtype=np.float32) * generator.normal(0, 0.06)
    body = body * (
        1 + ramp[None, :, None] + np.linspace(-1, 1, height)[:, None, None] * generator.normal(0, 0.06)
    )
    if not make.grain:
        return np.asarray(body)
    fine = {"wood": (3, 14), "metal": (2, 30), "marble": (4, 4), "speckle": (40, 40)}[make.grain]
    noise = generator.normal(0, 1, (fine[0], fine[1], 1 if make.grain != "marble" else 3)).astype(np.float32)
    if generator.random() < 0.5:
        noise = noise.transpose(1, 0, 2)
    veins = cv2.resize(np.ascontiguousarray(noise), (width, height), interpolation=cv2.INTER_CUBIC)
    strength = {"wood": 14, "metal": 26, "marble": 22, "speckle": 14}[make.grain] * generator.uniform(
        0.3, 1.1
    )
    return np.asarray(body + strength * veins.reshape(height, width, -1))


def _ghosts(body: Floats, die: Die, view: View, low: Floats, generator: np.random.Generator) -> Floats:
    """Pips of the far faces, seen dimly through a clear die."""
    ghost = np.zeros(body.shape[:2], np.uint8)
    for number in range(1, 6):
        normal, right, up = FACES[number]
        value = 7 - die.value if number == 5 else die.sides[number - 1]
        for place in pip_places(die.make, value, number):
            spots = place + _CIRCLE * die.make.radius
            points = 0.85 * normal + spots[:, :1] * right + spots[:, 1:] * up
            fill(ghost, die.project(view, points * (0.7, 0.7, 0.8)) - low, 255)
    veil = cv2.GaussianBlur(ghost, (0, 0), max(0.5, die.edge * generator.uniform(0.01, 0.05)))
    strength = veil.astype(np.float32)[..., None] / 255 * die.make.clear * generator.uniform(0.2, 0.8)
    glow = 1 + 0.5 * die.make.clear * generator.normal(0, 0.5)
    return np.asarray(body * glow * (1 - strength) + die.make.pip * strength)


def _pips(
    flat: Floats, die: Die, view: View, number: int, shade: float, low: Floats, generator: np.random.Generator
) -> None:
    make = die.make
    value = die.value if number == 0 else 7 - die.value if number == 5 else die.sides[number - 1]
    normal, right, up = FACES[number]
    radius = make.one if value == 1 else make.radius
    colour = make.one_colour if value == 1 else make.pip
    base = np.clip(colour * (0.35 + 0.65 * shade), 0, 255)
    drift = generator.normal(0, 0.35, 2)
    wear = 1.0 if generator.random() < 0.9 else generator.uniform(0.5, 1.0)
    if wear < 1.0:
        base = base * wear + make.colour * shade * (1 - wear)
    quarter = int(generator.integers(4)) if value in (2, 3, 6) else 0
    for place in pip_places(make, value, quarter):
        where = place + generator.normal(0, 0.006, 2)
        spots = where + _CIRCLE * radius
        corners = die.project(view, normal + spots[:, :1] * right + spots[:, 1:] * up) - low
        fill(flat, corners, base.tolist())
        if make.hollow:
            inner = where + (_CIRCLE * 0.72 + drift * 0.3) * radius
            shadow = np.clip(
                base + (make.colour - base) * 0.3 * make.hollow * generator.uniform(-0.6, 1), 0, 255
            )
            fill(
                flat,
                die.project(view, normal + inner[:, :1] * right + inner[:, 1:] * up) - low,
                shadow.tolist(),
            )
        if make.sparkle and generator.random() < 0.85:
            spark = where + (_CIRCLE * generator.uniform(0.12, 0.4) * make.sparkle + drift * 0.6) * radius
            light = np.clip(base + (255 - base) * generator.uniform(0.3, 1.0), 0, 255)
            fill(
                flat,
                die.project(view, normal + spark[:, :1] * right + spark[:, 1:] * up) - low,
                light.tolist(),
            )


def _glare(shown: Floats, edge: float, gloss: float, generator: np.random.Generator) -> None:
    height, width = shown.shape[:2]
    spot = np.zeros((height, width), np.uint8)
    size = edge * generator.uniform(0.06, 0.35, 2)
    middle = generator.uniform(0.15, 0.85, 2) * (width, height)
    box = cv2.boxPoints((middle.tolist(), (2 * size).tolist(), generator.uniform(0, 180)))
    fill(spot, np.asarray(box, np.float32), 255)
    veil = cv2.GaussianBlur(spot, (0, 0), max(0.6, edge * generator.uniform(0.01, 0.1))).astype(np.float32)
    shown += (255 - shown) * (veil[..., None] / 255 * gloss * generator.uniform(0.3, 1.0))
