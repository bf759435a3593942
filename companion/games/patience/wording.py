"""Moves in plain words, for the voice, the screen and the command line."""

from __future__ import annotations

from companion.games.patience.cards import SUITS, UNSEEN, card_name
from companion.games.patience.position import COLUMNS, FOUNDATION, RECYCLE, TURN, WASTE, Position
from companion.table.text import Text, text

_TARGETS = (FOUNDATION, *map(str, range(1, COLUMNS + 1)))


def move_said(position: Position, move: str) -> Text:
    """Return the sentence for a legal move from a position, as one tells it to the person at the table."""
    simple = _simply("said", position, move)
    if simple is not None:
        return simple
    step = position.step(move)
    card = card_name(step.cards[0])
    column = position.columns[int(step.target) - 1]
    if not column.up:
        return text("patience.said.to_empty", card=card, number=int(step.target))
    lower, more = card_name(column.up[-1]), len(step.cards) - 1
    if more:
        return text("patience.said.run_onto", card=card, lower=lower, number=int(step.target), count=more)
    return text("patience.said.onto", card=card, lower=lower, number=int(step.target))


def made_said(position: Position, move: str) -> Text:
    """Return the sentence for a legal move as it is told once it has been made."""
    simple = _simply("made", position, move)
    if simple is not None:
        return simple
    step = position.step(move)
    card = card_name(step.cards[0])
    return text("patience.made.to_column", card=card, number=int(step.target), count=len(step.cards))


def _simply(how: str, position: Position, move: str) -> Text | None:
    """Return the sentence for a tap on the stock or a card that goes up; ``None`` for a move to a column."""
    step = position.step(move)
    if move == TURN:
        return text(f"patience.{how}.turn", count=len(step.cards))
    if move == RECYCLE:
        return text(f"patience.{how}.recycle")
    if step.target == FOUNDATION:
        return text(f"patience.{how}.up", card=card_name(step.cards[0]))
    return None


def because_of(position: Position) -> dict[str, Text]:
    """Return why the moves that somebody might try with the cards in sight are not legal.

    A move with a card that is not free at all is refused in the general words for it.
    """
    tops = [top for suit in SUITS if (top := position.foundation_top(suit))]
    cards = [*tops, *position.waste[-1:], *(card for column in position.columns for card in column.up)]
    tries = [f"{card}-{target}" for card in cards for target in _TARGETS]
    reasons = ((move, position.why_not(move)) for move in (TURN, RECYCLE, *tries))
    return {move: reason for move, reason in reasons if reason is not None}


def seen_already(position: Position) -> dict[str, Text]:
    """Return why the cards that have been seen cannot be the one that was just laid bare."""
    seen = (card for card in position.cards() if card != UNSEEN)
    return {card: text("patience.because.seen", card=card_name(card)) for card in seen}


def place_asked(place: str) -> Text:
    """Return the sentence that asks for the card laid bare at a place."""
    if place == WASTE:
        return text("patience.ask.turned_stock")
    return text("patience.ask.turned_column", column=int(place))
