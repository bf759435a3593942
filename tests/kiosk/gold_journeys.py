"""A journey through everything the board game asks at the kiosk, yielding the names of its screens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.opening import OpeningScene
from tests.kiosk.gold_people import THREE, choose, menu_entry, pay, sit_at_gold, throw, turn_card, wait
from tests.kiosk.people import Player


def the_auction(player: Player, names: Mapping[int, str] = THREE) -> Iterator[str]:
    """Set-up, the throws for the start, a claim that is offered, and the card that is turned after all."""
    sit_at_gold(player, names)
    yield "set-up"
    player.push("ok")
    yield "throw-for-the-start"
    for faces in ((6, 6), *[(1, 2)] * (len(names) - 1)):
        throw(player, *faces)
    player.push("ok")
    yield "typing-two-dice"
    player.push("back")
    throw(player, 1, 1)
    yield "creek-or-sell"
    choose(player, "sell")
    yield "bid"
    player.push("seat2")
    wait_a_little(player)
    yield "bid-again"
    for place in range(1, len(names)):
        player.hold(f"seat{place + 1}")
    assert player.view.prompt("hammer/ana/1") is not None
    wait(player)
    yield "hammer"
    choose(player, "refuse")
    choose(player, "bonanza" if player.view.prompt("creek/ana/1/2") is None else first_creek(player))
    yield "reveal"
    player.push("ok")
    yield "cards-groups"
    player.push("ok")
    yield "cards"
    player.push("back", "back")
    turn_card(player, "G30")
    yield "buy"
    choose(player, "buy")
    yield "pay"
    pay(player)


def first_creek(player: Player) -> str:
    return str(player.view.snapshot["creeks"][0]["id"])


def wait_a_little(player: Player) -> None:
    player.pass_ms(1500, 500)
    player.settle()


def the_debts(player: Player, names: Mapping[int, str] = THREE) -> Iterator[str]:
    """Gold that must be asked for, a sheet, a deal, cash put right, and a donation that is too dear."""
    throw(player, 1, 2)
    choose(player, first_creek(player))
    turn_card(player, "G03")
    yield "debt-open"
    player.push("seat1")
    yield "gold-sheet"
    player.push("back", "seat2")
    wait(player)
    player.push("seat2")
    menu_entry(player, "deal/")
    # Ana alone has anything to deal in, so that nobody is asked with whom.
    yield "deal-takes"
    choose(player, "sour_dough_saloon")
    yield "deal-payer"
    choose(player, "bo")
    player.push(*["up"] * 12)
    yield "deal-price"
    player.push("ok")
    wait(player)
    yield "deal-accept"
    choose(player, "accept")
    player.push("back")
    yield "gold-menu"
    menu_entry(player, "adjust/")
    yield "adjust-whose"
    menu_entry(player, "bo")
    yield "adjust-agreement"
    player.push("seat1", "seat3")
    choose(player, "less")
    player.push(*["up"] * 45)
    yield "adjust-amount"
    player.push("ok")
    wait(player)
    yield "adjust-why"
    choose(player, "other")


def the_shortfall(player: Player) -> Iterator[str]:
    """Three at the table: Bo, who has nothing, is sent to the church; later everybody pays at Chilkoot."""
    throw(player, 4, 6)
    choose(player, "no")
    throw(player, 6, 6)
    throw(player, 1, 2)
    choose(player, first_creek(player))
    turn_card(player, "G27")
    yield "donate"
    choose(player, "sour_dough_saloon")
    yield "bid-for-a-deed"
    player.pass_ms(16_000, 500)
    wait(player)
    yield "nobody-bids"
    pay(player)
    throw(player, 2, 3)
    pay(player)
    throw(player, 2, 4)
    yield "everybody-pays"
    pay(player)
    yield "after-chilkoot"


def the_settlement(player: Player) -> Iterator[str]:
    """After `the_debts`: Bo, who has nothing but a deed, comes to Cy's company and is asked for money."""
    throw(player, 4, 6)
    choose(player, "buy")
    pay(player)
    throw(player, 3, 5)
    throw(player, 1, 6)
    yield "debt-too-large"
    player.push("seat3")
    wait(player)
    yield "short"
    choose(player, "offer")
    yield "offer"
    choose(player, "sour_dough_saloon")
    yield "agree"


def on_another_day(player: Player) -> Iterator[str]:
    """Home with an unfinished session, and the table that is to be rebuilt."""
    stage, session = player.stage, player.view.session
    stage.go(HomeScene(stage))
    player.settle()
    yield "home-with-gold"
    stage.go(OpeningScene(stage, stage.keeper.resume(session)))
    player.settle()
    yield "gold-rebuild"
    player.push("ok")
