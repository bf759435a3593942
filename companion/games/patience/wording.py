"""Moves in plain words, for the voice, the screen and the command line."""

from __future__ import annotations

from companion.games.patience.cards import card_name
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, Position
from companion.table.text import Text, text


def move_said(position: Position, move: str) -> Text:
    """Return the sentence for a legal move from a position, as one tells it to the person at the table."""
    step = position.step(move)
    if move == TURN:
        return text("patience.said.turn", count=len(step.cards))
    if move == RECYCLE:
        return text("patience.said.recycle")
    card = card_name(step.cards[0])
    if step.target == FOUNDATION:
        return text("patience.said.up", card=card)
    column = position.columns[int(step.target) - 1]
    if not column.up:
        return text("patience.said.to_empty", card=card, number=int(step.target))
    lower, more = card_name(column.up[-1]), len(step.cards) - 1
    if more:
        return text("patience.said.run_onto", card=card, lower=lower, number=int(step.target), count=more)
    return text("patience.said.onto", card=card, lower=lower, number=int(step.target))
