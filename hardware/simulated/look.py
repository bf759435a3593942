"""How a made-up table looks: lens, lamps, surface, tray, dice and faults of the camera, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, sin, sqrt
from typing import Literal, get_args

import numpy as np

from hardware.simulated.dice_geometry import PipLayout
from hardware.simulated.flaws import NO_FLAWS, Flaws, draw_flaws
from hardware.simulated.lens import Lens

Level = Literal["plain", "usual", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
Surface = Literal[
    "felt", "wood", "cloth", "paper", "leather", "carpet", "stone", "print", "desk", "slats", "rubber"
]
Colour = tuple[float, float, float]

# Colours are linear light, blue first, as OpenCV keeps them.
DIE_COLOURS: dict[str, Colour] = {
    "white": (0.80, 0.82, 0.83),
    "ivory": (0.50, 0.68, 0.75),
    "yellow": (0.03, 0.52, 0.72),
    "green": (0.06, 0.28, 0.04),
    "orange": (0.02, 0.20, 0.75),
    "black": (0.014, 0.013, 0.013),
    "red": (0.03, 0.02, 0.50),
    "blue": (0.42, 0.10, 0.02),
    "purple": (0.30, 0.04, 0.16),
    "grey": (0.22, 0.21, 0.20),
    "pink": (0.42, 0.26, 0.74),
    "turquoise": (0.40, 0.38, 0.03),
}
PALE_DICE = ("white", "ivory", "yellow", "pink", "orange", "turquoise")
PIP_COLOURS: dict[str, Colour] = {
    "black": (0.010, 0.010, 0.010),
    "white": (0.82, 0.83, 0.84),
    "red": (0.03, 0.02, 0.42),
    "blue": (0.33, 0.06, 0.02),
    "gold": (0.08, 0.33, 0.55),
    "green": (0.04, 0.18, 0.02),
}


@dataclass(frozen=True)
class DieLook:
    """The make of a die; lengths on its faces are in halves of an edge, colours linear BGR."""

    edge_mm: float
    colour_name: str
    pip_name: str
    colour: Colour
    pip_colour: Colour
    layout: PipLayout
    rounding: float = 0.22
    ball: float = 0.0
    gloss: float = 0.25
    roughness: float = 0.12
    hollow: float = 0.6
    bulge: float = 0.04
    clear: float = 0.0
    mottle: float = 0.0


@dataclass(frozen=True)
class Lamp:
    """A square lamp over the table: its middle and width in mm, its light at the table's middle."""

    place: tuple[float, float, float]
    width: float
    light: Colour


@dataclass(frozen=True)
class TrayLook:
    """A tray: half its inner width and depth, the roundness of its corners, rim width and height in mm."""

    half_width: float
    half_depth: float
    corner: float
    rim: float
    high: float
    floor: Surface
    colour: Colour


@dataclass(frozen=True)
class MatLook:
    """A tray mat: the paper it is printed on, where the middle of its frame lies (mm), and how far it is
    turned (radians)."""

    paper: str
    middle: tuple[float, float]
    turn: float


@dataclass(frozen=True)
class CameraLook:
    """What lens, sensor and compression do to a picture; lengths in pixels, noise in 1/255."""

    exposure: float = 1.0
    balance: Colour = (1.0, 1.0, 1.0)
    vignette: float = 0.15
    blur: float = 0.7
    shake: tuple[float, float] = (0.0, 0.0)
    noise: float = 2.0
    sharpen: float = 0.4
    contrast: float = 1.0
    quality: int = 88


@dataclass(frozen=True)
class Look:
    """Everything about a made-up table but the dice's values and places."""

    level: Level
    seed: int
    lens: Lens
    lamps: tuple[Lamp, ...]
    ambient: Colour
    surface: Surface
    tray: TrayLook | None
    dice: tuple[DieLook, ...]
    camera: CameraLook
    clutter: int
    touching: float
    may_be_cut: bool = False
    mat: MatLook | None = None
    flaws: Flaws = NO_FLAWS


def _jitter(generator: np.random.Generator, colour: Colour, by: float) -> Colour:
    light = float(np.exp(generator.uniform(-by, by)))
    blue, green, red = (
        max(0.004, part * light * float(np.exp(generator.normal(0, by / 4)))) for part in colour
    )
    return (min(blue, 0.9), min(green, 0.9), min(red, 0.9))


