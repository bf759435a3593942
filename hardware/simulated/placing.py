"""Where dice come to rest: apart or touching, inside the tray and inside the picture."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import numpy as np

from hardware.simulated.dice_geometry import resting
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Doubles, Lens
from hardware.simulated.look import DieLook, Look, TrayLook
from hardware.simulated.mat_print import placed_mat

_TRIES = 250


def squares_apart(one: Doubles, other: Doubles, gap: float) -> bool:
    """Say whether two squares (4 x 2 corners) are at least `gap` mm apart across one of their edges."""
    for square in (one, other):
        for edge in (square[1] - square[0], square[2] - square[1]):
            normal = np.array([-edge[1], edge[0]]) / hypot(edge[0], edge[1])
            first, second = one @ normal, other @ normal
            if first.min() > second.max() + gap or second.min() > first.max() + gap:
                return True
    return False


def footprint(look: DieLook, x: float, y: float, yaw: float) -> Doubles:
    """Return the four corners (mm) of the square a die stands on."""
    half = look.edge_mm / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turn = np.array([[cos(yaw), -sin(yaw)], [sin(yaw), cos(yaw)]])
    square: Doubles = corners @ turn.T + (x, y)
    return square


def standing_square(body: DieBody) -> Doubles:
    """Return the four corners (mm) of the square below a die that lies flat."""
    level = int(np.argmin(np.abs(body.rotation[2])))
    yaw = float(np.arctan2(body.rotation[1, level], body.rotation[0, level]))
    return footprint(body.look, float(body.middle[0]), float(body.middle[1]), yaw)


def in_tray(tray: TrayLook, square: Doubles) -> bool:
    corner = min(tray.corner, tray.half_width, tray.half_depth)
    beyond = np.maximum(np.abs(square) - (tray.half_width - corner, tray.half_depth - corner), 0)
    return bool((np.hypot(beyond[:, 0], beyond[:, 1]) <= corner - 1.0).all())


def in_picture(lens: Lens, body: DieBody, margin: float) -> bool:
    pixels = lens.project(body.corners())
    width, height = lens.size
    return bool((pixels >= margin).all() and (pixels <= (width - margin, height - margin)).all())


def lying(look: DieLook, value: int, x: float, y: float, yaw: float) -> DieBody:
    """Return a die that lies flat on the table at a place in mm."""
    middle = np.array([x, y, look.edge_mm / 2])
    return DieBody(look, middle, resting(look.layout, value, yaw))


def place_dice(generator: np.random.Generator, look: Look, values: tuple[int, ...]) -> tuple[DieBody, ...]:
    """Return dice with the given values at rest, in the makes of the look, none overlapping.

    Raises `ValueError` when the picture has no room for so many.
    """
    for _ in range(12):
        placed = _try_to_place(generator, look, values)
        if placed is not None:
            return placed
    raise ValueError(f"no room for {len(values)} dice in the picture")


def _try_to_place(
    generator: np.random.Generator, look: Look, values: tuple[int, ...]
) -> tuple[DieBody, ...] | None:
    lens = look.lens
    width, height = lens.size
    mat = placed_mat(look.mat) if look.mat is not None else None
    bodies: list[DieBody] = []
    squares: list[Doubles] = []
    yaws: list[float] = []
    for number, value in enumerate(values):
        make = look.dice[number % len(look.dice)]
        edge_px = make.edge_mm * lens.focal / lens.distance
        cut = look.may_be_cut and generator.random() < 0.03
        margin = -1.2 * edge_px if cut else 8.0
        for _ in range(_TRIES):
            touching = bool(bodies) and not cut and generator.random() < look.touching
            gap = (
                0.02 * make.edge_mm if touching else (0.35 if look.level == "plain" else 0.08) * make.edge_mm
            )
            if touching:
                x, y, yaw = _beside(generator, make, squares, yaws)
            else:
                spot = np.array([generator.uniform(0, width), generator.uniform(0, height)])
                if cut:
                    side = int(generator.integers(2))
                    spot[side] = (
                        lens.size[side] * int(generator.integers(2)) + generator.normal(0, 0.3) * edge_px
                    )
                x, y = (float(part) for part in lens.table_points(spot[None])[0])
                yaw = float(generator.uniform(0, 2 * pi))
            square = footprint(make, x, y, yaw)
            if look.tray is not None and not in_tray(look.tray, square):
                continue
            if mat is not None and not mat.holds(square):
                continue
            if not all(squares_apart(square, other, gap) for other in squares):
                continue
            body = lying(make, value, x, y, yaw)
            if not in_picture(lens, body, margin):
                continue
            bodies.append(body)
            squares.append(square)
            yaws.append(yaw)
            break
        else:
            return None
    return tuple(bodies)


def _beside(
    generator: np.random.Generator, make: DieLook, squares: list[Doubles], yaws: list[float]
) -> tuple[float, float, float]:
    """Return a place where a die leans side to side, or nearly, with one that lies already."""
    chosen = int(generator.integers(len(squares)))
    middle = squares[chosen].mean(axis=0)
    other_half = hypot(*(squares[chosen][1] - squares[chosen][0])) / 2
    flush = generator.random() < 0.6
    yaw = yaws[chosen] + (0.0 if flush else float(generator.uniform(-0.6, 0.6)))
    way = yaws[chosen] + pi / 2 * int(generator.integers(4))
    spread = 0.0 if flush else abs(sin(2 * (yaw - yaws[chosen]))) * 0.42
    away = other_half + make.edge_mm / 2 * (1.03 + spread) + 0.02 * make.edge_mm
    slide = float(generator.uniform(-0.6, 0.6)) * make.edge_mm
    x = middle[0] + away * cos(way) - slide * sin(way)
    y = middle[1] + away * sin(way) + slide * cos(way)
    return float(x), float(y), yaw
