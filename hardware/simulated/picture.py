"""A whole picture: the empty table, shadows, dice and a hand, put together and developed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.camera import Image
from hardware.simulated.dice_rendering import DieBody, DiePatch, Surroundings, draw_die
from hardware.simulated.exposure import Sensor, shake_kernel
from hardware.simulated.hands import Hand, draw_hand
from hardware.simulated.lens import Floats, Lens
from hardware.simulated.look import Lamp, Look
from hardware.simulated.shadows import Rectangle, dimming, shadow_reach
from hardware.simulated.table_top import TableTop, build_table_top
from hardware.simulated.truth import upper_face

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
    """A moment as the sensor sees it before noise; `shown` is the share of each die that nothing covers."""

    display: Floats
    grain: Floats
    shown: tuple[float, ...]


class Painter:
    """Draws moments of one table; the empty table is drawn once and kept."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._top: TableTop = build_table_top(look)
        mean = float(np.mean(self._top.colour))
        gain = float(np.clip((0.22 / max(mean, 1e-3)) ** 0.4, 0.7, 1.5))
        self._sensor = Sensor(look.camera, gain, look.lens.size)
        self._empty = self._sensor.develop(self._top.light)
        self._around = Surroundings(look.lamps, look.ambient, self._top.colour)

    def develop(self, moment: Moment) -> Developed:
        """Return a moment's display values; wholly decided by the look and the moment."""
        dice = moment.dice
        owners = np.full(self.look.lens.size[::-1], _NO_ONE, dtype=np.uint8)
        whole = moment.hand is not None or moment.light != 1.0 or moment.blur > 0
        if not dice and not whole:
            return self._finish(self._empty, owners, ())
        width, height = self.look.lens.size
        reach = (0, 0, width, height)
        if not whole:
            reach = self._room(moment)
        left, top, right, bottom = reach
        light = self._top.light[top:bottom, left:right].copy()
        if dice:
            self._shade(light, dice, reach)
            for number in self._far_to_near(dice):
                self._lay(light, reach, owners, moment, number)
        if moment.hand is not None:
            covered = draw_hand(light, moment.hand, self.look)
            owners[covered] = _HAND
        if moment.light != 1.0:
            light *= np.float32(moment.light)
        if moment.blur > 0:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), moment.blur), dtype=np.float32)
        part = self._sensor.develop(light, left, top)
        if reach == (0, 0, width, height):
            return self._finish(part, owners, dice)
        display = self._empty.copy()
        edge = self._sensor.margin
        inner_left, inner_top = left + edge * (left > 0), top + edge * (top > 0)
        inner_right, inner_bottom = right - edge * (right < width), bottom - edge * (bottom < height)
        display[inner_top:inner_bottom, inner_left:inner_right] = part[
            inner_top - top : inner_bottom - top, inner_left - left : inner_right - left
        ]
        return self._finish(display, owners, dice)

    def expose(self, developed: Developed, generator: np.random.Generator) -> Image:
        """Return one picture of a developed moment; the generator decides its noise."""
        return self._sensor.expose(developed.display, developed.grain, generator)

    def _finish(self, display: Floats, owners: np.ndarray, dice: tuple[DieBody, ...]) -> Developed:
        shown = tuple(_face_shown(self.look.lens, body, owners, number) for number, body in enumerate(dice))
        return Developed(display, self._sensor.grain_strength(display), shown)

    def _room(self, moment: Moment) -> Rectangle:
        left, top, right, bottom = shadow_reach(self.look.lens, moment.dice, self.look.lamps)
        streak = max((max(abs(x), abs(y)) for x, y in moment.streaks), default=0.0)
        spare = 2 * self._sensor.margin + int(streak) + 8
        width, height = self.look.lens.size
        spare += spare % 2
        return (
            max(0, left - spare),
            max(0, top - spare),
            min(width, right + spare),
            min(height, bottom + spare),
        )

    def _shade(self, light: Floats, dice: tuple[DieBody, ...], reach: Rectangle) -> None:
        left, top, right, bottom = shadow_reach(self.look.lens, dice, self.look.lamps)
        if right - left < 4 or bottom - top < 4:
            return
        rest = dimming(self.look.lens, dice, self.look.lamps, self._top.shares, (left, top, right, bottom))
        part = light[top - reach[1] : bottom - reach[1], left - reach[0] : right - reach[0]]
        part *= rest[: part.shape[0], : part.shape[1], None]

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
        spare = int(max(abs(streak[0]), abs(streak[1]))) // 2 + 2 if moving else 0
        around = replace(self._around, glare=moment.glare)
        patch = draw_die(self.look.lens, body, () if moving else others, around, spare)
        if patch is None:
            return
        if moving:
            patch = _streaked(patch, streak)
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
    kernel = shake_kernel(streak)
    cover = np.asarray(
        cv2.filter2D(patch.cover, -1, kernel, borderType=cv2.BORDER_CONSTANT), dtype=np.float32
    )
    colour = cv2.filter2D(patch.colour * patch.cover[:, :, None], -1, kernel, borderType=cv2.BORDER_CONSTANT)
    return replace(
        patch, colour=(colour / np.maximum(cover, 1e-4)[:, :, None]).astype(np.float32), cover=cover
    )


def _blend(light: Floats, reach: Rectangle, owners: np.ndarray, patch: DiePatch, number: int) -> None:
    height, width = patch.cover.shape
    left, top = max(patch.left, reach[0]), max(patch.top, reach[1])
    right, bottom = min(patch.left + width, reach[2]), min(patch.top + height, reach[3])
    if right <= left or bottom <= top:
        return
    rows, columns = slice(top - patch.top, bottom - patch.top), slice(left - patch.left, right - patch.left)
    cover = patch.cover[rows, columns, None]
    part = light[top - reach[1] : bottom - reach[1], left - reach[0] : right - reach[0]]
    part += (patch.colour[rows, columns] - part) * cover
    owners[top:bottom, left:right][cover[:, :, 0] > 0.5] = number
