"""Things that lie about on a table: pens, coins, cables, cards, a telephone; with their shadows."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.layering import dimmed, softened
from hardware.simulated.lens import Doubles, Floats
from hardware.simulated.look import Look


def lay_clutter(generator: np.random.Generator, look: Look, sheet: Floats, to_sheet: Doubles) -> None:
    """Draw as many things on a sheet (height x width x 3) as the look asks for."""
    density = float(to_sheet[0, 0])
    for _ in range(look.clutter):
        _THINGS[int(generator.integers(len(_THINGS)))](generator, sheet, density)
    if look.flaws.crumbs:
        _crumbs(np.random.default_rng([look.seed, 14]), look.flaws.crumbs, sheet, density)


def _shadow(sheet: Floats, mask: np.ndarray, shift: tuple[float, float], soft: float) -> None:
    moved = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), mask.shape[::-1])
    dark = softened(np.asarray(moved, dtype=np.uint8), soft)
    sheet[:] = dimmed(sheet, 1 - np.float32(0.55) * dark)


def _place(generator: np.random.Generator, sheet: Floats) -> tuple[float, float]:
    height, width = sheet.shape[:2]
    return float(generator.uniform(0.05, 0.95)) * width, float(generator.uniform(0.05, 0.95)) * height


def _colour(generator: np.random.Generator) -> np.ndarray:
    dark = np.array([0.02, 0.02, 0.02]) if generator.random() < 0.4 else generator.uniform(0.01, 0.5, 3)
    return dark.astype(np.float32)


def _pen(generator: np.random.Generator, sheet: Floats, density: float) -> None:
    height, width = sheet.shape[:2]
    x, y = _place(generator, sheet)
    angle = float(generator.uniform(0, 2 * np.pi))
    long, thick = 140 * density, float(generator.uniform(7, 11)) * density
    way = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-way[1], way[0]])
    across = np.arange(width, dtype=np.float32)[None, :] - np.float32(x)
    down = np.arange(height, dtype=np.float32)[:, None] - np.float32(y)
    along = across * np.float32(way[0]) + down * np.float32(way[1])
    beside = across * np.float32(side[0]) + down * np.float32(side[1])
    tip = np.clip((along + long / 2) / (thick * 1.8), 0.15, 1)
    inside = (np.abs(along) < long / 2) & (np.abs(beside) < thick / 2 * tip)
    _shadow(sheet, inside.astype(np.uint8) * 255, (thick * 0.3, thick * 0.35), max(1.0, thick * 0.25))
    where = np.nonzero(inside)
    bend = beside[where] / (thick / 2)
    shade = np.sqrt(np.clip(1 - bend**2, 0, 1)) * 0.8 + 0.2
    barrel, grip = _colour(generator), _colour(generator)
    share = (along[where] + long / 2) / long
    paint = np.where((share < 0.3)[:, None], grip, barrel)
    paint = np.where(((share > 0.55) & (share < 0.57))[:, None], np.float32(0.6), paint)
    shine = np.exp(-(((bend + 0.35) / 0.12) ** 2)) * 0.5
    sheet[where] = paint * shade[:, None] + shine[:, None]


def _coin(generator: np.random.Generator, sheet: Floats, density: float) -> None:
    x, y = _place(generator, sheet)
    radius = float(generator.uniform(8, 13)) * density
    mask = np.zeros(sheet.shape[:2], dtype=np.uint8)
    cv2.circle(mask, (round(x), round(y)), round(radius), 255, -1, cv2.LINE_AA)
    _shadow(sheet, mask, (radius * 0.08, radius * 0.1), max(1.0, radius * 0.08))
    metal = np.array(
        [(0.35, 0.42, 0.45), (0.08, 0.30, 0.45), (0.06, 0.14, 0.32)][int(generator.integers(3))], np.float32
    )
    left, top = max(0, int(x - radius) - 1), max(0, int(y - radius) - 1)
    right, bottom = int(x + radius) + 2, int(y + radius) + 2
    part = sheet[top:bottom, left:right]
    if not part.size:
        return
    rows, columns = part.shape[:2]
    across = (np.arange(left, left + columns, dtype=np.float32) - np.float32(x))[None, :] / np.float32(radius)
    down = (np.arange(top, top + rows, dtype=np.float32) - np.float32(y))[:, None] / np.float32(radius)
    far = np.hypot(across, down)
    relief = cv2.GaussianBlur(
        generator.random((rows, columns), dtype=np.float32), (0, 0), max(1.0, radius / 9)
    )
    ring = np.exp(-(((far - 0.9) / 0.04) ** 2))
    shade = 0.7 + 0.3 * (across - down) + 2.6 * (relief - 0.5) * (far < 0.8) + 0.5 * ring
    share = np.clip((1 - far) * radius, 0, 1)[:, :, None]
    part[:] = part * (1 - share) + np.clip(shade, 0.1, 2)[:, :, None] * metal * share


def _cable(generator: np.random.Generator, sheet: Floats, density: float) -> None:
    x, y = _place(generator, sheet)
    turns = np.cumsum(generator.normal(0, 0.16, 60)) + float(generator.uniform(0, 6.28))
    steps = np.column_stack([np.cos(turns), np.sin(turns)]) * 5 * density
    points = np.rint((np.cumsum(steps, axis=0) + np.array([x, y])) * 16).astype(np.int32)
    thick = max(2, round(float(generator.uniform(3, 5)) * density))
    mask = np.zeros(sheet.shape[:2], dtype=np.uint8)
    cv2.polylines(mask, [points], False, 255, thick, cv2.LINE_AA, 4)
    _shadow(sheet, mask, (thick * 0.3, thick * 0.4), max(1.0, thick * 0.4))
    colour = _colour(generator)
    cv2.polylines(sheet, [points], False, colour.tolist(), thick, cv2.LINE_AA, 4)
    light = (colour * 1.5 + 0.04).tolist()
    cv2.polylines(sheet, [points - 4 * thick], False, light, max(1, thick // 4), cv2.LINE_AA, 4)


def _crumbs(generator: np.random.Generator, count: int, sheet: Floats, density: float) -> None:
    """Crumbs, fluff and drops, most of them as small as pips or smaller, some in a heap."""
    heap = np.array(_place(generator, sheet))
    for _ in range(count):
        near = generator.random() < 0.4
        x, y = heap + generator.normal(0, 12 * density, 2) if near else _place(generator, sheet)
        radius = float(np.exp(generator.uniform(np.log(0.3), np.log(1.6)))) * density
        size = np.array([radius, radius * float(generator.uniform(0.4, 1.0))])
        pale = float(generator.choice([0.01, 0.03, 0.2, 0.6]))
        colour = np.array([0.7, 0.85, 1.0]) * pale * float(generator.uniform(0.7, 1.2))
        turn = float(generator.uniform(0, 180))
        for shift, ink in ((0.5 * radius, None), (0.0, colour)):
            spot = (round((x + shift) * 16), round((y + 1.2 * shift) * 16))
            axes = (max(8, round(float(size[0]) * 16)), max(8, round(float(size[1]) * 16)))
            here = sheet[int(np.clip(y, 0, sheet.shape[0] - 1)), int(np.clip(x, 0, sheet.shape[1] - 1))]
            tone = (here * 0.55 if ink is None else ink).tolist()
            cv2.ellipse(sheet, spot, axes, turn, 0, 360, tone, -1, cv2.LINE_AA, 4)


def _slab(generator: np.random.Generator, sheet: Floats, density: float) -> None:
    """A playing card, a note or a telephone."""
    x, y = _place(generator, sheet)
    long, wide = [(88, 63), (76, 76), (150, 72)][kind := int(generator.integers(3))]
    box = cv2.boxPoints(((x, y), (long * density, wide * density), float(generator.uniform(0, 180))))
    corners = np.rint(box * 16).astype(np.int32)
    mask = np.zeros(sheet.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, corners, 255, cv2.LINE_AA, 4)
    high = (0.3, 0.3, 8.0)[kind] * density
    _shadow(sheet, mask, (high * 0.5, high * 0.6), max(0.8, high * 0.5))
    colour = [np.array([0.7, 0.72, 0.72]), np.array([0.1, 0.6, 0.75]), np.array([0.012, 0.012, 0.012])][kind]
    cv2.fillConvexPoly(sheet, corners, colour.tolist(), cv2.LINE_AA, 4)
    if kind == 0:
        ink = [(0.02, 0.02, 0.4), (0.02, 0.02, 0.02)][int(generator.integers(2))]
        way, side = (box[1] - box[0]) / long, (box[2] - box[1]) / wide
        for share in (0.25, 0.5, 0.75):
            for beside in (0.3, 0.7):
                spot = box[0] + way * long * share + side * wide * beside
                cv2.circle(
                    sheet,
                    (round(float(spot[0])), round(float(spot[1]))),
                    round(4.5 * density),
                    ink,
                    -1,
                    cv2.LINE_AA,
                )
    elif kind == 2:
        cv2.polylines(sheet, [corners], True, (0.2, 0.2, 0.2), max(1, round(density)), cv2.LINE_AA, 4)


_THINGS = (_pen, _coin, _cable, _slab, _pen, _coin)
