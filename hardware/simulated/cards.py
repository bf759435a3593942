"""Cards on the table: a printed sheet as it is handed in, and the same as a body that lies and is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Image
from hardware.simulated.dice_rendering import Surroundings
from hardware.simulated.glints import light_on, mirrored_on
from hardware.simulated.layering import Patch
from hardware.simulated.lens import Doubles, Floats, Lens
from hardware.simulated.shadows import Caster

_CORNER_MM = 2.5
_PAPER = 0.84
_EDGE = 2
# Light changes slowly over a card; mirrored lamps and bends are followed at so many points a side.
_CELLS = 40
_RISES = 4


@dataclass(frozen=True, eq=False)
class CardSheet:
    """A card as it is printed.

    `name` is its truth, `picture` its face as it would be seen on a screen (height x width x 3, BGR, uint8,
    any resolution), `code` the rectangle of its code in mm of the face (left, top, right, bottom, without
    the quiet zone) where it has one, `back` a picture of its other side.
    """

    name: str
    picture: Image
    width_mm: float = 63.0
    height_mm: float = 88.0
    code: tuple[float, float, float, float] | None = None
    back: Image | None = None


@dataclass(frozen=True, eq=False)
class CardPaint:
    """One side of a card as reflectances (rows x columns x 4 with the cover of its round corners)."""

    paint: Floats
    density: float


def card_paint(picture: Image, width_mm: float, height_mm: float, density: float) -> CardPaint:
    """Return a side's paint at a density (pixels a mm) that suits the lens it will be seen through."""
    most = min(picture.shape[1] / width_mm, picture.shape[0] / height_mm)
    density = min(density, max(most, 1.0))
    columns, rows = max(8, round(width_mm * density)), max(8, round(height_mm * density))
    small = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    table = ((np.arange(256) / 255) ** 2.2 * _PAPER + 0.006).astype(np.float32)
    colour = cv2.copyMakeBorder(table[small], _EDGE, _EDGE, _EDGE, _EDGE, cv2.BORDER_REPLICATE)
    mask = np.zeros((rows, columns), dtype=np.uint8)
    corner = round(_CORNER_MM * density)
    cv2.rectangle(mask, (corner, 0), (columns - 1 - corner, rows - 1), 255, -1)
    cv2.rectangle(mask, (0, corner), (columns - 1, rows - 1 - corner), 255, -1)
    for x in (corner, columns - 1 - corner):
        for y in (corner, rows - 1 - corner):
            cv2.circle(mask, (x, y), corner, 255, -1, cv2.LINE_AA)
    cover = cv2.copyMakeBorder(mask, _EDGE, _EDGE, _EDGE, _EDGE, cv2.BORDER_CONSTANT, value=0)
    whole = np.dstack([colour, cover.astype(np.float32) / np.float32(255)])
    return CardPaint(np.ascontiguousarray(whole, dtype=np.float32), density)


