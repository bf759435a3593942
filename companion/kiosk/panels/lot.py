"""The drawing of a lot: the light runs round the seats and comes to rest on the one that was drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint, bar_rect
from companion.kiosk.layer import Layer
from companion.kiosk.motion import ease_out
from companion.kiosk.shapes import seat_ink, seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink, Motion
from companion.table.seats import Seat

_STAYS_MS = 1500


class LotLayer(Layer):
    """Shows what chance has decided already; any press cuts it short."""

    def __init__(self, stage: Stage, seats: Sequence[Seat], drawn: object, say: str) -> None:
        super().__init__(stage)
        self._seats = seats
        self._drawn = next((index for index, seat in enumerate(seats) if seat.id == drawn), 0)
        self._say = say
        self._begun = stage.now
        self._rests = False

    @property
    def _over(self) -> int:
        return self._begun + Motion.DRAW_LOT

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (Hint("ok", line("kiosk.hint.go_on")),)
        if self._rests:
            return Bar(self._say, "", (self._seats[self._drawn].place,), hints)
        return Bar(line("kiosk.lot.sentence"), hints=hints)

    def push(self, push: Push) -> None:
        self.close()

    def typed(self, typed: Typed) -> None:
        self.close()

    def tick(self, now: int) -> None:
        if now >= self._over and not self._rests:
            self._rests = self.stale = True
        if now >= self._over + _STAYS_MS:
            self.close()

    def _places(self) -> list[tuple[int, int]]:
        theme = self.stage.theme
        bottom = bar_rect(theme).top
        centre, radius = (theme.width // 2, bottom // 2), round(bottom * 0.34)
        count = len(self._seats)
        return [
            (
                round(centre[0] + 1.5 * radius * math.sin(2 * math.pi * index / count)),
                round(centre[1] - radius * math.cos(2 * math.pi * index / count)),
            )
            for index in range(count)
        ]

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        for index, (seat, centre) in enumerate(zip(self._seats, self._places(), strict=True)):
            won = self._rests and index == self._drawn
            size = theme.px(104 if won else 84)
            canvas.centred(seat_shape(canvas.box, seat, size), centre)
            name = pygame.Rect(0, 0, theme.px(200), theme.px(36))
            name.midtop = (centre[0], centre[1] + theme.px(50))
            canvas.text(
                seat.name, "strong" if won else "body", Ink.PAPER if won else Ink.MUTED, name, "middle"
            )
            if won:
                ring = canvas.box.ring((theme.px(140), theme.px(140)), theme.px(70), theme.px(5), Ink.LAMP)
                canvas.centred(ring, centre)

    def live(self, now: int) -> Sequence[Sprite]:
        if self._rests:
            return ()
        theme, count = self.stage.theme, len(self._seats)
        share = ease_out((now - self._begun) / Motion.DRAW_LOT)
        steps = count * 4 + self._drawn
        index = round(share * steps) % count
        centre = self._places()[index]
        ring = self.stage.box.ring(
            (theme.px(132), theme.px(132)), theme.px(66), theme.px(6), seat_ink(self._seats[index])
        )
        return (Sprite(ring, ring.get_rect(center=centre).topleft),)
