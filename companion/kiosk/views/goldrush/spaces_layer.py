"""All spaces by name: what each is, whose, what it costs, and who stands there; for screens without names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, bar_rect
from companion.kiosk.layer import Layer
from companion.kiosk.layout import columns
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.views.goldrush.cards import charge_words
from companion.kiosk.views.goldrush.deeds import kind_tile
from companion.kiosk.views.goldrush.money import written
from companion.table.seats import Seat

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

#: A column is at least this wide, in pixels at 720 of height.
_NARROWEST = 400


class SpacesLayer(Layer):
    """The board as a list, a page at a time."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table.stage)
        self._table = table
        self._page = 0
        self._pages = 1

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line("kiosk.hint.close"))]
        if self._pages > 1:
            hints += [Hint("up", ""), Hint("down", "")]
        below = line("kiosk.goldrush.spaces.page", page=self._page + 1, pages=self._pages)
        return Bar(line("kiosk.goldrush.spaces"), below if self._pages > 1 else "", hints=tuple(hints))

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button in ("up", "down"):
            self._page = (self._page + (1 if push.button == "down" else -1)) % self._pages
        else:
            self.close()

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()

    def paint(self, canvas: Canvas) -> None:
        theme, snap = canvas.theme, self._table.view.snapshot
        room = pygame.Rect(theme.margin, theme.px(20), theme.width - 2 * theme.margin, 0)
        room.height = bar_rect(theme).top - theme.px(20) - room.y
        canvas.panel(room, edge=Ink.BRASS)
        inside = room.inflate(-2 * theme.px(20), -2 * theme.px(14))
        board: Sequence[Mapping[str, Any]] = snap["board"]
        pitch = max(canvas.type.height("small"), theme.px(34))
        rows = inside.height // pitch
        across = max(1, inside.width // theme.px(_NARROWEST))
        self._pages = -(-len(board) // (rows * across))
        self._page = min(self._page, self._pages - 1)
        page = board[self._page * rows * across : (self._page + 1) * rows * across]
        cells = columns(inside, across, theme.px(28))
        for n, space in enumerate(page):
            column, row = divmod(n, rows)
            spot = pygame.Rect(cells[column].x, inside.y + row * pitch, cells[column].width, pitch)
            self._paint_space(canvas, spot, space)

    def _paint_space(self, canvas: Canvas, row: pygame.Rect, space: Mapping[str, Any]) -> None:
        theme, view = canvas.theme, self._table.view
        snap, gap = view.snapshot, theme.px(8)
        side = row.height - theme.px(6)
        kind_tile(canvas, pygame.Rect(row.x, row.centery - side // 2, side, side), space["kind"])
        x, right = row.x + side + gap, row.right
        owner = next((seat for seat in view.seats if seat.id == snap["deeds"].get(space["id"])), None)
        if space["price"] is not None:
            words = charge_words(self.stage, view, space)
            if owner is None:
                words = self.stage.line(
                    "kiosk.goldrush.price", amount=written(self.stage, view, space["price"])
                )
            wide = canvas.width(words, "small") + 2
            canvas.text(words, "small", Ink.MUTED, pygame.Rect(right - wide, row.y, wide, row.height))
            right -= wide + gap
            if owner is not None:
                right = self._paint_shapes(canvas, row, right, [owner]) - gap
        here = [seat for seat in view.seats if snap["tokens"].get(seat.id) == space["index"]]
        name = pygame.Rect(x, row.y, right - x - len(here) * (side * 2 // 3), row.height)
        ink = Ink.LAMP if owner is not None else Ink.TEXT
        drawn = canvas.text(space["name"], "small_strong", ink, name)
        self._paint_shapes(canvas, row, drawn.right + gap + len(here) * (side * 2 // 3), here)

    @staticmethod
    def _paint_shapes(canvas: Canvas, row: pygame.Rect, right: int, seats: Sequence[Seat]) -> int:
        """Draw the shapes of seats up to `right`; returns where they begin."""
        side = round((row.height - canvas.theme.px(6)) * 0.64)
        for seat in reversed(seats):
            right -= side + 2
            canvas.blit(seat_shape(canvas.box, seat, side), (right, row.centery - side // 2))
        return right
