"""Bots for the board game, which see what everybody at the table sees: cash, deeds, creeks and prompts."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from enum import StrEnum

from companion.games.goldrush import GoldRush
from companion.games.goldrush.edition import Space
from companion.simulate.bots import Bots, answer_value
from companion.table.answers import Answer, Source, Value
from companion.table.prompts import Bid, Choose, Claim, Lot, Prompt, Reveal, Throw
from companion.table.text import Text

#: Throws that a session lasts for each card that is left, on a board like the default one.
_THROWS_A_CARD = 2.75
#: How much more than by throws alone is brought in by cards that send people, and by monopolies.
_BESIDES = 1.25


class Strategy(StrEnum):
    """How a bot plays.

    The builder is the sensible one: it buys while that pays, keeps a little back, and turns the best creek.
    Each of the others differs from it in one thing.
    """

    BUILDER = "builder"
    NEVER_BUYS = "never buys"
    THRIFTY = "thrifty"
    BUYS_ALL = "buys all"
    WANDERER = "wanderer"
    BIDDER = "bidder"


#: How bots play at a table of people, by place: the sensible ones.
BESIDE_PEOPLE = (Strategy.BUILDER, Strategy.BIDDER, Strategy.THRIFTY)

#: What stays in hand after buying, in money units.
_RESERVE = {
    Strategy.BUILDER: 5,
    Strategy.THRIFTY: 20,
    Strategy.BUYS_ALL: 0,
    Strategy.WANDERER: 5,
    Strategy.BIDDER: 5,
}


#: A table of builders, one of whom is replaced by any strategy: what that one wins shows what it is worth.
MIXED = "mixed"
NAMES = (MIXED, *(strategy.value for strategy in Strategy))


def seat_strategies(ids: Sequence[str], names: Sequence[str], rng: random.Random) -> dict[str, Strategy]:
    """Return who plays how: the named strategies in turn by place, or a mixed table."""
    if MIXED not in names and names:
        return {id: Strategy(names[at % len(names)]) for at, id in enumerate(ids)}
    strategies = dict.fromkeys(ids, Strategy.BUILDER)
    strategies[rng.choice(ids)] = rng.choice(tuple(Strategy))
    return strategies


class GoldRushBots(Bots):
    """Bots at the seats of one board game, who ask for all their money in time."""

    def __init__(self, rng: random.Random, game: GoldRush, strategies: Mapping[str, Strategy]) -> None:
        super().__init__(rng)
        self._game = game
        self._strategies = strategies

    def answer(self, open: Sequence[Prompt], seated: Sequence[str]) -> Answer:
        """Return a legal answer to one of the open prompts: first whatever money may be asked for."""
        prompt = open[0]
        for other in open:
            if isinstance(other, Claim):
                prompt = other
                break
        if isinstance(prompt, Lot):
            return Answer(prompt=prompt, value=self._one_of(prompt.among), source=Source.LOT)
        seat = prompt.seats[0] if prompt.seats else None
        if isinstance(prompt, Bid):
            seat = self._one_of(prompt.seats)
        value = self._value(prompt, seat)
        return Answer(prompt=prompt, value=value, seat=seat, source=Source.BOT)

    def _one_of(self, among: Sequence[str]) -> str:
        return among[int(self._rng.random() * len(among))]

    def _value(self, prompt: Prompt, seat: str | None) -> Value:
        match prompt:
            case Throw():
                return (1 + int(self._rng.random() * 6), 1 + int(self._rng.random() * 6))
            case Reveal():
                return self._one_of(prompt.known)
            case Claim():
                return True
            case Bid():
                assert seat is not None
                return self._bid(prompt, seat)
            case Choose():
                return self._choice(prompt, seat)
            case _:
                return answer_value(prompt, seat, self._rng)

    def _choice(self, prompt: Choose, seat: str | None) -> str:
        stem = prompt.key.partition("/")[0]
        if stem == "creek":
            assert seat is not None
            return self._creek(prompt, seat)
        if stem == "buy":
            assert seat is not None
            return "buy" if self._buys(seat) else "no"
        if stem == "hammer":
            return "accept" if _price(prompt) >= self._worth() else "refuse"
        if stem == "deal":
            # Nobody who reckons like this is any better off by what people offer.
            return prompt.options[-1].id
        if stem == "donate":
            # The loan costs nothing, and a deed brings in more than it fetches.
            return prompt.options[-1].id
        if stem == "short":
            # What is not paid is cancelled, so that nobody who reckons sells a deed for it.
            return "done"
        return prompt.options[0].id

    def _buys(self, seat: str) -> bool:
        """Whether to buy where one stands."""
        game, strategy = self._game, self._strategies[seat]
        if strategy is Strategy.NEVER_BUYS:
            return False
        space = game.position.space_of(seat)
        price = space.price or 0
        if strategy is not Strategy.BUYS_ALL and self._revenue(space) < price:
            return False
        return game.cash(seat) - price >= _RESERVE[strategy] * game.unit

    def _revenue(self, space: Space) -> float:
        """What a building may still bring in, if every throw leads to each space alike."""
        position = self._game.position
        players, board = len(position.ids), len(position.board)
        throws = _THROWS_A_CARD * sum(creek.left for creek in position.creeks) * (players - 1) / players
        # A party charges whoever is in town besides its visitor; a guest stays for some throws.
        times = {
            "saloon": 1 + 0.4 * (players - 2),
            "casino": 14 / 3,
            "theatre": 2.7,
            "sawmill": len(position.deeds) / players,
        }
        return _BESIDES * throws / board * (space.revenue or 0) * times.get(space.kind, 1)

    def _creek(self, prompt: Choose, seat: str) -> str:
        creeks = self._game.position.open_creeks
        strategy = self._strategies[seat]
        if strategy is Strategy.WANDERER:
            return self._one_of([creek.id for creek in creeks])
        if strategy is Strategy.BIDDER and prompt.options[-1].id == "sell":
            return "sell"
        best = [creek.id for creek in creeks if creek.discovery is None]
        best = best or [creek.id for creek in creeks if creek.lode] or [creek.id for creek in creeks]
        return self._one_of(best)

    def _worth(self) -> int:
        """What a card turned now is worth on average, on the best creek."""
        position = self._game.position
        gold = sum(card.amount or 0 for card in position.unturned.values() if card.kind == "gold")
        rich = any(creek.lode or creek.discovery is None for creek in position.open_creeks)
        return gold * (2 if rich else 1) // max(1, len(position.unturned))

    def _bid(self, prompt: Bid, seat: str) -> int | str:
        """Bid for a claim up to what it seems worth, and for a deed up to half its price."""
        game, sale = self._game, self._game.auction
        assert sale is not None
        if sale.what == "deed":
            most = (game.position.board[sale.space].price or 0) // 2
        elif self._strategies[seat] is Strategy.BIDDER:
            most = self._worth()
        else:
            most = int(self._worth() * (0.6 + 0.6 * self._rng.random()))
        if prompt.least > min(most, prompt.purses[seat]):
            return "out"
        return prompt.least


def _price(prompt: Choose) -> int:
    """The highest bid that a seller is asked about."""
    amount = prompt.say.facts["amount"]
    assert isinstance(amount, Text)
    price = amount.facts["amount"]
    assert isinstance(price, int)
    return price
