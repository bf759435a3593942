"""The camera's real thread, over devices that block for ever, on a clock that is set by hand."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from hardware.camera import Camera, CameraFault, CameraState, Frame
from hardware.camera_thread import ABANDON_MS, MOST_ABANDONED, CameraThread


class Clock:
    def __init__(self) -> None:
        self.ms = 5000

    def __call__(self) -> int:
        return self.ms


class Blocking:
    """A camera whose reads come back only when the test lets them: each permit is one frame."""

    say = "Camera: blocking."

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.permits = threading.Semaphore(0)
        self.opened = 0
        self.closed = threading.Event()
        self.readers: list[threading.Thread] = []
        self.number = 0

    def open(self) -> Blocking:
        self.opened += 1
        return self

    def read(self) -> Frame | None:
        self.readers.append(threading.current_thread())
        self.permits.acquire()
        self.number += 1
        return Frame(np.full((16, 16, 3), self.number, np.uint8), self.number, self.clock())

    def used(self) -> None: ...

    def close(self) -> None:
        self.closed.set()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until another thread has done its part; the suite's time limit ends what never comes."""
    while not condition():
        time.sleep(0.002)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def device(clock: Clock) -> Iterator[Blocking]:
    device = Blocking(clock)
    yield device
    # Whatever hangs is let go, so that no thread outlives its test.
    device.permits.release(1000)


def test_a_blocked_read_is_noticed_within_three_seconds(clock: Clock, device: Blocking) -> None:
    camera = CameraThread(device.open, "Camera: not yet open.", clock)
    seen: Camera = camera
    assert seen.state is CameraState.STARTING
    device.permits.release()
    wait_for(lambda: camera.latest() is not None)
    assert camera.say == "Camera: blocking." and camera.state is CameraState.WORKING
    clock.ms += 2400
    assert camera.state is CameraState.WORKING and camera.latest() is None
    clock.ms += 500
    assert camera.state is CameraState.NO_FRAMES and camera.latest() is None
    assert "no pictures" in camera.fault
    device.permits.release()
    wait_for(lambda: camera.state is CameraState.WORKING)
    camera.close()


def test_a_camera_that_never_gives_a_frame_at_all_is_noticed(clock: Clock, device: Blocking) -> None:
    camera = CameraThread(device.open, clock_ms=clock)
    wait_for(lambda: device.readers != [])
    clock.ms += 2900
    assert camera.state is CameraState.NO_FRAMES
    camera.close()


def test_closing_while_a_read_is_blocked_leaves_the_thread_which_closes_the_device_later(
    clock: Clock, device: Blocking
) -> None:
    camera = CameraThread(device.open, clock_ms=clock)
    wait_for(lambda: device.readers != [])
    camera.close()
    assert camera.state is CameraState.NONE and camera.latest() is None and camera.fault == ""
    assert device.readers[0].is_alive() and device.readers[0].daemon
    assert not device.closed.is_set(), "a device must not be closed under a running read"
    device.permits.release()
    device.readers[0].join()
    assert device.closed.is_set()
    camera.close()


def test_closing_an_idle_camera_ends_its_thread_and_closes_the_device(clock: Clock, device: Blocking) -> None:
    device.permits.release(1)
    camera = CameraThread(device.open, clock_ms=clock)
    wait_for(lambda: camera.age_ms() is not None)
    camera.close()
    device.permits.release(1)
    device.readers[0].join()
    assert device.closed.is_set()


def test_a_driver_that_never_comes_back_is_left_behind_and_the_camera_opened_anew(
    clock: Clock, device: Blocking
) -> None:
    device.permits.release()
    camera = CameraThread(device.open, clock_ms=clock)
    wait_for(lambda: camera.latest() is not None)
    clock.ms += 20
    wait_for(lambda: camera.latest() is not None and len(device.readers) == 2)
    clock.ms += ABANDON_MS
    assert camera.state is CameraState.NO_FRAMES
    clock.ms += 1000
    wait_for(lambda: camera.latest() is None and len(set(device.readers)) == 2)
    device.permits.release(2)
    wait_for(lambda: camera.latest() is not None)
    frame = camera.latest()
    assert frame is not None and frame.number == 2, "numbers go on"
    device.readers[0].join()
    assert device.opened == 2
    camera.close()


def test_only_so_many_threads_are_left_behind(clock: Clock, device: Blocking) -> None:
    camera = CameraThread(device.open, clock_ms=clock)
    for number in range(1, 10):
        least = min(number, MOST_ABANDONED + 1)

        def hanging(least: int = least) -> bool:
            return camera.latest() is None and len(set(device.readers)) >= least

        wait_for(hanging)
        clock.ms += ABANDON_MS
        assert camera.state is CameraState.NO_FRAMES
        # Past the longest wait before another try, short of the time after which a thread is given up.
        clock.ms += ABANDON_MS - 1000
    assert len(set(device.readers)) == MOST_ABANDONED + 1
    camera.close()


def test_a_camera_that_is_not_there_is_said_and_waited_for_without_spinning(clock: Clock) -> None:
    tries: list[int] = []

    def open_nothing() -> Blocking:
        tries.append(clock.ms)
        raise CameraFault("There is no camera: plug it in.", "camera.missing")

    camera = CameraThread(open_nothing, "Camera: the webcam 0.", clock)
    wait_for(lambda: camera.state is CameraState.LOST)
    for _ in range(200):
        assert camera.latest() is None
        time.sleep(0.0005)
    assert len(tries) == 1, "asking does not shorten the wait"
    assert camera.fault == "There is no camera: plug it in." and camera.why is not None
    assert camera.say == "Camera: the webcam 0."
    clock.ms += 1000
    camera.latest()
    wait_for(lambda: len(tries) == 2)
    camera.close()
