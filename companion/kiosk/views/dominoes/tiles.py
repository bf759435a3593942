"""Tiles, drawn: bone with sunk pips, a groove across the middle and a brass pin, any way round."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pygame

from companion.kiosk.paint import OVER, PaintBox, shade
from companion.kiosk.shapes import shape
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.tokens import PIPS

#: ``plain``; ``dim`` for one that is out of play; ``ghost`` for one that may come to lie here.
Tone: TypeAlias = Literal["plain", "dim", "ghost"]

_FACES: dict[Tone, tuple[Colour, Colour, Colour, Colour]] = {
    # light, shadow, edge, pips
    "plain": ((250, 245, 231), (229, 218, 192), (255, 253, 246), (26, 28, 36)),
    "dim": ((58, 76, 104), (48, 64, 90), (70, 90, 120), (30, 42, 62)),
    "ghost": ((255, 228, 170), (244, 204, 128), (255, 246, 218), (64, 44, 14)),
}


def tile(
    box: PaintBox, ends: tuple[int, int], long: int, across: bool, tone: Tone = "plain", place: int = -1
) -> pygame.Surface:
    """Return a tile `long` pixels long; `ends` are the left or upper one and the other.

    The shape of the seat at `place` stands on its middle, in place of the pin.
    """
    key = ("tile", ends, long, across, tone, place)
    return box.get(key, lambda: _tile(box, ends, long, across, tone, place))


def tile_back(box: PaintBox, long: int, across: bool) -> pygame.Surface:
    """Return a tile that lies face down."""
    return box.get(("tile back", long, across), lambda: _back(long, across))


def tile_slot(box: PaintBox, long: int, across: bool, ink: Colour = Ink.EDGE) -> pygame.Surface:
    """Return the place of a tile that has not been laid."""
    return box.get(("tile slot", long, across, ink), lambda: _slot(long, across, ink))


def _size(long: int, across: bool) -> tuple[int, int]:
    return (long, long // 2) if across else (long // 2, long)


def corner(long: int) -> int:
    """Return how round the corners of a tile are."""
    return max(2, round(long * 0.075))


def _body(size: tuple[int, int], light: Colour, dark: Colour, edge: Colour, radius: int) -> pygame.Surface:
    """Return a body several times too large, lit from above, with a lower edge that shows its thickness."""
    width, height = size[0] * OVER, size[1] * OVER
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    thick = max(OVER, round(min(width, height) * 0.06))
    whole, top = pygame.Rect(0, 0, width, height), pygame.Rect(0, 0, width, height - thick)
    low = tuple(round(part * 0.66) for part in dark)
    pygame.draw.rect(surface, low, whole, border_radius=radius * OVER)
    face = pygame.Surface(top.size, pygame.SRCALPHA)
    face.blit(shade(top.size, light, dark), (0, 0))
    mask = pygame.Surface(top.size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), top, border_radius=radius * OVER)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(face, (0, 0))
    inset = top.inflate(-OVER, -OVER)
    pygame.draw.rect(surface, edge, inset, max(2, OVER * 3 // 4), border_radius=radius * OVER)
    return surface


def _tile(
    box: PaintBox, ends: tuple[int, int], long: int, across: bool, tone: Tone, place: int
) -> pygame.Surface:
    light, dark, edge, pip = _FACES[tone]
    size = _size(long, across)
    surface = _body(size, light, dark, edge, corner(long))
    width, height = surface.get_size()
    thick = max(OVER, round(min(width, height) * 0.06))
    height -= thick
    half = (width / 2, height) if across else (width, height / 2)
    for index, end in enumerate(ends):
        left = half[0] * index if across else 0.0
        top = 0.0 if across else half[1] * index
        _pips(
            surface,
            end,
            pygame.Rect(round(left), round(top), round(half[0]), round(half[1])),
            across,
            pip,
            light,
        )
    groove = max(2, round(min(width, height) * 0.035))
    inset = round(min(width, height) * 0.14)
    line = _mix(pip, light, 0.5)
    if across:
        pygame.draw.rect(surface, line, (width // 2 - groove // 2, inset, groove, height - 2 * inset))
    else:
        pygame.draw.rect(surface, line, (inset, height // 2 - groove // 2, width - 2 * inset, groove))
    small = pygame.transform.smoothscale(surface, size)
    middle = (size[0] // 2, round(height / OVER / 2))
    if place >= 0:
        side = max(7, round(long * 0.135))
        back = box.disc(side + 2 * max(1, side // 8), light)
        small.blit(back, back.get_rect(center=middle))
        mark = shape(box, place, side, None if tone != "dim" else dark)
        small.blit(mark, mark.get_rect(center=middle))
    else:
        side = max(4, round(long * 0.085))
        pin = box.disc(side, _mix(Ink.BRASS, dark, 0.0 if tone == "plain" else 0.5))
        small.blit(pin, pin.get_rect(center=middle))
    return small


def _pips(
    surface: pygame.Surface, end: int, rect: pygame.Rect, across: bool, ink: Colour, ground: Colour
) -> None:
    """Draw the pips of one end; a tile that lies across is an upright one turned by a quarter."""
    side = min(rect.width, rect.height)
    radius = side * 0.098
    for x, y in PIPS.get(end, ()):
        if across:
            x, y = y, 1.0 - x
        # The pips keep clear of the groove and of the tile's rounded edge.
        centre = (rect.centerx + (x - 0.5) * side * 1.04, rect.centery + (y - 0.5) * side * 1.04)
        pygame.draw.circle(
            surface, _mix(ink, ground, 0.55), (centre[0], centre[1] + radius * 0.16), radius * 1.12
        )
        pygame.draw.circle(surface, ink, centre, radius)
        light = (centre[0] - radius * 0.2, centre[1] - radius * 0.28)
        pygame.draw.circle(surface, _mix(ink, (255, 255, 255), 0.2), light, radius * 0.42)


def _back(long: int, across: bool) -> pygame.Surface:
    size = _size(long, across)
    surface = _body(size, (70, 98, 140), (48, 70, 106), (112, 142, 186), corner(long))
    width, height = surface.get_size()
    inset = round(min(width, height) * 0.16)
    frame = pygame.Rect(
        inset, inset, width - 2 * inset, height - 2 * inset - round(min(width, height) * 0.06)
    )
    line = max(2, round(min(width, height) * 0.04))
    pygame.draw.rect(surface, Ink.BRASS, frame, line, border_radius=inset // 2)
    x, y = frame.center
    reach = min(frame.width, frame.height) * 0.26
    diamond = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    pygame.draw.polygon(surface, Ink.BRASS, diamond)
    return pygame.transform.smoothscale(surface, size)


def _slot(long: int, across: bool, ink: Colour) -> pygame.Surface:
    size = _size(long, across)
    large = (size[0] * OVER, size[1] * OVER)
    surface = pygame.Surface(large, pygame.SRCALPHA)
    radius = corner(long) * OVER
    pygame.draw.rect(surface, (8, 16, 30, 110), (0, 0, *large), border_radius=radius)
    pygame.draw.rect(surface, (*ink, 235), (0, 0, *large), max(3, OVER), border_radius=radius)
    return pygame.transform.smoothscale(surface, size)


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return (r, g, b)
