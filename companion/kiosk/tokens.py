"""Things of the table, drawn: dice, stacks of chips, lamps and button caps."""

from __future__ import annotations

import pygame

from companion.kiosk.paint import OVER, PaintBox, shade
from companion.kiosk.patterns import mark_ink, marks
from companion.kiosk.theme import SEAT_INKS, Colour, Ink
from companion.table.seats import LOOKS

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
    pygame.draw.rect(surface, (12, 22, 38, 255), (0, 0, large, large), border_radius=radius)
    pygame.draw.rect(
        surface, (*Ink.EDGE, 255), (0, 0, large, large), round(large * 0.02), border_radius=radius
    )
    return pygame.transform.smoothscale(surface, (size, size))


def chip(box: PaintBox, width: int, ink: Colour = Ink.BRASS, turn: int = 0) -> pygame.Surface:
    """Return one chip lying flat, `width` pixels wide; `turn` shifts the marks on its edge."""
    return box.get(("chip", width, ink, turn % 3), lambda: _chip(width, ink, turn % 3))


def _chip(width: int, ink: Colour, turn: int) -> pygame.Surface:
    high = round(width * 0.54)
    large_w, large_h = width * OVER, high * OVER
    surface = pygame.Surface((large_w, large_h), pygame.SRCALPHA)
    thick = round(large_h * 0.24)
    face = pygame.Rect(0, 0, large_w, large_h - thick)
    edge = _mix(ink, (0, 0, 0), 0.5)
    # The rim: the face's outline drawn lower and lower, with a few paler marks around it.
    for drop in range(thick, 0, -1):
        pygame.draw.ellipse(surface, edge, face.move(0, drop))
    for mark in range(5):
        share = (mark + 0.25 + turn / 3) / 5
        if not 0.06 < share < 0.94:
            continue
        x = large_w * share
        dip = face.height * 0.5 * (1 - (2 * share - 1) ** 2) ** 0.5
        wide = large_w * 0.085 * (0.5 + (1 - (2 * share - 1) ** 2) ** 0.5 * 0.5)
        pygame.draw.rect(
            surface,
            _mix(ink, Ink.PAPER, 0.7),
            (x - wide / 2, face.centery + dip - thick * 0.12, wide, thick * 1.06),
        )
    pygame.draw.ellipse(surface, _mix(ink, (0, 0, 0), 0.3), face.move(0, max(1, thick // 10)))
    pygame.draw.ellipse(surface, _mix(ink, Ink.PAPER, 0.12), face)
    pygame.draw.ellipse(surface, _mix(ink, Ink.PAPER, 0.6), face, max(2, large_w // 40))
    inner = face.inflate(-round(face.width * 0.32), -round(face.height * 0.32))
    pygame.draw.ellipse(surface, _mix(ink, (0, 0, 0), 0.14), inner)
    pygame.draw.ellipse(surface, _mix(ink, Ink.PAPER, 0.42), inner, max(2, large_w // 56))
    return pygame.transform.smoothscale(surface, (width, high))


def chip_stack(box: PaintBox, count: int, width: int, highest: int) -> pygame.Surface:
    """Return a stack of `count` chips, or of as many as make it at most `highest` pixels high."""
    rise = max(2, round(width * 0.54 * 0.26))
    fits = max(1, 1 + (highest - round(width * 0.54)) // rise)
    drawn = max(0, min(count, fits))
    return box.get(("stack", drawn, width), lambda: _stack(box, drawn, width, rise))


def _stack(box: PaintBox, count: int, width: int, rise: int) -> pygame.Surface:
    lean = max(1, width // 36)
    one = chip(box, width - 2 * lean)
    surface = pygame.Surface((width, one.get_height() + rise * max(0, count - 1)), pygame.SRCALPHA)
    for index in range(count):
        # Nobody stacks chips exactly.
        aside = lean + (0, lean, -lean, lean // 2, -lean)[index % 5]
        surface.blit(
            chip(box, width - 2 * lean, turn=index),
            (aside, surface.get_height() - one.get_height() - rise * index),
        )
    return surface


def lamp(box: PaintBox, diameter: int, place: int, on: bool) -> pygame.Surface:
    """Return the lamp of a place, with its pattern; the surface is twice as wide, to hold its light."""
    ink = SEAT_INKS[LOOKS[place][0]]
    return box.get(("lamp", diameter, place, on), lambda: _lamp(diameter, place, ink, on))


def _lamp(diameter: int, place: int, ink: Colour, on: bool) -> pygame.Surface:
    large = diameter * 2 * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    middle, radius = (large // 2, large // 2), large // 4
    if on:
        for ring in range(24, 0, -1):
            pygame.draw.circle(
                surface, (*ink, round(90 * (1 - ring / 24) ** 2)), middle, radius * (1 + ring / 26)
            )
        pygame.draw.circle(surface, _mix(ink, (255, 255, 255), 0.45), middle, radius)
        glass, edge = mark_ink(ink), 0.86
    else:
        pygame.draw.circle(surface, _mix(ink, Ink.DEEP, 0.78), middle, radius)
        pygame.draw.circle(surface, _mix(ink, Ink.DEEP, 0.5), middle, radius, max(2, radius // 6))
        glass, edge = _mix(ink, Ink.DEEP, 0.5), 0.8
    disc = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    pygame.draw.circle(disc, (255, 255, 255, 255), (radius, radius), radius * edge)
    disc.blit(marks(place, diameter, OVER, glass), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(disc, (middle[0] - radius, middle[1] - radius))
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
