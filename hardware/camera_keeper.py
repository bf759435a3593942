"""One frame source through its life: opened, read, judged, given up, opened again.

`CameraKeeper.step` does one thing and says how long to wait before the next.  It runs in one
thread and may block in the driver for as long as the driver likes; everything else may be called
from any other thread, never blocks, and notices a blocked step by the clock alone.
"""

from __future__ import annotations

import logging
import threading
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from hardware.back_off import BackOff
from hardware.camera import CameraEnded, CameraFault, CameraState, Frame, FrameSource, PictureFault
from hardware.folder import FolderSource
from hardware.monotonic import Milliseconds

log = logging.getLogger(__name__)

SourceOpener = Callable[[], FrameSource]

#: A camera that gives nothing for so long gives no frames; people are told within three seconds.
SILENT_MS = 2500
#: The same picture for so long is no picture of now: a real camera's noise never repeats.
FROZEN_MS = 1500
#: A live frame older than this is not shown to anybody.
FRESH_MS = 300
#: Waits between two reads: somebody is looking; nobody is; none came.
BUSY_MS, IDLE_MS, PAUSE_MS = 15, 1000, 50


class CameraKeeper:
    """Keeps the latest frame of a source, and whether it deserves to be looked at.

    `numbered` is the last frame number given before: numbers go on over every opening.
    """

    def __init__(self, open_source: SourceOpener, clock_ms: Milliseconds, numbered: int = 0) -> None:
        self._open_source = open_source
        # A driver that needs long to start is not yet silent.
        self._patience_ms = int(getattr(open_source, "patience_ms", SILENT_MS))
        self._clock_ms = clock_ms
        self._lock = threading.Lock()
        self._back_off = BackOff()
        # Touched by the stepping thread alone.
        self._source: FrameSource | None = None
        self._heard_ms = 0
        self._due_ms = 0
        self._digest: int | None = None
        self._digest_ms = 0
        self._repeats = 0
        self._suspect = False
        # Shared, under the lock.
        self._closed = False
        self._busy_since: int | None = None
        self._began_ms = clock_ms()
        self._arrived_ms: int | None = None
        self._frame: Frame | None = None
        self._source_number = 0
        self._number = numbered
        self._trouble: CameraState | None = None
        self._why: CameraFault | None = None
        self._skipped: deque[PictureFault] = deque(maxlen=100)
        self._asked = False
        self._used = False
        self._skip_through: str | None = None
        self.say = ""

    # For the observers.

    def state(self) -> CameraState:
        """How the camera is at this moment."""
        with self._lock:
            if self._trouble is not None:
                return self._trouble
            arrived, now = self._arrived_ms, self._clock_ms()
            if arrived is None:
                late = now - self._began_ms > self._patience_ms
                return CameraState.NO_FRAMES if late else CameraState.STARTING
            return CameraState.NO_FRAMES if now - arrived > SILENT_MS else CameraState.WORKING

    def why(self) -> CameraFault | None:
        """The sentence to the state, if there is something to say."""
        state = self.state()
        if state is CameraState.NO_FRAMES:
            say = "The camera is open but gives no pictures: unplug it and plug it in again."
            return CameraFault(say, "camera.no_frames")
        if state is CameraState.STALE:
            say = "The camera repeats an old picture: unplug it and plug it in again, or take off its lid."
            return CameraFault(say, "camera.stale")
        with self._lock:
            return self._why

    def latest(self) -> Frame | None:
        """The newest frame, while the camera works and the frame is fresh; asking lets the next be read."""
        working = self.state() is CameraState.WORKING
        with self._lock:
            self._asked = True
            frame = self._frame
        if not working or frame is None:
            return None
        return frame if frame.still or self._clock_ms() - frame.at_ms <= FRESH_MS else None

    def age_ms(self) -> int | None:
        """How old the newest frame is, whether it is shown or not."""
        with self._lock:
            return None if self._frame is None else max(0, self._clock_ms() - self._frame.at_ms)

    def skipped(self) -> tuple[PictureFault, ...]:
        with self._lock:
            skipped = tuple(self._skipped)
            self._skipped.clear()
            return skipped

    def used(self) -> None:
        with self._lock:
            self._used = True
            if self._frame is not None and self._frame.still:
                self._frame = None
                self._arrived_ms = self._clock_ms()

    def skip_through(self, name: str) -> None:
        with self._lock:
            self._skip_through = name
            if self._frame is not None and self._frame.still:
                self._frame = None

    def close(self) -> None:
        """Let the next step be the last; one that is blocked just now closes the source when it returns."""
        with self._lock:
            self._closed = True
            self._frame = None

    def blocked_ms(self) -> int:
        """For how long the step that is running now has been in the driver."""
        with self._lock:
            return 0 if self._busy_since is None else self._clock_ms() - self._busy_since

    def successor(self) -> CameraKeeper:
        """A keeper that takes over from this one, which is blocked for good; its first try waits."""
        after = CameraKeeper(self._open_source, self._clock_ms)
        with self._lock:
            self._closed = True
            after._number = self._number
            after._digest = self._digest
            after._back_off = self._back_off
            after._trouble, after._why = CameraState.NO_FRAMES, self._why
            after._due_ms = self._clock_ms() + after._back_off.failed()
            after.say = self.say
        return after

    # For the thread that steps.

    def step(self) -> int | None:
        """Open or read once; return the milliseconds until the next step is due, None when it is over."""
        if self._take_over():
            return None
        wait = self._due_ms - self._clock_ms()
        if wait > 0:
            return wait
        with self._lock:
            self._busy_since = self._clock_ms()
        try:
            wait = self._open() if self._source is None else self._read(self._source)
        except PictureFault as fault:
            wait = self._skip(fault)
        except CameraEnded as fault:
            wait = self._end(fault)
        except CameraFault as fault:
            wait = self._lose(CameraState.LOST, fault)
        except Exception as error:
            log.exception("the camera's driver failed")
            name = type(error).__name__
            say = f"The camera's driver failed ({name}): unplug the camera and plug it in again."
            wait = self._lose(CameraState.LOST, CameraFault(say, "camera.failed", error=name))
        with self._lock:
            self._busy_since = None
        return None if self._take_over() else wait

    def _take_over(self) -> bool:
        """Pass on what observers asked for; return whether it is over, with the source closed."""
        with self._lock:
            closed, used, name = self._closed, self._used, self._skip_through
            self._used, self._skip_through = False, None
        if closed:
            self._let_go()
        elif self._source is not None:
            if used:
                self._source.used()
            if name is not None and isinstance(self._source, FolderSource):
                self._source.skip_through(name)
        return closed

    def _open(self) -> int:
        self._source = self._open_source()
        self._heard_ms = self._clock_ms()
        self._repeats = 0
        with self._lock:
            self._source_number = 0
            self.say = self._source.say
        return 0

    def _read(self, source: FrameSource) -> int:
        frame = source.read()
        now = self._clock_ms()
        if frame is None:
            self._suspect = True
            if now - self._heard_ms > SILENT_MS:
                return self._lose(CameraState.NO_FRAMES, None)
            return self._rest(PAUSE_MS)
        self._heard_ms = now
        if not frame.still and self._repeated(frame, now):
            if self._repeats >= 2 and (self._suspect or now - self._digest_ms >= FROZEN_MS):
                return self._lose(CameraState.STALE, None)
            with self._lock:
                self._arrived_ms = now
            return self._rest(BUSY_MS)
        return self._keep(frame, now)

    def _repeated(self, frame: Frame, now: int) -> bool:
        digest = zlib.crc32(frame.image[::8, ::8].tobytes())
        if digest == self._digest:
            self._repeats += 1
            return True
        self._digest, self._digest_ms, self._repeats, self._suspect = digest, now, 0, False
        return False

    def _keep(self, frame: Frame, now: int) -> int:
        self._back_off.worked()
        with self._lock:
            self._arrived_ms = now
            self._trouble = self._why = None
            if self._closed or (frame.still and (self._used or self._skip_through is not None)):
                # This very picture was put away while it was read once more.
                return 0
            if frame.number != self._source_number or self._frame is None:
                self._number += frame.number != self._source_number
                self._source_number = frame.number
                self._frame = replace(frame, number=self._number)
            asked, self._asked = self._asked, False
        busy = self._rest(BUSY_MS)
        return busy if asked and not frame.still else IDLE_MS

    def _skip(self, fault: PictureFault) -> int:
        with self._lock:
            self._skipped.append(fault)
            self._arrived_ms = self._clock_ms()
        return 0

    def _end(self, fault: CameraEnded) -> int:
        with self._lock:
            self._frame = None
            self._trouble, self._why = CameraState.ENDED, fault
        return self._rest(IDLE_MS)

    def _lose(self, trouble: CameraState, fault: CameraFault | None) -> int:
        wait = self._back_off.failed()
        self._suspect = True
        with self._lock:
            self._frame = None
            self._trouble, self._why = trouble, fault
        self._let_go()
        return self._rest(wait)

    def _rest(self, wait_ms: int) -> int:
        """Return a wait that being asked does not shorten, so that no loop can spin."""
        self._due_ms = self._clock_ms() + wait_ms
        return wait_ms

    def _let_go(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            try:
                source.close()
            except Exception:
                log.exception("the camera's driver failed to close")
