"""Sounds are made by the program and heard through the mixer; where there is none, nothing happens."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import pygame
import pytest

from companion.kiosk.views import VIEWS, view_class
from companion.sounds.output import MixerOutput, NullSound, Output
from companion.sounds.sounds import Sounds
from companion.sounds.synthesis import RATE, SOUNDS, wave_of
from tests.house.tree import ROOT
from tests.sounds.heard import Heard


def wait_for(done: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not done():
        assert time.monotonic() < until
        time.sleep(0.002)


@pytest.fixture
def mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """SDL's own mixer on a device that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.mark.parametrize("name", SOUNDS)
def test_every_sound_is_short_loud_enough_and_always_the_same(name: str) -> None:
    wave = wave_of(name)
    assert wave.dtype == np.int16 and wave.ndim == 1
    assert RATE * 0.02 < len(wave) < RATE * 1.6
    assert 0.55 < np.abs(wave).max() / 32_767 <= 0.61
    assert abs(int(wave[0])) < 400 and abs(int(wave[-1])) < 400, "it begins and ends without a click"
    assert np.array_equal(wave, wave_of(name))


def test_no_two_sounds_are_the_same() -> None:
    assert len({wave_of(name).tobytes() for name in SOUNDS}) == len(SOUNDS)


@pytest.mark.parametrize("game", VIEWS)
def test_every_game_asks_for_sounds_that_exist(game: str) -> None:
    assert view_class(game).heard and set(view_class(game).heard.values()) <= SOUNDS.keys()


@pytest.mark.usefixtures("mixer")
def test_the_mixer_is_opened_by_the_first_sound_only() -> None:
    output = MixerOutput()
    sounds = Sounds(output)
    assert pygame.mixer.get_init() is None
    sounds.play("coin", 0.0)
    assert pygame.mixer.get_init() is None, "nothing is opened for what cannot be heard"
    sounds.play("coin", 0.5)
    wait_for(lambda: pygame.mixer.get_init() is not None and pygame.mixer.get_busy())
    sounds.close()
    output.close()
    assert pygame.mixer.get_init() is None


def test_without_a_device_nothing_is_heard_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    output = MixerOutput()
    assert not output.open() and not output.open()
    output.play(wave_of("coin"), 1.0)
    output.hush()
    output.close()


@pytest.mark.usefixtures("mixer")
def test_a_device_that_goes_away_makes_it_silent() -> None:
    output = MixerOutput()
    assert output.open()
    pygame.mixer.quit()
    output.play(wave_of("coin"), 1.0)
    assert not output.open()


def test_a_flood_of_sounds_is_thinned_out() -> None:
    output = Heard()
    sounds = Sounds(output)
    for _ in range(10_000):
        sounds.play("button", 0.3)
    sounds.close()
    assert 0 < len(output.waves) < 9_000
    with pytest.raises(KeyError):
        sounds.play("trombone", 1.0)


@pytest.mark.parametrize("output", [NullSound(), Heard(opens=False)])
def test_closing_ends_the_thread(output: Output) -> None:
    sounds = Sounds(output)
    sounds.play("dice", 1.0)
    sounds.close()
    sounds.play("dice", 1.0)
    assert sounds._thread is not None and not sounds._thread.is_alive()


def test_the_kiosk_starts_without_opening_sound() -> None:
    """Importing and opening the screen does not touch the sound device."""
    code = (
        "import pygame, companion.kiosk.start\n"
        "from companion.kiosk.screen import open_screen\n"
        "open_screen((800, 480), full=False)\n"
        "assert pygame.mixer.get_init() is None"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "no such driver"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
