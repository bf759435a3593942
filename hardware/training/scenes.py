"""Scenes to learn from: a square picture of a table with dice, and what a reader should say about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training import backgrounds, clutter
from hardware.training.die_drawing import CUBE, Die, Make, View, fill, paint, some_make

Floats = NDArray[Any]
Generator = np.random.Generator

SIZE = 320
#: Edges in pixels that are learnt; a little beyond them nothing is asked, further away they are nothing.
LEAST, MOST = 14.0, 64.0
NEARLY = 1.25
#: The labels beside the six values.
COCKED, UNREADABLE, IGNORE = 7, 8, 0


#: A die leans by so many radians (12 to 40 degrees); less than that, nothing is asked about it.
_LEANS = (0.21, 0.7)
_HARDLY = (0.08, 0.2)


@dataclass(frozen=True)
class Label:
    """A die: what is to be said (a value, `COCKED`, `UNREADABLE` or `IGNORE`), where, and how large.

    `up` is which way its upper face looks, to the right and downwards: (0, 0) when straight at the camera.
    """

    what: int
    x: float
    y: float
    edge: float
    up: tuple[float, float] = (0.0, 0.0)


def scene(
    generator: Generator, size: int = SIZE, makes: Callable[[Generator], Make] = some_make
) -> tuple[NDArray[np.uint8], list[Label]]:
    """Return a picture (size x size x 3, BGR) of dice of such `makes`, and the labels of its dice."""
    view = _view(generator, size)
    if generator.random() < 0.13:
        out = (6.0, LEAST / NEARLY) if generator.random() < 0.5 else (MOST * NEARLY, 160.0)
        edge = generator.uniform(*out)
    else:
        edge = float(np.exp(generator.uniform(np.log(LEAST), np.log(MOST))))
    make = makes(generator)
    canvas = backgrounds.table(generator, size)
    if generator.random() < 0.5:
        clutter.scatter(canvas, generator, edge, make, int(generator.integers(1, 5)))
    if generator.random() < 0.25:
        clutter.dust(canvas, generator, edge)
    dice, cocked = _throw(generator, view, edge, make, size, makes)
    _shadows(canvas, dice, view, generator)
    for number in sorted(range(len(dice)), key=lambda n: float(_depth(dice[n], view))):
        paint(canvas, dice[number], view, generator)
    covers = _cover(canvas, generator, edge) if generator.random() < 0.1 else None
    burnt = _shine(canvas, generator, edge) if generator.random() < 0.12 else None
    blur, picture = photographed(canvas, generator, edge)
    labels = []
    for die, said in zip(dice, cocked, strict=True):
        label = _label(die, view, said, size, blur, covers, burnt)
        if label is not None:
            labels.append(label)
    return picture, labels


def _view(generator: Generator, size: int) -> View:
    kind = generator.random()
    tilt = (
        generator.uniform(0, 12)
        if kind < 0.5
        else generator.uniform(5, 32)
        if kind < 0.85
        else generator.uniform(25, 52)
    )
    tilt, turn = np.radians(tilt), generator.uniform(0, 2 * np.pi)
    c, s = np.cos(tilt), np.sin(tilt)
    # With y pointing down, the height of a die is seen towards smaller y.
    lean = np.array([[1, 0, 0], [0, c, -s], [0, s, c]], np.float32)
    ct, st = np.cos(turn), np.sin(turn)
    about = np.array([[ct, -st, 0], [st, ct, 0], [0, 0, 1]], np.float32)
    axes = about.T @ lean @ about
    squeeze = np.eye(2, dtype=np.float32)
    if generator.random() < 0.12:
        longer = float(np.exp(generator.normal(0, 0.18)))
        squeeze = np.diag([longer, 1 / longer]).astype(np.float32)
    lamp = np.radians(generator.uniform(0, 65))
    way = generator.uniform(0, 2 * np.pi)
    light = np.array([np.sin(lamp) * np.cos(way), np.sin(lamp) * np.sin(way), np.cos(lamp)], np.float32)
    near = generator.uniform(0, 0.0032) if generator.random() < 0.7 else 0.0
    near *= 1.0 if tilt < np.radians(25) else 0.3
    centre = generator.uniform(-0.2, 1.2, 2) * size
    dim = generator.uniform(0.25, 0.9)
    return View(axes, generator.uniform(9, 60), squeeze, light, dim, np.asarray(centre, np.float32), near)


def _pose(generator: Generator, yaw: float) -> Floats:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)


def _leaning(generator: Generator, pose: Floats, leans: tuple[float, float] = _LEANS) -> Floats:
    lean, way = generator.uniform(*leans), generator.uniform(0, 2 * np.pi)
    k = np.array([[0, 0, np.cos(way)], [0, 0, np.sin(way)], [-np.cos(way), -np.sin(way), 0]], np.float32)
    turn = np.eye(3, dtype=np.float32) + np.sin(lean) * k + (1 - np.cos(lean)) * (k @ k)
    return np.asarray(turn @ pose)


def _leaning_on(generator: Generator, other: Die, own: float, view: View) -> tuple[Floats, Floats]:
    """Return place and pose of a die that leans on the side of another one."""
    lean = generator.uniform(*_LEANS)
    quarter = np.pi / 2 * int(generator.integers(4))
    yaw = float(np.arctan2(other.pose[1, 0], other.pose[0, 0])) + quarter
    out = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    c, s = np.cos(lean), np.sin(lean)
    away = other.edge / 2 + own / 2 * (s + c)
    # Turned about its edge next to the other die, until its upper edge meets that one.
    k = np.array([[0, 0, -out[0]], [0, 0, -out[1]], [out[0], out[1], 0]])
    turn = np.eye(3) + s * k + (1 - c) * (k @ k)
    middle = out * away + (0, 0, own / 2 * (c + s) - other.edge / 2)
    place = other.place + view.squeeze @ (view.axes @ middle)[:2]
    return place, np.asarray(turn @ _pose(generator, yaw), np.float32)


def _value(generator: Generator) -> int:
    return int(generator.choice(6, p=[0.15, 0.14, 0.14, 0.15, 0.16, 0.26])) + 1


def _throw(
    generator: Generator,
    view: View,
    edge: float,
    make: Make,
    size: int,
    makes: Callable[[Generator], Make],
) -> tuple[list[Die], list[int | None]]:
    room = max(1, int((size / edge) ** 2 / 6))
    count = int(generator.integers(1, 1 + min(room, 14))) if generator.random() < 0.95 else 0
    mixed = generator.random() < 0.3
    touching = generator.choice([0.0, 0.2, 0.6])
    lying_askew = generator.uniform(0.15, 0.5) if generator.random() < 0.45 else 0.02
    flat = view.axes[:2, :2]
    ground = np.linalg.inv(view.squeeze @ flat) if abs(np.linalg.det(flat)) > 0.2 else np.eye(2)
    dice: list[Die] = []
    cocked: list[int | None] = []
    for _ in range(count):
        made = make if not mixed or generator.random() < 0.4 else makes(generator)
        own = edge * (generator.uniform(0.9, 1.1) if mixed else generator.uniform(0.985, 1.015))
        for _ in range(12):
            yaw = generator.uniform(0, 2 * np.pi)
            place = generator.uniform(-0.2 * edge, size + 0.2 * edge, 2)
            if dice and generator.random() < touching:
                other = dice[int(generator.integers(len(dice)))]
                yaw = float(np.arctan2(other.pose[1, 0], other.pose[0, 0])) + np.pi / 2 * int(
                    generator.integers(4)
                )
                away = (own + other.edge) / 2 * generator.uniform(1.0, 1.06)
                slide = generator.uniform(-0.7, 0.7) * own * (generator.random() < 0.6)
                step = (
                    np.array([np.cos(yaw), np.sin(yaw)]) * away
                    + np.array([-np.sin(yaw), np.cos(yaw)]) * slide
                )
                place = other.place + (view.squeeze @ flat) @ step
            if all(_apart(ground @ (place - die.place), own, die, yaw) for die in dice):
                break
        else:
            continue
        pose = _pose(generator, yaw)
        said: int | None = None
        flat_ones = [die for die, what in zip(dice, cocked, strict=True) if what is None]
        if generator.random() < lying_askew:
            said = COCKED
            if flat_ones and generator.random() < 0.65:
                other = flat_ones[int(generator.integers(len(flat_ones)))]
                place, pose = _leaning_on(generator, other, own, view)
                others = [die for die in dice if die is not other]
                if not all(_clear(ground @ (place - die.place), own, die) for die in others):
                    continue
            else:
                pose = _leaning(generator, pose)
        elif generator.random() < 0.03:
            said, pose = IGNORE, _leaning(generator, pose, _HARDLY)
        top = _value(generator)
        a, b = generator.permutation([v for v in range(1, 7) if v not in (top, 7 - top)])[:2].tolist()
        while b == 7 - a:
            b = int(generator.choice([v for v in range(1, 7) if v not in (top, 7 - top, a, 7 - a)]))
        dice.append(Die(top, np.asarray(place, np.float32), own, pose, made, [a, b, 7 - b, 7 - a]))
        cocked.append(said)
    return dice, cocked


def _clear(gap: Floats, own: float, die: Die) -> bool:
    """Say whether a die that leans leaves the middle of another one's upper face free."""
    return float(np.hypot(*gap)) > 0.9 * (own + die.edge) / 2


