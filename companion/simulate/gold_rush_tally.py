"""What is counted in simulated sessions of the board game: length, cash, income, shortfalls, wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field

from companion.simulate.counts import Counts
from companion.table.game import Event, Outcome
from companion.table.ledger import BANK
from companion.table.seats import Seat

#: How long a throw with all that follows it takes at a table, and how long a missed turn.
SECONDS_A_THROW = 45
SECONDS_A_MISSED_TURN = 10


class TableTally(Counts):
    """Counts over the sessions of one number of players.

    `minutes` counts sessions by their length in whole minutes.  `wins` are in shares of a 60th, so that
    shared wins stay whole numbers; `places` are sums of final cash by place in the ranking, from 1.
    """

    players: int
    sessions: int = 0
    turns: int = 0
    throws: int = 0
    missed: int = 0
    seconds: int = 0
    minutes: dict[int, int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    income: dict[str, int] = field(default_factory=dict)
    sessions_short: int = 0
    seats_short: int = 0
    seats_at_nothing: int = 0
    seat_turns: int = 0
    seat_turns_at_nothing: int = 0
    shared_wins: int = 0
    forfeited: int = 0
    claims_sold: int = 0
    bought: int = 0
    burnt: int = 0
    loans: int = 0
    seats_of: dict[str, int] = field(default_factory=dict)
    wins_of: dict[str, int] = field(default_factory=dict)
    cash_of: dict[str, int] = field(default_factory=dict)

    def minutes_at(self, share: float) -> int:
        """Return the length in minutes that `share` of all sessions do not exceed."""
        seen = 0
        for minutes in sorted(self.minutes):
            seen += self.minutes[minutes]
            if seen >= share * self.sessions:
                return minutes
        return 0


class GoldRushTally:
    """The counts of many sessions of the board game, by the number of players."""

    def __init__(self) -> None:
        self.tables: dict[int, TableTally] = {}
        self._table = TableTally(0)
        self._strategies: dict[str, str] = {}
        self._cash: dict[str, int] = {}
        self._short: set[str] = set()
        self._throws = self._missed = 0

    # Counting one session.

    def begin(self, players: int) -> None:
        """Begin to count a session of `players`."""
        self._table = self.tables.setdefault(players, TableTally(players))
        self._strategies, self._cash, self._short = {}, {}, set()
        self._throws = self._missed = 0

    def take(self, event: Event) -> None:
        """Count one event of the session."""
        facts, table = event.facts, self._table
        moves = facts.get("moves")
        if moves:
            self._move(event.what, facts, moves)
        match event.what:
            case "throw":
                self._throws += 1
                self._count_turn()
            case "missed":
                self._missed += 1
                self._count_turn()
            case "short":
                self._short.add(facts["debtor"])
            case "forfeited":
                table.forfeited += 1
            case "bought":
                table.bought += 1
            case "fire":
                table.burnt += len(facts["burnt"])
            case "loan":
                table.loans += 1
            case "hammer" if facts["sale"] == "claim":
                table.claims_sold += 1
            case "strategies":
                self._strategies = facts["strategies"]

    def _count_turn(self) -> None:
        self._table.seat_turns += len(self._cash)
        self._table.seat_turns_at_nothing += sum(amount == 0 for amount in self._cash.values())

    def _move(self, what: str, facts: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> None:
        """Follow the cash of the seats, and count what is income: gold, revenue, claims and deeds sold."""
        cash = self._cash
        for move in moves:
            payer, payee, amount = move["payer"], move["payee"], move["amount"]
            if payer != BANK:
                cash[payer] = cash.get(payer, 0) - amount
            if payee == BANK:
                continue
            cash[payee] = cash.get(payee, 0) + amount
            if what in ("paid", "short", "hammer"):
                source = facts["source"] if what != "hammer" else f"{facts['sale']} sold"
                income = self._table.income
                income[source] = income.get(source, 0) + amount
        for account in [name for name in cash if name.startswith("loan:")]:
            del cash[account]

    def end(self, seats: Sequence[Seat], outcome: Outcome) -> None:
        """Close the session's counts with those at the table in the end and the outcome."""
        table = self._table
        table.sessions += 1
        table.throws += self._throws
        table.missed += self._missed
        table.turns += self._throws + self._missed
        seconds = self._throws * SECONDS_A_THROW + self._missed * SECONDS_A_MISSED_TURN
        table.seconds += seconds
        minutes = round(seconds / 60)
        table.minutes[minutes] = table.minutes.get(minutes, 0) + 1
        table.sessions_short += bool(self._short)
        table.seats_short += len(self._short)
        winners = outcome.winners
        table.shared_wins += len(winners) > 1
        for place, standing in enumerate(outcome.standings, start=1):
            table.places[place] = table.places.get(place, 0) + standing.amount
            table.seats_at_nothing += standing.amount <= 0
            strategy = self._strategies.get(standing.seat)
            if strategy is not None:
                won = 60 // len(winners) if standing.place == 1 else 0
                for counts, count in (
                    (table.seats_of, 1),
                    (table.wins_of, won),
                    (table.cash_of, standing.amount),
                ):
                    counts[strategy] = counts.get(strategy, 0) + count

    def add(self, other: GoldRushTally) -> None:
        """Add the counts of another tally."""
        for players, counts in other.tables.items():
            self.tables.setdefault(players, TableTally(players)).add(counts)

    # The figures.

    def figures(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return all figures as plain data; `rounds` counts the throws of all sessions."""
        tables = [self.tables[players] for players in sorted(self.tables)]
        return {
            "rounds": sum(table.throws for table in tables),
            "by_players": [table_figures(table) for table in tables],
        }


def table_figures(table: TableTally) -> dict[str, Any]:
    """Return the figures of the sessions with one number of players; shares are of 1, amounts in money."""
    sessions, seats = max(1, table.sessions), max(1, table.sessions * table.players)
    income = sum(table.income.values())
    return {
        "players": table.players,
        "sessions": table.sessions,
        "turns": round(table.turns / sessions, 2),
        "throws": round(table.throws / sessions, 2),
        "missed": round(table.missed / sessions, 2),
        "minutes": round(table.seconds / 60 / sessions, 1),
        "minutes_5": table.minutes_at(0.05),
        "minutes_95": table.minutes_at(0.95),
        "cash_by_place": [round(table.places[place] / sessions) for place in sorted(table.places)],
        "income": {
            source: round(amount / max(1, income), 4)
            for source, amount in sorted(table.income.items(), key=lambda item: -item[1])
        },
        "gold_share": round(table.income.get("gold", 0) / max(1, income), 4),
        "income_a_seat": round(income / seats),
        "sessions_with_shortfall": round(table.sessions_short / sessions, 4),
        "players_ever_short": round(table.seats_short / seats, 4),
        "time_at_nothing": round(table.seat_turns_at_nothing / max(1, table.seat_turns), 4),
        "ended_at_nothing": round(table.seats_at_nothing / seats, 4),
        "shared_wins": table.shared_wins,
        "forfeited": table.forfeited,
        "claims_sold": round(table.claims_sold / sessions, 3),
        "bought": round(table.bought / sessions, 2),
        "burnt": round(table.burnt / sessions, 2),
        "loans": round(table.loans / sessions, 2),
        "strategies": {
            name: {
                "seats": count,
                "win_rate": round(table.wins_of.get(name, 0) / 60 / count, 4),
                "fair": round(1 / table.players, 4),
                "cash": round(table.cash_of.get(name, 0) / count),
            }
            for name, count in sorted(table.seats_of.items())
        },
    }
