"""What stands open beside what is waited for: deals, leaving, putting right; from a sheet or a menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.listing import Entry, Icon
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.kiosk.shapes import seat_shape
from companion.table.prompts import Choose
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


def beside_entries(table: TableScene, seat: str | None, closed: Callable[[], None]) -> list[Entry]:
    """Return an entry for each choice that a seat (None: the table) may make of its own accord.

    `closed` is called before anything is done, to take away what the entries stand in.
    """
    asked = () if seat is None else (seat,)
    return [
        _entry(table, prompt, seat, closed)
        for prompt in table.view.open
        if isinstance(prompt, Choose) and not prompt.waits and prompt.seats == asked
    ]


def _entry(table: TableScene, prompt: Choose, seat: str | None, closed: Callable[[], None]) -> Entry:
    stage, view = table.stage, table.view
    say = stage.say(prompt.say).rstrip(".")

    def begin() -> None:
        closed()
        if len(prompt.options) == 1:
            _choose(table, prompt, prompt.options[0].id, seat)
            return
        entries = []
        for option in prompt.options:
            look = table.game.option(view, prompt, option)
            act = lambda id=option.id: _choose(table, prompt, id, seat)  # noqa: E731
            icon = look.icon or seat_icon(view, option.id)
            entries.append(Entry(option.id, look.title, act, look.about, look.value, icon))
        table.open(MenuLayer(stage, say, entries))

    if len(prompt.options) > 1:
        # What is said after the question stands below it.
        question, mark, rest = say.partition("? ")
        return Entry(prompt.key, question + mark.rstrip(), begin, rest)
    only = table.game.option(view, prompt, prompt.options[0])
    return Entry(prompt.key, only.title, begin, say)


def seat_icon(view: TableView, id: str) -> Icon | None:
    """Return what draws the shape of the seat of an id; None where that is no seat."""
    seat = next((seat for seat in view.seats if seat.id == id), None)
    if seat is None:
        return None

    def draw(canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.centred(seat_shape(canvas.box, seat, min(rect.size)), rect.center)

    return draw


def _choose(table: TableScene, prompt: Choose, option: str, seat: str | None) -> None:
    if not prompt.second:
        table.desk.answer(prompt, option, seat)
        return
    layer = ask_agreement(
        table.stage, table.view.seats, table.stage.say(prompt.say),
        lambda asks, second: table.desk.answer(prompt, option, asks, second), seat,
    )  # fmt: skip
    if layer is not None:
        table.open(layer)
