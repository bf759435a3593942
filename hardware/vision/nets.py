"""Nets: small ones of our own teaching, found beside the program and run by OpenCV's dnn module."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_PACKAGES = Path(__file__).resolve().parents[2]
#: In the wheel the assets lie within the companion, in a checkout beside the packages.
_FOLDERS = (_PACKAGES / "companion" / "_assets" / "nets", _PACKAGES / "assets" / "nets")
#: No net of ours is nearly as large as this.
_MOST_BYTES = 16 * 1024 * 1024


class NetFault(Exception):
    """A net cannot be used; the text is one sentence that says why."""


def net_path(name: str) -> Path:
    """Return where the net of this file name is, or where it ought to be when it is missing."""
    places = [folder / name for folder in _FOLDERS]
    return next((place for place in places if place.is_file()), places[-1])


def load_net(name: str, path: Path | None = None) -> Any:
    """Return OpenCV's net of this file name (or of another path), ready for any input that it takes.

    Raises `NetFault` when the file is missing or damaged, or when this OpenCV cannot run it.
    """
    path = net_path(name) if path is None else path
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise NetFault(f"{name} is too large to be a net of this program.")
        weights = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError:
        raise NetFault(f"{name} is missing.") from None
    try:
        # Where there is a choice, the older engine is the faster one for so small a net.
        engine = (cv2.dnn.ENGINE_CLASSIC,) if hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
        return cv2.dnn.readNetFromONNX(weights, *engine)
    except (cv2.error, AttributeError):
        raise NetFault(f"This OpenCV ({cv2.__version__}) cannot run {name}.") from None


class Net:
    """A net of one input of a fixed shape and one output.

    Raises `NetFault` when the file is missing or damaged, or when this OpenCV cannot run it.
    """

    def __init__(self, path: Path, shape: tuple[int, int], answers: tuple[int, int, int]) -> None:
        self._shape = shape
        self._answers = answers
        self._net = load_net(path.name, path)
        try:
            self.run(np.zeros((*shape, 3), np.uint8))
        except (cv2.error, AttributeError):
            raise NetFault(f"This OpenCV ({cv2.__version__}) cannot run {path.name}.") from None

    def run(self, picture: NDArray[Any]) -> NDArray[np.float32]:
        """Return the answer (maps x height x width) to a BGR uint8 picture of the net's shape."""
        return np.asarray(self.run_all([picture])[0])

    def run_all(self, pictures: Sequence[NDArray[Any]]) -> NDArray[np.float32]:
        """Return the answers (N x maps x height x width) to N BGR uint8 pictures of the net's shape."""
        self._net.setInput(cv2.dnn.blobFromImages(pictures))
        answer = np.asarray(self._net.forward(), np.float32)
        if answer.shape != (len(pictures), *self._answers) or not np.isfinite(answer).all():
            raise NetFault("The net's answer makes no sense.")
        return answer
