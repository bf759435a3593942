"""The faces of dominoes: paint and relief of pips, bar and pin, in the make of one set."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import Floats
from hardware.simulated.look import DIE_COLOURS, PIP_COLOURS, Colour, Level
from hardware.simulated.surfaces import layers

Halves = NDArray[np.float16]

TILE_COLOURS = ("ivory", "white", "black", "green", "pink", "blue", "red", "wood")
_DARK_TILES = ("black", "green", "blue", "red")
_WOOD: Colour = (0.12, 0.27, 0.46)
_BRASS: Colour = (0.09, 0.33, 0.52)
#: Makers that colour their pips give each number a colour of its own.
_BY_NUMBER: tuple[Colour, ...] = (
    (0.01, 0.01, 0.01), (0.42, 0.16, 0.02), (0.04, 0.22, 0.02), (0.03, 0.02, 0.45),
    (0.24, 0.05, 0.05), (0.36, 0.05, 0.02), (0.02, 0.12, 0.50),
)  # fmt: skip
_BY_NUMBER_ON_DARK: tuple[Colour, ...] = (
    (0.8, 0.8, 0.8), (0.7, 0.45, 0.1), (0.1, 0.6, 0.1), (0.1, 0.1, 0.8),
    (0.6, 0.2, 0.6), (0.1, 0.55, 0.75), (0.1, 0.3, 0.85),
)  # fmt: skip


@dataclass(frozen=True)
class TileLook:
    """The make of a domino set; lengths in mm, colours linear BGR.

    `pip_step` is how far outer pips lie from the middle of their half, `pin` the radius of the brass pin in
    the bar (0: none), `back_share` how much of the thickness has the colour of the back.
    """

    long: float
    wide: float
    high: float
    colour_name: str
    colour: Colour
    back: Colour
    pips: tuple[Colour, ...]
    pip_radius: float
    pip_step: float
    lean: int
    six_along: bool
    bar_width: float
    bar_share: float
    bar: Colour
    pin: float
    rounding: float
    hollow: float
    gloss: float
    roughness: float
    mottle: float
    back_share: float


@dataclass(frozen=True, eq=False)
class FacePaint:
    """A face seen from straight above: `paint` (rows x columns x 3), `slopes` (rows x columns x 2: across to
    the right, and up) of its relief, `gloss` (rows x columns, in those of the make) and pixels a mm.

    A whole set of them is kept, so they are kept small.
    """

    paint: Halves
    slopes: Halves
    gloss: Halves
    density: float


@dataclass
class TileFaces:
    """The faces of one set at one density, drawn when they are first wanted."""

    look: TileLook
    density: float
    seed: int
    _kept: dict[str, FacePaint] = field(default_factory=dict)

    def front(self, low: int, high: int) -> FacePaint:
        """Return the face with `low` pips on its left half and `high` on its right half."""
        return self._face(f"{low}{high}", (low, high))

    def back(self) -> FacePaint:
        """Return the face without pips."""
        return self._face("back", None)

    def _face(self, key: str, halves: tuple[int, int] | None) -> FacePaint:
        if key not in self._kept:
            self._kept[key] = _draw_face(self.look, self.density, halves, self.seed)
        return self._kept[key]


def draw_tile_look(generator: np.random.Generator, level: Level) -> TileLook:
    """Return the make of a domino set."""
    names = ("ivory", "white", "ivory", "black") if level == "plain" else TILE_COLOURS
    name = str(generator.choice(names))
    colour = _WOOD if name == "wood" else DIE_COLOURS[name]
    by = float(np.exp(generator.normal(0, 0.1)))
    colour = (min(colour[0] * by, 0.85), min(colour[1] * by, 0.85), min(colour[2] * by, 0.85))
    dark = name in _DARK_TILES
    one = PIP_COLOURS["white" if dark else str(generator.choice(["black", "black", "red", "blue"]))]
    if name == "pink" or level == "plain":
        one = PIP_COLOURS["white" if dark else "black"]
    coloured = level != "plain" and generator.random() < 0.3
    drawn = (_BY_NUMBER_ON_DARK if dark else _BY_NUMBER) if coloured else (one,) * 7
    # No maker paints red pips on a red tile.
    contrast = PIP_COLOURS["white" if dark else "black"]
    pips = tuple(pip if _far_apart(pip, colour) else contrast for pip in drawn)
    long = float(generator.uniform(44, 56))
    wide = long * float(generator.uniform(0.47, 0.51))
    two_tone = generator.random() < 0.3
    return TileLook(
        long=long,
        wide=wide,
        high=float(generator.uniform(6.5, 12)),
        colour_name=name,
        colour=colour,
        back=(0.015, 0.014, 0.014) if two_tone and not dark else colour,
        pips=pips,
        pip_radius=wide * float(generator.uniform(0.07, 0.095)),
        pip_step=wide * float(generator.uniform(0.24, 0.29)),
        lean=int(generator.choice([-1, 1])),
        six_along=bool(generator.random() < 0.85),
        bar_width=float(generator.uniform(0.7, 1.8)),
        bar_share=float(generator.uniform(0.7, 0.96)),
        bar=one,
        pin=wide * float(generator.uniform(0.07, 0.1)) if generator.random() < 0.4 else 0.0,
        rounding=float(generator.uniform(0.7, 2.0)),
        hollow=float(generator.uniform(0.15, 0.8)),
        gloss=float(
            generator.uniform(*{"plain": (0.02, 0.05), "usual": (0.03, 0.16), "hard": (0.05, 0.4)}[level])
        ),
        roughness=float(generator.uniform(0.08, 0.3)),
        mottle=float(generator.uniform(0.05, 0.25)) if name == "wood" or generator.random() < 0.2 else 0.0,
        back_share=0.5 if two_tone else 0.0,
    )


def _far_apart(one: Colour, other: Colour) -> bool:
    """Tell whether two colours differ in lightness enough for pips."""
    light = [0.1 * blue + 0.6 * green + 0.3 * red for blue, green, red in (one, other)]
    return max(light) > 1.8 * min(light)


def pip_places(look: TileLook, value: int) -> list[tuple[float, float]]:
    """Return the middles (mm from the middle of a half; along the tile, across it) of a value's pips."""
    far, lean = look.pip_step, look.lean
    diagonal, other = [(-far, -far * lean), (far, far * lean)], [(-far, far * lean), (far, -far * lean)]
    if value == 6:
        six = [(x * far, y * far) for x in (-1, 0, 1) for y in (-1, 1)]
        return six if look.six_along else [(y, x) for x, y in six]
    middle = [(0.0, 0.0)] if value % 2 else []
    return middle + (diagonal if value >= 2 else []) + (other if value >= 4 else [])


