"""Chips put right by hand, with a reason, in the dice game and in dominoes (H5; B35 does so for cash)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games import build_game
from companion.language import Language
from companion.table.answers import Answer, Source
from companion.table.prompts import Amount, Deal, Lot, Place, Prompt, Reveal
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner
from companion.table.seats import seat_players


def begin(game: str, rules: dict[str, Any]) -> Runner:
    runner = Runner(build_game(game, seat_players(["Ana", "Bo"], 2, 8), rules))
    while isinstance(runner.open[0], Lot):
        runner.send(answer_to(runner.open[0], "ana"))
    return runner


def answer_to(prompt: Prompt, value: Any, second: str | None = None) -> Answer:
    seat = prompt.seats[0] if prompt.seats else "ana"
    source = Source.LOT if isinstance(prompt, Lot) else Source.HAND
    return Answer(prompt=prompt, value=value, seat=seat, second=second, source=source)


def open_prompt(runner: Runner, key: str) -> Prompt:
    return next(prompt for prompt in runner.open if prompt.key == key)


def put_right(runner: Runner, seat: str, way: str | None, amount: int, number: int = 1) -> list[str]:
    stem = f"adjust/{number}"
    runner.send(answer_to(open_prompt(runner, stem), seat, "bo"))
    if way is not None:
        runner.send(answer_to(open_prompt(runner, f"{stem}/way"), way))
    runner.send(answer_to(open_prompt(runner, f"{stem}/amount"), amount))
    step = runner.send(answer_to(open_prompt(runner, f"{stem}/why"), "miscounted"))
    return [Language.load("en").say(event.say) for event in step.events]


GAMES = {"dice": {"first_bank": "lot", "limit": 3}, "dominoes": {"starter": "lot"}}


@pytest.mark.parametrize("game", GAMES)
def test_more_chips_come_from_the_house_with_a_reason(game: str) -> None:
    runner = begin(game, GAMES[game])
    before = runner.game.ledger.balance("bo")
    said = put_right(runner, "bo", "more" if before else None, 4)
    assert runner.game.ledger.balance("bo") == before + 4
    assert f"Bo are put right: {before + 4} chip" in said[0] and "(miscounted)" in said[0]
    paid = runner.game.ledger.book[-1]
    assert (paid.id, paid.debtor, paid.creditor, paid.moved) == ("adjust/1", "bank", "bo", 4)
    # The next one has a key of its own, and the game goes on where it was.
    assert any(prompt.key == "adjust/2" for prompt in runner.open)
    put_right(runner, "bo", "less", 4, number=2)
    assert runner.game.ledger.balance("bo") == before


@pytest.mark.parametrize("game", GAMES)
def test_a_second_seat_agrees(game: str) -> None:
    runner = begin(game, GAMES[game])
    for second in (None, "ana"):
        with pytest.raises(Refused) as refused:
            runner.send(answer_to(open_prompt(runner, "adjust/1"), "ana", second))
        assert refused.value.why is Why.SECOND_NEEDED


def test_nobody_gives_back_what_lies_on_the_table() -> None:
    """D6: a stake that lies there stays covered, and the round is played to its end."""
    runner = begin("dice", {**GAMES["dice"], "chips": 3})
    bettor = next(prompt.seats[0] for prompt in runner.open if prompt.key.startswith("stake/"))
    runner.send(answer_to(open_prompt(runner, f"stake/{bettor}/1"), 2))
    runner.send(answer_to(open_prompt(runner, "adjust/1"), bettor, "bo"))
    runner.send(answer_to(open_prompt(runner, "adjust/1/way"), "less"))
    amount = open_prompt(runner, "adjust/1/amount")
    assert isinstance(amount, Amount) and amount.most == 1
    runner.send(answer_to(amount, 1))
    runner.send(answer_to(open_prompt(runner, "adjust/1/why"), "misread"))
    balance = runner.game.ledger.balance
    assert (balance(bettor), balance(f"stake:{bettor}")) == (0, 2)
    bank = next(seat.id for seat in runner.game.seats if seat.id != bettor)
    runner.send(answer_to(open_prompt(runner, f"throw/{bank}/1"), (1, 1, 1, 2, 3)))
    runner.send(answer_to(open_prompt(runner, f"throw/{bettor}/1"), (2, 3, 4, 5, 6)))
    assert balance(bettor) == 0 and balance(bank) == 5


def test_a_bank_that_is_left_with_less_has_the_stakes_cut() -> None:
    """D7: the stakes on the table follow what the bank can pay now."""
    runner = begin("dice", {**GAMES["dice"], "chips": 3})
    bettor = next(prompt.seats[0] for prompt in runner.open if prompt.key.startswith("stake/"))
    bank = next(seat.id for seat in runner.game.seats if seat.id != bettor)
    runner.send(answer_to(open_prompt(runner, f"stake/{bettor}/1"), 3))
    put_right(runner, bank, "less", 2)
    balance = runner.game.ledger.balance
    assert balance(bank) == 1 and balance(f"stake:{bettor}") == 1 and balance(bettor) == 2
    put_right(runner, bank, "more", 9, number=2)
    assert balance(f"stake:{bettor}") == 3


def test_what_the_last_tile_won_can_still_be_taken_back() -> None:
    """T17: the piles that the last tile won are not given away before it is too late to take it back."""
    runner = begin("dominoes", {"starter": "lot", "hands": "dealt"})
    deal = runner.open[0]
    assert isinstance(deal, Deal)
    runner.send(Answer(prompt=deal, value=deal.cards, source=Source.LOT))
    rng = random.Random(3)
    for _ in range(400):
        tile = next((prompt for prompt in runner.open if prompt.waits), None)
        if tile is None:
            break
        undo = runner.game.deal.undo
        if isinstance(tile, Reveal) and undo is not None and undo.won:
            winner = next(iter(runner.game.deal.winners.values()))
            won = sum(amount for _, amount in undo.won)
            assert runner.game.ledger.balance(winner) == won
            runner.send(answer_to(open_prompt(runner, "adjust/1"), winner, "bo"))
            # All he has was won by that tile: there is nothing to give back, only more to get.
            runner.send(answer_to(open_prompt(runner, "adjust/1/amount"), 2))
            runner.send(answer_to(open_prompt(runner, "adjust/1/why"), "other"))
            wrong = next(prompt for prompt in runner.open if prompt.key.startswith("wrong/"))
            runner.send(answer_to(wrong, "wrong", "bo"))
            assert runner.game.ledger.balance(winner) == 2
            return
        if isinstance(tile, Reveal):
            seat = tile.seats[0]
            view = runner.game.view(seat)
            hand = next(one["hand"] for one in view["seats"] if one["seat"] == seat)
            fits = [one for one in hand if one in tile.known]
            runner.send(answer_to(tile, rng.choice(fits)))
        else:
            assert isinstance(tile, Place)
            runner.send(answer_to(tile, rng.choice(tile.legal)))
    pytest.fail("nobody won a pile in this deal")
