"""A hand over the table: fingers and a palm with a sleeve, reaching in from an edge of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np

from hardware.simulated.lens import Floats
from hardware.simulated.look import Look

_SKINS = ((0.20, 0.32, 0.58), (0.28, 0.40, 0.66), (0.05, 0.10, 0.20), (0.10, 0.19, 0.38))
# For each finger: where it leaves the palm, its lean and its length, in widths of the palm.
_FINGERS = (
    (-0.42, -0.16, 0.78, 0.115), (-0.15, -0.05, 0.92, 0.125),
    (0.13, 0.04, 0.88, 0.12), (0.38, 0.16, 0.68, 0.10),
)  # fmt: skip


@dataclass(frozen=True)
class Hand:
    """A hand whose middle fingers reach about a pixel, coming from a direction (radians).

    `size` is the width of its palm in pixels; `seed` decides skin, fingers and sleeve.
    """

    tip: tuple[float, float]
    comes_from: float
    size: float
    seed: int


def _capsule(mask: np.ndarray, start: np.ndarray, end: np.ndarray, radius: float) -> None:
    first, last = np.rint(start * 16).astype(int), np.rint(end * 16).astype(int)
    cv2.line(
        mask,
        (int(first[0]), int(first[1])),
        (int(last[0]), int(last[1])),
        255,
        max(1, round(radius * 2)),
        cv2.LINE_AA,
        4,
    )


def _rounded(mask: np.ndarray, depth: float) -> tuple[np.ndarray, np.ndarray]:
    """Return height and slope of a body that bulges out of a mask."""
    far = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3), depth) / depth
    height = np.sqrt(np.clip(1 - (1 - far) ** 2, 0, 1)).astype(np.float32)
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), max(1.0, depth * 0.15)), dtype=np.float32)
    slope = np.dstack(
        [cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)]
    ) * np.float32(depth / 8)
    return height, slope


def draw_hand(light: Floats, hand: Hand, look: Look) -> np.ndarray:
    """Draw a hand over a whole picture of linear light, in place; return where it covers it (bool)."""
    generator = np.random.default_rng([hand.seed, 7])
    rows, columns = light.shape[:2]
    mask = np.zeros((rows, columns), dtype=np.uint8)
    out = np.array([cos(hand.comes_from), sin(hand.comes_from)])
    side = np.array([-out[1], out[0]])
    size = hand.size
    tip = np.array(hand.tip)
    knuckles = tip + out * size * 0.92
    wrist = knuckles + out * size * 1.15
    bend = float(generator.uniform(0.8, 1.05))
    nails = []
    for beside, lean, long, thick in _FINGERS:
        start = knuckles + side * beside * size * 0.9
        end = start - (out * cos(lean) - side * sin(lean)) * long * size * bend
        _capsule(mask, start, end, thick * size)
        nails.append((end, thick * size))
    which = 1 if generator.random() < 0.5 else -1
    thumb = knuckles + out * size * 0.75 + side * which * size * 0.42
    _capsule(mask, thumb, thumb - out * size * 0.45 + side * which * size * 0.42, 0.135 * size)
    _capsule(mask, knuckles + out * 0.2 * size, wrist - out * 0.3 * size, 0.47 * size)
    _capsule(mask, wrist - out * 0.4 * size, wrist + out * 3 * size, 0.30 * size)
    arm = np.zeros_like(mask)
    _capsule(arm, wrist + out * 0.55 * size, wrist + out * 9 * size, 0.46 * size)
    whole = cv2.max(mask, arm)
    lamp = np.array(look.lamps[0].place)
    over = size * 0.35
    shift = (-over * lamp[0] / lamp[2], over * lamp[1] / lamp[2])
    moved = cv2.warpAffine(whole, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (columns, rows))
    small = cv2.resize(moved, (columns // 4, rows // 4), interpolation=cv2.INTER_AREA)
    dark = cv2.resize(cv2.GaussianBlur(small, (0, 0), max(1.0, size * 0.03)), (columns, rows))
    light *= (1 - np.float32(0.6 / 255) * dark.astype(np.float32))[:, :, None]
    towards = lamp / np.linalg.norm(lamp)
    skin = np.array(_SKINS[int(generator.integers(len(_SKINS)))], dtype=np.float32)
    sleeve = np.array(generator.uniform(0.02, 0.3, 3), dtype=np.float32)
    for part, colour, depth in ((mask, skin, 0.13 * size), (arm, sleeve, 0.4 * size)):
        _, slope = _rounded(part, depth)
        flat = 1 / np.sqrt(1 + (slope**2).sum(axis=2))
        lit = flat * (towards[2] - slope[:, :, 0] * towards[0] + slope[:, :, 1] * towards[1])
        shade = 0.45 + 0.75 * np.clip(lit, 0, 1)
        blotch = cv2.resize(
            generator.normal(1, 0.07, (rows // 40, columns // 40)).astype(np.float32), (columns, rows)
        )
        fine = cv2.resize(
            generator.normal(1, 0.06, (rows // 3, columns // 3)).astype(np.float32), (columns, rows)
        )
        body = (shade * blotch * fine).astype(np.float32)[:, :, None] * colour
        share = part.astype(np.float32)[:, :, None] / np.float32(255)
        light += (body - light) * share
    for end, thick in nails:
        spot = (round(float(end[0])), round(float(end[1])))
        shape = (max(1, round(thick * 0.75)), max(1, round(thick * 0.5)))
        cv2.ellipse(
            light,
            spot,
            shape,
            hand.comes_from * 180 / pi,
            0,
            360,
            (skin * 1.15 + 0.03).tolist(),
            -1,
            cv2.LINE_AA,
        )
    return np.asarray(whole > 127)
