"""Things of the table, drawn: dice, stacks of chips, lamps and button caps."""

from __future__ import annotations

import pygame

from companion.kiosk.paint import OVER, PaintBox, shade
from companion.kiosk.theme import Colour, Ink

_NEAR, _MID, _FAR = 0.26, 0.5, 0.74

#: Where the pips of each face are, as shares of the die.
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_NEAR, _NEAR), (_FAR, _FAR)),
    3: ((_NEAR, _NEAR), (_MID, _MID), (_FAR, _FAR)),
    4: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_FAR, _NEAR), (_MID, _MID), (_NEAR, _FAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _MID), (_FAR, _MID), (_NEAR, _FAR), (_FAR, _FAR)),
}


def die(box: PaintBox, face: int, size: int, lit: bool = True) -> pygame.Surface:
    """Return a die showing `face` (1 to 6), `size` pixels wide; dimmed when it is not `lit`."""
    return box.get(("die", face, size, lit), lambda: _die(box, face, size, lit))


def _die(box: PaintBox, face: int, size: int, lit: bool) -> pygame.Surface:
    top, low = (Ink.PAPER, Ink.PAPER_LOW) if lit else ((120, 127, 138), (97, 105, 118))
    pip: Colour = (28, 30, 38) if lit else (38, 46, 60)
    large = size * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.blit(shade((large, large), top, low), (0, 0))
    mask = pygame.Surface((large, large), pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), (0, 0, large, large), border_radius=round(large * 0.2))
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    rim: Colour = (255, 253, 246) if lit else (140, 147, 158)
    inset = round(large * 0.02)
    pygame.draw.rect(
        surface, rim, (inset, inset, large - 2 * inset, large - 2 * inset),
        width=max(1, round(large * 0.018)), border_radius=round(large * 0.185),
    )  # fmt: skip
    radius = large * (0.125 if face == 1 else 0.095)
    for x, y in PIPS[face]:
        centre = (x * large, y * large)
        pygame.draw.circle(
            surface, _mix(pip, top, 0.42), (centre[0], centre[1] + large * 0.012), radius * 1.08
        )
        pygame.draw.circle(surface, pip, centre, radius)
        pygame.draw.circle(
            surface,
            _mix(pip, (255, 255, 255), 0.16),
            (centre[0] - radius * 0.2, centre[1] - radius * 0.28),
            radius * 0.45,
        )
    return pygame.transform.smoothscale(surface, (size, size))


