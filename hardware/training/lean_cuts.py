"""Single dice cut out of made-up pictures of both kinds, each with which way its upper face looks.

Half and half they come from the scenes drawn fast (`hardware.training.scenes`) and from the simulated tables,
which light, mirror and bend as rooms and lenses do.  The tables' seeds begin at `TABLES`; nothing is measured
there.  Of what lies on a table much leans a little and some leans far, so that what the net says is true of
every lean.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Lens
from hardware.simulated.look import Level, Look, draw_die_look, draw_look
from hardware.simulated.mat_print import with_mat
from hardware.simulated.mishaps import (
    glare_on,
    hand_over,
    leaning_on_another,
    on_a_crumb,
    stacked,
    upper_face_middle,
)
from hardware.simulated.picture import Moment
from hardware.simulated.truth import die_truth
from hardware.training.scenes import UNREADABLE, scene
from hardware.training.throws import Picture, cut_out, throws
from hardware.vision.leaning import seen_from

Generator = np.random.Generator

#: The first seed of the tables that are learnt from.
TABLES = 6_000_000
#: A cut shows so many edges of its die, and the die's edge is no larger in it than so many pixels.
_REACH, _FINE = 3.4, 36.0
#: Edges (pixels) of dice in the middle of a picture, how likely they touch at most, throws onto a table, and
#: how many dice there are.
_EDGES, _TOUCHING, _THROWS, _DICE = (15.0, 95.0), 0.9, 3, (3, 11)
#: The share of a face that must be seen where it is asked which way it looks.
SEEN = 0.6
#: Leans (radians): as of what nearly lies flat, and as of what leans on something.
_LITTLE, _MUCH = (0.0, 0.3), (0.2, 0.7)


@dataclass(frozen=True)
class LeanCut:
    """A square picture with the middle of a die's upper face in its middle.

    `edge` is the die's in it (pixels), `up` which way the face looks: to the right and downwards, (0, 0)
    straight at the camera.
    """

    picture: Picture
    edge: float
    up: tuple[float, float]


def way_up(lens: Lens, body: DieBody) -> tuple[float, float]:
    """Return which way a die's upper face looks, seen along the line of sight to its middle."""
    axis = int(np.argmax(np.abs(body.rotation[2])))
    normal = body.rotation[:, axis] * np.sign(body.rotation[2, axis])
    ray = lens.axes @ (upper_face_middle(body) - lens.place)
    right, down = seen_from(ray[None] / np.linalg.norm(ray), (lens.axes @ normal)[None])[0].tolist()
    return right, down


@dataclass(frozen=True)
class Found:
    """How a die is shown in a lesson: which middle and edge (pixels of its cut) it is taken to have, by how
    much it is turned (radians), and whether in a mirror."""

    middle: list[float]
    edge: float
    turn: float
    mirrored: bool

    def way(self, up: tuple[float, float]) -> tuple[float, float]:
        """Return which way its upper face looks then that looked `up`."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        right, down = (-up[0] if self.mirrored else up[0]), up[1]
        return float(c * right - s * down), float(s * right + c * down)


def as_found(
    generator: Generator,
    picture: Picture,
    edge: float,
    usual: tuple[float, float],
    worse: tuple[float, float],
) -> Found:
    """Return how a die in the middle of a cut is shown: any way round, and a little off, as readers find it.

    Four of five times its middle (edges) and the logarithm of its edge are off with the `usual` standard
    deviations, else with the `worse` ones, as of dice that lean.
    """
    mirrored, turn = bool(generator.random() < 0.5), float(generator.uniform(0, 2 * np.pi))
    half = (picture.shape[0] - 1) / 2
    off, off_edge = usual if generator.random() < 0.8 else worse
    middle = np.array([half, half]) + generator.normal(0, off, 2) * edge
    return Found(middle.tolist(), edge * float(np.exp(generator.normal(0, off_edge))), turn, mirrored)


def from_scene(generator: Generator) -> list[LeanCut]:
    """Return the cuts of a scene drawn fast."""
    image, labels = scene(generator)
    return [
        _cut_out(image, (label.x, label.y), label.edge, label.up)
        for label in labels
        if label.what != UNREADABLE
    ]


def from_table(generator: Generator, seed: int) -> list[LeanCut]:
    """Return the cuts of some throws onto one simulated table."""
    look = some_look(generator, seed)
    cuts: list[LeanCut] = []
    for moment, developed, image in throws(generator, look, _THROWS, partial(some_moment, generator, look)):
        for body, shown in zip(moment.dice, developed.shown, strict=True):
            true = die_truth(look.lens, body, shown)
            if shown >= SEEN and not true.cut:
                cuts.append(_cut_out(image, true.centre, true.edge_px, way_up(look.lens, body)))
    return cuts


def some_moment(generator: Generator, look: Look, bodies: tuple[DieBody, ...]) -> Moment:
    """Return what the camera sees of dice of which some lean, and some stand in a lamp's mirror image."""
    kind = generator.random()
    if kind < 0.1:
        return Moment(stacked(generator, bodies))
    if kind < 0.65:
        bodies = _some_leaning(generator, look, bodies)
    lamp = None
    if generator.random() < 0.15:
        lamp = glare_on(generator, look.lens, bodies, float(generator.uniform(0.4, 1.2)))
    hand = hand_over(generator, look.lens, bodies) if generator.random() < 0.04 else None
    return Moment(bodies, glare=(lamp,) if lamp else (), hand=hand)


