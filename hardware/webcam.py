"""USB webcams through Video4Linux and OpenCV."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from hardware.camera import CameraFault, Frame, Image
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.opencv import opencv

WIDTH, HEIGHT, RATE = 1280, 720, 30
#: The first frames of a camera have a wrong exposure and focus.
WARM_UP_FRAMES = 10
#: After so many failed reads in a row the device counts as gone.
MOST_FAILURES = 10
#: Longer after the last read, the driver's buffers hold pictures from then.
BUFFERED_AFTER_MS = 60
MOST_BUFFERS = 5

DEV = Path("/dev")


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used here."""

    def isOpened(self) -> bool: ...
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def set(self, prop: int, value: float) -> bool: ...
    def get(self, prop: int) -> float: ...
    def release(self) -> None: ...


def open_capture(path: str) -> Capture:
    """Open a device file with OpenCV and ask for 1280 x 720 at 30 frames a second as MJPG."""
    cv2 = opencv()
    # Not every build of OpenCV takes a path for a device; all of them take its number.
    node = re.fullmatch(r"/dev/video(\d+)", path)
    capture: Capture = cv2.VideoCapture(int(node[1]) if node else path, cv2.CAP_V4L2)
    for prop, value in (
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, WIDTH),
        (cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT),
        (cv2.CAP_PROP_FPS, RATE),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ):
        capture.set(prop, value)
    return capture


def webcams(dev: Path = DEV) -> tuple[str, ...]:
    """Return the cameras that are plugged in, by their stable paths where they have one."""
    found = sorted(dev.glob("video[0-9]*"), key=lambda path: (len(path.name), path.name))
    return tuple(dict.fromkeys(stable_path(str(path), dev) for path in found))


def stable_path(device: str, dev: Path = DEV) -> str:
    """Return the path of a camera that survives plugging it in again in another order.

    `device` is a number (``0``), ``/dev/videoN``, or a path below ``/dev/v4l``.  Without a stable
    name, or while it is not plugged in, its own path comes back.
    """
    path = dev / f"video{device}" if device.isdecimal() else Path(device)
    if path.parent.parent == dev / "v4l" or not path.exists():
        return str(path)
    for folder in ("by-id", "by-path"):
        links = dev / "v4l" / folder
        for link in sorted(links.iterdir()) if links.is_dir() else ():
            if link.resolve() == path.resolve():
                return str(link)
    return str(path)


def lasting_path(device: str, dev: Path = DEV) -> str | None:
    """Return the stable path of a webcam that is named by its number or node and plugged in, else None."""
    if not re.fullmatch(r"\d+|/dev/video\d+", device):
        return None
    node = device.removeprefix("/dev/video")
    path = stable_path(node, dev)
    return path if path != str(dev / f"video{node}") else None


def check_device(device: str, dev: Path = DEV) -> None:
    """Look whether a camera is plugged in and may be opened, without opening it; raises `CameraFault`."""
    path = stable_path(device, dev)
    if not Path(path).exists():
        found = ", ".join(webcams(dev)) or "none"
        say = f"There is no camera at {path}: plug it in or name another one (found: {found})."
        raise CameraFault(say, "camera.missing", device=path, found=found)
    if not os.access(path, os.R_OK | os.W_OK):
        say = f"The camera {path} may not be opened: add this user to the group video and log in again."
        raise CameraFault(say, "camera.forbidden", device=path)


class Webcam:
    """A `FrameSource` over one device, opened at once."""

    def __init__(
        self,
        device: str,
        clock_ms: Milliseconds = monotonic_ms,
        dev: Path = DEV,
        capture: Callable[[str], Capture] = open_capture,
    ) -> None:
        """Open a camera by number or path; raises `CameraFault` when that cannot be done."""
        self.device = stable_path(device, dev)
        self._clock_ms = clock_ms
        check_device(self.device, dev)
        try:
            self._capture = capture(str(Path(self.device).resolve()))
            opened = self._capture.isOpened()
        except Exception as error:
            raise self._busy() from error
        if not opened:
            self._capture.release()
            raise self._busy()
        self._number = 0
        self._failures = 0
        self._to_warm_up = WARM_UP_FRAMES
        self._last_ms: int | None = None

    @property
    def say(self) -> str:
        return f"Camera: the webcam {self.device}."

    def read(self) -> Frame | None:
        """Return the picture of this moment, never one that waited in the driver."""
        if not (self._warm_up() and self._empty_buffers()):
            self._count_failure()
            return None
        image = self._take()
        if image is None:
            self._count_failure()
            return None
        self._failures = 0
        self._number += 1
        self._last_ms = self._clock_ms()
        return Frame(image, self._number, self._last_ms)

    def used(self) -> None:
        """A live camera has nothing to put away."""

    def close(self) -> None:
        self._capture.release()

    def _warm_up(self) -> bool:
        while self._to_warm_up:
            if not self._grab():
                return False
            self._to_warm_up -= 1
            self._last_ms = self._clock_ms()
        return True

    def _empty_buffers(self) -> bool:
        """Throw away what was taken before this call; a picture that had to be waited for is a fresh one."""
        if self._last_ms is None or self._clock_ms() - self._last_ms <= BUFFERED_AFTER_MS:
            return self._grab()
        for _ in range(MOST_BUFFERS):
            before = self._clock_ms()
            if not self._grab():
                return False
            if self._clock_ms() - before >= 5:
                break
        return True

    def _grab(self) -> bool:
        try:
            return bool(self._capture.grab())
        except Exception as error:
            raise self._gone() from error

    def _take(self) -> Image | None:
        try:
            good, image = self._capture.retrieve()
        except Exception as error:
            raise self._gone() from error
        if not good or image is None or not getattr(image, "size", 0):
            return None
        picture = np.asarray(image, dtype=np.uint8)
        if picture.ndim == 2:
            picture = np.repeat(picture[:, :, None], 3, axis=2)
        picture.setflags(write=False)
        return picture

    def _count_failure(self) -> None:
        self._failures += 1
        if self._failures >= MOST_FAILURES or not Path(self.device).exists():
            raise self._gone()

    def _busy(self) -> CameraFault:
        return CameraFault(
            f"The camera {self.device} cannot be opened: close the other program that uses it, "
            "or name another camera.",
            "camera.busy",
            device=self.device,
        )

    def _gone(self) -> CameraFault:
        return CameraFault(
            f"The camera {self.device} has gone: plug it in again; it is looked for by itself.",
            "camera.gone",
            device=self.device,
        )


class WebcamOpener:
    """Opens the same camera again and again: once it has been seen, by its stable path."""

    def __init__(
        self,
        device: str,
        clock_ms: Milliseconds = monotonic_ms,
        dev: Path = DEV,
        capture: Callable[[str], Capture] = open_capture,
    ) -> None:
        self.device = stable_path(device, dev)
        self._clock_ms, self._dev, self._capture = clock_ms, dev, capture

    def __call__(self) -> Webcam:
        """Open it; raises `CameraFault`."""
        self.device = stable_path(self.device, self._dev)
        return Webcam(self.device, self._clock_ms, self._dev, self._capture)
