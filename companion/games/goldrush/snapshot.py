"""The whole position as plain data for the views, and what its digest covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.goldrush.edition import OWNED, Card
from companion.games.goldrush.position import Creek, Turned

if TYPE_CHECKING:
    from companion.games.goldrush.books import Due
    from companion.games.goldrush.game import GoldRush

DIGEST_VERSION = 1


def board_of(game: GoldRush) -> list[dict[str, Any]]:
    """Return the spaces in clockwise order, as the edition prints them."""
    return [
        {
            "id": space.id,
            "index": space.index,
            "kind": space.kind,
            "name": space.name,
            "price": space.price,
            "revenue": space.revenue,
            "basis": OWNED.get(space.kind),
            "fact": space.fact,
        }
        for space in game.position.board
    ]


def snapshot_of(game: GoldRush) -> dict[str, Any]:
    """Return the position; nothing in this game is hidden from anybody."""
    position, board = game.position, game.position.board
    return {
        "edition": {"id": game.edition.game.id, "name": game.edition.game.name},
        "currency": game.edition.game.currency,
        "unit": game.unit,
        "rules": msgspec.to_builtins(game.settings),
        "factors": {
            "discovery": game.edition.rules.discovery_factor,
            "mother_lode": game.edition.rules.mother_lode_factor,
            "monopoly": game.edition.rules.monopoly_factor,
        },
        "phase": game.phase,
        "number": game.number,
        "mover": game.mover,
        "dice": list(game.dice),
        "start_throws": {id: list(dice) for id, dice in game.start_throws.items()},
        "board": board_of(game),
        "tokens": {id: position.players[id].at for id in position.ids},
        "deeds": {board[index].id: owner for index, owner in sorted(position.deeds.items())},
        "monopolies": position.monopolies(),
        "seats": [_seat(game, id) for id in position.ids],
        "left": [
            {"seat": player.seat.id, "name": player.seat.name, "place": player.seat.place}
            for player in position.players.values()
            if player.left
        ],
        "creeks": [_creek(game, creek) for creek in position.creeks],
        "deck": {id: _face(face) for id, face in game.edition.deck.items()},
        "cards_left": sum(creek.left for creek in position.creeks),
        "last_card": _turned(game, position.turned[-1]) if position.turned else None,
        "owed": [_due(due) for due in game.dues],
        "claims": [_due(due) for due in game.claims.values()],
        "pending": [
            {"id": owed.id, "debtor": owed.debtor, "creditor": owed.creditor, "amount": owed.amount}
            for owed in game.ledger.pending
            if owed.creditor == "bank"
        ],
        "auction": _auction(game),
        "standings": [msgspec.to_builtins(s) for s in game.outcome.standings] if game.outcome else [],
    }


def _seat(game: GoldRush, id: str) -> dict[str, Any]:
    position = game.position
    player = position.players[id]
    return {
        "seat": id,
        "name": player.seat.name,
        "place": player.seat.place,
        "cash": game.cash(id),
        "loan": game.loan(id),
        "space": position.board[player.at].id,
        "deeds": [position.board[index].id for index in position.deeds_of(id)],
        "missing": player.missing,
        "host": None if player.host is None else position.board[player.host].id,
        "tries": player.tries,
        "claims": sum(due.amount for due in game.claims.values() if due.creditor == id),
        "owes": sum(due.amount for due in game.claims.values() if due.debtor == id),
    }


def _creek(game: GoldRush, creek: Creek) -> dict[str, Any]:
    return {
        "id": creek.id,
        "name": creek.name,
        "left": creek.left,
        "discovery": creek.discovery,
        "mother_lode": creek.lode,
        "turned": [_turned(game, turned) for turned in creek.turned],
    }


def _face(face: Card) -> dict[str, Any]:
    return {
        "face": face.id,
        "kind": face.kind,
        "title": face.title,
        "amount": face.amount,
        "percent": face.percent,
        "to": face.to,
        "mother_lode": face.mother_lode,
        "text": face.text,
    }


def _turned(game: GoldRush, turned: Turned) -> dict[str, Any]:
    return {
        **_face(turned.face),
        "id": turned.id,
        "factor": turned.factor,
        "seat": turned.seat,
        "creek": game.position.creeks[turned.creek].id,
    }


def _due(due: Due) -> dict[str, Any]:
    return {
        "id": due.id,
        "debtor": due.debtor,
        "creditor": due.creditor,
        "amount": due.amount,
        "why": msgspec.to_builtins(due.why),
        "source": due.source,
    }


def _auction(game: GoldRush) -> dict[str, Any] | None:
    sale = game.auction
    if sale is None:
        return None
    return {
        "what": sale.what,
        "space": game.position.board[sale.space].id,
        "seller": sale.seller,
        "bidders": list(sale.bidders),
        "leader": sale.leader,
        "price": sale.price,
    }


def digest_of(game: GoldRush) -> dict[str, Any]:
    """Return what the digest covers, besides the balances and the pending transfers."""
    position, sale = game.position, game.auction
    return {
        "version": DIGEST_VERSION,
        "number": game.number,
        "phase": game.phase,
        "mover": game.mover,
        "dice": game.dice,
        "players": [
            (p.seat.id, p.seat.place, p.at, p.missing, p.host, p.tries, p.left)
            for p in position.players.values()
        ],
        "deeds": sorted(position.deeds.items()),
        "creeks": [(creek.left, creek.discovery, creek.lode) for creek in position.creeks],
        "turned": [(t.creek, t.seat, t.id, t.face.id, t.factor) for t in position.turned],
        "dues": [(due.id, due.debtor, due.creditor, due.amount) for due in game.dues],
        "claims": sorted(game.claims),
        "auction": (sale.what, sale.space, sale.leader, sale.price, sale.bidders) if sale else None,
        "latest": game.latest,
        "begun": (game.deals_begun, game.joined, game.adjusted),
        "over": game.outcome is not None,
    }
