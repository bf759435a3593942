"""Cards and tiles on the simulated table: hands lay them, the truth says what lies where."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.simulated import CardSheet, SimulatedTable
from hardware.simulated.lying_faults import CARD_FAULTS, TILE_FAULTS
from hardware.simulated.lying_makers import tile_halves
from hardware.simulated.mat_print import framed, placed_mat
from hardware.simulated.tile_faces import pip_places
from hardware.vision.mat import MatFinder
from hardware.vision.tags import TagReader

CODE = "KL1:7QM:G07:4ZK0B1T"


@pytest.fixture(scope="module")
def reader():
    reader = TagReader()
    yield reader
    reader.close()


def _rested(clock, table):
    clock.sleep(1.5)
    assert not table.moving
    return table.picture(7)


def _values(reader, picture):
    return sorted(piece.value for piece in reader.read(picture, thorough=True).pieces)


def test_the_same_seed_gives_the_same_cards_and_tiles(clock, seed):
    def evening():
        clock.ms = 5000.0
        table = SimulatedTable(seed, "usual", clock.now, mat="a4")
        seen = []
        for act in (lambda: table.show_card(CODE), lambda: table.show_tile("6-2", "touching")):
            seen.append(act())
            for _ in range(2):
                clock.sleep(0.25)
                seen.append((table.picture(1).tobytes(), table.things))
            clock.sleep(1)
            seen.append((table.picture(2).tobytes(), table.things))
        return seen

    assert evening() == evening()


def test_a_hand_brings_a_card_that_is_read_where_the_truth_says(clock, reader, seed):
    table = SimulatedTable(seed, "usual", clock.now, mat="a4")
    table.throw(3)
    assert table.show_card(CODE) == CODE
    assert table.truth == (), "the dice are taken up first"
    clock.sleep(0.25)
    assert table.moving
    assert [thing.moving for thing in table.things] == [True]
    assert cv2.absdiff(table.picture(1), _rested(clock, table)).max() > 60
    (thing,) = table.things
    assert (thing.kind, thing.name, thing.face, thing.fault) == ("card", CODE, "up", None)
    assert thing.shown > 0.97
    assert not thing.hidden and not thing.cut and not thing.moving
    (piece,) = reader.read(table.picture(8), thorough=True).pieces
    assert piece.value == CODE == table.shown
    assert np.linalg.norm(np.mean(thing.code, axis=0) - piece.centre) < 4
    outline = np.array(thing.outline, dtype=np.float32)
    assert cv2.contourArea(outline, oriented=True) > 0, "corners run clockwise on the picture"
    table.take_away()
    clock.sleep(0.1)
    assert table.moving and table.shown == ""
    _rested(clock, table)
    assert table.things == ()


def test_a_picture_handed_in_is_what_the_card_shows(clock):
    """Each quarter of a face in four colours is where the outline's corners say."""
    face = np.zeros((88, 63, 3), dtype=np.uint8)
    face[:44, :31], face[:44, 31:], face[44:, 31:], face[44:, :31] = (255, 0, 0), (0, 255, 0), (0, 0, 255), 0
    table = SimulatedTable(5, "plain", clock.now, deep_mm=220)
    table.show_card(CardSheet("colours", face), turn=0.7)
    picture = _rested(clock, table)
    corners = np.array(table.things[0].outline)
    middle = corners.mean(axis=0)
    colours = []
    for corner in corners:
        x, y = np.rint(middle + 0.5 * (corner - middle)).astype(int)
        colours.append(picture[y, x].astype(int))
    assert [int(np.argmax(colour)) for colour in colours[:3]] == [0, 1, 2]
    assert colours[3].max() < 60


def test_several_things_lie_beside_each_other_and_one_is_taken(clock, reader):
    table = SimulatedTable(11, "plain", clock.now, mat="letter")
    table.show_card("one")
    clock.sleep(1)
    table.show_card("two", beside=True)
    picture = _rested(clock, table)
    assert _values(reader, picture) == ["one", "two"]
    assert [thing.name for thing in table.things] == ["one", "two"]
    with pytest.raises(ValueError, match="nothing called"):
        table.take_away("three")
    table.take_away("one")
    assert _values(reader, _rested(clock, table)) == ["two"]
    table.throw(2)
    assert (table.things, table.shown) == ((), "")
    assert len(table.truth) == 2


