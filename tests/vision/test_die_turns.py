"""How a face is turned is seen by its rim."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.table.clock import ManualClock
from hardware.simulated import SimulatedTable
from hardware.vision.agreement import Die
from hardware.vision.dice_doubts import piece
from hardware.vision.die_turns import turn_of

#: A face is no more than so many degrees off, and of most less than half of it.
MOST = 10.0


def off_by(turn: float, outline: tuple[tuple[float, float], ...]) -> float:
    """Return by how many degrees a turn is off an outline's, a quarter of a turn being none."""
    (x, y), (right, down) = outline[:2]
    quarter = math.pi / 2
    return math.degrees(abs((turn - math.atan2(down - y, right - x) + quarter / 2) % quarter - quarter / 2))


@pytest.mark.parametrize("seed", [311, 312, 313])
def test_dice_are_turned_as_they_truly_lie(seed: int) -> None:
    clock = ManualClock()
    table = SimulatedTable(seed, "usual", clock.monotonic_ms, dice=6)
    table.throw(6)
    clock.pass_ms(3000)
    picture = table.picture(1)
    off = [off_by(turn_of(picture, die.centre, die.edge_px), die.outline) for die in table.truth]
    assert len(off) == 6 and max(off) < MOST and float(np.median(off)) < MOST / 2


def test_a_die_that_no_look_has_seen_has_an_outline_that_is_turned_with_it() -> None:
    clock = ManualClock()
    table = SimulatedTable(314, "usual", clock.monotonic_ms, dice=6)
    table.throw(6)
    clock.pass_ms(3000)
    picture = table.picture(1)
    for true in table.truth:
        x, y, half = *true.centre, true.edge_px / 2
        upright = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        seen = Die(true.value, true.centre, upright, true.edge_px, 1.0, 0.0, 0, turned=False)
        outline = piece(seen, picture, 1, None).outline
        (x, y), (right, down) = outline[:2]
        assert off_by(math.atan2(down - y, right - x), true.outline) < MOST
        assert math.dist(*outline[:2]) == pytest.approx(true.edge_px, rel=0.01)
