"""The table's menu, a seat's sheet, and taking a free place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, bar_rect
from companion.kiosk.layer import Layer
from companion.kiosk.layout import inner
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.kiosk.naming import NamingLayer
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import chip_stack
from companion.table.prompts import Choose, Option, Sit, Throw
from companion.table.seats import Seat

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


def table_menu(table: TableScene) -> MenuLayer:
    """Return the menu of what can be done beside answering."""
    stage, view, line = table.stage, table.view, table.stage.line
    take_back = Entry(
        "take back",
        line("kiosk.menu.take_back"),
        lambda: table.take_back(None),
        line("kiosk.menu.take_back.about"),
        # It always has its place: two presses are what a hand learns.
        faint=not view.may_take_back,
    )
    entries = [take_back]
    throw = next((p for p in view.open if isinstance(p, Throw)), None)
    if throw is not None:
        seat = throw.seats[0] if len(throw.seats) == 1 else None
        entries.append(
            Entry(
                "void",
                line("kiosk.menu.void"),
                lambda: table.desk.answer(throw, "void", seat),
                line("kiosk.menu.void.about"),
            )
        )
    entries.append(
        Entry(
            "history",
            line("kiosk.menu.history"),
            lambda: _to_history(table),
            line("kiosk.menu.history.about"),
        )
    )
    if not view.held:
        entries.append(
            Entry(
                "pause",
                line("kiosk.menu.pause"),
                lambda: table.desk.tell("pause", None),
                line("kiosk.menu.pause.about"),
            )
        )
    sit = next((p for p in view.open if isinstance(p, Sit)), None)
    if sit is not None:
        entries.append(
            Entry(
                "join",
                line("kiosk.menu.join"),
                lambda: joining(table, sit.free[0]),
                line("kiosk.menu.join.about"),
            )
        )
    entries.append(
        Entry("lock", line("kiosk.menu.lock"), lambda: _lock(table), line("kiosk.menu.lock.about"))
    )
    entries.append(
        Entry("home", line("kiosk.menu.home"), lambda: _home(table), line("kiosk.menu.home.about"))
    )
    if not view.held:
        entries.append(
            Entry("end", line("kiosk.menu.end"), lambda: _end(table), line("kiosk.menu.end.about"))
        )
    return MenuLayer(stage, line("kiosk.menu.title"), entries)


def joining(table: TableScene, place: int) -> None:
    """Let somebody take a free place, where that is open now (H2)."""
    stage = table.stage
    sit = next((p for p in table.view.open if isinstance(p, Sit)), None)
    if sit is None:
        stage.notice(stage.line("kiosk.join.later"))
        return
    where = place if place in sit.free else sit.free[0]

    def named(name: str) -> None:
        table.desk.answer(sit, {"name": name, "place": where})

    table.open(NamingLayer(stage, where, stage.line("kiosk.seats.usual", number=where + 1), sit.taken, named))


def _to_history(table: TableScene) -> None:
    from companion.kiosk.scenes.history import HistoryScene

    table.stage.go(HistoryScene(table.stage, table))


def _lock(table: TableScene) -> None:
    table.stage.locked = True
    table.stage.notice(table.stage.line("kiosk.lock.on"))


def _home(table: TableScene) -> None:
    from companion.kiosk.scenes.home import HomeScene

    table.stage.go(HomeScene(table.stage))


def _end(table: TableScene) -> None:
    stage = table.stage

    def agreed(seat: str | None, second: str | None) -> None:
        table.desk.tell("end", seat, second)

    layer = ask_agreement(stage, table.view.seats, stage.line("kiosk.agree.end"), agreed)
    if layer is not None:
        table.open(layer)


class SheetLayer(Layer):
    """What one seat has, and what it may do of its own accord."""

    def __init__(self, table: TableScene, seat: Seat) -> None:
        super().__init__(table.stage)
        self._table = table
        self._seat = seat
        self._number = table.view.number
        self._list = Listing(self._entries())

    def tick(self, now: int) -> None:
        view = self._table.view
        if view.number == self._number:
            return
        # The table has gone on meanwhile: what the seat may do has changed, or it has left.
        self._number, self.stale = view.number, True
        if all(seat.id != self._seat.id for seat in view.seats):
            self.close()
        else:
            self._list.renew(self._entries())

    def _entries(self) -> list[Entry]:
        entries = []
        for prompt in self._table.view.open:
            if isinstance(prompt, Choose) and not prompt.waits and prompt.seats == (self._seat.id,):
                for option in prompt.options:
                    entries.append(self._entry(prompt, option))
        pause = Entry("pause", self.stage.line("kiosk.menu.pause"), self._pause)
        # What is harmless comes first: a press of OK too many must not send anybody away.
        return [*([] if self._table.view.held else [pause]), *entries]

    def _entry(self, prompt: Choose, option: Option) -> Entry:
        say = self.stage.say(prompt.say)
        return Entry(option.id, self.stage.say(option.say), lambda: self._do(prompt, option.id), say)

    def _do(self, prompt: Choose, option: str) -> None:
        table, seat = self._table, self._seat.id
        self.close()
        if not prompt.second:
            table.desk.answer(prompt, option, seat)
            return
        layer = ask_agreement(
            self.stage, table.view.seats, self.stage.say(prompt.say),
            lambda asks, second: table.desk.answer(prompt, option, asks, second), seat,
        )  # fmt: skip
        if layer is not None:
            table.open(layer)

    def _pause(self) -> None:
        self.close()
        self._table.desk.tell("pause", self._seat.id)

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line("kiosk.hint.close"))]
        if self._list.entries:
            hints = [Hint("ok", line("kiosk.hint.choose")), *hints]
        return Bar(
            line("kiosk.sheet.sentence", name=self._seat.name),
            line("kiosk.sheet.below"),
            (self._seat.place,),
            tuple(hints),
        )

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back" or push.place == self._seat.place:
            self.close()
        elif push.place is not None:
            other = self._table.seat_at(push.place)
            if other is not None:
                self._seat = other
                self._list = Listing(self._entries())
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()

    def paint(self, canvas: Canvas) -> None:
        theme, view, line = self.stage.theme, self._table.view, self.stage.line
        bottom = bar_rect(theme).top - theme.px(24)
        room = pygame.Rect(
            0, theme.px(24), min(theme.width - 2 * theme.margin, theme.px(860)), bottom - theme.px(24)
        )
        room.centerx = theme.width // 2
        canvas.panel(room, edge=Ink.BRASS)
        inside = inner(room, theme.px(36), theme.px(28))
        side = theme.px(84)
        canvas.blit(seat_shape(canvas.box, self._seat, side), inside.topleft)
        name = pygame.Rect(inside.x + side + theme.px(24), inside.y, inside.width - side - theme.px(24), side)
        canvas.text(self._seat.name, "display", Ink.PAPER, name)
        chips = view.balances.get(self._seat.id, 0)
        y = inside.y + side + theme.px(24)
        facts = pygame.Rect(inside.x, y, inside.width, theme.px(64))
        stack = chip_stack(canvas.box, chips, side, facts.height)
        canvas.blit(stack, (facts.x, facts.bottom - stack.get_height()))
        x = facts.x + side + theme.px(24)
        words = pygame.Rect(x, facts.y, facts.right - x, facts.height)
        canvas.text(line("kiosk.sheet.has", count=chips), "lead", Ink.LAMP, words)
        about = self._table.seat_about(self._seat)
        y = facts.bottom + theme.px(8)
        if about:
            canvas.text(about, "body", Ink.MUTED, pygame.Rect(inside.x, y, inside.width, theme.px(36)))
        y += theme.px(48)
        self._list.paint(canvas, pygame.Rect(inside.x, y, inside.width, inside.bottom - y), theme.px(80))
