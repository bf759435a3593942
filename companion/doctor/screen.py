"""What is seen and heard: display, console and compositor, type, sound and voice."""

from __future__ import annotations

import json

from companion.doctor.check import Check, broken, fine, note
from companion.doctor.computer import other_instance
from companion.doctor.world import World
from companion.service import UNSEEN_DRIVERS

#: Asks SDL in a process of its own: a driver that crashes must crash nobody else.
DISPLAY_PROBE = """
import json, os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
pygame.display.init()
print(json.dumps([pygame.display.get_driver(), pygame.display.get_desktop_sizes()[0]]))
"""
SOUND_PROBE = """
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
pygame.mixer.init()
from pygame._sdl2 import audio
print(audio.get_audio_device_names(False)[0])
"""
#: Where `make kiosk` puts the kiosk's service.
UNIT = "etc/systemd/system/klondike-companion.service"
LEAST_WIDTH, LEAST_HEIGHT = 800, 480


def _display(world: World) -> Check:
    if world.live is not None:
        return _shown(world.live.driver, *world.live.size)
    pid = other_instance(world)
    if pid is not None:
        return note("display", "in_use", pid=str(pid))
    asked = world.ask_python(DISPLAY_PROBE)
    if asked.status < 0 or asked.status > 128:
        return broken("display", "crashed", status=str(asked.status))
    lines = asked.out.strip().splitlines()
    if asked.status or not lines:
        reason = asked.err.strip().splitlines()
        return broken("display", "none", reason=reason[-1] if reason else "?")
    driver, (width, height) = json.loads(lines[-1])
    asked_from_afar = not (world.environment.get("WAYLAND_DISPLAY") or world.environment.get("DISPLAY"))
    if driver in UNSEEN_DRIVERS and asked_from_afar and not world.processes.run(["cage", "-v"]).status:
        return note("display", "afar")
    return _shown(str(driver), int(width), int(height))


def _shown(driver: str, width: int, height: int) -> Check:
    if driver in UNSEEN_DRIVERS:
        return broken("display", "unseen", driver=driver)
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return broken("display", "small", width=str(width), height=str(height))
    return fine("display", driver=driver, width=str(width), height=str(height))


def _console(world: World) -> Check:
    tty = world.text("sys/class/tty/tty0/active")
    environment = world.environment
    if environment.get("WAYLAND_DISPLAY"):
        return fine("console", "wayland", socket=environment["WAYLAND_DISPLAY"], tty=tty or "-")
    if environment.get("DISPLAY"):
        return fine("console", "x11", display=environment["DISPLAY"])
    if world.live is not None:
        return fine("console", "other", tty=tty or "-")
    if world.text(UNIT):
        return note("console", "none", tty=tty or "-")
    return note("console", "narrated")


def _graphics(world: World) -> Check:
    folder = world.machine.dev / "dri"
    cards = sorted(path.name for path in folder.glob("card*")) if folder.is_dir() else []
    if cards:
        return fine("graphics", cards=", ".join(cards))
    return note("graphics", "missing") if world.machine.is_pi else fine("graphics", "elsewhere")


def _fonts(world: World) -> Check:
    return fine("fonts") if world.fonts() else note("fonts", "missing")


def _sound(world: World) -> Check:
    asked = world.ask_python(SOUND_PROBE, 10)
    if asked.status:
        return note("sound", "none")
    lines = asked.out.strip().splitlines()
    return fine("sound", device=lines[-1] if lines else "-")


def _voice(world: World) -> Check:
    asked = world.processes.run(["espeak-ng", "--version"], seconds=5)
    if asked.status:
        return note("voice", "missing")
    words = asked.out.split("Data at")[0].strip().rstrip(":").strip()
    return fine("voice", program=words.removeprefix("eSpeak NG text-to-speech:").strip() or "espeak-ng")


LOOKS = {
    "display": _display,
    "console": _console,
    "graphics": _graphics,
    "fonts": _fonts,
    "sound": _sound,
    "voice": _voice,
}
