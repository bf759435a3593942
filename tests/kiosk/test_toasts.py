"""Toasts of payments: who to whom, how much and what for; short, cut by a press, and in nobody's way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.asset_files import asset
from companion.kiosk.frame import body_rect
from companion.kiosk.notices import notice_sprites
from companion.kiosk.payments import Payment, folded
from companion.kiosk.theme import Motion
from companion.kiosk.toasts import MOST_WAITING, Toast, Toasts
from companion.kiosk.typesetter import fonts_present
from companion.kiosk.wall_clock import clock_sprite
from companion.language import LANGUAGES
from companion.table.ledger import State, Transfer
from companion.table.text import Text, text
from tests.kiosk.eyes import pale
from tests.kiosk.fit import faults
from tests.kiosk.gold_people import sit_at_gold
from tests.kiosk.people import EIGHT, SIZES, MakePlayer, Player

WON, BACK, STAKE, LOST = (text(f"dice.reason.{one}") for one in ("won", "stake_back", "stake", "lost"))


def paid(debtor: str, creditor: str, amount: int, reason: Text = WON) -> Transfer:
    """A transfer that has been posted."""
    return Transfer(
        id=f"{debtor}/{creditor}/{amount}", debtor=debtor, creditor=creditor, amount=amount, reason=reason,
        state=State.POSTED, moved=amount,
    )  # fmt: skip


def said(toast: Toast | None) -> list[str]:
    return [] if toast is None else [placed.words for placed in toast.canvas.placed]


def to_the_first_throw(player: Player) -> None:
    """Four at the dice: the lots are drawn, the stakes laid, and what flew has landed."""
    player.sit_down(rules={"limit": 4})
    while any(prompt.waits and prompt.key.startswith("stake") for prompt in player.view.open):
        player.push("ok")
    player.pass_ms(8000, 500)
    player.settle()


def win(player: Player) -> None:
    """The bank throws, and the first bettor throws better; only the sixes and their chips move then."""
    player.throw(1, 1, 5, 5, 3)
    player.push("ok", "seat6", "seat6", "seat2", "seat6", "seat4", "ok")


def until_told(player: Player) -> Toast:
    for _ in range(60):
        player.pass_ms(50, 50)
        if player.table._toasts.shown is not None:
            return player.table._toasts.shown
    raise AssertionError("nothing is told")


# what belongs together ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moved", "expected"),
    [
        ([paid("ana", "bo", 2)], [("ana", "bo", 2)]),
        ([paid("ana", "bo", 2), paid("stake:bo", "bo", 2, BACK)], [("ana", "bo", 2)]),
        ([paid("ana", "bo", 2), paid("ana", "cy", 1)], [("ana", "bo cy", 3)]),
        ([paid("ana", "bo", 2), paid("ana", "cy", 1, LOST)], [("ana", "bo", 2), ("ana", "cy", 1)]),
        ([paid("bo", "ana", 2), paid("cy", "ana", 2)], [("bo cy", "ana", 4)]),
        ([paid("bo", "ana", 2), paid("ana", "bo", 2)], [("bo", "ana", 2), ("ana", "bo", 2)]),
        ([paid("ana", "bo", 2), paid("cy", "di", 2)], [("ana", "bo", 2), ("cy", "di", 2)]),
        (
            [paid("ana", "stake:ana", 2, STAKE), paid("bo", "stake:bo", 3, STAKE)],
            [("ana bo", "stake:ana stake:bo", 5)],
        ),
        (
            [paid("stake:bo", "ana", 2, LOST), paid("stake:cy", "cy", 2, BACK)],
            [("stake:bo", "ana", 2), ("stake:cy", "cy", 2)],
        ),
    ],
)
def test_payments_of_one_matter_are_folded(
    moved: Sequence[Transfer], expected: list[tuple[str, str, int]]
) -> None:
    payments = folded(moved)
    found = [
        (" ".join(one.debtors), " ".join(one.creditors), sum(each.moved for each in one.transfers))
        for one in payments
    ]
    assert found == expected
    told = [each for one in payments for each in (*one.transfers, *([one.back] if one.back else []))]
    assert sorted(one.id for one in told) == sorted(one.id for one in moved), "each is told once"


# at the table -------------------------------------------------------------------------------------------


def test_who_pays_whom_how_much_and_what_for(player: Player) -> None:
    to_the_first_throw(player)
    bank, thrower = (player.view.seat(player.view.snapshot[who]).name for who in ("bank", "thrower"))
    assert bank == thrower, "the bank throws first"
    win(player)
    bettor = player.view.snapshot["seats"]
    winner = next(player.view.seat(one["seat"]).name for one in bettor if one["result"])
    shown = until_told(player)
    assert said(shown)[:2] == [bank, winner] and said(shown)[3].startswith("won from the bank · stake back")
    rect = player.table._toasts.rect
    assert rect is not None and rect.bottom <= body_rect(player.stage.theme).top
    assert player.hots and not [hot.name for hot in player.hots if hot.rect.colliderect(rect)]
    player.stage.notice("A word of the house that is as long as words of the house may well be at a table.")
    player.pass_ms(400, 100)
    below = notice_sprites(player.stage, player.stage.now, player.table.taken)
    assert below and not [one for one in below if one.rect.colliderect(rect)]
    began = player.clock.monotonic_ms() - 400
    while player.table._toasts.shown is not None:
        player.pass_ms(100, 100)
    assert Motion.TOAST - 200 <= player.clock.monotonic_ms() - began <= Motion.TOAST + 200


def test_a_press_cuts_it_short_and_counts(player: Player) -> None:
    to_the_first_throw(player)
    win(player)
    until_told(player)
    player.push("back")
    assert player.table._toasts.shown is None
    assert player.scene.layers, "the press has opened the menu"


def test_whoever_goes_on_does_not_miss_what_is_still_to_be_told(player: Player) -> None:
    to_the_first_throw(player)
    win(player)
    assert player.table._toasts.shown is None, "the dice still tumble"
    player.push("down")
    player.pass_ms(50, 50)
    assert said(player.table._toasts.shown)


def test_it_stays_longer_where_there_is_time(player: Player) -> None:
    player.stage.preferences.change("slow", True)
    to_the_first_throw(player)
    win(player)
    until_told(player)
    player.pass_ms(Motion.TOAST * 2, 200)
    assert player.table._toasts.shown is not None
    player.pass_ms(Motion.TOAST + 400, 200)
    assert player.table._toasts.shown is None


def test_several_come_one_after_the_other_and_too_many_are_counted(player: Player) -> None:
    to_the_first_throw(player)
    toasts, view = Toasts(player.stage, player.table.game), player.view
    seats = [seat.id for seat in view.seats]
    moved = [paid(seats[n % 4], seats[(n + 1) % 4], n + 1, text(f"dice.reason.{why}"))
             for n, why in enumerate(("won", "lost", "bought", "left", "ante", "pot", "cut"))]  # fmt: skip
    toasts.take(moved, view, view, player.stage.now)
    seen: list[list[str]] = []
    for _ in range(200):
        toasts.live(player.stage.now)
        if toasts.shown is not None and (not seen or said(toasts.shown) != seen[-1]):
            seen.append(said(toasts.shown))
        player.clock.pass_ms(50)
    assert len(seen) == MOST_WAITING and seen[0][-1] == "won from the bank"
    assert seen[-1] == ["and 4 more payments"]
    assert toasts.shown is None and toasts.rect is None


def test_what_lies_over_the_table_does_not_eat_a_toast(player: Player) -> None:
    to_the_first_throw(player)
    win(player)
    player.push("back")
    player.pass_ms(20_000, 1000)
    player.push("back")
    player.pass_ms(100, 50)
    assert said(player.table._toasts.shown)


# words and picture --------------------------------------------------------------------------------------


def longest(player: Player) -> list[Payment]:
    """What is widest: the reasons of all games between the longest names, and everybody at once."""
    seats = [seat.id for seat in player.view.seats]
    facts = {
        "space": "Bonnifield's Bank",
        "card": "Cold weather: your stove",
        "why": text("adjust.option.forgotten"),
    }
    files = Path(asset("locale/en")).glob("*.po")
    ids = [
        id for file in files for id in re.findall(r'^msgid "([a-z]+\.reason[\w.]*)"', file.read_text(), re.M)
    ]
    reasons = [Text(id, facts) for id in ids]
    assert len(reasons) > 25
    payments = [Payment((paid(seats[0], seats[1], 145_000, reason),)) for reason in reasons]
    payments += [Payment((paid("bank", seats[1], 145_000),), paid(f"stake:{seats[1]}", seats[1], 3, BACK))]
    for moved in (
        [paid(f"stake:{seats[0]}", seats[1], 145_000, LOST)],
        [paid(f"chip:{n}", seats[0], n) for n in range(1, 10)],
        [paid(f"chip:{n}", seats[0], 1) for n in range(1, 10)],
        [paid(one, f"stake:{one}", n, STAKE) for n, one in enumerate(seats, 1)],
        [paid(one, seats[0], 145_000) for one in seats[1:]],
    ):
        folds = folded(moved)
        assert len(folds) == 1
        payments += folds
    return payments


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_time_stays_in_sight(make_player: MakePlayer, size: tuple[int, int]) -> None:
    player = make_player(size)
    to_the_first_throw(player)
    win(player)
    until_told(player)
    player.pass_ms(400, 100)
    rect = player.table._toasts.rect
    assert rect is not None and not clock_sprite(player.stage)[0].rect.colliderect(rect)


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_toast_fits_and_stands_out(make_player: MakePlayer, language: str) -> None:
    player = make_player(language=language)
    sit_at_gold(player, {place: EIGHT[place] for place in range(6)})
    seats, wrong = {seat.id: seat for seat in player.view.seats}, []
    for large in (False, True):
        player.stage.preferences.change("large_print", large)
        player.stage.look()
        toasts = Toasts(player.stage, player.table.game)
        for payment in longest(player):
            canvas = toasts._paint(payment, player.view, seats)
            assert canvas.rect.width < player.stage.theme.width * 0.75
            wrong += [*faults(canvas), *pale(canvas)]
    assert not wrong, "\n".join(dict.fromkeys(wrong))
