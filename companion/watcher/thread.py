"""The watcher's thread: an eye looks at each new frame, and its state can be asked for without waiting."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace

import cv2

from companion.table.prompts import Prompt
from companion.watcher.eye import Eye, no_kits
from companion.watcher.kinds import kind_of
from companion.watcher.state import Kits, WatchState
from hardware.camera import Camera, CameraState

log = logging.getLogger(__name__)


class Watcher:
    """An `Eye` on its own thread.  `state` never blocks; `changed` is called after each new state.

    `kits` gives the kits whose cards count; it is called on the watcher's thread when a card is asked for.
    """

    def __init__(
        self, camera: Camera, changed: Callable[[], None] | None = None, kits: Kits = no_kits
    ) -> None:
        self._camera = camera
        self._changed = changed
        self._kits = kits
        self._wanted: Prompt | None = None
        self._state = WatchState()
        self._wake = threading.Event()
        self._again = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    @property
    def state(self) -> WatchState:
        return replace(self._state, camera=self._camera.state)

    def arm(self, prompt: Prompt | None) -> None:
        """Watch for `prompt`; None lets the camera rest."""
        if prompt != self._wanted:
            kind = kind_of(prompt)
            self._wanted = prompt
            self._state = WatchState(prompt=prompt, phase="waiting" if kind else "off", kind=kind)
            self._wake.set()

    def used(self) -> None:
        """What was seen has been made use of; a folder of photographs goes on to its next picture."""
        self._camera.used()

    def again(self) -> None:
        """What lies there from before counts as new (people say that it is meant once more)."""
        self._again = True
        self._wake.set()

    def close(self) -> None:
        self._closing = True
        self._wake.set()
        self._thread.join(timeout=1.0)

    def _run(self) -> None:
        # One core for the seeing: the others are the screen's and the camera's.
        cv2.setNumThreads(1)
        eye = Eye(self._kits)
        try:
            self._watch(eye)
        finally:
            eye.close()

    def _watch(self, eye: Eye) -> None:
        seen = 0
        failed: set[str] = set()
        while not self._closing:
            wanted = self._wanted
            eye.arm(wanted)
            if self._again:
                self._again = False
                eye.again()
            frame = self._camera.latest()
            if wanted is None or frame is None or frame.number == seen:
                if wanted is not None and frame is None and self._camera.state is not CameraState.STARTING:
                    self._publish(WatchState(phase="blind", prompt=wanted, kind=eye.kind), wanted)
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
                state = WatchState(phase="blind", prompt=wanted, kind=eye.kind)
            self._publish(state, wanted)

    def _publish(self, state: WatchState, wanted: Prompt | None) -> None:
        # A state for a prompt that is no longer wanted would offer an old throw for a new one.
        if wanted is self._wanted:
            self._state = state
            if self._changed is not None:
                self._changed()
