"""What a player may agree on before a patience, and those agreements with types."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.games.patience.deals import LAST_DEAL
from companion.table.house_rules import HouseRule, check_rules
from companion.table.prompts import Option
from companion.table.text import Text

#: A patience is for one; others may look on.
SEAT_LIMITS = (1, 1)


def _named(id: str) -> tuple[Text, Text]:
    """Return a rule's name and the sentence about it."""
    return Text(f"patience.rule.{id}"), Text(f"patience.rule.{id}.explain")


def _choice(id: str, *options: str) -> HouseRule:
    say, explain = _named(id)
    offered = tuple(Option(option, Text(f"patience.rule.{id}.{option}")) for option in options)
    return HouseRule(id=id, say=say, explain=explain, kind="choice", default=options[0], options=offered)


def _switch(id: str, needs: tuple[str, str] | None = None) -> HouseRule:
    say, explain = _named(id)
    return HouseRule(id=id, say=say, explain=explain, kind="switch", default=False, needs=needs)


_ON_THE_SCREEN = ("way", "screen")
_DEAL_SAY, _DEAL_EXPLAIN = _named("deal")

#: In the order in which the set-up screen asks for them.
HOUSE_RULES: tuple[HouseRule, ...] = (
    _choice("way", "screen", "dealt", "turned"),
    _choice("draw", "1", "3"),
    HouseRule(
        id="deal", say=_DEAL_SAY, explain=_DEAL_EXPLAIN, kind="number", default=0, most=LAST_DEAL,
        needs=_ON_THE_SCREEN,
    ),
    _switch("winnable", _ON_THE_SCREEN),
    _choice("score", "none", "standard"),
    _switch("notice"),
)  # fmt: skip


class Settings(Struct, frozen=True, kw_only=True):
    """The house rules of one patience.

    `way` is where the cards are: on the ``screen``, on the table with all of them shown while they are
    ``dealt``, or on the table with each shown as it is ``turned``.  `draw`: S7; `deal`: S14, 0 for a number
    drawn by the program, which `winnable` draws again until it can be won; `score`: S13; `notice`: whether
    to be told that there is no win left (S11).
    """

    way: Literal["screen", "dealt", "turned"]
    draw: Literal["1", "3"]
    deal: int
    winnable: bool
    score: Literal["none", "standard"]
    notice: bool

    @property
    def cards_turned(self) -> int:
        """How many cards a tap on the stock turns, 1 or 3 (S7)."""
        return int(self.draw)

    @property
    def scored(self) -> bool:
        return self.score == "standard"


def settle_rules(given: dict[str, Any]) -> Settings:
    """Return the complete settings; raises `Refused` for unknown rules and values."""
    return msgspec.convert(check_rules(HOUSE_RULES, given), Settings)
