"""The look in one place: colours, type scale, spacing and motion.

All lengths are given for a screen 720 pixels high and scaled to the real one; everything stands on a
grid of 8 such pixels.  Text shrinks more slowly than the rest, so that the small panel stays readable.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.kit import inks
from companion.kit.inks import SEAT_INKS as SEAT_INKS

Colour = tuple[int, int, int]

#: The smallest screen that is drawn on, in pixels; anything narrower than high is refused.
LEAST_WIDTH, LEAST_HEIGHT = 800, 480


class Ink:
    """The colours: a night-blue table, brass and lamp-gold accents, paper-white cards."""

    NIGHT: Colour = inks.NIGHT
    DEEP: Colour = (9, 15, 27)
    FELT: Colour = inks.FELT
    FELT_LIGHT: Colour = (27, 48, 78)
    PANEL: Colour = inks.PANEL
    PANEL_LOW: Colour = (20, 35, 58)
    LIFTED: Colour = (36, 62, 106)
    EDGE: Colour = inks.EDGE
    BRASS: Colour = inks.BRASS
    BRASS_DARK: Colour = inks.BRASS_DARK
    LAMP: Colour = inks.LAMP
    PAPER: Colour = inks.PAPER
    PAPER_LOW: Colour = inks.PAPER_LOW
    TEXT: Colour = (234, 240, 248)
    MUTED: Colour = (156, 175, 201)
    #: What cannot be done just now, to be read all the same.
    FAINT: Colour = (118, 138, 168)
    DARK_TEXT: Colour = inks.DARK_TEXT
    GOOD: Colour = (111, 200, 135)
    BAD: Colour = (240, 122, 108)
    DOUBT: Colour = (245, 178, 74)


Family = Literal["sans", "serif"]
Weight = Literal["regular", "semibold", "bold"]


@dataclass(frozen=True, slots=True)
class Face:
    """One style of type: its family, its weight, its size at 720 pixels, and extra space between letters."""

    family: Family
    weight: Weight
    size: int
    tracking: float = 0.0


#: The type scale.  Serif speaks for the game, sans for the house.
FACES: dict[str, Face] = {
    "huge": Face("serif", "bold", 84),
    "display": Face("serif", "semibold", 58),
    "hand": Face("serif", "semibold", 44),
    "title": Face("serif", "semibold", 34),
    "prompt": Face("sans", "semibold", 46),
    "prompt_long": Face("sans", "semibold", 36),
    "lead": Face("sans", "regular", 30),
    "strong": Face("sans", "semibold", 27),
    "body": Face("sans", "regular", 25),
    "number": Face("sans", "bold", 34),
    "small": Face("sans", "regular", 21),
    "small_strong": Face("sans", "semibold", 21),
    "label": Face("sans", "semibold", 18, 0.09),
    "label_close": Face("sans", "semibold", 18),
}

#: Letters set apart that have no room stand close before any of them is left out.
CLOSER = {"label": "label_close"}

#: What is read, and so many times as large in large print; titles and amounts are large anyway.
READ = frozenset({"prompt_long", "strong", "body", "small", "small_strong", "label", "label_close"})
LARGER = 1.22
#: No text is ever smaller than this many real pixels.
LEAST_TYPE = 13


class Motion:
    """How long things take, in milliseconds.  Every movement can be cut short by a press."""

    FADE = 180
    FLIGHT = 700
    FLIGHT_GAP = 90
    #: How long a payment is told, and how long where others wait to be told.
    TOAST = 2600
    TOAST_NEXT = 1500
    TOAST_SLIDE = 220
    REVEAL = 420
    REVEAL_GAP = 70
    DRAW_LOT = 2200
    BLINK_SLOW = 800
    BLINK_FAST = 260
    RISE = 1600


@dataclass(frozen=True, slots=True)
class Theme:
    """The look on one screen: turns design lengths into pixels of a `width` x `height` screen.

    In `large` print everything that is read, not looked at, is larger as far as its box allows.
    """

    width: int
    height: int
    large: bool = False
    #: Real pixels to a design pixel; a screen narrower than 16:9 is led by its width.
    scale: float = field(init=False, repr=False, compare=False)
    _sizes: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", min(self.height / 720, self.width / 1180))
        object.__setattr__(self, "_sizes", {role: self._size(role) for role in FACES})

    def px(self, design: float) -> int:
        """Return a design length in real pixels, at least one."""
        return max(1, round(design * self.scale))

    def type_size(self, role: str) -> int:
        """Return the size in real pixels of a role of the type scale."""
        return self._sizes[role]

    def _size(self, role: str) -> int:
        larger = LARGER if self.large and role in READ else 1.0
        return max(LEAST_TYPE, round(FACES[role].size * larger * float(self.scale**0.9)))

    @property
    def gap(self) -> int:
        """The space between neighbours: two steps of the grid."""
        return self.px(16)

    @property
    def margin(self) -> int:
        """The space along the screen's edges: four steps of the grid."""
        return self.px(32)

    @property
    def radius(self) -> int:
        """The roundness of panels."""
        return self.px(16)

    @property
    def touch(self) -> int:
        """The least height of anything that is touched, in real pixels."""
        return max(42, self.px(56))
