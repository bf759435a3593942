"""An evening of patience in figures: won or not, actions, cards, ways back."""

from __future__ import annotations

from typing import Any

from companion.annals.counting import Counters
from companion.annals.evening import Feat
from companion.annals.told import Happened

#: Fewer actions are the greater feat; nobody needs more than this.
_MOST_ACTIONS = 100_000


class PatienceTally:
    """Counts one patience of one player.  A deal that the companion has finished is no win of his (S11)."""

    def __init__(self, seat: str) -> None:
        self._seat = seat
        self._counters = Counters()
        self._end: dict[str, Any] = {}
        self._moved: list[bool] = []

    def take(self, happened: Happened) -> None:
        facts, add = happened.facts, self._counters.add
        match happened.what:
            case "moved":
                self._moved.append(facts.get("turned") is not None)
            case "undone":
                add(self._seat, "undone")
                if self._moved:
                    self._moved.pop()
            case "redone":
                self._moved.append(False)
            case "end":
                self._end = facts
                self._counters.put(self._seat, "cards", facts["cards"])
                self._counters.put(self._seat, "actions", facts["actions"])
                if facts["won"]:
                    add(self._seat, "helped" if facts["assisted"] else "won")
                    if not facts["assisted"]:
                        self._counters.put(self._seat, "fewest", facts["actions"])

    def figures(self) -> dict[str, dict[str, int]]:
        return self._counters.plain()

    def feats(self) -> tuple[Feat, ...]:
        end = self._end
        if not end:
            return ()
        feats = []
        if end["won"] and not end["assisted"]:
            actions = end["actions"]
            feats.append(Feat("patience.fewest", self._seat, _MOST_ACTIONS - actions, {"count": actions}))
            if not self._counters.get(self._seat, "undone"):
                feats.append(Feat("patience.straight", self._seat, 1, {}))
        elif not end["won"]:
            feats.append(Feat("patience.cards", self._seat, end["cards"], {"count": end["cards"]}))
        row = longest_row(self._moved)
        if row >= 3:
            feats.append(Feat("patience.turned", self._seat, row, {"count": row}))
        return tuple(feats)


def longest_row(moves: list[bool]) -> int:
    """Return how many moves in a row turned up a card."""
    longest = row = 0
    for turned in moves:
        row = row + 1 if turned else 0
        longest = max(longest, row)
    return longest
