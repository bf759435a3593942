"""Made-up pictures with their truth, for measuring and teaching the readers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hardware.camera import Image
from hardware.simulated.look import LEVELS, Level, draw_look
from hardware.simulated.picture import Moment, Painter
from hardware.simulated.placing import place_dice
from hardware.simulated.truth import DieTruth, die_truth


def picture(
    seed: int,
    level: Level = "usual",
    dice: tuple[int, int] = (1, 7),
    edge_px: tuple[float, float] = (40.0, 110.0),
) -> tuple[Image, tuple[DieTruth, ...]]:
    """Return one picture (720 x 1280 x 3, BGR uint8) and its truth, wholly decided by the arguments.

    `dice` are the least and the most dice, `edge_px` bounds a die's edge in the middle of the picture.
    Raises `ValueError` for an unknown level.
    """
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    generator = np.random.default_rng([seed, LEVELS.index(level), 3])
    count = int(generator.integers(dice[0], dice[1] + 1))
    look = draw_look(seed, level, count, edge_px)
    values = tuple(int(value) for value in generator.integers(1, 7, count))
    bodies = place_dice(generator, look, values)
    painter = Painter(look)
    developed = painter.develop(Moment(bodies), once=True)
    image = painter.expose(developed, generator)
    truth = tuple(
        die_truth(look.lens, body, shown, contrast)
        for body, shown, contrast in zip(bodies, developed.shown, developed.contrasts, strict=True)
    )
    return image, truth


def scenes(
    seed: int,
    count: int,
    level: Level = "usual",
    dice: tuple[int, int] = (1, 7),
    edge_px: tuple[float, float] = (40.0, 110.0),
) -> Iterator[tuple[Image, tuple[DieTruth, ...]]]:
    """Yield `count` pictures with their truths, each of a different table; picture k is that of seed + k."""
    for number in range(count):
        yield picture(seed + number, level, dice, edge_px)
