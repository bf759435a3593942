"""What the board game asks at the kiosk: debts, payments, auctions, deals, and cash that is put right."""

from __future__ import annotations

import pytest

from companion.kiosk.bot_seats import PAUSE_MS, BotSeats
from companion.kiosk.hands_layer import HandsLayer
from companion.kiosk.panels.bid import BidPanel
from companion.kiosk.panels.claims import ClaimsPanel
from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.seat_sheet import SheetLayer
from companion.kiosk.views.goldrush.view import GoldRushView
from companion.table.answers import Source
from companion.table.prompts import Bid, Claim, Confirm
from companion.table.session import HistoryEntry
from hardware.lamps import Lamp
from tests.kiosk.gold_journeys import first_creek, the_auction, the_debts, the_settlement, the_shortfall
from tests.kiosk.gold_people import asked, choose, menu_entry, pay, sit_at_gold, throw, turn_card, wait
from tests.kiosk.people import MakePlayer, Player

BY_LOT = {"starter": "lot", "payments": "one press"}


def begin(player: Player, **rules: object) -> str:
    """Sit down with three and let the lot decide; returns the seat that begins."""
    sit_at_gold(player, rules={**BY_LOT, **rules})
    while player.scene.layers:
        player.push("ok")
    mover = player.view.snapshot["mover"]
    assert isinstance(mover, str)
    return mover


def button(player: Player, seat: str) -> str:
    return f"seat{player.view.seat(seat).place + 1}"


def history(player: Player) -> list[HistoryEntry]:
    told: list[HistoryEntry] = []
    player.table.desk.tell("history", then=told.extend)
    player.settle()
    return told


def find_gold(player: Player, mover: str) -> None:
    """Land on a goldfield and turn a card that pays ten thousand."""
    throw(player, 1, 2)
    choose(player, first_creek(player))
    turn_card(player, "G03")
    assert player.view.snapshot["creeks"][0]["turned"][0]["seat"] == mover


def to_auction(player: Player) -> BidPanel:
    begin(player)
    throw(player, 1, 2)
    choose(player, "sell", at_once=True)
    panel = player.table.panel
    assert isinstance(panel, BidPanel)
    return panel


# what waits for hands


def test_the_cards_are_shuffled_before_anything_else_and_ok_says_so(player: Player) -> None:
    sit_at_gold(player)
    assert isinstance(player.scene.top, HandsLayer)
    bar = player.scene.top.bar()
    assert "9" in bar.sentence and "Bonanza" in bar.sentence
    player.push("up", "down")
    assert isinstance(player.scene.top, HandsLayer)
    player.push("ok")
    assert not player.scene.layers
    assert player.view.number == 0


def test_cards_turned_by_the_program_need_no_hands(player: Player) -> None:
    sit_at_gold(player, rules={"cards": "screen"})
    assert not player.scene.layers


# B6: money that must be asked for


def test_a_creditors_own_button_claims_once_and_no_lamp_reminds_him(player: Player) -> None:
    """B6: the debt is stated, nobody is reminded, and pressing twice pays once."""
    mover = begin(player)
    find_gold(player, mover)
    panel = player.table.panel
    assert isinstance(panel, ThrowPanel)
    assert mover not in panel.lamps()
    assert "debt" in panel.bar().below and player.view.seat(mover).name not in panel.bar().below
    before = player.view.balances[mover]
    player.push(button(player, mover))
    assert player.view.balances[mover] == before + 20_000
    player.push(button(player, mover))
    assert isinstance(player.scene.top, SheetLayer)
    assert player.view.balances[mover] == before + 20_000


def test_nobodys_sheet_stands_between_a_creditor_and_his_money(player: Player) -> None:
    """A child that plays with its button opens its sheet; whoever is due money still asks by one press."""
    mover = begin(player)
    find_gold(player, mover)
    before = player.view.balances[mover]
    other = next(seat.id for seat in player.view.seats if seat.id != mover)
    player.push(button(player, other))
    assert isinstance(player.scene.top, SheetLayer)
    player.push(button(player, mover))
    assert player.view.balances[mover] == before + 20_000 and not player.scene.layers
    player.push(button(player, other), button(player, mover))
    assert isinstance(player.scene.top, SheetLayer), "who is asked nothing sees what he has"
    assert player.view.balances[mover] == before + 20_000


