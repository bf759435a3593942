"""Prints the pins of pylock.toml as requirements for pip, one version and its hashes a package.

    python .ci/pins.py system|pinned [EXTRA...]

pip older than 26 cannot install from a pylock.toml, and Debian's pip is; every pip checks these hashes.
With "system", OpenCV and numpy are left out: Debian's packages provide them.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

FROM_DEBIAN = {"opencv-python", "numpy"}
LOCK = Path(__file__).resolve().parent.parent / "pylock.toml"


def main(opencv: str, extras: set[str]) -> None:
    lock = tomllib.loads(LOCK.read_text(encoding="utf-8"))
    if unknown := extras - set(lock["extras"]):
        there = ", ".join(lock["extras"])
        sys.exit(f"companion: no extra is called {', '.join(sorted(unknown))}; there are {there}")
    for package in lock["packages"]:
        # The markers only say which extras a package belongs to: 'dev' in extras or 'plots' in extras.
        belongs_to = set(re.findall(r"'([\w-]+)' in extras", package.get("marker", "")))
        if belongs_to and not belongs_to & extras:
            continue
        if opencv == "system" and package["name"] in FROM_DEBIAN:
            continue
        hashes = [f"--hash=sha256:{wheel['hashes']['sha256']}" for wheel in package["wheels"]]
        print(" \\\n    ".join([f"{package['name']}=={package['version']}", *hashes]))


if __name__ == "__main__":
    main(sys.argv[1], set(sys.argv[2:]))
