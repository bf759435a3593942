"""OpenCV, imported when it is first needed and without leaving traces in the environment.

The wheels put their own library folders into LD_LIBRARY_PATH and QT_* when they are imported;
a child process (a voice, a player of sounds) that inherits those breaks.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from typing import Any


def opencv() -> Any:
    """Return the module cv2; raises `ImportError` when it is missing or broken."""
    before = dict(os.environ)
    try:
        cv2 = importlib.import_module("cv2")
    finally:
        for name in set(os.environ) - set(before):
            del os.environ[name]
        os.environ.update(before)
    # What OpenCV would write to the terminal about a missing camera is said by us in a sentence.
    with contextlib.suppress(AttributeError):
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2
