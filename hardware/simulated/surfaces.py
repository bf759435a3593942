"""Surfaces seen from straight above: felt, wood, cloth, paper and others as linear reflectances."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hardware.simulated.layering import dimmed, dyed
from hardware.simulated.lens import Floats
from hardware.simulated.look import Colour, Surface

_FELTS: tuple[Colour, ...] = (
    (0.03, 0.12, 0.02), (0.15, 0.05, 0.02), (0.03, 0.02, 0.20), (0.03, 0.03, 0.03),
    (0.14, 0.13, 0.12), (0.08, 0.02, 0.06), (0.10, 0.20, 0.03), (0.05, 0.11, 0.2),
)  # fmt: skip
_CLOTHS: tuple[Colour, ...] = (
    (0.55, 0.6, 0.62), (0.2, 0.3, 0.4), (0.25, 0.1, 0.05), (0.1, 0.07, 0.3),
    (0.06, 0.06, 0.07), (0.1, 0.25, 0.12),
)  # fmt: skip
_WOODS: tuple[tuple[Colour, Colour], ...] = (
    ((0.10, 0.24, 0.44), (0.05, 0.13, 0.28)),
    ((0.24, 0.42, 0.56), (0.16, 0.31, 0.46)),
    ((0.03, 0.06, 0.13), (0.015, 0.03, 0.07)),
    ((0.06, 0.17, 0.40), (0.02, 0.07, 0.22)),
    ((0.45, 0.55, 0.62), (0.36, 0.46, 0.54)),
    ((0.16, 0.20, 0.25), (0.09, 0.12, 0.16)),
)


def rough(
    generator: np.random.Generator, height: int, width: int, cell: float, stretch: float = 1.0
) -> Floats:
    """Return smooth noise (about -1 to 1): bumps are `cell` pixels high and `stretch` times as wide."""
    rows, columns = max(2, round(height / cell) + 1), max(2, round(width / (cell * stretch)) + 1)
    seeds = generator.random((rows, columns), dtype=np.float32) * 2 - 1
    if cell <= 1 and stretch <= 1:
        return np.asarray(seeds[:height, :width], dtype=np.float32)
    return np.asarray(cv2.resize(seeds, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def layers(
    generator: np.random.Generator, height: int, width: int, cell: float, count: int = 4, stretch: float = 1.0
) -> Floats:
    """Return noise of several sizes, each half as large and half as strong as the one before."""
    total = rough(generator, height, width, cell, stretch)
    for step in range(1, count):
        total += rough(generator, height, width, max(cell / 2**step, 1.0), stretch) * 0.5**step
    return np.asarray(total, dtype=np.float32)


def relief(bumps: Floats, strength: float, angle: float) -> Floats:
    """Return the shading (about 1) of bumps lit from the side."""
    down = np.zeros_like(bumps)
    across = np.zeros_like(bumps)
    across[:, 1:] = bumps[:, 1:] - bumps[:, :-1]
    down[1:] = bumps[1:] - bumps[:-1]
    shade = 1 + strength * (np.cos(angle) * across + np.sin(angle) * down)
    return np.asarray(np.clip(shade, 0.2, 2.0), dtype=np.float32)


def _dyed(colour: Colour, shade: Floats) -> Floats:
    return dyed(np.maximum(shade, np.float32(0.05)), colour)


def _pick(generator: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    colour = colours[int(generator.integers(len(colours)))]
    by = float(np.exp(generator.normal(0, 0.2)))
    return (colour[0] * by, colour[1] * by, colour[2] * by)


def _felt(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    grain = generator.random((height, width), dtype=np.float32) - 0.5
    fibres = cv2.blur(grain, (max(3, round(4 * scale)), 1)) + cv2.blur(
        grain[::-1], (1, max(3, round(4 * scale)))
    )
    fibres = np.asarray(fibres, dtype=np.float32)
    shade = (
        1
        + 0.08 * layers(generator, height, width, 160 * scale, 3)
        + 0.10 * rough(generator, height, width, 3)
    )
    shade = (shade + 0.5 * fibres) * relief(fibres, 0.9, float(generator.uniform(0, 6.28)))
    return _dyed(_pick(generator, _FELTS), shade)


def _leather(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    cells = np.abs(layers(generator, height, width, 7 * scale, 2))
    shade = relief(np.asarray(cv2.GaussianBlur(cells, (0, 0), 0.8), dtype=np.float32), 0.6, 0.7)
    shade = shade * (1 + 0.1 * layers(generator, height, width, 200 * scale, 2))
    return _dyed(_pick(generator, (*_FELTS, (0.02, 0.03, 0.06), (0.05, 0.1, 0.22))), shade)


def _wood(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    pale, dark = _WOODS[int(generator.integers(len(_WOODS)))]
    mixed = np.empty((height, width), dtype=np.float32)
    plank = height if generator.random() < 0.5 else int(max(60, 110 * scale * generator.uniform(0.8, 1.6)))
    rings = float(generator.uniform(4, 16))
    for top in range(0, height, plank):
        rows = min(plank, height - top)
        slow = layers(generator, rows, width, 90 * scale, 2, 7)
        grain = (
            rough(generator, rows, width, 1.6, 40) * 0.4 + rough(generator, rows, width, 4 * scale, 25) * 0.4
        )
        part = (
            0.5 + 0.3 * np.sin(rings * slow + 0.6 * grain) + 0.35 * grain + float(generator.normal(0, 0.12))
        )
        pores = rough(generator, rows, width, 1.2, 18)
        part -= 0.5 * np.clip(pores - 0.62, 0, 1)
        mixed[top : top + rows] = part
        if plank < height:
            mixed[top : top + max(1, round(1.5 * scale))] = -0.9
    share = np.clip(mixed, -1.0, 1.2)
    parts = [np.float32(low) + share * np.float32(high - low) for low, high in zip(dark, pale, strict=True)]
    return np.maximum(np.asarray(cv2.merge(parts), dtype=np.float32), np.float32(0.004))


def _cloth(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    period = float(generator.uniform(2.2, 6.0)) * max(scale, 0.6)
    bend = 2.5 * layers(generator, height, width, 240 * scale, 2)
    across = np.arange(width, dtype=np.float32)[None, :] + bend
    down = np.arange(height, dtype=np.float32)[:, None] + bend[:, ::-1]
    turn = np.float32(2 * np.pi / period)
    weave = np.sin(across * turn) * np.sin(down * turn)
    folds = layers(generator, height, width, 320 * scale, 2, float(generator.uniform(0.4, 2.5)))
    shade = (1 + 0.14 * weave) * relief(folds, 14.0, float(generator.uniform(0, 6.28)))
    shade = shade * (1 + 0.12 * rough(generator, height, width, 1))
    cloth = _dyed(_pick(generator, _CLOTHS), np.asarray(shade, dtype=np.float32))
    if generator.random() < 0.3:
        stripe = np.sin(
            across * np.float32(2 * np.pi / (generator.uniform(18, 70) * scale))
        ) > generator.uniform(-0.3, 0.7)
        cloth[stripe] *= np.array(
            _pick(generator, ((0.2, 0.2, 0.2), (0.3, 0.4, 0.9), (0.9, 0.5, 0.3))), np.float32
        )
    return cloth


def _paper(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    shade = (
        1
        + 0.02 * layers(generator, height, width, 200 * scale, 2)
        + 0.03 * rough(generator, height, width, 1)
    )
    return _dyed(_pick(generator, ((0.72, 0.74, 0.75), (0.5, 0.6, 0.66), (0.4, 0.55, 0.7))), shade)


def _desk(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    shade = (
        1
        + 0.03 * layers(generator, height, width, 300 * scale, 2)
        + 0.015 * rough(generator, height, width, 2)
    )
    return _dyed(
        _pick(generator, ((0.5, 0.5, 0.5), (0.06, 0.06, 0.06), (0.2, 0.3, 0.4), (0.3, 0.2, 0.1))), shade
    )


def _carpet(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    loops = rough(generator, height, width, max(2.0, 4.5 * scale), 1) + 0.5 * rough(
        generator, height, width, 1.5
    )
    shade = (1 + 0.25 * loops) * relief(loops, 0.35, 0.8)
    shade = shade * (1 + 0.2 * layers(generator, height, width, 60 * scale, 3))
    return _dyed(_pick(generator, (*_CLOTHS, (0.1, 0.2, 0.3), (0.2, 0.22, 0.24))), shade.astype(np.float32))


def _stone(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    base = _pick(generator, ((0.02, 0.02, 0.02), (0.3, 0.3, 0.3), (0.5, 0.52, 0.55), (0.1, 0.14, 0.2)))
    stone = dyed(1 + np.float32(0.2) * layers(generator, height, width, 40 * scale, 4), base)
    for cell, strong in ((2.0, 1.6), (4.0 * scale + 1, 1.0), (3.0, -0.6)):
        specks = np.clip(rough(generator, height, width, cell) - np.float32(0.55), 0, 1) * np.float32(strong)
        tints = generator.uniform(0.6, 1.2, 3)
        blue, green, red = (float((0.12 + part) * tint) for part, tint in zip(base, tints, strict=True))
        stone += dyed(specks, (blue, green, red))
    return np.clip(stone, 0.004, 0.9).astype(np.float32)


def _rubber(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    fine = rough(generator, height, width, 1.5)
    shade = relief(fine, 0.3, 0.5) * (1 + 0.05 * layers(generator, height, width, 150 * scale, 2))
    return _dyed(
        _pick(generator, ((0.02, 0.02, 0.02), (0.04, 0.05, 0.05), (0.12, 0.12, 0.12), (0.12, 0.06, 0.03))),
        shade,
    )


def _slats(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    wood = _wood(generator, height, width, scale)
    period = float(generator.uniform(9, 40)) * scale
    wave = np.abs(np.sin(np.arange(width, dtype=np.float32) * np.float32(np.pi / period)))
    return dimmed(wood, np.tile(np.clip(0.25 + wave * 1.1, 0.2, 1.0).astype(np.float32), (height, 1)))


def _print_text(sheet: Floats, text: str, corner: tuple[int, int], size: int, ink: tuple[float, ...]) -> None:
    # OpenCV 5 draws letters on bytes only.
    mask = np.zeros(sheet.shape[:2], dtype=np.uint8)
    cv2.putText(mask, text, corner, cv2.FONT_HERSHEY_DUPLEX, size / 30, 255, max(1, size // 20), cv2.LINE_AA)
    sheet[mask > 127] = ink


def _print(generator: np.random.Generator, height: int, width: int, scale: float) -> Floats:
    sheet = _paper(generator, height, width, scale)
    if generator.random() < 0.4:
        sheet *= np.array(generator.uniform(0.05, 0.9, 3), np.float32)
    for _ in range(int(generator.integers(12, 60))):
        ink = tuple(float(part) for part in generator.uniform(0.005, 0.7, 3))
        x, y = int(generator.integers(width)), int(generator.integers(height))
        size = int(generator.uniform(6, 90) * scale) + 2
        kind = generator.integers(5)
        if kind == 0:
            cv2.circle(sheet, (x, y), size // 2 + 1, ink, -1 if generator.random() < 0.6 else 3, cv2.LINE_AA)
        elif kind == 1:
            far = (x + int(size * generator.uniform(0.4, 3)), y + size)
            cv2.rectangle(sheet, (x, y), far, ink, -1 if generator.random() < 0.5 else 2, cv2.LINE_AA)
        elif kind == 2:
            text = "".join(
                chr(65 + int(letter)) for letter in generator.integers(0, 26, int(generator.integers(1, 9)))
            )
            _print_text(sheet, text, (x, y), size, ink)
        elif kind == 3:
            end = (x + int(generator.normal(0, 200 * scale)), y + int(generator.normal(0, 200 * scale)))
            cv2.line(sheet, (x, y), end, ink, max(1, size // 14), cv2.LINE_AA)
        else:
            for row in range(int(generator.integers(1, 4))):
                for column in range(int(generator.integers(1, 5))):
                    cv2.circle(
                        sheet, (x + column * size, y + row * size), max(2, size // 4), ink, -1, cv2.LINE_AA
                    )
    return sheet


_MAKERS: dict[Surface, Callable[[np.random.Generator, int, int, float], Floats]] = {
    "felt": _felt,
    "wood": _wood,
    "cloth": _cloth,
    "paper": _paper,
    "leather": _leather,
    "carpet": _carpet,
    "stone": _stone,
    "print": _print,
    "desk": _desk,
    "slats": _slats,
    "rubber": _rubber,
}


def make_surface(
    generator: np.random.Generator, kind: Surface, height: int, width: int, scale: float
) -> Floats:
    """Return a surface's reflectances (height x width x 3, linear BGR); `scale` sizes its texture."""
    return _MAKERS[kind](generator, height, width, scale)
