"""Cocked dice: a die that leans on another or on a crumb is never acted on, and a flat throw still is."""

from __future__ import annotations

import random

import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.look import Level
from hardware.vision.dice import DiceReader
from hardware.vision.reading import Doubt, Reading

READER = DiceReader()
#: So long after a throw everything lies still.
AT_REST_MS = 6000


def read(seed: int, level: Level, dice: int, cocked: bool, mat: str | None = None) -> tuple[Reading, bool]:
    """Return the reading of a throw, told how many dice there are, and whether it is right."""
    table = SimulatedTable(seed, level, lambda: 0, dice=6, mat=mat)
    values = table.throw_fault("cocked", dice) if cocked else table.throw(dice)
    reading = READER.read(table.picture(1, AT_REST_MS), dice)
    return reading, reading.values == tuple(sorted(map(str, values)))


@pytest.mark.parametrize(
    ("seed", "level", "mat"), [(0, "plain", None), (1, "usual", "letter"), (5, "usual", "a4")]
)
def test_a_cocked_die_is_asked_about(seed: int, level: Level, mat: str | None) -> None:
    reading, _ = read(seed, level, 5, True, mat)
    assert not reading.accepted


def test_a_flat_throw_is_read() -> None:
    reading, right = read(0, "plain", 5, False)
    assert right and reading.accepted


@pytest.mark.long
def test_many_tables_with_a_cocked_die_and_without() -> None:
    taken_for_cocked = 0
    for seed in range(700131, 700151):
        level: Level = "usual" if seed % 2 else "plain"
        mat = random.Random(seed).choice(("a4", "letter", None))
        dice = random.Random(seed * 7 + 1).choice((1, 2, 3, 4, 5, 5, 5, 6))
        assert not read(seed, level, dice, True, mat)[0].accepted, seed
        reading, right = read(seed, level, dice, False, mat)
        assert right or not reading.accepted, seed
        taken_for_cocked += reading.doubt is Doubt.COCKED
    assert taken_for_cocked <= 3
