"""The watcher: arms the camera for just the thing a prompt waits for, and makes an answer of what is seen.

`Eye` is the whole of the seeing and has no thread: given a frame it says what it makes of it.
`Watcher` runs an `Eye` on a thread of its own, so that a frame loop can look at its state without waiting.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.answers import Answer, Source
from companion.table.prompts import Prompt, Throw
from hardware.camera import Camera, CameraState, Frame, Image
from hardware.vision.dice import DiceReader
from hardware.vision.reading import Reading
from hardware.vision.steady import Phase as Rest
from hardware.vision.steady import Steady, changed, grey_copy

log = logging.getLogger(__name__)

Phase = Literal["off", "waiting", "moving", "settling", "read", "doubt", "blind"]

#: Ten readings a second are enough at a table, and leave a small machine time for the screen.
READ_GAP_MS = 95
#: A throw at rest is glanced at so often before it is looked at in every way, and that so often again.
GLANCES = 2
CONFIRM_GAP_MS = 290

#: The picture shown in the corner of the screen is at most this wide.
SHOWN_WIDTH = 640


@dataclass(frozen=True)
class WatchState:
    """What the camera makes of the table just now.

    `phase`: off (nothing is asked of the camera), waiting (for the dice to be thrown), moving, settling,
    read (`proposal` may be sent), doubt (`reading` is to be shown and asked), blind (no picture; type it in).
    `image` is BGR, at most `SHOWN_WIDTH` wide; coordinates of `reading` times `scale` are its pixels.
    """

    phase: Phase = "off"
    prompt: Prompt | None = None
    reading: Reading | None = None
    proposal: Answer | None = None
    image: Image | None = None
    scale: float = 1.0
    camera: CameraState = CameraState.NONE
    name: str = ""


class Eye:
    """Reads frames for the prompt it is armed with.

    What already lay on the table when a prompt opened is never taken for its throw: the picture must have
    changed since, and the dice must not lie exactly as they did after the last throw.
    """

    def __init__(self) -> None:
        self._dice = DiceReader()
        self._steady = Steady()
        self._prompt: Throw | None = None
        self._copy: NDArray[np.float32] | None = None
        self._start: NDArray[np.float32] | None = None
        self._settled = False
        self._read_ms = self._confirmed_ms = -CONFIRM_GAP_MS
        self._glances = 0
        self._last: Reading | None = None
        self._lying: Reading | None = None

    @property
    def prompt(self) -> Throw | None:
        return self._prompt

    def arm(self, prompt: Prompt | None) -> None:
        """Look for what `prompt` waits for; a prompt that no camera can answer disarms."""
        wanted = prompt if isinstance(prompt, Throw) else None
        if wanted == self._prompt:
            return
        self._prompt = wanted
        self._steady = Steady()
        self._settled = False
        self._copy = self._start = None
        self._read_ms = self._confirmed_ms = -CONFIRM_GAP_MS
        self._glances = 0
        self._lying, self._last = self._last, None

    def look(self, frame: Frame) -> WatchState:
        """Return what one frame shows; bounded work, no waiting."""
        image, scale = _shown(frame.image)
        state = WatchState(prompt=self._prompt, image=image, scale=scale, name=frame.name)
        if self._prompt is None:
            return state
        steadied = self._steady.feed(frame, self._read(frame, self._prompt.dice))
        self._settled = steadied.phase is Rest.SETTLED
        if not frame.still and self._as_before(steadied.reading):
            return replace(state, phase="waiting")
        state = replace(state, reading=steadied.reading)
        if not self._settled or steadied.reading is None:
            return replace(state, phase="moving" if steadied.phase is Rest.MOVING else "settling")
        self._last = steadied.reading
        if not steadied.reading.accepted:
            return replace(state, phase="doubt")
        return replace(state, phase="read", proposal=self._answer(self._prompt, steadied.reading, frame))

    def _read(self, frame: Frame, dice: int) -> Reading | None:
        """Read a frame as thoroughly as it is worth: a photograph wholly, dice coming to rest in glances."""
        if frame.still:
            return self._dice.read(frame.image, dice)
        if not self._worth_reading(frame):
            return None
        if self._glances < GLANCES:
            self._glances += 1
            return self._dice.read(frame.image, dice, confirm=False)
        if frame.at_ms - self._confirmed_ms < CONFIRM_GAP_MS:
            return None
        self._confirmed_ms = frame.at_ms
        return self._dice.read(frame.image, dice)

    def _worth_reading(self, frame: Frame) -> bool:
        """Tell whether the frame may show something new at rest; a moving picture is not worth the work."""
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

    def _as_before(self, reading: Reading | None) -> bool:
        """Tell whether the table is as it was before this prompt opened."""
        assert self._copy is not None and self._start is not None
        if not changed(self._start, self._copy):
            return True
        return reading is not None and self._lying is not None and _same_place(reading, self._lying)

    @staticmethod
    def _answer(prompt: Throw, reading: Reading, frame: Frame) -> Answer:
        return Answer(
            prompt=prompt,
            value=[int(piece.value) for piece in reading.pieces],
            seat=prompt.seats[0] if len(prompt.seats) == 1 else None,
            source=Source.CAMERA,
            evidence=frame.name,
        )


def _same_place(now: Reading, before: Reading) -> bool:
    """Tell whether the same pieces lie where they lay, within a quarter of a piece."""
    if now.values != before.values:
        return False
    for piece, other in zip(now.pieces, before.pieces, strict=True):
        across = math.dist(other.outline[0], other.outline[2]) if len(other.outline) > 2 else 40.0
        if piece.value != other.value or math.dist(piece.centre, other.centre) > 0.25 * across:
            return False
    return True


def _shown(image: Image) -> tuple[Image, float]:
    """Return the picture small enough for the corner of the screen, and its scale."""
    width = image.shape[1]
    if width <= SHOWN_WIDTH:
        return image, 1.0
    scale = SHOWN_WIDTH / width
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


class Watcher:
    """An `Eye` on its own thread.  `state` never blocks; `changed` is called after each new state."""

    def __init__(self, camera: Camera, changed: Callable[[], None] | None = None) -> None:
        self._camera = camera
        self._changed = changed
        self._wanted: Prompt | None = None
        self._state = WatchState()
        self._wake = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    @property
    def state(self) -> WatchState:
        return replace(self._state, camera=self._camera.state)

    def arm(self, prompt: Prompt | None) -> None:
        """Watch for `prompt`; None lets the camera rest."""
        if prompt != self._wanted:
            self._wanted = prompt
            self._state = WatchState(prompt=prompt, phase="waiting" if isinstance(prompt, Throw) else "off")
            self._wake.set()

    def used(self) -> None:
        """What was seen has been made use of; a folder of photographs goes on to its next picture."""
        self._camera.used()

    def close(self) -> None:
        self._closing = True
        self._wake.set()
        self._thread.join(timeout=1.0)

    def _run(self) -> None:
        # One core for the seeing: the others are the screen's and the camera's.
        cv2.setNumThreads(1)
        eye = Eye()
        seen = 0
        failed: set[str] = set()
        while not self._closing:
            wanted = self._wanted
            eye.arm(wanted)
            frame = self._camera.latest()
            if wanted is None or frame is None or frame.number == seen:
                if wanted is not None and frame is None and self._camera.state is not CameraState.STARTING:
                    self._publish(WatchState(phase="blind", prompt=wanted), wanted)
                # An unarmed camera needs no attention: the next prompt wakes this thread.
                self._wake.wait(0.02 if wanted is not None else 0.5)
                self._wake.clear()
                continue
            seen = frame.number
            try:
                state = eye.look(frame)
            except Exception as fault:
                # A picture that breaks the reader must not end the seeing; people type it in meanwhile.
                if repr(fault) not in failed:
                    failed.add(repr(fault))
                    log.exception("the reader failed on a frame")
                state = WatchState(phase="blind", prompt=wanted)
            self._publish(state, wanted)

    def _publish(self, state: WatchState, wanted: Prompt | None) -> None:
        # A state for a prompt that is no longer wanted would offer an old throw for a new one.
        if wanted is self._wanted:
            self._state = state
            if self._changed is not None:
                self._changed()
