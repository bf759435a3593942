"""Digging: a tiny game for the tests of the table.

The seats dig in turn, begun by whom the lot says.  A turn: a stake from the own purse into the pot, a throw
of two dice; seven or more takes twice the stake from the bank, less leaves the stake with the bank.  With
`tips` the bank owes every digger one, to be claimed at any time.  After `rounds` turns each it is over.
"""

from __future__ import annotations

from typing import Any

from companion.table.answers import Answer
from companion.table.game import Game, Outcome, Script, rank
from companion.table.ledger import BANK
from companion.table.prompts import Amount, Claim, Deal, Lot, Prompt, Throw
from companion.table.refusals import Refused, Why
from companion.table.seats import Seat
from companion.table.text import text


class Digging(Game):
    name = "digging"
    rules_version = 1

    def __init__(self, seats: tuple[Seat, ...], rules: dict[str, Any]) -> None:
        super().__init__(seats)
        if set(rules) - {"rounds", "purse", "tips"}:
            raise Refused(Why.UNKNOWN_RULE, given=", ".join(sorted(rules)), known="rounds, purse, tips")
        self.rounds = int(rules.get("rounds", 3))
        self.purse = int(rules.get("purse", 50))
        self.tips = bool(rules.get("tips", False))
        self.turn = 0
        self.order: list[str] = []
        self.seam: tuple[str, ...] = ()
        self.ledger.open_account("pot")
        for seat in seats:
            self.ledger.open_account(seat.id)
            self.ledger.pay(f"purse/{seat.id}", BANK, seat.id, self.purse, text("digging.purse"))

    def gain(self, stake: int) -> int:
        return 2 * stake

    def script(self) -> Script:
        ids = tuple(seat.id for seat in self.seats)
        if len(ids) > 1:
            first = (yield (Lot(key="lot/first", say=text("digging.lot"), among=ids),)).value
        else:
            first = ids[0]
        at = ids.index(first)
        self.order = list(ids[at:] + ids[:at])
        for turn in range(self.rounds * len(ids)):
            self.turn = turn
            if self.turn % len(ids) == 0:
                cards = ("gold", "iron", "mud")
                deal = yield (Deal(key=f"seam/{self.turn}", say=text("digging.seam"), cards=cards),)
                self.seam = tuple(deal.value)
            yield from self.dig(self.order[self.turn % len(ids)])
        balances = {id: self.ledger.balance(id) for id in ids}
        return Outcome(rank(balances), text("digging.over"))

    def dig(self, seat: str) -> Any:
        number, purse = self.turn, self.ledger.balance(seat)
        stake = 0
        if purse > 0:
            amount = Amount(
                key=f"stake/{seat}/{number}",
                say=text("digging.stake"),
                seats=(seat,),
                least=1,
                most=min(9, purse),
            )
            stake = (yield from self.ask(amount)).value
            self.ledger.pay(f"stake/{number}", seat, "pot", stake, text("digging.staked"))
        throw = Throw(key=f"throw/{seat}/{number}", say=text("digging.throw"), seats=(seat,), dice=2)
        answer = yield from self.ask(throw)
        while answer.value == "void":
            answer = yield from self.ask(throw)
        self.tell("throw", text("digging.threw", total=sum(answer.value)), dice=answer.value)
        if stake:
            self.ledger.pay(f"to-bank/{number}", "pot", BANK, stake, text("digging.staked"))
        if stake and sum(answer.value) >= 7:
            self.ledger.pay(f"gain/{number}", BANK, seat, self.gain(stake), text("digging.gain"))
        if self.tips:
            self.ledger.owe(f"tip/{number}", BANK, seat, 1, text("digging.tip"))

    def ask(self, prompt: Prompt) -> Any:
        """Ask one thing, with every claim open beside it."""
        while True:
            claims = tuple(
                Claim(
                    key=f"claim/{owed.id}",
                    say=text("digging.claim"),
                    seats=(owed.creditor,),
                    waits=False,
                    transfer=owed.id,
                    amount=owed.amount,
                )
                for owed in self.ledger.pending
            )
            answer: Answer = yield (prompt, *claims)
            if not isinstance(answer.prompt, Claim):
                return answer
            self.ledger.post(answer.prompt.transfer)

    def snapshot(self) -> dict[str, Any]:
        return {"turn": self.turn, "order": list(self.order), "seam": list(self.seam), **self.ledger.balances}

    def view(self, seat: str | None) -> dict[str, Any]:
        return {"turn": self.turn, "order": list(self.order)}

    def digest_fields(self) -> dict[str, Any]:
        return {"version": 1, "turn": self.turn, "order": self.order, "seam": self.seam}


class GenerousDigging(Digging):
    """The same game under later rules: the bank pays three times the stake."""

    rules_version = 2

    def gain(self, stake: int) -> int:
        return 3 * stake


class ChangedDigging(GenerousDigging):
    """Rules that were changed without a new version, as must never happen."""

    rules_version = 1


class RenumberedDigging(Digging):
    """The same game under later rules that change no money, only what the digest covers."""

    rules_version = 2

    def digest_fields(self) -> dict[str, Any]:
        return {"version": 2, **self.snapshot()}


class BrittleDigging(Digging):
    """A game with a bug: it raises where somebody throws two sixes."""

    def ask(self, prompt: Prompt) -> Any:
        answer = yield from super().ask(prompt)
        if isinstance(prompt, Throw) and answer.value == [6, 6]:
            raise ZeroDivisionError("a bug in the rules")
        return answer


def factory(name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
    """Build a game of Digging; ``generous`` and the like are for the tests of other rules versions."""
    games = {"digging": Digging, "brittle": BrittleDigging}
    if name not in games:
        raise Refused(Why.UNKNOWN_RULE, given=name, known=", ".join(games))
    return games[name](seats, rules)


def generous(name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
    return GenerousDigging(seats, rules)


def changed(name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
    return ChangedDigging(seats, rules)


def renumbered(name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
    return RenumberedDigging(seats, rules)
