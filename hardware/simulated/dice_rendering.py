"""Dice drawn as bodies: a ray a pixel is followed to a cube with rounded edges and lit there.

Everything happens in the die's own axes with half an edge as the unit, on the pixels of the die alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.dice_geometry import CORNERS, face_axes
from hardware.simulated.lens import Doubles, Floats, Lens
from hardware.simulated.look import Colour, DieLook, Lamp

_STEPS = 7


@dataclass(frozen=True)
class DieBody:
    """A die somewhere in the world: make, middle (mm) and rotation (its axes as columns)."""

    look: DieLook
    middle: Doubles
    rotation: Doubles

    @property
    def half(self) -> float:
        """Half an edge in mm."""
        return self.look.edge_mm / 2

    def corners(self, share: float = 1.0) -> Doubles:
        """Return the eight corners (mm) of the die, or of a smaller or larger cube about its middle."""
        corners: Doubles = self.middle + share * self.half * CORNERS @ self.rotation.T
        return corners

    def world(self, points: NDArray[np.floating]) -> Doubles:
        """Return world points (mm) of points in the die's own halves of an edge."""
        there: Doubles = self.middle + self.half * np.asarray(points) @ self.rotation.T
        return there


@dataclass(frozen=True)
class Surroundings:
    """What lights a die: lamps, light from above and the colour that comes back from the table.

    `glare` are lamps that are only seen mirrored, such as a bright window far away.
    """

    lamps: tuple[Lamp, ...]
    ambient: Colour
    table: Colour
    glare: tuple[Lamp, ...] = ()


@dataclass(frozen=True)
class DiePatch:
    """A drawn die: linear colours (not multiplied by `cover`), cover 0 to 1, its rectangle's first pixel."""

    left: int
    top: int
    colour: Floats
    cover: Floats


def _distance(points: Floats, rounding: float, ball: float) -> Floats:
    beyond = np.abs(points) - np.float32(1 - rounding)
    inner = np.minimum(beyond.max(axis=0), 0)
    outer = np.maximum(beyond, 0)
    distance = np.sqrt((outer * outer).sum(axis=0)) + inner - np.float32(rounding)
    if ball:
        distance = np.maximum(distance, np.sqrt((points * points).sum(axis=0)) - np.float32(ball))
    return np.asarray(distance, dtype=np.float32)


def _normals(points: Floats, rounding: float, ball: float) -> Floats:
    beyond = np.maximum(np.abs(points) - np.float32(1 - rounding), 0)
    largest = np.abs(points) >= np.abs(points).max(axis=0)
    outward = np.where(beyond.sum(axis=0) > 1e-5, beyond, largest) * np.sign(points)
    if ball:
        box = np.sqrt((beyond * beyond).sum(axis=0)) - np.float32(rounding)
        far = np.sqrt((points * points).sum(axis=0)) - np.float32(ball)
        outward = np.where(far > box, points, outward)
    length = np.sqrt((outward * outward).sum(axis=0)) + np.float32(1e-9)
    return np.asarray(outward / length, dtype=np.float32)


def _first_hits(
    eye: Floats, rays: Floats, rounding: float, ball: float, pixel: float
) -> tuple[Doubles, Floats, Floats]:
    """Follow rays (3 x n); return which of them touch the die, where (3 x m), and how much of the pixel."""
    reach = np.float32(1.0 + 1.5 * pixel)
    safe = np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    one, two = (-reach - eye[:, None]) / safe, (reach - eye[:, None]) / safe
    enter, leave = np.minimum(one, two).max(axis=0), np.maximum(one, two).min(axis=0)
    touched = np.flatnonzero(enter < leave)
    rays, along = rays[:, touched], enter[touched].astype(np.float32)
    best_distance = np.full(len(touched), np.inf, dtype=np.float32)
    best_along = along.copy()
    going = np.arange(len(touched))
    for _ in range(_STEPS):
        points = eye[:, None] + rays[:, going] * along[going]
        distance = _distance(points, rounding, ball)
        closer = distance < best_distance[going]
        best_distance[going[closer]] = distance[closer]
        best_along[going[closer]] = along[going[closer]]
        still = (distance > 0.002) & (distance < best_distance[going] + 0.3)
        going, distance = going[still], distance[still]
        if not len(going):
            break
        along[going] += distance
    cover = np.clip(1.0 - (best_distance - 0.004) / np.float32(pixel), 0, 1).astype(np.float32)
    seen = cover > 0.01
    return touched[seen], (eye[:, None] + rays[:, seen] * best_along[seen]).astype(np.float32), cover[seen]


def _mottled(points: Floats) -> Floats:
    x, y, z = points
    wave = np.sin(3.1 * x + 2.2 * np.sin(2.3 * y + 1.3)) + np.sin(2.7 * z + 1.9 * np.sin(3.3 * x + 0.5) + y)
    return np.asarray(0.5 + 0.25 * wave, dtype=np.float32)