def test_what_is_not_asked_for_before_the_next_throw_is_forfeited(player: Player) -> None:
    mover = begin(player)
    find_gold(player, mover)
    before = player.view.balances[mover]
    player.push("ok", "up", "ok", "up", "ok")
    # The throw is typed in but not accepted: a press still counts, and is no digit.
    entry = player.table.panel.entry  # type: ignore[attr-defined]
    faces = list(entry.faces)
    player.push(button(player, mover))
    assert player.view.balances[mover] == before + 20_000 and entry.faces == faces
    player.push("back", "back", "back")
    assert all(not isinstance(prompt, Claim) for prompt in player.view.open)


def test_payments_to_the_bank_are_pressed_in_any_order_and_only_by_who_pays(player: Player) -> None:
    for _ in [*the_auction(player), *the_debts(player)]:
        pass
    seen = []
    for screen in the_shortfall(player):
        if screen != "everybody-pays":
            continue
        seen.append(screen)
        owing = [prompt.seats[0] for prompt in player.view.open if isinstance(prompt, Confirm)]
        assert owing == ["ana", "cy"]
        assert isinstance(player.table.panel, ClaimsPanel)
        assert player.table.panel.lamps() == {"ana": Lamp.FAST, "cy": Lamp.FAST}
        player.push("ok")
        player.push("seat3", "seat3")
        wait(player)
        assert [prompt.seats[0] for prompt in player.view.open if isinstance(prompt, Confirm)] == ["ana"]
        while player.scene.layers:
            player.push("back")
        # Whoever is not there is paid for by the shared OK, held.
        player.hold("ok")
        wait(player)
        assert not any(isinstance(prompt, Confirm) for prompt in player.view.open)
        break
    assert seen
    last = history(player)[-1]
    assert (last.seat, last.source) == ("ana", Source.HAND)


# the auction


def test_a_press_bids_a_hold_is_out_and_the_leader_is_not_asked(player: Player) -> None:
    panel = to_auction(player)
    one, other = panel.prompt.seats
    player.push(button(player, one))
    assert player.view.snapshot["auction"]["leader"] == one
    assert panel.prompt.seats == (other,)
    player.push(button(player, one))
    assert player.view.snapshot["auction"]["price"] == 1000
    player.push(button(player, other), button(player, one))
    assert player.view.snapshot["auction"]["price"] == 3000
    player.hold(button(player, other))
    assert asked(player).key.startswith("hammer/")


def test_the_clock_ends_an_auction_and_a_bid_starts_it_anew(player: Player) -> None:
    panel = to_auction(player)
    seconds = panel.prompt.seconds
    player.pass_ms(8000, 500)
    left = panel.seconds
    assert left < seconds - 5
    player.push(button(player, panel.prompt.seats[0]))
    assert panel.seconds == seconds
    player.pass_ms(6000, 500)
    player.push("back")
    before = panel.seconds
    player.pass_ms(30_000, 500)
    # While the menu lies over the table nobody can bid, so that the clock stands still.
    assert panel.seconds == before
    player.push("back")
    player.pass_ms(seconds * 1000, 500)
    player.settle()
    assert asked(player).key.startswith("hammer/")
    assert [entry.source for entry in history(player)][-1] is Source.CLOCK


def test_going_out_does_not_lengthen_the_auction(player: Player) -> None:
    panel = to_auction(player)
    player.pass_ms(6000, 500)
    left = panel.seconds
    player.hold(button(player, panel.prompt.seats[0]))
    assert isinstance(asked(player), Bid)
    assert panel.seconds <= left


def test_an_auction_by_touch(player: Player) -> None:
    panel = to_auction(player)
    one, other = panel.prompt.seats
    player.tap(f"bid {button(player, one)}")
    assert player.view.snapshot["auction"]["leader"] == one
    player.tap(f"out {button(player, other)}")
    assert asked(player).key.startswith("hammer/")


def test_bots_bid_buy_and_collect_by_themselves(player: Player) -> None:
    mover = begin(player)
    others = tuple(seat.name for seat in player.view.seats if seat.id != mover)
    player.stage.bots = BotSeats(others)
    throw(player, 1, 2)
    choose(player, "sell")
    for _ in range(40):
        if not isinstance(asked(player), Bid):
            break
        player.pass_ms(2 * PAUSE_MS, 300)
        player.settle()
    entries = [entry for entry in history(player) if entry.asked == "bid"]
    assert entries and all(entry.source is Source.BOT for entry in entries)
    assert {entry.seat for entry in entries} == {s.id for s in player.view.seats if s.id != mover}


