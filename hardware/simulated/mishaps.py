"""What can go wrong with a throw: the dice as they then lie, and what stands in the camera's way."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import cos, pi, sin
from typing import Literal, get_args

import numpy as np

from hardware.simulated.dice_geometry import turned_about
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.hands import Hand
from hardware.simulated.lens import Lens
from hardware.simulated.look import Lamp, Look
from hardware.simulated.placing import footprint, in_picture, lying, squares_apart, standing_square
from hardware.simulated.truth import upper_face

Mishap = Literal["cocked", "off_tray", "stacked", "hand_in_view", "lamp_off", "blurred", "glare"]
MISHAPS: tuple[Mishap, ...] = get_args(Mishap)


def cocked(generator: np.random.Generator, look: Look, bodies: tuple[DieBody, ...]) -> tuple[DieBody, ...]:
    """Return the dice with one of them leaning: on a neighbour's side where there is one, else on a crumb."""
    which = int(generator.integers(len(bodies)))
    lean = float(generator.uniform(0.35, 0.62))
    leant = leaning_on_another(generator, look, bodies, which, lean)
    return on_a_crumb(generator, bodies, which, lean) if leant is None else leant


def leaning_on_another(
    generator: np.random.Generator,
    look: Look,
    bodies: tuple[DieBody, ...],
    which: int,
    lean: float,
    supports: Collection[int] | None = None,
) -> tuple[DieBody, ...] | None:
    """Return the dice with one leaning so far (radians) on another one's side; None where no side is free.

    `supports` are the numbers of those that it may lean on, unless given all others.
    """
    others = [body for number, body in enumerate(bodies) if number != which]
    die = bodies[which]
    half = die.half
    ways = [
        (other, pi / 2 * int(quarter) + _yaw(other))
        for other in (others[int(number)] for number in generator.permutation(len(others)))
        for quarter in generator.permutation(4)
        if supports is None or any(other is bodies[number] for number in supports)
    ]
    up = half * (cos(lean) + sin(lean))
    for other, way in ways:
        out = np.array([cos(way), sin(way), 0.0])
        away = other.half + 2 * half * sin(lean) + half * (cos(lean) - sin(lean))
        middle = np.array([*other.middle[:2], 0.0]) + out * away + (0.0, 0.0, up)
        flat = lying(die.look, 1, float(middle[0]), float(middle[1]), way)
        square = footprint(die.look, float(middle[0]), float(middle[1]), way)
        free = all(squares_apart(square, standing_square(body), 1.0) for body in others if body is not other)
        if free and in_picture(look.lens, flat, 12.0):
            # The die turns about the edge next to its neighbour until its upper edge meets it.
            axis = np.cross([0.0, 0.0, 1.0], -out)
            return _replaced(bodies, which, DieBody(die.look, middle, _leaning(die, axis, lean, way)))
    return None


def on_a_crumb(
    generator: np.random.Generator, bodies: tuple[DieBody, ...], which: int, lean: float
) -> tuple[DieBody, ...]:
    """Return the dice with one leaning so far (radians) any way, where it lies."""
    die = bodies[which]
    angle = float(generator.uniform(0, 2 * pi))
    axis = np.array([cos(angle), sin(angle), 0.0])
    tilted = DieBody(die.look, die.middle.copy(), turned_about(axis, lean) @ die.rotation)
    tilted.middle[2] -= float(tilted.corners()[:, 2].min())
    return _replaced(bodies, which, tilted)


def _yaw(body: DieBody) -> float:
    """Return the direction of one of the level sides of a die that lies flat."""
    level = int(np.argmin(np.abs(body.rotation[2])))
    return float(np.arctan2(body.rotation[1, level], body.rotation[0, level]))


