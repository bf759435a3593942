"""What the other two readers take for dice: where it is none, the third one learns most from it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.training import backgrounds, clutter
from hardware.training.die_drawing import fill, pip_places, some_colour, some_make
from hardware.training.scenes import SIZE, photographed
from hardware.vision.dice_net import DiceNet
from hardware.vision.looks import Tone, look

Generator = np.random.Generator

#: The longest side of a quick look's picture, and how many of each reader's best places are taken.
_LONGEST, _MOST = 480, 10
#: The net is slow, so it is asked about so many of the pictures.
_ASKED = 0.4


def taken_for_dice(generator: Generator, image: NDArray[np.uint8], net: DiceNet) -> NDArray[Any]:
    """Return the places (N x 3: x, y and edge in pixels) that a quick look or the net takes for dice."""
    sight = look(image, min(_LONGEST, max(image.shape[:2])), Tone.LIGHTNESS, None, quick=True)
    faces = sight.faces.take(sight.chosen[:_MOST])
    places = np.column_stack([(faces.middle + 0.5) / sight.scale - 0.5, faces.edge / sight.scale])
    if generator.random() < _ASKED:
        seen = net.look(image)
        places = np.concatenate([places, np.column_stack([seen.middle, seen.edge])[:_MOST]])
    return places[(places[:, 2] > 6) & (places[:, 2] < 400)]


def table_without_dice(generator: Generator) -> NDArray[np.uint8]:
    """Return a picture of a table with all kinds of things on it and no dice."""
    edge = float(np.exp(generator.uniform(np.log(14.0), np.log(64.0))))
    canvas = backgrounds.table(generator, SIZE)
    for _ in range(int(generator.integers(1, 4))):
        clutter.scatter(canvas, generator, edge, some_make(generator), int(generator.integers(1, 4)))
    if generator.random() < 0.3:
        clutter.dust(canvas, generator, edge)
    _print_pips(canvas, generator, edge, int(generator.integers(0, 4)))
    return photographed(canvas, generator, edge)[1]


def _print_pips(canvas: NDArray[Any], generator: Generator, edge: float, count: int) -> None:
    """Draw so many prints of pips onto a picture (H x W x 3 float32): the pips of a die, and no die."""
    flat = np.clip(canvas, 0, 255).astype(np.uint8)
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    for _ in range(count):
        make, value = some_make(generator), int(generator.choice([2, 3, 4, 5, 6, 6, 6]))
        middle, half = generator.uniform(0, SIZE, 2), edge * float(generator.uniform(0.4, 0.8))
        way = float(generator.uniform(0, 2 * np.pi))
        c, s = np.cos(way), np.sin(way)
        colour = (make.pip if generator.random() < 0.5 else some_colour(generator)).tolist()
        for place in pip_places(make, value, 0) @ np.array([[c, s], [-s, c]], np.float32):
            fill(flat, (middle + half * (place + make.radius * circle)).astype(np.float32), colour)
    canvas[:] = flat
