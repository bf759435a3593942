"""What a table may agree on before the board game, and those agreements with types.

The defaults are those of the edition that is played: its ``[rules]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from companion.games.goldrush.edition import Edition
from companion.games.goldrush.shelf import DEFAULT, edition_of, from_text, shelf_names
from companion.table.faults import Fault
from companion.table.house_rules import HouseRule, check_rules
from companion.table.prompts import Option
from companion.table.refusals import Refused, Why
from companion.table.text import Text, text

#: Two to six players (B1); an edition may be for fewer.
SEAT_LIMITS = (2, 6)

#: The house rule under which a journal keeps the whole edition, beside its name.
KEPT = "edition_text"


def _rule(id: str, kind: Any, default: Any, needs: Any = None, **limits: Any) -> HouseRule:
    say, explain = text(f"goldrush.rule.{id}"), text(f"goldrush.rule.{id}.explain")
    return HouseRule(id=id, say=say, explain=explain, kind=kind, default=default, needs=needs, **limits)


def _choice(id: str, default: str, *options: str) -> HouseRule:
    named = tuple(
        Option(option, text(f"goldrush.rule.{id}.{option.replace(' ', '_')}")) for option in options
    )
    return _rule(id, "choice", default, options=named)


def _edition_option(name: str) -> Option:
    try:
        return Option(name, Text("goldrush.rule.edition.name", {"name": edition_of(name).game.name}))
    except Fault:
        # A file that has become unreadable is said when it is chosen; the others can still be played.
        return Option(name, Text("goldrush.rule.edition.name", {"name": name}))


def _edition_rule() -> HouseRule:
    options = tuple(_edition_option(name) for name in shelf_names())
    return _rule("edition", "choice", DEFAULT, options=options, open=True)


@cache
def house_rules_of(edition: Edition) -> tuple[HouseRule, ...]:
    """Return what may be agreed on with an edition, in the order in which the set-up screen asks for it."""
    rules = edition.rules
    return (
        _edition_rule(),
        _choice("cards", rules.cards, "kit", "box", "screen"),
        _choice("starter", "throw", "throw", "lot"),
        _choice("collect", rules.collect, "ask", "auto"),
        _choice("payments", rules.payments, "one press", "both", "none"),
        _rule("sell_claims", "switch", rules.sell_claims),
        _rule("auction_seconds", "number", 15, least=5, most=120),
        _rule(
            "church_donation", "number", rules.church_donation // edition.game.money_unit, least=0, most=99
        ),
        _rule("church_loans", "switch", rules.church_loans),
        _rule("woodpile_missed_turns", "number", rules.woodpile_missed_turns, least=1, most=3),
        _rule("theatre_max_throws", "number", rules.theatre_max_throws, least=0, most=9),
        _choice("casino_card_arrival", rules.casino_card_arrival, "throw", "same"),
        _rule("saloon_moves_owner", "switch", rules.saloon_moves_owner),
        _rule("saloon_owner_landing_party", "switch", rules.saloon_owner_landing_party),
        _rule("transport_is_building", "switch", rules.transport_is_building),
    )


def edition_for(given: Mapping[str, Any]) -> Edition:
    """Return the edition that house rules name, or keep; raises `Fault` or `Refused` where there is none."""
    kept = given.get(KEPT)
    if isinstance(kept, str):
        return from_text(kept)
    name = given.get("edition", DEFAULT)
    if not isinstance(name, str) or kept is not None:
        raise Refused(Why.RULE_VALUE, rule="edition", given=str(name)[:24], legal=_edition_rule().legal)
    return edition_of(name)


def house_rules(given: Mapping[str, Any]) -> tuple[HouseRule, ...]:
    """Return what may be agreed on with the edition that `given` names, by default the first on the shelf."""
    return house_rules_of(edition_for(given))


class Settings(Struct, frozen=True, kw_only=True):
    """The house rules of one session: B1 starter, B6 collect and payments, B12 and B13 church, B14, B17, B23
    saloons, B24 casinos, B25 theatres, B29 transport, B34 cards; `church_donation` counts money units."""

    edition: str
    cards: str
    starter: str
    collect: str
    payments: str
    sell_claims: bool
    auction_seconds: int
    church_donation: int
    church_loans: bool
    woodpile_missed_turns: int
    theatre_max_throws: int
    casino_card_arrival: str
    saloon_moves_owner: bool
    saloon_owner_landing_party: bool
    transport_is_building: bool


def settle_rules(edition: Edition, given: Mapping[str, Any]) -> Settings:
    """Return the complete settings; raises `Refused` for unknown rules and values."""
    plain = {name: value for name, value in given.items() if name != KEPT}
    return msgspec.convert(check_rules(house_rules_of(edition), plain), Settings)
