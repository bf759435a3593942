"""Dominoes as bodies: boxes with rounded edges whose faces are laid on by perspective and lit."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.cards import patch_rectangle
from hardware.simulated.dice_rendering import Surroundings
from hardware.simulated.glints import light_on, mirrored_on
from hardware.simulated.layering import Patch
from hardware.simulated.lens import Doubles, Floats, Lens
from hardware.simulated.shadows import Caster
from hardware.simulated.tile_faces import FacePaint, TileLook

_CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
# Each face of the box: where it looks, its right and its up, in the tile's own axes (along, across, out of
# the front).
_FRONT, _BACK = 0, 1
_FACES = (
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)), ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)), ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)  # fmt: skip
#: A side's light is followed at so many points each way.
_CELLS = 12


@dataclass(frozen=True, eq=False)
class TileBody:
    """A domino somewhere in the world: middle (mm) and rotation (its axes as columns: along the tile towards
    its higher half, across it, out of its front)."""

    look: TileLook
    front: FacePaint
    back: FacePaint
    middle: Doubles
    rotation: Doubles

    @property
    def half(self) -> Doubles:
        """Half its length, width and thickness in mm."""
        return np.array([self.look.long, self.look.wide, self.look.high]) / 2

    def moved(self, by: tuple[float, float, float]) -> TileBody:
        """Return the tile moved by so many mm."""
        return replace(self, middle=self.middle + np.array(by))

    def box(self, grow: float = 0.0) -> Doubles:
        """Return the eight corners (mm) of the tile, or of a box that is larger by so many mm each way."""
        corners: Doubles = self.middle + (_CORNERS * (self.half + grow)) @ self.rotation.T
        return corners

    def corners(self) -> Doubles:
        """Return the four corners (4 x 3, mm) of the front, clockwise on it from the top left."""
        return self._face_corners(_FRONT)

    def upper_corners(self) -> Doubles:
        """Return the corners of the face that looks up, clockwise seen from above."""
        facing = [float((self.rotation @ np.array(normal))[2]) for normal, _, _ in _FACES]
        return self._face_corners(int(np.argmax(facing)))

    def footprint(self) -> Doubles:
        """Return the rectangle (4 x 2, mm) of the table that the tile takes up."""
        return self.upper_corners()[:, :2]

    def caster(self) -> Caster:
        """Return what throws the tile's shadow."""
        foot = None
        if float(self.box()[:, 2].min()) < 6.0:
            foot = self.box(0.8)
            foot[:, 2] = 0
        return Caster(self.box(-0.35 * self.look.rounding), self.box(5.0), foot, self.middle, 1.1)

    def draw(self, lens: Lens, around: Surroundings, spare: int = 0) -> Patch | None:
        """Return the tile as the lens sees it with `spare` pixels around it, None when it is out of sight."""
        rectangle = patch_rectangle(lens, self.box(), spare)
        if rectangle is None:
            return None
        left, top, right, bottom = rectangle
        size = (right - left, bottom - top)
        colour = np.zeros((size[1], size[0], 3), dtype=np.float32)
        colour[:] = self._plain(around)
        for number, (normal, _, _) in enumerate(_FACES):
            facing = self.rotation @ np.array(normal, dtype=np.float64)
            corners = self._face_corners(number)
            if float(facing @ (lens.place - corners.mean(axis=0))) <= 0:
                continue
            pixels = lens.project(corners) - (left, top)
            lit = self._lit(lens, around, number)
            rows, columns = lit.shape[:2]
            whole = np.array(
                [[0, 0], [columns, 0], [columns, rows], [0, rows]], dtype=np.float32
            ) - np.float32(0.5)
            warp = cv2.getPerspectiveTransform(whole, pixels.astype(np.float32))
            cv2.warpPerspective(
                lit, warp, size, colour, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
            )
        return Patch(left, top, colour, self._silhouette(lens, rectangle))

    def _face_corners(self, number: int) -> Doubles:
        normal, right, up = (np.array(axis, dtype=np.float64) for axis in _FACES[number])
        places = [normal - right + up, normal + right + up, normal + right - up, normal - right - up]
        corners: Doubles = self.middle + (np.array(places) * self.half) @ self.rotation.T
        return corners

    def _silhouette(self, lens: Lens, rectangle: tuple[int, int, int, int]) -> Floats:
        """Return the cover of the whole tile: the hull of its corners, rounded."""
        left, top, right, bottom = rectangle
        around = self.look.rounding * lens.focal / lens.depth(self.middle)
        mask = np.zeros((bottom - top, right - left), dtype=np.uint8)
        inner = lens.project(self.box(-self.look.rounding)) - (left, top)
        hull = cv2.convexHull(np.rint(inner * 16).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
        ring = hull[:, 0]
        radius = max(1, round(around * 16))
        for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            way = np.array([end[1] - start[1], start[0] - end[0]], dtype=np.float64)
            length = float(np.hypot(*way))
            cv2.circle(mask, (int(start[0]), int(start[1])), radius, 255, -1, cv2.LINE_AA, 4)
            if length > 0:
                out = np.rint(way / length * radius).astype(np.int32)
                quad = np.array([start - out, end - out, end + out, start + out], dtype=np.int32)
                cv2.fillConvexPoly(mask, quad, 255, cv2.LINE_AA, 4)
        return mask.astype(np.float32) * np.float32(1 / 255)

    def _plain(self, around: Surroundings) -> Floats:
        """Return the colour of the rounded edges, where no face is seen."""
        light = np.array(around.ambient) * 0.6 + np.array(around.table) * 0.4
        return np.asarray(np.array(self.look.colour) * light, dtype=np.float32)

    def _lit(self, lens: Lens, around: Surroundings, number: int) -> Floats:
        if number in (_FRONT, _BACK):
            return self._lit_face(lens, around, number)
        return self._lit_side(lens, around, number)

    def _points(self, number: int, across: Floats, up: Floats) -> Floats:
        """Return world points (3 x n) of places (mm from a face's middle)."""
        normal, right, over = (np.array(axis, dtype=np.float32) for axis in _FACES[number])
        half = self.half.astype(np.float32)
        own = (normal * half)[:, None] + right[:, None] * across + over[:, None] * up
        rotation = self.rotation.astype(np.float32)
        return np.asarray(rotation @ own + self.middle.astype(np.float32)[:, None], dtype=np.float32)

    def _normals(self, number: int, slopes: Floats) -> Floats:
        """Return world normals (3 x n) of slopes (2 x n) on a face."""
        axes = np.array(_FACES[number], dtype=np.float32)
        own = axes[0][:, None] + axes[1][:, None] * slopes[0] + axes[2][:, None] * slopes[1]
        own /= np.sqrt((own * own).sum(axis=0))
        return np.asarray(self.rotation.astype(np.float32) @ own, dtype=np.float32)

    def _lit_face(self, lens: Lens, around: Surroundings, number: int) -> Floats:
        """Return the front or the back, each pixel in its own light: their relief shows by it."""
        face = self.front if number == _FRONT else self.back
        rows, columns = face.gloss.shape
        density = np.float32(face.density)
        across, up = np.meshgrid(
            (np.arange(columns, dtype=np.float32) + np.float32(0.5)) / density
            - np.float32(self.look.long / 2),
            np.float32(self.look.wide / 2) - (np.arange(rows, dtype=np.float32) + np.float32(0.5)) / density,
        )
        points = self._points(number, across.ravel(), up.ravel())
        normals = self._normals(number, face.slopes.astype(np.float32).reshape(-1, 2).T)
        light = light_on(around, points, normals).T.reshape(rows, columns, 3)
        shine = mirrored_on(around, points, normals, lens.place, self.look.roughness)
        gloss = np.float32(self.look.gloss) * face.gloss.astype(np.float32)
        lit = face.paint.astype(np.float32) * light
        lit += shine.T.reshape(rows, columns, 3) * gloss[:, :, None]
        return np.ascontiguousarray(lit, dtype=np.float32)

    def _lit_side(self, lens: Lens, around: Surroundings, number: int) -> Floats:
        axes = np.abs(np.array(_FACES[number], dtype=np.float64))
        wide, high = float(axes[1] @ self.half), float(axes[2] @ self.half)
        span = (np.arange(_CELLS, dtype=np.float32) + np.float32(0.5)) / np.float32(_CELLS / 2) - 1
        across, up = np.meshgrid(span * np.float32(wide), -span * np.float32(high))
        points = self._points(number, across.ravel(), up.ravel())
        over = np.maximum(np.abs(up.ravel()) / np.float32(high) - np.float32(0.6), 0) / np.float32(0.4)
        slopes = np.stack([np.zeros_like(over), np.sign(up.ravel()) * over**2 * np.float32(0.9)])
        normals = self._normals(number, slopes)
        # Near the table a side sees little of the sky.
        sky = np.clip(np.float32(0.45) + points[2] / np.float32(12.0), 0.3, 1)
        paint = np.empty((3, points.shape[1]), dtype=np.float32)
        paint[:] = np.array(self.look.colour, dtype=np.float32)[:, None]
        share = up.ravel() / np.float32(2 * high) + np.float32(0.5)
        paint[:, share < self.look.back_share] = np.array(self.look.back, dtype=np.float32)[:, None]
        light = light_on(around, points, normals) * sky
        shine = mirrored_on(around, points, normals, lens.place, self.look.roughness)
        lit = paint * light + shine * np.float32(self.look.gloss) * sky
        cells = np.ascontiguousarray(lit.T.reshape(_CELLS, _CELLS, 3))
        return np.asarray(cv2.resize(cells, (4 * _CELLS, 4 * _CELLS)), dtype=np.float32)


def tile_rotation(face: str, turn: float) -> Doubles:
    """Return the rotation of a tile that lies face ``up``, ``down``, or stands on its long ``edge``."""
    along, across, out = np.eye(3)
    if face == "down":
        across, out = -across, -out
    elif face == "edge":
        across, out = out, -across
    elif face != "up":
        raise ValueError(f"a tile lies face up, down or on its edge, not {face!r}")
    own = np.column_stack([along, across, out])
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    rotation: Doubles = turned @ own
    return rotation


def lying_tile(
    look: TileLook, front: FacePaint, back: FacePaint, face: str, place: tuple[float, float], turn: float
) -> TileBody:
    """Return a tile on the table with its middle at a place (mm)."""
    rotation = tile_rotation(face, turn)
    half = np.array([look.long, look.wide, look.high]) / 2
    rise = float(np.abs(rotation[2]) @ half)
    return TileBody(look, front, back, np.array([*place, rise]), rotation)
