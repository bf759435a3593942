"""The gap before a round's first throw: people buy chips (D10), stake, join (H2) and leave (H1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.games.dice.hands import Dice
from companion.games.dice.round import Part, Round
from companion.table.adjusting import adjust, adjust_prompt, is_adjusting
from companion.table.answers import Answer
from companion.table.ledger import BANK
from companion.table.prompts import Choose, Option, Prompt, Sit, Throw
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.dice.game import DiceGame

_LEAVE = (Option("leave", text("dice.option.leave")),)
_REBUY = (Option("buy", text("dice.option.buy")), Option("no", text("dice.option.no")))
_LEFT = text("dice.reason.left")
_BACK = text("dice.reason.stake_back")
_BOUGHT = text("dice.reason.bought")


def hold_gap(
    game: DiceGame, playing: Round, prepare: Callable[[], tuple[Prompt, ...] | None]
) -> Part[Dice | None]:
    """Hold the gap open until the round's first throw, and return that throw.

    `prepare` returns the prompts that the round waits for, the throw itself once all is ready, or ``None``
    if the bank passes.  Returns ``None`` when the round is not played; all stakes are then back.
    """
    while len(game.seating.ids) > 1 and playing.bank in game.seating.ids:
        asked: tuple[Prompt, ...] | None = _rebuy_prompts(game, playing)
        if not asked:
            if len(game.able_seats()) < 2:
                game.decided = True
                break
            asked = prepare()
            if asked is None:
                break
        answer = yield (*asked, *_comings_and_goings(game, playing))
        if is_adjusting(answer):
            yield from _adjust(game, playing, answer.value)
        elif not isinstance(answer.prompt, Throw):
            _take(game, playing, answer)
        elif answer.value == "void":
            game.tell_void(answer.prompt.seats[0])
        else:
            playing.attempts = 0
            playing.start = {id: game.worth(id) for id in game.seating.ids}
            return tuple(answer.value)
    _call_off(game, playing)
    return None


def _take(game: DiceGame, playing: Round, answer: Answer) -> None:
    if isinstance(answer.prompt, Sit):
        _join(game, playing, answer.value["name"], answer.value["place"])
        return
    seat = answer.prompt.seats[0]
    match answer.prompt.key.partition("/")[0]:
        case "leave":
            _leave(game, playing, seat)
        case "rebuy":
            playing.asked_to_buy.append(seat)
            if answer.value == "buy":
                _rebuy(game, seat)
        case "bet":
            playing.bets[seat] = answer.value
        case _:
            playing.wishes[seat] = game.seating.player(seat).usual = answer.value


def _comings_and_goings(game: DiceGame, playing: Round) -> tuple[Prompt, ...]:
    number = playing.number
    open: list[Prompt] = [
        Choose(
            key=f"leave/{seat.id}/{number}",
            say=Text("dice.ask.leave", {"seat": seat.name}),
            seats=(seat.id,),
            options=_LEAVE,
            waits=False,
            second=True,
        )
        for seat in game.seating.seats
    ]
    free = game.seating.free_places()
    if free:
        key = f"join/{number}/{playing.joined + 1}" if playing.joined else f"join/{number}"
        taken = game.seating.taken_names()
        open.append(Sit(key=key, say=text("dice.ask.join"), free=free, taken=taken, waits=False))
    open.append(adjust_prompt(game, game.seating.seats))
    return tuple(open)


def _adjust(game: DiceGame, playing: Round, id: str) -> Part[None]:
    """Put a seat's chips right; what lies on the table stays there, and no wish goes beyond what is left."""
    spare = None if game.settings.points else game.ledger.balance(id)
    yield from adjust(game, id, game.seating.name(id), spare)
    if id in playing.wishes and not game.settings.points:
        playing.wishes[id] = max(1, min(playing.wishes[id], game.worth(id)))


def _join(game: DiceGame, playing: Round, name: str, place: int) -> None:
    seat = game.seating.join(name, place, game.settings.rebuys)
    playing.joined += 1
    game.seats = game.seating.seats
    moves = game.open_seat(seat.id, f"join/{seat.id}")
    say = text("dice.said.joins", seat=seat.name, amount=game.amount(game.starting))
    game.tell("joins", say, seat=seat.id, name=seat.name, place=place, moves=moves)


def _leave(game: DiceGame, playing: Round, id: str) -> None:
    """A seat leaves with its stake and all it has; the chips go out of the game (H1)."""
    name = game.seating.name(id)
    moves = [_take_back(game, playing, id)] if id in playing.stakes else []
    for wanted in (playing.wishes, playing.bets, playing.sitting_out):
        wanted.pop(id, None)
    chips = game.ledger.balance(id)
    if chips:
        payer, payee = (id, BANK) if chips > 0 else (BANK, id)
        moves.append(game.move(f"leave/{id}", payer, payee, abs(chips), _LEFT))
    game.seating.leave(id)
    game.seats = game.seating.seats
    say = text("dice.said.leaves", seat=name, amount=game.amount(chips))
    game.tell("leaves", say, seat=id, name=name, amount=chips, moves=moves)


def _take_back(game: DiceGame, playing: Round, id: str) -> dict[str, Any]:
    amount = playing.stakes.pop(id)
    playing.adjusted += 1
    transfer = f"r{playing.number}/{id}/stake-back/{playing.adjusted}"
    return game.move(transfer, game.stake_account(id), id, amount, _BACK)


def _call_off(game: DiceGame, playing: Round) -> None:
    """Give back what lies on the table for a round that will not be played."""
    moves = [_take_back(game, playing, id) for id in list(playing.stakes)]
    if moves:
        say = text("dice.said.called_off", round=playing.number)
        game.tell("called_off", say, round=playing.number, moves=moves)


def _rebuy_prompts(game: DiceGame, playing: Round) -> tuple[Prompt, ...]:
    """Who cannot take part may buy as many chips as everybody started with, as often as agreed (D10)."""
    if game.settings.rebuys == 0:
        return ()
    amount = game.amount(game.settings.chips)
    buyers = [id for id in game.seating.ids if game.may_buy(id) and id not in playing.asked_to_buy]
    if buyers:
        playing.phase = "rebuy"
    return tuple(
        Choose(
            key=f"rebuy/{id}/{playing.number}",
            say=text("dice.ask.rebuy", seat=game.seating.name(id), amount=amount),
            seats=(id,),
            options=_REBUY,
        )
        for id in buyers
    )


def _rebuy(game: DiceGame, id: str) -> None:
    player = game.seating.player(id)
    player.rebuys -= 1
    player.bought += 1
    chips = game.settings.chips
    move = game.move(f"rebuy/{id}/{player.bought}", BANK, id, chips, _BOUGHT)
    say = text("dice.said.rebuy", seat=player.seat.name, amount=game.amount(chips))
    game.tell("rebuy", say, seat=id, amount=chips, rebuys=player.rebuys, moves=[move])
