"""Where cards may lie: light four-sided shapes of a card's proportions, whole or partly hidden.

Nothing here knows what a card shows.  Far more is proposed than there are cards; the readers decide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.card_parts import completed, paper_share

Floats = NDArray[Any]

#: The longer side of the picture in which outlines are looked for.
LONGEST, QUICK = 720, 448
#: A card less wide than this in the picture cannot be read.
LEAST_WIDE = 34.0
#: The short side of a card by its long one (bridge 0.64, poker 0.72) as it may look, seen obliquely.
_NARROWEST, _BROADEST = 0.42, 1.0
#: By how much opposite sides may differ, and how much of its own four sides a shape has to fill.
_MOST_TAPER, _LEAST_FILL = 1.6, 0.9
#: A hull is hollow where two cards form it.
_LEAST_SOLID = 0.55
_MOST_CONTOURS = 160
#: Of parts of cards so many are looked at, where this much of a strip along their whole side is paper.
_MOST_PARTS, _LEAST_PAPER = 24, 0.85
#: Two outlines are one when no corner is farther off than this share of the card's size.
_SAME = 0.05
#: How many pixels a side may be drawn in or out, and how many levels paper has to be lighter there.
_REACH, _RISE = 6.0, 8.0
#: How dark the rim inside a card's edge may be, by the paper's own lightness.
_LIGHT_RIM = 0.72


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Four corners (4 x 2, picture pixels, clockwise), the first side a short one if that can be told.

    `sure` is 0 to 1 how well the shape is that of a whole card; `whole` is False for one that was completed
    from the part of a card that shows.
    """

    corners: Floats
    sure: float
    whole: bool = True

    @property
    def size(self) -> float:
        """The root of the area."""
        return float(np.sqrt(abs(cv2.contourArea(self.corners.astype(np.float32)))))

    @property
    def middle(self) -> Floats:
        """Where the diagonals cross, roughly."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def aspect(self) -> float:
        """The first and third sides by the others."""
        sides = np.hypot(*(np.roll(self.corners, -1, axis=0) - self.corners).T)
        return float((sides[0] + sides[2]) / (sides[1] + sides[3]))


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Where cards may lie: `whole` ones, and `parts`, completed from what shows of them; the surest first."""

    whole: list[Outline]
    parts: list[Outline]


def find_outlines(picture: Floats, *, quick: bool = False) -> Outlines:
    """Return where cards may lie in a BGR uint8 picture; a quick look sees less."""
    scale = min(1.0, (QUICK if quick else LONGEST) / max(picture.shape[:2]))
    small = picture
    if scale < 1:
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    if min(small.shape[:2]) < LEAST_WIDE:
        return Outlines([], [])
    whole: list[Outline] = []
    parts: list[Outline] = []
    least = max(LEAST_WIDE * scale, 16.0)
    masks = _masks(small)
    light = _darkest(small)
    for mask, paper in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        large = [contour for contour in contours if len(contour) > 3.2 * least]
        for contour in sorted(large, key=len, reverse=True)[:_MOST_CONTOURS]:
            found = _outlines_of(contour, least, small.shape)
            whole += found
            if not found and paper and not quick:
                parts += _parts_of(contour, least, light)
    kept = [_drawn_in(light, one) for one in _distinct(whole) if _light_rim(light, one)]
    kept = _distinct(kept)
    others = _distinct(parts)[:_MOST_PARTS]
    return Outlines([_placed(one, scale) for one in kept], [_placed(one, scale) for one in others])


def _masks(small: Floats) -> list[tuple[Floats, bool]]:
    """Return pictures of what may be paper, and whether parts of cards are to be looked for in each.

    Light at several levels, lighter than its surroundings, and whatever lies between edges.
    """
    soft = cv2.GaussianBlur(small, (3, 3), 0)
    light = _darkest(soft)
    level, _ = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    side = max(small.shape[:2]) // 5 | 1
    mean = cv2.boxFilter(light, -1, (side, side))
    kernel = np.ones((3, 3), np.uint8)
    between = np.asarray(cv2.bitwise_not(cv2.dilate(cv2.Canny(grey, 40, 120), kernel)))
    faint = np.asarray(cv2.bitwise_not(cv2.dilate(cv2.Canny(grey, 12, 36), kernel)))
    dim = _above(light, 0.8 * level)
    return [
        (_above(light, level), True),
        (dim, False),
        (_above(light, min(1.18 * level, 245)), False),
        (_above(np.asarray(cv2.subtract(light, mean)), 10), True),
        (np.asarray(cv2.bitwise_and(dim, between)), True),
        (between, False),
        (faint, True),
    ]


