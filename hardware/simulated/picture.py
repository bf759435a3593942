"""A whole picture: the table, what lies on it, shadows, dice and a hand, put together and developed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from hardware.camera import Image
from hardware.simulated.cards import CardBody
from hardware.simulated.dice_rendering import DieBody, Surroundings, draw_die
from hardware.simulated.exposure import Sensor, shake_kernel
from hardware.simulated.flaws import veiled
from hardware.simulated.hands import Hand, draw_hand, hand_reach
from hardware.simulated.layering import Patch, dimmed, laid_over
from hardware.simulated.lens import Floats, Lens
from hardware.simulated.look import Lamp, Look
from hardware.simulated.shadows import Caster, Rectangle, die_caster, dimming, shadow_reach
from hardware.simulated.table_top import TableTop, build_table_top
from hardware.simulated.tiles import TileBody
from hardware.simulated.truth import pip_contrast, upper_face

Lying: TypeAlias = CardBody | TileBody
Streak: TypeAlias = tuple[float, float]

_NO_ONE, _HAND = 255, 254
_FIRST_LYING, _FIRST_CARRIED = 100, 200
#: A movement of fewer pixels than this while the picture is taken does not show.
_STREAK_PX = 1.5


@dataclass(frozen=True)
class Moment:
    """What lies on the table and how it is lit and seen.

    `lying` are cards and tiles at rest, the lower ones first; `carried` are those that a hand carries, with
    `carried_streaks`.  `streaks` are the dice's movements (pixels) while the picture is taken; `light` is
    the share of the usual light; `blur` is how far (pixels) the lens is out of focus; `glare` are lamps
    seen mirrored only.
    """

    dice: tuple[DieBody, ...] = ()
    streaks: tuple[Streak, ...] = ()
    hand: Hand | None = None
    light: float = 1.0
    blur: float = 0.0
    glare: tuple[Lamp, ...] = ()
    lying: tuple[Lying, ...] = ()
    carried: tuple[Lying, ...] = ()
    carried_streaks: tuple[Streak, ...] = ()


@dataclass(frozen=True)
class Developed:
    """A moment as the sensor sees it before noise; with the truth of each die: see `DieTruth`.

    `lying_shown` are the shares of the upper faces of lying and carried things, in that order, that are in
    the picture and that nothing covers.
    """

    display: Floats
    shown: tuple[float, ...]
    contrasts: tuple[float, ...]
    lying_shown: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class _Ground:
    """The table with the cards and tiles at rest on it: its light, whose each pixel is, and its picture."""

    key: tuple[object, ...]
    light: Floats
    owners: np.ndarray
    display: Floats


class Painter:
    """Draws moments of one table; the empty table, and the table with what lies still on it, are kept."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._top: TableTop = build_table_top(look)
        mean = float(np.mean(self._top.colour))
        gain = float(np.clip((0.22 / max(mean, 1e-3)) ** 0.4, 0.7, 1.5))
        veil = veiled(self._top.light, look.flaws.veil) if look.flaws.veil > 0.005 else None
        self._sensor = Sensor(look.camera, gain, look.lens.size, look.flaws, veil)
        self._empty: _Ground | None = None
        self._laid: _Ground | None = None
        self._around = Surroundings(look.lamps, look.ambient, self._top.colour)

    def develop(self, moment: Moment, once: bool = False) -> Developed:
        """Return a moment's display values; wholly decided by the arguments and the look.

        `once` is faster when no other moment of this table will be wanted.
        """
        width, height = self.look.lens.size
        everything = (0, 0, width, height)
        above = bool(moment.dice or moment.carried or moment.hand is not None)
        whole = once or moment.light != 1.0 or moment.blur > 0
        ground = self._ground(moment, whole)
        if not above and not whole:
            return Developed(ground.display, (), (), self._shown(moment, ground.owners))
        reach = everything if whole else self._room(moment)
        left, top, right, bottom = reach
        owners = ground.owners.copy()
        light = ground.light[top:bottom, left:right].copy()
        if moment.dice or moment.carried:
            self._lay_all(light, reach, owners, moment)
        if moment.hand is not None:
            here = replace(moment.hand, tip=(moment.hand.tip[0] - left, moment.hand.tip[1] - top))
            owners[top:bottom, left:right][draw_hand(light, here, self.look)] = _HAND
        if moment.light != 1.0:
            light *= np.float32(moment.light)
        if moment.blur > 0:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), moment.blur), dtype=np.float32)
        part = self._sensor.develop(light, left, top)
        if reach == everything:
            display = part
        else:
            edge = self._sensor.margin
            left_edge, top_edge = edge * (left > 0), edge * (top > 0)
            right, bottom = right - edge * (right < width), bottom - edge * (bottom < height)
            part = part[top_edge : bottom - top, left_edge : right - left]
            display = ground.display.copy()
            display[top + top_edge : bottom, left + left_edge : right] = part
        shown = tuple(
            _face_shown(upper_face(self.look.lens, body, 0.85), owners, number)
            for number, body in enumerate(moment.dice)
        )
        contrasts = tuple(pip_contrast(self.look.lens, body, display) for body in moment.dice)
        return Developed(display, shown, contrasts, self._shown(moment, owners))

    def expose(self, developed: Developed, generator: np.random.Generator) -> Image:
        """Return one picture of a developed moment; the generator decides its noise."""
        return self._sensor.expose(developed.display, generator)

    def _ground(self, moment: Moment, whole: bool) -> _Ground:
        """Return the table with what lies still on it; its picture is its light where that is not wanted."""
        light = self._top.light
        if not moment.lying:
            self._laid = None
            empty = self._empty
            if empty is None:
                nobody = np.full(light.shape[:2], _NO_ONE, dtype=np.uint8)
                empty = _Ground((), light, nobody, light if whole else self._sensor.develop(light))
                if not whole:
                    self._empty = empty
            return empty
        key = (whole, moment.glare, moment.lying)
        laid = self._laid
        if laid is None or laid.key != key:
            light = light.copy()
            owners = np.full(light.shape[:2], _NO_ONE, dtype=np.uint8)
            height, width = light.shape[0], light.shape[1]
            everything = (0, 0, width, height)
            self._shade(light, everything, tuple(body.caster() for body in moment.lying), False)
            around = replace(self._around, glare=moment.glare)
            for number in self._order(moment.lying):
                patch = moment.lying[number].draw(self.look.lens, around)
                if patch is not None:
                    _blend(light, everything, owners, self._shaded(patch), _FIRST_LYING + number)
            laid = self._laid = _Ground(key, light, owners, light if whole else self._sensor.develop(light))
        return laid

    def _order(self, things: tuple[Lying, ...]) -> list[int]:
        """Return the numbers of things in the order they are drawn: cards as laid, then tiles far to near."""
        place = self.look.lens.place
        cards = [number for number, body in enumerate(things) if isinstance(body, CardBody)]
        tiles = [number for number, body in enumerate(things) if isinstance(body, TileBody)]
        far = sorted(
            tiles, key=lambda number: -float(np.linalg.norm(np.array(things[number].middle) - place))
        )
        return cards + far

    def _shown(self, moment: Moment, owners: np.ndarray) -> tuple[float, ...]:
        numbered = [(_FIRST_LYING + number, body) for number, body in enumerate(moment.lying)]
        numbered += [(_FIRST_CARRIED + number, body) for number, body in enumerate(moment.carried)]
        return tuple(_face_shown(_inner(self.look.lens, body), owners, number) for number, body in numbered)

    def _room(self, moment: Moment) -> Rectangle:
        """Return the rectangle of the picture that differs from the ground, with room for every blur."""
        size = self.look.lens.size
        rectangles = []
        casters = _casters(moment)
        if casters:
            rectangles.append(shadow_reach(self.look.lens, casters, self.look.lamps))
        if moment.hand is not None:
            rectangles.append(hand_reach(moment.hand, size))
        left, top, right, bottom = np.array(rectangles).T
        streaks = moment.streaks + moment.carried_streaks
        streak = max((max(abs(x), abs(y)) for x, y in streaks), default=0.0)
        spare = 2 * self._sensor.margin + int(streak) + 8
        spare += spare % 2
        return (
            max(0, int(left.min()) - spare),
            max(0, int(top.min()) - spare),
            min(size[0], int(right.max()) + spare),
            min(size[1], int(bottom.max()) + spare),
        )

    def _shade(self, light: Floats, reach: Rectangle, casters: tuple[Caster, ...], moving: bool) -> None:
        look = self.look
        left, top, right, bottom = within = shadow_reach(look.lens, casters, look.lamps)
        if right - left < 4 or bottom - top < 4:
            return
        rest = dimming(look.lens, casters, look.lamps, self._top.shares, within, moving)
        part = light[top - reach[1] : bottom - reach[1], left - reach[0] : right - reach[0]]
        part[:] = dimmed(part, rest)

    def _lay_all(self, light: Floats, reach: Rectangle, owners: np.ndarray, moment: Moment) -> None:
        """Draw dice and carried things with their shadows over the light."""
        moving = any(max(abs(x), abs(y)) >= _STREAK_PX for x, y in moment.streaks + moment.carried_streaks)
        self._shade(light, reach, _casters(moment), moving)
        for number in self._far_to_near(moment.dice):
            streak = moment.streaks[number] if moment.streaks else (0.0, 0.0)
            patch = self._die_patch(moment, number, streak)
            if patch is not None:
                _blend(light, reach, owners, self._shaded(patch), number)
        around = replace(self._around, glare=moment.glare)
        for number in self._order(moment.carried):
            streak = moment.carried_streaks[number] if moment.carried_streaks else (0.0, 0.0)
            body = moment.carried[number]
            if max(abs(streak[0]), abs(streak[1])) < _STREAK_PX:
                patch = body.draw(self.look.lens, around)
            else:
                patch = body.draw(self.look.lens.halved(), around, _spare(streak))
                patch = None if patch is None else _streaked(patch, streak)
            if patch is not None:
                _blend(light, reach, owners, self._shaded(patch), _FIRST_CARRIED + number)

    def _shaded(self, patch: Patch) -> Patch:
        """Return a drawn thing with somebody's shadow on it, where one lies there."""
        shade = self._top.shade
        if shade is None:
            return patch
        height, width = patch.cover.shape
        rows = np.clip(np.arange(patch.top, patch.top + height), 0, shade.shape[0] - 1)
        columns = np.clip(np.arange(patch.left, patch.left + width), 0, shade.shape[1] - 1)
        return replace(patch, colour=dimmed(patch.colour, shade[np.ix_(rows, columns)]))

    def _far_to_near(self, dice: tuple[DieBody, ...]) -> list[int]:
        place = self.look.lens.place
        return sorted(
            range(len(dice)), key=lambda number: -float(np.linalg.norm(dice[number].middle - place))
        )

    def _die_patch(self, moment: Moment, number: int, streak: Streak) -> Patch | None:
        body = moment.dice[number]
        near = 2.4 * body.look.edge_mm
        others = tuple(
            other
            for other in moment.dice
            if other is not body and float(np.linalg.norm(other.middle - body.middle)) < near
        )
        around = replace(self._around, glare=moment.glare)
        if max(abs(streak[0]), abs(streak[1])) < _STREAK_PX:
            return draw_die(self.look.lens, body, others, around)
        # Half the pixels are plenty for a die that is a streak.
        patch = draw_die(self.look.lens.halved(), body, (), around, _spare(streak))
        return None if patch is None else _streaked(patch, streak)


