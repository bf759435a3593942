"""The kiosk as it is, except that its loop stands still while a certain file is there; its threads go on."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.cli import run
from companion.kiosk.app import Kiosk


def main() -> int:
    """Run ``companion`` with the words after the first, which names the file."""
    freeze = Path(sys.argv[1])
    frame = Kiosk.frame

    def freezing(kiosk: Kiosk) -> bool:
        while freeze.exists():
            time.sleep(0.02)
        return frame(kiosk)

    Kiosk.frame = freezing  # type: ignore[method-assign]
    return run(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
