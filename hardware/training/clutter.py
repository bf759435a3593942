"""What is no die and looks like one: stains, coins, beads, dominoes, cards, cables, fingers."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.die_drawing import Make, fill, pip_places, some_colour

Floats = NDArray[Any]
Generator = np.random.Generator


def scatter(canvas: Floats, generator: Generator, edge: float, make: Make, count: int) -> None:
    """Draw so many things onto a picture (H x W x 3 float32), most of them of about a die's size."""
    size = canvas.shape[0]
    for _ in range(count):
        flat = np.clip(canvas, 0, 255).astype(np.uint8)
        middle = generator.uniform(0, size, 2)
        kind = generator.random()
        if kind < 0.3:
            _rounds(flat, generator, middle, edge, make)
        elif kind < 0.52:
            _domino(flat, generator, middle, edge, make)
        elif kind < 0.66:
            _card(flat, generator, middle, edge)
        elif kind < 0.8:
            _blank(flat, generator, middle, edge, make)
        elif kind < 0.9:
            points = middle + np.cumsum(generator.normal(0, edge, (12, 2)), axis=0)
            line = np.rint(points).astype(np.int32)
            cv2.polylines(
                flat, [line], False, some_colour(generator).tolist(), int(generator.integers(1, 9)), 16
            )
        else:
            skin = np.array([90, 120, 190]) * generator.uniform(0.4, 1.25)
            axes = (int(edge * generator.uniform(0.3, 0.6)), int(edge * generator.uniform(1.5, 4)))
            turn = float(generator.uniform(0, 360))
            cv2.ellipse(
                flat, (int(middle[0]), int(middle[1])), axes, turn, 0, 360, skin.tolist(), -1, cv2.LINE_AA
            )
        canvas[:] = flat


def dust(canvas: Floats, generator: Generator, edge: float) -> None:
    """Strew crumbs, holes and knots as large as pips over a picture."""
    size = canvas.shape[0]
    flat = np.clip(canvas, 0, 255).astype(np.uint8)
    colour = (
        some_colour(generator) if generator.random() < 0.5 else np.full(3, generator.choice([15.0, 235.0]))
    )
    for _ in range(int(generator.integers(3, 60))):
        x, y = (int(v) for v in generator.integers(0, size, 2))
        axes = tuple(max(1, int(edge * v)) for v in generator.uniform(0.02, 0.12, 2))
        cv2.ellipse(
            flat, (x, y), axes, float(generator.uniform(0, 180)), 0, 360, colour.tolist(), -1, cv2.LINE_AA
        )
    canvas[:] = flat


def _rounds(flat: Floats, generator: Generator, middle: Floats, edge: float, make: Make) -> None:
    """Spots in the pips' own colours: one, a few, or many, on nothing."""
    turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    colour = (make.pip if generator.random() < 0.6 else some_colour(generator)).tolist()
    radius = edge * generator.uniform(0.06, 0.16)
    places = generator.normal(0, 0.5 * edge, (int(generator.integers(1, 7)), 2))
    if generator.random() < 0.3:
        radius, places = edge * generator.uniform(0.3, 0.9), np.zeros((1, 2))
    for place in places:
        fill(flat, (middle + place + radius * circle).astype(np.float32), colour)
        if generator.random() < 0.2:
            fill(
                flat,
                (middle + place + 0.6 * radius * circle).astype(np.float32),
                some_colour(generator).tolist(),
            )


def _quad(generator: Generator, middle: Floats, wide: float, high: float) -> tuple[Floats, Floats]:
    turn = generator.uniform(0, 2 * np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
    return (middle + square / 2 @ axes).astype(np.float32), axes


def _domino(flat: Floats, generator: Generator, middle: Floats, edge: float, make: Make) -> None:
    side = edge * generator.uniform(0.8, 1.5)
    outline, axes = _quad(generator, middle, side, 2 * side)
    fill(flat, outline, make.colour.tolist())
    across = np.array([(-0.42, -0.02), (0.42, -0.02), (0.42, 0.02), (-0.42, 0.02)]) * side
    bar = (middle + across @ axes).astype(np.float32)
    fill(flat, bar, make.pip.tolist())
    turn = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1) * make.radius * 0.45
    for half in (-0.5, 0.5):
        value = int(generator.integers(0, 7))
        for place in pip_places(make, value, 0) if value else ():
            spot = (0.5 * place + (0, half) + circle) * side
            fill(flat, (middle + spot @ axes).astype(np.float32), make.pip.tolist())


def _card(flat: Floats, generator: Generator, middle: Floats, edge: float) -> None:
    wide = edge * generator.uniform(2.0, 4.5)
    outline, axes = _quad(generator, middle, wide, 1.4 * wide)
    fill(flat, outline, (generator.uniform(215, 255, 3)).tolist())
    colour = [(20, 20, 20), (30, 30, 190)][int(generator.integers(2))]
    for x in (-0.25, 0.25):
        for y in np.linspace(-0.4, 0.4, int(generator.integers(2, 5))):
            spot, _ = _quad(
                generator, middle + np.array([x, y * 1.4]) * wide @ axes, wide * 0.12, wide * 0.12
            )
            fill(flat, spot, colour)


def _blank(flat: Floats, generator: Generator, middle: Floats, edge: float, make: Make) -> None:
    """A block or a stone like a die's body without a pip, or with a letter on it."""
    outline, _ = _quad(
        generator, middle, edge * generator.uniform(0.5, 2.5), edge * generator.uniform(0.5, 1.5)
    )
    fill(flat, outline, (make.colour if generator.random() < 0.5 else some_colour(generator)).tolist())
    if generator.random() < 0.5:
        letter = chr(int(generator.integers(48, 91)))
        at = (int(middle[0] - edge * 0.2), int(middle[1] + edge * 0.2))
        cv2.putText(
            flat,
            letter,
            at,
            int(generator.integers(4)),
            edge / 30,
            make.pip.tolist(),
            max(1, int(edge / 12)),
            16,
        )
