"""Visits to what other players own: what is owed, who is moved, who is held (B23-B28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.goldrush import books
from companion.games.goldrush.edition import Space
from companion.games.goldrush.position import Facts, Part
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush


def visit(game: GoldRush, seat: str, owner: str, space: Space, by_card: bool) -> Part[None]:
    """Let `seat` visit what `owner` owns."""
    match space.kind:
        case "saloon":
            party(game, seat, owner, space)
        case "casino":
            yield from _gamble(game, seat, owner, space, by_card)
        case "theatre":
            game.position.players[seat].host = space.index
            facts: Facts = {"seat": game.position.name(seat), "space": space.name}
            game.tell("held", Text("goldrush.said.held", facts), seat=seat, space=space.id)
            owe_theatre(game, seat, owner, space)
        case "sawmill":
            # The visitor's own buildings count, whoever owns the mill (B27).
            count = game.position.buildings_of(seat)
            if count == 0:
                say = Text("goldrush.said.no_buildings", {"seat": game.position.name(seat)})
                game.tell("nothing_due", say, seat=seat, space=space.id)
            books.owe_player(game, seat, owner, _charge(game, space) * count, _reason(space), space.kind)
        case _:
            # Hotels, the Trading Company and transport charge the same each time (B26, B29).
            books.owe_player(game, seat, owner, _charge(game, space), _reason(space), space.kind)


def _charge(game: GoldRush, space: Space) -> int:
    """What is charged at a space, doubled for a monopoly (B28)."""
    doubled = game.position.monopoly(space.index) is not None
    return (space.revenue or 0) * (game.edition.rules.monopoly_factor if doubled else 1)


def _reason(space: Space) -> Text:
    return Text("goldrush.reason.visit", {"space": space.name})


def owe_theatre(game: GoldRush, seat: str, owner: str, space: Space) -> None:
    """The printed amount, at the visit and again after each throw that does not free (B25)."""
    books.owe_player(game, seat, owner, _charge(game, space), _reason(space), space.kind)


def party(game: GoldRush, seat: str, owner: str, space: Space) -> None:
    """Everybody in town moves to the saloon, and every guest owes its owner (B23).

    The move is no landing.  Who is moved out of a theatre is free.
    """
    position = game.position
    moved = []
    for id in position.clockwise(game.mover or seat):
        player = position.players[id]
        if player.at == space.index or player.at not in position.in_town:
            continue
        if id == owner and not game.settings.saloon_moves_owner:
            continue
        moved.append({"seat": id, "start": player.at, "to": space.index})
        player.at = space.index
        player.release()
    guests = [id for id in position.clockwise(game.mover or seat) if id in position.standing_on(space.index)]
    guests = [id for id in guests if id != owner]
    facts: Facts = {"owner": position.name(owner), "space": space.name}
    say = text("goldrush.said.party", count=len(guests), **facts)
    game.tell("party", say, seat=seat, owner=owner, space=space.id, moved=moved, guests=guests)
    each = _charge(game, space)
    for id in guests:
        books.owe_player(
            game, id, owner, each, Text("goldrush.reason.party", {"space": space.name}), space.kind
        )


def _gamble(game: GoldRush, seat: str, owner: str, space: Space, by_card: bool) -> Part[None]:
    """The amount times the throw's total: the visitor owes it, or with doubles the owner does (B24).

    Who is sent by a card throws for it, or plays with the throw that began the turn.
    """
    facts: Facts = {"seat": game.position.name(seat), "space": space.name}
    dice = game.dice
    if by_card and game.settings.casino_card_arrival == "throw":
        say = Text("goldrush.ask.gamble", facts)
        dice = yield from game.throw(seat, game.fresh(f"gamble/{seat}"), say)
    total, doubles = sum(dice), len(set(dice)) == 1
    say = Text(f"goldrush.said.gamble_{'wins' if doubles else 'loses'}", {**facts, "total": total})
    game.tell("gamble", say, seat=seat, owner=owner, space=space.id, dice=list(dice), doubles=doubles)
    debtor, creditor = (owner, seat) if doubles else (seat, owner)
    books.owe_player(game, debtor, creditor, _charge(game, space) * total, _reason(space), space.kind)
