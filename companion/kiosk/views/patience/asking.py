"""Whether a deal can be won is found out by the solver; where there is none, people say what to take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.acts import Push
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Lies
from companion.kiosk.panels.choose import ChoosePanel
from companion.table.prompts import Choose

if TYPE_CHECKING:
    import pygame

    from companion.kiosk.canvas import Canvas
    from companion.kiosk.scenes.table import TableScene
    from companion.kiosk.views.patience.view import PatienceView


class WinnablePanel(ChoosePanel):
    """Says that deals are looked at; the answer comes from the view's helper, or by hand without a solver."""

    def __init__(self, table: TableScene, prompt: Choose, view: PatienceView) -> None:
        super().__init__(table, prompt)
        self._view = view

    def push(self, push: Push) -> bool:
        return False if self._view.helper.works else super().push(push)

    def bar(self) -> Bar:
        if not self._view.helper.works:
            return super().bar()
        line = self.stage.line
        menu = Hint("back", line("kiosk.hint.menu"))
        return Bar(line("kiosk.patience.thinking"), self.stage.say(self.prompt.say), (), (menu,))

    def lies(self) -> Lies:
        return "over" if self._view.helper.works else "room"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        if not self._view.helper.works:
            super().paint(canvas, rect)
