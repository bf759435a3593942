"""An auction on the seats' buttons: a press raises by one step, a hold is out, and the clock ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, draw_cap
from companion.kiosk.layout import grid, inner
from companion.kiosk.panels import Lies, Panel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.table.answers import Source
from companion.table.prompts import Bid
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

#: A room as wide as this, in pixels at 720 of height, holds two columns of bidders.
_TWO_WIDE = 540


class BidPanel(Panel):
    """Who is in, what the next bid is, and how long there is for it.

    The time is the monotonic clock's; it starts anew with every bid, stands still while something lies over
    the table, and somebody's going out does not lengthen it.
    """

    def __init__(self, table: TableScene, prompt: Bid) -> None:
        super().__init__(table)
        self.prompt = prompt
        self._left_ms = prompt.seconds * 1000
        self._ticked = self.stage.now
        self._said = prompt.seconds
        self._over = False

    @property
    def about(self) -> Bid:
        return self.prompt

    def fits(self, view: TableView) -> bool:
        following = next((p for p in view.open if isinstance(p, Bid)), None)
        if following is None or following.key.split("/")[:3] != self.prompt.key.split("/")[:3]:
            return False
        if following.least != self.prompt.least:
            self._left_ms = following.seconds * 1000
        if following != self.prompt:
            self._over = False
        self.prompt = following
        return True

    @property
    def slow(self) -> bool:
        """Whether there is time for everything: then OK lets the hammer fall, and no clock does."""
        return self.stage.settings.on("slow")

    @property
    def seconds(self) -> int:
        """The whole seconds that are left, counted up to the last one."""
        return -(-max(0, self._left_ms) // 1000)

    def tick(self, now: int) -> None:
        passed, self._ticked = now - self._ticked, now
        if self.table.layers or self.slow:
            return
        self._left_ms -= passed
        if self._left_ms <= 0 and not self._over and not self.table.desk.busy:
            self._over = True
            self.table.desk.answer(self.prompt, "time", source=Source.CLOCK)
        if self.seconds != self._said:
            self._said = self.seconds
            self.table.refresh()

    # what people do ------------------------------------------------------------------------------------

    def lamps(self) -> dict[str, Lamp]:
        fast = self._left_ms < 5000 and not self.slow
        return dict.fromkeys(self.prompt.seats, Lamp.FAST if fast else Lamp.SLOW)

    def push(self, push: Push) -> bool:
        seat = self.table.seat_at(push.place) if push.place is not None else None
        if seat is not None:
            if seat.id in self.prompt.seats:
                self._raise(seat.id)
            return True
        if push.button == "ok" and self.slow:
            if not self.table.desk.busy:
                self.table.desk.answer(self.prompt, "time", source=Source.CLOCK)
            return True
        if push.button == "ok":
            self.stage.notice(self.stage.line("kiosk.bid.own_button"))
            return True
        return False

    def held(self, push: Push) -> bool:
        seat = self.table.seat_at(push.place) if push.place is not None else None
        if seat is not None and seat.id in self.prompt.seats:
            self._out(seat.id)
        # Whoever leads, or is out already, has nothing to say; no sheet is laid over an auction.
        return True

    def _raise(self, seat: str) -> None:
        if self.table.desk.busy:
            # What is pressed at the same moment as another's bid is no bid for more than was to be seen.
            return
        self.table.desk.answer(self.prompt, self.prompt.least, seat)

    def _out(self, seat: str) -> None:
        if not self.table.desk.busy:
            self.table.desk.answer(self.prompt, "out", seat)

    # picture -------------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        places = tuple(view.seat(id).place for id in self.prompt.seats)
        below = line("kiosk.bid.below")
        sentence = self.table.game.ask(view, self.prompt)
        if self.lies() == "room":
            # What is sold, and who bids how much, is in the view.
            sentence = line("kiosk.bid.ask", amount=self.table.game.amount(view, self.prompt.least))
        back = Hint("back", line("kiosk.hint.menu"))
        hints = (Hint("ok", line("kiosk.hint.hammer")), back) if self.slow else (back,)
        return Bar(sentence, below, places, hints)

    def lies(self) -> Lies:
        # More bidders than have room, in two columns where it is wide enough, need the whole place.
        theme = self.stage.theme
        room = self.table.game.room(self.table.areas(theme)[0], self.prompt)
        if room is None:
            return "whole"
        rows = -(-len(self.prompt.seats) // (2 if room.width >= theme.px(_TWO_WIDE) else 1))
        high = rows * (max(theme.touch, theme.px(60)) + theme.px(8))
        return "room" if high <= room.height - theme.px(72) + theme.px(8) else "whole"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme = canvas.theme
        canvas.panel(rect, edge=Ink.BRASS)
        inside = inner(rect, theme.px(14), theme.px(10))
        head = pygame.Rect(inside.x, inside.y, inside.width, theme.px(44))
        self._paint_head(canvas, head)
        seats = [self.table.view.seat(id) for id in self.prompt.seats]
        top = head.bottom + theme.px(8)
        room = pygame.Rect(inside.x, top, inside.width, inside.bottom - top)
        high = max(theme.touch, theme.px(60))
        gap = theme.px(8)
        across = 1 if len(seats) * (high + gap) - gap <= room.height else 2
        down = -(-len(seats) // across)
        tall = min(theme.px(76), (room.height - gap * (down - 1)) // max(1, down))
        room.height = down * (tall + gap) - gap
        cells = grid(room, across, down, gap)
        for seat, cell in zip(seats, cells, strict=False):
            self._paint_seat(canvas, cell, seat)

    def _paint_head(self, canvas: Canvas, head: pygame.Rect) -> None:
        """The seconds that are left, and how much of the time they are."""
        theme, left = canvas.theme, self.seconds
        if self.slow:
            canvas.text(self.stage.line("kiosk.bid.slow"), "small_strong", Ink.LAMP, head)
            return
        ink = Ink.BAD if left <= 3 else Ink.LAMP
        number = pygame.Rect(head.x, head.y, theme.px(64), head.height)
        canvas.text(str(left), "number", ink, number)
        track = pygame.Rect(number.right, head.centery - theme.px(6), head.right - number.right, theme.px(12))
        canvas.blit(canvas.box.rounded(track.size, track.height // 2, Ink.FELT), track.topleft)
        wide = round(track.width * left / max(1, self.prompt.seconds))
        if wide >= track.height:
            canvas.blit(canvas.box.rounded((wide, track.height), track.height // 2, ink), track.topleft)

    def _paint_seat(self, canvas: Canvas, cell: pygame.Rect, seat: Seat) -> None:
        """One who may bid: a touch at the left bids, at the right is out."""
        theme, line = canvas.theme, self.stage.line
        out = min(round(cell.width * 0.28), theme.px(130))
        bid = pygame.Rect(cell.x, cell.y, cell.width - out - theme.px(6), cell.height)
        canvas.panel(bid, top=Ink.LIFTED, low=Ink.PANEL, shadow=False, radius=theme.px(12))
        side = min(theme.px(34), bid.height - theme.px(12))
        x = bid.x + theme.px(12)
        draw_cap(canvas, f"seat{seat.place + 1}", pygame.Rect(x, bid.centery - side // 2, side, side))
        x += side + theme.px(10)
        canvas.blit(seat_shape(canvas.box, seat, side), (x, bid.centery - side // 2))
        x += side + theme.px(12)
        amount = self.table.game.amount(self.table.view, self.prompt.least)
        words = pygame.Rect(x, bid.y, bid.right - theme.px(12) - x, bid.height)
        canvas.text(amount, "number", Ink.PAPER, words, "right")
        words.width -= canvas.width(amount, "number") + theme.px(12)
        if words.width > theme.px(70):
            canvas.text(seat.name, "strong", Ink.TEXT, words)
        canvas.hot(f"bid seat{seat.place + 1}", bid, lambda: self._raise(seat.id))
        leave = pygame.Rect(bid.right + theme.px(6), cell.y, out, cell.height)
        canvas.panel(leave, top=Ink.PANEL, low=Ink.PANEL_LOW, shadow=False, radius=theme.px(12))
        label = leave.inflate(-theme.px(10), 0)
        canvas.text(line("kiosk.bid.out"), "small_strong", Ink.MUTED, label, "middle")
        canvas.hot(f"out seat{seat.place + 1}", leave, lambda: self._out(seat.id))
