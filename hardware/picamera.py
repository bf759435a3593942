"""The Pi's own camera, through a process of the system's Python that `hardware.picamera_worker` runs in.

OpenCV can open such a camera as well, and then gets no pictures: it needs the library picamera2.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera import CameraFault, Frame
from hardware.monotonic import Milliseconds, monotonic_ms

WIDTH, HEIGHT = 1280, 720
#: The name of this camera in the settings and on the command line; ``pi1`` is the second one of a Pi 5.
NAMES = ("pi", "pi0", "pi1")
SYSTEM_PYTHON = "/usr/bin/python3"
WORKER = Path(__file__).with_name("picamera_worker.py")
#: The library takes its time to start; a frame afterwards does not.
OPEN_SECONDS, FRAME_SECONDS = 12.0, 2.0
MOST_LINE = 4096


def worker_command(*words: str, python: Sequence[str] = ()) -> list[str]:
    """Return the command that runs the worker, by the system's Python where no other is named.

    That one is isolated, so that no numpy of a venv or a user gets into it.
    """
    return [*(python or (SYSTEM_PYTHON, "-I")), str(WORKER), *words]


def camera_number(name: str) -> int:
    """Return which of the Pi's cameras a name means."""
    return int(name.removeprefix("pi") or 0)


class PiCamera:
    """A `FrameSource` over one camera of the Pi, opened at once; each read is a frame of just then."""

    def __init__(
        self,
        name: str = "pi",
        clock_ms: Milliseconds = monotonic_ms,
        python: Sequence[str] = (),
    ) -> None:
        """Start the process and wait until the camera is open; raises `CameraFault` when it cannot be."""
        self._clock_ms = clock_ms
        self._number = 0
        self._rest = bytearray()
        words = (str(camera_number(name)), str(WIDTH), str(HEIGHT))
        try:
            self._process = subprocess.Popen(
                worker_command(*words, python=python),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PATH": os.environ.get("PATH", ""), "LIBCAMERA_LOG_LEVELS": "*:ERROR"},
            )
        except OSError as error:
            raise _fault("missing") from error
        try:
            self.model = str(self._answer(OPEN_SECONDS).get("open", "?"))
        except BaseException:
            self.close()
            raise

    @property
    def say(self) -> str:
        return f"Camera: the Pi's own ({self.model})."

    def read(self) -> Frame | None:
        """Return a frame of now; raises `CameraFault` when the process has gone or hangs."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise _fault("gone") from error
        answer = self._answer(OPEN_SECONDS if not self._number else FRAME_SECONDS)
        width, height = int(answer["width"]), int(answer["height"])
        pixels = self._take(width * height * 3, FRAME_SECONDS)
        image = np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
        self._number += 1
        return Frame(image, self._number, self._clock_ms())

    def used(self) -> None:
        """A live camera has nothing to put away."""

    def close(self) -> None:
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        if process.poll() is None:
            # The end of its input ends it; a library that hangs is ended.
            try:
                process.wait(1.0)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _answer(self, seconds: float) -> dict[str, Any]:
        while b"\n" not in self._rest:
            if len(self._rest) > MOST_LINE:
                raise _fault("failed", reason="?")
            self._more(seconds)
        line, _, rest = bytes(self._rest).partition(b"\n")
        self._rest = bytearray(rest)
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise _fault("failed", reason="?") from error
        if not isinstance(answer, dict) or "error" in answer:
            kind = str(answer.get("error", "failed")) if isinstance(answer, dict) else "failed"
            raise _fault(kind, reason=str(answer.get("reason", "?")))
        return answer

    def _take(self, size: int, seconds: float) -> bytes:
        while len(self._rest) < size:
            self._more(seconds)
        taken = bytes(self._rest[:size])
        del self._rest[:size]
        return taken

    def _more(self, seconds: float) -> None:
        """Read what there is, waiting for it; raises `CameraFault` when nothing comes."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        if not select.select([pipe], [], [], seconds)[0]:
            self._process.kill()
            raise _fault("hung")
        more = os.read(pipe, 1 << 20)
        if not more:
            raise _fault("gone")
        self._rest += more


class PiCameraOpener:
    """Opens the same camera of the Pi again and again."""

    #: For so long after the start nobody is told that no pictures come.
    patience_ms = int(OPEN_SECONDS * 1000)

    def __init__(
        self,
        name: str = "pi",
        clock_ms: Milliseconds = monotonic_ms,
        python: Sequence[str] = (),
    ) -> None:
        self._name, self._clock_ms, self._python = name, clock_ms, python

    def __call__(self) -> PiCamera:
        """Open it; raises `CameraFault`."""
        return PiCamera(self._name, self._clock_ms, self._python)


_SAID = {
    "missing": "The Pi's camera needs the library picamera2: install python3-picamera2 with apt.",
    "abi": "The camera library does not fit its numpy: take pip's numpy out of the system's Python.",
    "no_camera": "The Pi's camera is not found: switch the Pi off, seat its ribbon cable anew, switch it on.",
    "busy": "The Pi's camera is held by another program: close it.",
    "hung": "The Pi's camera gives no more pictures: it is started again by itself.",
    "gone": "The Pi's camera has gone: it is looked for by itself; if that lasts, look at its ribbon cable.",
}


def _fault(kind: str, reason: str = "") -> CameraFault:
    if kind in _SAID:
        return CameraFault(_SAID[kind], f"picamera.{kind}")
    say = f"The Pi's camera cannot be opened ({reason}): look at its ribbon cable and start the Pi again."
    return CameraFault(say, "picamera.failed", reason=reason)


def no_own_camera() -> CameraFault:
    """Return the fault that no camera sits on the Pi's own sockets."""
    return _fault("no_camera")
