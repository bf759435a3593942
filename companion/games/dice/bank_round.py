"""One round against the bank: stakes, the bank's throw, every bettor's throw, payment (D4-D8, D10, D13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.dice.gap import hold_gap
from companion.games.dice.hands import Result, beats_two_aces, compare, hand_name, read_hand
from companion.games.dice.round import BETS, Part, Round
from companion.games.dice.stakes import cut_stakes, most_stake
from companion.table.prompts import Amount, Choose, Option, Prompt
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.dice.game import DiceGame

_BETS = tuple(Option(bet, text(f"dice.bet.{bet}")) for bet in BETS)
_STAKE = text("dice.reason.stake")
_CUT = text("dice.reason.cut")
_RETURNED = text("dice.reason.stake_back")
_WON = text("dice.reason.won")
_LOST = text("dice.reason.lost")


def play(game: DiceGame, playing: Round) -> Part[None]:
    """Play a round with `playing.bank` as the bank; it may pass for want of chips, or be called off."""
    bank = playing.bank
    game.tell(
        "bank",
        text(
            "dice.said.bank",
            seat=game.seating.name(bank),
            round=playing.number,
            rounds=game.rounds,
            amount=game.amount(game.ledger.balance(bank)),
        ),
        seat=bank,
        round=playing.number,
        rounds=game.rounds,
    )
    dice = yield from hold_gap(game, playing, lambda: _prepare(game, playing))
    if dice is None:
        return
    playing.phase = "throws"
    playing.throws[bank] = dice
    game.tell_throw("dice.said.bank_throw", bank, dice, "bank")
    against = hand_name(read_hand(dice))
    for seat in list(playing.stakes):
        say = text("dice.ask.throw", seat=game.seating.name(seat), hand=against)
        playing.throws[seat] = yield from game.throw(seat, f"throw/{seat}/{playing.number}", say)
        game.tell_throw("dice.said.throw", seat, playing.throws[seat], "bettor")
        yield from _settle(game, playing, seat)
    game.tell_round_end(playing)


def _prepare(game: DiceGame, playing: Round) -> tuple[Prompt, ...] | None:
    """Ask for the stakes, place them, and ask for the bank's throw; ``None`` when the bank passes (D7)."""
    bank = playing.bank
    if not game.able(bank):
        say = text("dice.said.passes", seat=game.seating.name(bank))
        game.tell("passes", say, seat=bank, round=playing.number)
        return None
    bettors = [id for id in game.seating.clockwise(bank)[1:] if game.able(id)]
    asked = tuple(prompt for id in bettors for prompt in _stake_prompts(game, playing, id))
    if asked:
        playing.phase, playing.thrower = "stakes", None
        return asked
    _place_stakes(game, playing, bettors)
    playing.phase, playing.thrower = "bank_throw", bank
    say = Text("dice.ask.bank_throw", {"seat": game.seating.name(bank)})
    return (game.throw_prompt(bank, f"throw/{bank}/{playing.number}", say),)


def _stake_prompts(game: DiceGame, playing: Round, id: str) -> list[Prompt]:
    """What a bettor still has to say: on what (D13), how much (D6); an only legal stake needs no asking."""
    asked: list[Prompt] = []
    rules = game.settings
    if rules.bets and id not in playing.bets:
        say = text("dice.ask.bet", seat=game.seating.name(id))
        asked.append(Choose(key=f"bet/{id}/{playing.number}", say=say, seats=(id,), options=_BETS))
    if id not in playing.wishes:
        most = most_stake(rules.limit, game.worth(id), rules.points)
        if most == 1:
            playing.wishes[id] = 1
        else:
            say = text("dice.ask.stake", seat=game.seating.name(id), least=1, most=most)
            key = f"stake/{id}/{playing.number}"
            usual = min(most, game.seating.player(id).usual)
            asked.append(Amount(key=key, say=say, seats=(id,), least=1, most=most, usual=usual))
    return asked


def _place_stakes(game: DiceGame, playing: Round, bettors: list[str]) -> None:
    """Lay the stakes on the table, cut to what the bank can pay (D7).

    Called again when somebody has joined or left since: then only the differences are moved.
    """
    wishes = {id: playing.wishes[id] for id in bettors}
    stakes = wishes if game.settings.points else cut_stakes(wishes, game.ledger.balance(playing.bank))
    placed = {id: stake for id, stake in stakes.items() if stake}
    if placed == playing.stakes:
        return
    again = playing.adjusted > 0 or bool(playing.stakes)
    suffix = f"/{playing.adjusted + 1}" if again else ""
    moves = []
    for id, stake in stakes.items():
        more = stake - playing.stakes.get(id, 0)
        if more > 0:
            transfer = f"r{playing.number}/{id}/stake{suffix}"
            moves.append(game.move(transfer, id, game.stake_account(id), more, _STAKE))
        elif more < 0:
            transfer = f"r{playing.number}/{id}/cut{suffix}"
            moves.append(game.move(transfer, game.stake_account(id), id, -more, _CUT))
    if again:
        playing.adjusted += 1
    playing.stakes = placed
    _tell_stakes(game, playing, wishes, moves)


