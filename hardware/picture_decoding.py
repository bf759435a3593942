"""The bytes of a picture file made into pixels, with what the libraries under OpenCV print about them caught.

libpng, libjpeg and OpenCV's own readers write to the program's standard error, whatever it was told, and a
JPEG whose data breaks off within its scan is decoded to grey with no other sign than such a line.  So the
descriptor leads to a file for the moment of decoding; what other threads wrote there meanwhile is passed on.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import threading
from collections.abc import Callable
from typing import IO

import numpy as np

from hardware.camera import Image
from hardware.opencv import opencv

_STANDARD_ERROR = 2
_ONE_AT_A_TIME = threading.Lock()
#: How a line of those libraries begins.
_OF_A_LIBRARY = re.compile(
    rb"libpng |Corrupt JPEG|Premature end of JPEG|Invalid SOS|Unsupported marker|Warning: unknown JFIF"
    rb"|Inconsistent progression|JPEG parameter|\[ ?(?:WARN|ERROR|INFO)[: ]|imread_|OpenCV|TIFF"
)
_BROKEN_OFF = re.compile(rb"premature end of data segment|Premature end of JPEG")


def decoded(data: bytes, flags: int) -> Image | None:
    """Return the picture of a file's bytes as ``cv2.imdecode`` gives it; None for a damaged one."""
    cv2 = opencv()

    def decode() -> Image | None:
        try:
            return cv2.imdecode(np.frombuffer(data, np.uint8), flags)  # type: ignore[no-any-return]
        except (cv2.error, MemoryError):
            return None

    image, said = _caught(decode)
    return None if _BROKEN_OFF.search(said) else image


def _caught(decode: Callable[[], Image | None]) -> tuple[Image | None, bytes]:
    """Return what a call returns, and what was written to the standard error by a library meanwhile."""
    with _ONE_AT_A_TIME, contextlib.ExitStack() as closing:
        try:
            file = closing.enter_context(_written_to())
            kept = os.dup(_STANDARD_ERROR)
        except OSError:
            # No place to write to, or no standard error: then the lines come or go as they will.
            return decode(), b""
        try:
            os.dup2(file.fileno(), _STANDARD_ERROR)
            image = decode()
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            os.close(kept)
        file.seek(0)
        lines = file.read().splitlines(keepends=True)
    others = b"".join(line for line in lines if not _OF_A_LIBRARY.match(line))
    if others:
        os.write(_STANDARD_ERROR, others)
    return image, b"".join(line for line in lines if _OF_A_LIBRARY.match(line))


def _written_to() -> IO[bytes]:
    """Return a file without a name, in memory where the system can: the disk may be full or read-only."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("said"), "w+b", buffering=0)
    return tempfile.TemporaryFile(buffering=0)
