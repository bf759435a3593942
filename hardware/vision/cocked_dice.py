"""Cocked dice: what speaks for it that a die leans on something, and when that is enough to ask.

A die that leans on another one comes nearer to it than a flat one can, and one that shows a one may look
like a flat two: the other pip is a side's.  So how near the nearest other die is says which answers of the
nets count for how much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hardware.vision.agreement import Die
from hardware.vision.dice_doubts import LEAST_SURE
from hardware.vision.leaning import Level

#: A die whose face looks another way than the table by more than this (radians) leans too far: where nothing
#: is known but it, measured from straight above; of two; of more; and where two others or a mat are known
#: beside it, of one, two, three and more dice: of many one is sooner taken for what it is not.
_OFF_UNKNOWN, _OFF_OF_TWO, _OFF_OF_MORE = 0.28, 0.21, 0.255
_OFF = (0.16, 0.19, 0.21, 0.255)
#: A table seen from further aside than this is known less well, by this share of the rest.
_ASIDE, _LESS_KNOWN = 0.45, 0.3
#: Where nothing more is known, so is a face of which the net says that it may be off by more than the first
#: number, by so much of what is beyond it and before the second.  Else what is odd there is asked about.
_UNCLEAR, _MOST_UNCLEAR, _LESS_CLEAR = 0.1, 0.3, 2.5
#: One die alone on an unknown table: how much its lean counts beside the logarithm of its odds to be cocked,
#: and how much of both is too much.
_ALONE_OFF, _ALONE = 4.85, 1.94
#: A die leans clearly from the second of these shares of what is too far on, and below the first one clearly
#: not where its value is read at least as surely as the third number, or as the last one if it may be two
#: faces.
_CLEARLY_NOT, _CLEARLY, _SURELY, _SURELY_TWO = 0.6, 1.2, 0.85, 0.9
#: What leans by the first share is asked about where the net says that it may be off by more than the second
#: number (radians).
_WHO_KNOWS = (0.25, 0.25)
#: Dice whose middles are less than so many edges apart touch or lean on each other; a side of a die that
#: leans on another is up to so far from that one's face.
_TOUCHING, _BESIDE = 1.07, 1.4
#: What counts for how much, and how much of it is too much: how far a die leans, and the logarithms of its
#: odds to be cocked by the closest look, of what its value leads by there, and of how surely it is read.
_COUNTS = {
    "touching": ((9.5, 0.9, 0.2, -0.4), 7.1),
    "two faces": ((4.2, 1.2, -1.4, -1.3), -7.6),
    "other": ((5.4, 0.65, -0.6, -0.4), 2.3),
}


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a die being cocked, or against it.

    `off` is how far it leans, as a share of what is too far, `unclear` how far off (radians) the net of leans
    may be there, `value` what it was read as and `sure` how surely, `apart` how far the nearest other die is
    (edges; endless where there is none).  Of the closest look, where it was taken: `closest` is how likely it
    takes it for cocked, and `lead` by how much, from -1 to 1, the value leads over the likeliest other
    answer there.
    """

    off: float
    unclear: float
    value: int
    sure: float
    apart: float
    closest: float | None = None
    lead: float | None = None

    @property
    def kind(self) -> Literal["touching", "two faces", "other"]:
        """Say whether it touches another die, or is a two that may be a one and a pip of a side."""
        if self.apart < _TOUCHING:
            return "touching"
        return "two faces" if self.value == 2 and self.apart < _BESIDE else "other"

    @property
    def clear(self) -> bool:
        """Say whether it needs no closest look."""
        sure = self.sure >= (_SURELY_TWO if self.kind == "two faces" else _SURELY)
        return sure and not _CLEARLY_NOT < self.off < _CLEARLY


def is_alone(level: Level) -> bool:
    """Say whether a die is all that is known of how its table lies."""
    return level.known < 1.5


def apart(dice: Sequence[Die]) -> list[float]:
    """Return how far each die is from the nearest other one, between their middles, in edges."""
    return [
        min(
            (
                math.dist(die.middle, other.middle) / math.sqrt(die.edge * other.edge)
                for other in dice
                if other is not die
            ),
            default=math.inf,
        )
        for die in dice
    ]


def leaning(level: Level, unclear: NDArray[Any]) -> list[float]:
    """Say of each die how far it leans, as a share of what is too far; `unclear` (N, radians) is how far off
    the net takes its answers to be."""
    dice = len(level.off)
    more = _LESS_KNOWN * np.maximum(level.aside - _ASIDE, 0.0)
    if level.known - dice > 1.5:
        far = _OFF[min(dice, len(_OFF)) - 1]
    else:
        far = _OFF_UNKNOWN if is_alone(level) else _OFF_OF_TWO if dice < 3 else _OFF_OF_MORE
        more = more + _LESS_CLEAR * (np.clip(unclear, _UNCLEAR, _MOST_UNCLEAR) - _UNCLEAR)
    return [float(one) for one in level.off / (far + more)]


def is_cocked(signs: Signs) -> bool:
    """Say whether a die is taken for cocked.

    Where that is not clear all signs count for what they are worth: logistic regressions over 3,920 made-up
    throws whose dice lay flat and 3,596 with one that leaned by 20 to 36 degrees, many of them ones.
    """
    off = signs.off
    if off > _CLEARLY or (off > _WHO_KNOWS[0] and signs.unclear > _WHO_KNOWS[1]):
        return True
    # What is not read at all is asked about in any case, for a better reason.
    if signs.closest is None or signs.lead is None or signs.sure < LEAST_SURE:
        return off > 1.0
    counts, too_much = _COUNTS[signs.kind]
    said = (off, _odds(signs.closest), _odds((1.0 + signs.lead) / 2), _odds(signs.sure, 0.02))
    return sum(count * one for count, one in zip(counts, said, strict=True)) > too_much


def leans_alone(off: float, chance: float) -> bool:
    """Say whether one die alone on a table that nothing is known of is taken for cocked: by how far it leans,
    as a share of what is too far, and by how likely the closest look takes it for cocked.

    Nobody can say how such a table lies, so both count for what they are worth (a logistic regression over
    400 made-up dice that lay flat and 400 that leaned).
    """
    return _ALONE_OFF * off + _odds(chance, 0.001) > _ALONE


def _odds(chance: float, least: float = 0.002) -> float:
    """Return the logarithm of the odds of a chance that is held to be between the least and one less that."""
    likely = min(max(chance, least), 1.0 - least)
    return math.log(likely / (1.0 - likely))
