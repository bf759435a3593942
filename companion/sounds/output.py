"""Where waves are heard: SDL's mixer, opened when something is first to be heard, or nothing at all."""

from __future__ import annotations

import logging
import threading
from typing import Protocol

import numpy as np

from companion.sounds.synthesis import RATE, Wave
from companion.table.text import Text, text

log = logging.getLogger(__name__)

#: The channel that speaks; sounds take any other.
_VOICE_CHANNEL = 0
_CHANNELS = 8


class Output(Protocol):
    """What plays waves.  Called from threads of its own, never from the one that draws."""

    def open(self) -> bool:
        """Get ready; return whether anything can be heard.  Asked before each wave, tried once."""
        ...

    def problem(self) -> Text | None:
        """Return, once, why nothing can be heard."""
        ...

    def play(self, wave: Wave, volume: float, voice: bool = False) -> None:
        """Begin to play a wave at a volume of 0 to 1; a voice is stopped by the next one."""
        ...

    def hush(self) -> None:
        """Stop the voice in the middle of a word."""
        ...

    def close(self) -> None:
        """Give the device back."""
        ...


class NullSound:
    """No sound device, which is nothing out of the ordinary."""

    def open(self) -> bool:
        return False

    def problem(self) -> Text | None:
        return None

    def play(self, wave: Wave, volume: float, voice: bool = False) -> None:
        """Nobody hears it."""

    def hush(self) -> None:
        """Nothing is said."""

    def close(self) -> None:
        """Nothing was opened."""


class MixerOutput:
    """SDL's mixer.  A device that is not there, or goes away, makes it silent, and is logged once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state = "new"
        self._problem: Text | None = None

    def open(self) -> bool:
        with self._lock:
            if self._state == "new":
                self._state = "open" if self._init() else "silent"
            return self._state == "open"

    def problem(self) -> Text | None:
        """Return, once, why nothing can be heard."""
        said, self._problem = self._problem, None
        return said

    def _init(self) -> bool:
        import pygame

        try:
            pygame.mixer.init(frequency=RATE, size=-16, channels=2, buffer=1024)
            pygame.mixer.set_num_channels(_CHANNELS)
            pygame.mixer.set_reserved(1)
        except (pygame.error, NotImplementedError) as problem:
            log.info("there is no sound: %s", problem)
            self._problem = text("sounds.no_device", reason=str(problem))
            return False
        return True

    def play(self, wave: Wave, volume: float, voice: bool = False) -> None:
        if not self.open():
            return
        import pygame

        try:
            sound = pygame.mixer.Sound(buffer=_for_mixer(wave).tobytes())
            sound.set_volume(volume)
            if voice:
                pygame.mixer.Channel(_VOICE_CHANNEL).play(sound)
            else:
                sound.play()
        except pygame.error as problem:
            self._fail(problem)

    def hush(self) -> None:
        import pygame

        with self._lock:
            if self._state == "open" and pygame.mixer.get_init():
                pygame.mixer.Channel(_VOICE_CHANNEL).stop()

    def _fail(self, problem: Exception) -> None:
        log.warning("the sound device has gone: %s", problem)
        with self._lock:
            self._state = "silent"

    def close(self) -> None:
        import pygame

        with self._lock:
            if self._state == "open":
                pygame.mixer.quit()
            self._state = "silent"


def _for_mixer(wave: Wave) -> Wave:
    """Return a wave with the rate and channels that the mixer really has."""
    import pygame

    rate, _, channels = pygame.mixer.get_init() or (RATE, -16, 2)
    if rate != RATE:
        at = np.arange(0, len(wave), RATE / rate)
        wave = np.interp(at, np.arange(len(wave)), wave).astype(np.int16)
    return np.repeat(wave[:, None], channels, axis=1) if channels > 1 else wave
