"""Every fault that the cameras can have is said in the table's language, with all that it needs."""

from __future__ import annotations

import re
from pathlib import Path

from companion.camera_words import camera_text
from companion.language import Language
from hardware.camera import CameraFault, PictureFault

HARDWARE = Path(__file__).parents[2] / "hardware"


def codes() -> set[str]:
    """The codes that the hardware gives its faults, read out of its sources."""
    found = set()
    for file in HARDWARE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'"((?:camera|folder)\.[a-z_]+)"', source))
        found |= {f"picture.{kind}" for kind in re.findall(r'_fault\(path, "([a-z_]+)"', source)}
    return found


def test_every_code_has_a_sentence() -> None:
    assert len(codes()) > 15
    assert not [code for code in codes() if f"camera.said.{code}" not in Language.load("en")]


def test_faults_are_said_with_their_facts() -> None:
    english = Language.load("en")
    fault = CameraFault("x", "camera.missing", device="/dev/video0", found="none")
    assert "/dev/video0" in english.say(camera_text(fault))
    picture = PictureFault("x", "picture.damaged", "one.jpg", format="JPEG")
    assert english.say(camera_text(picture)).startswith("one.jpg is a damaged JPEG picture")
