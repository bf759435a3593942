"""The simulated table: dice are thrown on it, lie there and are taken away; it knows its own truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from hardware.camera import Image
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.hands import Hand
from hardware.simulated.look import Lamp, Level, Look, draw_look
from hardware.simulated.mishaps import (
    MISHAPS,
    Mishap,
    cocked,
    glare_on,
    hand_over,
    stacked,
    withdrawn,
)  # fmt: skip
from hardware.simulated.picture import Developed, Moment, Painter
from hardware.simulated.placing import place_dice
from hardware.simulated.truth import DieTruth, die_truth
from hardware.simulated.tumbling import Tumble, draw_tumbles

WITHDRAWS_MS = 350


@dataclass(frozen=True)
class _Throw:
    """One throw as it will come to rest, and what is wrong with it."""

    number: int
    began_ms: int
    values: tuple[int, ...]
    bodies: tuple[DieBody, ...]
    tumbles: tuple[Tumble, ...] = ()
    mishap: Mishap | None = None
    hand: Hand | None = None
    hand_leaves_ms: int | None = None
    glare: tuple[Lamp, ...] = ()
    right: tuple[DieBody, ...] = ()

    @property
    def rests_ms(self) -> int:
        """When the last die has come to rest."""
        return self.began_ms + max((tumble.lasts_ms for tumble in self.tumbles), default=0)


@lru_cache(maxsize=2)
def _painter_of(look: Look) -> Painter:
    """Return the painter of a look; drawing an empty table is the slowest part of all."""
    return Painter(look)


class SimulatedTable:
    """A table whose every throw and picture follows from `seed` (and the times of what is done to it).

    `level` is ``plain``, ``usual`` or ``hard``; `now_ms` is the monotonic clock; `dice` is how many dice the
    table has (a throw of more uses their makes again).  Raises `ValueError` for an unknown level.
    """

    def __init__(
        self, seed: int, level: Level = "usual", now_ms: Milliseconds = monotonic_ms, *, dice: int = 5
    ) -> None:
        self.seed = seed
        self.now_ms = now_ms
        self.camera_plugged = True
        self.look: Look = replace(draw_look(seed, level, dice), may_be_cut=False)
        self._painter: Painter | None = None
        self._throw = _Throw(0, now_ms(), (), ())
        self._count = 0
        self._rested: tuple[object, Developed] | None = None

    # What is done to the table.

    def throw(self, n: int = 5, values: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Take all dice up and throw `n` of them; return the values they will show, by the seed unless given.

        Raises `ValueError` when `n` and the values disagree, a value is not 1 to 6, or there is no room.
        """
        return self._begin(n, values, None)

    def throw_fault(self, kind: Mishap, n: int = 5, values: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Throw with a mishap; return the values of all dice thrown, also of those that cannot be read.

        ``cocked``: one die leans on something.  ``off_tray``: one lies outside the picture.  ``stacked``: one
        lies on another and hides it.  ``hand_in_view``: a hand covers a die and leaves by `put_right`.
        ``lamp_off``: the table is dark.  ``blurred``: the lens is out of focus.  ``glare``: a lamp mirrored
        on a die.  All last until `put_right`.  Raises `ValueError` as `throw` does, and for an unknown kind.
        """
        if kind not in MISHAPS:
            raise ValueError(f"no such mishap: {kind}")
        return self._begin(n, values, kind)

    def put_right(self) -> None:
        """Undo the mishap: all dice lie flat and in view as thrown, hand and glare go, the light returns."""
        throw, now = self._throw, self.now_ms()
        if throw.mishap is None:
            return
        leaves = now if throw.hand is not None else None
        self._throw = replace(
            throw,
            bodies=throw.right or throw.bodies,
            tumbles=(),
            mishap=None,
            glare=(),
            hand_leaves_ms=leaves,
        )

    def clear(self) -> None:
        """Take all dice away."""
        self._count += 1
        self._throw = _Throw(self._count, self.now_ms(), (), ())

    # What is true of it.

    @property
    def values(self) -> tuple[int, ...]:
        """The values of all dice of the last throw, as thrown; empty after `clear`."""
        return self._throw.values

    @property
    def mishap(self) -> Mishap | None:
        """What is wrong with the throw, if anything."""
        return self._throw.mishap

    @property
    def moving(self) -> bool:
        """Whether anything on the table moves: dice that roll, or a hand on its way out."""
        now = self.now_ms()
        leaves = self._throw.hand_leaves_ms
        hand = self._throw.hand is not None and leaves is not None and leaves <= now < leaves + WITHDRAWS_MS
        return now < self._throw.rests_ms or hand

    @property
    def truth(self) -> tuple[DieTruth, ...]:
        """What lies on the table now, die by die in the order thrown."""
        now = self.now_ms()
        throw = self._throw
        moment = self._moment(throw, now)
        if now < throw.rests_ms:
            return tuple(die_truth(self.look.lens, body, moving=True) for body in moment.dice)
        seen = self._developed(throw, now)
        return tuple(
            die_truth(self.look.lens, body, shown, contrast)
            for body, shown, contrast in zip(moment.dice, seen.shown, seen.contrasts, strict=True)
        )

    # What a camera sees of it.

    def picture(self, number: int, at_ms: int | None = None) -> Image:
        """Return the table now, or at a time since the last throw; the frame's `number` decides its noise.

        The picture is 720 x 1280 x 3, BGR, uint8, and the caller's own.
        """
        generator = np.random.default_rng([self.seed, 5, number])
        at_ms = self.now_ms() if at_ms is None else at_ms
        return self._paint().expose(self._developed(self._throw, at_ms), generator)

    def _paint(self) -> Painter:
        if self._painter is None:
            self._painter = _painter_of(self.look)
        return self._painter

    def _developed(self, throw: _Throw, at_ms: int) -> Developed:
        moment = self._moment(throw, at_ms)
        if at_ms < throw.rests_ms:
            return self._paint().develop(moment)
        # Resting dice are drawn once; the camera's thread and the table's may both ask for them.
        key = (throw.number, throw.mishap, moment.hand)
        rested = self._rested
        if rested is None or rested[0] != key:
            rested = self._rested = (key, self._paint().develop(moment))
        return rested[1]

    def _moment(self, throw: _Throw, at_ms: int) -> Moment:
        since = at_ms - throw.began_ms
        hand = throw.hand
        if hand is not None and throw.hand_leaves_ms is not None:
            hand = withdrawn(hand, self.look.lens, max(0.0, (at_ms - throw.hand_leaves_ms) / WITHDRAWS_MS))
        dice = throw.bodies
        streaks: tuple[tuple[float, float], ...] = ()
        if at_ms < throw.rests_ms:
            dice = tuple(tumble.at(since) for tumble in throw.tumbles)
            streaks = tuple(tumble.streak(since, self.look.lens) for tumble in throw.tumbles)
            if throw.mishap == "hand_in_view":
                hand = None
        edge_px = self.look.dice[0].edge_mm * self.look.lens.focal / self.look.lens.distance
        return Moment(
            dice=dice,
            streaks=streaks,
            hand=hand,
            light=0.004 if throw.mishap == "lamp_off" else 1.0,
            blur=0.11 * edge_px if throw.mishap == "blurred" else 0.0,
            glare=throw.glare,
        )

    def _begin(self, n: int, values: tuple[int, ...] | None, mishap: Mishap | None) -> tuple[int, ...]:
        if n < 1:
            raise ValueError("a throw needs at least one die")
        generator = np.random.default_rng([self.seed, 6, self._count])
        drawn = tuple(int(value) for value in generator.integers(1, 7, n))
        values = drawn if values is None else tuple(values)
        if len(values) != n or any(not 1 <= value <= 6 for value in values):
            raise ValueError(f"{n} values from 1 to 6 are needed, not {values}")
        right = place_dice(generator, self.look, values)
        bodies, hand, leaves = right, None, None
        glare: tuple[Lamp, ...] = ()
        lens = self.look.lens
        if mishap == "cocked":
            bodies = cocked(generator, self.look, right)
        elif mishap == "off_tray":
            gone = int(generator.integers(n))
            bodies = tuple(body for number, body in enumerate(right) if number != gone)
        elif mishap == "stacked":
            bodies = stacked(generator, right)
        elif mishap == "hand_in_view":
            hand = hand_over(generator, lens, right)
        elif mishap == "glare":
            lamp = glare_on(generator, lens, right, 1.3)
            glare = (lamp,) if lamp else ()
        began = self.now_ms()
        if mishap is None and self.look.level != "plain" and generator.random() < 0.35:
            # The hand that threw is still on its way out.
            hand, leaves = hand_over(generator, lens, ()), began - 60
        tumbles = draw_tumbles(generator, bodies, 0.35 * lens.distance)
        self._count += 1
        self._throw = _Throw(
            self._count, began, values, bodies, tumbles, mishap, hand, leaves, glare, right
        )  # fmt: skip
        return values
