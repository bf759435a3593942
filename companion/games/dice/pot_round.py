"""One pot: everybody antes, throws once, and the best throw takes all; only the tied throw again (D12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.dice.gap import hold_gap
from companion.games.dice.hands import Result, rank
from companion.games.dice.round import Part, Round
from companion.table.prompts import Prompt
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.dice.game import DiceGame

_ANTE = text("dice.reason.ante")
_POT = text("dice.reason.pot")


def play(game: DiceGame, playing: Round) -> Part[None]:
    """Play one pot, thrown for clockwise from `playing.bank`, who is first to throw."""
    playing.phase = "ante"
    game.tell(
        "pot_round",
        text(
            "dice.said.pot_round",
            seat=game.seating.name(playing.bank),
            round=playing.number,
            rounds=game.rounds,
        ),
        seat=playing.bank,
        round=playing.number,
        rounds=game.rounds,
    )
    dice = yield from hold_gap(game, playing, lambda: _prepare(game, playing))
    if dice is None:
        return
    playing.phase = "throws"
    contenders = list(playing.stakes)
    first = contenders[0]
    playing.throws[first] = dice
    game.tell_throw("dice.said.throw", first, dice, "pot")
    for seat in contenders[1:]:
        say = text("dice.ask.pot_throw", seat=game.seating.name(seat))
        playing.throws[seat] = yield from game.throw(seat, f"throw/{seat}/{playing.number}", say)
        game.tell_throw("dice.said.throw", seat, playing.throws[seat], "pot")
    while len(contenders := _best(game, playing, contenders)) > 1:
        yield from _throw_again(game, playing, contenders)
    yield from _take_pot(game, playing, contenders[0])
    game.tell_round_end(playing)


def _prepare(game: DiceGame, playing: Round) -> tuple[Prompt, ...]:
    """Take the antes of all who can pay, also of those who have just joined, and ask for the first throw."""
    order = [id for id in game.seating.clockwise(playing.bank) if game.able(id)]
    ante = game.settings.ante
    fresh = [id for id in order if id not in playing.stakes]
    if fresh:
        moves = [
            game.move(f"r{playing.number}/{id}/ante", id, game.stake_account(id), ante, _ANTE) for id in fresh
        ]
        playing.stakes = dict.fromkeys(order, ante)
        names = tuple(text("dice.name", name=game.seating.name(id)) for id in fresh)
        say = text("dice.said.antes", seats=names, amount=game.amount(ante), count=len(names))
        game.tell("antes", say, stakes=dict(playing.stakes), pot=ante * len(order), moves=moves)
        _tell_sitting_out(game, playing)
    playing.phase, playing.thrower = "first_throw", order[0]
    say = text("dice.ask.pot_throw", seat=game.seating.name(order[0]))
    return (game.throw_prompt(order[0], f"throw/{order[0]}/{playing.number}", say),)


def _tell_sitting_out(game: DiceGame, playing: Round) -> None:
    for id in game.seating.clockwise(playing.bank):
        if id not in playing.stakes and id not in playing.sitting_out:
            playing.sitting_out[id] = "no_chips"
            say = text("dice.said.sits_out_no_chips", seat=game.seating.name(id))
            game.tell("sits_out", say, seat=id, why="no_chips")


def _best(game: DiceGame, playing: Round, contenders: list[str]) -> list[str]:
    """Return who among the contenders has the best throw, in throwing order."""
    worth = {id: rank(playing.throws[id], game.settings.comparison) for id in contenders}
    best = max(worth.values())
    return [id for id, mine in worth.items() if mine == best]


def _throw_again(game: DiceGame, playing: Round, tied: list[str]) -> Part[None]:
    """Only the tied throw again, all five dice, and nobody adds chips (D12)."""
    playing.phase, playing.tied = "rethrow", tied
    playing.rethrows += 1
    names = tuple(text("dice.name", name=game.seating.name(id)) for id in tied)
    game.tell("tie", text("dice.said.tie", seats=names), seats=list(tied), rethrow=playing.rethrows)
    for seat in tied:
        say = text("dice.ask.rethrow", seat=game.seating.name(seat))
        key = f"rethrow/{seat}/{playing.number}/{playing.rethrows}"
        playing.throws[seat] = yield from game.throw(seat, key, say)
        game.tell_throw("dice.said.throw", seat, playing.throws[seat], "rethrow")


def _take_pot(game: DiceGame, playing: Round, winner: str) -> Part[None]:
    for id in playing.stakes:
        playing.results[id] = (Result.WIN if id == winner else Result.LOSE).value
        playing.paid[id] = id == winner
    pot = sum(playing.stakes.values())
    name, amount = game.seating.name(winner), game.amount(pot)
    move = yield from game.claim(
        f"claim/{winner}/{playing.number}",
        Text("dice.ask.claim_pot", {"seat": name, "amount": amount}),
        f"r{playing.number}/{winner}/pot",
        game.stake_account(winner),
        winner,
        pot,
        _POT,
    )
    facts = {"payer": move["payer"], "payee": winner, "rethrows": playing.rethrows, "moves": [move]}
    game.tell(
        "pot", Text("dice.said.pot", {"seat": name, "amount": amount}), seat=winner, amount=pot, **facts
    )
