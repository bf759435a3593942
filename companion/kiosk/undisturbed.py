"""The screen goes first: a frame is drawn in one go, whatever the other threads of the program are at.

Only one thread of Python runs at a time.  One that waits asks the other to let it run after a while: after a
short one usually, so that the screen need not wait, and after a longer one while a picture is being drawn.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: Those whiles in seconds.
_USUAL_S, _DRAWING_S = 0.000_5, 0.005
#: In the steps of `nice`: where two threads want one core, the one that gives way has a tenth of it.
_LOWER = 10


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let no other thread of the program interrupt the drawing that is done within."""
    sys.setswitchinterval(_DRAWING_S)
    try:
        yield
    finally:
        sys.setswitchinterval(_USUAL_S)


def give_way() -> None:
    """Let the calling thread, and those it starts, come after the others where a core is short.

    Only Linux can do that for a single thread.  It cannot be taken back.
    """
    if sys.platform == "linux":
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + _LOWER)


def settle() -> None:
    """What has been loaded stays: the search for what can be thrown away passes over it from now on."""
    gc.collect()
    gc.freeze()
