"""Turns what the search found into moves of the rule book, each checked by the rules on the way.

The search does not know which of two fitting cards a card lies on.  Where the card that must go up is
covered, what covers it goes to the card's twin first, which is then free: one move more, and never two.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.patience.cards import RANKS, lies_on
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, Column, Position
from companion.games.patience.solver.search import COLUMN_UP, STOCK_DOWN, STOCK_UP
from companion.games.patience.solver.solving import KeyMove


class DoesNotFit(Exception):
    """A line of the search cannot be played on the table: our bug, never the players'."""


def realise(position: Position, line: Sequence[KeyMove]) -> tuple[str, ...]:
    """Return the moves that play a line of the search from a position.

    Raises `DoesNotFit` when the rules do not allow one of them.
    """
    last_up = {move.card: i for i, move in enumerate(line) if move.kind in (COLUMN_UP, STOCK_UP)}
    table = _Table(position, last_up)
    for move in line:
        if move.kind in (STOCK_UP, STOCK_DOWN):
            table.turn_up(move.card)
        if move.kind in (COLUMN_UP, STOCK_UP):
            if move.kind == COLUMN_UP:
                table.uncover(move.card)
            table.move(f"{move.card}-{FOUNDATION}")
        else:
            table.move(f"{move.card}-{table.place_for(move.card)}")
    return tuple(table.moves)


class _Table:
    """The position while a line is played, and the moves made so far."""

    def __init__(self, position: Position, last_up: dict[str, int]) -> None:
        self.position = position
        self.moves: list[str] = []
        self._last_up = last_up

    def move(self, move: str) -> None:
        reason = self.position.why_not(move)
        if reason is not None:
            raise DoesNotFit(f"{move}: {reason.id}")
        self.position = self.position.after(move)
        self.moves.append(move)

    def turn_up(self, card: str) -> None:
        """Tap the stock until a card is the top of the waste."""
        recycled = 0
        while self.position.waste[-1:] != (card,):
            if self.position.stock:
                self.move(TURN)
            else:
                recycled += 1
                if recycled > 1:
                    raise DoesNotFit(f"{card} cannot be reached")
                self.move(RECYCLE)

    def uncover(self, card: str) -> None:
        """Bring what lies on a card to the card's twin."""
        column = next((c for c in self.position.columns if card in c.up), Column())
        covers = column.up[column.up.index(card) + 1 :] if card in column.up else ()
        if covers:
            self.move(f"{covers[0]}-{self.place_for(covers[0])}")

    def place_for(self, card: str) -> int:
        """The number of a column where a card fits, on the card that stays longest."""
        places = []
        for number, column in enumerate(self.position.columns, start=1):
            if not column.up and not column.down and card[0] == RANKS[-1]:
                return number
            if column.up and lies_on(card, column.up[-1]):
                places.append((self._last_up.get(column.up[-1], len(self._last_up)), number))
        if not places:
            raise DoesNotFit(f"no place for {card}")
        return max(places)[1]
