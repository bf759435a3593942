"""The eyes of a headless session: the simulated table, a folder of photographs, a real camera, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.headless.simulated_hands import SimulatedHands
from companion.table.faults import Fault
from hardware.camera import CameraFault
from hardware.camera_thread import CameraThread
from hardware.direct_camera import DirectCamera
from hardware.folder import FolderSource
from hardware.webcam import WebcamOpener

SeeingCamera: TypeAlias = DirectCamera | CameraThread


@dataclass
class Eyes:
    """`hands` are the players at the made-up table behind the camera, if there is one.

    `skip_through` leaves out the pictures up to a name: those that an earlier sitting has used.
    """

    camera: SeeingCamera | None = None
    hands: SimulatedHands | None = None
    skip_through: Callable[[str], None] | None = None


@contextmanager
def open_eyes(camera: str | None, seed: int) -> Iterator[Eyes]:
    """Open what ``--camera`` names and close it afterwards; raises `Fault` when it cannot be opened."""
    try:
        eyes = _open(camera, seed)
    except CameraFault as fault:
        raise Fault("headless.camera_fault", fault=fault.say) from None
    try:
        yield eyes
    finally:
        if eyes.camera is not None:
            eyes.camera.close()


def _open(camera: str | None, seed: int) -> Eyes:
    if camera == "none":
        return Eyes()
    if camera is None or camera == "sim":
        # A table that is well lit and tidy, as people are told to make theirs.
        hands = SimulatedHands(seed, "plain")
        return Eyes(hands.camera, hands)
    if camera.startswith("/dev/") or camera.isdigit():
        return Eyes(CameraThread(WebcamOpener(camera)))
    source = FolderSource(Path(camera))
    return Eyes(DirectCamera(source), skip_through=source.skip_through)
