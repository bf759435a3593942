"""What happens where a token lands, one function a kind of space (B3, B8-B16, B22-B27)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.games.goldrush import auction, books, prospecting, visits
from companion.games.goldrush.edition import OWNED, Space
from companion.games.goldrush.position import Facts, Part
from companion.table.prompts import Choose, Option
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

_CHILKOOT = text("goldrush.reason.chilkoot")
_RIVER = text("goldrush.reason.river")
_CHURCH = text("goldrush.reason.church")
_LENT = text("goldrush.reason.loan")
_BUY = (Option("buy", text("goldrush.option.buy")), Option("no", text("goldrush.option.no")))


def move_to(game: GoldRush, seat: str, index: int, *, by_card: bool = False) -> Part[None]:
    """Move a token to a space where it lands, by throw or by card, with the same effects (B2, B3).

    Spaces passed over have no effect, and there is no bonus for a lap.
    """
    player = game.position.players[seat]
    start, player.at = player.at, index
    player.release()
    space = game.position.board[index]
    facts: Facts = {"seat": game.position.name(seat), "space": space.name}
    said = "goldrush.said.sent" if by_card else "goldrush.said.lands"
    steps = 0 if by_card else (index - start) % len(game.position.board)
    game.tell("moves", Text(said, facts), seat=seat, start=start, to=index, steps=steps, by_card=by_card)
    if space.kind in OWNED:
        yield from _ownable(game, seat, space, by_card)
    else:
        yield from _SPECIAL[space.kind](game, seat, space)


# Special spaces.


def _nothing(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """A resting place without any effect (B8)."""
    return
    yield


def _chilkoot(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """Every player pays, wherever he is, from what he held before (B7, B9)."""
    each = game.edition.rules.chilkoot_each_pays
    debts = [(id, each) for id in game.position.clockwise(game.mover or seat)]
    yield from books.pay_bank(game, debts, _CHILKOOT, "chilkoot")


def _river(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """The lander pays the bank (B10)."""
    yield from books.pay_bank(game, [(seat, game.edition.rules.river_fee)], _RIVER, "river")


def _woodpile(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """The token stays and turns are missed (B14)."""
    jail(game, seat, "landed")
    return
    yield


def jail(game: GoldRush, seat: str, how: str) -> None:
    """Put a token on the Woodpile: by landing there, or for claim jumping (B14, B16)."""
    player = game.position.players[seat]
    start, player.at = player.at, game.position.woodpile
    player.release()
    player.missing = game.settings.woodpile_missed_turns
    say = text(f"goldrush.said.woodpile_{how}", seat=game.position.name(seat), count=player.missing)
    game.tell("woodpile", say, seat=seat, how=how, start=start, to=player.at, missing=player.missing)


def _fire(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """Every owned building with a token on it burns; its deed goes back to the bank (B11)."""
    position = game.position
    burning = [i for i in sorted(position.deeds) if i in position.buildings and position.standing_on(i)]
    names = tuple(Text("goldrush.name", {"name": position.board[index].name}) for index in burning)
    burnt = {position.board[index].id: position.deeds[index] for index in burning}
    if burning:
        game.tell(
            "fire", text("goldrush.said.fire", count=len(burning), spaces=names), seat=seat, burnt=burnt
        )
    else:
        game.tell("fire", text("goldrush.said.fire_nothing"), seat=seat, burnt=burnt)
    for index in burning:
        game.give_deed(index, None)
    return
    yield


def _church(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """A fixed donation; who is short auctions deeds, or borrows exactly what is missing (B12, B13)."""
    amount = game.settings.church_donation * game.unit
    tried: set[int] = set()
    while game.cash(seat) < amount:
        missing = amount - game.cash(seat)
        options = auction.deed_options(game, seat, tried)
        if game.settings.church_loans:
            options.append(Option("loan", Text("goldrush.option.loan", {"amount": game.amount(missing)})))
        if not options:
            break
        choice = options[0].id
        if len(options) > 1 or choice != "loan":
            facts: Facts = {"seat": game.position.name(seat), "amount": game.amount(missing)}
            say = Text("goldrush.ask.church", facts)
            key = game.fresh(f"donate/{seat}")
            answer = yield (Choose(key=key, say=say, seats=(seat,), options=tuple(options)),)
            choice = answer.value
        if choice == "loan":
            _lend(game, seat, missing)
        else:
            index = auction.deed_named(game, choice)
            tried.add(index)
            yield from auction.sell_deed(game, seat, index)
    yield from books.pay_bank(game, [(seat, amount)], _CHURCH, "church")
    books.repay_loan(game, seat)


def _lend(game: GoldRush, seat: str, amount: int) -> None:
    """The one loan that the bank gives (B13)."""
    move = game.pay(game.fresh(f"loan/{seat}"), f"loan:{seat}", seat, amount, _LENT)
    facts: Facts = {"seat": game.position.name(seat), "amount": game.amount(amount)}
    game.tell("loan", Text("goldrush.said.loan", facts), seat=seat, moves=[move])


def _prospect(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """Claim jumping goes to the Woodpile and nothing else happens (B16); otherwise a card is turned, or the
    claim on it sold (B17)."""
    if any(id != seat for id in game.position.standing_on(space.index)):
        jail(game, seat, "jumped")
    else:
        yield from prospecting.prospect(game, seat, space)


_SPECIAL: dict[str, Callable[[GoldRush, str, Space], Part[None]]] = {
    "cemetery": _nothing,
    "chilkoot": _chilkoot,
    "river": _river,
    "woodpile": _woodpile,
    "fire": _fire,
    "church": _church,
    "prospect": _prospect,
}


# Buildings and transport companies.


def _ownable(game: GoldRush, seat: str, space: Space, by_card: bool) -> Part[None]:
    owner = game.position.deeds.get(space.index)
    if owner is None:
        yield from _offer(game, seat, space)
    elif owner != seat:
        yield from visits.visit(game, seat, owner, space, by_card)
    elif space.kind == "saloon" and game.settings.saloon_owner_landing_party:
        visits.party(game, seat, owner, space)


def _offer(game: GoldRush, seat: str, space: Space) -> Part[None]:
    """Who lands on what nobody owns may buy it for its full price in cash (B22)."""
    price = space.price or 0
    facts: Facts = {"seat": game.position.name(seat), "space": space.name, "amount": game.amount(price)}
    if game.cash(seat) < price:
        game.tell(
            "cannot_buy", Text("goldrush.said.cannot_buy", facts), seat=seat, space=space.id, price=price
        )
        return
    say = Text("goldrush.ask.buy", facts)
    answer = yield (Choose(key=game.fresh(f"buy/{seat}"), say=say, seats=(seat,), options=_BUY),)
    if answer.value == "no":
        game.tell(
            "not_bought", Text("goldrush.said.not_bought", facts), seat=seat, space=space.id, price=price
        )
        return
    why = Text("goldrush.reason.price", {"space": space.name})
    yield from books.pay_bank(game, [(seat, price)], why, "price")
    game.tell("bought", Text("goldrush.said.bought", facts), seat=seat, space=space.id, price=price)
    game.give_deed(space.index, seat)


def leaves_theatre(game: GoldRush, seat: str, dice: tuple[int, ...]) -> bool:
    """Whether a throw lets a player out of the theatre that holds him; if not, he owes again (B25).

    Doubles free, and so does the last throw of an agreed limit.
    """
    player = game.position.players[seat]
    assert player.host is not None
    space, limit = game.position.board[player.host], game.settings.theatre_max_throws
    player.tries += 1
    facts: Facts = {"seat": game.position.name(seat), "space": space.name}
    doubles = len(set(dice)) == 1
    if doubles or player.tries == limit:
        said = "goldrush.said.theatre_doubles" if doubles else "goldrush.said.theatre_limit"
        player.release()
        game.tell("leaves_theatre", Text(said, facts), seat=seat, space=space.id, doubles=doubles)
        return True
    game.tell(
        "stays", Text("goldrush.said.theatre_stays", facts), seat=seat, space=space.id, tries=player.tries
    )
    visits.owe_theatre(game, seat, game.position.deeds[space.index], space)
    return False
