"""Scenes with a list of rows that each have a value, and beside it what the row in focus is about."""

from __future__ import annotations

from typing import ClassVar

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.choice_panel import Choice, paint_choice
from companion.kiosk.frame import Bar, Hint, body_rect, choice_hints, draw_header
from companion.kiosk.layout import split
from companion.kiosk.scenes.listed import ListScene
from companion.kiosk.stage import Stage
from companion.kiosk.wall_clock import clock_width


class ChangingScene(ListScene):
    """UP and DOWN go through the rows; OK changes the one in focus, a counted value step by step."""

    #: Message ids: what is asked, the title, and where BACK leads.
    ask: ClassVar[str]
    title: ClassVar[str]
    back_to: ClassVar[str]

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._changing = False

    def about(self) -> str:
        """Return what stands beside the title."""
        raise NotImplementedError

    def choice(self) -> Choice:
        """Return what is to be said of the row in focus."""
        raise NotImplementedError

    def step(self, by: int) -> None:
        """Give the row in focus its next value, or the one before."""
        raise NotImplementedError

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        if self._changing:
            keep = Hint("ok", line("kiosk.hint.keep"))
            turns = (Hint("up", line("kiosk.hint.more")), Hint("down", line("kiosk.hint.less")))
            return Bar(self.choice().name, line("kiosk.rules.changing"), hints=(keep, *turns))
        hints = choice_hints(line("kiosk.hint.change"), line(self.back_to))
        return Bar(line(self.ask), line("kiosk.rules.below"), hints=hints)

    def push(self, push: Push) -> None:
        button = push.button
        if not self._changing or button not in ("up", "down", "ok", "back"):
            super().push(push)
            return
        self.stale = True
        if button in ("up", "down"):
            self.step(1 if button == "up" else -1)
        else:
            self._changing = False

    def typed(self, typed: Typed) -> None:
        self.stale = True
        super().typed(typed)
        if typed.key in ("left", "right"):
            self.step(1 if typed.key == "right" else -1)

    def _press(self) -> None:
        if self.choice().counted:
            self._changing = True
        else:
            self.step(1)

    def _focus(self, index: int) -> None:
        self._list.focus = index
        self._changing = False
        self.stale = True

    # picture -------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        draw_header(canvas, self.stage.line(self.title), self.about(), clock_width(self.stage))
        left, right = split(body_rect(theme), round(body_rect(theme).width * 0.56), theme.px(24))
        self._list.paint(canvas, left, theme.px(64), theme.px(8), touched=self._focus)
        paint_choice(canvas, right, self.choice(), self.step, self._changing)
