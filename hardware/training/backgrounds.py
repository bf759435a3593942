"""Tables to throw on: cloth, wood, print, grids, keys and whatever else lies about, drawn from noise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.die_drawing import fill, some_colour

Floats = NDArray[Any]
Generator = np.random.Generator


def _noise(generator: Generator, size: int, cells: tuple[float, float]) -> Floats:
    """Return smooth noise (size x size) with so many cells down and across."""
    grid = generator.normal(0, 1, (max(2, round(cells[0])), max(2, round(cells[1])))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC))


def _turned(generator: Generator, picture: Floats) -> Floats:
    size = picture.shape[0]
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(generator.uniform(0, 360)), 1.0)
    return np.asarray(cv2.warpAffine(picture, turn, (size, size), borderMode=cv2.BORDER_REFLECT))


def plain(generator: Generator, size: int) -> Floats:
    """A painted board, paper, rubber: hardly any drawing."""
    fine = generator.normal(0, generator.uniform(0, 5), (size, size, 1)).astype(np.float32)
    return some_colour(generator) + fine


def cloth(generator: Generator, size: int) -> Floats:
    """Woven threads, felt or carpet: grain of one size."""
    cell = float(np.exp(generator.uniform(np.log(1.2), np.log(9))))
    longer = generator.uniform(1, 3)
    grain = _noise(generator, size, (size / cell, size / cell / longer))
    if generator.random() < 0.4:
        x, y = np.meshgrid(np.arange(size), np.arange(size))
        grain = grain + 1.5 * (np.sin(x * 2 * np.pi / cell) * np.sin(y * 2 * np.pi / cell)).astype(np.float32)
    strong = generator.uniform(2, 26)
    return some_colour(generator) * 0.8 + strong * _turned(generator, grain)[..., None]


def wood(generator: Generator, size: int) -> Floats:
    """Boards with grain, and the gaps between them."""
    x = np.linspace(0, 1, size, dtype=np.float32)
    warp = _noise(generator, size, (3, 2)) * generator.uniform(0.02, 0.15) + x[:, None]
    rings = np.sin(warp * generator.uniform(10, 90) + _noise(generator, size, (size / 4, 5)) * 0.7)
    fine = _noise(generator, size, (size / 1.5, 8))
    level = generator.uniform(50, 200)
    base = np.array(
        [level * generator.uniform(0.3, 0.8), level * generator.uniform(0.6, 0.9), level], np.float32
    )
    picture = (
        base * (1 + generator.uniform(0.03, 0.18) * rings + generator.uniform(0, 0.08) * fine)[..., None]
    )
    if generator.random() < 0.4:
        step = int(generator.integers(40, 160))
        for row in range(int(generator.integers(step)), size, step):
            picture[row : row + int(generator.integers(1, 4))] *= generator.uniform(0.2, 0.8)
    return _turned(generator, picture.astype(np.float32))


def stripes(generator: Generator, size: int) -> Floats:
    """A striped cloth, or one of checks."""
    step = int(generator.integers(6, 60))
    a, b = some_colour(generator), some_colour(generator)
    on = (np.arange(size) // step % 2).astype(np.float32)
    pattern = np.repeat(on[None, :], size, axis=0)
    if generator.random() < 0.4:
        pattern = np.abs(pattern - pattern.T)
    picture = a + (b - a) * pattern[..., None] * generator.uniform(0.3, 1.0)
    return _turned(generator, picture.astype(np.float32))


def printed(generator: Generator, size: int) -> Floats:
    """Paper or a screen with lines, letters, dots and boxes."""
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = np.clip(some_colour(generator), 0, 255)
    for _ in range(int(generator.integers(3, 40))):
        colour = some_colour(generator).tolist()
        x, y = (int(v) for v in generator.integers(-20, size, 2))
        kind = generator.random()
        if kind < 0.35:
            words = "".join(chr(int(c)) for c in generator.integers(33, 120, int(generator.integers(1, 14))))
            scale = float(generator.uniform(0.2, 2.0))
            cv2.putText(
                picture, words, (x, y), int(generator.integers(8)), scale, colour, max(1, int(2 * scale))
            )
        elif kind < 0.55:
            far = generator.integers(0, size, 2)
            cv2.line(
                picture,
                (x, y),
                (int(far[0]), int(far[1])),
                colour,
                int(generator.integers(1, 9)),
                cv2.LINE_AA,
            )
        elif kind < 0.75:
            r = int(generator.integers(2, 30))
            cv2.circle(picture, (x, y), r, colour, int(generator.choice([-1, 1, 2, 5])), cv2.LINE_AA)
        else:
            w, h = (int(v) for v in generator.integers(4, 120, 2))
            cv2.rectangle(picture, (x, y), (x + w, y + h), colour, int(generator.choice([-1, 1, 2])))
    return _turned(generator, picture.astype(np.float32))


def grid(generator: Generator, size: int) -> Floats:
    """Squared paper, keys, dotted cloth: one thing again and again."""
    step = int(generator.integers(7, 70))
    picture = np.empty((size + step, size + step, 3), np.uint8)
    picture[:] = np.clip(some_colour(generator), 0, 255)
    colour = some_colour(generator).tolist()
    kind = int(generator.integers(4))
    for y in range(0, size + step, step):
        for x in range(0, size + step, step):
            if kind == 0:
                cv2.rectangle(picture, (x, y), (x + step, y + step), colour, 1)
            elif kind == 1:
                cv2.circle(
                    picture, (x, y), max(1, int(step * generator.uniform(0.1, 0.3))), colour, -1, cv2.LINE_AA
                )
            else:
                inner = max(1, step // 9)
                cv2.rectangle(
                    picture, (x + inner, y + inner), (x + step - inner, y + step - inner), colour, -1
                )
                if kind == 3:
                    letter = chr(int(generator.integers(48, 91)))
                    at = (x + step // 3, y + step // 2)
                    cv2.putText(picture, letter, at, 0, step / 60, (255, 255, 255), 1, cv2.LINE_AA)
    return _turned(generator, picture[:size, :size].astype(np.float32))


def mat(generator: Generator, size: int) -> Floats:
    """A printed tray mat or part of one: pale paper, a thin frame, black squares for marks, a ruler."""
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = np.clip(some_colour(generator) * 0.7, 0, 255)
    wide = size * generator.uniform(0.9, 2.6)
    turn = float(generator.normal(0, 15) + 90 * int(generator.integers(4)))
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    axes = np.array([[c, s], [-s, c]])
    middle = generator.uniform(0.1, 0.9, 2) * size
    level = generator.uniform(150, 250)
    paper = [level * generator.uniform(0.9, 1.0), level * generator.uniform(0.95, 1.0), level]
    ink = [generator.uniform(10, 70)] * 3

    def box(x: float, y: float, w: float, h: float) -> Floats:
        """Return corners in pixels; the page runs from -0.5 to 0.5, and 0.71 of that in height."""
        corners = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]) * wide
        return np.asarray(middle + corners @ axes, np.float32)

    fill(picture, box(-0.5, -0.355, 1.0, 0.71), paper)
    frame = np.rint(box(-0.38, -0.32, 0.76, 0.59)).astype(np.int32)
    cv2.polylines(picture, [frame], True, [level * 0.5] * 3, int(generator.integers(1, 3)), cv2.LINE_AA)
    square = 0.071 / 6
    for x in (-0.466, 0.395):
        for y in (-0.32, 0.249):
            fill(picture, box(x, y, 0.071, 0.071), ink)
            for row, column in np.argwhere(generator.random((4, 4)) < 0.5) + 1:
                fill(picture, box(x + column * square, y + row * square, square, square), paper)
    fill(picture, box(-0.37, 0.3, 0.34, 0.003), [level * 0.5] * 3)
    for step in range(35):
        fill(picture, box(-0.37 + 0.01 * step, 0.29, 0.002, 0.012), [level * 0.5] * 3)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), generator.uniform(0.3, 1.2)), np.float32)
    return soft + generator.normal(0, generator.uniform(0, 4), (size, size, 1)).astype(np.float32)


_TABLES: tuple[tuple[float, Callable[[Generator, int], Floats]], ...] = (
    (0.2, plain),
    (0.2, cloth),
    (0.2, wood),
    (0.08, stripes),
    (0.14, printed),
    (0.1, grid),
    (0.12, mat),
)


def table(generator: Generator, size: int) -> Floats:
    """Return a table (size x size x 3 float32) with the light that falls on it and what lies about."""
    weights = np.array([weight for weight, _ in _TABLES])
    draw = _TABLES[int(generator.choice(len(_TABLES), p=weights / weights.sum()))][1]
    picture = np.array(draw(generator, size), np.float32)
    if generator.random() < 0.25:
        other = _TABLES[int(generator.choice(4))][1](generator, size)
        half = np.zeros((size, size), np.uint8)
        middle, reach = generator.uniform(0, size, 2), generator.uniform(0.3, 1.0) * size
        if generator.random() < 0.5:
            cv2.circle(half, (int(middle[0]), int(middle[1])), int(reach), 255, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((middle.tolist(), (reach, reach * 1.4), float(generator.uniform(0, 90))))
            fill(half, np.asarray(box, np.float32), 255)
        picture += (other - picture) * (half.astype(np.float32)[..., None] / 255)
    if generator.random() < 0.3:
        picture *= (1 + 0.12 * _noise(generator, size, (3, 3)))[..., None]
    return picture
