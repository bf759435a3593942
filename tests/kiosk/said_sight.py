"""A sight for tests: it sees what the test says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from companion.kiosk.sight import Sight
from companion.table.answers import Answer, Source
from companion.table.prompts import Prompt
from companion.watcher import Named, WatchState
from hardware.camera import CameraState
from hardware.vision.reading import Doubt, Piece, Reading


class SaidSight(Sight):
    """A sight that sees what the test says; no camera and no thread behind it."""

    def __init__(self) -> None:
        self.said = WatchState(camera=CameraState.WORKING)
        self.wanted: Prompt | None = None
        self.used_up = self.looked_again = 0
        self.lost = CameraState.WORKING
        self._phase, self._seen_at = "off", 0

    @property
    def camera(self) -> CameraState:
        return self.lost

    @property
    def fault(self) -> str:
        return "" if self.lost is CameraState.WORKING else "The cable is out."

    def skipped(self) -> tuple[str, ...]:
        return ()

    @property
    def act(self) -> None:
        return None

    def rest(self) -> None:
        self.wanted = None

    @property
    def state(self) -> WatchState:
        return self.said

    def arm(self, prompt: Prompt | None) -> None:
        self.wanted = prompt

    def used(self) -> None:
        self.used_up += 1

    def again(self) -> None:
        self.looked_again += 1

    def show(self, phase: str, *values: str, named: tuple[Named, ...] = (), **given: Any) -> None:
        """See cards or tiles: `values`, of which a single one in the phase ``read`` is proposed."""
        self.see("off", *values)
        proposal = None
        if phase == "read" and self.wanted is not None:
            seat = self.wanted.seats[0] if self.wanted.seats else None
            proposal = Answer(prompt=self.wanted, value=values[0], seat=seat, source=Source.CAMERA)
        self.said = replace(
            self.said,
            phase=phase,
            kind="card",
            proposal=proposal,
            named=named,
            candidates=values if phase == "doubt" else (),
            **given,
        )

    def see(self, phase: str, *faces: str, doubt: Doubt | None = None, doubtful: int = -1) -> None:
        pieces = tuple(
            Piece(face, (100.0 + 90 * n, 200.0), ((80.0 + 90 * n, 180.0), (120.0 + 90 * n, 180.0),
                  (120.0 + 90 * n, 220.0), (80.0 + 90 * n, 220.0)), 0.9, doubt if n == doubtful else None)
            for n, face in enumerate(faces)
        )  # fmt: skip
        reading = Reading("dice", pieces, 0.9, phase == "read", doubt, (640, 360)) if pieces else None
        proposal = None
        if phase == "read" and self.wanted is not None:
            value = [int(face) for face in faces]
            proposal = Answer(
                prompt=self.wanted, value=value, seat=self.wanted.seats[0], source=Source.CAMERA
            )
        image = np.full((360, 640, 3), (90, 60, 40), np.uint8)
        self.said = WatchState(
            phase=phase, prompt=self.wanted, reading=reading, proposal=proposal, image=image,  # type: ignore[arg-type]
            camera=CameraState.WORKING,
        )  # fmt: skip
