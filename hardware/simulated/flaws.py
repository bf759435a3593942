"""What is not as it should be between table and picture, and what nobody would call a fault of the table.

A lens bends the picture and splits its colours towards the corners, a smeared one lays a veil over it, lamps
on the mains flicker while the picture is taken row by row, somebody's shadow lies over a part of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np

from hardware.simulated.lens import Floats

#: A picture is brightened and darkened at this size where that changes slowly over it.
_COARSE = 8


@dataclass(frozen=True)
class Shade:
    """Somebody's shadow, or all that lies beyond a lamp's pool of light.

    `turn` (radians) is where it lies seen from the middle of the picture, `begins` how far from the middle it
    begins and `soft` how wide its edge is, in heights of the picture; `round` says that it lies around a pool
    of light; `dark` is the share of the light that is missing in it.
    """

    turn: float
    begins: float
    soft: float
    dark: float
    round: bool


@dataclass(frozen=True)
class Flaws:
    """`bend` is that of `Lens`; `fringe` how far (pixels) red and blue lie apart in the picture's corners;
    `veil` the share of all light that a smeared lens spreads over the picture; `flicker` by what share of
    itself the light goes up and down while a picture is taken, `bands` how often it does; `crumbs` how many
    small bits lie about."""

    bend: float = 0.0
    fringe: float = 0.0
    veil: float = 0.0
    flicker: float = 0.0
    bands: float = 2.0
    shade: Shade | None = None
    crumbs: int = 0


NO_FLAWS = Flaws()


def draw_flaws(seed: int, rank: int) -> Flaws:
    """Return the flaws of a table of a rank: 0 plain, 1 usual, 2 hard."""
    generator = np.random.default_rng([seed, rank, 13])
    least, most = ((-0.02, 0.01), (-0.06, 0.02), (-0.16, 0.05))[rank]
    flickers = float(generator.random()) < (0.2, 0.4, 0.5)[rank]
    flicker = float(generator.uniform(0.003, (0.01, 0.03, 0.07)[rank]))
    shaded = float(generator.random()) < (0.0, 0.25, 0.4)[rank]
    dirty = float(generator.random()) < (0.0, 0.15, 0.4)[rank]
    return Flaws(
        bend=float(generator.uniform(least, most)),
        fringe=float(generator.uniform(-1, 1)) * (0.4, 1.0, 2.0)[rank],
        veil=float(generator.uniform(0.0, (0.01, 0.03, 0.08)[rank])),
        flicker=flicker if flickers else 0.0,
        bands=float(generator.uniform(0.7, 6.0)),
        shade=_draw_shade(generator, (0.0, 0.4, 0.65)[rank]) if shaded else None,
        crumbs=int(generator.integers(3, (4, 15, 40)[rank])) if dirty else 0,
    )


def _draw_shade(generator: np.random.Generator, most: float) -> Shade:
    pool = bool(generator.random() < 0.3)
    return Shade(
        turn=float(generator.uniform(-pi, pi)),
        begins=float(generator.uniform(0.3, 0.7) if pool else generator.uniform(-0.1, 0.5)),
        soft=float(np.exp(generator.uniform(np.log(0.03), np.log(0.4)))),
        dark=float(generator.uniform(0.4 * most, most)),
        round=pool,
    )


def shading(shade: Shade, size: tuple[int, int]) -> Floats:
    """Return what is left of the light (height x width, 0 to 1) on each pixel of a picture of a size."""
    width, height = size
    across = (np.arange(0, width, 2, dtype=np.float32) - np.float32(width / 2)) / np.float32(height)
    down = (np.arange(0, height, 2, dtype=np.float32) - np.float32(height / 2)) / np.float32(height)
    x, y = across[None, :], down[:, None]
    if shade.round:
        off = np.float32(0.15 * cos(shade.turn)), np.float32(0.15 * sin(shade.turn))
        far = np.sqrt((x - off[0]) ** 2 + (y - off[1]) ** 2)
    else:
        # The edge of a shadow of people is no ruler's.
        beside = x * np.float32(-sin(shade.turn)) + y * np.float32(cos(shade.turn))
        wave = np.float32(0.06) * np.sin(np.float32(5.0) * beside + np.float32(shade.turn))
        far = x * np.float32(cos(shade.turn)) + y * np.float32(sin(shade.turn)) + wave
    share = np.clip((far - np.float32(shade.begins)) / np.float32(shade.soft) + np.float32(0.5), 0, 1)
    left = 1 - np.float32(shade.dark) * share * share * (3 - 2 * share)
    return np.asarray(cv2.resize(left.astype(np.float32), size), dtype=np.float32)


def veiled(light: Floats, share: float) -> Floats:
    """Return the light (height x width x 3) that a smeared lens adds to a picture, beside what it takes."""
    height, width = light.shape[:2]
    small = cv2.resize(light, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(np.minimum(small, np.float32(4.0)), (0, 0), width / _COARSE / 9)
    return np.asarray(cv2.resize(wide, (width, height)) * np.float32(share), dtype=np.float32)


def fringed(light: Floats, fringe: float, left: int, top: int, size: tuple[int, int]) -> Floats:
    """Return a part (its first pixel at left, top) of a picture of a size with red and blue drawn apart."""
    blue, green, red = cv2.split(light)
    reach = float(np.hypot(*size)) / 2
    middle = ((size[0] - 1) / 2 - left, (size[1] - 1) / 2 - top)
    parts = []
    for channel, by in ((blue, -fringe / 2), (red, fringe / 2)):
        grow = 1.0 / (1.0 + by / reach)
        way = np.array([[grow, 0, middle[0] * (1 - grow)], [0, grow, middle[1] * (1 - grow)]])
        parts.append(
            cv2.warpAffine(
                channel,
                way,
                (light.shape[1], light.shape[0]),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )
    return np.asarray(cv2.merge([parts[0], green, parts[1]]), dtype=np.float32)


def flickered(shown: Floats, flaws: Flaws, phase: float) -> Floats:
    """Return display values (0 to 255) whose rows were taken while the lamps went up and down."""
    rows = np.arange(shown.shape[0], dtype=np.float32) / np.float32(shown.shape[0])
    light = 1 + np.float32(flaws.flicker) * np.sin(
        np.float32(2 * pi) * (rows * np.float32(flaws.bands) + phase)
    )
    # Display values are light bent by about 1 / 2.2.
    gain = light.astype(np.float32) ** np.float32(1 / 2.2)
    wide = np.repeat(gain[:, None], shown.shape[1], axis=1)
    return np.asarray(cv2.multiply(shown, cv2.merge([wide, wide, wide])), dtype=np.float32)
