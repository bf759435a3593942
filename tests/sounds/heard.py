"""A sound device that notes what it is to play."""

from __future__ import annotations

from companion.sounds.output import NullSound
from companion.sounds.synthesis import Wave


class Heard(NullSound):
    """A device that notes what it is to play, and can be held up."""

    def __init__(self, opens: bool = True) -> None:
        self.waves: list[tuple[int, float]] = []
        self._opens = opens
        self.hushed = 0

    def open(self) -> bool:
        return self._opens

    def play(self, wave: Wave, volume: float, voice: bool = False) -> None:
        self.waves.append((len(wave), volume))

    def hush(self) -> None:
        self.hushed += 1
