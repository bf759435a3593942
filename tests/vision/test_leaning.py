"""Leaning dice: told from flat ones by which way their faces look, whatever the camera sees from the side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.dice_geometry import PipLayout, resting, turned_about
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Lens
from hardware.simulated.look import MatLook, draw_look
from hardware.simulated.mat_print import placed_mat
from hardware.simulated.mishaps import leaning_on_another, on_a_crumb
from hardware.simulated.placing import place_dice
from hardware.simulated.truth import lean_degrees
from hardware.training.die_drawing import View
from hardware.training.lean_cuts import LeanCut, from_table, way_up
from hardware.training.lean_lessons import lesson
from hardware.vision.cocked_dice import leaning
from hardware.vision.dice_lean import EDGE, SIDE, LeanNet
from hardware.vision.die_patches import patch
from hardware.vision.leaning import Level, Table, Whole, level_of, normals_of, seen_from
from hardware.vision.lens_bend import Bend
from hardware.vision.mat import Mat
from hardware.vision.mat_layout import LAYOUTS
from hardware.vision.table_memory import TableMemory, horizon

SIZE = (1280, 720)
WHOLE = Whole(0, 0, SIZE)
BARE = Table(WHOLE)
EDGES = [50.0] * 5


def seen(places: np.ndarray, tilt: float, slope: float, leans: dict[int, tuple[float, float]]) -> np.ndarray:
    """Which way faces look at places of a picture, for a camera so much aslant and so near.

    All lie flat but those that have a lean: about which axis of the picture's, in radians.
    """
    aside = slope * (places - (639.5, 359.5)) / 1280
    rays = np.column_stack([aside, np.ones(len(places))])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    normals = np.tile([0.0, -np.sin(tilt), -np.cos(tilt)], (len(places), 1))
    for number, (way, lean) in leans.items():
        normals[number] = turned_about(np.array([np.cos(way), np.sin(way), 0.0]), lean) @ normals[number]
    return seen_from(rays, normals)


@pytest.mark.parametrize("tilt", [0.0, 0.2, 0.5])
@pytest.mark.parametrize("slope", [0.45, 0.7, 1.2])
@pytest.mark.parametrize("count", [2, 5, 12])
def test_only_the_die_that_leans_is_off_level(tilt: float, slope: float, count: int) -> None:
    generator = np.random.default_rng([count, int(10 * tilt), int(10 * slope)])
    places = generator.uniform((100, 80), (1180, 640), (count, 2))
    assert level_of(places, seen(places, tilt, slope, {}), BARE).off.max() < 0.03
    if count == 2:
        return
    up = seen(places, tilt, slope, {1: (generator.uniform(0, 2 * np.pi), 0.4)})
    off = level_of(places, up, BARE).off
    assert off.argmax() == 1 and off[1] > 0.3
    assert np.delete(off, 1).max() < 0.12


def test_of_two_that_look_different_ways_the_one_seen_from_above_is_flat() -> None:
    places = np.array([(500.0, 300.0), (700.0, 420.0)])
    off = level_of(places, np.array([(0.02, 0.0), (0.4, 0.3)]), BARE).off
    assert off[0] < 0.05 and off[1] > 0.3


def test_one_alone_is_measured_from_above() -> None:
    middle = np.array([(639.5, 359.5)])
    assert level_of(middle, np.array([(0.0, 0.0)]), BARE).off[0] < 0.01
    assert abs(level_of(middle, np.array([(0.0, 0.6)]), BARE).off[0] - np.arcsin(0.6)) < 0.01
    # At the edge of a picture a near camera sees a flat die as much from the side.
    assert level_of(np.array([(1240.0, 360.0)]), np.array([(0.5, 0.0)]), BARE).off[0] < 0.1


def test_no_dice_and_faces_seen_from_their_edge() -> None:
    assert level_of(np.zeros((0, 2)), np.zeros((0, 2)), BARE).off.shape == (0,)
    off = level_of(np.array([(10.0, 10.0), (1270.0, 710.0)]), np.array([(3.0, -4.0), (0.0, 0.0)]), BARE).off
    assert np.isfinite(off).all()


def test_where_a_face_looks_and_how_that_is_seen_are_each_other_s_inverse() -> None:
    generator = np.random.default_rng(1)
    rays, normals = generator.normal(size=(2, 50, 3))
    rays[:, 2] = np.abs(rays[:, 2]) + 0.5
    rays, normals = (v / np.linalg.norm(v, axis=1, keepdims=True) for v in (rays, normals))
    normals *= -np.sign((rays * normals).sum(axis=1, keepdims=True))
    up = seen_from(rays, normals)
    assert np.allclose(normals_of(rays, up), normals)
    assert np.allclose(np.hypot(*up.T), np.linalg.norm(np.cross(rays, normals), axis=1))


def test_a_part_of_a_picture_and_a_bent_lens_are_allowed_for() -> None:
    generator = np.random.default_rng(2)
    places = generator.uniform((100, 80), (1180, 640), (6, 2))
    up = seen(places, 0.2, 1.1, {})
    part = Table(Whole(90, 60, SIZE))
    assert level_of(places - (90, 60), up, part).off.max() < 0.03
    bend = Bend(-0.2, SIZE)
    bent = Table(Whole(0, 0, SIZE, bend))
    assert np.allclose(bent.whole.places(bend.bent(places)), BARE.whole.places(places))


def a_die(x: float, y: float, lean: float = 0.0) -> DieBody:
    make = draw_look(1).dice[0]
    rotation = turned_about(np.array([0.0, 1.0, 0.0]), lean) @ resting(PipLayout(), 3, 0.3)
    return DieBody(replace(make, layout=PipLayout()), np.array([x, y, make.edge_mm / 2]), rotation)


def test_both_kinds_of_pictures_say_the_same_of_a_flat_die_at_the_picture_s_edge() -> None:
    lens = Lens(distance=300.0, tilt=0.0, turn=0.0, focal=1100.0)
    # To the right of the middle one sees its left side: its upper face looks to the right.
    right, down = way_up(lens, a_die(150.0, 0.0))
    assert right > 0.3 and abs(down) < 1e-6
    # On the table y runs upwards, in the picture downwards.
    right, down = way_up(lens, a_die(0.0, -80.0))
    assert down > 0.2 and abs(right) < 1e-6
    light = np.array([0.0, 0.0, 1.0], np.float32)
    middle = np.array([160.0, 160.0], np.float32)
    view = View(np.eye(3, dtype=np.float32), 20.0, np.eye(2, dtype=np.float32), light, 0.5, middle, 0.003)
    drawn = view.axes_at(np.array([260.0, 160.0], np.float32))[:, 2]
    assert drawn[0] > 0.2 and abs(drawn[1]) < 1e-6
    # A die that leans to the right looks there.
    assert way_up(lens, a_die(0.0, 0.0, 0.4))[0] == pytest.approx(np.sin(0.4), abs=0.05)


@pytest.mark.parametrize(("tilt", "turn"), [(0.0, 0.0), (12.0, 40.0), (30.0, -100.0)])
def test_a_mat_says_how_its_table_lies(tilt: float, turn: float) -> None:
    lens = Lens(distance=420.0, tilt=tilt, turn=turn, focal=1400.0, bend=-0.05)
    mat = placed_mat(MatLook("a4", (3.0, -2.0), 0.04))
    to_mm = np.linalg.inv(lens.table_to_picture() @ mat.to_table)
    found = Mat(mat.layout, to_mm, 0.3, mat.layout.ids, 0.0, bend=Bend(-0.05, SIZE))
    table = TableMemory().table(Whole(0, 0, SIZE, found.bend), found)
    assert table.horizon is not None and np.allclose(table.horizon, horizon(found, SIZE))
    flat = [a_die(-70.0, 40.0), a_die(60.0, -30.0)]

    def off(*dice: DieBody) -> np.ndarray:
        places = lens.project(np.array([die.middle + np.array([0.0, 0.0, die.half]) for die in dice]))
        return level_of(places, np.array([way_up(lens, die) for die in dice]), table).off

    assert off(*flat).max() < 0.03
    # Of one that leans and one that does not the mat says which, and it knows one alone, too.
    assert off(flat[0], a_die(60.0, -30.0, 0.4))[1] > 0.3
    assert off(a_die(10.0, -10.0, 0.4))[0] > 0.3 and off(a_die(10.0, -10.0))[0] < 0.05


def test_one_die_alone_is_compared_with_those_that_lay_there_before() -> None:
    generator = np.random.default_rng(3)
    memory = TableMemory()
    places = generator.uniform((100, 80), (1180, 640), (5, 2))
    memory.accepted(level_of(places, seen(places, 0.25, 0.9, {}), memory.table(WHOLE)), EDGES)
    # It leans at the camera: from there it is seen straight from above.
    lone, up = np.array([(639.5, 359.5)]), np.array([(0.0, 0.0)])
    assert level_of(lone, up, BARE).off[0] < 0.01
    assert level_of(lone, up, memory.table(WHOLE)).off[0] > 0.2
    assert level_of(lone, seen(lone, 0.25, 0.9, {}), memory.table(WHOLE)).off[0] < 0.03
    # A camera of another size knows nothing.
    assert not len(memory.table(Whole(0, 0, (640, 480))).before)


def test_a_first_throw_that_is_asked_about_says_all_the_same_how_the_table_lies() -> None:
    memory = TableMemory()
    places = np.random.default_rng(3).uniform((100, 80), (1180, 640), (5, 2))
    leaning = seen(places, 0.25, 0.9, {1: (1.0, 0.5)})
    memory.asked_about(level_of(places[:2], leaning[:2], memory.table(WHOLE)))
    assert not len(memory.table(WHOLE).before), "two dice say too little"
    memory.asked_about(level_of(places, leaning, memory.table(WHOLE)))
    assert len(memory.table(WHOLE).before) == 4
    lone, up = np.array([(639.5, 359.5)]), np.array([(0.0, 0.0)])
    assert level_of(lone, up, memory.table(WHOLE)).off[0] > 0.2
    # What was acted on is known better.
    memory.accepted(level_of(places, seen(places, 0.25, 0.9, {}), memory.table(WHOLE)), EDGES)
    memory.asked_about(level_of(places, leaning, memory.table(WHOLE)))
    assert len(memory.table(WHOLE).before) == 9


def test_a_camera_that_was_moved_is_known_by_dice_that_are_at_one() -> None:
    generator = np.random.default_rng(4)
    memory = TableMemory()
    for _ in range(6):
        places = generator.uniform((100, 80), (1180, 640), (5, 2))
        memory.accepted(level_of(places, seen(places, 0.1, 0.9, {}), memory.table(WHOLE)), EDGES)
    assert len(memory.table(WHOLE).before) == 24
    up = seen(places, 0.5, 0.9, {})
    level = level_of(places, up, memory.table(WHOLE))
    assert level.moved and level.off.max() < 0.03
    assert not level_of(places, seen(places, 0.1, 0.9, {2: (1.0, 0.5)}), memory.table(WHOLE)).moved
    memory.accepted(level, EDGES)
    assert len(memory.table(WHOLE).before) == 5


def test_two_throws_that_lean_the_same_way_say_so_as_well() -> None:
    generator = np.random.default_rng(5)
    memory = TableMemory()
    places = generator.uniform((100, 80), (1180, 640), (5, 2))
    memory.accepted(level_of(places, seen(places, 0.1, 0.9, {}), memory.table(WHOLE)), EDGES)

    def throw_one(x: float, way: float, lean: float) -> None:
        lone = np.array([(x, 350.0)])
        level = level_of(lone, seen(lone, 0.1, 0.9, {0: (way, lean)}), memory.table(WHOLE))
        assert level.off[0] > 0.2
        memory.cocked(level)

    throw_one(600.0, 0.0, 0.4)
    throw_one(620.0, 3.0, 0.5)
    assert len(memory.table(WHOLE).before) == 5
    throw_one(640.0, 3.1, 0.5)
    assert not len(memory.table(WHOLE).before)


def test_what_is_not_of_the_size_of_the_dice_before_is_none_until_it_is_seen_again() -> None:
    memory = TableMemory()
    memory.table(WHOLE)
    assert memory.of_size([210.0])
    places = np.random.default_rng(6).uniform((100, 80), (1180, 640), (5, 2))
    memory.accepted(level_of(places, seen(places, 0.1, 0.9, {}), memory.table(WHOLE)), EDGES)
    assert memory.of_size([44.0, 60.0]) and not memory.of_size([210.0]) and not memory.of_size([50.0, 30.0])
    least, most = memory.table(WHOLE).edges or (0.0, 0.0)
    assert 20 < least < 40 < 60 < most < 110
    # One of many is odd; if all are, the camera is nearer now.
    assert not memory.of_size([50.0, 51.0, 49.0, 66.0])
    assert memory.of_size([70.0, 69.0, 72.0])
    memory.odd([210.0])
    assert not memory.of_size([210.0])
    memory.odd([200.0])
    assert memory.of_size([210.0])
    # In millimetres and in pixels sizes are different things.
    memory.accepted(level_of(places, seen(places, 0.1, 0.9, {}), memory.table(WHOLE)), EDGES)
    assert not memory.of_size([16.0])
    found = Mat(LAYOUTS["a4"], np.diag([0.3, 0.3, 1.0]), 0.3, (0, 1, 2, 3), 0.0)
    table = memory.table(WHOLE, found)
    assert memory.of_size([16.0]) and table.edges is None
    # On a mat dice are of one size wherever they lie; a face and a side together are larger.
    memory.accepted(level_of(places, seen(places, 0.0, 0.9, {}), table), [15.0, 14.5, 15.2, 14.0, 15.0])
    assert memory.of_size([17.9]) and not memory.of_size([18.9, 14.3])
    assert memory.table(WHOLE, found).edges == pytest.approx((14.0 / 1.5 / 0.3, 15.2 * 1.5 / 0.3))


def test_what_is_not_seen_clearly_takes_the_place_of_nothing_that_is_remembered() -> None:
    places = np.array([(300.0, 200.0), (900.0, 250.0), (500.0, 600.0), (1000.0, 560.0)])
    memory = TableMemory()
    for _ in range(3):
        memory.accepted(level_of(places, seen(places, 0.4, 0.9, {}), memory.table(WHOLE)), EDGES)
    # In a blurred picture all dice look as if they were seen nearly from above.
    blurred = seen(places + 20, 0.0, 0.45, {})
    assert level_of(places + 20, blurred, memory.table(WHOLE), np.full(4, 0.03)).moved
    level = level_of(places + 20, blurred, memory.table(WHOLE), np.full(4, 0.09))
    assert not level.moved
    memory.accepted(level, EDGES)
    lone = np.array([(80.0, 360.0)])
    assert level_of(lone, seen(lone, 0.4, 0.9, {}), memory.table(WHOLE)).off[0] < 0.06
    # One of many counts less, too, but for one alone all is as it was.
    up = np.array([(0.2, 0.1)])
    alone = level_of(lone, up, BARE, np.array([0.2]))
    assert alone.known == 1.0 and np.array_equal(alone.off, level_of(lone, up, BARE).off)


def test_the_more_is_known_beside_a_die_the_less_it_may_be_off() -> None:
    def share(known: float, dice: int, aside: float = 0.2, unclear: float = 0.05) -> float:
        level = Level(np.full(dice, 0.2), np.full(dice, aside), known)
        return leaning(level, np.full(dice, unclear))[0]

    # One alone may be seen from aside; one that lies where many lay before may not.
    assert share(1, 1) < 0.8 < 1.2 < share(12, 1)
    assert share(12, 1) > share(12, 2) > share(12, 3) > share(12, 5)
    assert share(2, 2) < share(12, 2)
    # From far aside a die has to lean further, and where the net itself does not know, unless more is known.
    assert share(12, 3, aside=0.8) < share(12, 3)
    assert share(1, 1, unclear=0.2) < 0.5 and share(12, 3, unclear=0.2) == share(12, 3)


def test_of_a_die_at_the_picture_s_edge_less_is_known() -> None:
    picture = np.full((200, 300, 3), 120, np.uint8)
    said = LeanNet().up(picture, [(150.0, 100.0), (20.0, 100.0), (280.0, 100.0), (150.0, 181.0)], [40.0] * 4)
    assert said.shape == (4, 3) and (said[1:, 2] > said[0, 2] + 0.1).all()


def test_dice_lean_as_far_as_is_asked_on_others_or_on_crumbs() -> None:
    look = draw_look(4, "plain", 4)
    generator = np.random.default_rng(6)
    bodies = place_dice(generator, look, (1, 2, 3, 4))
    crumbed = on_a_crumb(generator, bodies, 2, 0.3)
    assert lean_degrees(crumbed[2]) == pytest.approx(np.degrees(0.3)) and crumbed[:2] == bodies[:2]
    leant = leaning_on_another(generator, look, bodies, 1, 0.5, supports=[0])
    assert leant is not None and lean_degrees(leant[1]) == pytest.approx(np.degrees(0.5))
    # They touch: the one that leans is as near to the other one's middle as their sides allow.
    away = float(np.hypot(*(leant[1].middle - leant[0].middle)[:2]))
    assert leant[0].half + leant[1].half < away < 2.2 * (leant[0].half + leant[1].half)
    assert leaning_on_another(generator, look, bodies, 1, 0.5, supports=[]) is None


def test_what_is_learnt_of_a_table_is_cut_out_where_its_dice_are() -> None:
    cuts = from_table(np.random.default_rng(7), 6_999_999)
    assert len(cuts) > 3
    again = from_table(np.random.default_rng(7), 6_999_999)
    for cut, other in zip(cuts, again, strict=True):
        assert np.array_equal(cut.picture, other.picture) and cut.up == other.up
        assert cut.picture.shape[0] >= 3 * cut.edge and float(np.hypot(*cut.up)) < 1.0


def test_what_is_asked_of_the_net_turns_with_the_die_and_its_middle_stays() -> None:
    image = np.zeros((121, 121, 3), np.uint8)
    image[55:66, 75:86] = 255
    cut = LeanCut(image, 40.0, (0.4, -0.3))
    generator = np.random.default_rng(4)
    for _ in range(10):
        shown, answer = lesson(generator, cut)
        assert shown.shape == (SIDE, SIDE, 3)
        assert abs(float(np.hypot(*answer)) - 0.5) < 1e-6
    # A spot to the right of the die is below it after a quarter turn clockwise.
    turned = patch(image, (60.0, 60.0), 40.0, np.pi / 2, side=SIDE, shown=EDGE)
    row, column = np.argwhere(turned[..., 0] > 128).mean(axis=0)
    assert abs(column - SIDE / 2) < 2 and row > SIDE / 2 + 6
