"""``python -m companion`` and the ``companion`` command."""

from __future__ import annotations

import os
import sys
import threading


def main() -> int:
    """Run the command line and return its exit status."""
    from companion.cli import run

    status = run(sys.argv[1:])
    if any(thread.daemon and thread is not threading.main_thread() for thread in threading.enumerate()):
        # A thread that is still in a driver or in OpenCV cannot be ended, and the interpreter's own way
        # out would tear the libraries down under it.  Everything that must be kept is on the disk already.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