def _draw_face(look: TileLook, density: float, halves: tuple[int, int] | None, seed: int) -> FacePaint:
    columns, rows = round(look.long * density), round(look.wide * density)
    across = ((np.arange(columns, dtype=np.float32) + 0.5) / np.float32(density) - np.float32(look.long / 2))[
        None
    ]
    up = (np.float32(look.wide / 2) - (np.arange(rows, dtype=np.float32) + 0.5) / np.float32(density))[
        :, None
    ]
    colour = look.colour if halves is not None else (look.back if look.back_share else look.colour)
    paint = np.empty((rows, columns, 3), dtype=np.float32)
    paint[:] = np.array(colour, dtype=np.float32)
    if look.mottle:
        generator = np.random.default_rng([seed, 10, *(halves or (7, 7))])
        veins = layers(generator, rows, columns, 2.2 * density, 3, 7.0 if look.colour_name == "wood" else 1.5)
        paint *= (1 + np.float32(look.mottle) * veins)[:, :, None]
    slopes = np.zeros((rows, columns, 2), dtype=np.float32)
    gloss = np.ones((rows, columns), dtype=np.float32)
    # The rim falls off to the sides.
    for axis, place, half in ((0, across, look.long / 2), (1, up, look.wide / 2)):
        over = np.clip((np.abs(place) - np.float32(half - look.rounding)) / np.float32(look.rounding), 0, 1)
        slopes[:, :, axis] += np.sign(place) * over**2 * np.float32(1.6)
    if halves is not None:
        _cut_bar(look, density, across, up, paint, slopes)
        for side, value in zip((-1, 1), halves, strict=True):
            for along, beside in pip_places(look, value):
                spot = (side * look.long / 4 + along, beside)
                _cut_pip(
                    look,
                    density,
                    across - np.float32(spot[0]),
                    up - np.float32(spot[1]),
                    value,
                    paint,
                    slopes,
                )
        if look.pin:
            _set_pin(look, density, across, up, paint, slopes, gloss)
    paint = np.maximum(paint, np.float32(0.004))
    return FacePaint(paint.astype(np.float16), slopes.astype(np.float16), gloss.astype(np.float16), density)


def _mixed(paint: Floats, colour: Colour, share: Floats) -> None:
    paint += (np.array(colour, dtype=np.float32) - paint) * share[:, :, None]


def _cut_bar(
    look: TileLook, density: float, across: Floats, up: Floats, paint: Floats, slopes: Floats
) -> None:
    half = np.float32(look.bar_width / 2)
    soft = np.float32(density)
    share = np.clip((half - np.abs(across)) * soft + 0.5, 0, 1) * np.clip(
        (np.float32(look.bar_share * look.wide / 2) - np.abs(up)) * soft + 0.5, 0, 1
    )
    _mixed(paint, look.bar, share)
    slopes[:, :, 0] -= np.float32(look.hollow) * share * across / half


def _cut_pip(
    look: TileLook, density: float, across: Floats, up: Floats, value: int, paint: Floats, slopes: Floats
) -> None:
    radius = np.float32(look.pip_radius)
    share = np.clip((radius - np.sqrt(across * across + up * up)) * np.float32(density) + 0.5, 0, 1)
    _mixed(paint, look.pips[value], share)
    bowl = np.float32(-look.hollow) * share / radius
    slopes[:, :, 0] += bowl * across
    slopes[:, :, 1] += bowl * up


def _set_pin(
    look: TileLook, density: float, across: Floats, up: Floats, paint: Floats, slopes: Floats, gloss: Floats
) -> None:
    radius = np.float32(look.pin)
    share = np.clip((radius - np.sqrt(across * across + up * up)) * np.float32(density) + 0.5, 0, 1)
    _mixed(paint, _BRASS, share)
    slopes[:, :, 0] = slopes[:, :, 0] * (1 - share) + share * across / radius * np.float32(0.9)
    slopes[:, :, 1] = slopes[:, :, 1] * (1 - share) + share * up / radius * np.float32(0.9)
    gloss += (np.float32(0.35 / look.gloss) - gloss) * share
