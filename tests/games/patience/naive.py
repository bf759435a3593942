"""A second, slow and simple patience, written without looking at the first: piles of cards, every move tried.

Piles are lists with the top card last; the stock's last card is the next to be drawn.  It counts legal moves
and positions, and solves small positions by trying everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

RANKS = "A23456789TJQK"


class Naive:
    """Seven columns of [card, face up] pairs, four foundations, stock and waste."""

    def __init__(self, draw: int) -> None:
        self.draw = draw
        self.columns: list[list[list[Any]]] = [[] for _ in range(7)]
        self.foundations: dict[str, list[str]] = {suit: [] for suit in "CDHS"}
        self.stock: list[str] = []
        self.waste: list[str] = []

    @staticmethod
    def dealt(deck: str, draw: int) -> Naive:
        """Deal a deck of 104 characters as the rule book says."""
        table = Naive(draw)
        cards = [deck[i : i + 2] for i in range(0, 104, 2)]
        for row in range(7):
            for column in range(row, 7):
                table.columns[column].append([cards.pop(0), column == row])
        table.stock = cards[::-1]
        return table

    @staticmethod
    def read(saved: str) -> Naive:
        """Read the text form of a saved position."""
        parts = saved.split("/")
        table = Naive(int(parts[0]))
        for i, suit in enumerate("CDHS"):
            top = parts[1][2 * i]
            table.foundations[suit] = [r + suit for r in RANKS[: RANKS.find(top) + 1]] if top != "-" else []
        table.stock = _pairs(parts[2])[::-1]
        table.waste = _pairs(parts[3])
        for column, part in zip(table.columns, parts[4:], strict=True):
            hidden, open_ = part.split("|")
            column += [[card, False] for card in _pairs(hidden)] + [[card, True] for card in _pairs(open_)]
        return table

    def _copy(self) -> Naive:
        copy = Naive(self.draw)
        copy.columns = [[pair[:] for pair in column] for column in self.columns]
        copy.foundations = {suit: pile[:] for suit, pile in self.foundations.items()}
        copy.stock, copy.waste = self.stock[:], self.waste[:]
        return copy

    def key(self) -> str:
        """Everything there is to a position, as text."""
        return repr((self.columns, self.foundations, self.stock, self.waste))

    @property
    def won(self) -> bool:
        return sum(map(len, self.foundations.values())) == 52

    def next_tables(self) -> Iterator[Naive]:
        """Every position one legal move away, one for each move."""
        if self.stock:
            after = self._copy()
            for _ in range(self.draw):
                if after.stock:
                    after.waste.append(after.stock.pop())
            yield after
        elif self.waste:
            after = self._copy()
            after.stock = after.waste[::-1]
            after.waste = []
            yield after
        for source in (*range(7), "waste", *"CDHS"):
            for count in range(1, 14):
                moving = self._movable(source, count)
                if moving is None:
                    continue
                for target in (*range(7), *"CDHS"):
                    if target != source and self._fits(moving, source, target):
                        after = self._copy()
                        after._carry(moving, source, target)
                        yield after

    def _movable(self, source: Any, count: int) -> list[str] | None:
        """The last `count` cards of a place, when they may be picked up."""
        if isinstance(source, int):
            pile = self.columns[source][-count:]
            if len(pile) < count or not all(up for _, up in pile):
                return None
            return [card for card, _ in pile]
        pile = self.waste if source == "waste" else self.foundations[source]
        return pile[-1:] if pile and count == 1 else None

    def _fits(self, moving: list[str], source: Any, target: Any) -> bool:
        rank, suit = RANKS.index(moving[0][0]), moving[0][1]
        if isinstance(target, str):
            on_foundation = isinstance(source, str) and source != "waste"
            return (
                len(moving) == 1
                and not on_foundation
                and suit == target
                and len(self.foundations[suit]) == rank
            )
        if not self.columns[target]:
            return rank == 12
        card, up = self.columns[target][-1]
        return up and RANKS.index(card[0]) == rank + 1 and (card[1] in "DH") != (suit in "DH")

    def _carry(self, moving: list[str], source: Any, target: Any) -> None:
        if isinstance(source, int):
            del self.columns[source][-len(moving) :]
            if self.columns[source]:
                self.columns[source][-1][1] = True
        else:
            (self.waste if source == "waste" else self.foundations[source]).pop()
        if isinstance(target, int):
            self.columns[target] += [[card, True] for card in moving]
        else:
            self.foundations[target] += moving


def _pairs(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def counts(table: Naive, depth: int) -> list[tuple[int, int]]:
    """For each number of moves up to `depth`: how many new positions, and how many legal moves they have."""
    level = {table.key(): table}
    met = set(level)
    found = []
    for _ in range(depth + 1):
        moves = 0
        following: dict[str, Naive] = {}
        for position in level.values():
            for after in position.next_tables():
                moves += 1
                key = after.key()
                if key not in met:
                    met.add(key)
                    following[key] = after
        found.append((len(level), moves))
        level = following
    return found


def can_be_won(table: Naive, most: int) -> bool | None:
    """Whether a position can be won, by trying everything; ``None`` beyond `most` positions.

    Columns that have changed places are the same position here.
    """
    waiting, met = [table], {_sorted_key(table)}
    while waiting:
        position = waiting.pop()
        if position.won:
            return True
        for after in sorted(
            position.next_tables(), key=lambda next_: sum(map(len, next_.foundations.values()))
        ):
            key = _sorted_key(after)
            if key not in met:
                if len(met) >= most:
                    return None
                met.add(key)
                waiting.append(after)
    return False


def _sorted_key(table: Naive) -> str:
    heights = [len(pile) for pile in table.foundations.values()]
    return repr((sorted(map(repr, table.columns)), heights, table.stock, len(table.waste)))
