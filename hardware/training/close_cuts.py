"""Single dice for the closest look, cut finely out of made-up pictures: what each shows, whether it is
cocked, and which way its upper face looks.

The tables are those that lean is learnt from (`hardware.training.lean_cuts`), with more that touch, more
lamps that are mirrored in dice, and dice of any colours; the scenes drawn fast have what is taken for dice
beside them (`hardware.training.face_cuts`).  The tables' seeds begin at `TABLES`; nothing is measured there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from hardware.simulated.look import Look
from hardware.simulated.truth import die_truth, lean_degrees
from hardware.training.die_drawing import any_make, some_make
from hardware.training.face_cuts import (
    NO_FACE,
    NOT_ASKED,
    Place,
    in_any_colours,
    label_place,
    mirrored,
    mistakes,
    none_there,
    place_of,
)
from hardware.training.lean_cuts import SEEN, some_look, some_moment, way_up
from hardware.training.scenes import UNREADABLE, scene
from hardware.training.throws import Picture, cut_out, throws
from hardware.vision.dice_net import DiceNet

Generator = np.random.Generator

#: The first seed of the tables that are learnt from.
TABLES = 8_000_000
#: A cut shows so many edges of its die, and the die's edge is no larger in it than so many pixels.
_REACH, _FINE = 3.4, 40.0
#: Edges (pixels) of dice that are cut out of scenes, and throws onto a table.
_EDGES, _THROWS = (14.0, 90.0), 3
#: Shares of tables whose first lamp is mirrored somewhere, and whose dice have any colours.
_MIRRORED, _ANY_COLOURS = 0.4, 0.3
#: Who leans by less than the first number (degrees) is asked about as one that lies flat, by more than the
#: second as one that is cocked.
_FLAT, _COCKED = 3.0, 14.0


@dataclass(frozen=True)
class CloseCut:
    """A square picture with a die's middle in its middle, the die's edge in it (pixels), what it shows and
    whether it is cocked (see `face_cuts.Cut`), and which way its upper face looks (see `lean_cuts.LeanCut`);
    None where that is not asked."""

    picture: Picture
    edge: float
    what: int
    cocked: int
    up: tuple[float, float] | None


def _cut_out(image: Picture, place: Place, up: tuple[float, float] | None) -> CloseCut:
    picture, edge = cut_out(image, (place.x, place.y), place.edge, _REACH, _FINE)
    return CloseCut(picture, edge, place.what, place.cocked, up)


def _all_cuts(
    generator: Generator,
    image: Picture,
    dice: list[tuple[Place, tuple[float, float] | None]],
    net: DiceNet,
) -> list[CloseCut]:
    """Return the cuts of dice, of what is none beside them, and of what the other readers take for one."""
    places = [place for place, _ in dice]
    none = none_there(generator, (image.shape[1], image.shape[0]), places, 1 + len(places) // 4)
    none += mistakes(generator, image, places, net)
    both = [*dice, *((place, None) for place in none)]
    return [
        _cut_out(image, place, up)
        for place, up in both
        if place.what != NOT_ASKED or place.cocked != NOT_ASKED or up is not None
    ]


def from_scene(generator: Generator, net: DiceNet) -> list[CloseCut]:
    """Return the cuts of a scene drawn fast; none where its dice are of sizes that are not learnt."""
    image, labels = scene(generator, makes=any_make if generator.random() < 0.5 else some_make)
    if not labels or not all(_EDGES[0] < label.edge < _EDGES[1] for label in labels):
        return []
    dice = [(label_place(label), None if label.what == UNREADABLE else label.up) for label in labels]
    return _all_cuts(generator, image, dice, net)


def _look(generator: Generator, seed: int) -> Look:
    look = some_look(generator, seed, (15.0, 80.0), 0.7)
    look = replace(look, touching=max(look.touching, float(generator.uniform(0.0, 0.95))))
    if generator.random() < _ANY_COLOURS:
        look = in_any_colours(generator, look)
    return mirrored(generator, look) if generator.random() < _MIRRORED else look


def from_table(generator: Generator, seed: int, net: DiceNet) -> list[CloseCut]:
    """Return the cuts of some throws onto one simulated table."""
    look = _look(generator, seed)
    cuts: list[CloseCut] = []
    for moment, developed, image in throws(generator, look, _THROWS, partial(some_moment, generator, look)):
        dice: list[tuple[Place, tuple[float, float] | None]] = []
        for body, shown, contrast in zip(moment.dice, developed.shown, developed.contrasts, strict=True):
            true, lean = die_truth(look.lens, body, shown, contrast), lean_degrees(body)
            place = place_of(true)
            if place.cocked != NOT_ASKED and _FLAT < lean < _COCKED:
                place = replace(place, cocked=NOT_ASKED)
            asked = shown >= SEEN and not true.cut and place.what != NO_FACE
            dice.append((place, way_up(look.lens, body) if asked else None))
        cuts += _all_cuts(generator, image, dice, net)
    return cuts
