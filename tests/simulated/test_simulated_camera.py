"""The simulated camera: pace, frames and faults."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from hardware.camera import CameraFault, FrameSource
from hardware.simulated import SimulatedCamera, SimulatedTable
from hardware.simulated.camera import CameraFaults


@pytest.fixture
def table(clock):
    return SimulatedTable(31, "plain", clock.now)


def test_frames_come_at_the_clocks_pace_and_are_numbered(clock, table):
    camera: FrameSource = SimulatedCamera(table, sleep=clock.sleep)
    frames = [camera.read() for _ in range(7)]
    assert [frame.number for frame in frames] == list(range(1, 8))
    assert frames[-1].at_ms - frames[0].at_ms == pytest.approx(200, abs=2)
    for frame in frames:
        assert frame.image.shape == (720, 1280, 3)
        assert frame.image.dtype == np.uint8
        assert not frame.still
        assert not frame.image.flags.writeable
    clock.sleep(10)
    before = clock.now()
    camera.read()
    assert clock.now() == before, "frames nobody fetched are not made up for"
    assert "31" in camera.say
    camera.used()
    camera.close()
    camera.close()
    with pytest.raises(CameraFault):
        camera.read()


def _reads(clock, faults, count=40, dice=0):
    clock.ms = 1000.0
    table = SimulatedTable(31, "plain", clock.now)
    if dice:
        table.throw(dice)
    camera = SimulatedCamera(table, sleep=clock.sleep, faults=faults)
    frames = [camera.read() for _ in range(count)]
    return [frame and (frame.number, frame.at_ms, frame.image.tobytes()) for frame in frames]


def test_the_same_seed_gives_the_same_faults(clock):
    faults = CameraFaults(dropped=0.2, repeated=0.2, late=0.2, torn=0.2, misexposed=0.2, warming_up=2)
    assert _reads(clock, faults, 10, dice=3) == _reads(clock, faults, 10, dice=3)


def test_dropped_frames_are_missing(clock):
    frames = _reads(clock, CameraFaults(dropped=0.3))
    lost = [frame for frame in frames if frame is None]
    assert 4 <= len(lost) <= 20
    assert [frame[0] for frame in frames if frame] == list(range(1, 41 - len(lost)))


def test_repeated_frames_show_the_same_bits(clock):
    pictures = [frame[2] for frame in _reads(clock, CameraFaults(repeated=0.4), 24)]
    repeats = sum(one == other for one, other in pairwise(pictures))
    assert 4 <= repeats <= 18


def test_late_frames_are_old_when_they_arrive(clock, table):
    camera = SimulatedCamera(table, sleep=clock.sleep, faults=CameraFaults(late=1.0))
    frame = camera.read()
    assert 150 <= clock.now() - frame.at_ms <= 620


def test_a_torn_frame_is_two_moments(clock, table):
    table.throw(5)
    camera = SimulatedCamera(table, sleep=clock.sleep, faults=CameraFaults(torn=1.0))
    camera.read()
    before = camera.read().image
    torn = camera.read().image
    same = [np.array_equal(one, other) for one, other in zip(before, torn, strict=True)]
    assert same[-1]
    assert not same[0]


def test_the_first_frames_are_badly_exposed(clock, table):
    camera = SimulatedCamera(table, sleep=clock.sleep, faults=CameraFaults(warming_up=2))
    means = [float(camera.read().image.mean()) for _ in range(4)]
    assert min(means[:2]) > 1.4 * max(means[2:])


def test_misexposed_frames_are_brighter_or_darker(clock, table):
    camera = SimulatedCamera(table, sleep=clock.sleep, faults=CameraFaults(misexposed=0.5))
    usual = float(table.picture(1).mean())
    means = [float(camera.read().image.mean()) for _ in range(24)]
    assert any(mean < 0.75 * usual for mean in means) and any(mean > 1.3 * usual for mean in means)
    assert 4 <= sum(abs(mean - usual) < 0.05 * usual for mean in means) <= 20


def test_an_unplugged_camera_says_so_and_comes_back(clock, table):
    camera = SimulatedCamera(table, sleep=clock.sleep)
    camera.read()
    table.camera_plugged = False
    with pytest.raises(CameraFault, match="unplugged"):
        camera.read()
    with pytest.raises(CameraFault, match="unplugged"):
        SimulatedCamera(table, sleep=clock.sleep)
    table.camera_plugged = True
    assert SimulatedCamera(table, sleep=clock.sleep).read() is not None


def test_silence_frozen_pictures_and_blocked_reads(clock, table):
    camera = SimulatedCamera(table, sleep=clock.sleep)
    first = camera.read()
    camera.fall_silent()
    assert [camera.read() for _ in range(3)] == [None, None, None]
    camera.fall_silent(False)
    camera.freeze()
    frozen = [camera.read() for _ in range(3)]
    assert all(np.array_equal(frame.image, first.image) for frame in frozen)
    assert [frame.number for frame in frozen] == [2, 3, 4]
    camera.freeze(False)
    camera.block(5000)
    before = clock.now()
    assert not np.array_equal(camera.read().image, first.image)
    assert clock.now() - before >= 5000
