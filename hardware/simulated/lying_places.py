"""Where cards and tiles come to lie: in view, inside tray or mat, apart from each other or touching."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np

from hardware.simulated.lens import Doubles
from hardware.simulated.look import Look
from hardware.simulated.mat_print import placed_mat
from hardware.simulated.placing import in_tray, squares_apart

_TRIES = 160
_GAP_MM = 4.0
_MARGIN_PX = 10.0


def rectangle(place: tuple[float, float], size: tuple[float, float], turn: float) -> Doubles:
    """Return the four corners (mm) of a rectangle about a place."""
    wide, high = size[0] / 2, size[1] / 2
    corners = np.array([[-wide, high], [wide, high], [wide, -high], [-wide, -high]])
    matrix = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    placed: Doubles = corners @ matrix.T + place
    return placed


def free_place(
    generator: np.random.Generator,
    look: Look,
    size: tuple[float, float],
    turn: float,
    others: Sequence[Doubles],
) -> tuple[float, float]:
    """Return a place for a rectangle (mm): wholly in view and in the tray or on the mat, where that can be.

    Where there is no such place, it may lie over the tray's rim or the mat's marks, or at last on others.
    """
    # People put things in the middle of what they take for the camera's view.
    spread = np.array(look.lens.size) * 0.28
    for strict in (True, False):
        for _ in range(_TRIES):
            spot = np.array(look.lens.size) / 2 + np.clip(generator.normal(0, 1, 2), -1.6, 1.6) * spread
            x, y = (float(part) for part in look.lens.table_points(spot[None])[0])
            square = rectangle((x, y), size, turn)
            if not _in_view(look, square) or (strict and not _inside(look, square)):
                continue
            if all(squares_apart(square, other, _GAP_MM) for other in others):
                return x, y
    x, y = (float(part) for part in look.lens.table_points(np.array([look.lens.size]) / 2)[0])
    return x, y


def beside_place(
    generator: np.random.Generator, look: Look, size: tuple[float, float], others: Sequence[Doubles]
) -> tuple[tuple[float, float], float]:
    """Return a place and a turn at which a tile touches one of those that lie already."""
    for number in range(_TRIES):
        other = others[int(generator.integers(len(others)))]
        middle = other.mean(axis=0)
        along = other[1] - other[0]
        yaw = float(np.arctan2(along[1], along[0]))
        half = np.array([np.hypot(*along), np.hypot(*(other[2] - other[1]))]) / 2
        quarter = int(generator.integers(4))
        across = generator.random() < 0.4
        own = np.array(size)[::-1] / 2 if across else np.array(size) / 2
        side = quarter % 2
        slide = float(generator.choice([0.0, 0.0, 0.5, -0.5])) * half[1 - side] + float(
            generator.normal(0, 0.6)
        )
        gap = float(generator.uniform(0.15, 0.6))
        away = (half[side] + own[side] + gap) * (1 if quarter < 2 else -1)
        step = np.array([away, slide]) if side == 0 else np.array([slide, away])
        turned = np.array([[cos(yaw), -sin(yaw)], [sin(yaw), cos(yaw)]]) @ step
        turn = yaw + (pi / 2 if across else 0.0) + pi * int(generator.integers(2))
        square = rectangle((float(middle[0] + turned[0]), float(middle[1] + turned[1])), size, turn)
        apart = all(squares_apart(square, lain, 0.05) for lain in others)
        if apart and _in_view(look, square) and (number > _TRIES // 2 or _inside(look, square)):
            spot = square.mean(axis=0)
            return (float(spot[0]), float(spot[1])), turn
    turn = float(generator.uniform(-pi, pi))
    return free_place(generator, look, size, turn, others), turn


def cut_place(
    generator: np.random.Generator, look: Look, aim: Doubles, over_mm: float
) -> tuple[float, float]:
    """Return the point of the table at the picture's edge (`over_mm` beyond it) that is nearest to `aim`."""
    lens = look.lens
    width, height = lens.size
    spot = lens.project(np.array([aim]))[0]
    scale = lens.focal / lens.distance
    edges = {0: spot[0], 1: width - spot[0], 2: spot[1], 3: height - spot[1]}
    edge = min(edges, key=lambda side: float(edges[side]))
    over = over_mm * scale
    target = spot.copy()
    if edge < 2:
        target[0] = -over if edge == 0 else width + over
    else:
        target[1] = -over if edge == 2 else height + over
    x, y = lens.table_points(target[None])[0]
    return float(x), float(y)


def _in_view(look: Look, square: Doubles) -> bool:
    pixels = look.lens.project(np.column_stack([square, np.full(len(square), 6.0)]))
    width, height = look.lens.size
    return bool((pixels >= _MARGIN_PX).all() and (pixels <= (width - _MARGIN_PX, height - _MARGIN_PX)).all())


def _inside(look: Look, square: Doubles) -> bool:
    if look.mat is not None:
        return placed_mat(look.mat).holds(square)
    return look.tray is None or in_tray(look.tray, square)
