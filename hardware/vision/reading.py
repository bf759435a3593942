"""A reading: what the camera made of a frame, how sure it is, and why not if not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

Point = tuple[float, float]


class Doubt(StrEnum):
    """Why a reading is not accepted, or why a piece is in doubt; each has a sentence on the screen."""

    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NOTHING = "nothing"
    UNSURE = "unsure"
    GLARE = "glare"
    HIDDEN = "hidden"
    COCKED = "cocked"
    CUT = "cut"
    DARK = "dark"
    BLURRED = "blurred"
    DISAGREE = "disagree"
    MOVING = "moving"
    NOT_TEXT = "not_text"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Piece:
    """One die, tile, card or code in the frame.

    `outline` are its corners in frame pixels, clockwise; `centre` likewise; `confidence` from 0 to 1.
    """

    value: str
    centre: Point
    outline: tuple[Point, ...]
    confidence: float
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """All pieces of one kind in a frame, left to right then top to bottom.

    `accepted` says that the reader would act on it without asking; otherwise `doubt` says why not.
    """

    kind: str
    pieces: tuple[Piece, ...] = ()
    confidence: float = 0.0
    accepted: bool = False
    doubt: Doubt | None = None
    size: tuple[int, int] = field(default=(0, 0))

    @property
    def values(self) -> tuple[str, ...]:
        """The pieces' values, sorted, so that equal throws are equal readings."""
        return tuple(sorted(piece.value for piece in self.pieces))
