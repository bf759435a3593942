"""When a player cannot pay: his claims, his cash, his deeds, an agreement; the rest is cancelled (B30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.goldrush import auction, books
from companion.games.goldrush.position import Facts, Part
from companion.table.prompts import Choose, Claim, Option
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.books import Due
    from companion.games.goldrush.game import GoldRush

_GO_ON = (Option("go-on", text("goldrush.option.go_on")),)
_DONE = Option("done", text("goldrush.option.done"))
_OFFER = Option("offer", text("goldrush.option.offer_deeds"))
_ALL = Option("all", text("goldrush.option.that_is_all"))
_AGREE = (Option("accept", text("goldrush.option.accept")), Option("refuse", text("goldrush.option.refuse")))


def settle(game: GoldRush, due: Due) -> Part[None]:
    """Settle a claim that its debtor cannot pay in full."""
    yield from _ask_own_claims(game, due.debtor, due.amount)
    if game.ledger.can_pay(due.debtor, due.amount):
        game.ledger.post(due.id)
        books.tell_paid(game, due.id, due.debtor, due.creditor, due.amount, due.why, due.source)
        return
    cash = game.cash(due.debtor)
    game.ledger.settle_for_less(due.id, cash)
    books.tell_short(game, due.id, due.debtor, due.creditor, due.amount, cash, due.why, due.source)
    yield from _settle_rest(game, due, due.amount - cash)


def _ask_own_claims(game: GoldRush, debtor: str, amount: int) -> Part[None]:
    """A debtor may press his own open claims before what he has is counted (B7)."""
    key = ""
    while not game.ledger.can_pay(debtor, amount):
        own = [due.prompt for due in game.claims.values() if due.creditor == debtor]
        if not own:
            return
        key = key or game.fresh(f"go-on/{debtor}")
        say = Text("goldrush.ask.own_claims", {"seat": game.position.name(debtor)})
        answer = yield (Choose(key=key, say=say, seats=(debtor,), options=_GO_ON), *own)
        if not isinstance(answer.prompt, Claim):
            return
        yield from books.collect(game, game.claims[answer.key])


def _settle_rest(game: GoldRush, due: Due, rest: int) -> Part[None]:
    """Let the debtor sell deeds and settle with the creditor in deeds; then the rest is cancelled."""
    tried: set[int] = set()
    refused = False
    while rest and game.position.deeds_of(due.debtor):
        options = _ways(game, due, tried, refused)
        if not options:
            break
        facts: Facts = {
            "seat": game.position.name(due.debtor),
            "creditor": game.position.name(due.creditor),
            "amount": game.amount(rest),
        }
        key = game.fresh(f"short/{due.debtor}")
        say = Text("goldrush.ask.short", facts)
        answer = yield (Choose(key=key, say=say, seats=(due.debtor,), options=(*options, _DONE)),)
        if answer.value == "done":
            break
        if answer.value == "offer":
            if (yield from _agree(game, due, rest)):
                return
            refused = True
            continue
        index = auction.deed_named(game, answer.value)
        tried.add(index)
        price = yield from auction.sell_deed(game, due.debtor, index)
        if price:
            rest -= _pay_rest(game, due, rest, min(rest, price))
            books.repay_loan(game, due.debtor)
    if rest:
        _pay_rest(game, due, rest, 0)
        names = {"debtor": game.position.name(due.debtor), "creditor": game.position.name(due.creditor)}
        say = Text("goldrush.said.cancelled", {**names, "amount": game.amount(rest)})
        game.tell("cancelled", say, debtor=due.debtor, creditor=due.creditor, amount=rest)


def _ways(game: GoldRush, due: Due, tried: set[int], refused: bool) -> list[Option]:
    """What a short debtor can do: auction one of his deeds, or offer deeds to the creditor."""
    options = auction.deed_options(game, due.debtor, tried)
    return options if refused else [*options, _OFFER]


def _pay_rest(game: GoldRush, due: Due, rest: int, paid: int) -> int:
    """Pay a part of the rest, or cancel it with nothing; returns what was paid."""
    id = game.fresh(f"rest/{due.debtor}/{due.creditor}")
    game.ledger.owe(id, due.debtor, due.creditor, rest, due.why)
    if paid < rest:
        game.ledger.settle_for_less(id, paid)
    else:
        game.ledger.post(id)
    if paid:
        books.tell_paid(game, id, due.debtor, due.creditor, paid, due.why, due.source, rest=rest - paid)
    return paid


def _agree(game: GoldRush, due: Due, rest: int) -> Part[bool]:
    """Debtor and creditor agree on a settlement in deeds; returns whether they did."""
    chosen = yield from choose_deeds(
        game, due.debtor, due.debtor, f"offer/{due.debtor}", "goldrush.ask.offer"
    )
    if not chosen:
        return False
    names = tuple(Text("goldrush.name", {"name": game.position.board[index].name}) for index in chosen)
    facts: Facts = {
        "seat": game.position.name(due.creditor),
        "debtor": game.position.name(due.debtor),
        "deeds": names,
        "amount": game.amount(rest),
    }
    key = game.fresh(f"agree/{due.creditor}")
    say = Text("goldrush.ask.agree", facts)
    answer = yield (Choose(key=key, say=say, seats=(due.creditor,), options=_AGREE),)
    if answer.value != "accept":
        return False
    _pay_rest(game, due, rest, 0)
    for index in chosen:
        game.give_deed(index, due.creditor)
    said = Text("goldrush.said.settled_in_deeds", facts)
    deeds = [game.position.board[index].id for index in chosen]
    game.tell("settled", said, debtor=due.debtor, creditor=due.creditor, deeds=deeds, amount=rest)
    return True


def choose_deeds(game: GoldRush, chooser: str, owner: str, stem: str, ask: str) -> Part[list[int]]:
    """Let `chooser` name deeds of `owner` one at a time, until that is all; returns them."""
    chosen: list[int] = []
    while left := [index for index in game.position.deeds_of(owner) if index not in chosen]:
        board = game.position.board
        options = tuple(Option(board[i].id, Text("goldrush.name", {"name": board[i].name})) for i in left)
        facts: Facts = {"seat": game.position.name(chooser), "owner": game.position.name(owner)}
        say = Text(ask, facts)
        key = game.fresh(stem)
        answer = yield (Choose(key=key, say=say, seats=(chooser,), options=(*options, _ALL)),)
        if answer.value == "all":
            break
        chosen.append(auction.deed_named(game, answer.value))
    return chosen