def _tell_stakes(
    game: DiceGame, playing: Round, wishes: dict[str, int], moves: list[dict[str, object]]
) -> None:
    stakes, name = playing.stakes, game.seating.name
    if len(set(stakes.values())) == 1 and not playing.bets:
        amount = game.amount(next(iter(stakes.values())))
        names = tuple(Text("dice.name", {"name": name(id)}) for id in stakes)
        say = Text("dice.said.stakes_alike", {"seats": names, "amount": amount, "count": len(names)})
    else:
        each = tuple(
            _stake_said(name(id), game.amount(stake), playing.bets.get(id)) for id, stake in stakes.items()
        )
        say = Text("dice.said.stakes", {"stakes": each})
    game.tell("stakes", say, stakes=dict(stakes), bets=dict(playing.bets), moves=moves)
    _tell_sitting_out(game, playing, wishes)


def _stake_said(name: str, amount: Text, bet: str | None) -> Text:
    if bet is None:
        return text("dice.said.stake", seat=name, amount=amount)
    return text("dice.said.stake_on", seat=name, amount=amount, bet=text(f"dice.bet.{bet}"))


def _tell_sitting_out(game: DiceGame, playing: Round, wishes: dict[str, int]) -> None:
    """Say whose stake was cut, and who sits out: cut to nothing (D7) or without chips (D10)."""
    said, playing.sitting_out = playing.sitting_out, {}
    for id in game.seating.clockwise(playing.bank)[1:]:
        name, stake = game.seating.name(id), playing.stakes.get(id, 0)
        if id not in wishes:
            playing.sitting_out[id] = "no_chips"
        elif stake == 0:
            playing.sitting_out[id] = "cut"
        elif stake < wishes[id]:
            say = text("dice.said.cut", seat=name, wish=wishes[id], amount=game.amount(stake))
            game.tell("cut", say, seat=id, wish=wishes[id], stake=stake)
        if id in playing.sitting_out and said.get(id) != playing.sitting_out[id]:
            why = playing.sitting_out[id]
            game.tell("sits_out", text(f"dice.said.sits_out_{why}", seat=name), seat=id, why=why)


def _settle(game: DiceGame, playing: Round, id: str) -> Part[None]:
    """Compare one bettor with the bank alone (D5); equal throws are the bank's (D4, D13)."""
    bank, stake, bet = playing.bank, playing.stakes[id], playing.bets.get(id, "win")
    dice = playing.throws[id]
    result = compare(dice, playing.throws[bank], game.settings.comparison)
    if bet == "two_aces":
        paid = beats_two_aces(dice)
    else:
        paid = result is (Result.LOSE if bet == "lose" else Result.WIN)
    playing.results[id], playing.paid[id] = result.value, paid
    name, bank_name, amount = game.seating.name(id), game.seating.name(bank), game.amount(stake)
    staked = game.stake_account(id)
    facts = {"seat": id, "bank": bank, "result": result.value, "bet": bet, "stake": stake, "amount": stake}
    said = Text(
        f"dice.said.{'won' if paid else 'lost'}_{_manner(bet, result, paid)}",
        {"seat": name, "bank": bank_name, "amount": amount},
    )
    if paid:
        won = yield from game.claim(
            f"claim/{id}/{playing.number}",
            Text("dice.ask.claim_won", {"seat": name, "bank": bank_name, "amount": amount}),
            f"r{playing.number}/{id}/won", bank, id, stake, _WON,
        )  # fmt: skip
        back = game.move(f"r{playing.number}/{id}/stake-back", staked, id, stake, _RETURNED)
        game.tell("won", said, **facts, payer=bank, payee=id, moves=[won, back])
    else:
        lost = yield from game.claim(
            f"claim/{bank}/{playing.number}/{id}",
            Text("dice.ask.claim_lost", {"seat": name, "bank": bank_name, "amount": amount}),
            f"r{playing.number}/{id}/lost", staked, bank, stake, _LOST,
        )  # fmt: skip
        game.tell("lost", said, **facts, payer=id, payee=bank, moves=[lost])


def _manner(bet: str, result: Result, paid: bool) -> str:
    """Which sentence says how a bet came off."""
    if bet == "win":
        return "win" if paid else result.value
    if bet == "two_aces":
        return "two_aces"
    return "lose_bet" if paid or result is Result.WIN else "lose_bet_tie"
