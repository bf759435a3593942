"""The time of day at the top right: for people to read, never for the program to decide by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.canvas import Sprite
from companion.kiosk.frame import header_rect
from companion.kiosk.theme import Ink

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage


def clock_width(stage: Stage) -> int:
    """Return how much room the time takes in the line at the top."""
    return stage.type.width("00:00", "small") + stage.theme.px(24)


def clock_sprite(stage: Stage) -> tuple[Sprite, ...]:
    """Return the time of day as a sprite; the same surface as long as the minute lasts."""
    words = stage.clock.wall().astimezone().strftime("%H:%M")
    surface = stage.type.line(words, "small", Ink.MUTED).surface
    area = header_rect(stage.theme)
    return (Sprite(surface, (area.right - surface.get_width(), area.centery - surface.get_height() // 2)),)
