"""The camera: which it is, what comes of it, how sharp and light; and what reads codes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from companion.doctor.check import Check, State, broken, fine, note
from companion.doctor.computer import other_instance
from companion.doctor.world import World
from companion.table.text import Fact, Text
from hardware.camera import Camera, CameraFault, CameraState, Frame
from hardware.camera_thread import CameraThread
from hardware.opening import found_camera
from hardware.picamera import SYSTEM_PYTHON, worker_command

#: Fewer frames a second than this, and a throw is read late.
SLOW_RATE = 8
LOOK_SECONDS = 0.03


def _library(world: World) -> Iterator[Check]:
    """Ask the system's own Python for the library of the Pi's cameras."""
    if not world.machine.is_pi:
        return
    asked = world.processes.run(worker_command("--list"), seconds=20)
    answer: dict[str, object] = {}
    for line in asked.out.splitlines():
        if line.startswith("{"):
            answer = json.loads(line)
    if "cameras" in answer:
        cameras = answer["cameras"]
        assert isinstance(cameras, list)
        yield fine("camera_library", count=len(cameras))
        return
    kind = str(answer.get("error", "failed"))
    lines = asked.err.strip().splitlines()
    reason = str(answer.get("reason", lines[-1] if lines else "?"))
    needed = broken if found_camera(world.machine) else note
    yield needed("camera_library", kind, reason=reason, python=SYSTEM_PYTHON)


def _camera(world: World) -> Iterator[Check]:
    if world.live is not None and world.live.camera is not None:
        yield from _seen(world, world.live.camera)
        return
    named = world.settings.text("camera")
    camera = named or found_camera(world.machine)
    if camera in ("", "none"):
        yield note("camera", "none") if world.machine.is_pi else fine("camera", "none_wanted")
        return
    if camera == "sim":
        yield fine("camera", "made_up")
        return
    # A kiosk that is not looking at its table has closed its camera, so that it can be opened here.
    pid = other_instance(world) if world.live is None else None
    if pid is not None:
        yield note("camera", "in_use", camera=camera, pid=str(pid))
        return
    hardware = world.open_camera(camera, world.machine)
    try:
        if hardware.camera is None:
            fault = hardware.camera_fault
            yield _lost(fault) if fault is not None else broken("camera", "silent", camera=camera)
        else:
            yield from _seen(world, hardware.camera)
    finally:
        hardware.close()


def _seen(world: World, camera: Camera) -> Iterator[Check]:
    """Watch a camera for a while, and say what comes of it."""
    began = world.clock_ms()
    first: int | None = None
    latest: Frame | None = None
    numbers: set[int] = set()
    while world.clock_ms() - began < (world.camera_ms if latest is not None else 3 * world.camera_ms):
        frame = camera.latest()
        if frame is not None:
            latest = frame
            numbers.add(frame.number)
            if first is None:
                first = began = world.clock_ms()
            if frame.still:
                break
        elif camera.state in (CameraState.LOST, CameraState.ENDED, CameraState.STALE):
            break
        time.sleep(LOOK_SECONDS)
    if latest is None or first is None:
        fault = camera.why if isinstance(camera, CameraThread) else None
        yield _lost(fault) if fault is not None else broken("camera", "silent", camera=camera.say)
        return
    seconds = max(world.clock_ms() - first, 1) / 1000
    rate = round((len(numbers) - 1) / seconds)
    facts: dict[str, Fact] = {"say": camera.say, "rate": rate, "age": world.clock_ms() - latest.at_ms}
    if latest.still:
        yield fine("camera", "pictures", say=camera.say)
    else:
        yield note("camera", "slow", **facts) if rate < SLOW_RATE else fine("camera", **facts)
    # The readers take a moment to load, which only a camera that gives pictures is worth.
    from companion.doctor.picture import picture_checks

    yield from picture_checks(latest)


def _lost(fault: CameraFault) -> Check:
    say = Text(f"camera.said.{fault.code}", dict(fault.facts))
    return Check("camera", State.BROKEN, say, Text("doctor.camera.lost.do"))


def _codes(world: World) -> Iterator[Check]:
    versions = world.versions()
    missing = [] if "zxing-cpp" in versions else ["zxing-cpp"]
    library = world.find_library("zbar")
    if missing and (library is None or "pyzbar" not in versions):
        yield broken("codes", "none")
    elif library is None:
        yield note("codes", "no_zbar")
    elif missing:
        yield note("codes", "no_zxing")
    else:
        yield fine("codes")


LOOKS = {"camera_library": _library, "camera": _camera, "codes": _codes}
