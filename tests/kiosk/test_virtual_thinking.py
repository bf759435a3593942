"""A virtual seat thinks on a thread of its own: frames go by meanwhile, and the table can be looked at."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.kiosk import virtual_seats
from companion.kiosk.desk import Desk
from companion.kiosk.menu import MenuLayer
from companion.kiosk.panels.thinking import ThinkingPanel
from companion.table.answers import Answer, Source
from companion.table.prompts import Place
from companion.table.view import TableView
from tests.kiosk.domino_people import TWO, sit_at_dominoes
from tests.kiosk.people import Player


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What is thought out is held back until this is set."""
    gate = threading.Event()
    think: Callable[[TableView, Desk], Answer | None] = virtual_seats._think

    def think_later(view: TableView, desk: Desk) -> Answer | None:
        assert gate.wait(30)
        return think(view, desk)

    monkeypatch.setattr(virtual_seats, "_think", think_later)
    return gate


def sit_with_virtual(player: Player) -> None:
    sit_at_dominoes(player, TWO, {"virtual": 2, "strength": "greedy", "hands": "dealt"})
    player.settle()
    assert isinstance(player.table.panel, ThinkingPanel)


def test_frames_go_by_while_a_seat_thinks(player: Player, gate: threading.Event) -> None:
    sit_with_virtual(player)
    number = player.view.number
    player.pass_ms(3000, 100)
    assert player.view.number == number
    assert "thinking" in player.table.bar().sentence
    player.push("back")
    assert isinstance(player.scene.top, MenuLayer)
    player.push("back")
    told: list[object] = []
    player.table.desk.tell("history", then=told.append)
    player.settle()
    assert told, "the session's own thread is not kept busy by the thinking"
    gate.set()
    wait_for(player, lambda: player.view.number > number)
    laid = [event for event in player.view.events if event.what == "laid"]
    assert laid


def test_what_was_thought_out_for_another_question_is_let_go(player: Player, gate: threading.Event) -> None:
    sit_with_virtual(player)
    gate.set()
    first = player.view.number
    wait_for(player, lambda: player.view.number > first)
    gate.clear()
    wait_for(player, lambda: isinstance(player.table.panel, ThinkingPanel) and player.table._virtual.busy)
    asked = player.view.open[0]
    assert isinstance(asked, Place)
    player.hold("back")
    assert player.view.open[0] != asked
    before = player.view.number
    gate.set()
    wait_for(player, lambda: player.view.number > before)
    told: list[tuple[str, Source | None]] = []
    player.table.desk.tell(
        "history",
        then=lambda entries: told.extend((one.key, one.source) for one in entries if not one.undone),
    )
    player.settle()
    keys = [key for key, source in told if source is Source.BOT]
    assert len(keys) == len(set(keys)) and keys


def wait_for(player: Player, what: Callable[[], bool]) -> None:
    for _ in range(4000):
        if what():
            return
        player.clock.pass_ms(100)
        player.kiosk.frame()
        player.kiosk.wake.wait(0.002)
    raise AssertionError("it does not come")
