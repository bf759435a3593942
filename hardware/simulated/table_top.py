"""The table without its dice: surface, tray and clutter, lit by the lamps, as linear light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.clutter import lay_clutter
from hardware.simulated.flaws import shading
from hardware.simulated.layering import dimmed, laid_over, share_of, softened
from hardware.simulated.lens import Doubles, Floats, Lens
from hardware.simulated.look import Look, TrayLook
from hardware.simulated.mat_print import lay_mat
from hardware.simulated.surfaces import make_surface, rough

_GLOSSY = {"desk": 0.05, "stone": 0.08, "leather": 0.03, "print": 0.03, "rubber": 0.012, "wood": 0.02}
_COARSE = 8


@dataclass(frozen=True)
class TableTop:
    """`light` (height x width x 3, linear BGR), the lamps' shares of it, and its mean colour; `shade` is what
    somebody's shadow leaves of the light on each pixel (height x width), also on what lies there."""

    light: Floats
    shares: tuple[float, ...]
    colour: tuple[float, float, float]
    shade: Floats | None = None


def build_table_top(look: Look) -> TableTop:
    """Return the picture of the empty table, decided by the look alone."""
    generator = np.random.default_rng([look.seed, 2])
    lens = look.lens
    sheet, to_sheet = _sheet(lens)
    height, width = sheet
    scale = float(np.clip(lens.focal / lens.distance / 3.5, 0.5, 2.0))
    seen = make_surface(generator, look.surface, height, width, scale)
    floor = None
    if look.tray is not None:
        floor = make_surface(generator, look.tray.floor, height, width, scale)
    if look.mat is not None:
        seen = lay_mat(seen, to_sheet, look.mat)
    lay_clutter(generator, look, seen, to_sheet)
    picture = _seen(seen, to_sheet, lens)
    if look.tray is not None and floor is not None:
        picture = _with_tray(generator, look, look.tray, picture, _seen(floor, to_sheet, lens))
    light, shares = _lighting(look)
    lit = np.asarray(cv2.multiply(picture, light), dtype=np.float32)
    gloss = _GLOSSY.get(look.tray.floor if look.tray else look.surface, 0.0)
    if gloss and look.level != "plain" and look.mat is None:
        lit += _mirrored_lamps(look) * np.float32(gloss)
    shade = None if look.flaws.shade is None else shading(look.flaws.shade, lens.size)
    if shade is not None:
        lit = dimmed(lit, shade)
    mean = lit.reshape(-1, 3)[::97].mean(axis=0)
    return TableTop(lit, shares, (float(mean[0]), float(mean[1]), float(mean[2])), shade)


def _sheet(lens: Lens) -> tuple[tuple[int, int], Doubles]:
    """Return the size (height, width) of a flat sheet that covers the view, and millimetres to its pixels."""
    width, height = lens.size
    # A bent picture may reach farthest at the middles of its edges.
    steps = np.linspace(0, 1, 9)
    edge = np.array([(width * step, height * side) for step in steps for side in (0, 1)])
    upright = np.array([(width * side, height * step) for step in steps for side in (0, 1)])
    corners = lens.table_points(np.concatenate([edge, upright]))
    low, high = corners.min(axis=0) - 2, corners.max(axis=0) + 2
    density = min(lens.focal / lens.distance, float(1700 / (high - low).max()))
    matrix = np.array([[density, 0, -low[0] * density], [0, -density, high[1] * density], [0, 0, 1.0]])
    across, down = np.ceil((high - low) * density).astype(int)
    return (int(down), int(across)), matrix


