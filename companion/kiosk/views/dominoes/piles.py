"""The piles seen from above: chips with their number, and round them the ring of their four ends."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, TypeAlias

import pygame

from companion.kiosk.paint import OVER, PaintBox
from companion.kiosk.theme import Colour, Ink

#: What lies at one side of a chip: nothing yet, an end that matches, or a wrong one.
End: TypeAlias = Literal["", "match", "wrong"]

_RING: dict[End, Colour] = {"": (40, 60, 92), "match": Ink.LAMP, "wrong": (226, 88, 76)}
#: The middle of each side's part of the ring, in radians, y downwards.
_TURNS = {"e": 0.0, "s": math.pi / 2, "w": math.pi, "n": -math.pi / 2}
#: So many chips of a pile are seen one above the other.
MOST_SEEN = 4


def pile(box: PaintBox, count: int, width: int, spoiled: bool) -> pygame.Surface:
    """Return a pile of at least one chip seen from above and a little from the front.

    It stands on the lower edge of the surface, whose top chip is `rise` pixels a chip higher.
    """
    seen = max(1, min(count, MOST_SEEN))
    return box.get(("pile", seen, width, spoiled), lambda: _pile(seen, width, spoiled))


def rise(width: int) -> int:
    """Return by how many pixels a chip is higher than the one below it."""
    return max(2, round(width * 0.055))


def _pile(count: int, width: int, spoiled: bool) -> pygame.Surface:
    ink: Colour = (104, 108, 118) if spoiled else Ink.BRASS
    step = rise(width)
    surface = pygame.Surface((width, width + step * count), pygame.SRCALPHA)
    for index in range(count):
        top = surface.get_height() - width - step * (index + 1)
        surface.blit(_from_above(width, step, ink, index), (0, top))
    return surface


def _from_above(width: int, thick: int, ink: Colour, turn: int) -> pygame.Surface:
    """Return one chip; its rim shows below it, and the marks on its edge are turned a little."""
    large, low = width * OVER, thick * OVER
    surface = pygame.Surface((large, large + low), pygame.SRCALPHA)
    radius, centre = large / 2 - 1, (large / 2, large / 2)
    for drop in range(low, 0, -2):
        pygame.draw.circle(surface, _mix(ink, (0, 0, 0), 0.55), (centre[0], centre[1] + drop), radius)
    pygame.draw.circle(surface, _mix(ink, (0, 0, 0), 0.12), centre, radius)
    for mark in range(6):
        angle = math.pi * (mark / 3 + 0.11 * turn)
        wedge = [
            (
                centre[0] + reach * radius * math.cos(angle + by),
                centre[1] + reach * radius * math.sin(angle + by),
            )
            for reach, by in ((0.72, -0.17), (0.985, -0.15), (0.985, 0.15), (0.72, 0.17))
        ]
        pygame.draw.polygon(surface, _mix(ink, Ink.PAPER, 0.75), wedge)
    pygame.draw.circle(surface, _mix(ink, Ink.PAPER, 0.5), centre, radius, max(2, large // 50))
    pygame.draw.circle(surface, _mix(ink, Ink.PAPER, 0.18), centre, radius * 0.74)
    pygame.draw.circle(surface, _mix(ink, Ink.PAPER, 0.62), centre, radius * 0.74, max(2, large // 46))
    return pygame.transform.smoothscale(surface, (width, width + thick))


def ring(box: PaintBox, width: int, ends: Mapping[str, End]) -> pygame.Surface:
    """Return the ring round a chip: one part for each side, by what lies there."""
    key = tuple((side, ends.get(side, "")) for side in "nesw")
    return box.get(("ends", width, key), lambda: _ring(width, dict(key)))


def _ring(width: int, ends: dict[str, End]) -> pygame.Surface:
    large = width * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    outer, inner = large / 2 - OVER / 2, large / 2 * 0.86
    for side, end in ends.items():
        ink = _RING[end]
        reach = 0.62 if end else 0.56
        _arc(
            surface, _TURNS[side], reach, outer if end else outer * 0.975, inner, (*ink, 255 if end else 200)
        )
    return pygame.transform.smoothscale(surface, (width, width))


def _arc(
    surface: pygame.Surface,
    turn: float,
    reach: float,
    outer: float,
    inner: float,
    ink: tuple[int, ...],
) -> None:
    middle = surface.get_width() / 2
    steps = [turn - reach + 2 * reach * step / 20 for step in range(21)]
    points = [(middle + outer * math.cos(a), middle + outer * math.sin(a)) for a in steps]
    points += [(middle + inner * math.cos(a), middle + inner * math.sin(a)) for a in reversed(steps)]
    pygame.draw.polygon(surface, ink, points)


def empty_spot(box: PaintBox, width: int, ink: Colour) -> pygame.Surface:
    """Return the position of a pile that is gone, with a rim in a colour."""

    def paint() -> pygame.Surface:
        large = width * OVER
        surface = pygame.Surface((large, large), pygame.SRCALPHA)
        pygame.draw.circle(surface, (8, 16, 30, 200), (large / 2, large / 2), large / 2 - 1)
        pygame.draw.circle(surface, ink, (large / 2, large / 2), large / 2 - 1, max(3, large // 22))
        return pygame.transform.smoothscale(surface, (width, width))

    return box.get(("spot", width, ink), paint)


def cross(box: PaintBox, width: int) -> pygame.Surface:
    """Return the mark of a spoiled pile: a red disc with a cross."""

    def paint() -> pygame.Surface:
        large = width * OVER
        surface = pygame.Surface((large, large), pygame.SRCALPHA)
        pygame.draw.circle(surface, (24, 10, 12), (large / 2, large / 2), large / 2 - 1)
        pygame.draw.circle(surface, _RING["wrong"], (large / 2, large / 2), large * 0.44)
        near, far, line = large * 0.31, large * 0.69, max(3, round(large * 0.12))
        for one, other in (((near, near), (far, far)), ((near, far), (far, near))):
            pygame.draw.line(surface, (255, 244, 240), one, other, line)
        return pygame.transform.smoothscale(surface, (width, width))

    return box.get(("spoiled", width), paint)


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return (r, g, b)
