"""The computer: 64 bits, the Python and the packages, the user's groups, power, clock, a second companion."""

from __future__ import annotations

import re

from companion import __version__
from companion.doctor.check import Check, broken, fine, note
from companion.doctor.world import World
from companion.table.instance_lock import running_in
from hardware.pin_factory import BANNED_GPIOZERO

#: The bits of the firmware's word: now, and since the computer was started.
UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 0x1, 0x2, 0x4, 0x8
SINCE = 16
NEEDED_GROUPS = ("video", "render", "input", "gpio", "audio")


def _system(world: World) -> Check:
    computer = world.computer
    model = world.machine.model or computer.machine
    if not computer.wide:
        return broken("system", "narrow", model=model)
    if world.machine.is_pi and computer.machine != "aarch64":
        return broken("system", "narrow", model=model)
    return fine("system", model=model, machine=computer.machine)


def _versions(world: World) -> Check:
    found = world.versions()
    facts = {
        "companion": __version__,
        "python": world.computer.python,
        "pygame": found.get("pygame", found.get("pygame-ce", "-")),
        "gpiozero": found.get("gpiozero", "-"),
    }
    if "pygame" in found and "pygame-ce" in found:
        return broken("versions", "two_pygames")
    if found.get("gpiozero") in BANNED_GPIOZERO:
        return broken("versions", "gpiozero", version=found["gpiozero"])
    return fine("versions", **facts)


def _python(world: World) -> Check:
    computer = world.computer
    facts = {"python": computer.python, "prefix": computer.base_prefix}
    if world.machine.is_pi and computer.base_prefix != "/usr":
        # The camera's and the pins' libraries are Debian's, made for Debian's Python.
        return note("python", "foreign", **facts)
    return fine("python", **facts)


def _groups(world: World) -> Check:
    if not world.machine.is_pi:
        return fine("groups", "elsewhere")
    user = world.computer.user
    missing = [name for name in NEEDED_GROUPS if name not in world.computer.groups]
    if missing and user != "root":
        return broken("groups", "missing", user=user, groups=", ".join(missing))
    return fine("groups", user=user, groups=", ".join(NEEDED_GROUPS))


def _power(world: World) -> Check:
    if not world.machine.is_pi:
        return fine("power", "elsewhere")
    asked = world.processes.run(["vcgencmd", "get_throttled"], seconds=5)
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", asked.out)
    if asked.status or found is None:
        return note("power", "unknown")
    word = int(found[1], 16)
    now, since = word, word >> SINCE
    if now & UNDER_VOLTAGE:
        return broken("power", "weak_now_and_since" if since & UNDER_VOLTAGE else "weak_now")
    if now & (THROTTLED | HOT | CAPPED):
        return note("power", "hot_now")
    if since & UNDER_VOLTAGE:
        return note("power", "weak_since")
    if since & (THROTTLED | HOT | CAPPED):
        return note("power", "hot_since")
    return fine("power")


def _clock(world: World) -> Check:
    asked = world.processes.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"], seconds=5)
    if asked.status == 0 and asked.out.strip() == "yes":
        return fine("clock")
    if asked.status == 0 and asked.out.strip() == "no":
        return note("clock", "not_set")
    return fine("clock", "unknown")


def _instance(world: World) -> Check:
    if world.live is not None:
        return fine("instance", "this", pid=str(world.computer.pid))
    pid = other_instance(world)
    return fine("instance") if pid is None else note("instance", "other", pid=str(pid))


def other_instance(world: World) -> int | None:
    """Return the number of another companion that has the data folder open, None where there is none."""
    pid = running_in(world.data)
    if pid is None or pid == world.computer.pid or not world.processes.alive(pid):
        return None
    return pid


LOOKS = {
    "system": _system,
    "versions": _versions,
    "python": _python,
    "groups": _groups,
    "power": _power,
    "clock": _clock,
    "instance": _instance,
}
