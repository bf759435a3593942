"""People come and go in every game: leaving, joining, pausing, another day, ways back, the lock (H1-H6)."""

from __future__ import annotations

import pytest

from companion.kiosk.acts import Lifted, Push, Tap, Typed
from companion.kiosk.locking import REST_MS
from companion.kiosk.panels.bid import BidPanel
from companion.kiosk.panels.held import RebuildPanel
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.scenes.table import TableScene
from tests.annals.played import PLAYERS, go_on, play_evening
from tests.kiosk.fit import faults
from tests.kiosk.gold_people import choose, menu_entry, sit_at_gold, throw
from tests.kiosk.people import Player

#: How many answers are given before people come and go: in the middle of something.
BEGUN = {"dice": 14, "goldrush": 60, "dominoes": 40, "patience": 70}


#: The dice game's pauses and ways back have tests of their own.
OTHERS = tuple(game for game in PLAYERS if game != "dice")
#: With cards of one's own: what lies on the screen need not be rebuilt.
OWN_CARDS = {"way": "dealt"}


def on_another_day(player: Player, game: str, until: str = "") -> str:
    """Open a session that was begun before, and led on until a prompt is open; returns its id."""
    journal = player.stage.keeper.journal
    own = OWN_CARDS if game == "patience" else {}
    session = play_evening(journal, game, seed=6, most=BEGUN[game], rules=own)
    while until and not any(prompt.key.startswith(until) for prompt in session.view.open):
        go_on(session, journal, seed=session.view.number, most=1)
    id = session.header.session
    player.stage.go(OpeningScene(player.stage, player.stage.keeper.resume(id)))
    player.settle()
    return id


@pytest.mark.parametrize("game", PLAYERS)
def test_h4_going_on_later_shows_where_everything_lies(player: Player, game: str) -> None:
    """The table waits for a press; what is shown fits, and then the game goes on where it was."""
    id = on_another_day(player, game)
    assert player.view.held == "rebuild" and isinstance(player.table.panel, RebuildPanel)
    assert not list(faults(player.kiosk.shower.canvas))
    digest = player.view.digest
    player.push("up", "down", "seat1", "back")
    assert player.view.held == "rebuild" and not player.scene.layers
    player.push("ok")
    assert (player.view.held, player.view.digest, player.view.session) == ("", digest, id)
    assert player.view.open


def test_h4_a_patience_on_the_screen_lies_where_it_lay(player: Player) -> None:
    journal = player.stage.keeper.journal
    id = play_evening(journal, "patience", seed=6, most=30).header.session
    player.stage.go(OpeningScene(player.stage, player.stage.keeper.resume(id)))
    player.settle()
    assert player.view.held == "" and player.view.open


@pytest.mark.parametrize("game", OTHERS)
def test_h3_any_seat_may_pause_and_nothing_happens_meanwhile(player: Player, game: str) -> None:
    on_another_day(player, game)
    player.push("ok", "back")
    menu_entry(player, "pause")
    assert player.view.held == "paused" and not player.view.open
    number = player.view.number
    player.push("seat1", "back", "back")
    player.pass_ms(60_000, 20_000)
    assert player.view.number == number
    while player.scene.layers:
        player.push("back")
    player.push("ok")
    assert player.view.held == "" and player.view.open


@pytest.mark.parametrize("game", OTHERS)
def test_h5_the_last_answer_goes_by_one_press_and_more_with_a_second_seat(player: Player, game: str) -> None:
    on_another_day(player, game)
    player.push("ok")
    before = player.view.number
    player.hold("back")
    assert player.view.number > before and not player.view.may_take_back
    while not player.scene.layers:
        # Where a tile waits for its place, the first BACK lets another one be shown.
        player.push("back")
    menu_entry(player, "history")
    player.push("up", "up", "up", "ok")
    menu_entry(player, "to")
    if PLAYERS[game] > 1:
        number = player.view.number if isinstance(player.scene, TableScene) else None
        player.push("seat1")
        assert player.scene.layers or number is None
        player.push("seat2")
    assert isinstance(player.scene, TableScene) and not player.scene.layers


