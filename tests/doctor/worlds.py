"""Made-up worlds for the doctor: a Pi whose files, programs and libraries are what a test says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.doctor import Check, World, checks
from companion.doctor.computer import NEEDED_GROUPS
from companion.doctor.world import Computer
from companion.settings import Settings
from companion.table.disk import SystemDisk
from companion.table.processes import Finished, RecordedProcesses
from hardware.machine import Machine

PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
PYTHON, DISPLAY, SOUND, CAMERAS = "/usr/bin/python3.13", "display", "mixer", "picamera_worker"


class Programs(RecordedProcesses):
    """Programs by name; what is asked of Python is told apart by what the asked program speaks of."""

    def run(self, command: Any, *, seconds: float = 10.0, given: str = "") -> Finished:
        self.asked.append(tuple(command))
        words = " ".join(command)
        for key in (DISPLAY, SOUND, CAMERAS):
            if key in words:
                return self.answers.get(key, Finished(1, "", f"{key}: not there"))
        return self.answers.get(command[0], Finished(-1, "", f"{command[0]}: not there"))


def good_answers() -> dict[str, Finished]:
    return {
        DISPLAY: Finished(0, '["wayland", [1280, 720]]\n', ""),
        SOUND: Finished(0, "HDMI\n", ""),
        CAMERAS: Finished(0, '{"cameras": ["imx708"]}\n', ""),
        "espeak-ng": Finished(0, "eSpeak NG text-to-speech: 1.52  Data at: /usr/share/espeak-ng-data\n", ""),
        "vcgencmd": Finished(0, "throttled=0x0\n", ""),
        "timedatectl": Finished(0, "yes\n", ""),
        "cage": Finished(0, "cage version 0.2.0\n", ""),
    }


def pi_world(folder: Path, **changes: Any) -> World:
    """A Pi 5 on which everything is as it should be, except for the pins, which need a library."""
    root = folder / "root"
    for path, text in {
        "proc/device-tree/model": PI_5 + "\0",
        "sys/class/tty/tty0/active": "tty1\n",
        "dev/dri/card0": "",
        "dev/gpiochip0": "",
        "sys/bus/gpio/devices/gpiochip0/of_node/compatible": "raspberrypi,rp1-gpio\0",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    world = World(
        Machine(root),
        Programs(good_answers()),
        SystemDisk(),
        folder / "data",
        Settings(),
        {"WAYLAND_DISPLAY": "wayland-0"},
        Computer("linux", "aarch64", True, "3.13.5", "/usr", PYTHON, 4711, "table", frozenset(NEEDED_GROUPS)),
        find_library=lambda name: f"lib{name}.so.0",
        versions=lambda: {"pygame": "2.6.1", "gpiozero": "2.0.1.post3", "zxing-cpp": "3", "pyzbar": "0.1.9"},
        fonts=lambda: True,
        camera_ms=200,
    )
    return replace(world, **changes)


def with_answers(world: World, **answers: Finished) -> World:
    """The same world, in which some programs answer otherwise; ``_`` stands for ``-`` in their names."""
    given = {name.replace("_", "-"): answer for name, answer in answers.items()}
    renamed = {(CAMERAS if name == "picamera-worker" else name): answer for name, answer in given.items()}
    return replace(world, processes=Programs({**good_answers(), **renamed}))


def found(world: World) -> Mapping[str, Check]:
    """Return all checks by their names, each of which must be said only once."""
    all_of_them = list(checks(world))
    by_name = {check.name: check for check in all_of_them}
    assert len(by_name) == len(all_of_them)
    return by_name
