"""``python -m companion`` and the ``companion`` command."""

from __future__ import annotations

import io
import os
import sys
import threading


def main() -> int:
    """Run the command line and return its exit status."""
    from companion.cli import run

    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # A terminal that is not of UTF-8 shows a question mark for what it lacks.
        sys.stdout.reconfigure(errors="replace")
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
