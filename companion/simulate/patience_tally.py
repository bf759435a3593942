"""What is counted in simulated patiences: games won, actions, cards that came up, scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.table.game import Event, Outcome
from companion.table.seats import Seat


class PatienceTally:
    """The counts of many patiences.  `up` counts games by how many cards reached the foundations."""

    def __init__(self) -> None:
        self.sessions = 0
        self.won = 0
        self.actions = 0
        self.actions_won = 0
        self.score = 0
        self.up: dict[int, int] = {}

    def begin(self, players: int) -> None:
        """Begin to count a game; there is nothing to prepare."""

    def take(self, event: Event) -> None:
        """Count one event of the game."""
        if event.what != "end":
            return
        facts = event.facts
        self.sessions += 1
        self.won += facts["won"]
        self.actions += facts["actions"]
        self.actions_won += facts["actions"] if facts["won"] else 0
        self.score += facts["score"] or 0
        self.up[facts["cards"]] = self.up.get(facts["cards"], 0) + 1

    def end(self, seats: Sequence[Seat], outcome: Outcome) -> None:
        """Close a game; its last event has told everything."""

    def add(self, other: PatienceTally) -> None:
        """Add the counts of other games."""
        for name in ("sessions", "won", "actions", "actions_won", "score"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for cards, count in other.up.items():
            self.up[cards] = self.up.get(cards, 0) + count

    def figures(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return all figures as plain data; `rounds` are games, shares are of all games."""
        games = max(1, self.sessions)
        return {
            "rounds": self.sessions,
            "won": self.won,
            "share_won": round(self.won / games, 4),
            "mean_actions": round(self.actions / games, 1),
            "mean_actions_won": round(self.actions_won / max(1, self.won), 1),
            "mean_score": round(self.score / games, 1) if rules["score"] == "standard" else None,
            "mean_cards_up": round(sum(cards * n for cards, n in self.up.items()) / games, 1),
            "cards_up": {str(cards): n for cards, n in sorted(self.up.items())},
        }
