"""Who sits at the dice table, clockwise, and whose turn as the bank is next (D8, D9, D10)."""

from __future__ import annotations

from msgspec import Struct

from companion.table.seats import MOST_SEATS, Seat, clean_name, seat_id


class Player(Struct):
    """A seat, its rebuys left and used, and its `usual` stake, the last one; `left` once it has gone (H1)."""

    seat: Seat
    rebuys: int
    bought: int = 0
    usual: int = 1
    left: bool = False


class Seating:
    """The seats in play and the rotation of the bank.

    A cycle is one turn as the bank for everybody who is there when it comes round to him, clockwise from
    the first bank; there are `multiple` cycles, so that everybody banks equally often (D9).  Who joins
    late banks as soon as the bank comes round to his place (H2); the turns of who leaves are dropped (H1).
    """

    def __init__(self, seats: tuple[Seat, ...], multiple: int, rebuys: int) -> None:
        self.players = [Player(seat, rebuys) for seat in seats]
        self.multiple = multiple
        self.cycle = 1
        self._anchor = 0
        self._last = -1
        self._renew()

    def _renew(self) -> None:
        self.players.sort(key=lambda player: player.seat.place)
        self.seats = tuple(player.seat for player in self.players if not player.left)
        self._names = {seat.id: seat.name for seat in self.seats}
        self._rounds_of: dict[str, tuple[str, ...]] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._names)

    def name(self, id: str) -> str:
        """Return the name of a seat in play."""
        return self._names[id]

    def player(self, id: str) -> Player:
        return next(player for player in self.players if player.seat.id == id)

    def clockwise(self, first: str) -> tuple[str, ...]:
        """Return all seats in play, clockwise from `first`, which comes first itself (D8)."""
        if first not in self._rounds_of:
            ids = self.ids
            at = ids.index(first)
            self._rounds_of[first] = ids[at:] + ids[:at]
        return self._rounds_of[first]

    # The rotation.

    def begin_with(self, first: str) -> None:
        """Let the rotation begin with the seat `first`."""
        self._anchor = next(seat.place for seat in self.seats if seat.id == first)

    def _steps(self, seat: Seat) -> int:
        return (seat.place - self._anchor) % MOST_SEATS

    def _to_come(self) -> list[Seat]:
        """The seats that have their turn as the bank yet to come in this cycle, in its order."""
        coming = [seat for seat in self.seats if self._steps(seat) > self._last]
        return sorted(coming, key=self._steps)

    def next_bank(self) -> str | None:
        """Pass the bank on and return who has it; ``None`` when all agreed rounds have been played."""
        coming = self._to_come()
        if not coming:
            if self.cycle >= self.multiple or not self.seats:
                return None
            self.cycle, self._last = self.cycle + 1, -1
            coming = self._to_come()
        self._last = self._steps(coming[0])
        return coming[0].id

    @property
    def turns_left(self) -> int:
        """How many turns as the bank are still to come, if nobody else joins or leaves."""
        return len(self._to_come()) + (self.multiple - self.cycle) * len(self.seats)

    @property
    def rotation(self) -> tuple[int, int, int]:
        """Where the rotation stands, for the digest."""
        return (self.cycle, self._anchor, self._last)

    # Coming and going.

    def free_places(self) -> tuple[int, ...]:
        taken = {seat.place for seat in self.seats}
        return tuple(place for place in range(MOST_SEATS) if place not in taken)

    def taken_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def join(self, name: str, place: int, rebuys: int) -> Seat:
        """Seat somebody at a free place; the id differs from those of all who have ever sat here."""
        tidy = clean_name(name, self.taken_names())
        known = [player.seat.id for player in self.players]
        seat = Seat(seat_id(tidy, place, known), tidy, place)
        self.players.append(Player(seat, rebuys))
        self._renew()
        return seat

    def leave(self, id: str) -> None:
        self.player(id).left = True
        self._renew()
