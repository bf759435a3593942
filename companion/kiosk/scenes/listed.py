"""Scenes with one list, and those that are nothing but that list, by buttons, keyboard and touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint, body_rect, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Listing
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_sprite, clock_width


class ListScene(Scene):
    """A scene whose buttons go through one list; BACK and Escape lead back, to home unless it says where."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._list = Listing([])

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self._back()
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._back()

    def _back(self) -> None:
        from companion.kiosk.scenes.home import HomeScene

        self.stage.go(HomeScene(self.stage))

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)


class ListedScene(ListScene):
    """One list on the whole screen, or a sentence; question, title and way back are each kind's own."""

    #: Message ids: what is asked, the title, what stands beside it ("" for nothing), and where BACK leads.
    ask: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str] = ""
    back_to: ClassVar[str] = "kiosk.hint.home"

    def nothing(self) -> str:
        """Return the message id of what is said as long as there is nothing to list."""
        raise NotImplementedError

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line(self.back_to))]
        if self._list.entries:
            hints = [Hint("ok", line("kiosk.hint.open")), *hints, Hint("up", ""), Hint("down", "")]
        # Where nothing can be chosen nothing is asked.
        return Bar(line(self.ask if self._list.entries else self.title), hints=tuple(hints))

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        about = line(self.about) if self.about else ""
        draw_header(canvas, line(self.title), about, clock_width(self.stage))
        body = body_rect(theme)
        if self._list.entries:
            self._list.paint(canvas, body, theme.px(84))
        else:
            canvas.text(line(self.nothing()), "lead", Ink.MUTED, body, "middle")
