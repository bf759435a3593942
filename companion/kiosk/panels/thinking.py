"""A virtual seat thinks: nothing is asked of anybody until it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Panel
from companion.table.prompts import Prompt
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class ThinkingPanel(Panel):
    """Says who thinks; the answer comes from the table's virtual seats."""

    def __init__(self, table: TableScene, prompt: Prompt) -> None:
        super().__init__(table)
        self.prompt = prompt

    @property
    def about(self) -> Prompt:
        return self.prompt

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def bar(self) -> Bar:
        seat = self.table.view.seat(self.prompt.seats[0])
        line = self.stage.line
        menu = Hint("back", line("kiosk.hint.menu"))
        return Bar(line("kiosk.virtual.thinks", name=seat.name), "", (seat.place,), (menu,))