def _seen(sheet: Floats, to_sheet: Doubles, lens: Lens) -> Floats:
    """Return a flat sheet that lies on the table as the lens sees it."""
    if not lens.bend:
        warp = lens.table_to_picture() @ np.linalg.inv(to_sheet)
        seen = cv2.warpPerspective(
            sheet, warp, lens.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(seen, dtype=np.float32)
    # Between every eighth pixel the way to the sheet is as good as straight.
    columns, rows = lens.size[0] // _COARSE + 2, lens.size[1] // _COARSE + 2
    down, across = np.mgrid[0:rows, 0:columns].reshape(2, -1) * float(_COARSE)
    points = lens.table_points(np.column_stack([across, down]))
    places = (points @ to_sheet[:2, :2].T + to_sheet[:2, 2]).astype(np.float32).reshape(rows, columns, 2)
    finer = np.array([[1 / _COARSE, 0, 0], [0, 1 / _COARSE, 0]])
    way = cv2.warpAffine(places, finer, lens.size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    seen = cv2.remap(sheet, way[..., 0], way[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def _coarse_points(lens: Lens) -> tuple[Doubles, tuple[int, int]]:
    columns, rows = lens.size[0] // _COARSE, lens.size[1] // _COARSE
    across, down = np.meshgrid(
        np.linspace(0, lens.size[0] - 1, columns), np.linspace(0, lens.size[1] - 1, rows)
    )
    return lens.table_points(np.column_stack([across.ravel(), down.ravel()])), (rows, columns)


def _lighting(look: Look) -> tuple[Floats, tuple[float, ...]]:
    points, (rows, columns) = _coarse_points(look.lens)
    total = np.tile(np.array(look.ambient, dtype=np.float64), (len(points), 1))
    shares = []
    for lamp in look.lamps:
        place = np.array(lamp.place)
        away = place - np.column_stack([points, np.zeros(len(points))])
        length = np.linalg.norm(away, axis=1)
        strength = away[:, 2] / length * (np.linalg.norm(place) / length) ** 2
        total += strength[:, None] * np.array(lamp.light)
        shares.append(float(strength.mean() * np.mean(lamp.light)))
    whole = float(total.mean())
    coarse = total.reshape(rows, columns, 3).astype(np.float32)
    full = cv2.resize(coarse, look.lens.size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(full, dtype=np.float32), tuple(share / whole for share in shares)


def _mirrored_lamps(look: Look) -> Floats:
    points, (rows, columns) = _coarse_points(look.lens)
    way = np.column_stack([points, np.zeros(len(points))]) - look.lens.place
    way[:, 2] = -way[:, 2]
    glow = np.zeros((len(points), 3))
    for lamp in look.lamps:
        climb = lamp.place[2] / way[:, 2]
        aside = np.hypot(
            points[:, 0] + way[:, 0] * climb - lamp.place[0], points[:, 1] + way[:, 1] * climb - lamp.place[1]
        )
        glow += (
            np.exp(-((aside / (0.45 * lamp.width + 0.12 * lamp.place[2])) ** 2))[:, None]
            * np.array(lamp.light)
            * 4
        )
    coarse = glow.reshape(rows, columns, 3).astype(np.float32)
    return np.asarray(cv2.resize(coarse, look.lens.size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def tray_outline(tray: TrayLook, grow: float, count: int = 24) -> Doubles:
    """Return the outline (n x 2, mm, anticlockwise) of a tray's inside, grown by so many mm."""
    half_width, half_depth = tray.half_width + grow, tray.half_depth + grow
    corner = max(min(tray.corner + grow, half_width, half_depth), 0.5)
    points = []
    for quarter, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(count):
            angle = (quarter + step / (count - 1)) * np.pi / 2
            middle = (x * (half_width - corner), y * (half_depth - corner))
            points.append((middle[0] + corner * np.cos(angle), middle[1] + corner * np.sin(angle)))
    return np.array(points)


def _pixels(lens: Lens, outline: Doubles, height: float) -> np.ndarray:
    seen = lens.project(np.column_stack([outline, np.full(len(outline), height)]))
    return np.rint(np.clip(seen, -4000, 6000) * 16).astype(np.int32)


def _with_tray(
    generator: np.random.Generator, look: Look, tray: TrayLook, table: Floats, floor: Floats
) -> Floats:
    lens = look.lens
    height, width = table.shape[:2]
    picture = table
    # The table beside the tray lies in the shadow of its rim.
    skirt = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(skirt, [_pixels(lens, tray_outline(tray, tray.rim * 1.6), 0.0)], 255, cv2.LINE_AA, 4)
    picture = dimmed(picture, 1 - np.float32(0.6) * softened(skirt, max(2.0, tray.rim)))
    lamp = look.lamps[0]
    towards = np.array(lamp.place) / np.linalg.norm(lamp.place)
    colour = np.array(tray.colour)
    outer, inner = tray_outline(tray, tray.rim), tray_outline(tray, 0.0)
    top = tuple(float(part) for part in colour * (0.7 + 0.6 * towards[2]))
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(mask, [_pixels(lens, outer, tray.high)], 255, cv2.LINE_AA, 4)
    walls = picture.copy()
    cv2.fillPoly(walls, [_pixels(lens, outer, tray.high)], top, cv2.LINE_AA, 4)
    round_edge = tray_outline(tray, tray.rim * 0.55)
    bright = tuple(float(part) for part in colour * (1.1 + 0.9 * towards[2]) + 0.01)
    cv2.polylines(
        walls,
        [_pixels(lens, round_edge, tray.high * 1.02)],
        True,
        bright,
        max(1, round(tray.rim * 0.7)),
        cv2.LINE_AA,
        4,
    )
    low, high = _pixels(lens, inner, 0.0), _pixels(lens, inner, tray.high)
    for number in range(len(inner)):
        after = (number + 1) % len(inner)
        along = inner[after] - inner[number]
        length = float(np.hypot(*along))
        if length < 1e-6:
            continue
        inward = np.array([-along[1], along[0], 0.0]) / length
        facing = 0.35 + 0.9 * max(0.0, float(inward @ towards))
        shade = tuple(float(part) for part in colour * facing)
        quad = np.array([low[number], low[after], high[after], high[number]])
        cv2.fillConvexPoly(walls, quad, shade, cv2.LINE_8, 4)
    walls = dimmed(walls, 1 + np.float32(0.12) * rough(generator, height, width, 2.0))
    picture = laid_over(picture, walls, share_of(mask))
    mask[:] = 0
    cv2.fillPoly(mask, [low], 255, cv2.LINE_AA, 4)
    lit = np.zeros((height, width), dtype=np.uint8)
    shift = -tray.high * towards[:2] / max(towards[2], 0.3)
    cv2.fillPoly(lit, [_pixels(lens, inner + shift, 0.0)], 255, cv2.LINE_AA, 4)
    blur = max(2.0, 0.35 * tray.high * lens.focal / lens.distance)
    dark_corners = np.float32(0.4) + np.float32(0.6) * softened(mask, blur)
    floor = dimmed(floor, (np.float32(0.5) + np.float32(0.5) * softened(lit, blur)) * dark_corners)
    return laid_over(picture, floor, share_of(mask))