def _paint(look: DieLook, points: Floats, normals: Floats, pixel: float) -> tuple[Floats, Floats, Floats]:
    """Return colour (3 x n), normals with hollows in the pips, and how much of each point is pip."""
    colour = np.repeat(np.array(look.colour, dtype=np.float32)[:, None], points.shape[1], axis=1)
    if look.mottle:
        veins = 1 + np.float32(look.mottle) * (_mottled(points) - 0.5) * 2
        colour *= veins
    sides = np.abs(points).argmax(axis=0)
    pip = np.zeros(points.shape[1], dtype=np.float32)
    bent = normals.copy()
    soft = np.float32(max(pixel, 0.015))
    for axis in range(3):
        first, second = face_axes(axis)
        for sign in (-1, 1):
            here = np.flatnonzero((sides == axis) & (points[axis] * sign > 0))
            if not len(here):
                continue
            across, along = points[first, here], points[second, here]
            bent[first, here] += np.float32(look.bulge) * across
            bent[second, here] += np.float32(look.bulge) * along
            value = look.layout.value_on(axis, sign)
            radius = np.float32(look.layout.pip_radius(value))
            for x, y in look.layout.pips(value):
                aside, below = across - np.float32(x), along - np.float32(y)
                far = np.sqrt(aside * aside + below * below)
                inside = np.clip((radius - far) / soft + 0.5, 0, 1)
                pip[here] = np.maximum(pip[here], inside)
                if look.hollow:
                    bowl = np.float32(-look.hollow) * inside / radius
                    bent[first, here] += bowl * aside
                    bent[second, here] += bowl * below
    bent /= np.sqrt((bent * bent).sum(axis=0)) + np.float32(1e-9)
    paint = np.array(look.pip_colour, dtype=np.float32)[:, None]
    return colour + (paint - colour) * pip, bent, pip


def _ghosts(look: DieLook, points: Floats, rays: Floats) -> Floats:
    """Return how much the pips of the far faces show through a clear die, 0 to 1."""
    bent = rays * np.float32(0.67) - np.float32(0.33) * np.sign(points) * (np.abs(points) > 0.9)
    bent = np.where(np.abs(bent) < 1e-6, np.float32(1e-6), bent)
    ways = (np.sign(bent) - points) / bent
    through = ways.argmin(axis=0)
    ends = points + bent * ways.min(axis=0)
    shown = np.zeros(points.shape[1], dtype=np.float32)
    for axis in range(3):
        first, second = face_axes(axis)
        for sign in (-1, 1):
            here = np.flatnonzero((through == axis) & (ends[axis] * sign > 0))
            if not len(here):
                continue
            value = look.layout.value_on(axis, sign)
            radius = look.layout.pip_radius(value)
            for x, y in look.layout.pips(value):
                far = np.hypot(ends[first, here] - np.float32(x), ends[second, here] - np.float32(y))
                shown[here] = np.maximum(shown[here], np.clip((radius - far) / 0.12 + 0.5, 0, 1))
    return shown


def _blocked(body: DieBody, other: DieBody, world: Floats, towards: Floats) -> Floats:
    """Return 1 where another die stands between world points (3 x n) and a lamp, else 0, softly."""
    turned = other.rotation.T.astype(np.float32) / np.float32(other.half)
    start = turned @ (world - other.middle.astype(np.float32)[:, None])
    way = turned @ towards
    way = np.where(np.abs(way) < 1e-9, np.float32(1e-9), way)
    reach = np.float32(0.94)
    one, two = (-reach - start) / way, (reach - start) / way
    enter = np.maximum(np.minimum(one, two).max(axis=0), 0)
    leave = np.maximum(one, two).min(axis=0)
    return np.asarray(np.clip((leave - enter) * np.float32(3.0 / body.look.edge_mm), 0, 1), dtype=np.float32)


def _glare(lamp: Lamp, world: Floats, mirrored: Floats, roughness: float, facing: Floats) -> Floats:
    """Return how much of a square lamp is mirrored to the eye, 0 to 1."""
    climb = np.maximum(mirrored[2], np.float32(0.02))
    way = (np.float32(lamp.place[2]) - world[2]) / climb
    soft = np.float32(lamp.width * 0.12) + np.abs(way) * np.float32(roughness)
    aside = np.abs(world[0] + mirrored[0] * way - np.float32(lamp.place[0]))
    along = np.abs(world[1] + mirrored[1] * way - np.float32(lamp.place[1]))
    half = np.float32(lamp.width / 2)
    lit = np.clip(0.5 + (half - aside) / soft, 0, 1) * np.clip(0.5 + (half - along) / soft, 0, 1)
    spread = np.minimum(np.float32(1.0), half / soft * 2)
    return np.asarray(lit * spread * (mirrored[2] > 0.05) * (facing > 0), dtype=np.float32)