def draw_die_look(generator: np.random.Generator, level: Level) -> DieLook:
    """Return the make of a die."""
    names = list(DIE_COLOURS)
    if level == "plain":
        name = str(generator.choice(["white", "ivory", "white", "red", "black"]))
    elif level == "usual":
        name = "white" if generator.random() < 0.4 else str(generator.choice(names))
    else:
        name = str(generator.choice(names))
    pale = name in PALE_DICE
    pip = "black" if pale else "white"
    if level != "plain" and generator.random() < 0.2:
        pip = str(generator.choice(["red", "blue", "black"] if pale else ["gold", "white"]))
        if (name, pip) in {("orange", "red"), ("pink", "red"), ("turquoise", "blue")}:
            pip = "black"
    colour = _jitter(generator, DIE_COLOURS[name], 0.12 if pale else 0.25)
    spread = float(generator.uniform(0.44, 0.56))
    # A six whose rows are wider apart than its columns is printed by most makers.
    across = spread * float(generator.uniform(0.78, 1.0)) if generator.random() < 0.5 else spread
    along = spread * float(generator.uniform(0.92, 1.08))
    radius = float(generator.uniform(0.15, 0.21))
    layout = PipLayout(
        spread=spread,
        six_across=across,
        six_along=max(along, 2.25 * radius),
        radius=radius,
        one_radius=radius * float(generator.choice([1.0, 1.0, 1.25, 1.6] if level != "plain" else [1.0])),
        lean=int(generator.choice([-1, 1])),
        upright=bool(generator.random() < 0.5),
        mirrored=bool(generator.random() < 0.2),
    )
    rounding = float(generator.uniform(0.08, 0.34))
    ball = float(generator.uniform(1.36, 1.52)) if generator.random() < 0.45 else 0.0
    hard = level == "hard"
    clear = float(generator.uniform(0.15, 0.5)) if hard and name not in ("white", "ivory", "black") else 0.0
    return DieLook(
        edge_mm=float(generator.uniform(13, 18)),
        colour_name=name,
        pip_name=pip,
        colour=colour,
        pip_colour=_jitter(generator, PIP_COLOURS[pip], 0.2 if pip != "white" else 0.05),
        layout=layout,
        rounding=rounding if not ball else min(rounding, 0.16),
        ball=ball,
        gloss=float(
            generator.uniform(*{"plain": (0.02, 0.08), "usual": (0.04, 0.22), "hard": (0.05, 0.6)}[level])
        ),
        roughness=float(generator.uniform(0.06, 0.25)),
        hollow=float(generator.uniform(0.0, 0.9)),
        bulge=float(generator.uniform(0.01, 0.07)),
        clear=clear if generator.random() < 0.6 else 0.0,
        mottle=float(generator.uniform(0.1, 0.5)) if level != "plain" and generator.random() < 0.15 else 0.0,
    )


def _draw_lens(generator: np.random.Generator, level: Level, edge_px: float, edge_mm: float) -> Lens:
    tilt = {"plain": (0.0, 6.0), "usual": (0.0, 16.0), "hard": (0.0, 36.0)}[level]
    least_focal = {"plain": 1400.0, "usual": 1050.0, "hard": 850.0}[level]
    distance = float(generator.uniform(240, 520))
    focal = float(np.clip(edge_px * distance / edge_mm, least_focal, 2200.0))
    return Lens(
        distance=focal * edge_mm / edge_px,
        tilt=float(generator.uniform(*tilt)),
        turn=float(generator.uniform(-6, 6) if level == "plain" else generator.uniform(-180, 180)),
        focal=focal,
    )


def _draw_lamps(
    generator: np.random.Generator, level: Level, reach: float
) -> tuple[tuple[Lamp, ...], Colour]:
    lamps = []
    share = float(generator.uniform(0.45, 0.7) if level == "plain" else generator.uniform(0.35, 0.9))
    for number in range(1 if generator.random() < 0.5 else 2):
        angle, away = float(generator.uniform(0, 2 * pi)), float(generator.uniform(0.5, 1.6)) * reach
        warm = float(generator.normal(0, 0.1))
        part = share * (1.0 if number == 0 else float(generator.uniform(0.15, 0.5)))
        lamps.append(
            Lamp(
                place=(away * cos(angle), away * sin(angle), float(generator.uniform(1.3, 2.4)) * reach),
                width=float(generator.uniform(0.15, 0.7)) * reach,
                light=(part * (1 - warm), part, part * (1 + warm)),
            )
        )
    sky = 1.0 - share
    cold = float(generator.normal(0, 0.06))
    return tuple(lamps), (sky * (1 + cold), sky, sky * (1 - cold))


