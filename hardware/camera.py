"""The camera: what a frame is, and what every camera backend can do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: `image` is height x width x 3, BGR, uint8, and must not be written to.

    `number` counts frames of this camera from 1; `at_ms` is the monotonic clock when it was taken.
    `still` marks a photograph: there will be no further frame of the same moment, so nothing can be
    waited for.  `name` is a photograph's file name.
    """

    image: Image
    number: int
    at_ms: int
    still: bool = False
    name: str = ""


class CameraState(StrEnum):
    """How the camera is, in a word that has a sentence on the screen."""

    STARTING = "starting"
    WORKING = "working"
    NO_FRAMES = "no_frames"
    STALE = "stale"
    LOST = "lost"
    ENDED = "ended"
    NONE = "none"


class CameraFault(Exception):
    """A camera that cannot be opened or has gone; the message is one sentence with the remedy.

    `code` names the kind of fault (``camera.missing``) and `facts` fill a sentence of it, for a
    screen that says it in another language.
    """

    def __init__(self, say: str, code: str = "camera.gone", **facts: str) -> None:
        super().__init__(say)
        self.say = say
        self.code = code
        self.facts = facts


class CameraEnded(CameraFault):
    """A source that has given everything it had, such as a folder after its last picture."""


class PictureFault(Exception):
    """One picture that cannot be read, in one sentence; a folder goes on with its next.

    `name` is the file's name; `code` and `facts` are as those of `CameraFault`.
    """

    def __init__(self, say: str, code: str, name: str, **facts: str) -> None:
        super().__init__(say)
        self.say = say
        self.code = code
        self.name = name
        self.facts = {"name": name, **facts}


class FrameSource(Protocol):
    """A backend: frames by blocking reads, called from one thread only."""

    @property
    def say(self) -> str:
        """One line for the diagnosis: what this camera is."""

    def read(self) -> Frame | None:
        """Return the next frame, or None when none came.

        Raises `CameraFault` when the device has gone, `CameraEnded` when nothing will ever follow,
        and `PictureFault` when one picture could not be read and the next call goes on after it.
        """

    def used(self) -> None:
        """The last frame has been made use of: a folder goes on to its next picture, others do nothing."""

    def close(self) -> None:
        """Release the device.  May be called twice."""


class Camera(Protocol):
    """What the rest of the house sees: the latest frame and how the camera is.  Never blocks."""

    @property
    def say(self) -> str: ...

    @property
    def state(self) -> CameraState: ...

    def latest(self) -> Frame | None:
        """Return the newest frame, or None when there is none yet or the camera is not working."""

    def skipped(self) -> tuple[PictureFault, ...]:
        """Return the pictures that could not be read since this was last asked, oldest first."""

    def used(self) -> None:
        """See `FrameSource.used`."""

    def close(self) -> None: ...
