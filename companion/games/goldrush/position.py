"""Where everything is: tokens, deeds, and the cards on the four creeks."""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import TypeAlias, TypeVar

from msgspec import Struct, field

from companion.games.goldrush.edition import OWNED, Card, Edition, Space
from companion.table.answers import Answer
from companion.table.prompts import Prompt
from companion.table.seats import MOST_SEATS, Seat, clean_name, seat_id
from companion.table.text import Fact, Text

T = TypeVar("T")

Facts: TypeAlias = dict[str, Fact]

#: A part of the script: yields the open prompts, is sent answers, and returns something.
Part: TypeAlias = Generator[tuple[Prompt, ...], Answer, T]


class Player(Struct):
    """A seat's token: `at` which space it stands, how many turns it is still `missing` (B14), and the theatre
    that is its `host` with the throws it has tried there (B25)."""

    seat: Seat
    at: int
    missing: int = 0
    host: int | None = None
    tries: int = 0
    left: bool = False

    def release(self) -> None:
        """Let the player out of a theatre."""
        self.host, self.tries = None, 0


class Turned(Struct, frozen=True):
    """A card that has been turned: on which creek, by whom, its id (nothing in an own box), what it paid."""

    creek: int
    seat: str
    id: str
    face: Card
    factor: int


class Creek(Struct):
    """A creek: the cards `left`, the face of its `discovery`, and whether the Mother Lode lies there."""

    id: str
    name: str
    left: int
    discovery: str | None = None
    lode: bool = False
    turned: list[Turned] = field(default_factory=list)


class Position:
    """Tokens, deeds and creeks, and the questions that the rules ask about them."""

    def __init__(self, edition: Edition, seats: tuple[Seat, ...], transport_burns: bool) -> None:
        self.board = edition.board
        self.start = edition.by_id[edition.game.start_space].index
        self.woodpile = next(space.index for space in self.board if space.kind == "woodpile")
        self.buildings = frozenset(
            space.index
            for space in self.board
            if space.kind in OWNED and (space.kind != "transport" or transport_burns)
        )
        self.in_town = self.buildings | {
            space.index for space in self.board if space.kind in ("cemetery", "fire")
        }
        self._kinds = {
            kind: tuple(space.index for space in self.board if space.kind == kind) for kind in OWNED
        }
        self._monopoly_kinds = frozenset(edition.rules.monopoly_kinds)
        self.players: dict[str, Player] = {}
        self.deeds: dict[int, str] = {}
        self.creeks = tuple(
            Creek(id, name, edition.game.cards_per_creek)
            for id, name in zip(_creek_ids(edition.creeks.names), edition.creeks.names, strict=True)
        )
        self._cards = len(edition.deck)
        self.unturned = dict(edition.deck)
        self.turned: list[Turned] = []
        #: Why a card that has been turned cannot turn up again, by its id.
        self.refused: dict[str, Text] = {}
        self.ids: tuple[str, ...] = ()
        self._rounds: dict[str, tuple[str, ...]] = {}
        for seat in seats:
            self.seat(seat)

    # Seats.

    def seat(self, seat: Seat) -> None:
        """Put a seat's token on the start space."""
        self.players[seat.id] = Player(seat, self.start)
        self._renew()

    def join(self, name: str, place: int) -> Seat:
        """Seat somebody at a free place; the id differs from those of all who have ever sat here (H2)."""
        tidy = clean_name(name, self.taken_names())
        seat = Seat(seat_id(tidy, place, tuple(self.players)), tidy, place)
        self.seat(seat)
        return seat

    def leave(self, id: str) -> None:
        self.players[id].left = True
        self._renew()

    def _renew(self) -> None:
        there = sorted((p.seat for p in self.players.values() if not p.left), key=lambda seat: seat.place)
        self.seats = tuple(there)
        self.ids = tuple(seat.id for seat in there)
        self._rounds = {}

    def name(self, id: str) -> str:
        return self.players[id].seat.name

    def clockwise(self, first: str) -> tuple[str, ...]:
        """Return all seats, clockwise from `first`, which comes first itself if it is still there (B7)."""
        if first not in self._rounds:
            at = self.players[first].seat.place
            order = sorted(self.seats, key=lambda seat: (seat.place - at) % MOST_SEATS)
            self._rounds[first] = tuple(seat.id for seat in order)
        return self._rounds[first]

    def after(self, id: str) -> str:
        """Return the next seat to the left (B1)."""
        order = self.clockwise(id)
        return order[1] if order[0] == id and len(order) > 1 else order[0]

    def free_places(self) -> tuple[int, ...]:
        taken = {seat.place for seat in self.seats}
        return tuple(place for place in range(MOST_SEATS) if place not in taken)

    def taken_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    # Tokens and deeds.

    def space_of(self, id: str) -> Space:
        return self.board[self.players[id].at]

    def standing_on(self, index: int) -> list[str]:
        """Return whose tokens stand on a space, clockwise by place."""
        players = self.players
        return [id for id in self.ids if players[id].at == index]

    def detained(self, id: str) -> bool:
        """Whether a player is on the Woodpile or held in a theatre, and so may not bid for a claim (B17)."""
        player = self.players[id]
        return player.host is not None or player.at == self.woodpile

    def deeds_of(self, id: str) -> list[int]:
        """Return the spaces that a player owns, in board order."""
        return sorted(index for index, owner in self.deeds.items() if owner == id)

    def buildings_of(self, id: str) -> int:
        """Return how many building cards a player holds (B27, B29)."""
        return sum(owner == id and index in self.buildings for index, owner in self.deeds.items())

    def monopoly(self, index: int) -> str | None:
        """Return who owns every space of this one's kind, where that kind doubles (B28)."""
        kind = self.board[index].kind
        owner = self.deeds.get(index)
        if owner is None or kind not in self._monopoly_kinds:
            return None
        deeds = self.deeds
        return owner if all(deeds.get(other) == owner for other in self._kinds[kind]) else None

    def monopolies(self) -> list[dict[str, str]]:
        """Return the kinds of which one player owns all, with who that is."""
        found = []
        for kind, indices in self._kinds.items():
            owner = self.monopoly(indices[0]) if indices else None
            if owner is not None:
                found.append({"kind": kind, "seat": owner})
        return found

    def give_deed(self, index: int, to: str | None) -> list[str]:
        """Give a deed to a player, or back to the bank; returns who is set free by that (B25)."""
        if to is None:
            self.deeds.pop(index, None)
        else:
            self.deeds[index] = to
        freed = [id for id in self.ids if self.players[id].host == index and to in (None, id)]
        for id in freed:
            self.players[id].release()
        return freed

    # Creeks.

    @property
    def open_creeks(self) -> list[Creek]:
        return [creek for creek in self.creeks if creek.left]

    @property
    def worked_out(self) -> bool:
        """Whether the last card has been turned (B32)."""
        return len(self.turned) == self._cards


def _creek_ids(names: tuple[str, ...]) -> list[str]:
    """Return short ids for the creeks, all different, and different from every other option of a choice."""
    ids: list[str] = []
    for number, name in enumerate(names, start=1):
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        ids.append(slug if slug and slug != "sell" and slug not in ids else f"creek-{number}")
    return ids
