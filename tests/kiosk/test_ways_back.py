"""Taking back, rewinding, correcting, pausing, leaving, joining: with the presses the rulings ask for."""

from __future__ import annotations

import pytest

from companion.kiosk.menu import AgreementLayer
from companion.kiosk.scenes.history import HistoryScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.table import TableScene
from companion.table.prompts import Sit
from tests.kiosk.people import Player


@pytest.fixture
def begun(player: Player) -> Player:
    """A table at which the bank has thrown two pair and the first bettor has beaten it."""
    player.sit_down()
    player.throw(1, 1, 5, 5, 3)
    player.throw(6, 6, 6, 2, 4)
    return player


def digest(player: Player) -> str:
    return player.view.digest


def test_two_presses_take_the_last_answer_back(begun: Player) -> None:
    after = digest(begun)
    begun.push("back", "ok")
    assert digest(begun) != after
    begun.throw(6, 6, 6, 2, 4)
    assert digest(begun) == after


def test_holding_back_takes_back_from_the_table(begun: Player) -> None:
    after = digest(begun)
    begun.hold("back")
    assert digest(begun) != after


def test_only_one_answer_can_be_taken_back(begun: Player) -> None:
    begun.push("back", "ok")
    before = digest(begun)
    begun.push("back", "ok")
    assert digest(begun) == before
    assert any(notice.tone == "bad" for notice in begun.stage.notices)


def test_it_was_a_five_not_a_six(begun: Player) -> None:
    """Correcting the bank's throw changes what the bettor's throw meant, and keeps it."""
    begun.push("back", "down", "down", "ok", "up", "ok", "ok")
    begun.push("seat6", "seat6", "seat6", "seat6", "ok", "ok")
    assert isinstance(begun.scene.layers[0], AgreementLayer)
    begun.push("seat1", "seat1")
    assert begun.scene.layers, "the same seat cannot agree with itself"
    begun.push("seat2")
    assert isinstance(begun.scene, TableScene)
    snap = begun.view.snapshot
    bank = next(seat for seat in snap["seats"] if seat["seat"] == snap["bank"])
    assert bank["throw"]["dice"] == [6, 6, 6, 6, 3]
    assert [seat["paid"] for seat in snap["seats"] if seat["paid"] is not None] == [False]


def test_going_back_to_before_an_answer(begun: Player) -> None:
    begun.push("back", "down", "down", "ok", "up", "ok", "down", "ok", "seat3", "seat4")
    assert isinstance(begun.scene, TableScene)
    assert all(seat["throw"] is None for seat in begun.view.snapshot["seats"])


def test_what_was_undone_can_be_gone_back_to(begun: Player) -> None:
    after = digest(begun)
    begun.push("back", "down", "down", "ok", "up", "ok", "down", "ok", "seat3", "seat4")
    begun.push("back", "down", "down", "ok", "up", "ok")
    assert [entry.name for entry in begun.scene.layers[0]._list.entries] == ["to"]  # type: ignore[attr-defined]
    begun.push("ok", "seat1", "seat2")
    assert digest(begun) == after


def test_the_way_back_can_be_left_at_every_step(begun: Player) -> None:
    after, number = digest(begun), begun.view.number
    begun.push("back", "down", "down", "ok", "ok", "ok", "back")
    assert isinstance(begun.scene, HistoryScene)
    begun.push("ok", "down", "ok", "seat1", "back", "back")
    assert isinstance(begun.scene, TableScene)
    assert (digest(begun), begun.view.number) == (after, number)


def test_pausing_and_going_on(begun: Player) -> None:
    begun.push("seat4", "ok")
    assert begun.view.held == "paused"
    begun.push("seat1", "back")
    begun.push("ok")
    assert begun.view.held == ""


def test_a_seat_leaves_with_a_second_seats_agreement(player: Player) -> None:
    player.sit_down()
    player.push("seat3", "down", "ok", "seat3")
    assert len(player.view.seats) == 4
    player.push("seat1")
    assert "cy" not in {seat.id for seat in player.view.seats}


def test_one_ok_too_many_sends_nobody_away(player: Player) -> None:
    player.sit_down()
    player.push("seat3", "ok", "ok", "seat1", "seat2")
    assert len(player.view.seats) == 4


