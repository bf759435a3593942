"""What shown cards and tiles have in common: what answers, what is named, and what only lies there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.table.answers import Answer, Source
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher.state import Named
from hardware.camera import Frame
from hardware.vision.reading import Piece, Point

#: What was made use of counts as shown again once it has been out of view for so long.
AWAY_MS = 700


def answer_of(prompt: Reveal, value: str, frame: Frame) -> Answer:
    """Return the answer that showing `value` is."""
    seat = prompt.seats[0] if len(prompt.seats) == 1 else None
    return Answer(prompt=prompt, value=value, seat=seat, source=Source.CAMERA, evidence=frame.name)


def refused(prompt: Reveal, value: str, piece: Piece, called: Text) -> Named:
    """Return why `value` cannot be the answer, in the words of the prompt where it has some."""
    say = prompt.because.get(value, Text("watch.not_asked", {"what": called}))
    return named(value, say, piece)


def named(value: str, say: Text, piece: Piece) -> Named:
    return Named(value, say, piece.centre, piece.outline)


@dataclass(frozen=True)
class _Used:
    value: str
    centre: Point
    across: float


class LeftLying:
    """Remembers what the last answer was made of, as long as it lies where it lay.

    After an answer has been taken back the same thing may be asked for again; what still lies there from
    before must not answer at once.  It counts as new when it was taken away, or moved by half its size.
    """

    def __init__(self) -> None:
        self._used: _Used | None = None
        self._seen_ms = 0
        self._armed = False

    def proposed(self, piece: Piece, value: str, at_ms: int) -> None:
        """Remember what an answer is being made of."""
        self._used, self._seen_ms, self._armed = _Used(value, piece.centre, _across(piece)), at_ms, False

    def arm(self) -> None:
        """Another prompt is open: what was proposed before has been made use of."""
        self._armed = self._used is not None

    def forget(self) -> None:
        """What lies there counts as new."""
        self._used, self._armed = None, False

    def lies(self, piece: Piece, value: str) -> bool:
        """Tell whether a piece only lies there from before."""
        used = self._used if self._armed else None
        return (
            used is not None
            and used.value == value
            and math.dist(used.centre, piece.centre) <= 0.5 * used.across
        )

    def see(self, found: Sequence[tuple[Piece, str]], at_ms: int) -> None:
        """Take in what is in view; what has been away, or lies elsewhere, is forgotten."""
        if not self._armed or self._used is None:
            return
        same = [piece for piece, value in found if value == self._used.value]
        if any(self.lies(piece, self._used.value) for piece in same):
            self._seen_ms = at_ms
        elif same or at_ms - self._seen_ms > AWAY_MS:
            self.forget()


def _across(piece: Piece) -> float:
    return math.dist(piece.outline[0], piece.outline[2]) if len(piece.outline) > 2 else 40.0
