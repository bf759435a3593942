"""Deals between players: deeds sold or swapped at any agreed price, between two throws (B31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.games.goldrush import books, shortfall
from companion.games.goldrush.position import Part
from companion.table.answers import Answer
from companion.table.prompts import Amount, Choose, Option, Prompt
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

_DEAL = text("goldrush.reason.deal")
_AGREE = (Option("accept", text("goldrush.option.accept")), Option("refuse", text("goldrush.option.refuse")))
_EVEN = Option("even", text("goldrush.option.even"))


def prompts(game: GoldRush) -> Iterator[Prompt]:
    """Yield what begins a deal, for every seat with those it could deal with: one of the two owns a deed."""
    owners = set(game.position.deeds.values())
    for id in game.position.ids:
        partners = [other for other in game.position.ids if other != id and owners & {id, other}]
        if partners:
            number = game.deals_begun.get(id, 0) + 1
            options = tuple(
                Option(other, Text("goldrush.option.deal", {"seat": game.position.name(other)}))
                for other in partners
            )
            say = Text("goldrush.ask.deal", {"seat": game.position.name(id)})
            yield Choose(key=f"deal/{id}/{number}", say=say, seats=(id,), options=options, waits=False)


def deal(game: GoldRush, answer: Answer) -> Part[None]:
    """Put a deal together, and let the other player accept it or not."""
    proposer, partner = answer.prompt.seats[0], answer.value
    game.deals_begun[proposer] = game.deals_begun.get(proposer, 0) + 1
    game.side = None
    stem = answer.key
    gives = yield from shortfall.choose_deeds(game, proposer, proposer, f"{stem}/gives", "goldrush.ask.gives")
    takes = yield from shortfall.choose_deeds(game, proposer, partner, f"{stem}/takes", "goldrush.ask.takes")
    if not gives and not takes:
        game.tell("no_deal", text("goldrush.said.no_deal"), seat=proposer, partner=partner)
        return
    paid = yield from _price(game, proposer, partner, stem)
    facts = _facts(game, proposer, partner, gives, takes, paid)
    key, say = (
        f"{stem}/accept",
        Text("goldrush.ask.accept_deal", {"seat": game.position.name(partner), "deal": facts}),
    )
    agreed = yield (Choose(key=key, say=say, seats=(partner,), options=_AGREE),)
    if agreed.value != "accept":
        game.tell("no_deal", text("goldrush.said.no_deal"), seat=proposer, partner=partner)
        return
    moves = []
    if paid:
        payer, payee = (proposer, partner) if paid > 0 else (partner, proposer)
        moves.append(game.pay(stem, payer, payee, abs(paid), _DEAL))
    board = game.position.board
    named = {"gives": [board[i].id for i in gives], "takes": [board[i].id for i in takes]}
    say = Text("goldrush.said.deal", {"deal": facts})
    game.tell("deal", say, seat=proposer, partner=partner, paid=paid, moves=moves, **named)
    for index in gives:
        game.give_deed(index, partner)
    for index in takes:
        game.give_deed(index, proposer)
    for id in (proposer, partner):
        books.repay_loan(game, id)


def _price(game: GoldRush, proposer: str, partner: str, stem: str) -> Part[int]:
    """Ask who adds money and how much; returns it, below nought where the partner pays."""
    payers = [id for id in (proposer, partner) if game.cash(id) >= game.unit]
    if not payers:
        return 0
    options = tuple(
        Option(id, Text("goldrush.option.pays", {"seat": game.position.name(id)})) for id in payers
    )
    say = text("goldrush.ask.who_pays", seat=game.position.name(proposer))
    answer = yield (Choose(key=f"{stem}/payer", say=say, seats=(proposer,), options=(_EVEN, *options)),)
    if answer.value == "even":
        return 0
    payer = answer.value
    say = text("goldrush.ask.price", seat=game.position.name(proposer), payer=game.position.name(payer))
    amount = yield (
        Amount(
            key=f"{stem}/price", say=say, seats=(proposer,),
            least=game.unit, most=game.cash(payer), step=game.unit,
        ),
    )  # fmt: skip
    price: int = amount.value
    return price if payer == proposer else -price


def _facts(
    game: GoldRush, proposer: str, partner: str, gives: list[int], takes: list[int], paid: int
) -> Text:
    """Say a deal: what goes one way, and what the other."""
    one = _goods(game, gives, paid if paid > 0 else 0)
    other = _goods(game, takes, -paid if paid < 0 else 0)
    names = {"seat": game.position.name(proposer), "partner": game.position.name(partner)}
    if not one:
        return Text(
            "goldrush.deal.gift", {"seat": names["partner"], "partner": names["seat"], "goods": other}
        )
    if not other:
        return Text("goldrush.deal.gift", {**names, "goods": one})
    return Text("goldrush.deal.swap", {**names, "gives": one, "takes": other})


def _goods(game: GoldRush, deeds: list[int], amount: int) -> tuple[Text, ...]:
    named = [Text("goldrush.name", {"name": game.position.board[index].name}) for index in deeds]
    return (*named, game.amount(amount)) if amount else tuple(named)
