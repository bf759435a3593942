"""A camera on a thread of its own: the latest frame and how the camera is, and nothing that waits."""

from __future__ import annotations

import logging
import threading

from hardware.camera import CameraFault, CameraState, Frame, PictureFault
from hardware.camera_keeper import CameraKeeper, SourceOpener
from hardware.monotonic import Milliseconds, monotonic_ms

log = logging.getLogger(__name__)

#: A driver that has not come back after this is left to itself: OpenCV gives up waiting after ten seconds.
ABANDON_MS = 15_000
#: So many threads may hang in a driver before no new one is started.
MOST_ABANDONED = 3
CLOSE_SECONDS = 0.5


class CameraThread:
    """Implements `Camera` over anything that opens a `FrameSource`.

    Only the newest frame is kept, and a frame is read only when the last one was asked for, or
    once a second.  Every trouble shows in `state` within three seconds, has a sentence in `fault`,
    and is tried again after 1, 2, 4 ... 30 s until the camera works; `latest` gives nothing
    meanwhile.  Frame numbers go on over every opening.  A thread that hangs in a driver is
    abandoned, at most three times.
    """

    def __init__(
        self, open_source: SourceOpener, say: str = "Camera.", clock_ms: Milliseconds = monotonic_ms
    ) -> None:
        """Start the thread, which opens the source; `say` is what is said until it is open."""
        self._closed = False
        self._say = say
        self._wake = threading.Event()
        self._replacing = threading.Lock()
        self._abandoned: list[threading.Thread] = []
        self._keeper = CameraKeeper(open_source, clock_ms)
        self._thread = self._start()

    @property
    def say(self) -> str:
        return self._keeper.say or self._say

    @property
    def state(self) -> CameraState:
        if self._closed:
            return CameraState.NONE
        self._replace_blocked()
        return self._keeper.state()

    @property
    def why(self) -> CameraFault | None:
        """What is wrong, when something is."""
        return None if self._closed else self._keeper.why()

    @property
    def fault(self) -> str:
        """The sentence of `why`, or nothing."""
        why = self.why
        return why.say if why is not None else ""

    def latest(self) -> Frame | None:
        """Return the newest frame, None while the camera does not work or the frame is not fresh."""
        if self._closed:
            return None
        self._replace_blocked()
        frame = self._keeper.latest()
        if frame is None or not frame.still:
            self._wake.set()
        return frame

    def age_ms(self) -> int | None:
        """Return how old the newest frame is, None when there is none."""
        return self._keeper.age_ms()

    def skipped(self) -> tuple[PictureFault, ...]:
        """Return the pictures that could not be read since this was last asked, oldest first."""
        return self._keeper.skipped()

    def used(self) -> None:
        """Put the photograph away at once; the next one comes when it has been read."""
        self._keeper.used()
        self._wake.set()

    def skip_through(self, name: str) -> None:
        """Let a folder go on after the picture of this name; other cameras have nothing to skip."""
        self._keeper.skip_through(name)
        self._wake.set()

    def close(self) -> None:
        """Close the source and end the thread; one that is blocked in its driver is left behind."""
        self._closed = True
        self._keeper.close()
        self._wake.set()
        self._thread.join(CLOSE_SECONDS)

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, args=(self._keeper,), name="camera", daemon=True)
        thread.start()
        return thread

    def _run(self, keeper: CameraKeeper) -> None:
        while (wait := keeper.step()) is not None:
            self._wake.wait(wait / 1000)
            self._wake.clear()

    def _replace_blocked(self) -> None:
        with self._replacing:
            if self._keeper.blocked_ms() < ABANDON_MS:
                return
            self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
            if len(self._abandoned) >= MOST_ABANDONED:
                return
            log.warning("the camera's driver does not come back; its thread is left behind")
            self._abandoned.append(self._thread)
            self._keeper = self._keeper.successor()
            self._thread = self._start()
