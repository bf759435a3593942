"""What panels share that wait for something the camera can see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from companion.kiosk.panels import Panel
from companion.table.prompts import Reveal, Throw
from companion.table.view import TableView
from hardware.lamps import Lamp
from hardware.vision.reading import Reading

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene
    from companion.watcher import WatchState

Seen = TypeVar("Seen", Throw, Reveal)


class WatchedPanel(Panel, Generic[Seen]):
    """Waits for what one prompt asks to be shown; `doubt` is what the camera was not sure of."""

    def __init__(self, table: TableScene, prompt: Seen) -> None:
        super().__init__(table)
        self.prompt: Seen = prompt
        self.doubt: WatchState | None = None
        self._passed_over: Reading | None = None
        self._sent = False
        self._phase = ""

    def fits(self, view: TableView) -> bool:
        if self.prompt not in view.open:
            return False
        # It is still asked after an answer of ours, so that answer was refused.
        self._sent = False
        return True

    @property
    def _seat(self) -> str | None:
        return self.prompt.seats[0] if len(self.prompt.seats) == 1 else None

    def lamps(self) -> dict[str, Lamp]:
        return dict.fromkeys(self.prompt.seats, Lamp.SLOW)
