"""``python -m companion`` and the ``companion`` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return its exit status."""
    from companion.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
