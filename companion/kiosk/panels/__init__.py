"""Panels: one a kind of prompt; each says the sentence of the bar, takes buttons and draws itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class Panel:
    """What the table is being asked just now.  `table` is the scene it belongs to."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.stage = table.stage

    def fits(self, view: TableView) -> bool:
        """Whether this panel still asks what `view` waits for; it is told of every new view."""
        return False

    def bar(self) -> Bar:
        """Return the prompt bar."""
        raise NotImplementedError

    def push(self, push: Push) -> bool:
        """Take a button; return whether it meant something here."""
        return False

    def tick(self, now: int) -> None:
        """Look around on every frame; call `table.refresh` where something has changed."""

    def covers(self) -> bool:
        """Whether the panel is drawn in the place of the game's view."""
        return False

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the panel; `rect` is the room of the game's view, over which it may lie."""

    def live(self, now: int) -> Sequence[Sprite]:
        """Return what moves."""
        return ()

    def lamps(self) -> dict[str, Lamp]:
        """Return the lamps of the seats that are waited for, by seat id."""
        return {}