def _darkest(picture: Floats) -> Floats:
    """Return the least of the three colours of each pixel: paper is light in all of them."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def _above(light: Floats, level: float) -> Floats:
    return np.asarray(cv2.threshold(light, level, 255, cv2.THRESH_BINARY)[1])


def _parts_of(contour: Floats, least: float, light: Floats) -> list[Outline]:
    found = []
    for corners in completed(contour, least):
        if not _like_a_card(corners):
            continue
        share = paper_share(light, corners)
        if share > _LEAST_PAPER:
            found.append(Outline(_ordered(corners), 0.5 * share, whole=False))
    return found


def _outlines_of(contour: Floats, least: float, shape: tuple[int, ...]) -> list[Outline]:
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < least * least or area > 0.9 * shape[0] * shape[1]:
        return []
    sides = _four_sides(hull)
    rough = None if sides is None else _meet(sides)
    if sides is None or rough is None or not _like_a_card(rough):
        return []
    # The rough corners are cut short where the card's are round.
    if not 0.8 < area / max(cv2.contourArea(rough.astype(np.float32)), 1.0) < 1.3:
        return []
    solid = cv2.contourArea(contour) / area
    if solid < _LEAST_SOLID:
        return []
    spots = contour[:, 0].astype(np.float32)
    corners = _meet(np.array([_fitted(side, spots) for side in sides]))
    if corners is None or not _like_a_card(corners):
        return []
    fill = area / max(cv2.contourArea(corners.astype(np.float32)), 1.0)
    if not _LEAST_FILL < fill < 1.06:
        return []
    return [Outline(_ordered(corners), float(min(fill, 1 / fill) * min(1.0, solid + 0.25)))]


def _four_sides(hull: Floats) -> Floats | None:
    """Return the four longest sides (4 x 2 x 2) of a hull, in their order; None where it is too round."""
    points = cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, True), True)[:, 0].astype(np.float64)
    if not 4 <= len(points) <= 9:
        return None
    sides = np.stack([points, np.roll(points, -1, axis=0)], axis=1)
    if len(points) == 4:
        return sides
    length = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
    return np.asarray(sides[np.sort(np.argsort(length)[-4:])])


def _fitted(side: Floats, spots: Floats) -> Floats:
    """Return two points of the line that fits the spots beside a side best."""
    start, end = side
    along = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    off = spots - start
    way, beside = off @ along, off @ np.array([-along[1], along[0]])
    span = float((end - start) @ along)
    near = spots[(np.abs(beside) < 3.5) & (way > 0.1 * span) & (way < 0.9 * span)]
    if len(near) <= 8:
        return side
    x, y, at_x, at_y = cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    return np.array([(at_x, at_y), (at_x + x, at_y + y)])


def _meet(sides: Floats) -> Floats | None:
    """Return where each of four lines meets the one before it (4 x 2); None where some do not."""
    start, end = sides[:, 0], sides[:, 1]
    # Lines as a x + b y = c.
    a, b = end[:, 1] - start[:, 1], start[:, 0] - end[:, 0]
    c = a * start[:, 0] + b * start[:, 1]
    before = np.array([3, 0, 1, 2])
    across = a[before] * b - a * b[before]
    if np.abs(across).min() < 1e-9:
        return None
    x = (c[before] * b - c * b[before]) / across
    y = (a[before] * c - a * c[before]) / across
    met = np.stack([x, y], axis=1)
    return met if np.abs(met).max() < 1e5 else None


def _like_a_card(corners: Floats) -> bool:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners.tolist()
    ways = ((x1 - x0, y1 - y0), (x2 - x1, y2 - y1), (x3 - x2, y3 - y2), (x0 - x3, y0 - y3))
    turns = [ways[n - 1][0] * ways[n][1] - ways[n - 1][1] * ways[n][0] for n in range(4)]
    if not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
        return False
    sides = [math.hypot(*way) for way in ways]
    if min(sides) < 8:
        return False
    aspect = (sides[0] + sides[2]) / (sides[1] + sides[3])
    if not _NARROWEST < min(aspect, 1 / aspect) <= _BROADEST:
        return False
    return all(1 / _MOST_TAPER < taper < _MOST_TAPER for taper in (sides[0] / sides[2], sides[1] / sides[3]))


def _ordered(corners: Floats) -> Floats:
    """Return corners clockwise in the picture, a short side first."""
    if cv2.contourArea(corners.astype(np.float32), True) < 0:
        corners = corners[::-1]
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return np.roll(corners, -1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else corners


def _distinct(found: list[Outline]) -> list[Outline]:
    """Return the surest outline of each that was found several times."""
    if not found:
        return []
    found = sorted(found, key=lambda outline: -outline.sure)
    corners = np.array([one.corners for one in found])
    reach = _SAME * np.array([one.size for one in found])
    middles = corners.mean(axis=1)
    free = np.ones(len(found), np.bool_)
    kept = []
    for number, one in enumerate(found):
        if not free[number]:
            continue
        kept.append(one)
        least = np.minimum(reach, reach[number])
        near = np.flatnonzero(free & (np.hypot(*(middles - middles[number]).T) < least))
        away = np.hypot(*(corners[near, :, None] - corners[number]).transpose(3, 0, 1, 2))
        free[near] &= away.min(axis=2).max(axis=1) >= 1.6 * least[near]
    return kept


def _drawn_in(light: Floats, one: Outline) -> Outline:
    """Return an outline with each side where the paper begins: shadows and soft edges make it too large."""
    starts, ends = one.corners, np.roll(one.corners, -1, axis=0)
    along = ends - starts
    inward = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    reach = min(_REACH, 0.06 * one.size)
    steps = np.arange(-reach - 1, reach + 1.5)
    shares = np.linspace(0.12, 0.88, 24)
    # Sides x places along each x steps across it.
    places = (
        starts[:, None, None]
        + shares[None, :, None, None] * along[:, None, None]
        + steps[None, None, :, None] * inward[:, None, None]
    ).astype(np.float32)
    flat = places.reshape(4, -1, 2)
    seen = cv2.remap(light, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    levels = np.asarray(seen, np.float32).reshape(4, len(shares), len(steps))
    rise = levels[:, :, 2:] - levels[:, :, :-2]
    best = rise.argmax(axis=2)
    clear = rise.max(axis=2) > _RISE
    sides = np.stack([starts, ends], axis=1)
    for number in range(4):
        where = np.flatnonzero(clear[number])
        if len(where) < len(shares) // 2:
            continue
        edge = places[number, where, best[number, where] + 1]
        x, y, at_x, at_y = cv2.fitLine(edge, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        sides[number] = (at_x, at_y), (at_x + x, at_y + y)
    corners = _meet(sides)
    if corners is None or not _like_a_card(corners) or np.abs(corners - one.corners).max() > 2.5 * _REACH:
        return one
    return replace(one, corners=corners)


def _light_rim(light: Floats, one: Outline) -> bool:
    """Say whether the rim of a shape is as light as paper is: cards are printed on white to the edge."""
    ends = np.array([(0, 0), (40, 0), (40, 56), (0, 56)], np.float32)
    flat = cv2.warpPerspective(
        light,
        cv2.getPerspectiveTransform(one.corners.astype(np.float32), ends),
        (40, 56),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    inner = flat[2:-2, 2:-2]
    paper = float(np.percentile(inner, 85))
    rim = np.concatenate([flat[2, 5:-5], flat[-3, 5:-5], flat[5:-5, 2], flat[5:-5, -3]])
    return bool(np.percentile(rim, 40) > _LIGHT_RIM * paper) and paper > 24


def _placed(one: Outline, scale: float) -> Outline:
    """Return an outline in pixels of the whole picture."""
    return replace(one, corners=(one.corners + 0.5) / scale - 0.5)
