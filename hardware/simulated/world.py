"""The simulated table: dice are thrown, cards and tiles laid on it and taken away; it knows its own truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from hardware.camera import Image
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.simulated.cards import CardSheet
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.hands import Hand
from hardware.simulated.look import Lamp, Level, Look, draw_look
from hardware.simulated.lying_faults import CardFault, TileFault
from hardware.simulated.lying_things import WITHDRAWS_MS, LyingThings
from hardware.simulated.lying_truth import Face, Lain, LyingTruth, lying_truth
from hardware.simulated.mat_print import framed, with_mat
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


def forget_tables() -> None:
    """Let go of the tables that were drawn: each takes some fifty megabytes until two others have come."""
    _painter_of.cache_clear()


class SimulatedTable:
    """A table whose every throw and picture follows from `seed` (and the times of what is done to it).

    `level` is ``plain``, ``usual`` or ``hard``; `now_ms` is the monotonic clock; `dice` is how many dice the
    table has (a throw of more uses their makes again).  With `mat` (``a4`` or ``letter``) that tray mat lies
    under everything and is wholly in view; without it `deep_mm` puts the camera where the picture is so many
    mm deep in its middle (None: as the seed has it, which may be too near for cards).  Raises `ValueError`
    for an unknown level or mat, and for a depth that nothing can be read from.
    """

    def __init__(
        self,
        seed: int,
        level: Level = "usual",
        now_ms: Milliseconds = monotonic_ms,
        *,
        dice: int = 5,
        mat: str | None = None,
        deep_mm: float | None = None,
    ) -> None:
        self.seed = seed
        self.now_ms = now_ms
        self.camera_plugged = True
        look = replace(draw_look(seed, level, dice), may_be_cut=False)
        if mat is not None:
            look = with_mat(look, mat, np.random.default_rng([seed, 12]))
        elif deep_mm is not None:
            look = framed(look, deep_mm)
        self.look: Look = look
        self._painter: Painter | None = None
        self._throw = _Throw(0, now_ms(), (), ())
        self._things = LyingThings(look)
        self._shown = ""
        self._count = 0
        self._rested: tuple[object, Developed] | None = None

    # What is done to the table.

    def throw(self, n: int = 5, values: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Take all away and throw `n` dice; return the values they will show, by the seed unless given.

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

    def show_card(
        self,
        card: CardSheet | str,
        fault: CardFault | None = None,
        *,
        beside: bool = False,
        at: tuple[float, float] | None = None,
        turn: float | None = None,
        other: CardSheet | str | None = None,
    ) -> str:
        """Let a hand bring a card and lay it down; return its name.  A text makes a plain card with its code.

        What lay there is taken away first, unless it is laid `beside` it.  `at` (mm) and `turn` (radians) are
        the seed's unless given.  Faults, all until `put_right`: ``misprinted``, ``foreign`` (a web
        address), ``inverted``, ``cut`` by the picture's edge, ``hand_in_view`` over it, ``bent``,
        ``crumpled``, ``blurred``, ``glare`` over the code, ``two_cards`` (with the `other`), ``face_down``,
        ``lamp_off``.  Raises `ValueError` for an unknown fault.
        """
        self._make_room(beside)
        self._shown = self._things.show_card(card, fault, beside, at, turn, other, self.now_ms())
        return self._shown

    def show_tile(
        self,
        value: str,
        fault: TileFault | None = None,
        *,
        beside: bool = False,
        at: tuple[float, float] | None = None,
        turn: float | None = None,
        touching: bool = False,
        face: Face = "up",
    ) -> str:
        """Let a hand bring a tile such as ``3-5`` and lay it down; return its value, low half first.

        As `show_card`; `touching` lays it against one that lies already.  Faults: ``face_down``, ``on_edge``,
        ``wrong_tile`` (another than asked for), ``touching`` (another beside it), ``cut``, ``hand_in_view``,
        ``blurred``, ``glare``, ``lamp_off``.  Raises `ValueError` for an unknown fault or no tile.
        """
        self._make_room(beside)
        self._shown = self._things.show_tile(value, fault, beside, at, turn, touching, face, self.now_ms())
        return self._shown

    def lay_tiles(self, tiles: Sequence[tuple[str, float, float, float]]) -> None:
        """Let tiles lie face up, beside what lies already: value, x and y in mm, turn in radians."""
        self._things.lay_tiles(tiles, self.now_ms())

    def scatter_tiles(self, values: Sequence[str], touching: float = 0.0, face: Face = "up") -> None:
        """Let tiles lie at random, beside what lies already; a share of them `touching` others."""
        self._things.scatter_tiles(values, touching, face, self.now_ms())

    def take_away(self, name: str | None = None) -> None:
        """Let a hand carry off what has a name, or all; raises `ValueError` for one that is not there."""
        self._shown = ""
        self._things.take_away(name, self.now_ms())

    def put_right(self) -> None:
        """Undo the mishap: all lies flat and in view as it should, hand and glare go, light returns."""
        throw, now = self._throw, self.now_ms()
        self._things.put_right(now)
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
        """Take everything away at once."""
        self._take_up_dice()
        self._things.clear(self.now_ms())
        self._shown = ""

    def _make_room(self, beside: bool) -> None:
        if not beside and self._throw.values:
            self._take_up_dice()

    def _take_up_dice(self) -> None:
        self._count += 1
        self._throw = _Throw(self._count, self.now_ms(), (), ())

    # What is true of it.

    @property
    def values(self) -> tuple[int, ...]:
        """The values of all dice of the last throw, as thrown; empty after `clear`."""
        return self._throw.values

    @property
    def mishap(self) -> str | None:
        """What is wrong with the throw or with what is shown, if anything."""
        return self._throw.mishap or self._things.change.fault

    @property
    def shown(self) -> str:
        """The name of the card or the value of the tile that was shown last; empty when it was taken away."""
        return self._shown

    @property
    def moving(self) -> bool:
        """Whether anything on the table moves: dice that roll, or a hand on its way out."""
        now = self.now_ms()
        leaves = self._throw.hand_leaves_ms
        hand = self._throw.hand is not None and leaves is not None and leaves <= now < leaves + WITHDRAWS_MS
        return now < self._throw.rests_ms or hand or self._things.moving(now)

    @property
    def truth(self) -> tuple[DieTruth, ...]:
        """The dice on the table now, in the order thrown."""
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

    @property
    def things(self) -> tuple[LyingTruth, ...]:
        """The cards and tiles on the table now, those in a hand last."""
        now = self.now_ms()
        lying, carried, _ = self._things.at(now)
        seen = self._developed(self._throw, now).lying_shown
        shown = zip((*lying, *carried), seen, strict=True)
        return tuple(
            lying_truth(self.look.lens, lain, share, number >= len(lying))
            for number, (lain, share) in enumerate(shown)
        )

    @property
    def lying(self) -> tuple[Lain, ...]:
        """The cards and tiles themselves, once the hand has done what it does: where they lie in mm."""
        return self._things.lying

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
        if at_ms < throw.rests_ms or moment.carried:
            return self._paint().develop(moment)
        # What rests is drawn once; the camera's thread and the table's may both ask for it.
        key = (throw.number, throw.mishap, self._things.change.number, moment.hand)
        rested = self._rested
        if rested is None or rested[0] != key:
            rested = self._rested = (key, self._paint().develop(moment))
        return rested[1]

    def _moment(self, throw: _Throw, at_ms: int) -> Moment:
        since = at_ms - throw.began_ms
        things = self._things
        mishap = throw.mishap or things.change.fault
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
        lying, carried, carried_streaks = things.at(at_ms)
        edge_px = self.look.dice[0].edge_mm * self.look.lens.focal / self.look.lens.distance
        return Moment(
            dice=dice,
            streaks=streaks,
            hand=hand or things.hand_at(at_ms),
            light=0.004 if mishap == "lamp_off" else 1.0,
            blur=0.11 * edge_px if mishap == "blurred" else 0.0,
            glare=throw.glare or things.change.glare,
            lying=tuple(lain.body for lain in lying),
            carried=tuple(lain.body for lain in carried),
            carried_streaks=carried_streaks,
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
        self._things.clear(began)
        self._shown = ""
        self._count += 1
        self._throw = _Throw(
            self._count, began, values, bodies, tumbles, mishap, hand, leaves, glare, right
        )  # fmt: skip
        return values