def tilted_die(box: PaintBox, face: int, size: int, turn: int, lit: bool = True) -> pygame.Surface:
    """Return a die turned by `turn` degrees; the surface is as large as it must be."""

    def paint() -> pygame.Surface:
        large = pygame.transform.rotate(die(box, face, size * 3, lit), turn)
        return pygame.transform.smoothscale(large, (large.get_width() // 3, large.get_height() // 3))

    return box.get(("tilted", face, size, turn, lit), paint)


def die_slot(box: PaintBox, size: int) -> pygame.Surface:
    """Return the empty place of a die that has not been thrown."""
    return box.get(("slot", size), lambda: _slot(size))


def _slot(size: int) -> pygame.Surface:
    large = size * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    radius = round(large * 0.2)
    pygame.draw.rect(surface, (*Ink.DEEP, 120), (0, 0, large, large), border_radius=radius)
    pygame.draw.rect(
        surface, (*Ink.EDGE, 255), (0, 0, large, large), round(large * 0.02), border_radius=radius
    )
    return pygame.transform.smoothscale(surface, (size, size))


def chip(box: PaintBox, width: int, ink: Colour = Ink.BRASS) -> pygame.Surface:
    """Return one chip lying flat, `width` pixels wide and about half as high."""
    return box.get(("chip", width, ink), lambda: _chip(width, ink))


def _chip(width: int, ink: Colour) -> pygame.Surface:
    high = round(width * 0.56)
    large_w, large_h = width * OVER, high * OVER
    surface = pygame.Surface((large_w, large_h), pygame.SRCALPHA)
    thick = round(large_h * 0.26)
    face = pygame.Rect(0, 0, large_w, large_h - thick)
    pygame.draw.ellipse(surface, _mix(ink, (0, 0, 0), 0.55), face.move(0, thick))
    pygame.draw.rect(surface, _mix(ink, (0, 0, 0), 0.55), (0, face.centery, large_w, thick))
    for step in range(1, 12, 2):
        x = round(large_w * (step / 12)) - large_w // 30
        dip = round(face.height * 0.5 * (1 - (2 * (step / 12) - 1) ** 2) ** 0.5)
        notch = pygame.Rect(x, face.centery + dip, large_w // 16, thick)
        pygame.draw.rect(surface, _mix(ink, Ink.PAPER, 0.62), notch)
    pygame.draw.ellipse(surface, ink, face)
    pygame.draw.ellipse(surface, _mix(ink, Ink.PAPER, 0.55), face, max(2, large_w // 36))
    inner = face.inflate(-round(face.width * 0.34), -round(face.height * 0.34))
    pygame.draw.ellipse(surface, _mix(ink, (0, 0, 0), 0.18), inner)
    pygame.draw.ellipse(surface, _mix(ink, Ink.PAPER, 0.4), inner, max(2, large_w // 50))
    return pygame.transform.smoothscale(surface, (width, high))


def chip_stack(box: PaintBox, count: int, width: int, tallest: int = 8) -> pygame.Surface:
    """Return a stack of `count` chips; more than `tallest` are drawn as that many."""
    drawn = max(0, min(count, tallest))
    return box.get(("stack", drawn, width), lambda: _stack(box, drawn, width))


def _stack(box: PaintBox, count: int, width: int) -> pygame.Surface:
    one = chip(box, width)
    rise = max(2, round(one.get_height() * 0.3))
    surface = pygame.Surface((width, one.get_height() + rise * max(0, count - 1)), pygame.SRCALPHA)
    for index in range(count):
        surface.blit(one, (0, surface.get_height() - one.get_height() - rise * index))
    return surface


def lamp(box: PaintBox, diameter: int, ink: Colour, on: bool) -> pygame.Surface:
    """Return a seat's lamp; the surface is twice as wide as the lamp, to hold its light."""
    return box.get(("lamp", diameter, ink, on), lambda: _lamp(diameter, ink, on))


def _lamp(diameter: int, ink: Colour, on: bool) -> pygame.Surface:
    large = diameter * 2 * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    middle, radius = (large // 2, large // 2), large // 4
    if on:
        for ring in range(24, 0, -1):
            pygame.draw.circle(
                surface, (*ink, round(90 * (1 - ring / 24) ** 2)), middle, radius * (1 + ring / 26)
            )
        pygame.draw.circle(surface, _mix(ink, (255, 255, 255), 0.35), middle, radius)
        pygame.draw.circle(
            surface, _mix(ink, (255, 255, 255), 0.8), (middle[0], middle[1] - radius * 0.18), radius * 0.55
        )
    else:
        pygame.draw.circle(surface, _mix(ink, Ink.DEEP, 0.78), middle, radius)
        pygame.draw.circle(surface, _mix(ink, Ink.DEEP, 0.5), middle, radius, max(2, radius // 6))
    return pygame.transform.smoothscale(surface, (diameter * 2, diameter * 2))


def arrow(box: PaintBox, size: int, way: str, ink: Colour) -> pygame.Surface:
    """Return a small arrow head pointing ``up``, ``down``, ``left`` or ``right``."""
    return box.get(("arrow", size, way, ink), lambda: _arrow(size, way, ink))


def _arrow(size: int, way: str, ink: Colour) -> pygame.Surface:
    large = size * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.fill((*ink, 0))
    points = [(0.5, 0.2), (0.92, 0.78), (0.08, 0.78)]
    pygame.draw.polygon(surface, ink, [(x * large, y * large) for x, y in points])
    turns = {"up": 0, "left": 90, "down": 180, "right": 270}
    return pygame.transform.smoothscale(pygame.transform.rotate(surface, turns[way]), (size, size))


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return (r, g, b)