def draw_die(
    lens: Lens, body: DieBody, others: tuple[DieBody, ...], around: Surroundings, spare: int = 0
) -> DiePatch | None:
    """Return a die as the lens sees it with `spare` pixels around it, or None when it is out of sight.

    `others` are the dice near enough to shade this one.
    """
    look = body.look
    pixels = lens.project(body.corners())
    left, top = np.floor(pixels.min(axis=0)).astype(int) - 2 - spare
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 3 + spare
    left, top = max(left, -spare), max(top, -spare)
    right, bottom = min(right, lens.size[0] + spare), min(bottom, lens.size[1] + spare)
    if right <= left or bottom <= top or lens.depth(body.middle) < 2 * look.edge_mm:
        return None
    width, height = int(right - left), int(bottom - top)
    rotation = body.rotation.astype(np.float32)
    rays = lens.rays(int(left), int(top), width, height).reshape(-1, 3) @ rotation
    rays /= np.sqrt((rays * rays).sum(axis=1, keepdims=True))
    eye = ((lens.place - body.middle) @ body.rotation / body.half).astype(np.float32)
    pixel = lens.depth(body.middle) / lens.focal / body.half
    where, points, share = _first_hits(eye, np.ascontiguousarray(rays.T), look.rounding, look.ball, pixel)
    colour = np.zeros((height * width, 3), dtype=np.float32)
    cover = np.zeros(height * width, dtype=np.float32)
    if len(where):
        hits = np.ascontiguousarray(rays[where].T)
        colour[where] = _light(body, others, around, points, hits, pixel).T
        cover[where] = share
    return DiePatch(int(left), int(top), colour.reshape(height, width, 3), cover.reshape(height, width))


def _light(
    body: DieBody,
    others: tuple[DieBody, ...],
    around: Surroundings,
    points: Floats,
    rays: Floats,
    pixel: float,
) -> Floats:
    """Return the light (3 x n) that comes from points of a die along the rays that found them."""
    look = body.look
    rotation = body.rotation.astype(np.float32)
    paint, normals, pip = _paint(look, points, _normals(points, look.rounding, look.ball), pixel)
    if look.clear:
        ghost = _ghosts(look, points, rays) * np.float32(look.clear) * (1 - pip)
        paint += (np.array(look.pip_colour, dtype=np.float32)[:, None] - paint) * ghost * np.float32(0.5)
    world = rotation @ points * np.float32(body.half) + body.middle.astype(np.float32)[:, None]
    facing = rotation @ normals
    incoming = rotation @ rays
    head_on = -(incoming * facing).sum(axis=0)
    mirrored = incoming + 2 * head_on * facing
    edge = np.float32(look.edge_mm)
    upward = facing[2] * np.float32(0.5) + np.float32(0.5)
    # Near the table a side sees little sky; what it sees of the table gives it the table's colour.
    open_sky = np.clip(np.float32(0.45) + np.float32(0.55) * world[2] / edge, 0.3, 1.0)
    for other in others:
        near = other.rotation.T.astype(np.float32) @ (world - other.middle.astype(np.float32)[:, None])
        apart = _distance((near / np.float32(other.half)).astype(np.float32), other.look.rounding, 0.0)
        open_sky = open_sky * np.clip(np.float32(0.4) + apart, 0.4, 1.0)
    sky = np.array(around.ambient, dtype=np.float32)[:, None]
    ground = np.array(around.table, dtype=np.float32)[:, None]
    soft_light = (sky * upward + ground * (1 - upward)) * open_sky
    light = soft_light.copy()
    shine = np.zeros_like(light)
    polish = np.float32(look.gloss) * (1 - 0.4 * pip)
    for lamp in around.lamps:
        towards = np.array(lamp.place, dtype=np.float32)[:, None] - world
        length = np.sqrt((towards * towards).sum(axis=0))
        towards /= length
        bright = np.array(lamp.light, dtype=np.float32)[:, None]
        fall = (np.float32(np.linalg.norm(lamp.place)) / length) ** 2
        open_way = np.ones_like(length)
        for other in others:
            open_way = open_way * (1 - np.float32(0.85) * _blocked(body, other, world, towards))
        lambert = np.clip((towards * facing).sum(axis=0), 0, 1)
        light += bright * (lambert * fall * open_way)
        strength = np.float32(9.0 / max(lamp.width / float(np.linalg.norm(lamp.place)), 0.15))
        shine += bright * (_glare(lamp, world, mirrored, look.roughness, lambert) * open_way * strength)
    for lamp in around.glare:
        bright = np.array(lamp.light, dtype=np.float32)[:, None]
        shine += bright * _glare(lamp, world, mirrored, look.roughness, facing[2])
    grazing = np.clip(1 - head_on, 0, 1) ** 4
    mirrored_sky = np.where(mirrored[2] > 0, sky, ground * np.float32(0.6)) * open_sky
    return np.asarray(
        paint * light + polish * (shine * np.float32(0.35) + grazing * mirrored_sky), dtype=np.float32
    )
