"""Scenes cut out of simulated tables, labelled like those drawn fast (`hardware.training.scenes`).

The tables light, mirror and bend as rooms and lenses do.  Their seeds begin at `TABLES`; nothing is measured
there.
"""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from hardware.simulated.truth import DieTruth, die_truth
from hardware.training.face_cuts import in_any_colours, some_look, some_moment
from hardware.training.scenes import COCKED, IGNORE, LEAST, MOST, NEARLY, SIZE, UNREADABLE, Label
from hardware.training.throws import Picture, throws

Generator = np.random.Generator

#: The first seed of the tables that are learnt from.
TABLES = 7_000_000
#: Throws onto a table, scenes cut out of each, and what a scene shows beyond the picture.
_THROWS, _CUTS, _BEYOND = 3, 2, 118
#: No picture is made larger than so many times itself.
_LARGEST = 1.4
#: A share of the tables have dice of any colours, which no maker would choose.
_ANY_COLOURS = 0.4
#: So much of a face may be covered, and so much be out of the picture, before its value is not asked; and
#: before it must be said that it cannot be read.
_WHOLE, _COVERED = 0.97, 0.7
#: A pip that differs from its face by less than this (of 255) is not asked for, nor by less than half of it
#: said to be there.
_FAINT = 20.0


def from_table(generator: Generator, seed: int) -> list[tuple[Picture, list[Label]]]:
    """Return the scenes (each `SIZE` x `SIZE`) of some throws onto one simulated table."""
    look = some_look(generator, seed)
    if generator.random() < _ANY_COLOURS:
        look = in_any_colours(generator, look)
    scenes = []
    for moment, developed, image in throws(generator, look, _THROWS, partial(some_moment, generator, look)):
        drawn = zip(moment.dice, developed.shown, developed.contrasts, strict=True)
        truth = [die_truth(look.lens, *each) for each in drawn]
        scenes += [_cut(generator, image, truth) for _ in range(_CUTS)]
    return scenes


def _cut(generator: Generator, image: Picture, truth: list[DieTruth]) -> tuple[Picture, list[Label]]:
    """Return a scene with one of the dice in it, at some size that is learnt."""
    die = truth[int(generator.integers(len(truth)))]
    edge = float(np.exp(generator.uniform(np.log(0.9 * LEAST), np.log(1.1 * MOST))))
    scale = min(max(edge / die.edge_px, SIZE / max(image.shape[:2])), _LARGEST)
    size = np.maximum(np.rint(np.array(image.shape[1::-1]) * scale), 1).astype(int)
    how = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(image, size.tolist(), interpolation=how), np.uint8)
    left, top = (
        int(np.clip(round(at * scale - generator.uniform(0.1, 0.9) * SIZE), min(0, room), max(0, room)))
        for at, room in zip(die.centre, (size - SIZE).tolist(), strict=True)
    )
    shown = np.full((SIZE, SIZE, 3), _BEYOND, np.uint8)
    part = image[max(top, 0) : top + SIZE, max(left, 0) : left + SIZE]
    right, down = max(-left, 0), max(-top, 0)
    shown[down : down + part.shape[0], right : right + part.shape[1]] = part
    labels = []
    for one in truth:
        x, y = ((at + 0.5) * scale - 0.5 for at in one.centre)
        label = _label(one, x - left, y - top, one.edge_px * scale)
        if label is not None:
            labels.append(label)
    return shown, labels


def _label(die: DieTruth, x: float, y: float, edge: float) -> Label | None:
    """Return what is to be said about a die there, None where it is out of the scene or not of a learnt
    size."""
    if not (-0.3 * edge < min(x, y) and max(x, y) < SIZE + 0.3 * edge):
        return None
    if edge < LEAST or edge > MOST:
        near = LEAST / NEARLY < edge < MOST * NEARLY
        return Label(IGNORE, x, y, edge) if near else None
    # Of the middle of the face, where the pips are, to each side.
    out = max(0.0, 0.42 * edge - min(x, y), max(x, y) + 0.42 * edge - (SIZE - 1)) / edge
    what = COCKED if die.cocked else die.value
    if out > 0.12 or die.shown < _COVERED or die.contrast < _FAINT / 2:
        what = UNREADABLE
    elif out > 0.0 or die.cut or die.shown < _WHOLE or die.contrast < _FAINT:
        what = IGNORE
    return Label(what, x, y, edge)
