"""Panels: one a kind of prompt; each says the sentence of the bar, takes buttons and draws itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar
from companion.table.prompts import Prompt
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

#: Where a panel is drawn: ``over`` the view, where it likes; in the ``room`` that the view leaves it, or in
#: the view's place where it leaves none; or always in the place of the ``whole`` view.
Lies: TypeAlias = Literal["over", "room", "whole"]


class Panel:
    """What the table is being asked just now.  `table` is the scene it belongs to."""

    #: Whether nothing that is asked or seen may be shown to the others at the table just now.
    hides = False

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.stage = table.stage

    @property
    def about(self) -> Prompt | None:
        """The prompt that the panel is about, if it is about a single one."""
        return None

    def fits(self, view: TableView) -> bool:
        """Whether this panel still asks what `view` waits for; it is told of every new view."""
        return False

    def bar(self) -> Bar:
        """Return the prompt bar."""
        raise NotImplementedError

    def push(self, push: Push) -> bool:
        """Take a button; return whether it meant something here: then the table is painted anew.

        What changes the picture all the same calls `table.refresh`.
        """
        return False

    def held(self, push: Push) -> bool:
        """Take a seat's button that was held; return whether it meant something here."""
        return False

    def tick(self, now: int) -> None:
        """Look around on every frame; call `table.refresh` where something has changed."""

    def options(self) -> tuple[str, ...]:
        """Return the ids that can be chosen now, for a view that shows them."""
        return ()

    def focus(self) -> str:
        """Return the id that OK would choose."""
        return ""

    def pick(self, id: str) -> None:
        """One of the `options` was touched in the view."""

    def lies(self) -> Lies:
        """Return where the panel is drawn."""
        return "over"

    def in_room(self, rect: pygame.Rect) -> bool:
        """Whether `rect` is a room within the view, not its whole area."""
        return rect != self.table.areas(self.stage.theme)[0]

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the panel into `rect`: the view's area, or the room in it."""

    def live(self, now: int) -> Sequence[Sprite]:
        """Return what moves."""
        return ()

    def lamps(self) -> dict[str, Lamp]:
        """Return the lamps of the seats that are waited for, by seat id."""
        return {}
