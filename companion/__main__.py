"""``python -m companion`` and the ``companion`` command."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the command line and return its exit status."""
    # Everything is imported inside: whoever stops a command while it starts is told nothing of its modules.
    try:
        _stop_imports_at_once()
        from companion.cli import run
        from companion.cli.output import open_outputs

        open_outputs()
        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    import signal
    import threading

    # All is done: what is pressed now would only bring up the interpreter's own words about its end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if any(thread.daemon and thread is not threading.main_thread() for thread in threading.enumerate()):
        # A thread that is still in a driver or in OpenCV cannot be ended, and the interpreter's own way
        # out would tear the libraries down under it.  Everything that must be kept is on the disk already.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def _stop_imports_at_once() -> None:
    """Let Ctrl-C end the process when it comes in the middle of an import.

    Not every module survives an exception there: numpy crashes, and others go on without what they lack.
    """
    import signal
    from types import FrameType

    def stop(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_globals.get("__name__") == "importlib._bootstrap" and not _has_processes():
                os._exit(130)
            frame = frame.f_back
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)


def _has_processes() -> bool:
    """Tell whether other processes wait for this one, which must be told of its end."""
    children = getattr(sys.modules.get("multiprocessing.process"), "active_children", None)
    return children is not None and bool(children())


if __name__ == "__main__":
    raise SystemExit(main())