@dataclass(frozen=True, eq=False)
class CardBody:
    """A card somewhere over the table, seen from above.

    `middle` is its middle (mm), `turn` how far it is turned (radians, anticlockwise seen from above);
    `heights` (rows x columns over its face, mm) are how far a bent or crumpled card stands off the table.
    """

    side: CardPaint
    width: float
    height: float
    middle: tuple[float, float, float]
    turn: float
    gloss: float = 0.02
    roughness: float = 0.3
    heights: NDArray[np.float32] | None = None

    def moved(self, by: tuple[float, float, float]) -> CardBody:
        """Return the card moved by so many mm."""
        x, y, z = self.middle
        return replace(self, middle=(x + by[0], y + by[1], z + by[2]))

    def world(self, places: Doubles) -> Doubles:
        """Return world points (n x 3) of places (n x 2, mm from the face's top left corner)."""
        x, y = places[:, 0] - self.width / 2, self.height / 2 - places[:, 1]
        turned = (x * cos(self.turn) - y * sin(self.turn), x * sin(self.turn) + y * cos(self.turn))
        heights = self._heights(places)
        return np.column_stack(
            [turned[0] + self.middle[0], turned[1] + self.middle[1], heights + self.middle[2]]
        )

    def corners(self) -> Doubles:
        """Return the four corners (4 x 3, mm), clockwise on the face from its top left."""
        wide, high = self.width, self.height
        return self.world(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float64))

    def footprint(self) -> Doubles:
        """Return the rectangle (4 x 2, mm) of the table that the card takes up."""
        return self.corners()[:, :2]

    def caster(self) -> Caster:
        """Return what throws the card's shadow."""
        corners = self.corners()
        if self.heights is not None:
            corners[:, 2] = self.middle[2] + float(self.heights.mean())
        corners[:, 2] += 0.35
        reach = self.corners()
        if self.heights is not None:
            high = reach.copy()
            high[:, 2] = self.middle[2] + float(self.heights.max())
            reach = np.concatenate([reach, high])
        return Caster(corners, reach, None, np.array(self.middle), 1.0)

    def draw(self, lens: Lens, around: Surroundings, spare: int = 0) -> Patch | None:
        """Return the card as the lens sees it with `spare` pixels around it, None when it is out of sight."""
        rectangle = patch_rectangle(lens, self.caster().reach, spare)
        if rectangle is None:
            return None
        left, top, right, bottom = rectangle
        lit = self._lit(lens, around)
        size = (right - left, bottom - top)
        if self.heights is None and not lens.bend:
            # Card pixels to mm to picture pixels of the patch.
            density = self.side.density
            to_mm = np.array([[1, 0, 0.5 - _EDGE], [0, 1, 0.5 - _EDGE], [0, 0, density]]) / density
            shift = np.array([[1.0, 0, -left], [0, 1, -top], [0, 0, 1]])
            warp = shift @ lens.table_to_picture(self.middle[2]) @ self._on_table() @ to_mm
            seen = cv2.warpPerspective(
                lit, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
            )
        else:
            across, down = self._seen_at(lens, rectangle)
            dense = np.float32(self.side.density)
            spot = np.float32(_EDGE - 0.5)
            seen = cv2.remap(
                lit,
                across * dense + spot,
                down * dense + spot,
                cv2.INTER_LINEAR,
                None,
                cv2.BORDER_CONSTANT,
            )
        cover = np.ascontiguousarray(seen[:, :, 3])
        colour = seen[:, :, :3] / np.maximum(seen[:, :, 3:], np.float32(1e-3))
        return Patch(left, top, np.asarray(colour, dtype=np.float32), np.asarray(cover, dtype=np.float32))

    def _on_table(self) -> Doubles:
        """Return the matrix (3 x 3) from mm on the face to mm on the table."""
        turn = np.array([[cos(self.turn), -sin(self.turn)], [sin(self.turn), cos(self.turn)]])
        matrix = np.eye(3)
        matrix[:2, :2] = turn @ np.diag([1.0, -1.0])
        matrix[:2, 2] = turn @ np.array([-self.width / 2, self.height / 2]) + self.middle[:2]
        return matrix

    def _heights(self, places: Doubles) -> Doubles:
        if self.heights is None:
            return np.zeros(len(places))
        rows, columns = self.heights.shape
        across = np.clip(places[:, 0] / self.width * (columns - 1), 0, columns - 1).astype(np.float32)
        down = np.clip(places[:, 1] / self.height * (rows - 1), 0, rows - 1).astype(np.float32)
        heights = cv2.remap(
            self.heights, across[None], down[None], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
        )
        return np.asarray(heights[0], dtype=np.float64)

    def _seen_at(self, lens: Lens, rectangle: tuple[int, int, int, int]) -> tuple[Floats, Floats]:
        """Return, for each pixel of a rectangle, which place of the face (mm across, down) it shows."""
        left, top, right, bottom = rectangle
        columns, rows = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
        rays = lens.rays_of(columns.ravel(), rows.ravel()).reshape(*columns.shape, 3)
        slope_x, slope_y = rays[:, :, 0] / rays[:, :, 2], rays[:, :, 1] / rays[:, :, 2]
        eye = lens.place.astype(np.float32)
        heights = self.heights
        height = np.zeros(columns.shape, dtype=np.float32)
        across = down = height
        for _ in range(_RISES):
            fall = np.float32(self.middle[2]) + height - eye[2]
            x = eye[0] + slope_x * fall - np.float32(self.middle[0])
            y = eye[1] + slope_y * fall - np.float32(self.middle[1])
            across = (
                x * np.float32(cos(self.turn)) + y * np.float32(sin(self.turn)) + np.float32(self.width / 2)
            )
            down = (
                x * np.float32(sin(self.turn)) - y * np.float32(cos(self.turn)) + np.float32(self.height / 2)
            )
            if heights is None:
                break
            cells = (
                across * np.float32((heights.shape[1] - 1) / self.width),
                down * np.float32((heights.shape[0] - 1) / self.height),
            )
            seen = cv2.remap(heights, *cells, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
            height = np.asarray(seen, dtype=np.float32)
        return across, down

    def _lit(self, lens: Lens, around: Surroundings) -> Floats:
        """Return the side's paint in the light that falls on it."""
        rows, columns = _CELLS, _CELLS
        down, across = np.mgrid[0:rows, 0:columns] / (_CELLS - 1.0)
        places = np.column_stack([across.ravel() * self.width, down.ravel() * self.height])
        points = self.world(places)
        normals = np.zeros_like(points)
        normals[:, 2] = 1
        if self.heights is not None:
            grid = points[:, 2].reshape(rows, columns)
            fall_y, fall_x = np.gradient(grid, self.height / (rows - 1), self.width / (columns - 1))
            # On the face y runs downwards; on the table upwards.
            slope = np.column_stack([-fall_x.ravel(), fall_y.ravel()])
            turn = np.array([[cos(self.turn), -sin(self.turn)], [sin(self.turn), cos(self.turn)]])
            normals[:, :2] = slope @ turn.T
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        where, facing = points.T.astype(np.float32), normals.T.astype(np.float32)
        light = light_on(around, where, facing)
        shine = mirrored_on(around, where, facing, lens.place, self.roughness) * np.float32(self.gloss)
        size = (self.side.paint.shape[1], self.side.paint.shape[0])
        lit = self.side.paint.copy()
        for channel in range(3):
            fields = [
                cv2.resize(field[channel].reshape(rows, columns), size, interpolation=cv2.INTER_LINEAR)
                for field in (light, shine)
            ]
            # Premultiplied by the cover, so that nothing bleeds in at the edges when it is warped.
            lit[:, :, channel] = (lit[:, :, channel] * fields[0] + fields[1]) * lit[:, :, 3]
        return lit


def patch_rectangle(lens: Lens, points: Doubles, spare: int) -> tuple[int, int, int, int] | None:
    """Return the pixels (left, top, right, bottom) that world points reach, None when out of sight."""
    if min(lens.depth(point) for point in points) < 20:
        return None
    pixels = lens.project(points)
    left, top = (int(edge) for edge in np.floor(pixels.min(axis=0)) - 2)
    right, bottom = (int(edge) for edge in np.ceil(pixels.max(axis=0)) + 3)
    left, top = max(left, -spare), max(top, -spare)
    right, bottom = min(right, lens.size[0] + spare), min(bottom, lens.size[1] + spare)
    if right <= left or bottom <= top:
        return None
    return left - spare, top - spare, right + spare, bottom + spare
