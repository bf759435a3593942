"""What is counted in simulated domino sessions: chips by turn and strength, passes, fall-backs, blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import asdict

from companion.simulate.counts import Counts
from companion.table.game import Event, Outcome
from companion.table.seats import Seat


class StrengthTally(Counts):
    """How the seats of one strength came off: sessions played, won alone, shared, and chips."""

    seats: int = 0
    wins: int = 0
    shared: int = 0
    chips: int = 0


class DominoTable(Counts):
    """Counts over the sessions of one number of players.

    `stages` counts the tiles by the step of T8 they were laid under, `wins_by_turn` and `chips_by_turn` go by
    the order of starting, 0 for who started the first deal.
    """

    players: int
    sessions: int = 0
    deals: int = 0
    tiles: int = 0
    passes: int = 0
    blocked: int = 0
    piles: int = 0
    spoiled: int = 0
    left: int = 0
    shared_wins: int = 0
    extra_deals: int = 0
    stages: dict[int, int] = field(default_factory=dict)
    wins_by_turn: dict[int, int] = field(default_factory=dict)
    chips_by_turn: dict[int, int] = field(default_factory=dict)
    final_chips: dict[int, int] = field(default_factory=dict)
    strengths: dict[str, StrengthTally] = field(default_factory=dict)


class DominoTally:
    """The counts of many domino sessions, by the number of players."""

    def __init__(self) -> None:
        self.tables: dict[int, DominoTable] = {}
        self._table = DominoTable(0)
        self._strengths: dict[str, str] = {}
        self._first = ""
        self._left = 0

    # Counting one session.

    def begin(self, players: int) -> None:
        """Begin to count a session of `players`."""
        self._table = self.tables.setdefault(players, DominoTable(players))
        self._strengths, self._first, self._left = {}, "", 0

    def take(self, event: Event) -> None:
        """Count one event of the session."""
        table, facts = self._table, event.facts
        match event.what:
            case "begin":
                self._strengths = facts["virtual"]
            case "lot" | "chosen":
                self._first = facts["seat"]
            case "laid":
                table.tiles += 1
                table.stages[facts["stage"]] = table.stages.get(facts["stage"], 0) + 1
                table.spoiled += len(facts["spoiled"])
            case "won":
                table.piles += 1
            case "passes":
                table.passes += 1
            case "deal_end":
                table.deals += 1
                table.blocked += facts["why"] == "blocked"
                self._left = facts["left"]
            case "extra_deal":
                table.extra_deals += 1

    def end(self, seats: Sequence[Seat], outcome: Outcome) -> None:
        """Close the session's counts with those at the table in the end and the outcome."""
        table = self._table
        table.sessions += 1
        table.left += self._left
        table.shared_wins += len(outcome.winners) > 1
        places = {seat.id: seat.place for seat in seats}
        first = places.get(self._first, 0)
        for standing in outcome.standings:
            turn = (places[standing.seat] - first) % table.players
            alone = outcome.winners == (standing.seat,)
            table.chips_by_turn[turn] = table.chips_by_turn.get(turn, 0) + standing.amount
            table.wins_by_turn[turn] = table.wins_by_turn.get(turn, 0) + alone
            table.final_chips[standing.amount] = table.final_chips.get(standing.amount, 0) + 1
            strength = self._strengths.get(standing.seat)
            if strength is not None:
                own = table.strengths.setdefault(strength, StrengthTally())
                own.seats += 1
                own.wins += alone
                own.shared += standing.place == 1 and not alone
                own.chips += standing.amount

    # The whole.

    def add(self, other: DominoTally) -> None:
        for players, table in other.tables.items():
            self.tables.setdefault(players, DominoTable(players)).add(table)

    def figures(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return all figures as plain data; the same counts give the same figures."""
        total = DominoTable(0)
        for players in sorted(self.tables):
            total.add(self.tables[players])
        return {
            "rounds": total.deals,
            "deals": total.deals,
            "tiles": total.tiles,
            "strengths": _strengths(total),
            "by_players": [_table_figures(self.tables[players]) for players in sorted(self.tables)],
        }


def _strengths(table: DominoTable) -> dict[str, dict[str, Any]]:
    return {
        strength: {**asdict(own), "mean_chips": round(own.chips / own.seats, 3)}
        for strength, own in sorted(table.strengths.items())
    }


def _table_figures(table: DominoTable) -> dict[str, Any]:
    turns = range(table.players)
    deals = max(1, table.deals)
    return {
        "players": table.players,
        "sessions": table.sessions,
        "deals": table.deals,
        "tiles_a_deal": round(table.tiles / deals, 3),
        "passes_a_deal": round(table.passes / deals, 3),
        "fallbacks_a_deal": round((table.stages.get(2, 0) + table.stages.get(3, 0)) / deals, 3),
        "piles_a_deal": round(table.piles / deals, 3),
        "spoiled_a_deal": round(table.spoiled / deals, 3),
        "blocked": table.blocked,
        "extra_deals": table.extra_deals,
        "shared_wins": table.shared_wins,
        "mean_left": round(table.left / table.sessions, 3),
        "wins_by_turn": [table.wins_by_turn.get(turn, 0) for turn in turns],
        "mean_chips_by_turn": [round(table.chips_by_turn.get(turn, 0) / table.sessions, 3) for turn in turns],
        "strengths": _strengths(table),
    }
