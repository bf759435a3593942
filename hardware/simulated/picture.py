"""A whole picture: the empty table, shadows, dice and a hand, put together and developed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.camera import Image
from hardware.simulated.dice_rendering import DieBody, DiePatch, Surroundings, draw_die
from hardware.simulated.exposure import Sensor, shake_kernel
from hardware.simulated.hands import Hand, draw_hand, hand_reach
from hardware.simulated.layering import dimmed, laid_over
from hardware.simulated.lens import Floats, Lens
from hardware.simulated.look import Lamp, Look
from hardware.simulated.shadows import Rectangle, dimming, shadow_reach
from hardware.simulated.table_top import TableTop, build_table_top
from hardware.simulated.truth import pip_contrast, upper_face

_NO_ONE, _HAND = 255, 254


@dataclass(frozen=True)
class Moment:
    """What lies on the table and how it is lit and seen.

    `streaks` are the dice's movements (pixels) while the picture is taken; `light` is the share of the
    usual light; `blur` is how far (pixels) the lens is out of focus; `glare` are lamps seen mirrored only.
    """

    dice: tuple[DieBody, ...] = ()
    streaks: tuple[tuple[float, float], ...] = ()
    hand: Hand | None = None
    light: float = 1.0
    blur: float = 0.0
    glare: tuple[Lamp, ...] = ()


@dataclass(frozen=True)
class Developed:
    """A moment as the sensor sees it before noise; with the truth of each die: see `DieTruth`."""

    display: Floats
    grain: Floats
    shown: tuple[float, ...]
    contrasts: tuple[float, ...]


class Painter:
    """Draws moments of one table; the empty table is drawn once and kept."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._top: TableTop = build_table_top(look)
        mean = float(np.mean(self._top.colour))
        gain = float(np.clip((0.22 / max(mean, 1e-3)) ** 0.4, 0.7, 1.5))
        self._sensor = Sensor(look.camera, gain, look.lens.size)
        self._empty: Developed | None = None
        self._around = Surroundings(look.lamps, look.ambient, self._top.colour)

    def develop(self, moment: Moment, once: bool = False) -> Developed:
        """Return a moment's display values; wholly decided by the arguments and the look.

        `once` is faster when no other moment of this table will be wanted.
        """
        dice = moment.dice
        width, height = self.look.lens.size
        owners = np.full((height, width), _NO_ONE, dtype=np.uint8)
        everything = (0, 0, width, height)
        if once or moment.light != 1.0 or moment.blur > 0:
            reach = everything
        elif dice or moment.hand is not None:
            reach = self._room(moment)
        else:
            return self._nothing()
        left, top, right, bottom = reach
        light = self._top.light[top:bottom, left:right].copy()
        if dice:
            self._shade(light, moment, reach)
            for number in self._far_to_near(dice):
                self._lay(light, reach, owners, moment, number)
        if moment.hand is not None:
            here = replace(moment.hand, tip=(moment.hand.tip[0] - left, moment.hand.tip[1] - top))
            owners[top:bottom, left:right][draw_hand(light, here, self.look)] = _HAND
        if moment.light != 1.0:
            light *= np.float32(moment.light)
        if moment.blur > 0:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), moment.blur), dtype=np.float32)
        part = self._sensor.develop(light, left, top)
        shown = tuple(_face_shown(self.look.lens, body, owners, number) for number, body in enumerate(dice))
        if reach == everything:
            return Developed(part, self._sensor.grain_strength(part), shown, self._contrasts(dice, part))
        edge = self._sensor.margin
        left_edge, top_edge = edge * (left > 0), edge * (top > 0)
        right, bottom = right - edge * (right < width), bottom - edge * (bottom < height)
        part = part[top_edge : bottom - top, left_edge : right - left]
        empty = self._nothing()
        display, grain = empty.display.copy(), empty.grain.copy()
        display[top + top_edge : bottom, left + left_edge : right] = part
        grain[top + top_edge : bottom, left + left_edge : right] = self._sensor.grain_strength(part)
        return Developed(display, grain, shown, self._contrasts(dice, display))

    def _nothing(self) -> Developed:
        if self._empty is None:
            display = self._sensor.develop(self._top.light)
            self._empty = Developed(display, self._sensor.grain_strength(display), (), ())
        return self._empty

    def expose(self, developed: Developed, generator: np.random.Generator) -> Image:
        """Return one picture of a developed moment; the generator decides its noise."""
        return self._sensor.expose(developed.display, developed.grain, generator)

    def _contrasts(self, dice: tuple[DieBody, ...], display: Floats) -> tuple[float, ...]:
        return tuple(pip_contrast(self.look.lens, body, display) for body in dice)

    def _room(self, moment: Moment) -> Rectangle:
        """Return the rectangle of the picture that differs from the empty table, with room for every blur."""
        size = self.look.lens.size
        rectangles = []
        if moment.dice:
            rectangles.append(shadow_reach(self.look.lens, moment.dice, self.look.lamps))
        if moment.hand is not None:
            rectangles.append(hand_reach(moment.hand, size))
        left, top, right, bottom = np.array(rectangles).T
        streak = max((max(abs(x), abs(y)) for x, y in moment.streaks), default=0.0)
        spare = 2 * self._sensor.margin + int(streak) + 8
        spare += spare % 2
        return (
            max(0, int(left.min()) - spare),
            max(0, int(top.min()) - spare),
            min(size[0], int(right.max()) + spare),
            min(size[1], int(bottom.max()) + spare),
        )

    def _shade(self, light: Floats, moment: Moment, reach: Rectangle) -> None:
        look = self.look
        left, top, right, bottom = within = shadow_reach(look.lens, moment.dice, look.lamps)
        if right - left < 4 or bottom - top < 4:
            return
        moving = any(max(abs(x), abs(y)) >= 1.5 for x, y in moment.streaks)
        rest = dimming(look.lens, moment.dice, look.lamps, self._top.shares, within, moving)
        part = light[top - reach[1] : bottom - reach[1], left - reach[0] : right - reach[0]]
        part[:] = dimmed(part, rest)

    def _far_to_near(self, dice: tuple[DieBody, ...]) -> list[int]:
        place = self.look.lens.place
        return sorted(
            range(len(dice)), key=lambda number: -float(np.linalg.norm(dice[number].middle - place))
        )

    def _lay(self, light: Floats, reach: Rectangle, owners: np.ndarray, moment: Moment, number: int) -> None:
        """Draw one die over the light."""
        body = moment.dice[number]
        streak = moment.streaks[number] if moment.streaks else (0.0, 0.0)
        moving = max(abs(streak[0]), abs(streak[1])) >= 1.5
        near = 2.4 * body.look.edge_mm
        others = tuple(
            other
            for other in moment.dice
            if other is not body and float(np.linalg.norm(other.middle - body.middle)) < near
        )
        around = replace(self._around, glare=moment.glare)
        if not moving:
            patch = draw_die(self.look.lens, body, others, around)
        else:
            # Half the pixels are plenty for a die that is a streak.
            spare = int(max(abs(streak[0]), abs(streak[1]))) // 4 + 2
            patch = draw_die(self.look.lens.halved(), body, (), around, spare)
            if patch is not None:
                patch = _streaked(patch, streak)
        if patch is not None:
            _blend(light, reach, owners, patch, number)


