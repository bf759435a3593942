"""A simulated table on which tiles are shown, with an eye on it, on a clock of its own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.clock import ManualClock
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher import Eye, WatchState
from hardware.direct_camera import DirectCamera
from hardware.simulated import SimulatedCamera, SimulatedTable

TILES = tuple(f"{low}-{high}" for low in range(7) for high in range(low, 7))
PLAYED = Text("dominoes.because.played", {"tile": "0-3", "space": "9 s"})


def show(key: str = "tile/ana/1/1", seat: str = "ana", played: tuple[str, ...] = ()) -> Reveal:
    known = tuple(tile for tile in TILES if tile not in played)
    return Reveal(key=key, say=Text("t"), seats=(seat,), known=known, because=dict.fromkeys(played, PLAYED))


class TileTable:
    """A plain table with the mat; `states` are what the eye makes of its next frames."""

    def __init__(self, seed: int = 3) -> None:
        self.clock = ManualClock()
        self.table = SimulatedTable(seed, "plain", self.clock.monotonic_ms, mat="a4")
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
