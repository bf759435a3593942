"""A close look at each die that was read: does it lean on something, and does it show what it was read as?

One look of the net of leans is enough for most dice.  Those that are not clear then are looked at oftener,
and those that are not surely read are looked at closest (`hardware.vision.dice_close`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.vision import dice_doubts
from hardware.vision.agreement import Die
from hardware.vision.cocked_dice import Signs, apart, is_alone, is_cocked, leaning, leans_alone
from hardware.vision.dice_close import CloseNet
from hardware.vision.dice_lean import LOOKS, MORE_LOOKS, LeanNet
from hardware.vision.die_patches import may_lack_a_side
from hardware.vision.leaning import Level, Table, level_of
from hardware.vision.pictures import Image

#: How far a die leans, as a share of what is too far, is clear below the first number and above the second
#: where it is read at least as surely as the third and the net may be off by less than the fourth (radians).
_CLEARLY = (0.42, 1.6, 0.75, 0.2)


@dataclass(frozen=True, slots=True)
class Closely:
    """What close looks say of a die: whether it leans, and from -1 to 1 by how much its value leads over the
    likeliest other answer of the closest look; None where that was not needed."""

    leans: bool
    lead: float | None = None


NOT_LOOKED = Closely(False)


class CloseLook:
    """Runs the nets of single dice; raises `NetFault` when one is missing or cannot be run."""

    def __init__(self) -> None:
        self._lean, self.closest = LeanNet(), CloseNet()

    def look(
        self, picture: Image, dice: Sequence[Die], table: Table, doubtful: Sequence[bool]
    ) -> tuple[list[Closely], Level]:
        """Return what close looks say of each of one or more dice, and how all of them lie.

        What is `doubtful` for other reasons is looked at closest in any case, and so is one alone on an
        unknown table, which may be anything.
        """
        middles, edges = [die.middle for die in dice], dice_doubts.edges(dice)
        said = self._lean.up(picture, middles, edges)
        level = level_of(np.array(middles), said[:, :2], table, said[:, 2])
        first = zip(dice, leaning(level, said[:, 2]), said[:, 2].tolist(), strict=True)
        unclear = [
            number
            for number, (die, off, away) in enumerate(first)
            if _CLEARLY[0] < off < _CLEARLY[1] or die.sure < _CLEARLY[2] or away > _CLEARLY[3]
        ]
        if unclear:
            again = [middles[number] for number in unclear], [edges[number] for number in unclear]
            share = len(MORE_LOOKS) / (len(LOOKS) + len(MORE_LOOKS))
            said[unclear] += share * (self._lean.up(picture, *again, MORE_LOOKS) - said[unclear])
            level = level_of(np.array(middles), said[:, :2], table, said[:, 2])
        offs = leaning(level, said[:, 2])
        if is_alone(level):
            sight = self.closest.look(picture, middles, edges)
            leans = leans_alone(offs[0], float(sight.cocked[0]))
            return [Closely(leans, _lead(sight.chances[0], dice[0].value))], level
        signs = [
            Signs(off, away, die.value, die.sure, far)
            for die, off, away, far in zip(dice, offs, said[:, 2].tolist(), apart(dice), strict=True)
        ]
        # A die without its sides looks like none of those that the closest look was shown.
        cut = may_lack_a_side(picture, middles, [die.edge for die in dice])
        near = [n for n in range(len(dice)) if (doubtful[n] or not signs[n].clear) and not cut[n]]
        sight = self.closest.look(picture, [middles[n] for n in near], [edges[n] for n in near])
        for n, chances, cocked in zip(near, sight.chances, sight.cocked.tolist(), strict=True):
            signs[n] = replace(signs[n], closest=cocked, lead=_lead(chances, dice[n].value))
        return [Closely(is_cocked(one), one.lead) for one in signs], level


def _lead(chances: NDArray[np.float64], value: int) -> float:
    others = np.delete(chances, value - 1)
    return float(chances[value - 1] - others.max())
