"""The eye: a throw is read once, and what lay there before is never taken for a new one."""

from __future__ import annotations

import threading

import pytest

from companion.table.answers import Source
from companion.table.prompts import Amount, Throw
from companion.table.text import Text
from companion.watcher import SHOWN_WIDTH, Watcher, WatchState
from hardware.camera import CameraState, Frame
from hardware.simulated import SimulatedTable
from tests.watcher.watched_table import WatchedTable

SEED = 4


def throw(seat: str, number: int) -> Throw:
    return Throw(key=f"throw/{seat}/{number}", say=Text("t"), seats=(seat,), dice=5)


def test_a_throw_is_read_when_it_has_come_to_rest() -> None:
    scene = WatchedTable(SEED)
    scene.eye.arm(throw("ana", 1))
    list(scene.states(3))
    thrown = scene.table.throw(5)
    phases = []
    for state in scene.states(40):
        phases.append(state.phase)
        if state.phase == "read":
            break
    assert phases[-1] == "read" and "moving" in phases
    assert state.proposal is not None
    assert sorted(state.proposal.value) == sorted(thrown)
    assert state.proposal.key == "throw/ana/1"
    assert state.proposal.source is Source.CAMERA and state.proposal.seat == "ana"
    assert state.image is not None and state.image.shape[1] == SHOWN_WIDTH


def test_dice_that_lie_there_when_a_prompt_opens_are_not_its_throw() -> None:
    scene = WatchedTable(SEED)
    scene.table.throw(5)
    scene.clock.pass_ms(3000)
    scene.eye.arm(throw("ana", 1))
    assert {state.phase for state in scene.states(12)} == {"waiting"}


def test_the_last_throw_is_not_read_again_for_the_next_prompt() -> None:
    scene = WatchedTable(SEED)
    scene.eye.arm(throw("ana", 1))
    list(scene.states(2))
    scene.table.throw(5)
    assert scene.settled().phase == "read"
    scene.eye.arm(throw("bo", 1))
    assert {state.phase for state in scene.states(12)} == {"waiting"}
    thrown = scene.table.throw(5)
    state = scene.settled()
    assert state.phase == "read" and state.proposal is not None
    assert sorted(state.proposal.value) == sorted(thrown) and state.proposal.seat == "bo"


def test_a_hand_over_the_old_dice_does_not_make_them_a_new_throw() -> None:
    scene = WatchedTable(SEED)
    scene.eye.arm(throw("ana", 1))
    list(scene.states(2))
    scene.table.throw_fault("hand_in_view", 5)
    list(scene.states(22))
    scene.table.put_right()
    assert scene.settled().phase == "read"
    scene.eye.arm(throw("bo", 1))
    lying = scene.camera.latest()
    assert lying is not None
    # A hand comes and goes: the picture changes, the dice do not.
    dark = Frame(lying.image // 3, lying.number + 1, lying.at_ms + 100)
    phases = [scene.eye.look(lying).phase, scene.eye.look(dark).phase]
    phases += [
        scene.eye.look(Frame(lying.image, lying.number + 2 + n, lying.at_ms + 200 + 100 * n)).phase
        for n in range(16)
    ]
    assert "read" not in phases and "doubt" not in phases


def test_fewer_dice_than_asked_for_are_a_doubt_and_no_proposal() -> None:
    scene = WatchedTable(SEED)
    scene.eye.arm(throw("ana", 1))
    list(scene.states(2))
    scene.table.throw_fault("off_tray", 5)
    state = scene.settled()
    assert state.phase == "doubt" and state.proposal is None and state.reading is not None


def test_a_prompt_that_no_camera_answers_disarms() -> None:
    scene = WatchedTable(SEED)
    scene.eye.arm(Amount(key="stake/ana/1", say=Text("t"), seats=("ana",), least=1, most=3))
    assert {state.phase for state in scene.states(3)} == {"off"}


class OneFrame:
    """A camera that gives what it is told to, for the watcher's thread."""

    say = "Camera: one frame."

    def __init__(self) -> None:
        self.state = CameraState.STARTING
        self.frame: Frame | None = None

    def latest(self) -> Frame | None:
        return self.frame

    def skipped(self) -> tuple[()]:
        return ()

    def used(self) -> None:
        self.frame = None

    def close(self) -> None:
        self.state = CameraState.NONE


def wait_for(watcher: Watcher, changed: threading.Event, phase: str) -> WatchState:
    for _ in range(200):
        if watcher.state.phase == phase:
            return watcher.state
        changed.wait(0.05)
        changed.clear()
    pytest.fail(f"the watcher stays {watcher.state.phase}, not {phase}")


def test_the_watcher_reads_a_photograph_says_a_lost_camera_and_forgets_old_prompts() -> None:
    camera, changed = OneFrame(), threading.Event()
    watcher = Watcher(camera, changed.set)
    try:
        assert watcher.state.phase == "off"
        table = SimulatedTable(SEED, "plain", lambda: 0)
        thrown = table.throw(5)
        camera.frame = Frame(table.picture(1, 5000), 1, 5000, still=True, name="one.jpg")
        camera.state = CameraState.WORKING
        watcher.arm(throw("ana", 1))
        state = wait_for(watcher, changed, "read")
        assert state.proposal is not None and state.proposal.evidence == "one.jpg"
        assert sorted(state.proposal.value) == sorted(thrown)
        watcher.used()
        camera.state = CameraState.LOST
        watcher.arm(throw("bo", 1))
        state = wait_for(watcher, changed, "blind")
        assert state.proposal is None and state.camera is CameraState.LOST
        watcher.arm(None)
        assert watcher.state.phase == "off"
    finally:
        watcher.close()
