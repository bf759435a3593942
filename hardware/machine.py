"""What this computer is: a Raspberry Pi or not, and which GPIO chips it shows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

#: What Video4Linux calls the receivers of the Pi's camera sockets: Pi 4 and before, Pi 5.
OWN_CAMERAS = ("unicam", "rp1-cfe")
#: The device-tree names of the chips whose lines come out at the 40-pin header.
HEADER_CHIPS = ("rp1-gpio", "bcm2711-gpio", "bcm2835-gpio")


@dataclass(frozen=True, slots=True)
class Machine:
    """Reads the system's files below `root`; nothing is opened that could claim anything."""

    root: Path = Path("/")

    @property
    def model(self) -> str:
        """The board's name, or nothing where there is none."""
        return _text(self.root / "proc/device-tree/model")

    @property
    def is_pi(self) -> bool:
        return self.model.startswith("Raspberry Pi")

    @property
    def is_pi_5(self) -> bool:
        return re.match(r"Raspberry Pi (5|500|Compute Module 5)\b", self.model) is not None

    @property
    def dev(self) -> Path:
        """The folder of the device files."""
        return self.root / "dev"

    def gpio_chips(self) -> tuple[int, ...]:
        """The numbers of the GPIO chips that have a device file, in order."""
        found = (re.fullmatch(r"gpiochip(\d+)", path.name) for path in self.dev.glob("gpiochip*"))
        return tuple(sorted(int(match[1]) for match in found if match))

    def header_chip(self) -> int | None:
        """The chip of the 40-pin header, or None without any.

        The number has changed from kernel to kernel on a Pi 5 (4, then 0), so the chip's own name
        decides where it can be read.
        """
        chips = self.gpio_chips()
        for chip in chips:
            name = _text(self.root / f"sys/bus/gpio/devices/gpiochip{chip}/of_node/compatible")
            if any(header in name for header in HEADER_CHIPS):
                return chip
        usual = 4 if self.is_pi_5 and 4 in chips else 0
        return usual if usual in chips else next(iter(chips), None)

    def video_name(self, node: str) -> str:
        """What Video4Linux calls a device such as ``video0``; empty where that is unknown."""
        return _text(self.root / f"sys/class/video4linux/{node}/name")

    def own_camera(self) -> bool:
        """Whether a camera sits on one of a Pi's own camera sockets: only then their receivers show up."""
        nodes = (path.name for path in (self.root / "sys/class/video4linux").glob("video*"))
        return self.is_pi and any(self.video_name(node).startswith(OWN_CAMERAS) for node in nodes)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
    except OSError:
        return ""
