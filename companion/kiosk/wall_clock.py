"""The time of day at the top right: for people to read, never for the program to decide by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.frame import header_rect
from companion.kiosk.theme import Ink

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage


def time_width(stage: Stage) -> int:
    """Return how much room the time alone takes at the right, with what parts it from what is beside it."""
    return stage.type.width("00:00", "small") + stage.theme.px(24)


def clock_width(stage: Stage) -> int:
    """Return how much room the time, and what must be told all evening, takes in the line at the top."""
    banner = _banner(stage)
    return time_width(stage) + (banner.get_width() + stage.theme.px(16) if banner is not None else 0)


def clock_sprite(stage: Stage) -> tuple[Sprite, ...]:
    """Return the time of day, and beside it the banner if there is one; the same surfaces for a minute."""
    words = stage.language.time_of_day(stage.clock.wall().astimezone())
    surface = stage.type.line(words, "small", Ink.MUTED).surface
    area = header_rect(stage.theme)
    clock = Sprite(surface, (area.right - surface.get_width(), area.centery - surface.get_height() // 2))
    banner = _banner(stage)
    if banner is None:
        return (clock,)
    return (clock, Sprite(banner, (area.right - clock_width(stage), area.centery - banner.get_height() // 2)))


def _banner(stage: Stage) -> pygame.Surface | None:
    if not stage.banners:
        return None
    words = " · ".join(stage.banners)
    return stage.box.get(("banner", words), lambda: _paint_banner(stage, words))


def _paint_banner(stage: Stage, words: str) -> pygame.Surface:
    theme = stage.theme
    line = stage.type.line(words, "small_strong", Ink.DARK_TEXT, round(theme.width * 0.34)).surface
    size = (line.get_width() + theme.px(28), line.get_height() + theme.px(8))
    surface = stage.box.rounded(size, size[1] // 2, Ink.DOUBT).copy()
    surface.blit(line, (theme.px(14), theme.px(4)))
    return surface
