"""A camera without a thread: each look reads the source.

For photographs and for the simulated table in a headless session, where the same seed must give
the same frames in the same order; a real device goes through `hardware.camera_thread`.
"""

from __future__ import annotations

from hardware.camera import CameraEnded, CameraFault, CameraState, Frame, FrameSource, PictureFault


class DirectCamera:
    """Implements `Camera` by reading its source in the caller's own thread.

    `why` keeps the fault of a device that has gone or of a folder that has ended, `fault` its sentence.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._state = CameraState.STARTING
        self._skipped: list[PictureFault] = []
        self.why: CameraFault | None = None

    @property
    def say(self) -> str:
        return self._source.say

    @property
    def state(self) -> CameraState:
        return self._state

    @property
    def fault(self) -> str:
        """The sentence of `why`, or nothing."""
        return self.why.say if self.why is not None else ""

    def latest(self) -> Frame | None:
        """Read and return the next frame, None when none came; pictures that cannot be read are skipped."""
        while True:
            try:
                frame = self._source.read()
            except PictureFault as fault:
                self._skipped.append(fault)
                continue
            except CameraFault as fault:
                self.why = fault
                self._state = CameraState.ENDED if isinstance(fault, CameraEnded) else CameraState.LOST
                return None
            self._state = CameraState.WORKING if frame is not None else CameraState.NO_FRAMES
            return frame

    def skipped(self) -> tuple[PictureFault, ...]:
        """Return the pictures that could not be read since this was last asked, oldest first."""
        skipped, self._skipped = tuple(self._skipped), []
        return skipped

    def used(self) -> None:
        self._source.used()

    def close(self) -> None:
        self._source.close()
