"""Resting: after some idle minutes the screen shows little and dims itself; the first press only wakes it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layer import Scene
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.tokens import tilted_die

#: The picture moves on after so long, so that it burns into no screen.
_STAYS_MS = 20_000
_PLACES = ((0.5, 0.42), (0.32, 0.3), (0.66, 0.56), (0.36, 0.6), (0.64, 0.34))
#: So dark is what is drawn, of 255.
_DIM = 150


class RestScene(Scene):
    """What is seen while nobody does anything: the sign, the time, and that a press wakes it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._begun = stage.now

    def paint(self, canvas: Canvas) -> None:
        canvas.surface.fill((4, 7, 13))

    def live(self, now: int) -> Sequence[Sprite]:
        surface = self._sign()
        x, y = _PLACES[(now - self._begun) // _STAYS_MS % len(_PLACES)]
        theme = self.stage.theme
        spot = surface.get_rect(center=(round(theme.width * x), round(theme.height * y)))
        return (Sprite(surface, spot.topleft),)

    def _sign(self) -> pygame.Surface:
        stage = self.stage
        time = stage.language.time_of_day(stage.clock.wall().astimezone())
        lines = (time, stage.line("kiosk.rest.wake"))
        return stage.box.get(("resting", lines, stage.theme), lambda: self._paint_sign(*lines))

    def _paint_sign(self, time: str, wake: str) -> pygame.Surface:
        stage, theme = self.stage, self.stage.theme
        parts: list[tuple[str, str, Colour]] = [
            (stage.line("kiosk.home.name"), "huge", Ink.BRASS),
            (time, "display", Ink.PAPER),
            (wake, "body", Ink.MUTED),
        ]
        most = round(theme.width * 0.6)
        drawn = [stage.type.line(words, role, ink, most).surface for words, role, ink in parts]
        die = theme.px(56)
        size = (max(one.get_width() for one in drawn), die * 2 + sum(one.get_height() for one in drawn))
        surface = pygame.Surface(size, pygame.SRCALPHA)
        for index, face in enumerate((6, 6, 6)):
            x = size[0] // 2 + round((index - 1) * die * 1.3)
            tilted = tilted_die(stage.box, face, die, (7, -8, 10)[index])
            surface.blit(tilted, tilted.get_rect(center=(x, die)))
        y = die * 2
        for one in drawn:
            surface.blit(one, ((size[0] - one.get_width()) // 2, y))
            y += one.get_height()
        surface.fill((_DIM, _DIM, _DIM, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return surface


class Rest:
    """Decides by the monotonic clock when the kiosk rests."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._since = stage.now
        self._seen: object = None
        self.scene: RestScene | None = None

    def look(self, now: int, seen: object) -> None:
        """Begin to rest where it is time to; `seen` wakes it when it is another: the game goes on."""
        if seen is not self._seen:
            self._seen = seen
            self.disturb(now)
        minutes = self._stage.settings.number("rest_minutes")
        if self.scene is None and minutes and now - self._since >= minutes * 60_000:
            self.scene = RestScene(self._stage)
            self._stage.hush()

    def disturb(self, now: int) -> bool:
        """Somebody has done something; return whether that only wakes the kiosk."""
        self._since = now
        woken, self.scene = self.scene is not None, None
        return woken
