"""Who sits at the table between two throws: leaving (H1), joining (H2), and putting cash right (B35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.games.goldrush import books
from companion.games.goldrush.position import Part
from companion.table.answers import Answer
from companion.table.ledger import BANK
from companion.table.prompts import Amount, Choose, Option, Prompt, Sit
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

_LEAVE = (Option("leave", text("goldrush.option.leave")),)
_LEFT = text("goldrush.reason.left")
_WRITTEN_OFF = text("goldrush.reason.written_off")
#: Why cash is put right.
REASONS = ("misread", "miscounted", "forgotten", "other")
_WHY = tuple(Option(why, text(f"goldrush.adjust.{why}")) for why in REASONS)
_WAYS = (Option("more", text("goldrush.option.more")), Option("less", text("goldrush.option.less")))
_MOST_UNITS = 999


def prompts(game: GoldRush) -> Iterator[Prompt]:
    """Yield what stands open beside a throw for those who come and go."""
    position = game.position
    for seat in position.seats:
        say = Text("goldrush.ask.leave", {"seat": seat.name})
        yield Choose(
            key=f"leave/{seat.id}", say=say, seats=(seat.id,), options=_LEAVE, waits=False, second=True
        )
    named = {seat.id: Text("goldrush.name.seat", {"name": seat.name}) for seat in position.seats}
    options = tuple(Option(id, name) for id, name in named.items())
    key = f"adjust/{game.adjusted + 1}"
    yield Choose(key=key, say=text("goldrush.ask.adjust"), options=options, waits=False, second=True)
    if not position.turned and len(position.ids) < game.edition.game.max_players:
        key = f"join/{game.joined + 1}"
        free, taken = position.free_places(), position.taken_names()
        yield Sit(key=key, say=text("goldrush.ask.join"), free=free, taken=taken, waits=False)


def take(game: GoldRush, answer: Answer) -> Part[None]:
    """Do what one of those prompts was answered with."""
    game.side = None
    if isinstance(answer.prompt, Sit):
        _join(game, answer.value["name"], answer.value["place"])
    elif answer.key.startswith("leave/"):
        _leave(game, answer.prompt.seats[0])
    else:
        yield from _adjust(game, answer.value)


def _join(game: GoldRush, name: str, place: int) -> None:
    """Somebody joins with the grubstake on the start space, before the first card is turned (H2)."""
    seat = game.position.join(name, place)
    game.joined += 1
    game.seats = game.position.seats
    moves = game.open_seat(seat.id)
    say = text("goldrush.said.joins", seat=seat.name, amount=game.amount(game.edition.game.grubstake))
    game.tell("joins", say, seat=seat.id, name=seat.name, place=place, moves=moves)


def _leave(game: GoldRush, id: str) -> None:
    """Somebody leaves: cash and deeds go to the bank, his claims and those on him are struck (H1)."""
    name, position = game.position.name(id), game.position
    for due in list(game.claims.values()):
        if id in (due.debtor, due.creditor):
            books.strike(game, due)
            del game.claims[due.prompt.key]
    books.repay_loan(game, id, _LEFT)
    moves = []
    if loan := game.loan(id):
        moves.append(game.pay(f"written-off/{id}", BANK, f"loan:{id}", loan, _WRITTEN_OFF))
    if cash := game.cash(id):
        moves.append(game.pay(f"left/{id}", id, BANK, cash, _LEFT))
    deeds = position.deeds_of(id)
    named = [position.board[index].id for index in deeds]
    say = text("goldrush.said.leaves", seat=name, amount=game.amount(cash), count=len(deeds))
    game.tell("leaves", say, seat=id, name=name, amount=cash, deeds=named, moves=moves)
    for index in deeds:
        game.give_deed(index, None)
    position.leave(id)
    game.seats = position.seats


def _adjust(game: GoldRush, id: str) -> Part[None]:
    """Put a player's cash right, with a reason; the correction is an entry like any other (B35)."""
    game.adjusted += 1
    stem, unit, name = f"adjust/{game.adjusted}", game.unit, game.position.name(id)
    say = text("goldrush.ask.adjust_way", seat=name)
    more, cash = True, game.cash(id)
    if cash >= unit:
        answer = yield (Choose(key=f"{stem}/way", say=say, options=_WAYS),)
        more = answer.value == "more"
    say = text("goldrush.ask.adjust_more" if more else "goldrush.ask.adjust_less", seat=name)
    most = _MOST_UNITS * unit if more else min(cash, _MOST_UNITS * unit)
    answer = yield (Amount(key=f"{stem}/amount", say=say, least=unit, most=most, step=unit),)
    amount: int = answer.value
    say = text("goldrush.ask.adjust_why")
    answer = yield (Choose(key=f"{stem}/why", say=say, options=_WHY),)
    why = text(f"goldrush.adjust.{answer.value}")
    payer, payee = (BANK, id) if more else (id, BANK)
    reason = text("goldrush.reason.adjusted", why=why)
    move = game.pay(stem, payer, payee, amount, reason)
    said = text("goldrush.said.adjusted", seat=name, amount=game.amount(game.cash(id)), why=why)
    game.tell("adjusted", said, seat=id, why=answer.value, moves=[move])
    if more:
        books.repay_loan(game, id)
