"""Notices: sentences that slide in below the title, stay for a while, and go by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.motion import ease_out
from companion.kiosk.theme import Colour, Ink, Motion

if TYPE_CHECKING:
    from companion.kiosk.stage import Notice, Stage

#: How far the shadow of a notice reaches, at 720 pixels.
_BLUR = 10

TONES: dict[str, tuple[Colour, Colour]] = {
    "plain": (Ink.LIFTED, Ink.TEXT),
    "good": ((30, 84, 62), (214, 247, 224)),
    "bad": ((112, 42, 40), (255, 226, 220)),
}


def notice_sprites(stage: Stage, now: int, taken: pygame.Rect | None = None) -> list[Sprite]:
    """Return the notices that are to be seen at this moment, the newest on top, below what is `taken`."""
    while stage.notices and stage.notices[0].until <= now:
        stage.notices.popleft()
    theme = stage.theme
    sprites = []
    # One line stands within the line at the top of the screen.
    y = theme.px(5) - theme.px(_BLUR)
    for notice in reversed(stage.notices):
        surface = _surface(stage, notice)
        ease = ease_out((now - notice.since) / Motion.TOAST_SLIDE) * ease_out(
            (notice.until - now) / Motion.TOAST_SLIDE
        )
        x = (theme.width - surface.get_width()) // 2
        if taken is not None and x + surface.get_width() > taken.left and y < taken.bottom:
            y = taken.bottom
        rise = round((1.0 - ease) * (surface.get_height() + y))
        sprites.append(Sprite(surface, (x, y - rise)))
        y += surface.get_height() + theme.px(8)
    return sprites


def _surface(stage: Stage, notice: Notice) -> pygame.Surface:
    return stage.box.get(("notice", notice.words, notice.tone), lambda: _paint(stage, notice))


def _paint(stage: Stage, notice: Notice) -> pygame.Surface:
    theme, (fill, ink) = stage.theme, TONES[notice.tone]
    most = round(theme.width * 0.72)
    lines = stage.type.wrap(notice.words, "small_strong", most)
    pitch = stage.type.height("small_strong")
    wide = max(stage.type.width(line, "small_strong") for line in lines)
    size = (wide + theme.px(56), pitch * len(lines) + theme.px(24))
    blur = theme.px(_BLUR)
    surface = pygame.Surface((size[0] + 2 * blur, size[1] + 2 * blur), pygame.SRCALPHA)
    surface.blit(stage.box.shadow(size, theme.px(14), blur, 150), (0, 0))
    low: Colour = (max(0, fill[0] - 14), max(0, fill[1] - 14), max(0, fill[2] - 14))
    edge: Colour = (min(255, fill[0] + 46), min(255, fill[1] + 46), min(255, fill[2] + 46))
    surface.blit(stage.box.panel(size, theme.px(14), fill, low, edge, 1), (blur, blur))
    for index, line in enumerate(lines):
        words = stage.type.line(line, "small_strong", ink).surface
        surface.blit(words, (blur + (size[0] - words.get_width()) // 2, blur + theme.px(12) + index * pitch))
    return surface
