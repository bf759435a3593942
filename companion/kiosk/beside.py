"""What stands open beside what is waited for: deals, leaving, putting right; from a sheet or a menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.table.prompts import Choose

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
            entries.append(Entry(option.id, look.title, act, look.about, look.value, look.icon))
        table.open(MenuLayer(stage, say, entries))

    if len(prompt.options) > 1:
        return Entry(prompt.key, say, begin)
    only = table.game.option(view, prompt, prompt.options[0])
    return Entry(prompt.key, only.title, begin, say)


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