def _apart(gap: Floats, own: float, die: Die, yaw: float) -> bool:
    """Say whether two squares on the table leave room for each other."""
    half = (own + die.edge) / 2
    if float(np.hypot(*gap)) > 1.42 * half:
        return True
    for turn in (yaw, float(np.arctan2(die.pose[1, 0], die.pose[0, 0]))):
        c, s = np.cos(turn), np.sin(turn)
        along = max(abs(gap[0] * c + gap[1] * s), abs(-gap[0] * s + gap[1] * c))
        other = die.edge if turn == yaw else own
        mine = own if turn == yaw else die.edge
        skew = (float(np.arctan2(die.pose[1, 0], die.pose[0, 0])) - yaw) % (np.pi / 2)
        if along >= mine / 2 + other / 2 * (np.cos(skew) + np.sin(skew)) * 0.99:
            return True
    return False


def _depth(die: Die, view: View) -> float:
    """Return how near a die's middle is to the camera, to be painted after those further away."""
    tilt = view.axes[2, :2]
    flat = np.linalg.pinv(view.squeeze @ view.axes[:2, :2]) @ die.place
    # Of two dice seen from above the one that leans on the other reaches higher.
    height = float(np.abs(die.pose[2]).sum()) * die.edge / 2
    return float(flat @ tilt) + float(view.axes[2, 2]) * height