def _leaning(die: DieBody, axis: np.ndarray, lean: float, way: float) -> np.ndarray:
    """Return the rotation of a flat die whose sides are first turned along `way` and which then leans."""
    squared = turned_about(np.array([0.0, 0.0, 1.0]), way - _yaw(die)) @ die.rotation
    return turned_about(axis, lean) @ squared


def stacked(generator: np.random.Generator, bodies: tuple[DieBody, ...]) -> tuple[DieBody, ...]:
    """Return the dice with one lying on top of another, which it hides; a single die stays as it is."""
    if len(bodies) < 2:
        return bodies
    lower, upper = (int(number) for number in generator.choice(len(bodies), 2, replace=False))
    under, over = bodies[lower], bodies[upper]
    slide = generator.uniform(-0.18, 0.18, 2) * under.look.edge_mm
    middle = np.array([*(under.middle[:2] + slide), 2 * under.half + over.half])
    turn = turned_about(np.array([0.0, 0.0, 1.0]), float(generator.uniform(-0.5, 0.5)))
    return _replaced(bodies, upper, DieBody(over.look, middle, turn @ over.rotation))


def _replaced(bodies: tuple[DieBody, ...], which: int, body: DieBody) -> tuple[DieBody, ...]:
    return tuple(body if number == which else old for number, old in enumerate(bodies))


def hand_over(generator: np.random.Generator, lens: Lens, bodies: tuple[DieBody, ...]) -> Hand:
    """Return a hand that lies over one of the dice, or over the middle of the picture."""
    width, height = lens.size
    spot, edge = np.array([width / 2, height / 2]), 70.0
    if bodies:
        body = bodies[int(generator.integers(len(bodies)))]
        corners = upper_face(lens, body)
        spot, edge = corners.mean(axis=0), float(np.hypot(*(corners[1] - corners[0])))
    # It comes from the nearest side so that as much of the arm as possible is seen.
    away = spot - (width / 2, height / 2)
    angle = float(np.arctan2(away[1] or 1.0, away[0] or 1.0) + generator.normal(0, 0.3))
    size = float(np.clip(edge * generator.uniform(3.2, 4.4), 170, 340))
    out = np.array([cos(angle), sin(angle)])
    tip = spot - out * size * 0.75
    return Hand((float(tip[0]), float(tip[1])), angle, size, int(generator.integers(1 << 30)))


def withdrawn(hand: Hand, lens: Lens, share: float) -> Hand | None:
    """Return the hand on its way out of the picture (`share` 0 there, 1 gone), or None when it has gone."""
    if share >= 1:
        return None
    far = (lens.size[0] + 2 * hand.size) * share * share
    tip = (hand.tip[0] + far * cos(hand.comes_from), hand.tip[1] + far * sin(hand.comes_from))
    return replace(hand, tip=tip)


def glare_on(
    generator: np.random.Generator, lens: Lens, bodies: tuple[DieBody, ...], strength: float
) -> Lamp | None:
    """Return a lamp whose mirror image lies on the upper face of one of the dice.

    `strength` is how bright the image is; at 1 it is as white as the picture can show.
    """
    if not bodies:
        return None
    body = bodies[int(generator.integers(len(bodies)))]
    spot = upper_face_middle(body) + np.append(generator.normal(0, 0.22, 2) * body.look.edge_mm, 0.0)
    way = spot - lens.place
    way[2] = -way[2]
    place = spot + way * (900.0 / way[2])
    light = strength / (0.2 * body.look.gloss) * float(generator.uniform(0.8, 1.2))
    width = float(generator.uniform(160, 420)) * body.look.edge_mm / 16
    return Lamp((float(place[0]), float(place[1]), float(place[2])), width, (light, light, light * 0.96))


def upper_face_middle(body: DieBody) -> np.ndarray:
    """Return the highest middle of a face (mm)."""
    axis = int(np.argmax(np.abs(body.rotation[2])))
    sign = 1.0 if body.rotation[2, axis] > 0 else -1.0
    return body.middle + body.half * sign * body.rotation[:, axis]
