"""USB sticks: which are there, and how files get onto one so that it may be pulled out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.table.disk import Disk
from companion.table.faults import Fault
from companion.table.processes import Processes

#: Where systems put what is plugged in.
_PLUGGED = ("/media/", "/run/media/")
_MOUNTS = Path("/proc/self/mounts")
#: The folder on the stick.
FOLDER = "klondike-evenings"
#: What a stick's own book-keeping may need besides the files.
_SPARE_BYTES = 1024 * 1024
_ESCAPE = re.compile(r"\\([0-7]{3})")


class Stick(Struct, frozen=True):
    """A stick that is mounted: its folder and its device; `ours` where it was mounted only for this."""

    path: Path
    device: str
    writable: bool = True
    ours: bool = False

    @property
    def name(self) -> str:
        return self.path.name


def find_sticks(disk: Disk, processes: Processes) -> tuple[Stick, ...]:
    """Return the sticks that are mounted; where there is none, those that udisks can mount now."""
    mounted = mounted_sticks(disk)
    return mounted or tuple(
        stick for device in _unmounted(processes) if (stick := _mount(device, processes)) is not None
    )


def mounted_sticks(disk: Disk) -> tuple[Stick, ...]:
    """Return what is mounted where plugged-in disks are, by the names of their folders."""
    try:
        lines = disk.read(_MOUNTS).decode("utf-8", "replace").splitlines()
    except OSError:
        return ()
    found = []
    for line in lines:
        device, folder, _, options, *_ = [*line.split(" "), "", "", "", ""]
        folder = _ESCAPE.sub(lambda match: chr(int(match[1], 8)), folder)
        if device.startswith("/dev/") and folder.startswith(_PLUGGED):
            found.append(Stick(Path(folder), device, "ro" not in options.split(",")))
    return tuple(sorted(found, key=lambda stick: str(stick.path)))


def write_to_stick(
    stick: Stick,
    files: Mapping[str, bytes],
    disk: Disk,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Path:
    """Write files into a folder of the stick, each all or nothing and waited for; returns the folder.

    Raises `Fault` where the stick cannot be written, or has not the room; then it says how much there is.
    """
    folder = stick.path / FOLDER
    if not stick.writable:
        raise Fault("annals.stick.read_only", name=stick.name)
    try:
        needed = sum(map(len, files.values())) + _SPARE_BYTES
        if (free := disk.free_bytes(stick.path)) < needed:
            raise Fault(
                "annals.stick.full", name=stick.name, needed=_megabytes(needed), free=_megabytes(free)
            )
        disk.make_folder(folder)
        for done, (name, data) in enumerate(files.items(), start=1):
            disk.write_whole(folder / name, data)
            progress(done, len(files))
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise Fault("annals.stick.cannot_write", name=stick.name, detail=detail) from problem
    return folder


def let_go(stick: Stick, processes: Processes) -> bool:
    """Unmount a stick that was mounted only for this; returns whether it may be pulled out without more ado.

    What was written has been waited for already, so a stick that somebody else has mounted may go as well.
    """
    if not stick.ours:
        return True
    command = ("udisksctl", "unmount", "--no-user-interaction", "-b", stick.device)
    return processes.run(command, seconds=60.0).status == 0


def _megabytes(count: int) -> int:
    return max(1, -(-count // 1_000_000)) if count else 0


def _unmounted(processes: Processes) -> tuple[str, ...]:
    """Return the devices of plugged-in disks with a file system that nobody has mounted."""
    said = processes.run(("lsblk", "--json", "--paths", "-o", "PATH,HOTPLUG,FSTYPE,MOUNTPOINT"))
    if said.status != 0:
        return ()
    try:
        return tuple(_devices(json.loads(said.out)["blockdevices"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()


def _devices(rows: list[dict[str, object]]) -> list[str]:
    found = []
    for row in rows:
        children = row.get("children")
        if isinstance(children, list):
            found += _devices(children)
        elif row.get("hotplug") in (True, "1") and row.get("fstype") and not row.get("mountpoint"):
            path = str(row.get("path", ""))
            found += [path] if re.fullmatch(r"/dev/[a-z0-9]+", path) else []
    return found


def _mount(device: str, processes: Processes) -> Stick | None:
    said = processes.run(("udisksctl", "mount", "--no-user-interaction", "-b", device), seconds=30.0)
    match = re.search(r" at (/[^\n]+?)\.?\s*$", said.out)
    return Stick(Path(match[1]), device, ours=True) if said.status == 0 and match else None
