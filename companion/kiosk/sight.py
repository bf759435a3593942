"""Sight: the camera as the scenes see it, and its picture ready to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from companion.table.prompts import Prompt
from hardware.camera import Camera, CameraState, Image

if TYPE_CHECKING:
    from companion.watcher import Watcher, WatchState

#: A camera is said to see nothing only when it has given no picture for so long.
BLIND_MS = 1500


class Sight:
    """The watcher of one camera, started when it is first armed."""

    def __init__(self, camera: Camera, changed: Callable[[], None] | None = None) -> None:
        self._camera = camera
        self._changed = changed
        self._watcher: Watcher | None = None
        self._phase = "off"
        self._seen_at = 0
        self.wanted: Prompt | None = None

    @property
    def camera(self) -> CameraState:
        return self._camera.state

    @property
    def fault(self) -> str:
        """What is wrong with the camera, in a sentence; empty while nothing is."""
        return str(getattr(self._camera, "fault", ""))

    def skipped(self) -> tuple[str, ...]:
        """Return a sentence for each picture that could not be read since this was last asked."""
        return tuple(fault.say for fault in self._camera.skipped())

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
        """Look for what `prompt` waits for; None lets the camera rest."""
        self.wanted = prompt
        if self._watcher is None and prompt is not None:
            # Imported only now: the readers and OpenCV take a moment that the first frame has not.
            from companion.watcher import Watcher

            self._watcher = Watcher(self._camera, self._changed)
        if self._watcher is not None:
            self._watcher.arm(prompt)

    def used(self) -> None:
        """What was seen has been made use of."""
        if self._watcher is not None:
            self._watcher.used()

    def close(self) -> None:
        if self._watcher is not None:
            self._watcher.close()
        self._camera.close()


def picture(image: Image, size: tuple[int, int]) -> tuple[pygame.Surface, float]:
    """Return a BGR picture as a surface that fits into `size`, and the scale between them."""
    height, width = image.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    surface = pygame.image.frombuffer(image.tobytes(), (width, height), "BGR")
    fitting = (max(1, round(width * scale)), max(1, round(height * scale)))
    return pygame.transform.smoothscale(surface, fitting).convert(), scale
