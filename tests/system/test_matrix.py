"""Each device broken in turn, and two at a time: the table is reached, or one sentence says why not."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

import companion.kiosk.start
import companion.speech.espeak
import hardware.opening
import hardware.vision.tag_process
from companion.kiosk.app import Kiosk
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.start import run_kiosk
from companion.language import Language
from companion.table.faults import Fault
from companion.wishes import Wishes
from hardware.machine import Machine

#: The frames that are drawn at the table before it counts as reached, and after which nobody waits any more.
FRAMES_AT_TABLE, MOST_FRAMES = 3, 400


class Evening:
    """A kiosk that begins a session at once, and is left as soon as its table is on the screen."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, patch
        self.data = folder / "data"
        self.camera = "none"
        self.reached = False
        self.banners: tuple[str, ...] = ()
        self.output: object = None
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "NOTIFY_SOCKET", "XDG_RUNTIME_DIR"):
            patch.delenv(name, raising=False)
        self._watch()

    def _watch(self) -> None:
        frame, counted = Kiosk.frame, [0, 0]

        def watched(kiosk: Kiosk) -> bool:
            drawn = frame(kiosk)
            counted[0] += 1
            self.banners = kiosk.stage.banners
            counted[1] += isinstance(kiosk.scene, TableScene)
            self.reached = counted[1] >= FRAMES_AT_TABLE
            kiosk.stopped = kiosk.stopped or self.reached or counted[0] > MOST_FRAMES
            return drawn

        self.patch.setattr(Kiosk, "frame", watched)
        # It would hold for this process until its end, and make every picture in it dearer.
        self.patch.setattr("companion.kiosk.start.give_pictures_back", bool)

    def begin(self) -> str:
        """Begin; return the sentence that says why there is no table, or nothing."""
        names = ("Ana", "Bo")
        wishes = Wishes("dice", names, data=self.data, window=(800, 480), camera=self.camera, seed=1)
        try:
            run_kiosk(wishes)
        except Fault as fault:
            return Language.load("en").say(fault.say)
        return ""


def no_pins(evening: Evening) -> None:
    root = evening.folder / "pi"
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    (root / "dev").mkdir()
    evening.patch.setattr(hardware.opening, "Machine", partial(Machine, root))


def no_camera(evening: Evening) -> None:
    evening.camera = "/dev/video77"


def no_sound(evening: Evening) -> None:
    def refused(*_: object, **__: object) -> None:
        raise pygame.error("ALSA: Couldn't open audio device: No such file or directory")

    evening.patch.setattr(pygame.mixer, "init", refused)


def no_display(evening: Evening) -> None:
    # SDL then finds nothing that anybody sees.
    evening.patch.delenv("SDL_VIDEODRIVER")


def no_voice(evening: Evening) -> None:
    evening.patch.setattr(companion.speech.espeak, "PROGRAM", "a-program-that-is-nowhere")


def no_codes(evening: Evening) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no process can be started")

    evening.patch.setattr(hardware.vision.tag_process._Child, "__init__", refused)


def no_folder(evening: Evening) -> None:
    evening.data.write_text("somebody's file, not a folder", encoding="utf-8")


BREAKS: dict[str, Callable[[Evening], None]] = {
    "pins": no_pins,
    "camera": no_camera,
    "sound": no_sound,
    "display": no_display,
    "voice": no_voice,
    "codes": no_codes,
    "folder": no_folder,
}
#: Without these there is nothing to show; each has words that the sentence must hold.
NEEDED = {"display": "display"}
#: What people are told all evening where these are broken.
BANNERS = {"pins": ("simulated", "keyboard"), "folder": ("kept",)}
SINGLES = [(name,) for name in BREAKS]
PAIRS = list(itertools.combinations(BREAKS, 2))
LONG_PAIRS = [pytest.param(pair, marks=pytest.mark.long) for pair in PAIRS]
ALL_BUT_NEEDED = tuple(name for name in BREAKS if name not in NEEDED)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    pygame.display.quit()
    return Evening(tmp_path, monkeypatch)


def test_with_everything_there_the_table_is_reached(evening: Evening) -> None:
    assert evening.begin() == "" and evening.reached and not evening.banners


@pytest.mark.parametrize("broken", [*SINGLES, ALL_BUT_NEEDED, *LONG_PAIRS], ids="+".join)
def test_whatever_is_broken_the_table_is_reached_or_a_sentence_says_why_not(
    evening: Evening, broken: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    for name in broken:
        BREAKS[name](evening)
    with caplog.at_level(logging.WARNING):
        said = evening.begin()
    needed = [name for name in broken if name in NEEDED]
    assert evening.reached == (not needed)
    if needed:
        assert any(NEEDED[name] in said for name in needed), said
        assert len(said) > 20 and "\n" not in said and not said.startswith("kiosk.")
    for name in BANNERS.keys() & set(broken) if evening.reached else ():
        assert any(word in banner for word in BANNERS[name] for banner in evening.banners), evening.banners
    assert "Traceback" not in caplog.text


def test_the_matrix_is_whole() -> None:
    assert len(BREAKS) == 7 and len(PAIRS) == 21
