"""What people do with their hands before a game goes on: it waits in the bar until it is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Sprite
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layer import Layer

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class HandsLayer(Layer):
    """Shuffle and deal; lay this tile there.  OK says that it is done; so does whatever is done next."""

    # The view stays in sight: it shows where.
    darkness = None

    def __init__(self, table: TableScene, say: str) -> None:
        super().__init__(table.stage)
        self._table = table
        self._say = say
        self._number = table.view.number

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (Hint("ok", line("kiosk.hint.done")), Hint("back", line("kiosk.hint.menu")))
        return Bar(self._say, hints=hints)

    def tick(self, now: int) -> None:
        if self._table.view.number != self._number:
            self.close()

    def live(self, now: int) -> Sequence[Sprite]:
        # What moves below goes on: it is what people are told about.
        return self._table.live(now)

    def push(self, push: Push) -> None:
        if push.act == "hold":
            return
        if push.button == "ok":
            self.close()
        elif push.button not in ("up", "down"):
            # The menu and a seat's sheet can be opened at any time.
            self.close()
            self._table.push(push)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()
