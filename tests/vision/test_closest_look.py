"""The closest look at single dice: what it says, what it is taught with, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.look import draw_look
from hardware.simulated.picture import Moment
from hardware.simulated.truth import die_truth
from hardware.training.close_cuts import TABLES, CloseCut, from_scene, from_table
from hardware.training.close_lessons import lesson
from hardware.training.face_cuts import NO_FACE, NOT_ASKED
from hardware.training.throws import throws
from hardware.vision.agreement import Die
from hardware.vision.cocked_dice import leans_alone
from hardware.vision.dice import DiceReader
from hardware.vision.dice_close import EDGE, SIDE, CloseNet
from hardware.vision.dice_doubts import doubt_of
from hardware.vision.dice_face import COCKED, FaceSight
from hardware.vision.dice_net import DiceNet
from hardware.vision.die_patches import patch
from hardware.vision.reading import Doubt


@pytest.fixture(scope="module")
def net() -> CloseNet:
    return CloseNet()


def test_it_says_what_a_face_shows_and_whether_it_leans(net: CloseNet) -> None:
    look = draw_look(5, "usual", 5)
    ((moment, _, picture),) = throws(np.random.default_rng(5), look, 1, Moment)
    true = [die_truth(look.lens, body) for body in moment.dice]
    middles, edges = [die.centre for die in true], [die.edge_px for die in true]
    sight = net.look(picture, middles, edges)
    assert (sight.chances.argmax(axis=1) + 1).tolist() == [die.value for die in true]
    assert np.allclose(sight.chances.sum(axis=1), 1.0) and sight.cocked.max() < 0.2
    # Beside a die there is no face, and of nothing there is nothing to say.
    beside = [(x + 0.9 * edge, y) for (x, y), edge in zip(middles, edges, strict=True)]
    assert np.median(net.look(picture, beside, edges).chances[:, NO_FACE]) > 0.8
    nothing = net.look(picture, [], [])
    assert nothing.chances.shape == (0, COCKED) and nothing.cocked.shape == (0,)


def test_of_tables_that_it_was_not_shown_it_knows_nearly_all(net: CloseNet) -> None:
    generator, finder = np.random.default_rng(21), DiceNet()
    cuts = [cut for number in range(8) for cut in from_table(generator, TABLES + 900_000 + number, finder)]
    for cut, other in zip(
        from_table(np.random.default_rng(21), TABLES + 900_000, finder), cuts, strict=False
    ):
        assert np.array_equal(cut.picture, other.picture) and cut.up == other.up
    assert {cut.what for cut in cuts} == {NOT_ASKED, 0, 1, 2, 3, 4, 5, NO_FACE}
    assert {cut.cocked for cut in cuts} == {NOT_ASKED, 0, 1}
    right, leans = [], []
    for cut in cuts:
        half = (cut.picture.shape[0] - 1) / 2
        sight = net.look(cut.picture, [(half, half)], [cut.edge])
        if cut.what != NOT_ASKED:
            right.append(int(sight.chances[0].argmax()) == cut.what)
        if cut.cocked != NOT_ASKED:
            leans.append((sight.cocked[0] > 0.5) == bool(cut.cocked))
    assert len(right) > 80 and np.mean(right) > 0.9
    assert len(leans) > 80 and np.mean(leans) > 0.8


def test_a_lesson_is_a_die_turned_with_its_answer() -> None:
    generator, finder = np.random.default_rng(3), DiceNet()
    cuts = [cut for _ in range(3) for cut in from_scene(generator, finder)]
    assert any(cut.what == NO_FACE for cut in cuts) and any(0 <= cut.what < NO_FACE for cut in cuts)
    image = np.full((121, 121, 3), 90, np.uint8)
    cut = CloseCut(image, 40.0, 3, 0, (0.4, -0.3))
    for _ in range(8):
        shown, answer = lesson(generator, cut)
        assert shown.shape == (SIDE, SIDE, 3) and shown.dtype == np.uint8
        assert abs(float(np.hypot(*answer)) - 0.5) < 1e-6
    assert lesson(generator, CloseCut(image, 40.0, NO_FACE, NOT_ASKED, None))[1] == (0.0, 0.0)
    image[55:66, 75:86] = 255
    turned = patch(image, (60.0, 60.0), 40.0, np.pi / 2, side=SIDE, shown=EDGE)
    row, column = np.argwhere(turned[..., 0] > 170).mean(axis=0)
    assert abs(column - SIDE / 2) < 2 and row > SIDE / 2 + 10


def die(looks: tuple[float, float], net: tuple[float, float], face: float, close: float) -> Die:
    """Return a die: scores of its value and of another one, and chances of its value."""
    return Die(
        3, (0.0, 0.0), (), 50.0, 0.5, 0.0, 0, looks=looks[0], looks_rival=looks[1], net=net[0],
        net_rival=net[1], face=face, face_rival=1 - face, close=close, close_rival=1 - close,
    )  # fmt: skip


def test_what_both_nets_of_single_dice_see_counts_though_looks_see_something_else() -> None:
    # Gold pips on a grey die: looks see nothing, the third reader is not very sure.
    assert (
        die((0.0, 0.0), (0.1, 0.1), 0.85, 0.0).by_two
        == 0.0
        < 0.7
        < die((0.0, 0.0), (0.1, 0.1), 0.85, 0.95).by_two
    )
    # Two of three pips in glare look like another value.
    assert (
        die((0.0, 0.6), (0.5, 0.3), 0.99, 0.0).by_two
        < 0.3
        < 0.7
        < die((0.0, 0.6), (0.5, 0.3), 0.99, 0.99).by_two
    )
    # Where the closest look sees another value, the others count less.
    other = replace(die((0.9, 0.1), (0.6, 0.0), 0.99, 0.1), close_other=0.9)
    assert other.by_two < 0.3 < 0.8 < die((0.9, 0.1), (0.6, 0.0), 0.99, 0.0).by_two


def test_who_is_in_doubt_by_the_closest_look() -> None:
    table = np.full((100, 100, 3), 90, np.uint8)
    table[30:54, 30:70] = 255
    corners = ((30.0, 30.0), (70.0, 30.0), (70.0, 70.0), (30.0, 70.0))
    there = replace(die((0.0, 0.0), (0.3, 0.25), 0.97, 0.0), middle=(50.0, 50.0), edge=40.0, corners=corners)
    # A lamp may hide a pip, unless the closest look is sure.
    assert doubt_of(there, table, 1, True, False) is Doubt.GLARE
    assert doubt_of(there, table, 1, True, False, 0.8) is Doubt.GLARE
    assert doubt_of(there, table, 1, True, False, 0.95) is None
    sure = replace(there, looks=0.9)
    assert doubt_of(sure, table, 1, True, False) is doubt_of(sure, table, 1, True, False, 0.1) is None
    assert doubt_of(sure, table, 1, True, False, -0.8) is not None
    # One alone on an unknown table: both count.
    assert leans_alone(1.3, 0.05) and not leans_alone(0.8, 0.05) and leans_alone(0.8, 0.3)


@pytest.mark.parametrize(("seed", "mat"), [(975145, None), (975043, "a4")])
def test_faces_in_glare_are_read_by_it(seed: int, mat: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SimulatedTable(seed, "usual", lambda: 0, dice=6, mat=mat)
    table.clear()
    values = tuple(sorted(map(str, table.throw(5))))
    picture = table.picture(0, 60_000)
    reading = DiceReader().read(picture, 5)
    assert reading.accepted and reading.values == values

    def knows_nothing(self: CloseNet, picture: object, middles: object, edges: list[float]) -> FaceSight:
        count = len(edges)
        return FaceSight(np.full((count, 7), 1 / 7), np.full(count, 0.1))

    monkeypatch.setattr(CloseNet, "look", knows_nothing)
    assert not DiceReader().read(picture, 5).accepted
