"""Memory: pictures that are done with go back to the system."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

#: glibc's name for "blocks of at least so many bytes are mapped one by one".
_M_MMAP_THRESHOLD = -3
_PICTURES_BYTES = 256 * 1024


def give_pictures_back() -> bool:
    """Let every block as large as a picture go back to the system when it is freed; return whether it took.

    glibc raises that limit by itself to 32 MB as soon as a large block is freed.  From then on pictures come
    from the heap, where small things that outlive them keep their memory: with the simulated table's camera
    that was 100 MB.  Elsewhere than on glibc nothing is changed.

    The system clears every such block anew, which is half as much work again where pictures are drawn one
    after the other: what plays whole sessions in a row calls `give_back_now` between them instead.
    """
    mallopt = _of_glibc("mallopt")
    return mallopt is not None and bool(mallopt(_M_MMAP_THRESHOLD, _PICTURES_BYTES))


def give_back_now() -> bool:
    """Let all memory that is free go back to the system, once; return whether there was some."""
    malloc_trim = _of_glibc("malloc_trim")
    return malloc_trim is not None and bool(malloc_trim(0))


def _of_glibc(name: str) -> Callable[..., int] | None:
    if sys.platform != "linux":
        return None
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError):
        return None
    return function