def test_the_mat_is_found_where_it_lies_and_things_lie_in_its_frame(clock, seed):
    for level, paper in (("plain", "a4"), ("usual", "letter")):
        table = SimulatedTable(seed, level, clock.now, mat=paper)
        table.throw(5)
        mat = MatFinder().find(_rested(clock, table), thorough=True)
        assert mat is not None and mat.layout.paper == paper
        assert all(mat.contains(die.centre) for die in table.truth)
        placed = placed_mat(table.look.mat)
        left, top, right, bottom = placed.layout.frame
        inside = placed.on_table(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
        seen = table.look.lens.project(np.column_stack([inside, np.zeros(4)]))
        assert np.abs(seen - np.array(mat.outline)).max() < 3.0
        table.show_tile("0-4")
        _rested(clock, table)
        assert all(mat.contains(corner) for corner in table.things[0].outline)


def test_tiles_show_as_many_pips_as_they_have(clock):
    """The halves' pips, counted by their colour in the face seen from above, are the tile's value."""
    table = SimulatedTable(2, "plain", clock.now, deep_mm=200)
    look = table._things._maker.tile_look
    for value in ("0-1", "2-3", "4-5", "6-6"):
        table.show_tile(value, turn=0.3)
        picture = cv2.cvtColor(_rested(clock, table), cv2.COLOR_BGR2GRAY)
        outline = np.array(table.things[0].outline, dtype=np.float32)
        flat = np.array([[0, 0], [400, 0], [400, 200], [0, 200]], dtype=np.float32)
        seen = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(outline, flat), (400, 200))
        scale = 400 / look.long
        for side, pips in zip((-1, 1), tile_halves(value), strict=True):
            spots = [
                (0.0, 0.0),
                *((x * look.pip_step, y * look.pip_step) for x in (-1, 0, 1) for y in (-1, 1)),
            ]
            there = []
            for along, beside in spots:
                x = round(200 + (side * look.long / 4 + along) * scale)
                y = round(100 - beside * scale)
                there.append(float(seen[y - 3 : y + 4, x - 3 : x + 4].mean()))
            bare = float(seen[20:180, 200 + side * 30].mean())
            dark = sum(abs(level - bare) > 40 for level in there)
            assert dark == pips, (value, side, there, bare)
            assert len(pip_places(look, pips)) == pips


def test_a_layout_lies_as_it_is_laid_and_scattered_tiles_do_not_overlap(clock, seed):
    table = SimulatedTable(seed, "usual", clock.now, mat="a4")
    table.lay_tiles([("1-2", 0.0, 0.0, 0.0), ("2-2", 60.0, 0.0, 1.5)])
    assert [thing.name for thing in table.things] == ["1-2", "2-2"]
    assert not table.moving
    table.clear()
    table.scatter_tiles([f"{low}-6" for low in range(7)], touching=0.6)
    faces = [np.array(thing.outline, dtype=np.float32) for thing in table.things]
    assert len(faces) == 7
    for number, face in enumerate(faces):
        assert all(cv2.intersectConvexConvex(face, other)[0] < 25.0 for other in faces[:number])
    assert all(thing.shown > 0.8 for thing in table.things)


@pytest.mark.parametrize("fault", CARD_FAULTS)
def test_each_fault_of_a_card_shows_and_can_be_put_right(clock, reader, fault):
    table = SimulatedTable(31, "plain", clock.now, mat="a4")
    table.show_card(CODE, fault)
    wrong = _rested(clock, table)
    first = table.things[0]
    assert table.mishap == fault == first.fault
    values = _values(reader, wrong)
    if fault in ("foreign", "two_cards"):
        assert values and values != [CODE]
    elif fault in ("misprinted", "cut", "hand_in_view", "blurred", "face_down"):
        assert values == []
    else:
        assert values in ([], [CODE]), "a code that is hard to read is read right or not at all"
    assert first.cut == (fault == "cut") and first.hidden == (fault in ("cut", "hand_in_view"))
    assert first.face == ("down" if fault == "face_down" else "up")
    table.put_right()
    right = _rested(clock, table)
    assert table.mishap is None and [thing.fault for thing in table.things] == [None]
    assert cv2.absdiff(wrong, right).max() > 30
    assert _values(reader, right) == [CODE]


@pytest.mark.parametrize("fault", TILE_FAULTS)
def test_each_fault_of_a_tile_shows_and_can_be_put_right(clock, fault):
    table = SimulatedTable(32, "plain", clock.now, mat="a4")
    assert table.show_tile("5-3", fault) == "3-5"
    wrong = _rested(clock, table)
    first = table.things[0]
    assert table.mishap == fault == first.fault
    assert (first.name == "3-5") == (fault != "wrong_tile")
    assert first.face == {"face_down": "down", "on_edge": "edge"}.get(fault, "up")
    assert len(table.things) == (2 if fault == "touching" else 1)
    table.put_right()
    right = _rested(clock, table)
    (thing,) = table.things
    assert (thing.name, thing.face, thing.fault, thing.shown > 0.97) == ("3-5", "up", None, True)
    assert cv2.absdiff(wrong, right).max() > 30


def test_what_cannot_be_is_refused(clock):
    table = SimulatedTable(1, "plain", clock.now)
    for value in ("7-1", "3", "3-5-1", "a-b", "", "-1-2"):
        with pytest.raises(ValueError, match="no tile"):
            table.show_tile(value)
    with pytest.raises(ValueError, match="no such fault"):
        table.show_card("x", "eaten")
    with pytest.raises(ValueError, match="no such fault"):
        table.show_tile("1-1", "eaten")
    with pytest.raises(ValueError, match="no mat is printed"):
        SimulatedTable(1, "plain", clock.now, mat="a3")
    with pytest.raises(ValueError, match="80 to 1500"):
        framed(table.look, 20.0)
    with pytest.raises(ValueError, match="up, down or on its edge"):
        table.show_tile("1-1", face="flying")
    assert table.things == () and table.truth == ()
