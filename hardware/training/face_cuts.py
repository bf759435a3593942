"""Single dice cut out of made-up pictures of both kinds, and what is none cut out beside them.

What is none is, beside what lies anywhere, what the other two readers take for a die there.  Half of the cuts
come from the scenes drawn fast (`hardware.training.scenes`), half from the simulated tables,
which light and mirror as rooms do.  The tables' seeds begin at `TABLES`; nothing is measured there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.look import DieLook, Level, Look, draw_look
from hardware.simulated.mat_print import with_mat
from hardware.simulated.mishaps import cocked, glare_on, hand_over, stacked
from hardware.simulated.picture import Moment
from hardware.simulated.truth import DieTruth, die_truth
from hardware.training.colouring import recoloured
from hardware.training.die_drawing import any_make
from hardware.training.face_mistakes import table_without_dice, taken_for_dice
from hardware.training.scenes import COCKED, IGNORE, UNREADABLE, Label, scene
from hardware.training.throws import Picture, cut_out, throws
from hardware.vision.dice_net import DiceNet

Generator = np.random.Generator

#: The first seed of the tables that are learnt from.
TABLES = 5_000_000
#: A cut shows so many edges of its die, and the die's edge is no larger in it than so many pixels.
_REACH, _FINE = 3.3, 40.0
#: What a cut shows beside the values 0 to 5 (of one to six pips): no upper face; or it is not asked.
NO_FACE, NOT_ASKED = 6, -1
#: What is nearer to an upper face's middle than this (edges) is neither a face well placed nor none.
_NEAR = 0.5
#: Throws onto a table, the share of scenes without dice, and the most mistakes learnt from a picture.
_THROWS, _WITHOUT_DICE, _MISTAKES = 4, 0.2, 3
#: A share of the tables have dice of any colours, which no maker would choose.
_ANY_COLOURS = 0.25


@dataclass(frozen=True)
class Cut:
    """A square picture with a die's middle in its middle: the die's edge in it (pixels), what it shows, and
    whether the die is cocked (1, 0, or `NOT_ASKED`)."""

    picture: Picture
    edge: float
    what: int
    cocked: int


@dataclass(frozen=True)
class Place:
    """A place in a picture: where, how large (pixels), what is there, and whether that is cocked."""

    x: float
    y: float
    edge: float
    what: int
    cocked: int


def _cut_out(image: Picture, place: Place) -> Cut:
    picture, edge = cut_out(image, (place.x, place.y), place.edge, _REACH, _FINE)
    return Cut(picture, edge, place.what, place.cocked)


def none_there(generator: Generator, size: tuple[int, int], dice: list[Place], count: int) -> list[Place]:
    """Return places (in a picture of a width and a height) where no upper face of that size is.

    Most are beside a die: its sides, the gap between it and the next one; or a die taken for too large or
    too small.
    """
    places: list[Place] = []
    for _ in range(4 * count):
        if len(places) == count:
            break
        near = dice[int(generator.integers(len(dice)))]
        kind = generator.random()
        x, y, edge = near.x, near.y, near.edge * float(np.exp(generator.normal(0, 0.2)))
        if kind < 0.6:
            angle, away = generator.uniform(0, 2 * np.pi), generator.uniform(_NEAR, 1.25) * near.edge
            x, y = x + float(np.cos(angle)) * away, y + float(np.sin(angle)) * away
        elif kind < 0.75:
            edge = near.edge * float(np.exp(generator.choice([-1, 1]) * generator.uniform(0.6, 1.1)))
        else:
            x, y = (float(generator.uniform(0, long)) for long in size)
        of_a_size = [die for die in dice if abs(np.log(die.edge / edge)) < 0.55]
        if all(np.hypot(die.x - x, die.y - y) > _NEAR * min(edge, die.edge) for die in of_a_size):
            places.append(Place(x, y, edge, NO_FACE, NOT_ASKED))
    return places


def mistakes(generator: Generator, image: Picture, dice: list[Place], net: DiceNet) -> list[Place]:
    """Return places that the other readers take for dice and where none of `dice` is."""
    places = taken_for_dice(generator, image, net)
    found = []
    for x, y, edge in generator.permutation(places).tolist():
        of_a_size = [die for die in dice if abs(np.log(die.edge / edge)) < 0.55]
        if all(np.hypot(die.x - x, die.y - y) > _NEAR * min(edge, die.edge) for die in of_a_size):
            found.append(Place(x, y, edge, NO_FACE, NOT_ASKED))
    return found[:_MISTAKES]


def label_place(label: Label) -> Place:
    if label.what == IGNORE:
        return Place(label.x, label.y, label.edge, NOT_ASKED, NOT_ASKED)
    if label.what == COCKED:
        return Place(label.x, label.y, label.edge, NOT_ASKED, 1)
    if label.what == UNREADABLE:
        return Place(label.x, label.y, label.edge, NO_FACE, NOT_ASKED)
    return Place(label.x, label.y, label.edge, label.what - 1, 0)


def from_scene(generator: Generator, net: DiceNet) -> list[Cut]:
    """Return the cuts of a scene drawn fast; none where its dice are of sizes that it does not label."""
    if generator.random() < _WITHOUT_DICE:
        image = table_without_dice(generator)
        return [_cut_out(image, place) for place in mistakes(generator, image, [], net)]
    image, labels = scene(generator, makes=any_make)
    dice = [label_place(label) for label in labels]
    if not dice or not all(15.0 < die.edge < 60.0 for die in dice):
        return []
    none = none_there(generator, (image.shape[1], image.shape[0]), dice, 1 + len(dice) // 4)
    none += mistakes(generator, image, dice, net)
    return [_cut_out(image, place) for place in (*dice, *none) if place.what >= 0 or place.cocked >= 0]


def some_look(generator: Generator, seed: int) -> Look:
    """Return a table's look: more gloss and more light than most, lamps that are mirrored in its dice, dice
    that touch, and one in five with a mat."""
    level: Level = ("plain", "usual", "usual", "hard")[int(generator.integers(4))]
    dice = int(generator.integers(2, 7))
    look = draw_look(seed, level, dice, (26.0, 95.0))
    camera = replace(look.camera, exposure=look.camera.exposure * float(np.exp(generator.normal(0.06, 0.2))))
    if generator.random() < 0.35:
        gloss = float(generator.uniform(0.05, 0.5))
        look = replace(look, dice=tuple(replace(die, gloss=gloss) for die in look.dice))
    touching = max(look.touching, float(generator.uniform(0, 0.6)))
    look = replace(look, camera=camera, may_be_cut=False, touching=touching)
    if generator.random() < 0.2:
        look = with_mat(look, str(generator.choice(["a4", "letter"])), generator)
    else:
        # A part of a picture is drawn far faster than a whole one.
        look = replace(look, tray=None, lens=replace(look.lens, size=(720, 540)))
    return mirrored(generator, look) if generator.random() < 0.5 else look


def mirrored(generator: Generator, look: Look) -> Look:
    """Return the look with its first lamp where level faces somewhere on the table mirror it to the lens."""
    width, height = look.lens.size
    pixel = generator.uniform((0.15 * width, 0.15 * height), (0.85 * width, 0.85 * height))
    spot = np.append(look.lens.table_points(pixel[None])[0], 0.0)
    way = spot - look.lens.place
    way[2] = -way[2]
    first = look.lamps[0]
    x, y, z = (spot + way * (first.place[2] / way[2])).tolist()
    return replace(look, lamps=(replace(first, place=(x, y, z)), *look.lamps[1:]))


def in_any_colours(generator: Generator, look: Look) -> Look:
    """Return a look whose dice have colours that can be told apart, be it by lightness or not: all the same,
    or each its own."""
    one = generator.random() < 0.5
    first = _any_colours(generator, look.dice[0])
    return replace(look, dice=tuple(first if one else _any_colours(generator, die) for die in look.dice))


def _any_colours(generator: Generator, die: DieLook) -> DieLook:
    make = any_make(generator)
    return replace(die, colour=_linear(make.colour), pip_colour=_linear(make.pip))


def _linear(colour: NDArray[Any]) -> tuple[float, float, float]:
    blue, green, red = (float(part) for part in np.clip(colour / 255, 0.02, 0.95) ** 2.2)
    return blue, green, red


def some_moment(generator: Generator, look: Look, bodies: tuple[DieBody, ...]) -> Moment:
    """Return what the camera sees of dice: in about every second throw something is wrong."""
    kind = generator.random()
    if kind < 0.2:
        return Moment(cocked(generator, look, bodies))
    if kind < 0.26:
        return Moment(stacked(generator, bodies))
    if kind < 0.52:
        lamp = glare_on(generator, look.lens, bodies, float(generator.uniform(0.2, 1.3)))
        return Moment(bodies, glare=(lamp,) if lamp else ())
    if kind < 0.58:
        return Moment(bodies, hand=hand_over(generator, look.lens, bodies))
    return Moment(bodies)


def place_of(true: DieTruth) -> Place:
    """Return where a die of a simulated table is, and what is asked about it."""
    what, leans = true.value - 1, int(true.cocked)
    if true.shown < 0.5:
        what, leans = NO_FACE, NOT_ASKED
    elif true.hidden or true.cut:
        what, leans = NOT_ASKED, NOT_ASKED
    elif true.washed:
        # What it shows is asked all the same: so the net learns how little can be told there.
        leans = NOT_ASKED
    elif true.cocked:
        what = NOT_ASKED
    return Place(*true.centre, true.edge_px, what, leans)


def from_table(generator: Generator, seed: int, net: DiceNet) -> list[Cut]:
    """Return the cuts of some throws onto one simulated table."""
    look = some_look(generator, seed)
    if generator.random() < _ANY_COLOURS:
        look = in_any_colours(generator, look)
    cuts: list[Cut] = []
    for moment, developed, image in throws(generator, look, _THROWS, partial(some_moment, generator, look)):
        dice = []
        for body, shown, contrast in zip(moment.dice, developed.shown, developed.contrasts, strict=True):
            dice.append(place_of(die_truth(look.lens, body, shown, contrast)))
        none = none_there(generator, look.lens.size, dice, 1 + len(dice) // 4)
        none += mistakes(generator, image, dice, net)
        cuts += [_cut_out(image, place) for place in (*dice, *none) if place.what >= 0 or place.cocked >= 0]
    return cuts


def _in_glare(generator: Generator, shown: NDArray[Any]) -> NDArray[Any]:
    """Return a picture of a die in which a square lamp with soft edges is mirrored, somewhere or all over."""
    side = shown.shape[0]
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    turn = float(generator.uniform(0, np.pi))
    c, s = np.cos(turn), np.sin(turn)
    x, y = generator.uniform(-0.35, 0.35, 2)
    half, soft = generator.uniform(0.1, 0.45, 2), float(generator.uniform(0.04, 0.35))
    aside = np.abs(c * (columns - x) + s * (rows - y))
    along = np.abs(c * (rows - y) - s * (columns - x))
    lit = np.clip(0.5 + (half[0] - aside) / soft, 0, 1) * np.clip(0.5 + (half[1] - along) / soft, 0, 1)
    colour = 255 + generator.normal(0, 8, 3)
    share = float(generator.uniform(0.2, 0.95)) * lit[..., None]
    return np.asarray(shown + share * (colour - shown), np.float32)


def altered(generator: Generator, picture: NDArray[Any]) -> NDArray[np.uint8]:
    """Return a picture of a die in other colours, light and focus: what it shows stays the same."""
    shown: NDArray[Any] = picture.astype(np.float32)
    shown = recoloured(generator, shown, 0.1, 0.15)
    if generator.random() < 0.3:
        shown = cv2.GaussianBlur(shown, (0, 0), float(generator.uniform(0.3, 1.2)))
    if generator.random() < 0.15:
        shown = _in_glare(generator, shown)
    if generator.random() < 0.15:
        # Pale dice are often as bright as the camera can tell; what pips are left tells enough.
        burnt = np.minimum(shown * float(generator.uniform(1.1, 1.6)), 255)
        low, high = np.percentile(burnt[12:-12, 12:-12].mean(axis=2), (2, 98))
        shown = burnt if high - low > 30 else shown
    shown = shown * float(np.exp(generator.normal(0, 0.25))) + float(generator.normal(0, 12))
    noise = generator.standard_normal(shown.shape, np.float32) * float(generator.uniform(0, 5))
    return np.clip(shown + noise, 0, 255).astype(np.uint8)