def _casters(moment: Moment) -> tuple[Caster, ...]:
    return tuple(die_caster(body) for body in moment.dice) + tuple(body.caster() for body in moment.carried)


def _spare(streak: Streak) -> int:
    return int(max(abs(streak[0]), abs(streak[1]))) // 4 + 2


def _inner(lens: Lens, body: Lying) -> np.ndarray:
    """Return the upper face of a thing in pixels, without its rim."""
    corners = body.upper_corners() if isinstance(body, TileBody) else body.corners()
    pixels = lens.project(corners)
    middle = pixels.mean(axis=0)
    return np.asarray(middle + 0.92 * (pixels - middle))


def _face_shown(corners: np.ndarray, owners: np.ndarray, number: int) -> float:
    """Return the share of a face (4 x 2 pixels) that is in the picture and belongs to its thing there."""
    left, top = np.floor(corners.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 2
    face = np.zeros((bottom - top, right - left), dtype=np.uint8)
    cv2.fillConvexPoly(face, np.rint((corners - (left, top)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    whole = int(face.sum())
    rows, columns = slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))
    owned = owners[rows, columns] == number
    kept = face[max(-top, 0) :, max(-left, 0) :][: owned.shape[0], : owned.shape[1]]
    return float(kept[owned].sum()) / whole if whole else 0.0


def _streaked(patch: Patch, streak: tuple[float, float]) -> Patch:
    """Return a patch of half the size in full size, blurred along its movement (in full pixels)."""
    kernel = shake_kernel((streak[0] / 2, streak[1] / 2))
    cover = cv2.filter2D(patch.cover, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    colour = cv2.filter2D(dimmed(patch.colour, patch.cover), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    rows, columns = patch.cover.shape
    both = cv2.resize(np.dstack([colour, cover]), (2 * columns, 2 * rows), interpolation=cv2.INTER_LINEAR)
    whole = np.asarray(both[:, :, 3], dtype=np.float32)
    paint = np.asarray(both[:, :, :3] / np.maximum(both[:, :, 3:], 1e-4), dtype=np.float32)
    return Patch(2 * patch.left, 2 * patch.top, paint, whole)


def _blend(light: Floats, reach: Rectangle, owners: np.ndarray, patch: Patch, number: int) -> None:
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
