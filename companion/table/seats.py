"""Seats: the places at the table, clockwise, each with a player, a colour, a shape and a button."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from companion.table.refusals import Refused, Why

MOST_SEATS = 8
LONGEST_NAME = 14

#: Colour and shape of each place, the same on the screen, on the lamps and in the kit.
LOOKS: tuple[tuple[str, str], ...] = (
    ("orange", "circle"),
    ("blue", "square"),
    ("yellow", "triangle"),
    ("violet", "diamond"),
    ("green", "star"),
    ("rose", "hexagon"),
    ("cyan", "cross"),
    ("white", "crescent"),
)


class Seat(Struct, frozen=True):
    """One place at the table.

    `id` names the seat in prompt keys, accounts and the journal and never changes;
    `place` counts clockwise from 0, and the seat's button is number `place` + 1.
    """

    id: str
    name: str
    place: int

    @property
    def colour(self) -> str:
        return LOOKS[self.place][0]

    @property
    def shape(self) -> str:
        return LOOKS[self.place][1]


def clean_name(name: str, taken: Sequence[str] = ()) -> str:
    """Return `name` trimmed and normalised, or raise `Refused` when it cannot be a player's name."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidy:
        raise Refused(Why.NAME_EMPTY)
    if len(tidy) > LONGEST_NAME:
        raise Refused(Why.NAME_TOO_LONG, name=tidy[:LONGEST_NAME] + "…", most=LONGEST_NAME)
    if not all(ch.isprintable() for ch in tidy) or not any(ch.isalnum() for ch in tidy):
        raise Refused(Why.NAME_UNREADABLE)
    if tidy.casefold() in {other.casefold() for other in taken}:
        raise Refused(Why.NAME_TAKEN, name=tidy)
    return tidy


def seat_id(name: str, place: int, taken: Sequence[str] = ()) -> str:
    """Return a short ASCII id for a player's name, different from all `taken` ids."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not slug or slug in RESERVED_IDS:
        slug = f"seat{place + 1}"
    candidate, number = slug, 2
    while candidate in taken:
        candidate, number = f"{slug}-{number}", number + 1
    return candidate


#: Ids that the ledger or the journal use for something else than a seat.
RESERVED_IDS = frozenset({"bank", "pot", "table", "program", "clock", "seat", "all", "none"})


def seat_players(names: Sequence[str], least: int, most: int) -> tuple[Seat, ...]:
    """Seat the named players clockwise from place 0.

    Raises `Refused` when there are fewer than `least` or more than `most` of them,
    or when a name is empty, too long, unreadable or used twice.
    """
    if not least <= len(names) <= most:
        raise Refused(Why.PLAYERS_COUNT, count=len(names), least=least, most=most)
    seats: list[Seat] = []
    for place, name in enumerate(names):
        tidy = clean_name(name, [seat.name for seat in seats])
        seats.append(Seat(seat_id(tidy, place, [seat.id for seat in seats]), tidy, place))
    return tuple(seats)
