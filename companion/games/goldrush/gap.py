"""The gap beside the throw that begins a turn: claims, deals, comings and goings; and closing the books."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.goldrush import books, deals, table
from companion.games.goldrush.position import Facts, Part
from companion.table.answers import Answer
from companion.table.prompts import Choose, Claim, Option, Prompt, Throw
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

DICE = 2

_CLOSE = (Option("close", text("goldrush.option.close")),)


def before_throw(game: GoldRush, seat: str) -> Part[tuple[int, ...] | None]:
    """Hold the gap open until the throw that begins a turn is accepted, and return it.

    Then every claim not asked for is struck (B6).  Returns ``None`` when the mover leaves, or all but one.
    """
    game.phase = "throw"
    player = game.position.players[seat]
    facts: Facts = {"seat": game.position.name(seat)}
    say = Text("goldrush.ask.throw" if player.host is None else "goldrush.ask.throw_theatre", facts)
    key, attempt = f"throw/{seat}/{game.number}", 1
    throw = Throw(key=key, say=say, seats=(seat,), dice=DICE)
    while True:
        answer = yield (throw, *(due.prompt for due in game.claims.values()), *_side(game))
        if isinstance(answer.prompt, Throw):
            if answer.value != "void":
                break
            attempt += 1
            throw = Throw(key=f"{key}/{attempt}", say=say, seats=(seat,), dice=DICE)
            game.tell_void(seat)
            continue
        yield from _take(game, answer)
        if player.left or len(game.position.ids) < 2:
            return None
        if player.host is None and say.id != "goldrush.ask.throw":
            # A deal has let the mover out of the theatre (B25).
            say = Text("goldrush.ask.throw", facts)
            attempt += 1
            throw = Throw(key=f"{key}/{attempt}", say=say, seats=(seat,), dice=DICE)
    if game.claims:
        books.strike_claims(game)
    return tuple(answer.value)


def close_books(game: GoldRush) -> Part[None]:
    """After the last card claims may be asked for until the table closes the books (B32)."""
    game.phase = "close"
    close = Choose(key="close", say=text("goldrush.ask.close"), options=_CLOSE)
    while True:
        answer = yield (close, *(due.prompt for due in game.claims.values()), *_side(game))
        if answer.prompt is close or answer.key == close.key:
            return
        yield from _take(game, answer)
        if len(game.position.ids) < 2:
            return


def _side(game: GoldRush) -> tuple[Prompt, ...]:
    """What else may be done between two throws; made anew only when something about it has changed."""
    if game.side is None:
        game.side = (*deals.prompts(game), *table.prompts(game))
    return game.side


def _take(game: GoldRush, answer: Answer) -> Part[None]:
    if isinstance(answer.prompt, Claim):
        yield from books.collect(game, game.claims[answer.key])
        return
    if answer.key.startswith("deal/"):
        yield from deals.deal(game, answer)
    else:
        yield from table.take(game, answer)
