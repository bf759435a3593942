"""The seats at the right: who, how much, what the round has brought, and the lamp of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import body_rect
from companion.kiosk.layout import grid, inner, split
from companion.kiosk.paint import PaintBox
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink, Motion, Theme
from companion.kiosk.tokens import lamp
from companion.kiosk.typesetter import LEAST_SHRINK
from companion.kiosk.views import SeatLine
from companion.table.seats import Seat
from hardware.lamps import Lamp


class SeatColumn:
    """Draws the seats into a column; remembers where each is, for chips on their way and for the lamps."""

    def __init__(self) -> None:
        self._spots: dict[str, tuple[int, int]] = {}
        self._lamps: dict[str, tuple[int, int]] = {}
        self._lamp_size = 0
        self._places: dict[str, int] = {}

    def spot(self, seat: str) -> tuple[int, int] | None:
        """Return where a seat's chips are."""
        return self._spots.get(seat)

    def paint(
        self,
        canvas: Canvas,
        rect: pygame.Rect,
        seats: Sequence[Seat],
        lines: Mapping[str, SeatLine],
        asked: Collection[str],
        push: Callable[[str], None],
    ) -> int:
        """Draw all `seats` from the top of `rect`, in one column or two; returns where the rows end."""
        theme = canvas.theme
        self._spots.clear()
        self._lamps.clear()
        gap = _gap(theme, len(seats))
        across = _across(theme, len(seats), rect.height)
        down = -(-len(seats) // across)
        high = min(theme.px(90), (rect.height - gap * (down - 1)) // max(1, down))
        cells = grid(pygame.Rect(rect.x, rect.y, rect.width, down * (high + gap) - gap), across, down, gap)
        # Two columns are read downwards, as one goes round a table.
        order = [cells[row * across + column] for column in range(across) for row in range(down)]
        for seat, cell in zip(seats, order, strict=False):
            line = lines.get(seat.id, SeatLine(""))
            if across == 1:
                self._paint_row(canvas, cell, seat, line, seat.id in asked)
            else:
                self._paint_cell(canvas, cell, seat, line, seat.id in asked)
            button = f"seat{seat.place + 1}"
            canvas.hot(button, cell, lambda button=button: push(button))  # type: ignore[misc]
        return rect.y + down * (high + gap)

    def _paint_lamp(self, canvas: Canvas, seat: Seat, x: int, y: int, size: int) -> None:
        """Draw a dark lamp around a point, and remember where it is for when it is alight."""
        self._lamp_size = size
        self._lamps[seat.id] = (x, y)
        self._places[seat.id] = seat.place
        canvas.centred(lamp(canvas.box, size, seat.place, False), (x, y))

    def _paint_cell(self, canvas: Canvas, cell: pygame.Rect, seat: Seat, line: SeatLine, asked: bool) -> None:
        """A seat in half the width: the name above, shape and chips below."""
        theme = canvas.theme
        canvas.panel(cell, lit=asked, radius=min(theme.radius, cell.height // 4))
        inside = inner(cell, theme.px(12), theme.px(5))
        high = inside.height // 2
        name = pygame.Rect(inside.x, inside.y, inside.width, high)
        canvas.text(seat.name, "strong" if asked else "body", Ink.PAPER if asked else Ink.TEXT, name)
        low = pygame.Rect(inside.x, inside.y + high, inside.width, inside.height - high)
        size = max(8, min(theme.px(15), low.height // 3))
        self._paint_lamp(canvas, seat, low.x + size // 2, low.centery, size)
        side = min(theme.px(28), low.height - 2)
        x = low.x + size + theme.px(8)
        canvas.blit(seat_shape(canvas.box, seat, side), (x, low.centery - side // 2))
        number = min(canvas.width(line.amount, "number"), low.width // 2) + 2
        amount = pygame.Rect(low.right - number, low.y, number, low.height)
        canvas.text(line.amount, "number", Ink.PAPER, amount, "right")
        self._spots[seat.id] = amount.center
        if line.delta:
            rest = pygame.Rect(x + side, low.y, amount.x - theme.px(8) - x - side, low.height)
            canvas.text(_change(line), "small_strong", Ink.GOOD if line.delta > 0 else Ink.BAD, rest, "right")

    def _paint_row(self, canvas: Canvas, row: pygame.Rect, seat: Seat, line: SeatLine, asked: bool) -> None:
        theme = canvas.theme
        canvas.panel(row, lit=asked, radius=min(theme.radius, row.height // 3))
        inside = inner(row, theme.px(14), theme.px(4))
        size = max(8, min(theme.px(17), row.height // 3))
        self._paint_lamp(canvas, seat, inside.x + size // 2, row.centery, size)
        inside.x += size + theme.px(10)
        inside.width -= size + theme.px(10)
        side = min(theme.px(38), row.height - theme.px(10))
        canvas.blit(seat_shape(canvas.box, seat, side), (inside.x, row.centery - side // 2))
        inside.x += side + theme.px(14)
        inside.width -= side + theme.px(14)
        number = min(canvas.width(line.amount, "number"), inside.width // 2) + theme.px(2)
        self._spots[seat.id] = (inside.right - number // 2, row.centery)
        two = row.height >= canvas.type.height("strong") + canvas.type.height("small") + theme.px(4)
        names = pygame.Rect(inside.x, inside.y, inside.width - number - theme.px(10), inside.height)
        amount = pygame.Rect(inside.right - number, inside.y, number, inside.height)
        delta = _change(line)
        ink = Ink.GOOD if line.delta > 0 else Ink.BAD
        weight = "strong" if asked else "body"
        if two:
            high = canvas.type.height("strong")
            # With nothing to say of it, and nothing that has come or gone, a name stands in the middle.
            long = canvas.width(seat.name, weight) * _LEAST_NAME > names.width
            below = canvas.type.height("small") if line.about or delta or long else 0
            top = row.centery - (high + below) // 2
            low = pygame.Rect(inside.x, top + high, inside.width, below)
            name = pygame.Rect(names.x, top, names.width, high)
            role = "number"
            if long:
                # A long name has the whole width; the amount stands below it.
                name.width, role = inside.width, "strong"
                number = min(canvas.width(line.amount, role), inside.width // 2) + 2
                amount = pygame.Rect(inside.right - number, low.y, number, low.height)
                low.width -= number + theme.px(8)
            elif below:
                tall = canvas.type.height("number")
                amount = pygame.Rect(amount.x, low.y - tall + theme.px(5), amount.width, tall)
            if delta:
                drawn = canvas.text(delta, "small_strong", ink, low, "right")
                low.width = drawn.left - theme.px(8) - low.x
            canvas.text(seat.name, weight, Ink.PAPER if asked else Ink.TEXT, name)
            canvas.text(line.amount, role, Ink.PAPER, amount, "right")
            canvas.text(line.about, "small", Ink.MUTED, low)
            return
        role = "number"
        if canvas.width(seat.name, weight) * LEAST_SHRINK > names.width:
            # Rather a smaller amount than a name that is cut.
            role = "small_strong"
            amount.width = min(canvas.width(line.amount, role) + 2, number)
            amount.right = inside.right
            names.width = amount.x - theme.px(8) - names.x
        canvas.text(line.amount, role, Ink.PAPER, amount, "right")
        if delta:
            wide = canvas.width(delta, "small_strong")
            spot = pygame.Rect(names.right - wide, inside.y, wide, inside.height)
            canvas.text(delta, "small_strong", ink, spot, "right")
            names.width -= wide + theme.px(8)
        canvas.text(seat.name, weight, Ink.PAPER if asked else Ink.TEXT, names)

    def lamps(self, box: PaintBox, lamps: dict[str, Lamp], now: int) -> list[Sprite]:
        """Return the lamps that are alight at this moment; `lamps` are by seat id."""
        sprites = []
        for seat, state in lamps.items():
            if seat in self._lamps and alight(state, now):
                surface = lamp(box, self._lamp_size, self._places[seat], True)
                sprites.append(Sprite(surface, surface.get_rect(center=self._lamps[seat]).topleft))
        return sprites


#: A name that would have to shrink to less than this share of its size has a line to itself.
_LEAST_NAME = 0.72


def _least_row(theme: Theme, across: int) -> int:
    """A row is high enough for a finger; one across the whole column also for two lines."""
    return max(theme.touch, theme.px(70 if across == 1 else 62))


def _gap(theme: Theme, count: int) -> int:
    return theme.px(10 if count <= 5 else 8)


def _across(theme: Theme, count: int, height: int) -> int:
    """Return in how many columns so many seats stand in a height."""
    gap = _gap(theme, count)
    return 1 if (height - gap * (count - 1)) // max(1, count) >= _least_row(theme, 1) else 2


def column_height(theme: Theme, count: int, most: int) -> int:
    """Return the least height in which `count` seats can be read and touched, out of `most` pixels."""
    across = _across(theme, count, most)
    down = -(-count // across)
    return down * (_least_row(theme, across) + _gap(theme, count)) - _gap(theme, count)


def _change(line: SeatLine) -> str:
    if not line.delta:
        return ""
    return line.change or f"{line.delta:+d}".replace("-", "−")


def alight(state: Lamp, now: int) -> bool:
    """Return whether a lamp in a state is alight at a moment."""
    if state is Lamp.ON:
        return True
    if state is Lamp.OFF:
        return False
    period = Motion.BLINK_SLOW if state is Lamp.SLOW else Motion.BLINK_FAST
    return now // period % 2 == 0


def column_width(theme: Theme) -> int:
    """Return the width of the column of seats."""
    return theme.px(372) if theme.width >= theme.height * 1.7 else theme.px(356)


def table_areas(theme: Theme) -> tuple[pygame.Rect, pygame.Rect]:
    """Return where a table draws its game, and the side with the seats."""
    body = body_rect(theme)
    return split(body, body.width - column_width(theme) - theme.px(20), theme.px(20))
