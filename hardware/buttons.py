"""Buttons: what a press is, and the bounded queue through which every backend hands it over."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Literal, Protocol

Act = Literal["press", "hold"]

SEAT_BUTTONS = tuple(f"seat{number}" for number in range(1, 9))
SHARED_BUTTONS = ("ok", "back", "up", "down")
BUTTONS = SEAT_BUTTONS + SHARED_BUTTONS


@dataclass(frozen=True, slots=True)
class Press:
    """One meant act of a person's finger.

    `button` is one of `BUTTONS`, or several joined with ``+`` in their order there for a chord
    (``"ok+back"``); `at_ms` is the monotonic clock when the button went down.
    """

    button: str
    act: Act
    at_ms: int


class PressQueue:
    """A bounded first-in-first-out queue, safe to fill from driver threads before, during and after pygame.

    When it is full the newest press is dropped and counted: a queue that long means that nobody
    is looking at the screen.
    """

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._presses: deque[Press] = deque()
        self._lock = threading.Lock()
        self.dropped = 0

    def put(self, press: Press) -> bool:
        """Add a press; return False when it was dropped because the queue is full."""
        with self._lock:
            if len(self._presses) >= self._most:
                self.dropped += 1
                return False
            self._presses.append(press)
            return True

    def drain(self) -> list[Press]:
        """Take all waiting presses, oldest first."""
        with self._lock:
            taken = list(self._presses)
            self._presses.clear()
            return taken

    def __len__(self) -> int:
        with self._lock:
            return len(self._presses)


class Buttons(Protocol):
    """A backend of buttons: it only fills the queue it was opened with."""

    @property
    def say(self) -> str:
        """One line for the diagnosis: what these buttons are."""

    def close(self) -> None:
        """Release the pins; no press comes afterwards.  May be called twice."""