def _face_shown(lens: Lens, body: DieBody, owners: np.ndarray, number: int) -> float:
    """Return the share of a die's upper face that is in the picture and belongs to the die there."""
    corners = upper_face(lens, body, 0.85)
    left, top = np.floor(corners.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 2
    face = np.zeros((bottom - top, right - left), dtype=np.uint8)
    cv2.fillConvexPoly(face, np.rint((corners - (left, top)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    whole = int(face.sum())
    rows, columns = slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))
    owned = owners[rows, columns] == number
    kept = face[max(-top, 0) :, max(-left, 0) :][: owned.shape[0], : owned.shape[1]]
    return float(kept[owned].sum()) / whole if whole else 0.0


def _streaked(patch: DiePatch, streak: tuple[float, float]) -> DiePatch:
    """Return a patch of half the size in full size, blurred along its movement (in full pixels)."""
    kernel = shake_kernel((streak[0] / 2, streak[1] / 2))
    cover = cv2.filter2D(patch.cover, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    colour = cv2.filter2D(dimmed(patch.colour, patch.cover), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    rows, columns = patch.cover.shape
    both = cv2.resize(np.dstack([colour, cover]), (2 * columns, 2 * rows), interpolation=cv2.INTER_LINEAR)
    whole = np.asarray(both[:, :, 3], dtype=np.float32)
    paint = np.asarray(both[:, :, :3] / np.maximum(both[:, :, 3:], 1e-4), dtype=np.float32)
    return DiePatch(2 * patch.left, 2 * patch.top, paint, whole)


def _blend(light: Floats, reach: Rectangle, owners: np.ndarray, patch: DiePatch, number: int) -> None:
    height, width = patch.cover.shape
    left, top = max(patch.left, reach[0]), max(patch.top, reach[1])
    right, bottom = min(patch.left + width, reach[2]), min(patch.top + height, reach[3])
    if right <= left or bottom <= top:
        return
    rows, columns = slice(top - patch.top, bottom - patch.top), slice(left - patch.left, right - patch.left)
    cover = patch.cover[rows, columns]
    part = light[top - reach[1] : bottom - reach[1], left - reach[0] : right - reach[0]]
    part[:] = laid_over(part, patch.colour[rows, columns], cover)
    owners[top:bottom, left:right][cover > 0.5] = number
