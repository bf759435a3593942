"""Motion: how things get from one place to another."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Sprite


def clamp(share: float) -> float:
    """Return `share`, at least 0 and at most 1."""
    return max(0.0, min(1.0, share))


def ease_out(share: float) -> float:
    """Start fast, arrive softly."""
    return 1.0 - (1.0 - clamp(share)) ** 3


def ease_both(share: float) -> float:
    """Start and arrive softly."""
    share = clamp(share)
    return share * share * (3.0 - 2.0 * share)


@dataclass(frozen=True, slots=True)
class Flight:
    """A surface on its way in an arc, from one centre to another, between two monotonic times."""

    surface: pygame.Surface
    start: tuple[int, int]
    end: tuple[int, int]
    begins: int
    lasts: int
    arc: int = 0

    def over(self, now: int) -> bool:
        return now >= self.begins + self.lasts

    def sprite(self, now: int) -> Sprite | None:
        """Return where the surface is now; None before it starts and after it has arrived."""
        if now < self.begins or self.over(now):
            return None
        share = ease_both((now - self.begins) / self.lasts)
        x = self.start[0] + (self.end[0] - self.start[0]) * share
        y = self.start[1] + (self.end[1] - self.start[1]) * share - math.sin(math.pi * share) * self.arc
        width, height = self.surface.get_size()
        return Sprite(self.surface, (round(x - width / 2), round(y - height / 2)))
