"""Sessions that wait to be gone on with."""

from __future__ import annotations

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.keeper import Kept, when
from companion.kiosk.listing import Entry
from companion.kiosk.scenes.listed import ListedScene
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.views import VIEWS


class SessionsScene(ListedScene):
    """A list of unfinished sessions; one is opened to go on with it."""

    ask = "kiosk.sessions.ask.waiting"
    title = "kiosk.sessions.waiting"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._asked = stage.keeper.list()
        self._loaded = False

    def nothing(self) -> str:
        return "kiosk.sessions.none" if self._loaded else "kiosk.opening.about"

    def tick(self, now: int) -> None:
        if self._loaded or not self._asked.done():
            return
        self._loaded = True
        kept = self.stage.keeper.taken(self._asked, self.stage) or ()
        self._list.renew([self._entry(one) for one in kept if not one.finished and one.game in VIEWS])
        self.stale = True

    def _entry(self, kept: Kept) -> Entry:
        names = kept.who(self.stage)
        game = self.stage.line(f"kiosk.game.{kept.game}")
        about = f"{game} · {when(self.stage, kept.last)}"
        return Entry(
            kept.session, names, lambda: self._open(kept), about, icon=lambda c, r: _seats_icon(c, r, kept)
        )

    def _open(self, kept: Kept) -> None:
        from companion.kiosk.scenes.opening import OpeningScene

        self.stage.go(OpeningScene(self.stage, self.stage.keeper.resume(kept.session)))


def _seats_icon(canvas: Canvas, rect: pygame.Rect, kept: Kept) -> None:
    across = 2 if len(kept.seats) <= 4 else 3
    side = rect.width // across - 2
    for index, seat in enumerate(kept.seats[: across * across]):
        at = (rect.x + index % across * (side + 2), rect.y + index // across * (side + 2))
        canvas.blit(seat_shape(canvas.box, seat, side), at)
