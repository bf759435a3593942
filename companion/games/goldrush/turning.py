"""How a card is turned: shown to the camera by its code, told from an own box, or drawn (B34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.goldrush.edition import Card
from companion.games.goldrush.position import Creek, Facts, Part
from companion.table.prompts import Amount, Choose, Lot, Option, Reveal
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

#: What a card of an own box can be that is not in the edition.
_OWN = ("gold", "receive", "pay", "go")
#: The largest amount on an own card, in money units.
_MOST_UNITS = 999


def turn_up(game: GoldRush, seat: str, creek: Creek) -> Part[tuple[str, Card]]:
    """Return the id and the face of the card on top of a creek.

    Drawn by the program, a card is a lot among all that can still be there at the moment when it is turned:
    no order of the cards exists anywhere before, so there is none to be seen.
    """
    unturned = game.position.unturned
    facts: Facts = {"seat": game.position.name(seat), "creek": creek.name}
    if game.settings.cards == "box":
        return (yield from _told(game, seat, creek))
    if game.settings.cards == "screen":
        # The key does not name the creek: a creek chosen anew after a way back brings the same card.
        key = f"card/{len(game.position.turned) + 1}"
        say = Text("goldrush.ask.card_drawn", facts)
        answer = yield (Lot(key=key, say=say, among=tuple(unturned)),)
    else:
        say = Text("goldrush.ask.card", facts)
        key = game.fresh(f"card/{seat}/{creek.id}")
        because = dict(game.position.refused)
        answer = yield (Reveal(key=key, say=say, seats=(seat,), known=tuple(unturned), because=because),)
    return answer.value, unturned.pop(answer.value)


def title(game: GoldRush, face: Card) -> Text:
    """Return how a card is called; an own one by what it does."""
    if face.title:
        return Text("goldrush.name", {"name": face.title})
    if face.kind == "go":
        assert face.to is not None
        return Text("goldrush.own.go", {"space": game.edition.by_id[face.to].name})
    return Text(f"goldrush.own.{face.kind}", {"amount": game.amount(face.amount or 0)})


def _told(game: GoldRush, seat: str, creek: Creek) -> Part[tuple[str, Card]]:
    """Ask for a face from an own box: one that can still be there, or what an unknown card does."""
    unturned = game.position.unturned
    ids: dict[str, str] = {}
    for id, card in unturned.items():
        ids.setdefault(card.id, id)
    faces = tuple(Option(face, title(game, unturned[id])) for face, id in ids.items())
    own = tuple(Option(f"own:{kind}", text(f"goldrush.option.own_{kind}")) for kind in _OWN)
    say = Text("goldrush.ask.card_told", {"seat": game.position.name(seat), "creek": creek.name})
    key = game.fresh(f"card/{seat}/{creek.id}")
    answer = yield (Choose(key=key, say=say, seats=(seat,), options=(*faces, *own)),)
    if answer.value in ids:
        id = ids[answer.value]
        return id, unturned.pop(id)
    return "", (yield from _own_card(game, seat, answer.value.removeprefix("own:"), key))


def _own_card(game: GoldRush, seat: str, kind: str, key: str) -> Part[Card]:
    """Ask what an unknown card pays, takes, or where it sends."""
    facts: Facts = {"seat": game.position.name(seat)}
    if kind == "go":
        board = game.position.board
        options = tuple(Option(space.id, Text("goldrush.name", {"name": space.name})) for space in board)
        say = Text("goldrush.ask.own_go", facts)
        answer = yield (Choose(key=f"{key}/to", say=say, seats=(seat,), options=options),)
        return Card(id="own", kind="go", title="", to=answer.value)
    unit = game.unit
    say = Text(f"goldrush.ask.own_{kind}", facts)
    answer = yield (
        Amount(
            key=f"{key}/amount", say=say, seats=(seat,),
            least=unit, most=_MOST_UNITS * unit, step=unit, usual=10 * unit,
        ),
    )  # fmt: skip
    assert kind in ("gold", "receive", "pay")
    return Card(id="own", kind=kind, title="", amount=answer.value)  # type: ignore[arg-type]
