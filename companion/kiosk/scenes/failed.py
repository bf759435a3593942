"""Failed: the screen that is shown instead of a traceback, kept so simple that it cannot fail itself."""

from __future__ import annotations

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, body_rect
from companion.kiosk.layer import Scene
from companion.kiosk.theme import Ink


class FailedScene(Scene):
    """Says that something went wrong on our side, that the game is safe, and how to go on."""

    def bar(self) -> Bar:
        line = self.stage.line
        return Bar(
            line("kiosk.failed.sentence"),
            hints=(Hint("ok", line("kiosk.hint.home")), Hint("back", line("kiosk.hint.quit"))),
        )

    def push(self, push: Push) -> None:
        if push.button == "ok":
            from companion.kiosk.scenes.home import HomeScene

            self.layers.clear()
            self.stage.go(HomeScene(self.stage))
        elif push.button == "back":
            self.stage.quit()

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.stage.quit()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        room = body_rect(theme).inflate(-theme.px(160), -theme.px(200))
        canvas.panel(room)
        inside = room.inflate(-theme.px(64), -theme.px(48))
        title = canvas.text(self.stage.line("kiosk.failed.title"), "title", Ink.BRASS, inside, "left", "top")
        inside.top = title.bottom + theme.px(20)
        inside.height = room.bottom - theme.px(24) - inside.top
        canvas.paragraph(self.stage.line("kiosk.failed.about"), "lead", Ink.TEXT, inside)
