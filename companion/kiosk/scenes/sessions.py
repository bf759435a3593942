"""Sessions: those that wait to be gone on with, or the evenings that are over."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint, body_rect, draw_header
from companion.kiosk.keeper import Kept, when
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.views import VIEWS
from companion.kiosk.wall_clock import clock_sprite, clock_width


class SessionsScene(Scene):
    """A list of sessions; one is opened: to go on with, or to look at its results."""

    def __init__(self, stage: Stage, finished: bool) -> None:
        super().__init__(stage)
        self._finished = finished
        self._asked = stage.keeper.list()
        self._loaded = False
        self._list = Listing([])

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line("kiosk.hint.home"))]
        if self._list.entries:
            hints = [Hint("ok", line("kiosk.hint.open")), *hints, Hint("up", ""), Hint("down", "")]
        words = line("kiosk.sessions.ask.finished" if self._finished else "kiosk.sessions.ask.waiting")
        return Bar(words, hints=tuple(hints))

    def tick(self, now: int) -> None:
        if self._loaded or not self._asked.done():
            return
        self._loaded = True
        kept = self.stage.keeper.taken(self._asked, self.stage) or ()
        self._list.renew(
            [self._entry(one) for one in kept if one.finished == self._finished and one.game in VIEWS]
        )
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

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self._home()
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._home()

    def _home(self) -> None:
        from companion.kiosk.scenes.home import HomeScene

        self.stage.go(HomeScene(self.stage))

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        title = line("kiosk.sessions.finished" if self._finished else "kiosk.sessions.waiting")
        draw_header(canvas, title, right=clock_width(self.stage))
        body = body_rect(theme)
        if self._list.entries:
            self._list.paint(canvas, body, theme.px(84))
        else:
            words = line("kiosk.sessions.none" if self._loaded else "kiosk.opening.about")
            canvas.text(words, "lead", Ink.MUTED, body, "middle")


def _seats_icon(canvas: Canvas, rect: pygame.Rect, kept: Kept) -> None:
    across = 2 if len(kept.seats) <= 4 else 3
    side = rect.width // across - 2
    for index, seat in enumerate(kept.seats[: across * across]):
        at = (rect.x + index % across * (side + 2), rect.y + index // across * (side + 2))
        canvas.blit(seat_shape(canvas.box, seat, side), at)
