"""A placement or a move as a plain list, for games whose view has no better way to ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.panels.choose import ChoosePanel
from companion.table.prompts import Choose, Move, Option, Place, Prompt
from companion.table.text import Text
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class PlacePanel(ChoosePanel):
    """Everything that is legal, to choose from."""

    def __init__(self, table: TableScene, prompt: Place | Move) -> None:
        self._placed: Prompt = prompt
        options = tuple(Option(legal, Text("kiosk.place.legal", {"legal": legal})) for legal in prompt.legal)
        super().__init__(table, Choose(key=prompt.key, say=prompt.say, seats=prompt.seats, options=options))

    def fits(self, view: TableView) -> bool:
        return self._placed in view.open

    def pick(self, id: str) -> None:
        seats = self._placed.seats
        self.table.desk.answer(self._placed, id, seats[0] if len(seats) == 1 else None)