def _draw_camera(generator: np.random.Generator, level: Level, edge_px: float) -> CameraLook:
    spread = {"plain": 0.1, "usual": 0.22, "hard": 0.45}[level]
    most_blur = {"plain": 0.8, "usual": 1.2, "hard": 0.035 * edge_px}[level]
    warm, tint = generator.normal(0, spread / 3, 2)
    angle, long = float(generator.uniform(0, pi)), 0.0
    if level == "hard" and generator.random() < 0.3:
        long = float(generator.uniform(1.0, 0.07 * edge_px))
    return CameraLook(
        exposure=float(np.exp(generator.normal(0, spread))),
        balance=(float(np.exp(-warm)), float(np.exp(tint / 2)), float(np.exp(warm))),
        vignette=float(generator.uniform(0.0, 0.45)),
        blur=float(generator.uniform(0.4, max(most_blur, 0.6))),
        shake=(long * cos(angle), long * sin(angle)),
        noise=float(
            generator.uniform(*{"plain": (0.6, 2.0), "usual": (1.0, 4.0), "hard": (1.5, 9.0)}[level])
        ),
        sharpen=float(generator.uniform(0.0, 1.0)),
        contrast=float(generator.uniform(0.85, 1.2)),
        quality=int(generator.integers(*{"plain": (85, 96), "usual": (75, 95), "hard": (45, 92)}[level])),
    )


def draw_look(
    seed: int, level: Level = "usual", dice: int = 5, edge_px: tuple[float, float] = (40.0, 110.0)
) -> Look:
    """Return the look of a table for so many dice, wholly decided by its arguments.

    `edge_px` bounds the length of a die's edge in the middle of the picture.  Raises `ValueError`
    for an unknown level.
    """
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    generator = np.random.default_rng([seed, LEVELS.index(level), 1])
    # So many dice must find room: their edge is at most a share of the picture's area.
    most = min(edge_px[1], max(edge_px[0], 330.0 / sqrt(max(dice, 1))))
    edge = float(generator.uniform(edge_px[0], most))
    first = draw_die_look(generator, level)
    mixed = level != "plain" and generator.random() < 0.3
    makes = [first]
    for _ in range(1, dice):
        other = draw_die_look(generator, level) if mixed else first
        makes.append(
            replace(
                other,
                edge_mm=first.edge_mm * float(generator.uniform(0.92, 1.08)) if mixed else first.edge_mm,
            )
        )
    lens = _draw_lens(generator, level, edge, first.edge_mm)
    lamps, ambient = _draw_lamps(generator, level, max(lens.distance, 300.0))
    surfaces: tuple[Surface, ...] = get_args(Surface)
    if level == "plain":
        surfaces = ("felt", "felt", "desk", "paper", "rubber")
    elif level == "usual":
        surfaces = ("felt", "wood", "cloth", "paper", "leather", "carpet", "desk", "slats", "rubber", "stone")
    surface = surfaces[int(generator.integers(len(surfaces)))]
    tray = None
    if generator.random() < {"plain": 0.3, "usual": 0.5, "hard": 0.35}[level]:
        tray = _draw_tray(generator, lens)
    clutter = {"plain": 0, "usual": int(generator.integers(0, 3)), "hard": int(generator.integers(0, 7))}[
        level
    ]
    flaws = draw_flaws(seed, LEVELS.index(level))
    return Look(
        level=level,
        seed=seed,
        lens=replace(lens, bend=flaws.bend),
        lamps=lamps,
        ambient=ambient,
        surface=surface,
        tray=tray,
        dice=tuple(makes),
        camera=_draw_camera(generator, level, edge),
        clutter=clutter,
        touching={"plain": 0.0, "usual": 0.2, "hard": 0.5}[level],
        may_be_cut=level == "hard",
        flaws=flaws,
    )


def _draw_tray(generator: np.random.Generator, lens: Lens) -> TrayLook:
    mm_px = lens.distance / lens.focal
    half_depth = float(generator.uniform(0.42, 0.62)) * lens.size[1] * mm_px
    round_tray = generator.random() < 0.45
    half_width = half_depth if round_tray else half_depth * float(generator.uniform(1.0, 1.8))
    floors: tuple[Surface, ...] = ("felt", "leather", "wood", "rubber", "felt", "cloth")
    colours = [
        (0.02, 0.02, 0.02),
        (0.03, 0.06, 0.14),
        (0.05, 0.1, 0.2),
        (0.25, 0.25, 0.25),
        (0.02, 0.03, 0.08),
    ]
    return TrayLook(
        half_width=half_width,
        half_depth=half_depth,
        corner=half_depth if round_tray else half_depth * float(generator.uniform(0.08, 0.5)),
        rim=float(generator.uniform(4, 16)),
        high=float(generator.uniform(8, 28)),
        floor=floors[int(generator.integers(len(floors)))],
        colour=_jitter(generator, colours[int(generator.integers(len(colours)))], 0.3),
    )
