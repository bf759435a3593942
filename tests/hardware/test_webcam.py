"""Webcams over devices that act like the world, in a made-up /dev."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import webcam
from hardware.camera import CameraFault
from hardware.webcam import (
    MOST_FAILURES,
    WARM_UP_FRAMES,
    Capture,
    Webcam,
    WebcamOpener,
    lasting_path,
    stable_path,
    webcams,
)


class Device:
    """A camera that takes a picture every 33 ms, whose driver keeps the last few in buffers.

    Each picture shows the number of the moment at which it was taken in all its pixels.
    """

    def __init__(self, buffers: int = 4) -> None:
        self.ms = 0
        self.buffers = buffers
        self.waiting: list[int] = []
        self.taken = 0
        self.grabbed: int | None = None
        self.works: bool = True
        self.open = True
        self.asked: dict[int, float] = {}
        self.grey = False

    def clock_ms(self) -> int:
        return self.ms

    def let_pass(self, ms: int) -> None:
        self.ms += ms
        while (self.taken + 1) * 33 <= self.ms:
            self.taken += 1
            if len(self.waiting) < self.buffers:
                self.waiting.append(self.taken)

    def isOpened(self) -> bool:
        return self.open

    def grab(self) -> bool:
        if not self.works:
            return False
        while not self.waiting:
            self.let_pass(1)
        self.grabbed = self.waiting.pop(0)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        if not self.works or self.grabbed is None:
            return False, None
        shape = (72, 128) if self.grey else (72, 128, 3)
        return True, np.full(shape, self.grabbed % 256, np.uint8)

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self.asked.get(prop, 0.0)

    def release(self) -> None:
        self.open = False


def plug_in(dev: Path, **cameras: str) -> Path:
    """Make a /dev in which videoN is the camera with the given name."""
    by_id = dev / "v4l" / "by-id"
    by_id.mkdir(parents=True, exist_ok=True)
    for old in [*by_id.iterdir(), *dev.glob("video*")]:
        old.unlink()
    for node, name in cameras.items():
        (dev / node).write_text(name)
        if name:
            (by_id / f"usb-{name}-video-index0").symlink_to(f"../../{node}")
    return dev


def opened(tmp_path: Path, device: Device) -> Webcam:
    dev = plug_in(tmp_path, video0="Tray_1234")
    return Webcam("0", device.clock_ms, dev, lambda path: device)


def test_the_first_frames_are_thrown_away_and_frames_are_numbered(tmp_path: Path) -> None:
    device = Device()
    camera = opened(tmp_path, device)
    frames = [camera.read() for _ in range(3)]
    assert [frame.number for frame in frames if frame] == [1, 2, 3]
    assert [frame.image[0, 0, 0] for frame in frames if frame] == [WARM_UP_FRAMES + n for n in (1, 2, 3)]
    assert frames[0] is not None and frames[0].image.shape == (72, 128, 3) and not frames[0].still
    assert frames[0].at_ms == 33 * (WARM_UP_FRAMES + 1)
    with pytest.raises(ValueError):
        frames[0].image[0, 0] = 1


@pytest.mark.parametrize("buffers", [1, 2, 4])
def test_after_a_pause_the_picture_is_of_now_and_not_of_then(tmp_path: Path, buffers: int) -> None:
    device = Device(buffers)
    camera = opened(tmp_path, device)
    camera.read()
    for pause in (70, 500, 5000):
        device.let_pass(pause)
        asked_at = device.ms
        frame = camera.read()
        assert frame is not None
        taken_at = next(n for n in range(device.taken, 0, -1) if n % 256 == frame.image[0, 0, 0]) * 33
        assert asked_at <= taken_at <= frame.at_ms
        assert frame.at_ms - asked_at <= 2 * 33


def test_a_grey_camera_gives_three_channels(tmp_path: Path) -> None:
    device = Device()
    device.grey = True
    frame = opened(tmp_path, device).read()
    assert frame is not None and frame.image.shape == (72, 128, 3)


def test_a_failed_read_is_no_frame_and_many_are_a_camera_that_has_gone(tmp_path: Path) -> None:
    device = Device()
    camera = opened(tmp_path, device)
    assert camera.read() is not None
    device.works = False
    assert [camera.read() for _ in range(MOST_FAILURES - 1)] == [None] * (MOST_FAILURES - 1)
    device.works = True
    assert camera.read() is not None
    device.works = False
    for _ in range(MOST_FAILURES - 1):
        camera.read()
    with pytest.raises(CameraFault) as gone:
        camera.read()
    assert gone.value.code == "camera.gone"


def test_a_camera_that_is_pulled_out_has_gone_at_once(tmp_path: Path) -> None:
    device = Device()
    camera = opened(tmp_path, device)
    camera.read()
    device.works = False
    plug_in(tmp_path)
    with pytest.raises(CameraFault, match="plug it in again"):
        camera.read()
    camera.close()
    camera.close()
    assert not device.open


@pytest.mark.parametrize("broken", ["grab", "retrieve"])
def test_an_error_of_opencv_is_a_camera_that_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    device = Device()
    camera = opened(tmp_path, device)

    def fail() -> None:
        raise cv2.error("select() failed")

    monkeypatch.setattr(device, broken, fail)
    with pytest.raises(CameraFault):
        camera.read()


def no_capture(path: str) -> Capture:
    raise AssertionError("a device that is not there must not be opened")


def test_cameras_that_cannot_be_opened_are_one_sentence_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev = plug_in(tmp_path, video2="Other_9")

    def refusal(capture: Callable[[str], Capture], device: str = "2") -> CameraFault:
        with pytest.raises(CameraFault) as caught:
            Webcam(device, capture=capture, dev=dev)
        return caught.value

    missing = refusal(no_capture, "0")
    assert missing.code == "camera.missing" and "usb-Other_9-video-index0" in missing.say
    assert "plug it in" in missing.say
    closed = Device()
    closed.open = False
    assert refusal(lambda path: closed).code == "camera.busy"

    def fail(path: str) -> Capture:
        raise cv2.error("no backend")

    busy = refusal(fail)
    assert busy.code == "camera.busy" and "close the other program" in busy.say
    monkeypatch.setattr(webcam.os, "access", lambda *_: False)
    forbidden = refusal(no_capture)
    assert forbidden.code == "camera.forbidden" and "group video" in forbidden.say


def test_numbers_and_nodes_become_stable_paths(tmp_path: Path) -> None:
    dev = plug_in(tmp_path, video0="Room_1", video1="Tray_2", video10="")
    tray = str(dev / "v4l/by-id/usb-Tray_2-video-index0")
    assert stable_path("1", dev) == stable_path(str(dev / "video1"), dev) == stable_path(tray, dev) == tray
    assert stable_path("10", dev) == str(dev / "video10")
    assert stable_path("7", dev) == str(dev / "video7")
    by_path = dev / "v4l" / "by-path"
    by_path.mkdir()
    (by_path / "platform-usb-0:1.4").symlink_to("../../video10")
    assert stable_path("10", dev) == str(by_path / "platform-usb-0:1.4")
    assert webcams(dev) == (stable_path("0", dev), tray, stable_path("10", dev))
    assert webcams(tmp_path / "nothing") == ()


def test_the_same_camera_is_opened_again_when_the_nodes_have_changed_places(tmp_path: Path) -> None:
    dev = plug_in(tmp_path, video0="Tray_1", video1="Room_2")
    paths: list[str] = []

    def capture(path: str) -> Device:
        paths.append(Path(path).read_text())
        return Device()

    open_again = WebcamOpener("0", dev=dev, capture=capture)
    open_again()
    plug_in(dev, video0="Room_2", video3="Tray_1")
    open_again()
    plug_in(dev, video0="Room_2")
    with pytest.raises(CameraFault):
        open_again()
    assert paths == ["Tray_1", "Tray_1"]


def test_a_camera_that_comes_later_is_known_by_its_stable_path_from_then_on(tmp_path: Path) -> None:
    dev = plug_in(tmp_path)
    open_again = WebcamOpener("0", dev=dev, capture=lambda path: Device())
    with pytest.raises(CameraFault):
        open_again()
    plug_in(dev, video0="Tray_1")
    assert open_again().device == open_again.device == str(dev / "v4l/by-id/usb-Tray_1-video-index0")


def test_opencv_itself_reads_frames_and_says_nothing_of_a_missing_device(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The real `cv2.VideoCapture`: over a film, since there is no camera here, and over no device at all."""
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 30, (128, 72))
    for number in range(WARM_UP_FRAMES + 3):
        writer.write(np.full((72, 128, 3), 10 * number, np.uint8))
    writer.release()
    camera = Webcam(str(film), dev=tmp_path, capture=cv2.VideoCapture)
    frame = camera.read()
    assert frame is not None and abs(int(frame.image[30, 60, 0]) - 10 * WARM_UP_FRAMES) < 6
    not_a_camera = tmp_path / "video0"
    not_a_camera.write_text("")
    with pytest.raises(CameraFault, match="cannot be opened"):
        Webcam("0", dev=tmp_path)
    assert capfd.readouterr().err == ""


def test_what_is_asked_of_a_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Device()
    named: list[object] = []

    def capture(name: object, backend: int) -> Device:
        assert backend == cv2.CAP_V4L2
        named.append(name)
        return device

    monkeypatch.setattr(cv2, "VideoCapture", capture)
    webcam.open_capture("/dev/video12")
    webcam.open_capture("/somewhere/else")
    assert named == [12, "/somewhere/else"]
    assert next(iter(device.asked)) == cv2.CAP_PROP_FOURCC, "the format decides which sizes there are"
    assert device.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280 and device.asked[cv2.CAP_PROP_FRAME_HEIGHT] == 720


def test_a_camera_saved_by_its_number_is_kept_by_its_stable_path(tmp_path: Path) -> None:
    dev = plug_in(tmp_path, video0="Room_1", video1="Tray_2", video10="")
    tray = str(dev / "v4l/by-id/usb-Tray_2-video-index0")
    assert lasting_path("1", dev) == lasting_path("/dev/video1", dev) == tray
    for other in ("10", "7", tray, "sim", "none", "pi", "", "/dev/video", "pictures/0"):
        assert lasting_path(other, dev) is None