def _shadows(canvas: Floats, dice: list[Die], view: View, generator: Generator) -> None:
    shade = np.zeros(canvas.shape[:2], np.uint8)
    if not dice:
        return
    for die in dice:
        # The shadow is the die itself pressed flat along the light onto the table.
        corners = (0.92 * CUBE) @ die.pose.T
        height = corners[:, 2] - corners[:, 2].min()
        flat = corners.copy()
        flat[:, :2] -= np.clip(view.light[:2] / max(float(view.light[2]), 0.25), -2, 2) * height[:, None]
        flat[:, 2] = corners[:, 2].min()
        seen = flat @ view.axes_at(die.place).T
        points = die.place + seen[:, :2] @ view.squeeze.T * (die.edge / 2)
        fill(shade, np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0]), 255)
    edge = dice[0].edge
    soft = cv2.GaussianBlur(
        shade, (0, 0), max(0.5, edge * float(generator.choice([0.03, generator.uniform(0.03, 0.35)])))
    )
    canvas *= 1 - (generator.uniform(0.05, 0.85) * soft.astype(np.float32) / 255)[..., None]


def _cover(canvas: Floats, generator: Generator, edge: float) -> Floats:
    """Lay something over the dice (a hand, a cable, a card); returns where it is (0 to 255)."""
    size = canvas.shape[0]
    mask = np.zeros((size, size), np.uint8)
    middle = generator.uniform(0, size, 2)
    turn = float(generator.uniform(0, 360))
    axes = (max(1, int(edge * generator.uniform(0.1, 0.9))), int(edge * generator.uniform(1.2, 5)))
    cv2.ellipse(mask, (int(middle[0]), int(middle[1])), axes, turn, 0, 360, 255, -1, cv2.LINE_AA)
    colour = np.array([95, 125, 190]) * generator.uniform(0.3, 1.3)
    if generator.random() < 0.4:
        colour = generator.uniform(0, 255, 3)
    canvas += (colour - canvas) * (mask.astype(np.float32)[..., None] / 255)
    return mask


def _shine(canvas: Floats, generator: Generator, edge: float) -> Floats:
    """Burn out a part of the picture; returns how much (0 to 255)."""
    size = canvas.shape[0]
    mask = np.zeros((size, size), np.uint8)
    middle = generator.uniform(0, size, 2)
    axes = tuple(max(1, int(edge * v)) for v in generator.uniform(0.2, 1.2, 2))
    cv2.ellipse(
        mask, (int(middle[0]), int(middle[1])), axes, float(generator.uniform(0, 360)), 0, 360, 255, -1
    )
    veil = cv2.GaussianBlur(mask, (0, 0), max(0.6, edge * generator.uniform(0.05, 0.4)))
    strength = generator.uniform(0.4, 1.6)
    canvas += 255 * strength * (veil.astype(np.float32)[..., None] / 255)
    return np.asarray(np.clip(veil.astype(np.float32) * strength, 0, 255).astype(np.uint8))


