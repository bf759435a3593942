"""The table's menu, and taking a free place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.beside import beside_entries
from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.kiosk.naming import NamingLayer
from companion.kiosk.putting_right import correct_entry, correct_last
from companion.table.prompts import Sit, Throw

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
    entries.append(correct_entry(table))
    if not view.held:
        entries.append(
            Entry(
                "pause",
                line("kiosk.menu.pause"),
                lambda: table.desk.tell("pause", None),
                line("kiosk.menu.pause.about"),
            )
        )
    entries += beside_entries(table, None, _nothing)
    entries += table.game.menu(table)
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
    about = line("kiosk.menu.settings.about")
    entries.append(Entry("settings", line("kiosk.menu.settings"), lambda: _settings(table), about))
    entries.append(
        Entry("home", line("kiosk.menu.home"), lambda: _home(table), line("kiosk.menu.home.about"))
    )
    if not view.held:
        entries.append(
            Entry("end", line("kiosk.menu.end"), lambda: _end(table), line("kiosk.menu.end.about"))
        )

    def own_button(place: int) -> None:
        seat = table.seat_at(place)
        correct_last(table, seat.id if seat is not None else None)

    return MenuLayer(stage, line("kiosk.menu.title"), entries, line("kiosk.menu.below"), seat=own_button)


def _nothing() -> None:
    """The menu takes itself away."""


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


def _settings(table: TableScene) -> None:
    from companion.kiosk.scenes.settings import SettingsScene

    table.stage.go(SettingsScene(table.stage, table))


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
