"""Putting right what was read wrong: from the table in two presses, and with the button of a second seat."""

from __future__ import annotations

import pytest

from companion.kiosk.correcting import CorrectLayer
from companion.kiosk.menu import AgreementLayer, MenuLayer
from companion.kiosk.scenes.table import TableScene
from tests.kiosk.gold_people import choose, sit_at_gold, throw, turn_card
from tests.kiosk.people import Player


@pytest.fixture
def begun(player: Player) -> Player:
    """A table at which the bank has thrown two pair and the first bettor has beaten it."""
    player.sit_down()
    player.throw(1, 1, 5, 5, 3)
    player.throw(6, 6, 6, 2, 4)
    return player


def test_two_presses_lead_to_the_last_throw_and_a_second_seat_agrees(begun: Player) -> None:
    """BACK and one's own button: it was a five, not a six (H5)."""
    begun.push("back", "seat2")
    assert isinstance(begun.scene.top, CorrectLayer)
    begun.push("seat5", *["ok"] * 5)
    assert isinstance(begun.scene.top, AgreementLayer)
    number = begun.view.number
    begun.push("seat2")
    assert begun.view.number == number, "who has asked cannot agree with himself"
    begun.push("seat3")
    assert isinstance(begun.scene, TableScene) and not begun.scene.layers
    thrown = [seat["throw"]["dice"] for seat in begun.view.snapshot["seats"] if seat["throw"]]
    assert [5, 6, 6, 2, 4] in thrown


def test_the_menus_entry_asks_who_it_is_too(begun: Player) -> None:
    begun.push("back", *["down"] * 3, "ok")
    assert isinstance(begun.scene.top, CorrectLayer)
    begun.push("seat5", *["ok"] * 5)
    number = begun.view.number
    begun.push("seat1")
    assert begun.view.number == number
    begun.push("seat4")
    assert begun.view.number > number


def test_where_nothing_was_read_nothing_is_put_right(player: Player) -> None:
    player.sit_down()
    player.push("back", "seat1")
    assert not player.scene.layers and player.stage.notices


def test_it_was_another_card(player: Player) -> None:
    """The board game: a card that was read wrong is named anew, and its gold with it (B35)."""
    sit_at_gold(player)
    player.push("ok")
    for faces in ((6, 6), (1, 2), (1, 2)):
        throw(player, *faces)
    throw(player, 1, 1)
    creek = player.view.snapshot["creeks"][0]["id"]
    choose(player, creek)
    turn_card(player, "G30")
    assert player.view.snapshot["last_card"]["id"] == "G30"
    player.push("back", "seat2")
    name_card(player, "G03")
    assert isinstance(player.scene.top, AgreementLayer)
    player.push("seat1")
    player.settle()
    assert player.view.snapshot["last_card"]["id"] == "G03"
    card = player.view.snapshot["last_card"]
    claims = player.view.snapshot["claims"]
    assert [claim["amount"] for claim in claims] == [card["amount"] * card["factor"]]


def name_card(player: Player, id: str) -> None:
    """Go to a card in the layer that asks for it: its group, then the card."""
    groups = player.scene.top._entry._groups  # type: ignore[attr-defined]
    names = list(groups)
    group = next(name for name in names if any(entry.name == id for entry in groups[name]))
    if len(names) > 1:
        player.push(*["down"] * names.index(group), "ok")
    inside = [entry.name for entry in groups[group]]
    player.push(*["down"] * inside.index(id), "ok")


def test_another_choice_was_meant(begun: Player) -> None:
    """What nobody could have answered otherwise is only gone back to."""
    begun.push("back", "down", "down", "ok")
    begun.push("ok")
    names = [entry.name for entry in begun.scene.top._list.entries]  # type: ignore[attr-defined]
    assert isinstance(begun.scene.top, MenuLayer) and names == ["correct", "before", "to"]
