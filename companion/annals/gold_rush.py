"""An evening of the board game in figures: gold, houses, parties, nights in the theatre, fires."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.annals.counting import Counters, Feats
from companion.annals.evening import Feat
from companion.annals.told import Happened
from companion.table.ledger import BANK
from companion.table.text import Text


class _About(Struct, frozen=True):
    currency: Annotated[str, Meta(max_length=4)] = "$"


class _Space(Struct, frozen=True):
    id: Annotated[str, Meta(max_length=60)]
    name: Annotated[str, Meta(max_length=60)]


class _Kept(Struct, frozen=True):
    """What the annals need of the edition that a session keeps in its house rules."""

    game: _About = _About()
    space: tuple[_Space, ...] = ()


@lru_cache(maxsize=8)
def _kept(edition: str) -> _Kept:
    try:
        return msgspec.json.decode(edition, type=_Kept)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return _Kept()


def currency_of(rules: Mapping[str, Any]) -> str:
    """Return the sign of the money of a session with these house rules."""
    return _kept(str(rules.get("edition_text", ""))).game.currency


class GoldRushTally:
    """Counts an evening of the board game."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        kept = _kept(str(rules.get("edition_text", "")))
        self._currency = kept.game.currency
        self._names = {space.id: space.name for space in kept.space}
        self._counters, self._feats = Counters(), Feats()
        self._seats: dict[str, str] = {}

    def take(self, happened: Happened) -> None:
        facts = happened.facts
        match happened.what:
            case "card":
                self._card(facts)
            case "bought":
                self._counters.add(facts["seat"], "bought")
            case "party":
                self._party(facts)
            case "held" | "stays":
                self._night(facts)
            case "fire":
                self._fire(facts)
            case "woodpile" if facts.get("how") == "jumped":
                self._counters.add(facts["seat"], "jumped")
            case "hammer":
                self._hammer(facts)
            case "monopoly":
                self._counters.add(facts["seat"], "monopolies")
            case "gamble" if facts.get("doubles"):
                self._counters.add(facts["seat"], "bank_broken")
            case "paid" | "short":
                for move in facts.get("moves", ()):
                    self._paid(facts, move)
            case "end":
                for standing in facts["standings"]:
                    self._counters.put(standing["seat"], "cash", standing["amount"])

    def _card(self, facts: Mapping[str, Any]) -> None:
        seat = facts["seat"]
        self._counters.add(seat, "cards")
        if facts["kind"] != "gold":
            return
        amount = facts["amount"]
        self._counters.add(seat, "gold", amount)
        if facts.get("discovery"):
            self._counters.add(seat, "discoveries")
        self._feats.offer("goldrush.nugget", seat, amount, amount=self._amount(amount))

    def _party(self, facts: Mapping[str, Any]) -> None:
        guests = len(facts["guests"])
        self._counters.add(facts["owner"], "parties")
        place = self._place(facts["space"])
        self._feats.offer("goldrush.party", facts["owner"], guests, 2, count=guests, space=place)

    def _night(self, facts: Mapping[str, Any]) -> None:
        self._counters.add(facts["seat"], "nights")
        nights = 1 + int(facts.get("tries", 0))
        place = self._place(facts["space"])
        self._feats.offer("goldrush.theatre", facts["seat"], nights, 2, count=nights, space=place)

    def _fire(self, facts: Mapping[str, Any]) -> None:
        for owner in facts["burnt"].values():
            self._counters.add(owner, "burnt")
        count = len(facts["burnt"])
        self._feats.offer("goldrush.fire", facts["seat"], count, 2, count=count)

    def _hammer(self, facts: Mapping[str, Any]) -> None:
        amount, place = facts["amount"], self._place(facts["space"])
        self._feats.offer(
            f"goldrush.hammer_{facts['sale']}",
            facts["seat"],
            amount,
            amount=self._amount(amount),
            space=place,
        )

    def _paid(self, facts: Mapping[str, Any], move: Mapping[str, Any]) -> None:
        payer, payee, amount = move["payer"], move["payee"], move["amount"]
        if BANK in (payer, payee) or ":" in payer or ":" in payee:
            return
        self._counters.add(payee, "received", amount)
        self._counters.add(payer, "paid", amount)
        self._feats.offer("goldrush.payment", payee, amount, amount=self._amount(amount))

    def _place(self, id: str) -> Text:
        return Text("goldrush.name", {"name": self._names.get(id, id)})

    def _amount(self, amount: int) -> Text:
        return Text("goldrush.amount", {"amount": amount, "currency": self._currency})

    def figures(self) -> dict[str, dict[str, int]]:
        return self._counters.plain()

    def feats(self) -> tuple[Feat, ...]:
        """The luckiest prospector is told last: he is known only at the end."""
        for seat in self._counters.seats():
            gold = self._counters.get(seat, "gold")
            self._feats.offer("goldrush.prospector", seat, gold, amount=self._amount(gold))
        return self._feats.best()
