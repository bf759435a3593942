"""Where the files that travel with the program are: in the wheel, or beside the packages in a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def asset(name: str) -> Path:
    """Return the path of an asset such as ``locale/en``; it need not exist."""
    inside = _HERE / "_assets"
    return (inside if inside.is_dir() else _HERE.parent / "assets") / name
