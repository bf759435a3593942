"""Amounts and choices that are asked of seats: each has a card, its own button, UP and DOWN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, draw_cap
from companion.kiosk.layout import grid, inner, rows
from companion.kiosk.listing import paint_steps
from companion.kiosk.panels import Lies, Panel
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import chip_stack
from companion.table.prompts import Amount, Choose, Prompt
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


#: More seats than this have a row each instead of a card.
MOST_CARDS = 4


def asks_each(prompt: Prompt) -> bool:
    """Whether a prompt is one for this panel: an amount or a choice of certain seats."""
    return prompt.waits and isinstance(prompt, (Amount, Choose)) and bool(prompt.seats) and not prompt.second


class EachPanel(Panel):
    """Several seats are asked at once; each presses its own button, and all see who is still asked.

    The seat in hand is changed with UP and DOWN and confirmed with OK or its own button; the button of
    another asked seat puts that seat in hand.
    """

    def __init__(self, table: TableScene, view: TableView) -> None:
        super().__init__(table)
        self._prompts: list[Prompt] = []
        self._values: dict[str, Any] = {}
        self._cards: list[str] = []
        self._hand: str | None = None
        self.fits(view)

    def fits(self, view: TableView) -> bool:
        self._prompts = [prompt for prompt in view.open if asks_each(prompt)]
        if not self._prompts:
            return False
        for prompt in self._prompts:
            self._values.setdefault(prompt.key, self._usual(prompt))
        asked = self._asked()
        seated = {seat.id for seat in view.seats}
        self._cards = [id for id in self._cards if id in seated]
        if not set(asked) & set(self._cards):
            self._cards = []
        self._cards += [id for id in asked if id not in self._cards]
        if self._hand not in asked:
            self._hand = asked[0]
        return True

    @staticmethod
    def _usual(prompt: Prompt) -> Any:
        if isinstance(prompt, Amount):
            return prompt.usual if prompt.usual is not None else prompt.least
        assert isinstance(prompt, Choose)
        return prompt.options[0].id

    def _asked(self) -> list[str]:
        """The seats that are still asked, in the order of the prompts."""
        return list(dict.fromkeys(seat for prompt in self._prompts for seat in prompt.seats))

    def _prompt(self, seat: str) -> Prompt | None:
        """The oldest thing a seat is asked."""
        return next((prompt for prompt in self._prompts if seat in prompt.seats), None)

    def lamps(self) -> dict[str, Lamp]:
        return {id: Lamp.FAST if id == self._hand else Lamp.SLOW for id in self._asked()}

    # what people do ------------------------------------------------------------------------------------

    def push(self, push: Push) -> bool:
        if push.place is not None:
            seat = self.table.seat_at(push.place)
            if seat is None or seat.id not in self._asked():
                return False
            self._press(seat.id)
            return True
        if self._hand is None:
            return False
        if push.button in ("up", "down"):
            self._turn(self._hand, 1 if push.button == "up" else -1)
            return True
        if push.button == "ok":
            self._confirm(self._hand)
            return True
        return False

    def _press(self, seat: str) -> None:
        if seat == self._hand:
            self._confirm(seat)
        else:
            self._hand = seat

    def _turn(self, seat: str, by: int) -> None:
        prompt = self._prompt(seat)
        self._hand = seat
        self.table.refresh()
        if isinstance(prompt, Amount):
            value = self._values[prompt.key] + by * prompt.step
            self._values[prompt.key] = max(prompt.least, min(prompt.most, value))
        elif isinstance(prompt, Choose):
            ids = [option.id for option in prompt.options]
            self._values[prompt.key] = ids[(ids.index(self._values[prompt.key]) + by) % len(ids)]

    def _confirm(self, seat: str) -> None:
        prompt = self._prompt(seat)
        if prompt is not None:
            self.table.desk.answer(prompt, self._values[prompt.key], seat)

    # picture -------------------------------------------------------------------------------------------

    def lies(self) -> Lies:
        return "whole"

    def bar(self) -> Bar:
        line = self.stage.line
        prompt = self._prompt(self._hand) if self._hand else None
        seat = self.table.view.seat(self._hand) if self._hand else None
        waiting = len(self._asked())
        below = line("kiosk.each.waiting", count=waiting) if waiting > 1 else line("kiosk.each.below")
        confirm = Hint("ok", line("kiosk.hint.confirm"))
        if isinstance(prompt, Choose):
            turns = (Hint("up", ""), Hint("down", line("kiosk.hint.other")))
        else:
            turns = (Hint("up", line("kiosk.hint.more")), Hint("down", line("kiosk.hint.less")))
        hints = (confirm, *turns, Hint("back", line("kiosk.hint.menu")))
        return Bar(self.stage.say(prompt.say) if prompt else "", below, (seat.place,) if seat else (), hints)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        count, theme = len(self._cards), canvas.theme
        seats = [self.table.view.seat(id) for id in self._cards]
        if count > MOST_CARDS:
            for seat, row in zip(seats, rows(rect, max(count, 6), theme.px(6)), strict=False):
                self._paint_row(canvas, row, seat)
            return
        across = count if count <= 3 else 2
        room = rect.copy()
        if count <= 3:
            room.height = min(room.height, theme.px(400))
            room.centery = rect.centery
        for seat, cell in zip(seats, grid(room, across, -(-count // across), theme.gap), strict=False):
            self._paint_card(canvas, cell, seat)

    def _paint_card(self, canvas: Canvas, cell: pygame.Rect, seat: Seat) -> None:
        theme, line = self.stage.theme, self.stage.line
        prompt = self._prompt(seat.id)
        canvas.panel(cell, lit=seat.id == self._hand)
        inside = inner(cell, theme.px(16), theme.px(14))
        head = pygame.Rect(inside.x, inside.y, inside.width, theme.px(48))
        self._paint_name(canvas, head, seat, prompt is not None)
        rest = pygame.Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)
        if prompt is None:
            canvas.text(line("kiosk.each.done"), "strong", Ink.GOOD, rest, "middle")
            return
        canvas.hot(f"card seat{seat.place + 1}", cell, lambda: self._touched(seat.id))
        low = max(theme.touch, theme.px(56))
        foot = pygame.Rect(inside.x, inside.bottom - low, inside.width, low)
        room = pygame.Rect(inside.x, head.bottom, inside.width, foot.top - head.bottom - theme.px(8))
        high = min(room.height, theme.px(84))
        steps = pygame.Rect(room.x, room.centery - high // 2, room.width, high)
        self._paint_value(canvas, steps, seat, prompt, "display")
        if isinstance(prompt, Amount):
            self._paint_around(canvas, room, steps, prompt)
        self._paint_confirm(canvas, foot, seat)

    def _paint_around(self, canvas: Canvas, room: pygame.Rect, steps: pygame.Rect, prompt: Amount) -> None:
        """The chips above an amount, and its limits below, where there is room for them."""
        theme, small = canvas.theme, canvas.type.height("small")
        if steps.top - room.top >= theme.px(60):
            stack = chip_stack(canvas.box, self._values[prompt.key], theme.px(76), theme.px(72))
            at = (room.centerx - stack.get_width() // 2, steps.top - stack.get_height() - theme.px(2))
            canvas.blit(stack, at)
        if room.bottom - steps.bottom >= small:
            limits = pygame.Rect(room.x, steps.bottom, room.width, small)
            words = self.stage.line("kiosk.each.limits", least=prompt.least, most=prompt.most)
            canvas.text(words, "small", Ink.MUTED, limits, "middle")

    def _paint_row(self, canvas: Canvas, row: pygame.Rect, seat: Seat) -> None:
        theme, line = self.stage.theme, self.stage.line
        prompt = self._prompt(seat.id)
        canvas.panel(row, lit=seat.id == self._hand, radius=row.height // 4)
        inside = inner(row, theme.px(14), 0)
        name = pygame.Rect(inside.x, row.y, round(inside.width * 0.34), row.height)
        self._paint_name(canvas, name, seat, prompt is not None)
        rest = pygame.Rect(
            name.right + theme.px(10), row.y, inside.right - name.right - theme.px(10), row.height
        )
        if prompt is None:
            canvas.text(line("kiosk.each.done"), "strong", Ink.GOOD, rest, "middle")
            return
        canvas.hot(f"card seat{seat.place + 1}", row, lambda: self._touched(seat.id))
        wide = round(rest.width * 0.36)
        high = min(row.height, max(theme.touch, theme.px(52)))
        foot = pygame.Rect(rest.right - wide, row.centery - high // 2, wide, high)
        steps = pygame.Rect(rest.x, row.y, rest.width - wide - theme.px(12), row.height)
        self._paint_value(canvas, steps, seat, prompt, "number")
        self._paint_confirm(canvas, foot, seat, row.height - theme.px(14))

    def _paint_name(self, canvas: Canvas, room: pygame.Rect, seat: Seat, asked: bool) -> None:
        theme = canvas.theme
        side = min(theme.px(34), room.height - 6)
        canvas.blit(seat_shape(canvas.box, seat, side), (room.x, room.centery - side // 2))
        x = room.x + side + theme.px(12)
        name = pygame.Rect(x, room.y, room.right - x, room.height)
        canvas.text(seat.name, "strong", Ink.PAPER if asked else Ink.MUTED, name)

    def _paint_value(self, canvas: Canvas, room: pygame.Rect, seat: Seat, prompt: Prompt, role: str) -> None:
        value = self._values[prompt.key]
        words = str(value)
        if isinstance(prompt, Choose):
            words = next(self.stage.say(option.say) for option in prompt.options if option.id == value)
            role = "strong"

        def down() -> None:
            self._turn(seat.id, -1)

        def up() -> None:
            self._turn(seat.id, 1)

        paint_steps(canvas, f"value seat{seat.place + 1}", room, words, down, up, role)

    def _paint_confirm(self, canvas: Canvas, touched: pygame.Rect, seat: Seat, most: int = 10_000) -> None:
        """Draw the button of a seat where it can be `touched`, at most so many pixels high."""
        foot = touched.inflate(0, min(0, most - touched.height))
        theme, lit = canvas.theme, seat.id == self._hand
        top, low = ((66, 122, 88), (44, 92, 66)) if lit else (Ink.LIFTED, Ink.PANEL)
        canvas.panel(foot, top=top, low=low, shadow=False, radius=theme.px(12))
        cap = min(theme.px(34), foot.height - theme.px(12))
        words = self.stage.line("kiosk.each.confirm")
        wide = min(canvas.width(words, "small_strong") + 2, foot.width - cap - theme.px(26))
        x = foot.centerx - (cap + theme.px(10) + wide) // 2
        draw_cap(canvas, f"seat{seat.place + 1}", pygame.Rect(x, foot.centery - cap // 2, cap, cap))
        label = pygame.Rect(x + cap + theme.px(10), foot.y, wide, foot.height)
        canvas.text(words, "small_strong", Ink.PAPER, label)

        def confirm() -> None:
            self._hand = seat.id
            self._confirm(seat.id)
            self.table.refresh()

        canvas.hot(f"confirm seat{seat.place + 1}", touched, confirm)

    def _touched(self, seat: str) -> None:
        self._hand = seat
        self.table.refresh()
