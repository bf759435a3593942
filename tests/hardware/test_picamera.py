"""The Pi's own camera: the real worker process over a library that acts like the Pi's."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hardware.picamera
from hardware.buttons import PressQueue
from hardware.camera import CameraFault, CameraState, FrameSource
from hardware.camera_keeper import CameraKeeper
from hardware.camera_thread import CameraThread
from hardware.machine import Machine
from hardware.opening import Banner, HardwareSettings, found_camera, open_hardware
from hardware.picamera import PiCamera, PiCameraOpener, camera_number, worker_command
from hardware.picamera_worker import (
    DRIFT_FRAMES,
    MOST_FRAMES,
    STEADY_FRAMES,
    WARM_UP_FRAMES,
    Exposure,
    own_cameras,
    trouble,
)

#: A folder with the made-up library in it.
WORLD = Path(__file__).with_name("picamera_world")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the Pi's camera is Linux's")
Open = Callable[..., PiCamera]


def python_in(world: str, library: Path = WORLD) -> list[str]:
    """The command of an interpreter in which the library is found and behaves in a certain way."""
    return ["/usr/bin/env", f"PYTHONPATH={library}", f"CAMERA_WORLD={world}", sys.executable]


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware.picamera, "WIDTH", 64)
    monkeypatch.setattr(hardware.picamera, "HEIGHT", 48)


@pytest.fixture
def open_camera() -> Iterator[Open]:
    opened: list[PiCamera] = []

    def opener(world: str = "", name: str = "pi") -> PiCamera:
        opened.append(PiCamera(name, python=python_in(world)))
        return opened[-1]

    yield opener
    for camera in opened:
        camera.close()
        camera.close()
        assert camera._process.poll() is not None


def fault(world: str, library: Path = WORLD) -> CameraFault:
    with pytest.raises(CameraFault) as caught:
        PiCamera(python=python_in(world, library)).read()
    return caught.value


def number_of(image: Any) -> int:
    """The library writes its own count of frames into the first pixel."""
    return int(image[0, 0, 0]) + 250 * int(image[0, 0, 1])


def test_frames_come_after_the_warm_up_and_each_is_another(open_camera: Open) -> None:
    camera = open_camera()
    assert "imx708_0" in camera.say
    frames = [camera.read() for _ in range(5)]
    assert [frame.number for frame in frames if frame is not None] == [1, 2, 3, 4, 5]
    numbers = [number_of(frame.image) for frame in frames if frame is not None]
    assert numbers[0] > WARM_UP_FRAMES and numbers == sorted(set(numbers))
    image = frames[0].image if frames[0] is not None else None
    assert image is not None and image.shape == (48, 64, 3) and int(image[0, 0, 2]) == 7
    assert not image.flags.writeable


def test_the_exposure_is_right_and_then_held_while_a_hand_is_over_the_tray(open_camera: Open) -> None:
    camera = open_camera()
    levels = []
    for _ in range(40):
        frame = camera.read()
        assert frame is not None
        levels.append(int(frame.image[20, 20, 0]))
    assert len(set(levels[-20:])) == 1, "a locked exposure gives the same brightness"
    assert abs(levels[-1] - 100) <= 3


def test_another_light_is_noticed_and_the_exposure_found_anew(open_camera: Open) -> None:
    camera = open_camera("light")
    levels = []
    for _ in range(260):
        frame = camera.read()
        assert frame is not None
        levels.append(int(frame.image[20, 20, 0]))
    assert max(levels) > 240 and abs(levels[-1] - 100) <= 3


def test_frames_that_waited_in_the_library_are_not_shown(open_camera: Open) -> None:
    camera = open_camera("old")
    shown = [number_of(frame.image) for frame in (camera.read() for _ in range(12)) if frame is not None]
    assert len(shown) == 12 and not [number for number in shown if number % 3 == 0]


def test_the_second_camera_of_a_pi_5_is_named(open_camera: Open) -> None:
    assert "imx708_1" in open_camera(name="pi1").say and camera_number("pi0") == 0


@pytest.mark.parametrize(
    ("world", "code", "words"),
    [
        ("none", "picamera.no_camera", "ribbon cable"),
        ("busy", "picamera.busy", "another program"),
        ("abi", "picamera.abi", "does not fit its numpy"),
        ("crash", "picamera.gone", "looked for by itself"),
    ],
)
def test_what_is_wrong_is_one_sentence(world: str, code: str, words: str) -> None:
    if world == "crash":
        camera = PiCamera(python=python_in(world))
        with pytest.raises(CameraFault) as caught:
            while True:
                camera.read()
        camera.close()
        found = caught.value
    else:
        found = fault(world)
    assert found.code == code and words in found.say


def test_a_missing_library_and_a_missing_python_are_said(tmp_path: Path) -> None:
    assert fault("", tmp_path).code == "picamera.missing"
    with pytest.raises(CameraFault) as caught:
        PiCamera(python=["/nowhere/python3"])
    assert "python3-picamera2" in caught.value.say


def test_a_library_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware.picamera, "FRAME_SECONDS", 0.2)
    camera = PiCamera(python=python_in("hang"))
    with pytest.raises(CameraFault) as caught:
        while True:
            camera.read()
    assert caught.value.code == "picamera.hung"
    camera.close()
    assert camera._process.returncode is not None


def test_after_a_crash_the_camera_thread_opens_it_again() -> None:
    camera = CameraThread(PiCameraOpener(python=python_in("crash")))
    states, numbers = set(), set()
    until = time.monotonic() + 30
    while time.monotonic() < until and not (CameraState.LOST in states and len(numbers) > 25):
        frame = camera.latest()
        if frame is not None:
            numbers.add(frame.number)
        states.add(camera.state)
        time.sleep(0.005)
    camera.close()
    assert CameraState.LOST in states and max(numbers) > 25


def test_the_list_leaves_webcams_to_their_own_driver() -> None:
    done = subprocess.run(worker_command("--list", python=python_in("")), capture_output=True, check=False)
    assert json.loads(done.stdout) == {"cameras": ["imx708"]}
    assert own_cameras([]) == []
    abi = worker_command("--list", python=python_in("abi"))
    broken = subprocess.run(abi, capture_output=True, check=False)
    assert json.loads(broken.stdout)["error"] == "abi" and broken.returncode == 1


def test_the_worker_runs_in_the_systems_python_apart_from_any_venv() -> None:
    command = worker_command("0", "1280", "720")
    assert command[:2] == ["/usr/bin/python3", "-I"] and command[2].endswith("picamera_worker.py")


def test_troubles_have_words() -> None:
    assert trouble(ModuleNotFoundError("No module named 'libcamera'"))["error"] == "missing"
    assert trouble(RuntimeError("module compiled against ABI version 0x1000009 of numpy"))["error"] == "abi"
    assert trouble(RuntimeError("something else"))["error"] == "failed"


def test_an_exposure_that_never_holds_still_is_held_all_the_same() -> None:
    exposure = Exposure()
    frames = 0
    while not exposure.locked:
        frames += 1
        exposure.controls({"ExposureTime": 1000 * (frames % 7), "AnalogueGain": 1.0}, 90.0)
    assert frames == MOST_FRAMES


def test_a_short_shadow_changes_nothing_and_a_lasting_one_does() -> None:
    exposure = Exposure()
    metadata = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (2.0, 1.5)}
    held: dict[str, Any] = {}
    while not held:
        held = exposure.controls(metadata, 100.0)
    assert held["AeEnable"] is False and held["ExposureTime"] == 8000 and held["ColourGains"] == (2.0, 1.5)
    for _ in range(10):
        for _ in range(DRIFT_FRAMES - 2):
            assert exposure.controls(metadata, 40.0) == {}
        assert exposure.controls(metadata, 100.0) == {}
    answers = [exposure.controls(metadata, 40.0) for _ in range(DRIFT_FRAMES)]
    assert answers[-1] == {"AeEnable": True, "AwbEnable": True} and not exposure.locked
    again = [exposure.controls(metadata, 100.0) for _ in range(STEADY_FRAMES + 2)]
    assert any(again), "and it is held again once it is still"


def pi_with(folder: Path, *names: str) -> Machine:
    """A Pi with these names of video devices, in order."""
    (folder / "proc/device-tree").mkdir(parents=True)
    (folder / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (folder / "dev").mkdir()
    for number, name in enumerate(names):
        node = folder / f"sys/class/video4linux/video{number}"
        node.mkdir(parents=True)
        (node / "name").write_text(name + "\n")
        (folder / f"dev/video{number}").write_text("")
    return Machine(folder)


def test_a_pis_own_camera_is_found_by_itself_and_a_webcam_only_by_name(tmp_path: Path) -> None:
    own = pi_with(tmp_path / "own", "HD Webcam: HD Webcam", "rp1-cfe-csi2_ch0", "pispbe-input")
    assert found_camera(own) == "pi"
    only_webcam = pi_with(tmp_path / "webcam", "HD Webcam: HD Webcam", "bcm2835-codec-decode")
    assert found_camera(only_webcam) == ""
    assert found_camera(replace(own, root=tmp_path / "nowhere")) == ""


@pytest.mark.parametrize("named", ["pi", "0", "/dev/video0"])
def test_the_pis_camera_named_as_a_webcam_is_opened_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """OpenCV opens it too, and then gets no picture for ever."""
    machine = pi_with(tmp_path / "pi", "unicam")
    monkeypatch.setattr(hardware.picamera, "SYSTEM_PYTHON", "/nowhere/python3")
    settings = HardwareSettings(buttons="keyboard", camera=named, threaded=False)
    opened = open_hardware(settings, PressQueue(), machine)
    assert opened.camera_fault is not None and opened.camera_fault.code == "picamera.missing"
    assert Banner.CAMERA_MISSING in opened.banners
    opened.close()


def test_a_library_that_starts_slowly_is_waited_for_and_a_webcam_is_not() -> None:
    now = 0

    class SlowOpener:
        patience_ms = PiCameraOpener.patience_ms

        def __call__(self) -> FrameSource:
            raise AssertionError("not opened in this test")

    slow = CameraKeeper(SlowOpener(), lambda: now)
    quick = CameraKeeper(lambda: SlowOpener()(), lambda: now)
    now = 5000
    assert slow.state() is CameraState.STARTING and quick.state() is CameraState.NO_FRAMES
    now = PiCameraOpener.patience_ms + 1
    assert slow.state() is CameraState.NO_FRAMES


def test_named_where_there_is_none_it_is_said_at_once_and_looked_for(tmp_path: Path) -> None:
    machine = pi_with(tmp_path / "pi", "Webcam")
    settings = HardwareSettings(buttons="keyboard", camera="pi")
    opened = open_hardware(settings, PressQueue(), machine)
    assert opened.camera is not None and Banner.CAMERA_MISSING in opened.banners
    assert opened.camera_fault is not None and "ribbon cable" in opened.camera_fault.say
    opened.close()
