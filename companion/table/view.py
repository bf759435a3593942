"""What the table is after the last committed answer: the one thing that screens and voices may show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.table.game import Event, Outcome
from companion.table.ledger import Transfer
from companion.table.prompts import Prompt
from companion.table.seats import Seat


class TableView(Struct, frozen=True, kw_only=True):
    """An immutable picture of a session after a commit.

    `number` counts committed entries and grows with each commit; `events` are those of the last commit alone:
    of an answer, and of the lots and shuffles that followed it at once.  `snapshot` is what everybody may see
    of the game, as plain data.  `open` is empty while the session is paused, waits to be rebuilt (H4), was
    ended early, or is finished; `held` then names why (``"paused"``, ``"rebuild"``, ``"ended"``, ``""``).
    `leftover` counts the answers a correction has left over; `may_take_back` tells whether one press takes
    back the last answer (H5).
    """

    session: str
    game: str
    number: int
    seats: tuple[Seat, ...]
    open: tuple[Prompt, ...]
    snapshot: dict[str, Any]
    balances: dict[str, int]
    book: Sequence[Transfer]
    events: tuple[Event, ...] = ()
    outcome: Outcome | None = None
    held: str = ""
    digest: str = ""
    leftover: int = 0
    may_take_back: bool = False

    def seat(self, id: str) -> Seat:
        """Return the seat of an id; raises `KeyError` for an unknown one."""
        for seat in self.seats:
            if seat.id == id:
                return seat
        raise KeyError(id)

    def prompt(self, key: str) -> Prompt | None:
        """Return the open prompt of a key, if it is open."""
        return next((prompt for prompt in self.open if prompt.key == key), None)