def _some_leaning(generator: Generator, look: Look, bodies: tuple[DieBody, ...]) -> tuple[DieBody, ...]:
    """Return dice of which up to half lean, on those that lie flat or where they lie."""
    order = [int(number) for number in generator.permutation(len(bodies))]
    leaning = order[: int(generator.integers(1, 1 + (len(bodies) + 1) // 2))]
    flat = [number for number in order if number not in leaning]
    for which in leaning:
        if generator.random() < 0.55:
            leant = leaning_on_another(generator, look, bodies, which, float(generator.uniform(*_MUCH)), flat)
            bodies = bodies if leant is None else leant
            continue
        lean = float(generator.uniform(*(_LITTLE if generator.random() < 0.5 else _MUCH)))
        near = min(
            (
                float(np.hypot(*(bodies[which].middle - other.middle)[:2]))
                for number, other in enumerate(bodies)
                if number != which
            ),
            default=np.inf,
        )
        # A die that turns takes more room, so what stands close to it is left alone.
        if near > (1.0 + lean) * bodies[which].look.edge_mm:
            bodies = on_a_crumb(generator, bodies, which, lean)
    return bodies


def some_look(
    generator: Generator, seed: int, edges: tuple[float, float] = _EDGES, touching: float = _TOUCHING
) -> Look:
    """Return a table's look: dice of any size and often of many makes, seen as widely as by any camera, and
    one table in five with a mat."""
    level: Level = ("plain", "usual", "usual", "hard")[int(generator.integers(4))]
    edge = float(np.exp(generator.uniform(*np.log(edges))))
    count = int(generator.integers(*_DICE))
    look = draw_look(seed, level, count, (edge, edge))
    if generator.random() < 0.6:
        look = replace(look, dice=tuple(draw_die_look(generator, level) for _ in range(count)))
    if generator.random() < 0.35:
        gloss = float(generator.uniform(0.05, 0.5))
        look = replace(look, dice=tuple(replace(die, gloss=gloss) for die in look.dice))
    touches = max(look.touching, float(generator.uniform(0, touching)))
    exposure = look.camera.exposure * float(np.exp(generator.normal(0.05, 0.25)))
    look = replace(look, camera=replace(look.camera, exposure=exposure), may_be_cut=False, touching=touches)
    if generator.random() < 0.2:
        look = with_mat(look, str(generator.choice(["a4", "a4", "letter"])), generator)
    else:
        # A smaller picture is drawn far faster; nearer by as much it takes in as much of the table.
        near = float(generator.uniform(0.5, 0.9))
        lens = look.lens
        lens = replace(lens, size=(720, 540), focal=near * lens.focal, distance=near * lens.distance)
        look = replace(look, tray=None, lens=lens)
    return look


def _cut_out(image: Picture, middle: tuple[float, float], edge: float, up: tuple[float, float]) -> LeanCut:
    return LeanCut(*cut_out(image, middle, edge, _REACH, _FINE), up)
