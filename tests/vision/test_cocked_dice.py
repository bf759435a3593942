"""Cocked dice: a die that leans on another or on a crumb is never acted on, and a flat throw still is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.look import Level
from hardware.vision.agreement import Die
from hardware.vision.cocked_dice import Signs, apart, is_cocked
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


#: A die that leans by a third of what is too far, is read as a four without doubt, and lies by itself.
FLAT = Signs(off=0.33, unclear=0.05, value=4, sure=0.95, apart=3.0)
CLOSELY = replace(FLAT, off=0.8, closest=0.03, lead=0.95)


def test_what_leans_far_is_cocked_and_what_hardly_leans_is_not() -> None:
    assert not is_cocked(FLAT) and FLAT.clear
    assert is_cocked(replace(FLAT, off=1.25)) and replace(FLAT, off=1.25).clear
    # Without a closest look, as at the picture's edge, what leans too far is cocked.
    assert is_cocked(replace(FLAT, off=1.05)) and not is_cocked(replace(FLAT, off=0.95))
    assert is_cocked(replace(FLAT, unclear=0.3)) and not is_cocked(replace(FLAT, unclear=0.3, off=0.2))
    # What cannot be read is asked about for that.
    unread = replace(CLOSELY, sure=0.2, lead=-0.9, closest=0.6)
    assert not is_cocked(unread) and is_cocked(replace(unread, off=1.05))


def test_what_is_not_clear_is_looked_at_closest() -> None:
    assert not replace(FLAT, off=0.7).clear and not replace(FLAT, sure=0.8).clear
    two = replace(FLAT, value=2, sure=0.88, apart=1.2)
    assert not two.clear and replace(two, apart=1.5).clear and replace(two, value=3).clear
    kinds = [signs.kind for signs in (two, FLAT, replace(two, apart=1.05))]
    assert kinds == ["two faces", "other", "touching"]


@pytest.mark.parametrize("apart_edges", [1.0, 1.2, 3.0])
@pytest.mark.parametrize("value", [2, 4])
def test_all_signs_count_for_what_they_are_worth(apart_edges: float, value: int) -> None:
    for sure in (0.5, 0.95):
        here = replace(CLOSELY, apart=apart_edges, value=value, sure=sure)
        asked = [is_cocked(replace(here, off=off)) for off in (0.0, 0.3, 0.6, 0.9, 1.2, 1.3)]
        assert asked == sorted(asked) and asked[-1]
        asked = [is_cocked(replace(here, closest=chance)) for chance in (0.01, 0.1, 0.4, 0.8, 0.99)]
        assert asked == sorted(asked)


def test_a_two_beside_a_die_may_be_a_one_and_a_pip_of_a_side() -> None:
    unsure = replace(CLOSELY, off=0.4, sure=0.6, lead=0.8, value=2, apart=1.2)
    assert is_cocked(unsure)
    assert not is_cocked(replace(unsure, value=4)) and not is_cocked(replace(unsure, apart=2.0))
    assert not is_cocked(replace(unsure, lead=0.99, sure=0.85, off=0.2))


def test_how_far_dice_are_apart_is_told_in_edges() -> None:
    one, other = (Die(3, (x, 0.0), (), 40.0, 1.0, 0.0, 1) for x in (0.0, 50.0))
    far = replace(other, middle=(0.0, 400.0))
    assert apart([one, other, far]) == pytest.approx([1.25, 1.25, 10.0])
    assert apart([one]) == [float("inf")]


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
