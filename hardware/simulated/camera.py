"""A camera over the simulated table, paced by a clock, with the faults cameras have."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.camera import CameraFault, Frame, Image
from hardware.monotonic import Milliseconds
from hardware.simulated.world import SimulatedTable

Sleep = Callable[[float], None]


@dataclass(frozen=True)
class CameraFaults:
    """How often (0 to 1, a frame) a frame is lost, shown twice, late, torn between two moments or misexposed.

    A misexposed frame is much too bright or too dark, as while a camera hunts for its exposure.  The first
    `warming_up` frames of a camera are badly exposed.
    """

    dropped: float = 0.0
    repeated: float = 0.0
    late: float = 0.0
    torn: float = 0.0
    misexposed: float = 0.0
    warming_up: int = 0


class SimulatedCamera:
    """A `FrameSource` of 1280 x 720 pictures of a table at `fps` frames a second of the table's clock.

    `sleep` (seconds) waits for the next frame: pass one that moves the table's clock and nothing really
    waits.  Which frame suffers which fault is decided by the table's seed and the frame's number.  Raises
    `CameraFault` when the table's camera is unplugged, at the start as at every read.
    """

    def __init__(
        self,
        table: SimulatedTable,
        now_ms: Milliseconds | None = None,
        sleep: Sleep = time.sleep,
        *,
        fps: float = 30.0,
        faults: CameraFaults | None = None,
    ) -> None:
        self._table = table
        self._now_ms = now_ms or table.now_ms
        self._sleep = sleep
        self._gap_ms = 1000.0 / fps
        self._faults = faults or CameraFaults()
        self._asked = 0
        self._number = 0
        self._due_ms = float(self._now_ms())
        self._last: Image | None = None
        self._silent = False
        self._frozen = False
        self._block_ms = 0
        self._closed = False
        #: How many frames have suffered each fault.
        self.suffered: Counter[str] = Counter()
        self._check_plug()

    @property
    def say(self) -> str:
        """One line for the diagnosis."""
        return f"simulated camera, seed {self._table.seed}, {self._table.look.level} table"

    def block(self, ms: int) -> None:
        """Let the next read wait for so long before it returns."""
        self._block_ms = ms

    def freeze(self, frozen: bool = True) -> None:
        """Show the same picture again and again, as some drivers do once a camera is unplugged."""
        self._frozen = frozen

    def fall_silent(self, silent: bool = True) -> None:
        """Stay open and deliver no frames."""
        self._silent = silent

    def read(self) -> Frame | None:
        """Wait for the next frame; None when it got lost.  Raises `CameraFault` when unplugged or closed."""
        self._check_plug()
        self._wait()
        self._check_plug()
        self._asked += 1
        if self._silent:
            return None
        chance = np.random.default_rng([self._table.seed, 8, self._asked])
        dropped, repeated, late, torn, at, exposed = (float(part) for part in chance.random(6))
        if dropped < self._faults.dropped:
            self.suffered["dropped"] += 1
            return None
        taken_ms = self._now_ms()
        again = self._last is not None and (self._frozen or repeated < self._faults.repeated)
        image = self._last if again and self._last is not None else self._table.picture(self._asked, taken_ms)
        self.suffered["repeated"] += again
        if self._asked <= self._faults.warming_up:
            image = np.asarray(np.minimum(image.astype(np.uint16) * 3 + 60, 255), dtype=np.uint8)
        elif exposed < self._faults.misexposed and not again:
            image = _misexposed(image, float(chance.uniform(-2.5, 2.5)))
            self.suffered["misexposed"] += 1
        # As with a real camera a frame is as old as it has lain about, however long drawing it took.
        came_ms = self._now_ms()
        if torn < self._faults.torn and self._last is not None and not again:
            tear = int(0.1 * image.shape[0] + 0.8 * at * image.shape[0])
            mixed = image.copy()
            mixed[tear:] = self._last[tear:]
            image = mixed
            self.suffered["torn"] += 1
        if late < self._faults.late:
            self._sleep(0.15 + 0.45 * at)
            self.suffered["late"] += 1
        self._last = image
        image.flags.writeable = False
        self._number += 1
        return Frame(image, self._number, came_ms)

    def used(self) -> None:
        """Nothing to do: the next frame comes by itself."""

    def close(self) -> None:
        """No more frames."""
        self._closed = True

    def _check_plug(self) -> None:
        if not self._table.camera_plugged:
            raise CameraFault("The simulated camera is unplugged; plug it in again.")
        if self._closed:
            raise CameraFault("The simulated camera has been closed; open it again.")

    def _wait(self) -> None:
        if self._block_ms:
            wait_ms, self._block_ms = self._block_ms, 0
            self._sleep(wait_ms / 1000)
        now = float(self._now_ms())
        if now < self._due_ms:
            self._sleep((self._due_ms - now) / 1000)
            now = float(self._now_ms())
        # A camera does not make up for frames nobody fetched.
        self._due_ms = max(self._due_ms + self._gap_ms, now)


def _misexposed(image: Image, stops: float) -> Image:
    """Return a picture with so many stops more light; at least one either way, or nobody would notice."""
    stops += 1.0 if stops > 0 else -1.0
    table = 255 * np.clip((np.arange(256) / 255) ** 2.2 * 2.0**stops, 0, 1) ** (1 / 2.2)
    return np.asarray(cv2.LUT(image, table.astype(np.uint8)), dtype=np.uint8)