# beside the throw


def test_cash_is_put_right_with_a_second_seat(player: Player) -> None:
    begin(player)
    before = player.view.balances["bo"]
    player.push("back")
    menu_entry(player, "adjust/")
    menu_entry(player, "bo")
    player.push("seat2", "seat2")
    assert player.scene.layers
    player.push("seat3")
    choose(player, "more")
    # Pressed quickly the steps grow.
    player.push(*["up"] * 12)
    value = player.table.panel._value  # type: ignore[attr-defined]
    assert value > 13_000
    player.push("ok")
    wait(player)
    choose(player, "misread")
    assert player.view.balances["bo"] == before + value


def test_somebody_leaves_by_the_sheet_and_somebody_joins_by_a_free_button(player: Player) -> None:
    mover = begin(player)
    leaving = next(seat.id for seat in player.view.seats if seat.id != mover)
    other = next(seat.id for seat in player.view.seats if seat.id not in (mover, leaving))
    player.push("seat6")
    player.write(key="enter")
    wait(player)
    assert len(player.view.seats) == 4
    player.push(button(player, leaving))
    menu_entry(player, "leave/")
    player.push(button(player, leaving), button(player, other))
    wait(player)
    assert leaving not in [seat.id for seat in player.view.seats]


def test_a_deal_is_chained_and_accepted_by_the_other(player: Player) -> None:
    for _ in the_auction(player):
        pass
    for screen in the_debts(player):
        if screen == "deal-accept":
            assert asked(player).seats == ("ana",)
    assert player.view.snapshot["deeds"] == {"sour_dough_saloon": "bo"}


def test_who_cannot_pay_settles_in_deeds_if_the_creditor_agrees(player: Player) -> None:
    """B30, with buttons alone."""
    for _ in (*the_auction(player), *the_debts(player)):
        pass
    screens = list(the_settlement(player))
    assert screens[-1] == "agree" and asked(player).seats == ("cy",)
    player.push("seat3")
    wait(player)
    assert player.view.snapshot["deeds"] == {"british_yukon": "cy", "sour_dough_saloon": "cy"}


def test_a_held_button_shows_the_sheet_of_who_is_asked(player: Player) -> None:
    mover = begin(player)
    throw(player, 1, 2)
    assert asked(player).seats == (mover,)
    player.hold(button(player, mover))
    assert isinstance(player.scene.top, SheetLayer)
    player.push("back")
    assert asked(player).seats == (mover,)


def test_the_last_answer_is_taken_back_by_holding_back(player: Player) -> None:
    for _ in the_auction(player):
        pass
    assert player.view.snapshot["deeds"]
    player.hold("back")
    wait(player)
    assert isinstance(player.table.panel, ClaimsPanel)
    pay(player)
    assert player.view.snapshot["deeds"]


@pytest.mark.parametrize("cards", ["box", "screen"])
def test_cards_of_an_own_box_and_of_the_program(make_player: MakePlayer, cards: str) -> None:
    """B34: an own box is told by a choice, the program's cards turn by themselves."""
    player = make_player()
    begin(player, cards=cards)
    throw(player, 1, 2)
    choose(player, first_creek(player))
    if cards == "box":
        choose(player, "own:receive")
        player.push("up", "up", "ok")
        wait(player)
        assert player.view.snapshot["last_card"]["amount"] == 12_000
    assert player.view.snapshot["last_card"] is not None


def test_what_is_taken_back_is_no_longer_told_in_the_middle(player: Player) -> None:
    """The token is where it was, and so is the story; an answer that tells nothing leaves it as it is."""
    begin(player)
    throw(player, 1, 2)
    game = player.table.game
    assert isinstance(game, GoldRushView) and game._teller.story.place is not None
    choose(player, "sell", at_once=True)
    told = game._teller.story.place
    assert told is not None
    player.hold("back")
    assert game._teller.story.place is None and game._teller.story.dice == ()
    player.hold("back")
    assert any(notice.tone == "bad" for notice in player.stage.notices), "one answer can be taken back"