@pytest.mark.parametrize("game", PLAYERS)
def test_h6_small_hands_change_nothing_by_button_key_or_finger(player: Player, game: str) -> None:
    on_another_day(player, game)
    player.push("ok", "back")
    menu_entry(player, "lock")
    assert player.stage.locked
    number, layers = player.view.number, list(player.scene.layers)
    player.push("ok", "up", "down", "back")
    player.kiosk.take(Typed("", "escape"))
    for hot in list(player.hots):
        if not hot.name.removeprefix("seat").isdigit():
            player.kiosk.take(Tap(hot.rect.center))
            player.kiosk.take(Lifted(hot.rect.center))
    player.settle()
    assert player.stage.locked
    assert player.view.number == number and player.scene.layers == layers
    middle = next(hot.rect.center for hot in player.hots if hot.name == "hint back")
    player.kiosk.take(Tap(middle))
    player.pass_ms(REST_MS, 500)
    player.kiosk.take(Lifted(middle))
    assert not player.stage.locked
    player.stage.locked = True
    player.kiosk.take(Push("ok", "hold"))
    assert not player.stage.locked


@pytest.mark.parametrize("game", ("goldrush", "dominoes"))
def test_h1_a_seat_leaves_with_a_second_seats_agreement(player: Player, game: str) -> None:
    """The board game: cash goes to the bank; dominoes: a virtual seat plays the hand on."""
    on_another_day(player, game, until="leave/")
    player.push("ok")
    seat = next(seat for seat in player.view.seats if any(
        prompt.key.startswith(f"leave/{seat.id}") for prompt in player.view.open))  # fmt: skip
    other = next(one for one in player.view.seats if one.id != seat.id)
    player.kiosk.take(Push(f"seat{seat.place + 1}", "hold"))
    player.settle()
    menu_entry(player, "leave/")
    player.push(f"seat{seat.place + 1}")
    assert player.scene.layers, "nobody agrees with himself"
    player.push(f"seat{other.place + 1}")
    assert any(event.what == "leaves" for event in player.view.events)
    if game == "goldrush":
        assert seat.id not in {one.id for one in player.view.seats}
        assert player.view.balances[seat.id] == 0
    else:
        assert player.view.snapshot["seats"][seat.place]["virtual"]


@pytest.mark.long
def test_h2_a_late_joiner_sits_down_before_the_first_card_and_later_is_told_when(player: Player) -> None:
    sit_at_gold(player)
    player.push("ok")
    for faces in ((6, 6), (1, 2), (1, 2)):
        throw(player, *faces)
    player.push("seat5", "down", "ok")
    while player.scene.layers and player.scene.layers[-1].typing:
        player.write(key="enter")
    assert len(player.view.seats) == 4 and player.view.seats[-1].place == 4


@pytest.mark.parametrize("game", ("goldrush", "dominoes"))
def test_h2_too_late_is_said(player: Player, game: str) -> None:
    on_another_day(player, game)
    player.push("ok")
    count = len(player.view.seats)
    player.push("seat6")
    assert player.stage.notices and not player.scene.layers
    assert len(player.view.seats) == count


def test_h3_an_auction_waits_while_the_game_is_paused(player: Player) -> None:
    sit_at_gold(player, rules={"auction_seconds": 10})
    player.push("ok")
    for faces in ((6, 6), (1, 2), (1, 2)):
        throw(player, *faces)
    throw(player, 1, 1)
    choose(player, "sell", at_once=True)
    assert isinstance(player.table.panel, BidPanel)
    player.push("seat2", "back")
    menu_entry(player, "pause")
    player.pass_ms(60_000, 20_000)
    player.push("ok")
    assert isinstance(player.table.panel, BidPanel), "nobody was out while the table was away"
    player.pass_ms(30_000, 1000)
    player.settle()
    assert not isinstance(player.table.panel, BidPanel), "who does not bid is out when the time is over"
