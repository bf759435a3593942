"""What is counted in simulated dice sessions, and how it compares with the exact odds (D15)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field

from companion.games.dice.hands import Category, Comparison
from companion.games.dice.odds import exact_odds, rethrow_share, two_aces_odds
from companion.simulate.counts import Counts
from companion.table.game import Event, Outcome
from companion.table.seats import Seat

RESULTS = ("win", "tie", "lose")


def _none_yet() -> dict[str, int]:
    return dict.fromkeys(RESULTS, 0)


class TableTally(Counts):
    """Counts over the sessions of one number of players.

    Each bettor's throw against the bank's is one comparison.  `squares` and `products` hold, for each
    result, the sums over the sessions of count² and count x comparisons, from which the standard error
    follows: comparisons of one session hang together (one throw of the bank meets several bettors),
    sessions do not.
    """

    players: int
    sessions: int = 0
    rounds: int = 0
    passes: int = 0
    throws: int = 0
    hands: dict[str, int] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=_none_yet)
    squares: dict[str, int] = field(default_factory=_none_yet)
    products: dict[str, int] = field(default_factory=_none_yet)
    comparisons_squared: int = 0
    bets: dict[str, int] = field(default_factory=dict)
    bets_paid: dict[str, int] = field(default_factory=dict)
    staked: int = 0
    bank_gain: int = 0
    cuts: int = 0
    pots: int = 0
    pots_rethrown: int = 0
    early_ends: int = 0
    shared_wins: int = 0
    wins_by_turn: dict[int, int] = field(default_factory=dict)
    chips_by_turn: dict[int, int] = field(default_factory=dict)
    final_chips: dict[int, int] = field(default_factory=dict)

    @property
    def comparisons(self) -> int:
        return sum(self.results.values())

    def standard_error(self, result: str) -> float | None:
        """Return the standard error of a result's share of the comparisons.

        It is that of a ratio of sums over independent sessions; ``None`` with fewer than two of them.
        """
        if self.sessions < 2 or not self.comparisons:
            return None
        share = self.results[result] / self.comparisons
        spread = (
            self.squares[result]
            - 2 * share * self.products[result]
            + share * share * self.comparisons_squared
        )
        return math.sqrt(max(0.0, spread) * self.sessions / (self.sessions - 1)) / self.comparisons


class DiceTally:
    """The counts of many dice sessions, by the number of players."""

    def __init__(self) -> None:
        self.tables: dict[int, TableTally] = {}
        self._table = TableTally(0)
        self._session = _none_yet()
        self._first = ""

    # Counting one session.

    def begin(self, players: int) -> None:
        """Begin to count a session of `players`."""
        self._table = self.tables.setdefault(players, TableTally(players))
        self._session = _none_yet()
        self._first = ""

    def take(self, event: Event) -> None:
        """Count one event of the session."""
        table, facts = self._table, event.facts
        match event.what:
            case "throw":
                table.throws += 1
                table.hands[facts["category"]] = table.hands.get(facts["category"], 0) + 1
            case "won" | "lost":
                paid = event.what == "won"
                self._session[facts["result"]] += 1
                table.bets[facts["bet"]] = table.bets.get(facts["bet"], 0) + 1
                table.bets_paid[facts["bet"]] = table.bets_paid.get(facts["bet"], 0) + paid
                table.staked += facts["stake"]
                table.bank_gain += -facts["stake"] if paid else facts["stake"]
            case "pot":
                table.pots += 1
                table.pots_rethrown += facts["rethrows"] > 0
            case "round_end":
                table.rounds += 1
            case "passes":
                table.passes += 1
            case "cut":
                table.cuts += 1
            case "sits_out":
                table.cuts += facts["why"] == "cut"
            case "end_early":
                table.early_ends += 1
            case "lot" | "chosen":
                self._first = facts["seat"]

    def end(self, seats: Sequence[Seat], outcome: Outcome) -> None:
        """Close the session's counts with those at the table in the end and the outcome."""
        table = self._table
        comparisons = sum(self._session.values())
        table.sessions += 1
        table.comparisons_squared += comparisons**2
        for result, count in self._session.items():
            table.results[result] += count
            table.squares[result] += count**2
            table.products[result] += count * comparisons
        places = {seat.id: seat.place for seat in seats}
        first = places.get(self._first, 0)
        for standing in outcome.standings:
            turn = (places[standing.seat] - first) % table.players
            table.chips_by_turn[turn] = table.chips_by_turn.get(turn, 0) + standing.amount
            table.final_chips[standing.amount] = table.final_chips.get(standing.amount, 0) + 1
            if standing.place == 1 and len(outcome.winners) == 1:
                table.wins_by_turn[turn] = table.wins_by_turn.get(turn, 0) + 1
        table.shared_wins += len(outcome.winners) > 1

    # The whole.

    def add(self, other: DiceTally) -> None:
        for players, table in other.tables.items():
            self.tables.setdefault(players, TableTally(players)).add(table)

    def total(self) -> TableTally:
        """Return the counts over all numbers of players."""
        total = TableTally(0)
        for players in sorted(self.tables):
            total.add(self.tables[players])
        return total

    def figures(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return all figures as plain data; the same counts give the same figures."""
        comparison = Comparison(rules["comparison"])
        total = self.total()
        exact = exact_odds(comparison)
        figures: dict[str, Any] = {
            "rounds": total.rounds,
            "throws": total.throws,
            "comparison": comparison.value,
            "comparisons": {**total.results, "of": total.comparisons},
            "exact": {"win": exact.win, "tie": exact.tie, "lose": exact.lose, "of": exact.of},
            "standard_errors_off": {result: self.off(total, result, comparison) for result in RESULTS},
            "hands": {
                category.name.lower(): total.hands.get(category.name.lower(), 0)
                for category in sorted(Category, reverse=True)
            },
            "bets": {
                bet: {"placed": placed, "paid": total.bets_paid[bet]}
                for bet, placed in sorted(total.bets.items())
            },
            "staked": total.staked,
            "bank_gain": total.bank_gain,
            "by_players": [self._table_figures(self.tables[n], comparison) for n in sorted(self.tables)],
        }
        return figures

    @staticmethod
    def off(table: TableTally, result: str, comparison: Comparison) -> float | None:
        """Return by how many standard errors a measured share is off the exact one."""
        error = table.standard_error(result)
        if not error:
            return None
        exact = exact_odds(comparison)
        share = table.results[result] / table.comparisons
        cases: int = getattr(exact, result)
        return round((share - cases / exact.of) / error, 3)

    @staticmethod
    def _table_figures(table: TableTally, comparison: Comparison) -> dict[str, Any]:
        turns = range(table.players)
        figures: dict[str, Any] = {
            "players": table.players,
            "sessions": table.sessions,
            "rounds": table.rounds,
            "comparisons": {**table.results, "of": table.comparisons},
            "early_ends": table.early_ends,
            "passes": table.passes,
            "cuts": table.cuts,
            "shared_wins": table.shared_wins,
            "wins_by_turn": [table.wins_by_turn.get(turn, 0) for turn in turns],
            "mean_chips_by_turn": [
                round(table.chips_by_turn.get(turn, 0) / table.sessions, 3) for turn in turns
            ],
        }
        if table.pots:
            figures |= {
                "pots": table.pots,
                "pots_rethrown": table.pots_rethrown,
                "exact_rethrow_share": float(rethrow_share(table.players, comparison)),
            }
        return figures


def exact_bet_share(bet: str, comparison: Comparison) -> float:
    """Return the exact share of bets of one kind that are paid (D13)."""
    odds = exact_odds(comparison)
    if bet == "two_aces":
        aces = two_aces_odds()
        return aces.win / aces.of
    return (odds.lose if bet == "lose" else odds.win) / odds.of
