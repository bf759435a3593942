"""The simulated table: throws, mishaps and their pictures, all decided by the seed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.mishaps import MISHAPS


def _rested(clock, table):
    clock.sleep(1.5)
    assert not table.moving
    return table.picture(7)


def _detail(picture):
    """Return the strength of the sharpest edges of a picture, the noise left aside."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    return float(np.percentile(np.abs(cv2.Laplacian(smooth, cv2.CV_32F)), 99.8))


def test_the_same_seed_gives_the_same_evening(clock, seed):
    def evening():
        clock.ms = 5000.0
        table = SimulatedTable(seed, "usual", clock.now)
        seen = []
        for kind in (None, "stacked"):
            values = table.throw(5) if kind is None else table.throw_fault(kind, 3)
            for number in range(2):
                clock.sleep(0.28)
                seen.append((values, table.picture(number).tobytes(), table.truth))
            clock.sleep(1)
            seen.append((values, table.picture(9).tobytes(), table.truth))
        return seen

    assert evening() == evening()


def test_a_throw_moves_and_comes_to_rest_with_the_values_asked_for(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now)
    assert table.truth == ()
    assert table.throw(5, (1, 2, 3, 4, 6)) == (1, 2, 3, 4, 6)
    clock.sleep(0.1)
    assert table.moving
    assert all(die.moving for die in table.truth)
    first = table.picture(1)
    clock.sleep(0.1)
    assert cv2.absdiff(first, table.picture(1)).mean() > 0.3
    still = _rested(clock, table)
    assert [die.value for die in table.truth] == [1, 2, 3, 4, 6]
    assert not any(die.moving or die.cocked or die.hidden or die.cut for die in table.truth)
    clock.sleep(0.5)
    assert np.array_equal(still, table.picture(7)), "a resting table differs by its noise alone"
    assert not np.array_equal(still, table.picture(8))
    assert cv2.absdiff(still, table.picture(8)).mean() < 8
    table.clear()
    assert (table.truth, table.values, table.moving) == ((), (), False)
    assert cv2.absdiff(still, table.picture(7)).max() > 60


def test_a_moving_die_is_streaked(clock):
    """While dice roll the picture holds less fine detail than the same dice at rest."""
    table = SimulatedTable(11, "usual", clock.now)
    table.throw(5)
    clock.sleep(0.12)
    moving = _detail(table.picture(1))
    assert moving < 0.8 * _detail(_rested(clock, table))


def test_values_that_make_no_throw_are_refused(clock):
    table = SimulatedTable(1, "plain", clock.now)
    for n, values in ((0, None), (2, (1,)), (1, (7,)), (1, (0,))):
        with pytest.raises(ValueError):
            table.throw(n, values)
    with pytest.raises(ValueError, match="no such mishap"):
        table.throw_fault("eaten")
    assert table.truth == ()


def test_values_are_uniform_enough(clock):
    """The chi-square of 1,200 dice stays below what chance exceeds once in 100,000 times."""
    table = SimulatedTable(8, "plain", clock.now, dice=6)
    counts = np.zeros(6)
    for _ in range(200):
        for value in table.throw(6):
            counts[value - 1] += 1
    assert ((counts - 200) ** 2 / 200).sum() < 30.9


def test_one_cocked_die(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now)
    table.throw_fault("cocked", 5)
    _rested(clock, table)
    assert sorted(die.cocked for die in table.truth) == [False] * 4 + [True]
    table.put_right()
    assert not any(die.cocked for die in table.truth)
    assert tuple(die.value for die in table.truth) == table.values


def test_a_die_off_the_tray_is_not_there_until_it_is_put_back(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now)
    values = table.throw_fault("off_tray", 5)
    _rested(clock, table)
    assert len(values) == 5
    assert len(table.truth) == 4
    table.put_right()
    assert tuple(die.value for die in table.truth) == values


def test_a_stacked_die_is_hidden(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now)
    table.throw_fault("stacked", 4)
    _rested(clock, table)
    assert sum(die.hidden for die in table.truth) == 1
    assert min(die.shown for die in table.truth) < 0.5


def test_a_hand_hides_a_die_and_goes(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now)
    values = table.throw_fault("hand_in_view", 5)
    covered = _rested(clock, table)
    assert any(die.hidden for die in table.truth)
    table.put_right()
    clock.sleep(0.1)
    assert table.moving
    going = table.picture(7)
    free = _rested(clock, table)
    assert not any(die.hidden for die in table.truth)
    assert tuple(die.value for die in table.truth) == values
    assert cv2.absdiff(covered, going).mean() > 1 or cv2.absdiff(going, free).mean() > 1


def test_dark_and_blurred_and_glaring_tables_show_it(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now)
    values = table.throw(4)
    usual = _rested(clock, table)
    detail = _detail(usual)
    table.throw_fault("lamp_off", 4, values)
    assert _rested(clock, table).mean() < 0.5 * usual.mean()
    table.throw_fault("blurred", 4, values)
    assert _detail(_rested(clock, table)) < 0.6 * detail
    table.throw_fault("glare", 4, values)
    glaring = _rested(clock, table)
    table.put_right()
    right = _rested(clock, table)
    brighter = (glaring.astype(int) - right).max(axis=2) > 15
    areas = []
    for die in table.truth:
        face = np.zeros(brighter.shape, dtype=np.uint8)
        cv2.fillConvexPoly(face, np.rint(die.outline).astype(np.int32), 1)
        areas.append((brighter & (face > 0)).sum() / die.edge_px**2)
    assert max(areas) > 0.05, areas


@pytest.mark.parametrize("kind", MISHAPS)
def test_each_mishap_changes_the_picture_and_can_be_put_right(clock, kind):
    table = SimulatedTable(11, "usual", clock.now)
    table.throw_fault(kind, 3)
    wrong = _rested(clock, table)
    assert table.mishap == kind
    table.put_right()
    right = _rested(clock, table)
    assert table.mishap is None
    assert cv2.absdiff(wrong, right).max() > 30
    assert tuple(die.value for die in table.truth) == table.values