def test_a_free_button_sits_somebody_down_between_rounds(player: Player) -> None:
    player.sit_down()
    player.push("seat7")
    for _ in range(20):
        player.write(key="backspace")
    for letter in "Gus":
        player.write(letter)
    player.write(key="enter")
    seat = next(seat for seat in player.view.seats if seat.name == "Gus")
    assert seat.place == 6


def test_later_a_free_button_says_when(begun: Player) -> None:
    assert not any(isinstance(prompt, Sit) for prompt in begun.view.open)
    begun.push("seat7")
    assert begun.stage.notices
    assert not begun.scene.layers


def test_a_name_that_is_taken_is_refused_in_the_layer(player: Player) -> None:
    player.sit_down()
    player.push("seat7")
    for _ in range(20):
        player.write(key="backspace")
    for letter in "ana":
        player.write(letter)
    player.write(key="enter")
    assert player.scene.layers
    assert len(player.view.seats) == 4


def test_a_seats_press_with_nothing_to_answer_shows_its_sheet_and_closes_it(begun: Player) -> None:
    begun.push("seat2")
    assert begun.scene.layers
    begun.push("seat4")
    assert begun.scene.layers
    begun.push("seat4")
    assert not begun.scene.layers


def test_small_hands_are_locked_out_until_ok_is_held(begun: Player) -> None:
    begun.push("back", *["down"] * 5, "ok")
    assert begun.stage.locked
    number = begun.view.number
    begun.push("ok", "seat1", "down", "back", "up")
    assert begun.view.number == number
    begun.push("seat1")
    begun.hold("ok")
    assert not begun.stage.locked
    begun.push("ok")
    assert begun.table.panel.entry is not None  # type: ignore[attr-defined]


def test_payments_by_one_press_of_the_receiver_alone(player: Player) -> None:
    player.sit_down(rules={"payments": "one press"})
    player.throw(1, 1, 5, 5, 3)
    player.push("ok", *[f"seat{face}" for face in (6, 6, 6, 2, 4)], "ok")
    claim = player.view.open[0]
    place = player.view.seat(claim.seats[0]).place
    others = [n for n in range(4) if n != place]
    before = player.view.number
    player.push("ok", f"seat{others[0] + 1}", "back")
    assert player.view.number == before
    player.push(f"seat{place + 1}")
    assert player.view.number == before + 1


def test_putting_a_session_away_leads_to_its_results(begun: Player) -> None:
    begun.push("back", "up", "ok", "seat1", "seat2")
    assert begun.view.held == "ended"
    begun.push("ok")
    assert type(begun.scene).__name__ == "ResultsScene"
    begun.push("back")
    assert isinstance(begun.scene, HomeScene)


def test_a_refusal_is_a_sentence_and_changes_nothing(begun: Player) -> None:
    before = begun.view
    prompt = before.open[0]
    begun.table.desk.answer(prompt, [1, 2, 3])
    begun.settle()
    assert begun.view.number == before.number
    assert any("5" in notice.words or "five" in notice.words for notice in begun.stage.notices)


def test_what_a_correction_has_left_over_is_offered_again(player: Player) -> None:
    """A correction that makes a pot a tie asks for re-throws first; the next pot's throws wait meanwhile."""
    player.sit_down({0: "Ana", 1: "Bo"}, {"variant": "pot", "multiple": 2})
    first, second = (1, 1, 5, 5, 3), (6, 6, 6, 2, 4)
    player.throw(*first)
    player.throw(*second)
    player.throw(*first)
    wrong: list[int] = []
    player.table.desk.tell(
        "history", then=lambda history: wrong.extend(one.number for one in history if one.asked == "throw")
    )
    player.settle()
    player.table.desk.tell("correct", wrong[1], list(first), "ana", "bo")
    player.settle()
    assert player.view.leftover == 1
    player.throw(1, 1, 2, 2, 3)
    player.throw(1, 2, 4, 5, 3)
    assert type(player.table.panel).__name__ == "LeftoverPanel"
    player.push("up")
    assert type(player.table.panel).__name__ == "ThrowPanel"
    player.stage.go(player.scene)
    player.table._offer_leftovers()
    player.settle()
    player.push("ok")
    assert player.view.leftover == 0
    assert any(
        seat["throw"] and seat["throw"]["dice"] == list(first) for seat in player.view.snapshot["seats"]
    )
