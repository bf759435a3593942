"""What a table may agree on before the domino game, and those agreements with types."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.table.house_rules import HouseRule, check_rules
from companion.table.prompts import Option
from companion.table.refusals import Refused, Why
from companion.table.text import Text, text

#: Two, three or four players.
SEAT_LIMITS = (2, 4)

#: How well the companion plays for a seat that it plays.
STRENGTHS = ("searching", "greedy", "random")


def _named(id: str) -> tuple[Text, Text]:
    """Return a rule's name and the sentence about it."""
    return Text(f"dominoes.rule.{id}"), Text(f"dominoes.rule.{id}.explain")


def _choice(id: str, *options: str) -> HouseRule:
    offered = tuple(
        Option(option, Text(f"dominoes.rule.{id}.{option.replace(' ', '_')}")) for option in options
    )
    say, explain = _named(id)
    return HouseRule(id=id, say=say, explain=explain, kind="choice", default=options[0], options=offered)


def _switch(id: str) -> HouseRule:
    say, explain = _named(id)
    return HouseRule(id=id, say=say, explain=explain, kind="switch", default=False)


def _number(id: str, default: int, least: int, most: int) -> HouseRule:
    say, explain = _named(id)
    return HouseRule(id=id, say=say, explain=explain, kind="number", default=default, least=least, most=most)


#: In the order in which the set-up screen asks for them.
HOUSE_RULES: tuple[HouseRule, ...] = (
    _choice("two_deal", "fourteen", "nine"),
    _choice("three_deal", "seven", "nine"),
    _choice("starter", "lot", "choose"),
    _choice("hands", "table", "scanned", "dealt"),
    _switch("open_hands"),
    _switch("extra_deal"),
    _number("virtual", 0, 0, 4),
    _choice("strength", *STRENGTHS),
    _choice("payments", "none", "one press"),
)


class Shares(Struct, frozen=True):
    """How the 28 tiles are shared out: a hand's tiles, the reserve, and what is set aside for good."""

    hand: int
    reserve: int
    aside: int = 0
    draw_on_pass: bool = False


class Settings(Struct, frozen=True, kw_only=True):
    """The house rules of one session: T2 two players' deal and open hands, T3 three players' deal,
    T14 starter, T15 extra deal, T16 hands, H8 payments; `virtual` of the last seats are played by the
    companion at `strength`."""

    two_deal: Literal["fourteen", "nine"]
    three_deal: Literal["seven", "nine"]
    starter: Literal["lot", "choose"]
    hands: Literal["table", "scanned", "dealt"]
    open_hands: bool
    extra_deal: bool
    virtual: int
    strength: Literal["searching", "greedy", "random"]
    payments: Literal["none", "one press"]

    @property
    def pressed(self) -> bool:
        """Whether who wins chips presses for them (H8)."""
        return self.payments == "one press"

    def shares(self, players: int) -> Shares:
        """Return how the tiles are shared out among so many players (T2, T3, T4)."""
        if players == 2:
            return Shares(14, 0) if self.two_deal == "fourteen" else Shares(9, 10, draw_on_pass=True)
        if players == 3:
            return Shares(7, 7) if self.three_deal == "seven" else Shares(9, 0, aside=1)
        return Shares(7, 0)


def settle_rules(given: dict[str, Any], players: int) -> Settings:
    """Return the complete settings; raises `Refused` for unknown rules and values.

    More seats for the companion to play than there are seats are refused as well.
    """
    settings = msgspec.convert(check_rules(HOUSE_RULES, given), Settings)
    if settings.virtual > players:
        legal = text("rules.legal.number", least=0, most=players)
        raise Refused(Why.RULE_VALUE, rule="virtual", given=str(settings.virtual), legal=legal)
    return settings
