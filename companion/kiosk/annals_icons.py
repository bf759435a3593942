"""Small pictures of the annals: a magnifier, a laurel wreath, two people."""

from __future__ import annotations

import math

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.paint import OVER
from companion.kiosk.theme import Colour, Ink


def magnifier(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw a lens with its handle into a square."""

    def draw(surface: pygame.Surface, side: int) -> None:
        lens, radius = (round(side * 0.42), round(side * 0.42)), round(side * 0.26)
        end = (round(side * 0.84), round(side * 0.84))
        start = (lens[0] + round(radius * 0.7), lens[1] + round(radius * 0.7))
        pygame.draw.line(surface, Ink.BRASS, start, end, max(2, side // 9))
        pygame.draw.circle(surface, Ink.FELT_LIGHT, lens, radius)
        pygame.draw.circle(surface, Ink.LAMP, lens, radius, max(2, side // 14))

    _drawn(canvas, rect, "magnifier", draw)


def laurel(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw a wreath into a square."""

    def draw(surface: pygame.Surface, side: int) -> None:
        middle, radius = side / 2, side * 0.34
        for number in range(7):
            for way in (-1, 1):
                angle = math.radians(90 + way * (20 + number * 21))
                x, y = middle + radius * math.cos(angle), middle + radius * math.sin(angle)
                leaf = pygame.Surface((side // 5, side // 9), pygame.SRCALPHA)
                ink: Colour = Ink.LAMP if number % 2 else Ink.BRASS
                pygame.draw.ellipse(leaf, ink, leaf.get_rect())
                turned = pygame.transform.rotate(leaf, -math.degrees(angle) + 90 + way * 35)
                surface.blit(turned, turned.get_rect(center=(round(x), round(y))))

    _drawn(canvas, rect, "laurel", draw)


def _drawn(canvas: Canvas, rect: pygame.Rect, name: str, draw: object) -> None:
    assert callable(draw)
    side = min(rect.size)

    def make() -> pygame.Surface:
        large = pygame.Surface((side * OVER, side * OVER), pygame.SRCALPHA)
        draw(large, side * OVER)
        return pygame.transform.smoothscale(large, (side, side))

    canvas.centred(canvas.box.get((name, side), make), rect.center)
