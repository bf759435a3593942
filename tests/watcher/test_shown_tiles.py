"""A shown tile: read at rest by its pips; of several the one that is new; what fits nowhere is named."""

from __future__ import annotations

from companion.watcher import kind_of
from hardware.camera import Frame
from tests.watcher.tile_scenes import PLAYED, TileTable, show


def test_a_tile_is_read_when_it_has_come_to_rest_on_the_mat() -> None:
    scene = TileTable()
    prompt = show()
    assert kind_of(prompt) == "tile"
    scene.eye.arm(prompt)
    list(scene.states(2))
    scene.table.show_tile("3-5")
    phases = []
    for state in scene.states(40):
        phases.append(state.phase)
        if state.phase == "read":
            break
    assert "moving" in phases and phases[-1] == "read", phases
    assert state.proposal is not None and (state.proposal.value, state.proposal.seat) == ("3-5", "ana")
    assert len(state.mat) == 4, "the tray mat was found"
    # The same tile still lies there when the next seat is asked: it is on the layout, and is named as that.
    scene.eye.arm(show("tile/bo/1/2", "bo", played=("3-5",)))
    *_, state = scene.states(12)
    assert state.phase == "waiting" and [one.say for one in state.named] == [PLAYED]
    scene.table.show_tile("0-6")
    state = scene.settled()
    assert state.proposal is not None and state.proposal.value == "0-6" and not state.named


def test_after_taking_back_a_tile_has_to_be_shown_again() -> None:
    scene = TileTable()
    scene.eye.arm(show())
    scene.table.show_tile("2-2")
    assert scene.settled().proposal is not None
    scene.eye.arm(show("tile/ana/1/1/2"))
    *_, state = scene.states(12)
    assert state.phase == "waiting" and [one.say.id for one in state.named] == ["watch.lies_there"]
    scene.eye.again()
    state = scene.settled()
    assert state.proposal is not None and state.proposal.value == "2-2"


def test_of_a_layout_in_view_the_one_new_tile_is_taken_and_two_are_asked_about() -> None:
    # Tiles that contrast with the mat, and small enough to lie clear of each other.
    scene = TileTable(5)
    lying = [("0-3", -40.0, 20.0, 0.0), ("1-4", 10.0, 20.0, 0.4)]
    scene.table.lay_tiles([*lying, ("5-6", 0.0, -30.0, 1.0)])
    scene.eye.arm(show(played=("0-3", "1-4")))
    state = scene.settled()
    assert state.phase == "read" and state.proposal is not None and state.proposal.value == "5-6"
    scene.eye.arm(show("tile/bo/1/2", "bo", played=("0-3",)))
    state = scene.settled()
    # The tile of the answer before lies where it lay, so only one is new.
    assert state.proposal is not None and state.proposal.value == "1-4"
    image = scene.table.picture(1)
    scene.eye.arm(show("tile/ana/1/3", played=("0-3",)))
    state = scene.eye.look(Frame(image, 1, 0, still=True, name="two.jpg"))
    assert state.phase == "doubt" and state.proposal is None
    assert state.candidates == ("1-4", "5-6")


def test_an_empty_tray_and_a_tile_face_down_are_waited_at() -> None:
    scene = TileTable()
    scene.eye.arm(show())
    assert {state.phase for state in scene.states(12)} <= {"settling", "waiting"}
    scene.table.show_tile("4-4", fault="face_down")
    states = list(scene.states(30))
    assert states[-1].phase == "waiting" and all(state.proposal is None for state in states)
