"""The keeper of a camera, step by step on a clock of its own, over devices that act like the world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import CameraFault, CameraState, Frame
from hardware.camera_keeper import FRESH_MS, CameraKeeper
from hardware.folder import FolderSource


class World:
    """A clock, and a socket into which cameras are plugged.

    What a camera does at each read is scripted: a letter is a picture (the same letter the same
    picture), ``*`` a picture never seen before, ``-`` no picture, ``!`` an error of the driver,
    ``x`` pulled out.  A script's last act goes on for ever.
    """

    def __init__(self, *scripts: str) -> None:
        self.ms = 1000
        self.scripts = list(scripts)
        self.opened_at: list[int] = []
        self.closed = 0
        self.reads: list[int] = []
        self.pictures = 0

    def clock_ms(self) -> int:
        return self.ms

    def open(self) -> Device:
        self.opened_at.append(self.ms)
        script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
        if script == "":
            raise CameraFault("There is no camera: plug it in.", "camera.missing")
        return Device(self, script)


class Device:
    say = "Camera: scripted."

    def __init__(self, world: World, script: str) -> None:
        self.world = world
        self.acts: Iterator[str] = self.play(script)
        self.number = 0

    @staticmethod
    def play(script: str) -> Iterator[str]:
        yield from script
        while True:
            yield script[-1]

    def read(self) -> Frame | None:
        self.world.ms += 33
        self.world.reads.append(self.world.ms)
        act = next(self.acts)
        if act == "-":
            return None
        if act == "!":
            raise ZeroDivisionError
        if act == "x":
            raise CameraFault("The camera has gone: plug it in again.")
        if act == "*":
            self.world.pictures += 1
            image = np.full((72, 128, 3), self.world.pictures, np.uint16).view(np.uint8)[:, :, :3]
        else:
            image = np.full((72, 128, 3), ord(act), np.uint8)
        self.number += 1
        return Frame(image, self.number, self.world.ms)

    def used(self) -> None: ...

    def close(self) -> None:
        self.world.closed += 1


def run(world: World, keeper: CameraKeeper, ms: int, asking: bool = True) -> list[tuple[int, CameraState]]:
    """Let the keeper step for so long, looked at every 20 ms or never; return the changes of state."""
    end = world.ms + ms
    states = [(world.ms, keeper.state())]
    while world.ms < end:
        if asking:
            keeper.latest()
        wait = keeper.step()
        assert wait is not None and wait >= 0
        world.ms = max(world.ms, min(end, world.ms + (min(wait, 20) if asking else wait)))
        if keeper.state() is not states[-1][1]:
            states.append((world.ms, keeper.state()))
    return states


def words(states: Iterable[tuple[int, CameraState]]) -> list[str]:
    return [state.value for _, state in states]


def test_a_working_camera_gives_its_newest_frame() -> None:
    world = World("*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    assert keeper.latest() is None and keeper.age_ms() is None
    assert words(run(world, keeper, 3000)) == ["starting", "working"]
    frame = keeper.latest()
    assert frame is not None
    assert frame.number == len(world.reads) and world.ms - frame.at_ms < 60
    assert keeper.age_ms() == world.ms - frame.at_ms
    assert keeper.why() is None and keeper.say == "Camera: scripted."
    assert len(world.reads) > 3000 / 60, "somebody is looking: nearly every frame is read"


def test_nobody_looking_costs_one_frame_a_second() -> None:
    world = World("*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    run(world, keeper, 10_000, asking=False)
    assert len(world.reads) <= 11
    assert keeper.state() is CameraState.WORKING


def test_an_old_frame_is_not_shown_and_asking_brings_a_new_one() -> None:
    world = World("*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    run(world, keeper, 100)
    world.ms += FRESH_MS + 1
    assert keeper.latest() is None and keeper.state() is CameraState.WORKING
    age = keeper.age_ms()
    assert age is not None and age > FRESH_MS
    keeper.step()
    assert keeper.latest() is not None


def test_an_unplugged_camera_that_gives_its_last_picture_again_is_stale() -> None:
    """A read fails once, then the driver hands out old data."""
    world = World("*****A-AAA", "*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    states = run(world, keeper, 3000)
    assert words(states) == ["starting", "working", "stale", "working"]
    stale_at, back_at = states[2][0], states[3][0]
    assert stale_at - world.opened_at[0] < 1000
    assert 1000 <= back_at - stale_at < 1200
    assert len(world.opened_at) == 2 and world.closed == 1


def test_a_frozen_picture_is_noticed_within_three_seconds_and_never_passed_on_as_new() -> None:
    for asking in (True, False):
        world = World("***A", "A")
        keeper = CameraKeeper(world.open, world.clock_ms)
        run(world, keeper, 200)
        newest = keeper.latest()
        since = world.ms
        states = run(world, keeper, 3000, asking)
        assert words(states)[:2] == ["working", "stale"] and states[1][0] - since < 3000
        why = keeper.why()
        assert why is not None and why.code == "camera.stale"
        assert newest is not None and newest.number <= 4 and keeper.latest() is None


def test_a_repeated_picture_now_and_then_is_no_trouble() -> None:
    world = World("*AA*BBB*CC**DDD*A*AA*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    assert words(run(world, keeper, 2000)) == ["starting", "working"]


def test_after_coming_back_with_the_same_old_picture_it_is_still_stale() -> None:
    world = World("A", "A", "A*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    states = run(world, keeper, 10_000)
    assert words(states) == ["starting", "working", "stale", "working"]
    assert len(world.opened_at) == 3
    assert 2000 <= world.opened_at[2] - world.opened_at[1] < 2200


@pytest.mark.parametrize(
    ("script", "state"), [("-", "no_frames"), ("x", "lost"), ("!", "lost"), ("", "lost")]
)
def test_a_camera_that_never_gives_a_frame_is_noticed_within_three_seconds(script: str, state: str) -> None:
    world = World(script)
    keeper = CameraKeeper(world.open, world.clock_ms)
    states = run(world, keeper, 3000)
    assert words(states) == ["starting", state]
    why = keeper.why()
    assert why is not None and why.say.endswith(".") and "plug" in why.say
    assert keeper.latest() is None


@pytest.mark.parametrize("asking", [True, False])
@pytest.mark.parametrize("script", ["", "x", "!"])
def test_ten_failures_are_tried_again_after_1_2_4_up_to_30_seconds_and_then_it_works(
    script: str, asking: bool
) -> None:
    world = World(*[script] * 10, "*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    states = run(world, keeper, 300_000, asking)
    assert words(states) == ["starting", "lost", "working"]
    waits = [round((after - before) / 1000) for before, after in pairwise(world.opened_at)]
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]
    assert keeper.why() is None


def test_the_back_off_begins_anew_once_the_camera_has_worked() -> None:
    world = World("", "", "", "*" * 20 + "x", "*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    states = run(world, keeper, 20_000)
    assert words(states) == ["starting", "lost", "working", "lost", "working"]
    assert 1000 <= states[4][0] - states[3][0] < 1200


def test_a_camera_without_frames_is_opened_again_and_read_without_haste() -> None:
    world = World("-", "-", "*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    states = run(world, keeper, 20_000)
    assert words(states) == ["starting", "no_frames", "working"]
    assert len(world.opened_at) == 3
    silent = [at for at in world.reads if at < world.opened_at[1]]
    assert len(silent) < 2700 / 80, "after each failed read there is a wait"


def test_a_fault_in_the_middle_and_back_again_keeps_counting_frames() -> None:
    world = World("***x", "**!", "*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    numbers: list[int] = []
    for _ in range(60):
        run(world, keeper, 100)
        frame = keeper.latest()
        if frame is not None:
            numbers.append(frame.number)
    assert numbers == sorted(set(numbers)) and len(numbers) > 20
    assert len(world.opened_at) == 3 and world.closed == 2


def test_an_error_while_closing_is_no_matter() -> None:
    world = World("x", "*")

    def open_badly() -> Device:
        device = world.open()
        device.close = lambda: 1 / 0  # type: ignore[assignment, method-assign, return-value]
        return device

    keeper = CameraKeeper(open_badly, world.clock_ms)
    assert words(run(world, keeper, 2000)) == ["starting", "lost", "working"]


def test_closing_ends_the_steps_and_closes_the_device_once() -> None:
    world = World("*")
    keeper = CameraKeeper(world.open, world.clock_ms)
    run(world, keeper, 200)
    keeper.close()
    assert keeper.latest() is None
    assert keeper.step() is None and keeper.step() is None
    assert world.closed == 1


def folder_keeper(folder: Path, world: World) -> CameraKeeper:
    for name in ("a.png", "c.png", "d.png"):
        cv2.imwrite(str(folder / name), np.zeros((40, 40, 3), np.uint8))
    (folder / "b.jpg").write_text("text")
    source = FolderSource(folder, world.clock_ms)
    return CameraKeeper(lambda: source, world.clock_ms)


def name_of(keeper: CameraKeeper) -> str:
    frame = keeper.latest()
    return frame.name if frame is not None else ""


def test_a_folder_stays_at_a_picture_until_it_is_used_and_ends(tmp_path: Path) -> None:
    """Equal pictures for minutes are no trouble of a folder."""
    world = World("*")
    keeper = folder_keeper(tmp_path, world)
    run(world, keeper, 300_000)
    assert name_of(keeper) == "a.png" and keeper.state() is CameraState.WORKING
    first = keeper.latest()
    run(world, keeper, 5000)
    assert keeper.latest() is first, "the same photograph is the same frame"
    keeper.used()
    assert keeper.latest() is None and keeper.state() is CameraState.WORKING
    run(world, keeper, 100)
    second = keeper.latest()
    assert second is not None and (second.name, second.number) == ("c.png", 2)
    assert [fault.name for fault in keeper.skipped()] == ["b.jpg"] and keeper.skipped() == ()
    keeper.skip_through("c.png")
    keeper.used()
    run(world, keeper, 100)
    assert name_of(keeper) == "d.png"
    keeper.used()
    run(world, keeper, 100)
    assert keeper.state() is CameraState.ENDED and keeper.latest() is None
    why = keeper.why()
    assert why is not None and why.code == "folder.ended"
    run(world, keeper, 60_000)
    assert keeper.state() is CameraState.ENDED
    keeper.skip_through("b.jpg")
    run(world, keeper, 1100)
    assert name_of(keeper) == "c.png" and keeper.state() is CameraState.WORKING


def test_a_photograph_used_while_it_is_read_once_more_does_not_come_back(tmp_path: Path) -> None:
    world = World("*")
    keeper = folder_keeper(tmp_path, world)
    run(world, keeper, 100)
    source = keeper._source
    assert isinstance(source, FolderSource)
    read = source.read

    def used_meanwhile() -> Frame | None:
        frame = read()
        keeper.used()
        source.read = read  # type: ignore[method-assign]
        return frame

    source.read = used_meanwhile  # type: ignore[method-assign]
    world.ms += 2000
    keeper.step()
    assert keeper.latest() is None
    run(world, keeper, 100)
    assert name_of(keeper) == "c.png"
