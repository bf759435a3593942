"""Moves in plain words, for the voice, the screen and the command line."""

from __future__ import annotations

from companion.games.patience.cards import UNSEEN, card_name
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, WASTE, Position
from companion.table.text import Text, text


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


def seen_already(position: Position) -> dict[str, Text]:
    """Return why the cards that have been seen cannot be the one that was just laid bare."""
    seen = (card for card in position.cards() if card != UNSEEN)
    return {card: text("patience.because.seen", card=card_name(card)) for card in seen}


def place_asked(place: str) -> Text:
    """Return the sentence that asks for the card laid bare at a place."""
    if place == WASTE:
        return text("patience.ask.turned_stock")
    return text("patience.ask.turned_column", column=int(place))
