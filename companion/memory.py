"""Memory: pictures that are done with go back to the system."""

from __future__ import annotations

import ctypes
import sys

#: glibc's name for "blocks of at least so many bytes are mapped one by one".
_M_MMAP_THRESHOLD = -3
_PICTURES_BYTES = 256 * 1024


def give_pictures_back() -> bool:
    """Let every block as large as a picture go back to the system when it is freed; return whether it took.

    glibc raises that limit by itself to 32 MB as soon as a large block is freed.  From then on pictures come
    from the heap, where small things that outlive them keep their memory: with the simulated table's camera
    that was 100 MB.  Elsewhere than on glibc nothing is changed.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    return bool(mallopt(_M_MMAP_THRESHOLD, _PICTURES_BYTES))
