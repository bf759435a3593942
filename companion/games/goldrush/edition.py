"""An edition: the board, the deeds, the deck and the figures of one gold-rush board game, as plain data.

What a file must hold to become one is read and checked in `companion.games.goldrush.edition_reading`.  The
`title` of a field's `Meta` names what is legal there, for the sentence about a value that is not.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

#: No amount in an edition is larger, so that no sum comes near what the screens can show.
MOST_MONEY = 10_000_000
CREEKS = 4

Name: TypeAlias = Annotated[str, Meta(title="name", min_length=1, max_length=40)]
Title: TypeAlias = Annotated[str, Meta(title="title", min_length=1, max_length=60)]
Words: TypeAlias = Annotated[str, Meta(title="words", max_length=240)]
Id: TypeAlias = Annotated[str, Meta(title="id", pattern="^[a-z][a-z0-9_]{0,39}$")]
Money: TypeAlias = Annotated[int, Meta(title="money", ge=0, le=MOST_MONEY)]
Index: TypeAlias = Annotated[int, Meta(title="index", ge=0, le=199)]
Factor: TypeAlias = Annotated[int, Meta(title="factor", ge=1, le=9)]
Few: TypeAlias = Annotated[int, Meta(title="few", ge=0, le=9)]
Switch: TypeAlias = Annotated[bool, Meta(title="switch")]

SpaceKind: TypeAlias = Literal[
    "chilkoot", "prospect", "river", "woodpile", "church", "cemetery", "fire",
    "hotel", "saloon", "casino", "theatre", "sawmill", "trading", "transport",
]  # fmt: skip
Basis: TypeAlias = Literal["flat", "per_head", "per_pip", "per_building"]

#: What can be owned, and how each charges; only a saloon, casino or sawmill charges by a count (B23-B27).
OWNED: dict[str, str] = {
    "hotel": "flat",
    "saloon": "per_head",
    "casino": "per_pip",
    "theatre": "flat",
    "sawmill": "per_building",
    "trading": "flat",
    "transport": "flat",
}


class About(Struct, frozen=True, kw_only=True):
    """The ``[game]`` of an edition: what it is called, for how many, and how it begins."""

    id: Id
    name: Name
    min_players: Annotated[int, Meta(title="players", ge=2, le=6)] = 2
    max_players: Annotated[int, Meta(title="players", ge=2, le=6)] = 6
    currency: Annotated[str, Meta(title="currency", min_length=1, max_length=4)] = "$"
    money_unit: Annotated[int, Meta(title="unit", ge=1, le=1_000_000)] = 1000
    grubstake: Money
    start_space: Id
    dice: Annotated[int, Meta(title="dice", ge=2, le=2)] = 2
    board_spaces: Annotated[int, Meta(title="spaces", ge=13, le=200)]
    cards_per_creek: Annotated[int, Meta(title="cards", ge=1, le=24)] = 9
    minutes_target: Annotated[tuple[int, int], Meta(title="minutes")] = (60, 90)


class Figures(Struct, frozen=True, kw_only=True):
    """The ``[rules]`` of an edition: printed figures, and what its house rules begin with."""

    chilkoot_each_pays: Money
    river_fee: Money
    trading_company_fee: Money
    sawmill_fee_per_building: Money
    church_donation: Money = 10_000
    discovery_factor: Factor = 2
    mother_lode_factor: Factor = 2
    bonus_stacking: Annotated[Literal["single", "multiply"], Meta(title="stacking")] = "single"
    monopoly_factor: Factor = 2
    monopoly_kinds: Annotated[
        tuple[Literal["hotel", "saloon", "casino", "theatre", "transport"], ...], Meta(title="monopolies")
    ] = ("hotel", "saloon", "casino", "theatre", "transport")
    church_loans: Switch = True
    woodpile_missed_turns: Annotated[int, Meta(title="missed", ge=1, le=3)] = 1
    theatre_max_throws: Few = 0
    casino_card_arrival: Annotated[Literal["throw", "same"], Meta(title="arrival")] = "throw"
    saloon_moves_owner: Switch = True
    saloon_owner_landing_party: Switch = False
    transport_is_building: Switch = False
    collect: Annotated[Literal["ask", "auto"], Meta(title="collect")] = "ask"
    payments: Annotated[Literal["one press", "both", "none"], Meta(title="payments")] = "one press"
    cards: Annotated[Literal["kit", "box", "screen"], Meta(title="sources")] = "kit"
    sell_claims: Switch = True


class CreekNames(Struct, frozen=True, kw_only=True):
    """The ``[creeks]``: their names, and a fact about each or none at all."""

    names: Annotated[tuple[Name, ...], Meta(title="creeks")]
    facts: Annotated[tuple[Words, ...], Meta(title="facts")] = ()


class Space(Struct, frozen=True, kw_only=True):
    """One ``[[space]]`` of the board.  `price`, `revenue` and `basis` belong to what can be owned."""

    index: Index
    id: Id
    kind: Annotated[SpaceKind, Meta(title="space_kind")]
    name: Name
    price: Money | None = None
    revenue: Money | None = None
    basis: Annotated[Basis | None, Meta(title="basis")] = None
    fact: Words = ""


class Card(Struct, frozen=True, kw_only=True):
    """One face of the deck (``[[card]]``), of which there are `copies`.

    "gold" pays `amount` (B18-B20); "receive" pays it too but is no gold; "pay" takes `amount`, or `percent`
    of the cash, for the bank; "go" sends the token to the space `to`.
    """

    id: Id
    kind: Annotated[Literal["gold", "receive", "pay", "go"], Meta(title="card_kind")]
    title: Title
    amount: Money | None = None
    percent: Annotated[int | None, Meta(title="percent")] = None
    to: Id | None = None
    copies: Annotated[int, Meta(title="copies", ge=1, le=96)] = 1
    mother_lode: Switch = False
    text: Words = ""


class Edition(Struct, frozen=True, kw_only=True, dict=True):
    """A whole edition; the names of its parts are those of the file."""

    game: About
    rules: Figures
    creeks: CreekNames
    space: tuple[Space, ...]
    card: tuple[Card, ...]
    schema: Literal[1] = 1

    @cached_property
    def board(self) -> tuple[Space, ...]:
        """The spaces in clockwise order."""
        return tuple(sorted(self.space, key=lambda space: space.index))

    @cached_property
    def by_id(self) -> dict[str, Space]:
        return {space.id: space for space in self.space}

    @cached_property
    def deck(self) -> dict[str, Card]:
        """Every single card by its id, ``G01`` for the first in the file: the item of its code in the kit."""
        faces = [card for card in self.card for _ in range(card.copies)]
        return {f"G{number:02}": card for number, card in enumerate(faces, start=1)}
