"""The eyes of a headless session: the simulated table, a folder of photographs, a real camera, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.camera_words import camera_text
from companion.headless.simulated_hands import MISHAPS, SimulatedHands
from companion.table.faults import Fault
from companion.watcher import Kits
from companion.watcher.eye import no_kits
from hardware.camera import CameraFault
from hardware.camera_thread import CameraThread
from hardware.direct_camera import DirectCamera
from hardware.folder import FolderSource
from hardware.simulated.look import Level
from hardware.webcam import WebcamOpener

SeeingCamera: TypeAlias = DirectCamera | CameraThread


@dataclass
class Eyes:
    """`hands` are the players at the made-up table behind the camera, if there is one.

    `skip_through` leaves out the pictures up to a name: those that an earlier sitting has used.  `kits` are
    those whose cards count.
    """

    camera: SeeingCamera | None = None
    hands: SimulatedHands | None = None
    skip_through: Callable[[str], None] | None = None
    kits: Kits = no_kits


@contextmanager
def open_eyes(camera: str | None, seed: int, game: str, kits: Kits = no_kits) -> Iterator[Eyes]:
    """Open what ``--camera`` names and close it afterwards; raises `Fault` when it cannot be opened.

    `game` decides what lies on the simulated table, `kits` are those that were printed here.
    """
    try:
        eyes = _open(camera, seed, game, kits)
    except CameraFault as fault:
        raise Fault("headless.camera_fault", fault=camera_text(fault)) from None
    try:
        yield eyes
    finally:
        if eyes.camera is not None:
            eyes.camera.close()


def eyes_of(hands: SimulatedHands) -> Eyes:
    """Return what sees the hands at a simulated table, and knows their kit."""
    return Eyes(hands.camera, hands, kits=lambda: hands.kits)


def _open(camera: str | None, seed: int, game: str, kits: Kits) -> Eyes:
    if camera == "none":
        return Eyes()
    if camera is None or camera == "sim":
        # A table that is well lit and tidy, as people are told to make theirs.
        return eyes_of(hands_at(game, seed, "plain"))
    if camera.startswith("/dev/") or camera.isdigit():
        return Eyes(CameraThread(WebcamOpener(camera)), kits=kits)
    source = FolderSource(Path(camera))
    return Eyes(DirectCamera(source), skip_through=source.skip_through, kits=kits)


def hands_at(game: str, seed: int, level: Level = "usual", *, mishaps: int = MISHAPS) -> SimulatedHands:
    """Return the hands that play a game at a simulated table."""
    if game == "goldrush":
        from companion.headless.gold_rush_hands import GoldRushHands

        return GoldRushHands(seed, level, mishaps=mishaps)
    if game == "dominoes":
        from companion.headless.domino_hands import DominoHands

        return DominoHands(seed, level, mishaps=mishaps)
    if game == "patience":
        from companion.headless.patience_hands import PatienceHands

        return PatienceHands(seed, level, mishaps=mishaps)
    return SimulatedHands(seed, level, mishaps=mishaps)
