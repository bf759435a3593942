"""Players: what everybody has done in all evenings, by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from companion.annals.evening import Evening, Seated
from companion.annals.marks import Marks, fold

How: TypeAlias = Literal["sum", "most", "least"]
What: TypeAlias = Literal["count", "money", "hand"]


class Figure(Struct, frozen=True):
    """One figure of a game: how those of several evenings come together, and what it is a number of."""

    name: str
    how: How = "sum"
    what: What = "count"


#: The figures that are shown of a player, by game, the most telling first.
FIGURES: dict[str, tuple[Figure, ...]] = {
    "dice": (
        Figure("best_hand", "most", "hand"), Figure("best_row", "most"), Figure("stakes_won"),
        Figure("stakes_lost"), Figure("throws"), Figure("banks"), Figure("five_alike"), Figure("four_alike"),
        Figure("pots"),
    ),
    "goldrush": (
        Figure("cash", "most", "money"), Figure("gold", "sum", "money"), Figure("cards"),
        Figure("discoveries"), Figure("bought"), Figure("parties"), Figure("received", "sum", "money"),
        Figure("paid", "sum", "money"), Figure("nights"), Figure("burnt"), Figure("jumped"),
    ),
    "dominoes": (
        Figure("chips", "most"), Figure("best_deal", "most"), Figure("best_tile", "most"), Figure("piles"),
        Figure("laid"), Figure("passes"), Figure("spoiled"),
    ),
    "patience": (
        Figure("fewest", "least"), Figure("cards", "most"), Figure("actions"), Figure("undone"),
        Figure("helped"),
    ),
}  # fmt: skip


class GameRecord(Struct):
    """A player in one game: finished sessions, wins, the longest row of wins, and the figures by name."""

    game: str
    games: int = 0
    wins: int = 0
    seconds: int = 0
    row: int = 0
    figures: dict[str, int] = field(default_factory=dict)
    currency: str = ""
    _row: int = 0

    def take(self, evening: Evening, seat: Seated) -> None:
        """Count a finished evening."""
        won = seat.id in evening.winners
        self.games += 1
        self.wins += won
        self.seconds += evening.seconds
        self._row = self._row + 1 if won else 0
        self.row = max(self.row, self._row)
        self.currency = evening.currency or self.currency
        counted = evening.figures.get(seat.id, {})
        for figure in FIGURES.get(self.game, ()):
            if figure.name in counted:
                self._add(figure, counted[figure.name])

    def _add(self, figure: Figure, count: int) -> None:
        known = self.figures.get(figure.name)
        if known is None:
            self.figures[figure.name] = count
        elif figure.how == "sum":
            self.figures[figure.name] = known + count
        else:
            self.figures[figure.name] = (max if figure.how == "most" else min)(known, count)


class Player(Struct):
    """One player: `names` are all the names he has sat down by, `last` the session he played last."""

    name: str
    names: tuple[str, ...] = ()
    last: str = ""
    records: dict[str, GameRecord] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(record.games for record in self.records.values())

    @property
    def wins(self) -> int:
        return sum(record.wins for record in self.records.values())

    @property
    def seconds(self) -> int:
        return sum(record.seconds for record in self.records.values())


def players_of(evenings: Sequence[Evening], marks: Marks) -> tuple[Player, ...]:
    """Return all players of these evenings (the last first), who has won most first.

    A game counts for those who stand in its result; a seat that the companion played all evening, and a
    player whom the table has hidden, do not.
    """
    players: dict[str, Player] = {}
    for evening in reversed(evenings):
        stood = {standing.seat for standing in evening.standings}
        for seat in people_in(evening, marks):
            name = marks.called(seat.name)
            player = players.setdefault(fold(name), Player(name))
            player.name = name
            if seat.name not in player.names:
                player.names = (*player.names, seat.name)
            player.last = evening.session
            if seat.id in stood:
                record = player.records.setdefault(evening.game, GameRecord(evening.game))
                record.take(evening, seat)
    return tuple(sorted(players.values(), key=lambda one: (-one.wins, -one.games, one.name)))


def people_in(evening: Evening, marks: Marks) -> Iterable[Seated]:
    """Return the seats of an evening at which people sat whom the statistics show."""
    return (seat for seat in evening.seats if not seat.bot and marks.shows(seat.name))
