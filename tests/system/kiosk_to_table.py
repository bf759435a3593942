"""The kiosk until its table is on the screen, in a process of its own."""

from __future__ import annotations

import sys

from companion.cli import run
from companion.kiosk.app import Kiosk
from companion.kiosk.scenes.table import TableScene

MOST_FRAMES = 600


def main() -> int:
    """Run ``companion`` with the words given, and leave at the table; returns 0 when it was reached."""
    frame, frames, reached = Kiosk.frame, 0, False

    def watched(kiosk: Kiosk) -> bool:
        nonlocal frames, reached
        drawn = frame(kiosk)
        frames += 1
        reached = reached or isinstance(kiosk.scene, TableScene)
        kiosk.stopped = kiosk.stopped or reached or frames > MOST_FRAMES
        return drawn

    Kiosk.frame = watched  # type: ignore[method-assign]
    return run(sys.argv[1:]) or int(not reached)


if __name__ == "__main__":
    sys.exit(main())
