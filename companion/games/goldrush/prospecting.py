"""Prospecting: the creek, the card and what it says, or the claim sold to somebody else (B16-B21, B34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.goldrush import auction, books, landing, turning
from companion.games.goldrush.edition import Card, Space
from companion.games.goldrush.position import Creek, Facts, Part, Turned
from companion.table.ledger import BANK
from companion.table.prompts import Choose, Option
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

_SELL = Option("sell", text("goldrush.option.sell"))
_HAMMER = (Option("accept", text("goldrush.option.accept")), Option("refuse", text("goldrush.option.refuse")))


def prospect(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """Turn a card, or offer the claim first; who refuses the highest bid prospects himself (B17)."""
    may_sell = game.settings.sell_claims and bool(_bidders(game, seat))
    while creeks := game.position.open_creeks:
        choice = creeks[0].id
        if len(creeks) > 1 or may_sell:
            options = tuple(Option(creek.id, _creek_option(creek)) for creek in creeks)
            say = Text(
                "goldrush.ask.creek_or_sell" if may_sell else "goldrush.ask.creek",
                {"seat": game.position.name(seat)},
            )
            key = game.fresh(f"creek/{seat}")
            options = (*options, _SELL) if may_sell else options
            answer = yield (Choose(key=key, say=say, seats=(seat,), options=options),)
            choice = answer.value
        if choice != "sell":
            creek = next(creek for creek in creeks if creek.id == choice)
            yield from _turn_card(game, seat, creek)
            return
        if (yield from _offer(game, seat, space)):
            return
        may_sell = False
    game.tell("worked_out", text("goldrush.said.worked_out"), seat=seat)


def _creek_option(creek: Creek) -> Text:
    found = "lode" if creek.lode else "discovery" if creek.discovery else "none"
    return text(f"goldrush.option.creek_{found}", creek=creek.name, count=creek.left)


def _bidders(game: GoldRush, seller: str) -> list[str]:
    """Who may bid for a claim: everybody else with cash who is neither on the Woodpile nor held (B17)."""
    position = game.position
    return [
        id
        for id in position.clockwise(seller)
        if id != seller and not position.detained(id) and game.cash(id) >= game.unit
    ]


def _offer(game: GoldRush, seller: str, space: Space) -> Part[bool]:
    """Auction the claim; returns whether it was sold, and then its buyer has prospected."""
    sold = yield from auction.hold(game, "claim", space.index, seller, _bidders(game, seller))
    if sold is None:
        return False
    buyer, price = sold
    names = game.position.name
    facts: Facts = {"seat": names(seller), "buyer": names(buyer), "amount": game.amount(price)}
    key, say = game.fresh(f"hammer/{seller}"), Text("goldrush.ask.hammer", facts)
    answer = yield (Choose(key=key, say=say, seats=(seller,), options=_HAMMER),)
    if answer.value == "refuse":
        said = Text("goldrush.said.bid_refused", facts)
        game.tell("bid_refused", said, seat=seller, buyer=buyer, amount=price)
        return False
    auction.sell_claim(game, seller, space.index, buyer, price)
    yield from _prospect_for(game, buyer)
    return True


def _prospect_for(game: GoldRush, buyer: str) -> Part[None]:
    """The buyer of a claim prospects as if he had landed there; his token stays where it is (B17)."""
    creeks = game.position.open_creeks
    creek = creeks[0]
    if len(creeks) > 1:
        options = tuple(Option(creek.id, _creek_option(creek)) for creek in creeks)
        say = Text("goldrush.ask.creek", {"seat": game.position.name(buyer)})
        answer = yield (Choose(key=game.fresh(f"creek/{buyer}"), say=say, seats=(buyer,), options=options),)
        creek = next(creek for creek in creeks if creek.id == answer.value)
    yield from _turn_card(game, buyer, creek)


def _turn_card(game: GoldRush, seat: str, creek: Creek) -> Part[None]:
    """Turn the top card of a creek and do what it says."""
    id, face = yield from turning.turn_up(game, seat, creek)
    creek.left -= 1
    factor = _factor(game, creek, face) if face.kind == "gold" else 1
    first = face.kind == "gold" and creek.discovery is None
    if first:
        creek.discovery = face.id
    creek.lode = creek.lode or face.mother_lode
    position = game.position
    turned = Turned(position.creeks.index(creek), seat, id, face, factor)
    creek.turned.append(turned)
    position.turned.append(turned)
    if len(position.turned) == 1:
        # Nobody may join any more (H2).
        game.side = None
    amount = (face.amount or 0) * factor
    facts: Facts = {"seat": position.name(seat), "creek": creek.name, "card": turning.title(game, face)}
    position.refused[id] = Text("goldrush.card_turned", {"card": facts["card"], "creek": creek.name})
    said = _said(face, factor, first)
    say = Text(said, {**facts, "amount": game.amount(amount)} if face.kind == "gold" else facts)
    game.tell(
        "card", say, seat=seat, creek=creek.id, id=id, face=face.id, kind=face.kind, amount=amount,
        factor=factor, discovery=first, lode=face.mother_lode, left=creek.left, text=face.text,
    )  # fmt: skip
    yield from _obey(game, seat, face, amount)
    if position.worked_out:
        game.tell("last_card", text("goldrush.said.last_card"), seat=seat)


def _factor(game: GoldRush, creek: Creek, face: Card) -> int:
    """How many times its face a gold card is paid: the discovery (B18), and after the Mother Lode (B19).

    The Mother Lode itself is paid once; the two do not multiply unless an edition says so (B20).
    """
    if face.mother_lode:
        return 1
    rules = game.edition.rules
    found = rules.discovery_factor if creek.discovery is None else 1
    rich = rules.mother_lode_factor if creek.lode else 1
    return found * rich if rules.bonus_stacking == "multiply" else max(found, rich)


def _said(face: Card, factor: int, first: bool) -> str:
    if face.kind != "gold":
        return "goldrush.said.card"
    if face.mother_lode:
        return "goldrush.said.card_lode"
    if first:
        return "goldrush.said.card_discovery"
    return "goldrush.said.card_gold" if factor == 1 else "goldrush.said.card_rich"


def _obey(game: GoldRush, seat: str, face: Card, amount: int) -> Part[None]:
    """Do at once what a card says; gold is a claim when the turn is over (B6)."""
    match face.kind:
        case "gold" | "receive":
            why = Text("goldrush.reason.card", {"card": turning.title(game, face)})
            books.owe_player(game, BANK, seat, amount, why, "gold" if face.kind == "gold" else "card")
        case "pay":
            if face.percent is not None:
                amount = -(-game.cash(seat) * face.percent // (100 * game.unit)) * game.unit
            why = Text("goldrush.reason.card", {"card": turning.title(game, face)})
            yield from books.pay_bank(game, [(seat, amount)], why, "card")
        case "go":
            assert face.to is not None
            index = game.edition.by_id[face.to].index
            yield from landing.move_to(game, seat, index, by_card=True)
