"""A throw on the screen: what the camera proposes, what it doubts, what people type in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.kiosk.offscreen import render
from companion.kiosk.panels.throw import ThrowPanel
from companion.table.prompts import Throw
from hardware.camera import CameraState
from hardware.vision.reading import Doubt
from tests.kiosk.people import FOUR, MakePlayer, Player, ShownLamps
from tests.kiosk.said_sight import SaidSight


@pytest.fixture
def sight() -> SaidSight:
    return SaidSight()


@pytest.fixture
def watched(make_player: MakePlayer, sight: SaidSight) -> Player:
    player: Player = make_player(sight=sight)
    player.sit_down(FOUR)
    return player


def panel(player: Player) -> ThrowPanel:
    assert isinstance(player.table.panel, ThrowPanel)
    return player.table.panel


def asked(player: Player) -> Throw:
    return next(prompt for prompt in player.view.open if isinstance(prompt, Throw))


def test_the_camera_is_armed_for_the_throw_and_rests_elsewhere(watched: Player, sight: SaidSight) -> None:
    assert sight.wanted == asked(watched)
    watched.push("back", "down", "down", "ok")
    assert sight.wanted is None
    watched.push("back")
    assert sight.wanted == asked(watched)


def test_what_is_read_surely_is_sent_once(watched: Player, sight: SaidSight) -> None:
    number, first = watched.view.number, asked(watched)
    sight.see("moving")
    watched.pass_ms(200)
    sight.see("read", "1", "1", "5", "5", "3")
    watched.settle()
    watched.pass_ms(500)
    assert watched.view.number == number + 1
    assert asked(watched) != first
    assert sight.used_up == 1


def test_what_is_doubted_is_asked_and_one_press_accepts_it(watched: Player, sight: SaidSight) -> None:
    first = asked(watched)
    sight.see("doubt", "1", "1", "5", "5", "3", doubt=Doubt.GLARE, doubtful=4)
    watched.pass_ms(200)
    assert asked(watched) == first
    entry = panel(watched).entry
    assert entry is not None and entry.doubtful == {4} and entry.at_end
    assert render(watched.scene).touched((400, 200)) is None
    watched.push("ok")
    assert asked(watched) != first
    assert watched.view.snapshot["seats"][1]["throw"] or watched.view.snapshot["to_beat"]


def test_where_no_die_is_in_doubt_by_itself_the_least_sure_one_is_marked(
    watched: Player, sight: SaidSight
) -> None:
    sight.see("doubt", "1", "1", "5", "5", "3", doubt=Doubt.DISAGREE)
    reading = sight.said.reading
    assert reading is not None
    unsure = replace(reading.pieces[3], confidence=0.4)
    pieces = (*reading.pieces[:3], unsure, reading.pieces[4])
    sight.said = replace(sight.said, reading=replace(reading, pieces=pieces))
    watched.pass_ms(200)
    entry = panel(watched).entry
    assert entry is not None and entry.doubtful == {3} and entry.at_end


def test_the_doubtful_die_is_the_first_to_be_turned(watched: Player, sight: SaidSight) -> None:
    sight.see("doubt", "1", "1", "5", "5", "3", doubt=Doubt.UNSURE, doubtful=2)
    watched.pass_ms(200)
    bank = asked(watched).seats[0]
    watched.push("up", "ok", "ok", "ok", "ok")
    thrown = next(seat["throw"] for seat in watched.view.snapshot["seats"] if seat["seat"] == bank)
    assert thrown["dice"] == [1, 1, 6, 5, 3]


def test_too_few_dice_leave_the_others_to_be_typed(watched: Player, sight: SaidSight) -> None:
    sight.see("doubt", "1", "1", "5", doubt=Doubt.TOO_FEW)
    watched.pass_ms(200)
    entry = panel(watched).entry
    assert entry is not None and entry.faces == [1, 1, 5, None, None] and entry.cursor == 3
    bank = asked(watched).seats[0]
    watched.push("seat2", "seat6", "ok")
    thrown = next(seat["throw"] for seat in watched.view.snapshot["seats"] if seat["seat"] == bank)
    assert thrown["dice"] == [1, 1, 5, 2, 6]


def test_too_many_dice_are_cut_to_what_is_asked(watched: Player, sight: SaidSight) -> None:
    sight.see("doubt", *"1234566", doubt=Doubt.TOO_MANY)
    watched.pass_ms(200)
    entry = panel(watched).entry
    assert entry is not None and len(entry.faces) == 5


def test_a_doubt_goes_away_when_the_dice_are_moved_but_not_from_under_a_hand(
    watched: Player, sight: SaidSight
) -> None:
    sight.see("doubt", *"11553", doubt=Doubt.COCKED, doubtful=0)
    watched.pass_ms(200)
    sight.see("moving")
    watched.pass_ms(200)
    assert panel(watched).entry is None
    sight.see("doubt", *"11553", doubt=Doubt.COCKED, doubtful=0)
    watched.pass_ms(200)
    watched.push("up")
    sight.see("moving")
    watched.pass_ms(200)
    assert panel(watched).entry is not None


def test_a_seen_throw_takes_the_place_of_an_entry_nobody_began(watched: Player, sight: SaidSight) -> None:
    number = watched.view.number
    watched.push("ok")
    sight.see("read", *"22346")
    watched.settle()
    assert watched.view.number == number + 1


def test_a_begun_entry_is_not_taken_away(watched: Player, sight: SaidSight) -> None:
    number = watched.view.number
    watched.push("ok", "seat6")
    sight.see("read", *"22346")
    watched.settle()
    assert watched.view.number == number
    entry = panel(watched).entry
    assert entry is not None and entry.faces[0] == 6


def test_a_proposal_for_another_prompt_is_not_sent(watched: Player, sight: SaidSight) -> None:
    number = watched.view.number
    sight.see("read", *"22346")
    other = replace(sight.said, prompt=Throw(key="throw/x/9", say=asked(watched).say, seats=("bo",), dice=5))
    sight.said = other
    watched.pass_ms(500)
    assert watched.view.number == number


def test_a_cocked_die_voids_the_throw(watched: Player, sight: SaidSight) -> None:
    first = asked(watched)
    watched.push("down")
    assert asked(watched).seats == first.seats
    assert asked(watched).key != first.key
    assert watched.view.balances["bank"] == -80
    watched.push("ok")
    watched.tap("entry void")
    assert asked(watched).seats == first.seats


def test_an_entry_is_left_with_back(player: Player) -> None:
    player.sit_down()
    player.push("ok", "seat3", "back")
    assert panel(player).entry is not None
    player.push("back")
    assert panel(player).entry is None
    player.push("back")
    assert player.scene.layers


def test_up_and_down_go_round_the_faces(player: Player) -> None:
    player.sit_down()
    player.push("ok", "down")
    entry = panel(player).entry
    assert entry is not None and entry.faces[0] == 6
    player.push("up")
    assert entry.faces[0] == 1
    player.push("seat7", "seat8")
    assert entry.faces[0] == 1


def test_the_simulated_table_throws_on_up_and_on_the_space_bar(make_player: MakePlayer) -> None:
    from companion.kiosk.acts import Throwing

    thrown: list[Throw] = []
    sight = SaidSight()
    player: Player = make_player(sight=sight, act=thrown.append)
    player.sit_down()
    player.push("up")
    player.kiosk.take(Throwing())
    assert [prompt.dice for prompt in thrown] == [5, 5]


def test_a_lost_camera_is_said_and_the_session_goes_on_by_typing(watched: Player, sight: SaidSight) -> None:
    sight.see("waiting")
    watched.pass_ms(100)
    sight.lost = CameraState.LOST
    watched.pass_ms(300)
    assert any("The cable is out." in notice.words for notice in watched.stage.notices)
    number = watched.view.number
    watched.throw(1, 1, 5, 5, 3)
    assert watched.view.number == number + 1
    sight.lost = CameraState.WORKING
    watched.pass_ms(300)
    assert any("back" in notice.words for notice in watched.stage.notices)


def test_single_frames_that_did_not_come_are_passed_over(sight: SaidSight) -> None:
    sight.see("waiting")
    assert sight.phase(0) == "waiting"
    sight.see("blind")
    assert sight.phase(500) == "waiting"
    assert sight.phase(2000) == "blind"


def test_the_lamp_of_the_thrower_blinks(make_player: MakePlayer) -> None:
    lamps = ShownLamps()
    player: Player = make_player(lamps=lamps)
    player.sit_down()
    place = player.view.seat(asked(player).seats[0]).place
    assert set(lamps.lit) == {f"seat{place + 1}"}
    player.push("back", "up", "up", "ok")
    assert lamps.lit == {}


def test_a_press_lets_the_dice_lie_at_once(player: Player) -> None:
    player.sit_down()
    player.push("ok", "seat1", "seat1", "seat5", "seat5", "seat3", "ok")
    player.pass_ms(100, 50)
    assert player.table.game.live(player.stage.now), "the dice tumble"
    player.push("up")
    assert not player.table.game.live(player.stage.now)
