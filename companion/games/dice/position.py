"""The position of a dice game as plain data: for the views, for playthroughs, and for the digest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.dice.hands import Comparison, Dice, hand_name, read_hand, to_beat
from companion.games.dice.odds import chances_against
from companion.games.dice.round import Round

if TYPE_CHECKING:
    from companion.games.dice.game import DiceGame

#: Grows when what the digest covers changes, never because something is added to the snapshot.
DIGEST_VERSION = 1


def snapshot_of(game: DiceGame) -> dict[str, Any]:
    """Return the whole position as plain data."""
    round, rules, seating = game.round, game.settings, game.seating
    pot = rules.variant == "pot"
    return {
        "variant": rules.variant,
        "unit": "points" if rules.points else "chips",
        "rules": msgspec.to_builtins(rules),
        "phase": "over" if game.outcome else round.phase if round else "begin",
        "round": game.number,
        "rounds": game.rounds,
        "bank": round.bank if round else None,
        "thrower": round.thrower if round else None,
        "order": _order(game, round) if round else [],
        "pot": game.ledger.balance("pot"),
        "tied": list(round.tied) if round else [],
        "rethrows": round.rethrows if round else 0,
        "to_beat": _to_beat(round, rules.comparison) if round and not pot else None,
        "seats": [_seat(game, round, player.seat.id) for player in seating.players if not player.left],
        "left": [
            {"seat": player.seat.id, "name": player.seat.name, "place": player.seat.place}
            for player in seating.players
            if player.left
        ],
        "previous": _remembered(game.previous, rules.comparison) if game.previous else None,
        "standings": [msgspec.to_builtins(s) for s in game.outcome.standings] if game.outcome else [],
        "ended_early": game.ended_early,
    }


def _order(game: DiceGame, round: Round) -> list[str]:
    """The throwing order of the round: the bank and the bettors, or all who are in the pot."""
    if not round.stakes:
        return list(game.seating.clockwise(round.bank)) if round.bank in game.seating.ids else []
    return list(round.stakes) if game.settings.variant == "pot" else [round.bank, *round.stakes]


def _seat(game: DiceGame, round: Round | None, id: str) -> dict[str, Any]:
    player = game.seating.player(id)
    chips = game.ledger.balance(id)
    staked = game.ledger.balance(f"stake:{id}")
    if round and game.settings.variant == "pot" and game.ledger.balance("pot"):
        staked = round.stakes.get(id, 0)
    return {
        "seat": id,
        "name": player.seat.name,
        "place": player.seat.place,
        "role": _role(game, round, id),
        "chips": chips,
        "stake": staked,
        "wish": round.wishes.get(id) if round else None,
        "bet": round.bets.get(id) if round else None,
        "throw": shown_throw(round.throws[id], game.settings.comparison)
        if round and id in round.throws
        else None,
        "result": round.results.get(id) if round else None,
        "paid": round.paid.get(id) if round else None,
        "sits_out": round.sitting_out.get(id) if round else None,
        "delta": chips + staked - round.start[id] if round and id in round.start else 0,
        "net": chips + staked - game.granted(id),
        "rebuys": player.rebuys,
        "bought": player.bought,
    }


def _role(game: DiceGame, round: Round | None, id: str) -> str:
    if round is None:
        return "none"
    if id in round.sitting_out:
        return "out"
    if game.settings.variant == "pot":
        return "pot"
    return "bank" if id == round.bank else "bettor"


def shown_throw(dice: Dice, comparison: Comparison) -> dict[str, Any]:
    """Return a throw as plain data: the dice as thrown, the hand's name, and which dice belong to it."""
    hand = read_hand(dice)
    return {
        "dice": list(dice),
        "hand": msgspec.to_builtins(hand_name(hand)),
        "category": hand.category.name.lower(),
        "members": list(hand.members),
    }


def _to_beat(round: Round, comparison: Comparison) -> dict[str, Any] | None:
    """What would beat the bank's throw, and in how many of all throws that happens."""
    dice = round.throws.get(round.bank)
    if dice is None:
        return None
    chances = chances_against(dice, comparison)
    return {
        "say": msgspec.to_builtins(to_beat(read_hand(dice), comparison)),
        "win": chances.win,
        "tie": chances.tie,
        "lose": chances.lose,
        "of": chances.of,
    }


def _remembered(round: Round, comparison: Comparison) -> dict[str, Any]:
    """The round before, so that its throws can stay in view until the next one begins."""
    return {
        "round": round.number,
        "bank": round.bank,
        "seats": [
            {
                "seat": id,
                "stake": round.stakes.get(id, 0),
                "bet": round.bets.get(id),
                "throw": shown_throw(dice, comparison),
                "result": round.results.get(id),
                "paid": round.paid.get(id),
                "delta": round.deltas.get(id, 0),
            }
            for id, dice in round.throws.items()
        ],
    }


def digest_of(game: DiceGame) -> dict[str, Any]:
    """Return what the digest covers, besides the balances."""
    round, seating = game.round, game.seating
    fields: dict[str, Any] = {
        "version": DIGEST_VERSION,
        "round": game.number,
        "rotation": seating.rotation,
        "players": [(p.seat.id, p.seat.place, p.rebuys, p.bought, p.left) for p in seating.players],
        "over": game.outcome is not None,
    }
    if game.adjusted:
        # Sessions of before have nothing of the kind, and keep the digests they have.
        fields["adjusted"] = game.adjusted
    if round is not None:
        fields |= {
            "bank": round.bank,
            "phase": round.phase,
            "thrower": round.thrower,
            "wishes": round.wishes,
            "bets": round.bets,
            "stakes": round.stakes,
            "throws": round.throws,
            "results": round.results,
            "asked": round.asked_to_buy,
            "attempts": (round.attempts, round.joined, round.adjusted, round.rethrows),
        }
    return fields
