"""Entering by hand what the camera could not read: only what can still be there, a group at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Hint
from companion.kiosk.layout import columns
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.views.base import Look

#: A column of cards is never narrower than this, at 720 pixels of height.
_NARROWEST = 270


class Entering(Protocol):
    """An entry by hand in a `RevealPanel`.  It calls back with what was entered."""

    def push(self, button: str) -> bool:
        """Take a button, a shared one or ``seatN``; False for a BACK that leaves the entry."""

    def hints(self) -> tuple[Hint, ...]:
        """Return what the buttons do, for the bar."""

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the entry into `rect`; what is touched calls `changed` as given when it was made."""


class CardEntry:
    """Cards to choose from; where there are several groups the group is chosen first.

    `done` gets the id of the card, `changed` is called when something must be drawn anew.
    """

    def __init__(
        self,
        stage: Stage,
        cards: Sequence[tuple[str, Look]],
        done: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        self._stage = stage
        self._done = done
        self._changed = changed
        self._groups: dict[str, list[Entry]] = {}
        for id, look in cards:
            act = lambda id=id: done(id)  # noqa: E731
            entry = Entry(id, look.title, act, look.about, look.value, look.icon)
            self._groups.setdefault(look.group, []).append(entry)
        self._names = list(self._groups)
        self._group = 0
        self._lists = [Listing(entries) for entries in self._groups.values()]
        #: Whether the cards of the group are gone through, not the groups.
        self._inside = len(self._names) < 2

    def push(self, button: str) -> bool:
        if button == "back":
            if self._inside and len(self._names) > 1:
                self._inside = False
                return True
            return False
        if self._inside:
            return self._lists[self._group].push(button) or True
        if button in ("up", "down"):
            self._group = (self._group + (-1 if button == "up" else 1)) % len(self._names)
        elif button == "ok":
            self._inside = True
        return True

    def hints(self) -> tuple[Hint, ...]:
        line = self._stage.line
        ok = Hint("ok", line("kiosk.hint.choose" if self._inside else "kiosk.hint.open"))
        return ok, Hint("up", ""), Hint("down", ""), Hint("back", line("kiosk.hint.before"))

    def _touch_group(self, group: int) -> None:
        self._group, self._inside = group, True
        self._changed()

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme = canvas.theme
        room = rect
        if len(self._names) > 1:
            high = max(theme.touch, theme.px(60))
            head = pygame.Rect(rect.x, rect.y, rect.width, high)
            cells = columns(head, len(self._names), theme.px(10))
            for index, (name, cell) in enumerate(zip(self._names, cells, strict=True)):
                self._paint_group(canvas, index, name, cell)
            top = head.bottom + theme.px(12)
            room = pygame.Rect(rect.x, top, rect.width, rect.bottom - top)
        listing = self._lists[self._group]
        tall, gap, least = theme.px(76), theme.px(8), theme.px(60)
        fits = (room.height + gap) // (max(theme.touch, least) + gap)
        across = min(-(-len(listing.entries) // max(1, fits)), room.width // theme.px(_NARROWEST))
        listing.paint(canvas, room, tall, gap, least=least, across=max(1, across), lit=self._inside)

    def _paint_group(self, canvas: Canvas, index: int, name: str, cell: pygame.Rect) -> None:
        here = index == self._group
        canvas.panel(cell, lit=here and not self._inside, edge=Ink.BRASS if here else Ink.EDGE, shadow=False)
        ink = Ink.LAMP if here else Ink.TEXT
        canvas.text(name, "small_strong", ink, cell.inflate(-canvas.theme.px(12), 0), "middle")
        canvas.hot(f"group {index}", cell, lambda: self._touch_group(index))
