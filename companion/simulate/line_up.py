"""Who plays a simulated session: the bots that fit a game, and the house rules that let it be simulated."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.simulate.bots import Bots, Temperament
from companion.table.faults import Fault
from companion.table.game import Game
from companion.table.text import text

#: The strengths that bots can have, by game; the first is what they have unless others are asked for.
STRENGTHS: dict[str, tuple[str, ...]] = {
    "dominoes": ("greedy", "searching", "random"),
    "goldrush": ("mixed", "builder", "never buys", "thrifty", "buys all", "wanderer", "bidder"),
    "patience": ("sensible", "wild"),
}

_TEMPERS = tuple(Temperament)


def check_strengths(game: str, words: str | None) -> tuple[str, ...]:
    """Return the strengths that ``greedy,searching`` names; raises `Fault` for others than the game has."""
    known = STRENGTHS.get(game, ())
    if words is None:
        return known[:1]
    named = tuple(word.strip().lower() for word in words.split(","))
    if not known:
        raise Fault("simulate.no_strengths", status=2, game=game)
    for name in named:
        if name not in known:
            raise Fault("simulate.strength", status=2, given=name[:24], known=", ".join(known))
    return named


def simulated_rules(game: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules of a simulated session: without a table the program deals the tiles."""
    return {**rules, "hands": "dealt", "virtual": 0} if game == "dominoes" else dict(rules)


def bots_at(
    game: Game,
    rng: random.Random,
    strengths: Sequence[str],
    restless: float = 0.0,
    *,
    helped: bool = False,
) -> Bots:
    """Return bots for all seats of a game that has not begun yet.

    A seat's temperament, in games that know one, goes by its place and `rng`; its strength by its place.
    With `helped` the companion answers what it is asked in a patience, so that bots may ask.
    """
    if game.name == "dominoes":
        from companion.games.dominoes.game import DominoGame
        from companion.simulate.domino_bots import DominoBots, seat_strengths

        assert isinstance(game, DominoGame)
        seat_strengths(game, strengths or STRENGTHS["dominoes"][:1])
        return DominoBots(game, rng, restless=restless)
    if game.name == "goldrush" and not restless:
        from companion.games.goldrush import GoldRush
        from companion.simulate.gold_rush_bots import GoldRushBots, seat_strategies

        assert isinstance(game, GoldRush)
        ids = [seat.id for seat in game.seats]
        strategies = seat_strategies(ids, strengths, rng)
        # A tally is told who plays how.
        plain = {id: strategy.value for id, strategy in strategies.items()}
        game.tell("strategies", text("goldrush.said.bots", count=len(plain)), strategies=plain)
        return GoldRushBots(rng, game, strategies)
    if game.name == "patience":
        from companion.games.patience.game import PatienceGame
        from companion.simulate.patience_bots import PatienceBots

        assert isinstance(game, PatienceGame)
        return PatienceBots(game, rng, wild=tuple(strengths) == ("wild",), restless=restless, helped=helped)
    shift = rng.randrange(len(_TEMPERS))
    tempers = {seat.id: _TEMPERS[(seat.place + shift) % len(_TEMPERS)] for seat in game.seats}
    return Bots(rng, tempers, restless)


def bots_beside(game: Game, rng: random.Random) -> Bots:
    """Return bots for seats of a game in play, which they only look at: beside people, who play the others.

    The same seat plays alike all session long; `rng` is for what is decided now.
    """
    if game.name == "goldrush":
        from companion.games.goldrush import GoldRush
        from companion.simulate.gold_rush_bots import BESIDE_PEOPLE, GoldRushBots

        assert isinstance(game, GoldRush)
        strategies = {seat.id: BESIDE_PEOPLE[seat.place % len(BESIDE_PEOPLE)] for seat in game.seats}
        return GoldRushBots(rng, game, strategies)
    if game.name == "dominoes":
        from companion.games.dominoes.game import DominoGame
        from companion.simulate.domino_bots import DominoBotsBeside

        assert isinstance(game, DominoGame)
        return DominoBotsBeside(game, rng)
    if game.name == "patience":
        from companion.games.patience.game import PatienceGame
        from companion.simulate.patience_bots import PatienceBots

        assert isinstance(game, PatienceGame)
        return PatienceBots(game, rng, helped=True)
    return Bots(rng)


def has_known_tiles(game: Game, seat: str) -> bool:
    """Whether the companion knows which tiles a seat of a domino game holds."""
    if game.name != "dominoes":
        return False
    from companion.games.dominoes.game import DominoGame

    assert isinstance(game, DominoGame)
    deal = game.deal
    return deal is not None and seat in deal.hands and deal.hands[seat].known is not None
