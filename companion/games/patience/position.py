"""A position of the patience: what lies where, which moves are legal, and what they lead to (S1-S8, S12).

Positions are immutable, so going back (S10) is looking at an earlier one.  Moves are short texts:

========== ==========================================================================
``9H-5``   the nine of hearts, with all cards lying on it, goes to column 5 (S2, S4);
           from a column, the waste, or the top of its foundation (S6) alike
``AS-F``   the ace of spades goes to its foundation (S5)
``turn``   the stock is tapped: one card, or three together, are turned (S7)
``recycle`` the empty stock is tapped: the waste becomes the stock again (S8)
========== ==========================================================================

Cards that nobody has seen are ``??``.  Where one of them is laid bare the position waits for it
(`Position.awaits`), and has no moves until `Position.shown` names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from companion.games.patience.cards import CARDS, RANKS, SUITS, UNSEEN, card_name, lies_on, rank_of, suit_name
from companion.table.refusals import Refused, Why
from companion.table.text import Text

COLUMNS = 7
TURN = "turn"
RECYCLE = "recycle"
#: The target of a move to a foundation, and the name of all foundations as a place.
FOUNDATION = "F"
WASTE = "waste"
STOCK = "stock"
_NUMBERS = tuple(str(number) for number in range(1, COLUMNS + 1))


class Column(Struct, frozen=True):
    """One column: the hidden cards from the base up, then the cards lying face up on them."""

    down: tuple[str, ...] = ()
    up: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.down) + len(self.up)

    def without(self, count: int) -> Column:
        """This column without its last `count` face-up cards; a hidden card laid bare is turned (S3)."""
        up = self.up[: len(self.up) - count]
        if up or not self.down or self.down[-1] == UNSEEN:
            return Column(self.down, up)
        return Column(self.down[:-1], self.down[-1:])


class Step(Struct, frozen=True):
    """What a move does, for the eyes: `cards` go from `source` to `target`, and `bares` tells whether
    a hidden card of the source column is turned up (S3).

    Places are ``stock``, ``waste``, ``F`` and the columns ``1`` to ``7``; turning brings cards from the
    stock to the waste, in the order in which they come to lie, and recycling brings them back.
    """

    cards: tuple[str, ...]
    source: str
    target: str
    bares: bool = False


class Position(Struct, frozen=True):
    """Where all cards lie.

    `draw` is how many cards a tap turns, 1 or 3 (S7).  `foundations` are heights from 0 to 13 in the order
    of `SUITS`.  The stock is in the order in which its cards will be drawn; the waste has its top card last.
    """

    draw: int
    foundations: tuple[int, ...]
    stock: tuple[str, ...]
    waste: tuple[str, ...]
    columns: tuple[Column, ...]

    @staticmethod
    def deal(deck: tuple[str, ...], draw: int) -> Position:
        """Deal a deck (S1): a card to each column 1-7, then to each of 2-7, and so on, the last card
        of a column face up; the 24 that are left are the stock, first card drawn first."""
        cards = iter(deck)
        columns: list[list[str]] = [[] for _ in range(COLUMNS)]
        for first in range(COLUMNS):
            for column in columns[first:]:
                column.append(next(cards))
        dealt = tuple(Column(tuple(column[:-1]), tuple(column[-1:])) for column in columns)
        return Position(draw, (0,) * len(SUITS), tuple(cards), (), dealt)

    @staticmethod
    def unseen(draw: int) -> Position:
        """A deal of which nobody has seen a card; it waits for the last card of each column."""
        columns = tuple(Column((UNSEEN,) * size) for size in range(1, COLUMNS + 1))
        stock = (UNSEEN,) * (len(CARDS) - COLUMNS * (COLUMNS + 1) // 2)
        return Position(draw, (0,) * len(SUITS), stock, (), columns)

    # -- what lies where

    @property
    def won(self) -> bool:
        """Whether all 52 cards are on the foundations (S12)."""
        return all(height == len(RANKS) for height in self.foundations)

    def foundation_top(self, suit: str) -> str | None:
        """The top card of a suit's foundation, or ``None`` while it is empty."""
        height = self.foundations[SUITS.index(suit)]
        return RANKS[height - 1] + suit if height else None

    def cards(self) -> Iterator[str]:
        """All cards where they lie, unseen ones as ``??``."""
        for suit, height in zip(SUITS, self.foundations, strict=True):
            yield from (rank + suit for rank in RANKS[:height])
        yield from self.stock
        yield from self.waste
        for column in self.columns:
            yield from column.down
            yield from column.up

    @property
    def not_seen(self) -> tuple[str, ...]:
        """The cards that nobody has seen yet, in the order of `CARDS`."""
        seen = set(self.cards())
        return tuple(card for card in CARDS if card not in seen)

    @property
    def awaits(self) -> str | None:
        """The place, a column's number or ``waste``, where a card must be shown before play goes on."""
        for number, column in enumerate(self.columns, start=1):
            if column.down and not column.up:
                return str(number)
        if self.waste and self.waste[-1] == UNSEEN:
            return WASTE
        return None

    def shown(self, card: str) -> Position:
        """The position after `card` has been shown at the place it waits for.

        Raises `Refused` when the card has been seen already or is none, or when nothing is awaited.
        """
        place = self.awaits
        if place is None or card not in self.not_seen:
            raise Refused(Why.NOT_IN_SET, given=card[:24])
        if place == WASTE:
            return replace(self, waste=(*self.waste[:-1], card))
        column = self.columns[int(place) - 1]
        return self._with_column(int(place) - 1, Column(column.down[:-1], (card,)))

    def with_known_hidden(self, column: int, index: int, card: str) -> Position:
        """This position knowing hidden card `index`, from the base, of the column with that index."""
        down, up = self.columns[column].down, self.columns[column].up
        return self._with_column(column, Column((*down[:index], card, *down[index + 1 :]), up))

    def with_known_stock(self, index: int, card: str) -> Position:
        """This position knowing card `index` of the waste followed by the stock."""
        cards = self.waste + self.stock
        known = (*cards[:index], card, *cards[index + 1 :])
        return replace(self, waste=known[: len(self.waste)], stock=known[len(self.waste) :])

    # -- moves

    def moves(self) -> tuple[str, ...]:
        """All legal moves; none while a card must be shown, and none once the patience is won."""
        if self.awaits is not None:
            return ()
        return tuple(self._moves())

    def _moves(self) -> Iterator[str]:
        for here, column in enumerate(self.columns):
            if column.up and self._next_up(column.up[-1]):
                yield f"{column.up[-1]}-{FOUNDATION}"
            for card in column.up:
                yield from self._to_columns(card, here)
        if self.waste:
            if self._next_up(self.waste[-1]):
                yield f"{self.waste[-1]}-{FOUNDATION}"
            yield from self._to_columns(self.waste[-1], None)
        for suit in SUITS:
            top = self.foundation_top(suit)
            if top and not self.won:
                yield from self._to_columns(top, None)
        if self.stock:
            yield TURN
        elif self.waste:
            yield RECYCLE

    def _to_columns(self, card: str, here: int | None) -> Iterator[str]:
        for there, column in enumerate(self.columns):
            if there != here and _fits(card, column):
                yield f"{card}-{there + 1}"

    def _next_up(self, card: str) -> bool:
        return self.foundations[SUITS.index(card[1])] == rank_of(card) - 1

    @property
    def stuck(self) -> bool:
        """Whether nothing but tapping the stock is left, however often it is tapped (S8, S12).

        A king that only changes from one empty column to another is nothing either.
        """
        position, met = self, set()
        while (position.stock, position.waste) not in met:
            moves = position.moves()
            if position.awaits is not None or any(position._brings_something(move) for move in moves):
                return False
            met.add((position.stock, position.waste))
            if not moves:
                break
            position = position._after(TURN if position.stock else RECYCLE)
        return not self.won

    def _brings_something(self, move: str) -> bool:
        if move in (TURN, RECYCLE):
            return False
        step = self.step(move)
        if not step.source.isdigit() or step.target == FOUNDATION:
            return True
        return len(self.columns[int(step.source) - 1]) > len(step.cards) or step.cards[0][0] != RANKS[-1]

    def after(self, move: str) -> Position:
        """The position after a legal move; raises `Refused` with the reason for any other."""
        reason = self.why_not(move)
        if reason is not None:
            raise Refused(Why.ILLEGAL_MOVE, given=move[:24], because=reason)
        return self._after(move)

    def _after(self, move: str) -> Position:
        if move == TURN:
            turned, left = self.stock[: self.draw], self.stock[self.draw :]
            return replace(self, stock=left, waste=self.waste + turned)
        if move == RECYCLE:
            return replace(self, stock=self.waste, waste=())
        step = self.step(move)
        position = self._taken(step)
        if step.target == FOUNDATION:
            return position._with_height(step.cards[0][1], 1)
        there = int(step.target) - 1
        column = position.columns[there]
        return position._with_column(there, Column(column.down, column.up + step.cards))

    def _taken(self, step: Step) -> Position:
        if step.source == WASTE:
            return replace(self, waste=self.waste[:-1])
        if step.source == FOUNDATION:
            return self._with_height(step.cards[0][1], -1)
        here = int(step.source) - 1
        return self._with_column(here, self.columns[here].without(len(step.cards)))

    def _with_column(self, index: int, column: Column) -> Position:
        return replace(self, columns=(*self.columns[:index], column, *self.columns[index + 1 :]))

    def _with_height(self, suit: str, by: int) -> Position:
        heights = list(self.foundations)
        heights[SUITS.index(suit)] += by
        return replace(self, foundations=tuple(heights))

    def step(self, move: str) -> Step:
        """What a legal move does; undefined for others."""
        if move == TURN:
            return Step(self.stock[: self.draw], STOCK, WASTE)
        if move == RECYCLE:
            return Step(self.waste, WASTE, STOCK)
        card, target = move.split("-")
        source, cards = self._lies(card)
        bares = source.isdigit() and cards == self.columns[int(source) - 1].up
        return Step(cards, source, target, bares and bool(self.columns[int(source) - 1].down))

    def _lies(self, card: str) -> tuple[str, tuple[str, ...]]:
        """Where a face-up card lies, and the cards that move with it, itself first; or ``("", ())``."""
        for number, column in enumerate(self.columns, start=1):
            if card in column.up:
                return str(number), column.up[column.up.index(card) :]
        if self.waste and self.waste[-1] == card:
            return WASTE, (card,)
        if card == self.foundation_top(card[1]):
            return FOUNDATION, (card,)
        return "", ()

    # -- why not

    def why_not(self, move: str) -> Text | None:
        """The reason why a move is not legal, or ``None`` when it is."""
        place = self.awaits
        if place is not None:
            return Text("patience.why.awaits", {"place": _place_name(place)})
        if move == TURN:
            return None if self.stock else Text("patience.why.stock_empty")
        if move == RECYCLE:
            if self.stock:
                return Text("patience.why.stock_left")
            return None if self.waste else Text("patience.why.both_empty")
        card, dash, target = move.partition("-")
        if card not in CARDS or not dash or target not in (FOUNDATION, *_NUMBERS):
            return Text("patience.why.no_move", {"given": move[:24]})
        source, cards = self._lies(card)
        if not source:
            return _why("not_free", card)
        if target == FOUNDATION:
            return self._why_not_up(card, source, cards)
        return self._why_not_onto(card, source, target)

    def why_nots(self) -> dict[str, Text]:
        """The reason for every move with a card in sight that is not legal, as `why_not` gives it.

        Nothing may be awaited.
        """
        tops = [top for suit in SUITS if (top := self.foundation_top(suit))]
        lying: list[tuple[str, tuple[str, ...]]] = [(FOUNDATION, (top,)) for top in tops]
        lying += [(WASTE, self.waste[-1:])] if self.waste else []
        for number, column in enumerate(self.columns, start=1):
            lying += [(str(number), column.up[at:]) for at in range(len(column.up))]
        reasons = {move: self.why_not(move) for move in (TURN, RECYCLE)}
        for source, cards in lying:
            reasons[f"{cards[0]}-{FOUNDATION}"] = self._why_not_up(cards[0], source, cards)
            for target in _NUMBERS:
                reasons[f"{cards[0]}-{target}"] = self._why_not_onto(cards[0], source, target)
        return {move: reason for move, reason in reasons.items() if reason is not None}

    def _why_not_onto(self, card: str, source: str, target: str) -> Text | None:
        column = self.columns[int(target) - 1]
        if source == target:
            return _why("same_column", card)
        if _fits(card, column):
            return None
        return _why("no_fit", card, lower=column.up[-1]) if column.up else _why("king_only", card)

    def _why_not_up(self, card: str, source: str, cards: tuple[str, ...]) -> Text | None:
        if source == FOUNDATION:
            return _why("up_already", card)
        if len(cards) > 1:
            return _why("covered", card, upper=cards[1])
        if self._next_up(card):
            return None
        wanted = RANKS[self.foundations[SUITS.index(card[1])]] + card[1]
        return _not_next(card[1], wanted)


@cache
def _why(reason: str, card: str, **others: str) -> Text:
    """A reason that names cards; hundreds of them go with each position."""
    named = {name: card_name(other) for name, other in others.items()}
    return Text(f"patience.why.{reason}", {"card": card_name(card), **named})


@cache
def _not_next(suit: str, wanted: str) -> Text:
    return Text("patience.why.not_next", {"suit": suit_name(suit), "card": card_name(wanted)})


def _fits(card: str, column: Column) -> bool:
    """Whether a card fits the end of a column (S2), or the empty column (S4)."""
    if column.up:
        return lies_on(card, column.up[-1])
    return not column.down and card[0] == RANKS[-1]


def _place_name(place: str) -> Text:
    return (
        Text(f"patience.place.{WASTE}")
        if place == WASTE
        else Text("patience.place.column", {"number": place})
    )
