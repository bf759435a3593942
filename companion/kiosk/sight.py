"""Sight: the camera as the scenes see it, opened when it is first needed, and its picture to be drawn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pygame
from numpy.typing import NDArray

from companion.kiosk.undisturbed import give_way
from companion.table.prompts import Prompt
from hardware.camera import Camera, CameraState, Image

if TYPE_CHECKING:
    from companion.kit.codes import KitKey
    from companion.watcher import Watcher, WatchState

log = logging.getLogger(__name__)

#: A camera is said to see nothing only when it has given no picture for so long.
BLIND_MS = 1500


@dataclass(frozen=True, slots=True)
class Opened:
    """A camera that was opened; `act` makes the simulated table behind it do what a prompt waits for.

    Without a camera `fault` is a sentence that says why there is none.  `kits` are the keys that the codes
    of cards are checked with.
    """

    camera: Camera | None
    act: Callable[[Prompt], None] | None = None
    fault: str = ""
    kits: Callable[[], tuple[KitKey, ...]] = tuple


class Sight:
    """The watcher of one camera.

    The camera is opened, and its readers are loaded, on a thread of its own when something is first looked
    for; `rest` closes it again, so that a kiosk nobody plays at does nothing.  Whatever reads pictures is
    started by that thread, and gives way to the screen like it.
    """

    def __init__(self, opener: Callable[[], Opened], changed: Callable[[], None] | None = None) -> None:
        self._opener = opener
        self._changed = changed
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sight", initializer=give_way)
        self._opening: Future[None] | None = None
        self._opened: Opened | None = None
        self._watcher: Watcher | None = None
        self._phase = "off"
        self._seen_at = 0
        self.wanted: Prompt | None = None

    @property
    def camera(self) -> CameraState:
        """How the camera is; starting until it was opened."""
        opened = self._opened
        if opened is None:
            return CameraState.STARTING
        return opened.camera.state if opened.camera is not None else CameraState.NONE

    @property
    def act(self) -> Callable[[Prompt], None] | None:
        """What makes the simulated table act, if there is one."""
        return self._opened.act if self._opened is not None else None

    @property
    def open_camera(self) -> Camera | None:
        """The camera while it is open."""
        opened = self._opened
        return opened.camera if opened is not None else None

    @property
    def fault(self) -> str:
        """What is wrong with the camera, in a sentence; empty while nothing is."""
        opened = self._opened
        if opened is None:
            return ""
        return opened.fault or str(getattr(opened.camera, "fault", ""))

    def skipped(self) -> tuple[str, ...]:
        """Return a sentence for each picture that could not be read since this was last asked."""
        opened = self._opened
        if opened is None or opened.camera is None:
            return ()
        return tuple(fault.say for fault in opened.camera.skipped())

    @property
    def state(self) -> WatchState | None:
        """What is seen just now; None as long as nothing was ever looked for."""
        return self._watcher.state if self._watcher is not None else None

    def phase(self, now: int) -> str:
        """Return what the watcher does, as a word; single frames that did not come are passed over."""
        state = self.state
        phase = state.phase if state is not None else "off"
        if phase != "blind" or self._phase in ("blind", "off"):
            self._phase, self._seen_at = phase, now
        elif now - self._seen_at > BLIND_MS:
            self._phase = phase
        return self._phase

    def arm(self, prompt: Prompt | None) -> None:
        """Look for what `prompt` waits for; None lets the camera look at nothing."""
        self.wanted = prompt
        if prompt is not None and self._opening is None:
            self._opening = self._worker.submit(self._open)
        if self._watcher is not None:
            self._watcher.arm(prompt)

    def used(self) -> None:
        """What was seen has been made use of."""
        if self._watcher is not None:
            self._watcher.used()

    def again(self) -> None:
        """Look at what lies there as if it had just been put there."""
        if self._watcher is not None:
            self._watcher.again()

    def rest(self) -> None:
        """Close the camera until something is looked for again."""
        self.wanted = None
        if self._opening is not None:
            self._opening = None
            self._worker.submit(self._shut)

    def close(self) -> None:
        """Close the camera for good; waits until it is closed."""
        self.rest()
        self._worker.shutdown(wait=True)

    def _open(self) -> None:
        # Imported only now: the readers and OpenCV take a moment that the first picture has not.
        from companion.watcher import Watcher

        try:
            opened = self._opener()
        except Exception as problem:
            log.exception("the camera cannot be opened")
            opened = Opened(None, fault=str(problem))
        if opened.camera is not None:
            watcher = Watcher(opened.camera, self._changed, opened.kits)
            watcher.arm(self.wanted)
            self._watcher = watcher
        self._opened = opened
        if self._watcher is not None:
            # Something else may have been asked for while the camera was being opened.
            self._watcher.arm(self.wanted)

    def _shut(self) -> None:
        watcher, opened = self._watcher, self._opened
        self._watcher = self._opened = None
        if watcher is not None:
            watcher.close()
        if opened is not None and opened.camera is not None:
            opened.camera.close()


def picture(image: Image, size: tuple[int, int]) -> tuple[pygame.Surface, float]:
    """Return a BGR picture as a surface that fits into `size`, and the scale between them."""
    import cv2  # Loaded by then: the picture has come through the readers.

    height, width = image.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    fitting = (max(1, round(width * scale)), max(1, round(height * scale)))
    # Halves are made of whole pixels, which is many times quicker than any other share of them.
    small: NDArray[Any] = image
    while small.shape[1] >= 2 * fitting[0] and small.shape[0] >= 2 * fitting[1]:
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)
    small = cv2.resize(small, fitting, interpolation=cv2.INTER_LINEAR)
    return pygame.image.frombuffer(small.tobytes(), fitting, "BGR").convert(), scale
