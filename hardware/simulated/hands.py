"""A hand over the table: fingers and a palm with a sleeve, reaching in from an edge of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np

from hardware.simulated.layering import Mask, dimmed, dyed, laid_over, share_of, softened
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


def _slopes(mask: np.ndarray, depth: float) -> Floats:
    """Return the slopes (height x width x 2) of a body that bulges out of a mask."""
    far = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3), depth) / depth
    height = np.sqrt(np.clip(1 - (1 - far) ** 2, 0, 1)).astype(np.float32)
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), max(1.0, depth * 0.15)), dtype=np.float32)
    slopes = (cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1))
    return np.asarray(np.dstack(slopes) * np.float32(depth / 8), dtype=np.float32)


def hand_reach(hand: Hand, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the rectangle (left, top, right, bottom, even) that a hand and its shadow can touch."""
    out = np.array([cos(hand.comes_from), sin(hand.comes_from)])
    ends = np.array([hand.tip, np.array(hand.tip) + out * hand.size * 12])
    left, top = np.clip(ends.min(axis=0) - 1.7 * hand.size, 0, size) // 2 * 2
    right, bottom = np.clip(ends.max(axis=0) + 1.7 * hand.size, 0, size) // 2 * 2
    return int(left), int(top), int(right), int(bottom)


def draw_hand(light: Floats, hand: Hand, look: Look) -> np.ndarray:
    """Draw a hand over a whole picture of linear light, in place; return where it covers it (bool)."""
    rows, columns = light.shape[:2]
    covered = np.zeros((rows, columns), dtype=bool)
    left, top, right, bottom = hand_reach(hand, (columns, rows))
    if right - left < 8 or bottom - top < 8:
        return covered
    whole, dark, body = _hand_picture(hand, look, (left, top, right, bottom))
    full = (right - left, bottom - top)
    part = light[top:bottom, left:right]
    shaded = dimmed(part, 1 - np.float32(0.6) * cv2.resize(dark, full))
    cover = np.asarray(cv2.resize(whole, full), dtype=np.uint8)
    over = np.asarray(cv2.resize(body, full), dtype=np.float32)
    part[:] = laid_over(shaded, over, share_of(cover))
    covered[top:bottom, left:right] = cover > 127
    return covered


def _hand_picture(hand: Hand, look: Look, reach: tuple[int, int, int, int]) -> tuple[Mask, Floats, Floats]:
    """Return, at half the size, where the hand is, its shadow (0 to 1) and its colours."""
    generator = np.random.default_rng([hand.seed, 7])
    left, top, right, bottom = reach
    rows, columns = (bottom - top) // 2, (right - left) // 2
    mask = np.zeros((rows, columns), dtype=np.uint8)
    out = np.array([cos(hand.comes_from), sin(hand.comes_from)])
    side = np.array([-out[1], out[0]])
    size = hand.size / 2
    tip = (np.array(hand.tip) - (left, top)) / 2
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
    whole = np.asarray(cv2.max(mask, arm), dtype=np.uint8)
    lamp = np.array(look.lamps[0].place)
    over = size * 0.35
    moved = np.array([[1, 0, -over * lamp[0] / lamp[2]], [0, 1, over * lamp[1] / lamp[2]]])
    dark = softened(np.asarray(cv2.warpAffine(whole, moved, (columns, rows)), dtype=np.uint8), 0.12 * size)
    towards = lamp / np.linalg.norm(lamp)
    skin = _SKINS[int(generator.integers(len(_SKINS)))]
    blue, green, red = (float(part) for part in generator.uniform(0.02, 0.3, 3))
    sleeve = (blue, green, red)
    picture = np.zeros((rows, columns, 3), dtype=np.float32)
    for part, colour, depth in ((mask, skin, 0.13 * size), (arm, sleeve, 0.4 * size)):
        slope = _slopes(part, depth)
        flat = 1 / np.sqrt(1 + slope[:, :, 0] ** 2 + slope[:, :, 1] ** 2)
        lit = flat * (towards[2] - slope[:, :, 0] * towards[0] + slope[:, :, 1] * towards[1])
        shade = 0.45 + 0.75 * np.clip(lit, 0, 1)
        for cell, strong in ((20, 0.07), (2, 0.06)):
            field = generator.normal(1, strong, (rows // cell + 1, columns // cell + 1)).astype(np.float32)
            shade = shade * cv2.resize(field, (columns, rows))
        body = dyed(shade.astype(np.float32), colour)
        picture[part > 0] = body[part > 0]
    for end, thick in nails:
        spot = (round(float(end[0])), round(float(end[1])))
        shape = (max(1, round(thick * 0.75)), max(1, round(thick * 0.5)))
        light = [part * 1.15 + 0.03 for part in skin]
        cv2.ellipse(picture, spot, shape, hand.comes_from * 180 / pi, 0, 360, light, -1, cv2.LINE_AA)
    return whole, dark, picture.astype(np.float32)
