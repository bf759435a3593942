"""Reading what has come to rest: a moving picture is not worth the work, a still one is read thoroughly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame, Image
from hardware.vision.reading import Reading
from hardware.vision.steady import Phase as Rest
from hardware.vision.steady import Steadied, Steady, changed, grey_copy

#: Ten readings a second are enough at a table, and leave a small machine time for the screen.
READ_GAP_MS = 95
#: What comes to rest is glanced at so often before it is looked at in every way, and that so often again.
GLANCES = 2
CONFIRM_GAP_MS = 290

#: Reads a picture, in every way or (told False) at a glance that decides nothing.
Look = Callable[[Image, bool], Reading]


class AtRest:
    """Follows one table and reads it as thoroughly as each frame is worth."""

    def __init__(self) -> None:
        self.arm()

    def arm(self) -> None:
        """Look at a table never seen before: what lies there now is where changes count from."""
        self._steady = Steady()
        self._settled = False
        self._copy: NDArray[np.float32] | None = None
        self._start: NDArray[np.float32] | None = None
        self._read_ms = self._confirmed_ms = -CONFIRM_GAP_MS
        self._glances = 0

    @property
    def untouched(self) -> bool:
        """Whether the picture is still as it was in the first frame after `arm`."""
        return self._start is None or self._copy is None or not changed(self._start, self._copy)

    def feed(self, frame: Frame, look: Look) -> Steadied:
        """Return what is known after this frame."""
        steadied = self._steady.feed(frame, self._read(frame, look))
        self._settled = steadied.phase is Rest.SETTLED
        return steadied

    def _read(self, frame: Frame, look: Look) -> Reading | None:
        """Read a frame as thoroughly as it is worth: a photograph wholly, what comes to rest in glances."""
        if frame.still:
            return look(frame.image, True)
        if not self._worth_reading(frame):
            return None
        if self._glances < GLANCES:
            self._glances += 1
            return look(frame.image, False)
        if frame.at_ms - self._confirmed_ms < CONFIRM_GAP_MS:
            return None
        self._confirmed_ms = frame.at_ms
        return look(frame.image, True)

    def _worth_reading(self, frame: Frame) -> bool:
        """Tell whether the frame may show something new at rest."""
        copy = grey_copy(frame.image)
        moved = self._copy is not None and changed(self._copy, copy)
        self._copy = copy
        if self._start is None:
            self._start = copy
        if moved:
            self._glances = 0
            self._confirmed_ms = -CONFIRM_GAP_MS
        if moved or self._settled or frame.at_ms - self._read_ms < READ_GAP_MS:
            return False
        self._read_ms = frame.at_ms
        return True
