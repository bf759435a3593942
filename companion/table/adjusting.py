"""Putting chips right by hand, with a reason: a payment in the book like any other (H5, B35)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Protocol

from companion.table.answers import Answer
from companion.table.game import Plain
from companion.table.ledger import BANK, Ledger
from companion.table.prompts import Amount, Choose, Option, Prompt
from companion.table.seats import Seat
from companion.table.text import Fact, Text, text

#: Why chips are put right.
REASONS = ("misread", "miscounted", "forgotten", "other")
_WHY = tuple(Option(why, text(f"adjust.option.{why}")) for why in REASONS)
_WAYS = tuple(Option(way, text(f"adjust.option.{way}")) for way in ("more", "less"))
#: Nobody has miscounted by more than this.
MOST = 999


class Counted(Protocol):
    """A game whose chips can be put right; `adjusted` says how often that has been done."""

    ledger: Ledger
    adjusted: int

    def amount(self, count: int) -> Text: ...

    def tell(self, what: str, say: Text, **facts: Plain) -> None: ...


def adjust_prompt(game: Counted, seats: Sequence[Seat]) -> Choose:
    """The prompt open between two throws or tiles: whose chips are wrong.  A second seat agrees."""
    options = tuple(Option(seat.id, Text("adjust.seat", {"seat": seat.name})) for seat in seats)
    key = f"adjust/{game.adjusted + 1}"
    return Choose(key=key, say=text("adjust.ask"), options=options, waits=False, second=True)


def is_adjusting(answer: Answer) -> bool:
    return answer.key.startswith("adjust/")


def adjust(
    game: Counted, seat: str, name: str, spare: int | None
) -> Generator[tuple[Prompt, ...], Answer, None]:
    """Ask which way, how much and why, and pay it from the house's box or into it.

    `spare` is how much the seat can give away at most, None where an account may go below nought.
    """
    game.adjusted += 1
    stem = f"adjust/{game.adjusted}"
    most = MOST if spare is None else min(spare, MOST)
    more = True
    if most > 0:
        answer = yield (Choose(key=f"{stem}/way", say=Text("adjust.ask_way", {"seat": name}), options=_WAYS),)
        more = answer.value == "more"
    say = Text("adjust.ask_more" if more else "adjust.ask_less", {"seat": name})
    answer = yield (Amount(key=f"{stem}/amount", say=say, least=1, most=MOST if more else most),)
    count: int = answer.value
    answer = yield (Choose(key=f"{stem}/why", say=text("adjust.ask_why"), options=_WHY),)
    why = text(f"adjust.option.{answer.value}")
    payer, payee = (BANK, seat) if more else (seat, BANK)
    game.ledger.pay(stem, payer, payee, count, text("adjust.reason", why=why))
    move = {"id": stem, "payer": payer, "payee": payee, "amount": count}
    facts: dict[str, Fact] = {"seat": name, "amount": game.amount(game.ledger.balance(seat)), "why": why}
    game.tell("adjusted", Text("adjust.said", facts), seat=seat, why=answer.value, moves=[move])
