"""A simulated table with an eye on it, on a clock of its own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.clock import ManualClock
from companion.watcher import Eye, WatchState
from hardware.direct_camera import DirectCamera
from hardware.simulated import SimulatedCamera, SimulatedTable


class WatchedTable:
    """A plain table, with a mat or none; `states` are what the eye makes of its next frames."""

    def __init__(self, seed: int, mat: str | None = None) -> None:
        self.clock = ManualClock()
        self.table = SimulatedTable(seed, "plain", self.clock.monotonic_ms, mat=mat)
        self.camera = DirectCamera(
            SimulatedCamera(self.table, sleep=lambda s: self.clock.pass_ms(round(s * 1000)), fps=10.0)
        )
        self.eye = Eye()

    def states(self, frames: int) -> Iterator[WatchState]:
        for _ in range(frames):
            frame = self.camera.latest()
            assert frame is not None
            yield self.eye.look(frame)

    def settled(self, frames: int = 40) -> WatchState:
        state = WatchState()
        for state in self.states(frames):
            if state.phase in ("read", "doubt"):
                return state
        return state