def photographed(canvas: Floats, generator: Generator, edge: float) -> tuple[float, NDArray[np.uint8]]:
    """Return how blurred it is (sigma in edges), and the picture as lens, sensor and compression make it."""
    size = canvas.shape[0]
    if generator.random() < 0.35:
        x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
        a, b = generator.normal(0, 0.2, 2)
        canvas *= (1 + a * x + b * y)[..., None].astype(np.float32).clip(0.4, 1.6)
    sigma = generator.uniform(0.35, 0.9)
    kind = generator.random()
    if kind < 0.3:
        sigma = max(sigma, edge * generator.uniform(0.0, 0.045))
    elif kind < 0.34:
        sigma = max(sigma, edge * generator.uniform(0.1, 0.2))
    canvas = cv2.GaussianBlur(canvas, (0, 0), sigma)
    shaken = 0.0
    if generator.random() < 0.1:
        shaken = edge * (
            generator.uniform(0.03, 0.14) if generator.random() < 0.7 else generator.uniform(0.35, 0.8)
        )
        long = max(3, int(shaken) | 1)
        kernel = np.zeros((long, long), np.float32)
        turn = generator.uniform(0, np.pi)
        half = long / 2
        end = (half * (1 + 0.9 * np.cos(turn)), half * (1 + 0.9 * np.sin(turn)))
        start = (half * (1 - 0.9 * np.cos(turn)), half * (1 - 0.9 * np.sin(turn)))
        cv2.line(kernel, tuple(int(v) for v in start), tuple(int(v) for v in end), 1.0)
        canvas = cv2.filter2D(canvas, -1, kernel / max(float(kernel.sum()), 1.0))
    if generator.random() < 0.3:
        canvas = canvas + (canvas - cv2.GaussianBlur(canvas, (0, 0), 1.2)) * generator.uniform(0.2, 1.2)
    gain = np.exp(generator.normal(0, 0.3)) * np.exp(generator.normal(0, 0.07, 3))
    canvas = canvas * gain.astype(np.float32)
    if generator.random() < 0.3:
        canvas = 255 * (np.clip(canvas, 0, 255) / 255) ** float(np.exp(generator.normal(0, 0.35)))
    noise = generator.standard_normal(canvas.shape, np.float32) * generator.uniform(0, 7)
    picture = np.clip(canvas + noise, 0, 255).astype(np.uint8)
    if generator.random() < 0.5:
        quality = int(generator.integers(35, 95))
        picture = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return max(sigma / edge, shaken / edge / 3.2), picture


def _label(
    die: Die,
    view: View,
    said: int | None,
    size: int,
    blur: float,
    covers: Floats | None,
    burnt: Floats | None,
) -> Label | None:
    """Return what is to be said about a die, None where it is out of the picture or not of a learnt size."""
    square = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)], np.float32)
    corners = die.project(view, square)
    x, y = (float(v) for v in die.project(view, np.array([(0, 0, 1)], np.float32))[0])
    edge = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    if not (-0.3 * edge < x < size + 0.3 * edge and -0.3 * edge < y < size + 0.3 * edge):
        return None
    if edge < LEAST or edge > MOST:
        near = LEAST / NEARLY < edge < MOST * NEARLY
        return Label(IGNORE, x, y, edge) if near else None
    # Of the middle of the face, where the pips are.
    inner = (x, y) + 0.8 * (corners - (x, y))
    out = max(0.0, float(-inner.min()), float(inner.max() - (size - 1))) / edge
    hidden = lost = 0.0
    for veil, part in ((covers, 0), (burnt, 1)):
        if veil is None:
            continue
        face = np.zeros(veil.shape, np.uint8)
        fill(face, inner.astype(np.float32), 255)
        share = float(veil[face > 127].mean()) / 255 if (face > 127).any() else 0.0
        hidden, lost = (share, lost) if part == 0 else (hidden, share)
    what = die.value if said is None else said
    looks = view.squeeze @ (view.axes_at(die.place) @ die.pose[:, 2])[:2]
    if out > 0.12 or hidden > 0.16 or lost > 0.85 or blur > 0.11:
        what = UNREADABLE
    elif out > 0.0 or hidden > 0.0 or lost > 0.2 or blur > 0.075:
        what = IGNORE
    return Label(what, x, y, edge, (float(looks[0]), float(looks[1])))
