"""Dice drawn as bodies: a ray a pixel is followed to a cube with rounded edges and lit there.

Everything happens in the die's own axes with half an edge as the unit, on the pixels of the die alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.dice_geometry import CORNERS, face_axes
from hardware.simulated.layering import Patch
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


def _largest(points: Floats) -> Floats:
    # Three rows: two maxima are much faster than a reduction along the short axis.
    largest: Floats = np.maximum(np.maximum(points[0], points[1]), points[2])
    return largest


def _length(points: Floats) -> Floats:
    length: Floats = np.sqrt(points[0] * points[0] + points[1] * points[1] + points[2] * points[2])
    return length


def _dot(one: Floats, other: Floats) -> Floats:
    product: Floats = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
    return product


def _distance(points: Floats, rounding: float, ball: float) -> Floats:
    """Return how far points (3 x n) are from a cube with rounded edges, cut by a ball where there is one."""
    beyond = np.abs(points)
    beyond -= np.float32(1 - rounding)
    inner = np.minimum(_largest(beyond), 0)
    distance = _length(np.maximum(beyond, 0)) + inner - np.float32(rounding)
    if ball:
        distance = np.maximum(distance, _length(points) - np.float32(ball))
    return distance


def _normals(points: Floats, rounding: float, ball: float) -> Floats:
    size = np.abs(points)
    beyond = np.maximum(size - np.float32(1 - rounding), 0)
    outward = np.where(beyond[0] + beyond[1] + beyond[2] > 1e-5, beyond, size >= _largest(size))
    outward = np.copysign(outward, points)
    if ball:
        on_ball = _length(points) - np.float32(ball) > _length(beyond) - np.float32(rounding)
        outward = np.where(on_ball, points, outward)
    return np.asarray(outward / (_length(outward) + np.float32(1e-9)), dtype=np.float32)


def _first_hits(
    eye: Floats, rays: Floats, rounding: float, ball: float, pixel: float
) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Follow rays (3 x n); return which of them touch the die, where (3 x m), and how much of the pixel."""
    reach = np.float32(1.0 + 1.5 * pixel)
    inverse = np.float32(1) / np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    middle = np.asarray(-eye[:, None] * inverse, dtype=np.float32)
    half = np.asarray(np.abs(inverse) * reach, dtype=np.float32)
    along = _largest(middle - half)
    touched = np.flatnonzero(along < -_largest(-middle - half))
    rays, along = rays[:, touched], along[touched]
    best_distance = np.full(len(touched), np.inf, dtype=np.float32)
    best_along = along.copy()
    going = np.arange(len(touched))
    ways, here, nearest = rays, along, best_distance
    for _ in range(_STEPS):
        distance = _distance(eye[:, None] + ways * here, rounding, ball)
        closer = distance < nearest
        best_distance[going] = np.where(closer, distance, nearest)
        best_along[going] = np.where(closer, here, best_along[going])
        still = np.flatnonzero((distance > 0.002) & (distance < nearest + np.float32(0.3)))
        if not len(still):
            break
        going, ways, here = going[still], ways[:, still], here[still] + distance[still]
        nearest = best_distance[going]
    cover = np.clip(1 - (best_distance - np.float32(0.004)) / np.float32(pixel), 0, 1)
    seen = cover > 0.01
    return touched[seen], eye[:, None] + rays[:, seen] * best_along[seen], cover[seen]


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
    bent /= _length(bent) + np.float32(1e-9)
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
    enter = np.maximum(_largest(np.minimum(one, two)), 0)
    leave = -_largest(-np.maximum(one, two))
    return np.asarray(np.clip((leave - enter) * np.float32(3.0 / body.look.edge_mm), 0, 1), dtype=np.float32)


def mirrored_lamp(lamp: Lamp, world: Floats, mirrored: Floats, roughness: float, facing: Floats) -> Floats:
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
) -> Patch | None:
    """Return a die as the lens sees it with `spare` pixels around it, or None when it is out of sight.

    `others` are the dice near enough to shade this one.
    """
    look = body.look
    if lens.depth(body.middle) < 2 * look.edge_mm:
        return None
    pixels = lens.project(body.corners())
    left, top = (int(edge) for edge in np.floor(pixels.min(axis=0)) - 2)
    right, bottom = (int(edge) for edge in np.ceil(pixels.max(axis=0)) + 3)
    left, top = max(left, -spare), max(top, -spare)
    right, bottom = min(right, lens.size[0] + spare), min(bottom, lens.size[1] + spare)
    if right <= left or bottom <= top:
        return None
    size = (bottom - top + 2 * spare, right - left + 2 * spare)
    left, top = left - spare, top - spare
    inside = np.zeros(size, dtype=np.uint8)
    hull = cv2.convexHull(np.rint((pixels - (left, top)) * 16).astype(np.int32))
    cv2.fillConvexPoly(inside, hull, 1, cv2.LINE_8, 4)
    cv2.polylines(inside, [hull], True, 1, 3, cv2.LINE_8, 4)
    rows, columns = np.nonzero(inside)
    rotation = body.rotation.astype(np.float32)
    rays = np.ascontiguousarray((lens.rays_of(columns + left, rows + top) @ rotation).T)
    rays /= _length(rays)
    eye = ((lens.place - body.middle) @ body.rotation / body.half).astype(np.float32)
    pixel = lens.depth(body.middle) / lens.focal / body.half
    where, points, share = _first_hits(eye, rays, look.rounding, look.ball, pixel)
    colour = np.zeros((*size, 3), dtype=np.float32)
    cover = np.zeros(size, dtype=np.float32)
    if len(where):
        colour[rows[where], columns[where]] = _light(body, others, around, points, rays[:, where], pixel).T
        cover[rows[where], columns[where]] = share
    return Patch(left, top, colour, cover)


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
    head_on = -_dot(incoming, facing)
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
        length = _length(towards)
        towards /= length
        bright = np.array(lamp.light, dtype=np.float32)[:, None]
        fall = (np.float32(np.linalg.norm(lamp.place)) / length) ** 2
        open_way = np.ones_like(length)
        for other in others:
            open_way = open_way * (1 - np.float32(0.85) * _blocked(body, other, world, towards))
        lambert = np.clip(_dot(towards, facing), 0, 1)
        light += bright * (lambert * fall * open_way)
        strength = np.float32(9.0 / max(lamp.width / float(np.linalg.norm(lamp.place)), 0.15))
        shine += bright * (
            mirrored_lamp(lamp, world, mirrored, look.roughness, lambert) * open_way * strength
        )
    for lamp in around.glare:
        bright = np.array(lamp.light, dtype=np.float32)[:, None]
        shine += bright * mirrored_lamp(lamp, world, mirrored, look.roughness, facing[2])
    grazing = np.clip(1 - head_on, 0, 1) ** 4
    mirrored_sky = np.where(mirrored[2] > 0, sky, ground * np.float32(0.6)) * open_sky
    return np.asarray(
        paint * light + polish * (shine * np.float32(0.35) + grazing * mirrored_sky), dtype=np.float32
    )
