"""Cards and tiles on the simulated table: hands bring them, they lie there, hands carry them off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

import numpy as np

from hardware.simulated.card_prints import (
    plain_card,
)  # fmt: skip
from hardware.simulated.cards import CardBody, CardSheet
from hardware.simulated.hands import Hand
from hardware.simulated.look import Lamp, Look
from hardware.simulated.lying_faults import (
    CARD_FAULTS,
    TILE_FAULTS,
    CardFault,
    TileFault,
    glare_at,
)  # fmt: skip
from hardware.simulated.lying_makers import Maker
from hardware.simulated.lying_places import beside_place, free_place
from hardware.simulated.lying_truth import Face, Lain
from hardware.simulated.mishaps import withdrawn
from hardware.simulated.picture import Streak
from hardware.simulated.tiles import TileBody
from hardware.simulated.tumbling import SHUTTER_MS

WITHDRAWS_MS = 350
_LIFT_MM = 25.0
_PALM_MM = 85.0
_SLEEVE_GLOSS, _SLEEVE_ROUGHNESS = 0.12, 0.05


@dataclass(frozen=True)
class Change:
    """What a hand does to the things on the table: it brings `carried`, or (`going`) takes them away.

    `way` is where it comes from (mm from where the things lie), `hand` the hand as it holds them there;
    a hand that `stays` lies on the thing until it is put right.
    """

    number: int = 0
    began_ms: int = 0
    lasts_ms: int = 0
    lying: tuple[Lain, ...] = ()
    carried: tuple[Lain, ...] = ()
    right: tuple[Lain, ...] = ()
    way: tuple[float, float] = (0.0, 0.0)
    hand: Hand | None = None
    hand_leaves_ms: int | None = None
    going: bool = False
    fault: str | None = None
    glare: tuple[Lamp, ...] = ()

    def carrying(self, at_ms: int) -> bool:
        """Tell whether the hand has the things in it at a time."""
        return at_ms < self.began_ms + self.lasts_ms

    def away(self, at_ms: float) -> float:
        """Return how far the things are on their way: 0 where they lie, 1 where the hand comes from."""
        share = (at_ms - self.began_ms) / self.lasts_ms if self.lasts_ms else 1.0
        left = float(np.clip(share if self.going else 1.0 - share, 0, 1))
        return left * left

    def carried_at(self, at_ms: float) -> tuple[CardBody | TileBody, ...]:
        """Return the things in the hand at a time."""
        away = self.away(at_ms)
        lift = _LIFT_MM * min(1.0, 3 * away)
        by = (self.way[0] * away, self.way[1] * away, lift)
        return tuple(lain.body.moved(by) for lain in self.carried)


class LyingThings:
    """The cards and tiles of one table; each change follows from the seed and its number."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._maker = Maker(look)
        self._count = 0
        self.change = Change()

    # What is done.

    def show_card(
        self, card: CardSheet | str, fault: CardFault | None, beside: bool, at: tuple[float, float] | None,
        turn: float | None, other: CardSheet | str | None, now_ms: int,
    ) -> str:  # fmt: skip
        """See `SimulatedTable.show_card`."""
        if fault is not None and fault not in CARD_FAULTS:
            raise ValueError(f"no such fault of a card: {fault}")
        generator = self._generator()
        sheet = plain_card(card) if isinstance(card, str) else card
        second = plain_card(other) if isinstance(other, str) else other
        lying = self.lying if beside else ()
        if turn is None:
            turn = (
                float(generator.normal(0, 0.12))
                if self._look.level == "plain"
                else float(generator.uniform(-pi, pi))
            )
        size = (sheet.width_mm, sheet.height_mm)
        place = at or free_place(generator, self._look, size, turn, [lain.body.footprint() for lain in lying])
        right = self._maker.card(sheet, place, turn)
        wrong = self._maker.wrong_card(generator, sheet, right, fault, second)
        self._bring(generator, lying, wrong, (right,), fault, now_ms)
        return sheet.name

    def show_tile(
        self, value: str, fault: TileFault | None, beside: bool, at: tuple[float, float] | None,
        turn: float | None, touching: bool, face: Face, now_ms: int,
    ) -> str:  # fmt: skip
        """See `SimulatedTable.show_tile`."""
        if fault is not None and fault not in TILE_FAULTS:
            raise ValueError(f"no such fault of a tile: {fault}")
        generator = self._generator()
        lying = self.lying if beside else ()
        others = [lain.body.footprint() for lain in lying]
        look = self._maker.tile_look
        if turn is None:
            turn = float(generator.uniform(-pi, pi))
        place = at
        if place is None and touching and others:
            place, turn = beside_place(generator, self._look, (look.long, look.wide), others)
        if place is None:
            place = free_place(generator, self._look, (look.long, look.wide), turn, others)
        right = self._maker.tile(value, place, turn, face)
        wrong = self._maker.wrong_tile(generator, right, fault)
        self._bring(generator, lying, wrong, (right,), fault, now_ms)
        return right.name

    def lay_tiles(self, tiles: Sequence[tuple[str, float, float, float]], now_ms: int) -> None:
        """See `SimulatedTable.lay_tiles`."""
        self._count += 1
        laid = tuple(self._maker.tile(value, (x, y), turn, "up") for value, x, y, turn in tiles)
        self.change = Change(self._count, now_ms, lying=self.lying + laid)

    def scatter_tiles(self, values: Sequence[str], touching: float, face: Face, now_ms: int) -> None:
        """See `SimulatedTable.scatter_tiles`."""
        generator = self._generator()
        look = self._maker.tile_look
        laid = list(self.lying)
        for value in values:
            others = [lain.body.footprint() for lain in laid]
            turn = float(generator.uniform(-pi, pi))
            if others and generator.random() < touching:
                place, turn = beside_place(generator, self._look, (look.long, look.wide), others)
            else:
                place = free_place(generator, self._look, (look.long, look.wide), turn, others)
            laid.append(self._maker.tile(value, place, turn, face))
        self.change = Change(self._count, now_ms, lying=tuple(laid))

    def take_away(self, name: str | None, now_ms: int) -> None:
        """See `SimulatedTable.take_away`."""
        lying = self.lying
        going = tuple(lain for lain in lying if name is None or lain.name == name)
        if not going:
            if name is not None:
                raise ValueError(f"nothing called {name!r} lies on the table")
            return
        generator = self._generator()
        way, hand, lasts = self._hand_for(generator, going[-1])
        staying = tuple(lain for lain in lying if lain not in going)
        self.change = Change(
            self._count, now_ms, lasts, staying, going, way=way, hand=hand, going=True, fault=None
        )  # fmt: skip

    def put_right(self, now_ms: int) -> None:
        """Undo the fault: what was shown lies there as it should."""
        change = self.change
        if change.fault is None:
            return
        stays = change.fault == "hand_in_view"
        self._count += 1
        self.change = replace(
            change,
            number=self._count,
            lasts_ms=0,
            carried=change.right,
            fault=None,
            glare=(),
            hand=change.hand if stays else None,
            hand_leaves_ms=now_ms if stays else change.hand_leaves_ms,
        )

    def clear(self, now_ms: int) -> None:
        """Take everything away at once."""
        if self.change.lying or self.change.carried:
            self._count += 1
            self.change = Change(self._count, now_ms)

    # What is true.

    @property
    def lying(self) -> tuple[Lain, ...]:
        """What lies on the table once the hand has done what it does."""
        change = self.change
        return change.lying if change.going else change.lying + change.carried

    def at(self, at_ms: int) -> tuple[tuple[Lain, ...], tuple[Lain, ...], tuple[Streak, ...]]:
        """Return what lies still, what a hand carries (as it is then), and the streaks of that in pixels."""
        change = self.change
        if not change.carrying(at_ms):
            return self.lying, (), ()
        bodies = change.carried_at(at_ms)
        carried = tuple(replace(lain, body=body) for lain, body in zip(change.carried, bodies, strict=True))
        before, after = change.carried_at(at_ms - SHUTTER_MS / 2), change.carried_at(at_ms + SHUTTER_MS / 2)
        streaks = tuple(self._streak(one, two) for one, two in zip(before, after, strict=True))
        return change.lying, carried, streaks

    def hand_at(self, at_ms: int) -> Hand | None:
        """Return the hand as it is seen at a time."""
        change = self.change
        if change.hand is None:
            return None
        if change.carrying(at_ms):
            away = change.away(at_ms)
            by = self._pixels_of(change.carried[-1], (change.way[0] * away, change.way[1] * away, 0.0))
            tip = (change.hand.tip[0] + by[0], change.hand.tip[1] + by[1])
            return replace(change.hand, tip=tip)
        if change.going:
            return None
        if change.hand_leaves_ms is None:
            return change.hand
        return withdrawn(
            change.hand, self._look.lens, max(0.0, (at_ms - change.hand_leaves_ms) / WITHDRAWS_MS)
        )

    def moving(self, at_ms: int) -> bool:
        """Tell whether a hand moves."""
        change = self.change
        leaves = change.hand_leaves_ms
        leaving = change.hand is not None and leaves is not None and leaves <= at_ms < leaves + WITHDRAWS_MS
        return change.carrying(at_ms) or (leaving and not change.going)

    # How it is done.

    def _generator(self) -> np.random.Generator:
        self._count += 1
        return np.random.default_rng([self._look.seed, 11, self._count])

    def _bring(
        self, generator: np.random.Generator, lying: tuple[Lain, ...], brought: tuple[Lain, ...],
        right: tuple[Lain, ...], fault: str | None, now_ms: int,
    ) -> None:  # fmt: skip
        way, hand, lasts = self._hand_for(generator, brought[0])
        leaves: int | None = now_ms + lasts
        glare: tuple[Lamp, ...] = ()
        first = brought[0].body
        if fault == "hand_in_view":
            # It lies over the thing's middle and stays.
            tip = self._look.lens.project(np.array([first.middle]))[0]
            out = np.array([cos(hand.comes_from), sin(hand.comes_from)])
            tip = tip - out * hand.size * float(generator.uniform(0.5, 0.8))
            hand, leaves = replace(hand, tip=(float(tip[0]), float(tip[1]))), None
        elif fault == "glare":
            if isinstance(first, CardBody):
                corners = brought[0].code if brought[0].code is not None else np.array([[31.5, 44.0]])
                spot = first.world(corners).mean(axis=0)
                glare = (
                    glare_at(generator, self._look.lens, spot, float(generator.uniform(25, 50)), first.gloss),
                )
            else:
                spot = np.array([*first.middle[:2], first.look.high])
                shift = generator.normal(0, 5.0, 2)
                spot[:2] += shift
                glare = (
                    glare_at(
                        generator, self._look.lens, spot, float(generator.uniform(18, 40)), first.look.gloss
                    ),
                )
        self.change = Change(
            self._count, now_ms, lasts, lying, brought, right, way, hand, leaves, False, fault, glare
        )  # fmt: skip

    def _hand_for(self, generator: np.random.Generator, lain: Lain) -> tuple[tuple[float, float], Hand, int]:
        """Return the way (mm) a hand comes, the hand as it holds a thing by its rim, and its time (ms)."""
        lens = self._look.lens
        body = lain.body
        spot = lens.project(np.array([body.middle]))[0]
        away = spot - (lens.size[0] / 2, lens.size[1] / 2)
        angle = float(np.arctan2(away[1] or 1.0, away[0] or 1.0) + generator.normal(0, 0.5))
        out = np.array([cos(angle), sin(angle)])
        corners = lens.project(np.column_stack([body.footprint(), np.zeros(4)])) - spot
        rim = float((corners @ out).max())
        scale = lens.focal / lens.depth(np.array(body.middle))
        size = float(np.clip(_PALM_MM * scale, 150, 420))
        # Finger tips lie a little way in on the thing.
        tip = spot + out * (rim - 9.0 * scale)
        far = spot + out * (rim + 0.75 * lens.size[0])
        ground = lens.table_points(np.array([spot, np.clip(far, -3000, 5000)]))
        span = ground[1] - ground[0]
        length = float(np.hypot(*span))
        reach = min(length, 1.2 * lens.size[0] / scale)
        way = (float(span[0] / length * reach), float(span[1] / length * reach))
        hand = Hand((float(tip[0]), float(tip[1])), angle, size, int(generator.integers(1 << 30)))
        return way, hand, int(generator.integers(420, 640))

    def _pixels_of(self, lain: Lain, by: tuple[float, float, float]) -> tuple[float, float]:
        """Return how far a thing moves on the picture when it moves by so many mm."""
        start = np.array(lain.body.middle)
        ends = self._look.lens.project(np.array([start, start + by]))
        across, down = ends[1] - ends[0]
        return float(across), float(down)

    def _streak(self, before: CardBody | TileBody, after: CardBody | TileBody) -> Streak:
        ends = self._look.lens.project(np.array([before.middle, after.middle]))
        across, down = np.clip(ends[1] - ends[0], -120, 120)
        return float(across), float(down)
