"""The unit files of the project, read as systemd reads them."""

from __future__ import annotations

from pathlib import Path

from tests.house.tree import ROOT

SYSTEMD = ROOT / "systemd"
SERVICE = SYSTEMD / "klondike-companion.service"
TROUBLE = SYSTEMD / "klondike-companion-trouble.service"
DROP_IN = SYSTEMD / "restart-back-off.conf"
#: The folder that the program is installed into.
HOME = "/opt/klondike-companion"


def read_unit(path: Path) -> dict[str, list[str]]:
    """Return what each key was given, in order, as ``Section.Key``."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(f"{section}.{key}", []).append(value)
    return found


def environment(unit: dict[str, list[str]]) -> dict[str, str]:
    """Return the variables that a unit sets."""
    return dict(line.split("=", 1) for line in unit["Service.Environment"])
