"""What the table is after the last committed answer: the one thing that screens and voices may show."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.table.game import Event, Outcome
from companion.table.ledger import Transfer
from companion.table.prompts import Prompt
from companion.table.seats import Seat


class TableView(Struct, frozen=True, kw_only=True):
    """An immutable picture of a session after a commit.

    `number` counts committed entries and grows with each; `events` are those of the last entry
    alone.  `snapshot` is the game's plain data.  `open` is empty while the session is paused, waits to
    be rebuilt (H4), or is finished; `held` then names why (``"paused"``, ``"rebuild"``, ``""``).
    """

    session: str
    game: str
    number: int
    seats: tuple[Seat, ...]
    open: tuple[Prompt, ...]
    snapshot: dict[str, Any]
    balances: dict[str, int]
    book: tuple[Transfer, ...]
    events: tuple[Event, ...] = ()
    outcome: Outcome | None = None
    held: str = ""
    digest: str = ""
    leftover: int = 0

    def seat(self, id: str) -> Seat:
        """Return the seat of an id; raises `KeyError` for an unknown one."""
        for seat in self.seats:
            if seat.id == id:
                return seat
        raise KeyError(id)

    def prompt(self, key: str) -> Prompt | None:
        """Return the open prompt of a key, if it is open."""
        return next((prompt for prompt in self.open if prompt.key == key), None)
