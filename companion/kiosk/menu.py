"""Small layers over a scene: a menu, and the agreement of a second seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, bar_rect, choice_hints
from companion.kiosk.layer import Layer
from companion.kiosk.layout import grid
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.table.seats import Seat

#: Gets the seat that asked and the seat that agreed.
Agreed = Callable[[str | None, str | None], None]


class MenuLayer(Layer):
    """A few things to do, one of which is chosen; BACK leaves without any, and calls `left`."""

    def __init__(
        self,
        stage: Stage,
        title: str,
        entries: Sequence[Entry],
        below: str = "",
        left: Callable[[], None] | None = None,
        seat: Callable[[int], None] | None = None,
    ) -> None:
        """`seat`, if given, takes the place of a seat whose own button is pressed, and the menu goes."""
        super().__init__(stage)
        self._left = left
        self._seat = seat
        self._title = title
        self._below = below
        self._list = Listing([self._closing(entry) for entry in entries])

    def _closing(self, entry: Entry) -> Entry:
        def act() -> None:
            self.close()
            entry.act()

        return Entry(entry.name, entry.title, act, entry.about, entry.value, entry.icon, entry.faint)

    def bar(self) -> Bar:
        line = self.stage.line
        hints = choice_hints(line("kiosk.hint.choose"), line("kiosk.hint.cancel"))
        return Bar(self._title, self._below, hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self._leave()
        elif push.place is not None and self._seat is not None:
            self.close()
            self._seat(push.place)
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._leave()

    def _leave(self) -> None:
        self.close()
        if self._left is not None:
            self._left()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        high, gap = theme.px(84), theme.px(12)
        count = len(self._list.entries)
        bottom = bar_rect(theme).top - theme.px(24)
        room = pygame.Rect(
            0, 0, min(theme.width - 2 * theme.margin, theme.px(760)), count * (high + gap) - gap
        )
        room.height = min(room.height, bottom - theme.px(24))
        room.center = (theme.width // 2, (theme.px(24) + bottom) // 2)
        self._list.paint(canvas, room, high, gap)


class AgreementLayer(Layer):
    """Waits for the button of the seat that asks, if it is not known, and then for another seat's (H5)."""

    def __init__(
        self, stage: Stage, say: str, seats: Sequence[Seat], agreed: Agreed, asks: str | None = None
    ) -> None:
        super().__init__(stage)
        self._say = say
        self._seats = seats
        self._agreed = agreed
        self._asks = asks

    def _asking(self) -> Seat | None:
        """The seat that asks, if it is known and still at the table."""
        return next((seat for seat in self._seats if seat.id == self._asks), None)

    def bar(self) -> Bar:
        line = self.stage.line
        cancel, asks = (Hint("back", line("kiosk.hint.cancel")),), self._asking()
        if asks is None:
            return Bar(line("kiosk.agree.first"), self._say, hints=cancel)
        return Bar(line("kiosk.agree.second"), self._say, (asks.place,), cancel)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self.close()
            return
        seat = next((seat for seat in self._seats if seat.place == push.place), None)
        if seat is None:
            return
        if self._asking() is None:
            self._asks = seat.id
        elif seat.id != self._asks:
            self.close()
            self._agreed(self._asks, seat.id)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        count = len(self._seats)
        across = count if count <= 4 else (count + 1) // 2
        down = 1 if count <= 4 else 2
        bottom = bar_rect(theme).top - theme.px(24)
        size = (
            min(theme.width - 2 * theme.margin, across * theme.px(232)),
            min(bottom - theme.px(24), down * theme.px(220)),
        )
        room = pygame.Rect((0, 0), size)
        room.center = (theme.width // 2, (theme.px(24) + bottom) // 2)
        for seat, cell in zip(self._seats, grid(room, across, down, theme.gap), strict=False):
            asks = seat.id == self._asks
            canvas.panel(cell, lit=asks)
            side = min(theme.px(88), cell.height - theme.px(90))
            canvas.centred(
                seat_shape(canvas.box, seat, side), (cell.centerx, cell.y + theme.px(20) + side // 2)
            )
            name = pygame.Rect(
                cell.x + theme.px(12), cell.bottom - theme.px(76), cell.width - theme.px(24), theme.px(36)
            )
            canvas.text(seat.name, "strong", Ink.PAPER, name, "middle")
            if self._asks is None:
                words = self.stage.line("kiosk.agree.asks", number=seat.place + 1)
            else:
                words = (
                    self.stage.line("kiosk.agree.asking")
                    if asks
                    else self.stage.line("kiosk.agree.press", number=seat.place + 1)
                )
            canvas.text(words, "small", Ink.MUTED, name.move(0, theme.px(34)), "middle")
            button = f"seat{seat.place + 1}"
            canvas.hot(button, cell, lambda button=button: self.push(Push(button)))  # type: ignore[misc]


def ask_agreement(
    stage: Stage, seats: Sequence[Seat], say: str, agreed: Agreed, asks: str | None = None
) -> AgreementLayer | None:
    """Return the layer that asks a second seat; with a single seat nobody is asked and `agreed` is called."""
    if len(seats) < 2:
        agreed(asks or (seats[0].id if seats else None), None)
        return None
    return AgreementLayer(stage, say, seats, agreed, asks)
