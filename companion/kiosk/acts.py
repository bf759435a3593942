"""Acts: what people did, in the three ways a kiosk can be told something: buttons, touch, keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Push:
    """A button: one of `hardware.buttons.BUTTONS` or a chord of them, pressed or held."""

    button: str
    act: Literal["press", "hold"] = "press"

    @property
    def place(self) -> int | None:
        """The place of a seat's button, counted from 0; None for a shared button or a chord."""
        number = self.button.removeprefix("seat")
        return int(number) - 1 if number != self.button and number.isdigit() else None


@dataclass(frozen=True, slots=True)
class Tap:
    """A touch or a click, in pixels of the screen."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moved:
    """The finger or the mouse that has touched goes on, still down; `at` as in `Tap`."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lifted:
    """The finger or the mouse that has touched is taken away."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Typed:
    """A key with a character or a name: `text` for characters, else `key` such as ``backspace``."""

    text: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Throwing:
    """The simulated table is asked to act (the space bar)."""


Act: TypeAlias = Push | Tap | Moved | Lifted | Typed | Throwing
