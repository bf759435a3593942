"""Seats that bots play at the kiosk."""

from __future__ import annotations

from companion.kiosk.bot_seats import PAUSE_MS, BotSeats
from companion.table.answers import Source
from companion.table.prompts import Amount, Claim, Throw
from tests.kiosk.people import FOUR, Player


def asked_of(player: Player, name: str) -> list[type]:
    seat = next(seat.id for seat in player.view.seats if seat.name == name)
    return [type(prompt) for prompt in player.view.open if prompt.seats == (seat,)]


def sources(player: Player, seat: str) -> list[Source]:
    told: list[tuple[str | None, Source]] = []
    player.table.desk.tell(
        "history", then=lambda entries: told.extend((entry.seat, entry.source) for entry in entries)
    )
    player.settle()
    return [source for who, source in told if who == seat]


def test_a_bot_stakes_after_a_pause_and_leaves_the_others_alone(player: Player) -> None:
    player.stage.bots = BotSeats(("BO", "cy"))
    player.sit_down(FOUR, {"limit": 3})
    staking = sum(isinstance(prompt, Amount) for prompt in player.view.open)
    player.pass_ms(PAUSE_MS // 2)
    assert sum(isinstance(prompt, Amount) for prompt in player.view.open) == staking
    player.pass_ms(3 * PAUSE_MS)
    player.settle()
    player.pass_ms(3 * PAUSE_MS)
    player.settle()
    left = {name for name in FOUR.values() if Amount in asked_of(player, name)}
    bank = player.view.snapshot["bank"]
    assert left == {seat.name for seat in player.view.seats if seat.id != bank} - {"Bo", "Cy"}
    bot = next(seat.id for seat in player.view.seats if seat.name in ("Bo", "Cy") and seat.id != bank)
    assert sources(player, bot) == [Source.BOT]


def test_the_dice_of_a_bot_are_thrown_by_people(player: Player) -> None:
    player.stage.bots = BotSeats(tuple(FOUR.values()))
    player.sit_down()
    number = player.view.number
    player.pass_ms(4 * PAUSE_MS)
    assert player.view.number == number
    assert any(isinstance(prompt, Throw) for prompt in player.view.open)


def test_a_bot_takes_what_it_has_won_and_waits_while_the_menu_is_open(player: Player) -> None:
    player.sit_down(FOUR, {"payments": "one press"})
    player.throw(6, 6, 6, 6, 6)
    while not any(isinstance(prompt, Claim) for prompt in player.view.open):
        player.throw(1, 2, 3, 4, 6)
    number = player.view.number
    player.stage.bots = BotSeats(tuple(FOUR.values()))
    player.push("back")
    player.pass_ms(4 * PAUSE_MS)
    assert player.view.number == number
    player.push("back")
    player.pass_ms(2 * PAUSE_MS)
    player.settle()
    assert player.view.number > number


def test_a_bot_at_no_seat_is_said(player: Player) -> None:
    player.stage.bots = BotSeats(("Bo", "Zoe"))
    player.sit_down()
    assert any("Zoe" in notice.words and "Bo" not in notice.words for notice in player.stage.notices)
