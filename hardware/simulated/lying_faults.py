"""What can be wrong with a card or a tile that is shown: how it lies then, and what lies in the way."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from typing import Literal, get_args

import cv2
import numpy as np

from hardware.simulated.cards import CardBody
from hardware.simulated.lens import Doubles, Lens
from hardware.simulated.look import Lamp

CardFault = Literal[
    "misprinted", "foreign", "inverted", "cut", "hand_in_view", "bent", "crumpled", "blurred", "glare",
    "two_cards", "face_down", "lamp_off",
]  # fmt: skip
TileFault = Literal[
    "face_down", "on_edge", "wrong_tile", "touching", "cut", "hand_in_view", "blurred", "glare", "lamp_off"
]
CARD_FAULTS: tuple[CardFault, ...] = get_args(CardFault)
TILE_FAULTS: tuple[TileFault, ...] = get_args(TileFault)

_ROWS, _COLUMNS = 36, 26


def bent(generator: np.random.Generator, body: CardBody) -> CardBody:
    """Return the card arched, as one that was bent for shuffling or lies half on something."""
    across, down = _grid(body)
    angle = float(generator.uniform(0, pi))
    along = across * cos(angle) + down * sin(angle)
    half = float(np.abs(along).max())
    shape = (along / half) ** 2
    if generator.random() < 0.5:
        shape = 1 - shape
    high = float(generator.uniform(0.12, 0.3)) * half
    return _standing(body, shape * high)


def crumpled(generator: np.random.Generator, body: CardBody) -> CardBody:
    """Return the card as one that was crumpled and smoothed again: creases and bumps."""
    across, down = _grid(body)
    heights = np.zeros_like(across)
    for _ in range(5):
        angle = float(generator.uniform(0, pi))
        offset = float(generator.uniform(-0.35, 0.35)) * body.height
        crease = np.abs(across * cos(angle) + down * sin(angle) - offset)
        heights += float(generator.uniform(-0.16, 0.16)) * np.minimum(crease, 25.0)
    bumps = cv2.resize(generator.normal(0, 0.5, (7, 5)), (_COLUMNS, _ROWS), interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(heights + bumps, (0, 0), 0.7)
    return _standing(body, np.asarray(soft, dtype=np.float64))


def _grid(body: CardBody) -> tuple[Doubles, Doubles]:
    """Return for each point of a card how far (mm) it lies from the middle, across and down."""
    across, down = np.meshgrid(
        np.linspace(-body.width / 2, body.width / 2, _COLUMNS),
        np.linspace(-body.height / 2, body.height / 2, _ROWS),
    )
    return across, down


def _standing(body: CardBody, heights: Doubles) -> CardBody:
    lifted = np.asarray(heights - heights.min(), dtype=np.float32)
    return replace(body, heights=lifted, gloss=max(body.gloss, 0.03))


def glare_at(generator: np.random.Generator, lens: Lens, spot: Doubles, wide: float, gloss: float) -> Lamp:
    """Return a lamp whose mirror image, `wide` mm and too bright, lies on a point of a flat thing."""
    way = spot - lens.place
    way[2] = -way[2]
    far = 900.0
    place = spot + way * (far / way[2])
    eye = float(np.linalg.norm(spot - lens.place))
    share = (eye + float(np.linalg.norm(place - spot))) / eye
    light = 2.6 / (0.35 * gloss) * float(generator.uniform(0.8, 1.2))
    return Lamp(
        (float(place[0]), float(place[1]), float(place[2])), wide * share, (light, light, light * 0.96)
    )
