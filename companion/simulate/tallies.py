"""What is counted in a game's simulated sessions: one tally a game, found by the game's name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.table.faults import Fault
from companion.table.game import Event, Outcome
from companion.table.seats import Seat

_TALLIES = {
    "dice": ("companion.simulate.dice_tally", "DiceTally"),
    "dominoes": ("companion.simulate.domino_tally", "DominoTally"),
    "goldrush": ("companion.simulate.gold_rush_tally", "GoldRushTally"),
    "patience": ("companion.simulate.patience_tally", "PatienceTally"),
}


class Tally(Protocol):
    """Counts sessions one after the other; tallies of different sessions add up in any order."""

    def begin(self, players: int) -> None:
        """Begin to count a session of `players`."""
        ...

    def take(self, event: Event) -> None:
        """Count one event of the session."""
        ...

    def end(self, seats: Sequence[Seat], outcome: Outcome) -> None:
        """Close the session's counts with those at the table in the end and the outcome."""
        ...

    def add(self, other: Any) -> None:
        """Add the counts of another tally of the same game."""
        ...

    def figures(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return all figures as plain data; the same counts give the same figures."""
        ...


def new_tally(game: str) -> Tally:
    """Return an empty tally; raises `Fault` for a game whose sessions are not counted."""
    if game not in _TALLIES:
        raise Fault("simulate.unknown", status=2, given=game[:24], known=", ".join(_TALLIES))
    module, name = _TALLIES[game]
    tally: Tally = getattr(importlib.import_module(module), name)()
    return tally
