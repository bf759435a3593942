"""A camera without a thread: each look reads the source.

For photographs and for the simulated table in a headless session, where the same seed must give
the same frames in the same order; a real device goes through `hardware.camera_thread`.
"""

from __future__ import annotations

from hardware.camera import CameraFault, CameraState, Frame, FrameSource


class DirectCamera:
    """Reads its source in the caller's own thread.  `fault` keeps the sentence of a device that has gone."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._state = CameraState.STARTING
        self.fault = ""

    @property
    def say(self) -> str:
        return self._source.say

    @property
    def state(self) -> CameraState:
        return self._state

    def latest(self) -> Frame | None:
        """Read and return the next frame, or None when none came."""
        try:
            frame = self._source.read()
        except CameraFault as fault:
            self.fault = str(fault)
            self._state = CameraState.LOST
            return None
        self._state = CameraState.WORKING if frame is not None else CameraState.NO_FRAMES
        return frame

    def used(self) -> None:
        self._source.used()

    def close(self) -> None:
        self._source.close()
