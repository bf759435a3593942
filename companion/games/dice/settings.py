"""What a table may agree on before the dice game, and those agreements with types."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.games.dice.hands import Comparison
from companion.table.house_rules import HouseRule, check_rules
from companion.table.prompts import Option
from companion.table.refusals import Refused, Why
from companion.table.text import text

#: One bank and one to seven bettors (D1).
SEAT_LIMITS = (2, 8)


def _option(rule: str, id: str) -> Option:
    return Option(id, text(f"dice.rule.{rule}.{id.replace(' ', '_')}"))


def _switch(id: str, needs: tuple[str, str] | None = None) -> HouseRule:
    return HouseRule(
        id=id,
        say=text(f"dice.rule.{id}"),
        explain=text(f"dice.rule.{id}.explain"),
        kind="switch",
        default=False,
        needs=needs,
    )


def _choice(id: str, *options: str) -> HouseRule:
    return HouseRule(
        id=id,
        say=text(f"dice.rule.{id}"),
        explain=text(f"dice.rule.{id}.explain"),
        kind="choice",
        default=options[0],
        options=tuple(_option(id, option) for option in options),
    )


def _number(
    id: str, default: int, least: int, most: int, needs: tuple[str, str | bool] | None = None
) -> HouseRule:
    return HouseRule(
        id=id,
        say=text(f"dice.rule.{id}"),
        explain=text(f"dice.rule.{id}.explain"),
        kind="number",
        default=default,
        least=least,
        most=most,
        needs=needs,
    )


#: In the order in which the set-up screen asks for them.
HOUSE_RULES: tuple[HouseRule, ...] = (
    _choice("variant", "bank", "pot"),
    _number("multiple", 1, 1, 20),
    _switch("points"),
    _number("chips", 20, 1, 999, needs=("points", False)),
    _number("limit", 1, 1, 100, needs=("variant", "bank")),
    _number("ante", 1, 1, 100, needs=("variant", "pot")),
    _choice("first_bank", "lot", "choose"),
    _choice("comparison", *(comparison.value for comparison in Comparison)),
    _switch("bets", needs=("variant", "bank")),
    _number("rebuys", 0, 0, 9, needs=("points", False)),
    _choice("payments", "none", "one press"),
)


class Settings(Struct, frozen=True, kw_only=True):
    """The house rules of one session: D3 comparison, D6 limit, D9 multiple, D10 rebuys, D12 variant and ante,
    D13 bets, D14 points, D16 chips and first bank, H8 payments."""

    variant: str
    multiple: int
    points: bool
    chips: int
    limit: int
    ante: int
    first_bank: str
    comparison: Comparison
    bets: bool
    rebuys: int
    payments: str

    @property
    def pressed(self) -> bool:
        """Whether the receiver of a payment presses for it (H8)."""
        return self.payments == "one press"

    @property
    def entry(self) -> int:
        """The fewest chips with which a seat can take part in a round."""
        return self.ante if self.variant == "pot" else 1


def settle_rules(given: dict[str, Any]) -> Settings:
    """Return the complete settings; raises `Refused` for unknown rules and values.

    An ante that nobody could ever pay is refused as well.
    """
    settings = msgspec.convert(check_rules(HOUSE_RULES, given), Settings)
    if settings.variant == "pot" and not settings.points and settings.ante > settings.chips:
        legal = text("rules.legal.number", least=1, most=settings.chips)
        raise Refused(Why.RULE_VALUE, rule="ante", given=str(settings.ante), legal=legal)
    return settings
