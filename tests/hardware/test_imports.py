"""What importing the hardware does: nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import hardware

FOLDER = Path(hardware.__path__[0])

IMPORT_ALL = """
import importlib, os, pkgutil, sys, threading
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

claims = []
class Counting(MockFactory):
    def pin(self, name, *args, **kwargs):
        claims.append(name)
        return super().pin(name, *args, **kwargs)
    def reserve_pins(self, *args):
        claims.append(args)

Device.pin_factory = Counting()
import hardware
names = [found.name for found in pkgutil.walk_packages(hardware.__path__, "hardware.")]
modules = [importlib.import_module(name) for name in names]
for module in modules:
    importlib.reload(module)
print(len(names), len(claims), threading.active_count())
"""

IMPORT_OWN = """
import os, sys
before = dict(os.environ)
from hardware import opening, camera_thread, direct_camera, folder, webcam, picture_file, gpio, gpio_lamps
from hardware import keyboard, pin_factory, simulated
print(sorted({"cv2", "pygame", "gpiozero", "lgpio"} & set(sys.modules)), os.environ == before)
"""

USE_OPENCV = """
import os, subprocess, sys
from hardware.opencv import opencv
before = dict(os.environ)
cv2 = opencv()
assert opencv() is cv2 and cv2.__version__
program = "import os; print(dict(os.environ))"
child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
print(os.environ == before, "LD_LIBRARY_PATH" in child.stdout, "QT_" in child.stdout)
"""


def run(program: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(FOLDER.parent), "HOME": "/"},
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.strip()


def test_importing_every_module_twice_claims_no_pin_and_starts_no_thread() -> None:
    modules, claims, threads = run(IMPORT_ALL).split()
    assert int(modules) >= 25 and (claims, threads) == ("0", "1")


def test_the_drivers_are_imported_only_when_something_is_opened() -> None:
    assert run(IMPORT_OWN) == "[] True"


def test_opencv_leaves_no_traces_in_the_environment_of_child_processes() -> None:
    assert run(USE_OPENCV) == "True False False"


def test_no_window_of_opencv_and_no_callback_or_wait_of_gpiozero_is_used() -> None:
    forbidden = re.compile(
        r"imshow|waitKey|namedWindow|wait_for_press|wait_for_active|\.blink\(|\bwhen_(pressed|held|released)\b"
    )
    for path in FOLDER.rglob("*.py"):
        assert not forbidden.search(path.read_text(encoding="utf-8")), path.name
