"""The world as the doctor sees it: every probe behind a small seam, so that any world can be made up."""

from __future__ import annotations

import ctypes.util
import os
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.settings import Settings
from companion.table.disk import Disk, SystemDisk
from companion.table.processes import Finished, Processes, SystemProcesses
from hardware.camera import Camera
from hardware.machine import Machine
from hardware.monotonic import Milliseconds, monotonic_ms

if TYPE_CHECKING:
    from hardware.opening import Hardware


@dataclass(frozen=True, slots=True)
class Live:
    """What a running kiosk has open itself, so that it is asked instead of being opened a second time."""

    driver: str
    size: tuple[int, int]
    hardware: Hardware | None = None
    camera: Camera | None = None


@dataclass(frozen=True, slots=True)
class Computer:
    """What this process runs on: the machine's and the interpreter's own words."""

    system: str = field(default_factory=lambda: sys.platform)
    machine: str = field(default_factory=platform.machine)
    wide: bool = sys.maxsize > 2**32
    python: str = field(default_factory=platform.python_version)
    base_prefix: str = sys.base_prefix
    executable: str = sys.executable
    pid: int = field(default_factory=os.getpid)
    user: str = field(default_factory=lambda: _user())
    groups: frozenset[str] = field(default_factory=lambda: _groups())


@dataclass(frozen=True, slots=True)
class World:
    """Everything the doctor may look at.

    `machine` reads the system's files below its root, `processes` run other programs, `find_library` finds a
    shared library, `versions` the installed packages, `fonts` says whether the screen's own type is there.
    """

    machine: Machine
    processes: Processes
    disk: Disk
    data: Path
    settings: Settings
    environment: Mapping[str, str]
    computer: Computer
    live: Live | None = None
    find_library: Callable[[str], str | None] = ctypes.util.find_library
    versions: Callable[[], Mapping[str, str]] = lambda: _versions()
    fonts: Callable[[], bool] = lambda: _fonts()
    open_camera: Callable[[str, Machine], Hardware] = lambda camera, machine: _camera(camera, machine)
    clock_ms: Milliseconds = monotonic_ms
    #: How long frames are counted for.
    camera_ms: int = 3000

    @property
    def root(self) -> Path:
        return self.machine.root

    def text(self, path: str) -> str:
        """Return what stands in a file of the system, nothing where it cannot be read."""
        try:
            return (self.root / path).read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def ask_python(self, program: str, seconds: float = 30.0) -> Finished:
        """Run a few lines in an interpreter of their own: what crashes there crashes nothing here."""
        return self.processes.run([self.computer.executable, "-c", program], seconds=seconds)


def system_world(data: Path, settings: Settings, live: Live | None = None) -> World:
    """Return this machine's own world."""
    return World(
        Machine(), SystemProcesses(), SystemDisk(), data, settings, dict(os.environ), Computer(), live
    )


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid()) if hasattr(os, "getuid") else ""


def _groups() -> frozenset[str]:
    if not hasattr(os, "getgroups"):
        return frozenset()
    import grp

    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            continue
    return frozenset(names)


def _versions() -> Mapping[str, str]:
    import importlib.metadata

    return {
        (found.metadata["Name"] or "").lower(): found.version
        for found in importlib.metadata.distributions()
        if found.metadata is not None
    }


def _camera(camera: str, machine: Machine) -> Hardware:
    from hardware.buttons import PressQueue
    from hardware.opening import HardwareSettings, open_hardware

    return open_hardware(HardwareSettings(buttons="keyboard", camera=camera), PressQueue(), machine)


def _fonts() -> bool:
    # The two packages hold nothing but their font files.
    import importlib.util

    return all(
        importlib.util.find_spec(name) for name in ("font_source_sans_pro", "font_source_serif_pro")
    )
