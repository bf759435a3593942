"""Auctions on the seats' buttons: of a claim (B17), and of deeds (B30)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.games.goldrush import books
from companion.games.goldrush.position import Facts, Part
from companion.table.prompts import Bid, Option
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

_DEED = text("goldrush.reason.deed")


class Auction(Struct):
    """An open ascending auction of a space's deed, or of the claim on one: who leads, and who is still in."""

    what: str
    space: int
    seller: str
    bidders: list[str]
    leader: str | None = None
    price: int = 0


def hold(
    game: GoldRush, what: str, space: int, seller: str, bidders: list[str]
) -> Part[tuple[str, int] | None]:
    """Hold an auction; returns who gets it and for how much, or ``None`` when nobody bids.

    It ends when nobody is left who would or could bid more, or when the clock says so.  Bids are multiples of
    the money unit, at least one, in cash held now.  Nobody bids for what he cannot pay.
    """
    name, board, unit = game.position.name, game.position.board, game.unit
    sale = game.auction = Auction(what, space, seller, bidders)
    facts: Facts = {"seat": name(seller), "space": board[space].name}
    say = Text(f"goldrush.said.auction_{what}", facts)
    game.tell("auction", say, sale=what, seller=seller, space=board[space].id, bidders=list(bidders))
    while True:
        least = sale.price + unit
        asked = tuple(id for id in sale.bidders if id != sale.leader and game.cash(id) >= least)
        if not asked:
            break
        stem = f"bid/{what}/{board[space].id}"
        answer = yield (
            Bid(
                key=game.fresh(stem), say=_asked(game, sale, least), seats=asked, least=least, step=unit,
                purses={id: game.cash(id) for id in asked}, seconds=game.settings.auction_seconds,
            ),
        )  # fmt: skip
        if answer.value == "time":
            break
        bidder = answer.seat
        assert bidder is not None
        if answer.value == "out":
            sale.bidders.remove(bidder)
            game.tell("out", Text("goldrush.said.out", {"seat": name(bidder)}), seat=bidder)
            continue
        sale.leader, sale.price = bidder, answer.value
        said = Text("goldrush.said.bid", {"seat": name(bidder), "amount": game.amount(sale.price)})
        game.tell("bid", said, seat=bidder, amount=sale.price)
    game.auction = None
    if sale.leader is None:
        say = Text("goldrush.said.no_bids", {"space": board[space].name})
        game.tell("no_bids", say, sale=what, seller=seller, space=board[space].id)
        return None
    return sale.leader, sale.price


def _asked(game: GoldRush, sale: Auction, least: int) -> Text:
    space = game.position.board[sale.space].name
    facts: Facts = {"space": space, "amount": game.amount(least)}
    if sale.leader is None:
        return Text(f"goldrush.ask.bid_{sale.what}", facts)
    leader = game.position.name(sale.leader)
    return Text("goldrush.ask.bid_more", {**facts, "leader": leader, "price": game.amount(sale.price)})


def deed_named(game: GoldRush, space: str) -> int:
    """Return the place on the board of a space's id."""
    return game.edition.by_id[space].index


def deed_options(game: GoldRush, owner: str, tried: Collection[int]) -> list[Option]:
    """Return an option for each deed that its owner could auction now, as somebody has cash to bid."""
    if not _deed_bidders(game, owner):
        return []
    board = game.position.board
    return [
        Option(board[index].id, Text("goldrush.option.auction", {"space": board[index].name}))
        for index in game.position.deeds_of(owner)
        if index not in tried
    ]


def _deed_bidders(game: GoldRush, owner: str) -> list[str]:
    """Everybody else who has cash; only claims are closed to those who are held (B17)."""
    return [id for id in game.position.clockwise(owner) if id != owner and game.cash(id) >= game.unit]


def sell_deed(game: GoldRush, owner: str, index: int) -> Part[int]:
    """Auction a deed to the other players and pay at the hammer (B30); returns the price, 0 without a bid.

    The seller's loan is not repaid here: the creditor comes first.
    """
    sold = yield from hold(game, "deed", index, owner, _deed_bidders(game, owner))
    if sold is None:
        return 0
    buyer, price = sold
    move = game.pay(game.fresh(f"deed/{buyer}/{owner}"), buyer, owner, price, _DEED)
    space = game.position.board[index]
    facts: Facts = {"seat": game.position.name(buyer), "space": space.name, "amount": game.amount(price)}
    game.tell(
        "hammer", Text("goldrush.said.hammer_deed", facts),
        sale="deed", seat=buyer, seller=owner, space=space.id, amount=price, moves=[move],
    )  # fmt: skip
    game.give_deed(index, buyer)
    return price


def sell_claim(game: GoldRush, seller: str, index: int, buyer: str, price: int) -> None:
    """Pay for a claim at the hammer (B17)."""
    move = game.pay(
        game.fresh(f"claim-sold/{buyer}/{seller}"), buyer, seller, price, text("goldrush.reason.claim")
    )
    space = game.position.board[index]
    facts: Facts = {
        "seat": game.position.name(buyer),
        "seller": game.position.name(seller),
        "space": space.name,
        "amount": game.amount(price),
    }
    game.tell(
        "hammer", Text("goldrush.said.hammer_claim", facts),
        sale="claim", seat=buyer, seller=seller, space=space.id, amount=price, moves=[move],
    )  # fmt: skip
    books.repay_loan(game, seller)
