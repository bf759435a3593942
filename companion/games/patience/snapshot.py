"""The patience as plain data: the whole of it, what may be seen of it, and what the digest covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from companion.games.patience.position import Position
from companion.games.patience.saved import saved_text
from companion.table.game import Plain

if TYPE_CHECKING:
    from companion.games.patience.game import PatienceGame


def snapshot_of(game: PatienceGame) -> dict[str, Plain]:
    """Everything there is, the hidden cards too: `position` in the text form that the solver reads."""
    play = game.play
    return {**view_of(game), "whole": saved_text(play.position) if play else None}


def view_of(game: PatienceGame) -> dict[str, Plain]:
    """What may be seen at the table.

    `columns` tell how many cards are `down` and which are `up`; of the stock only the number is told.
    """
    play = game.play
    standings = game.outcome.standings if game.outcome else ()
    return {
        "rules": msgspec.to_builtins(game.settings),
        "phase": _phase(game),
        "way": game.settings.way,
        "deal": game.deal or None,
        "draw": game.settings.cards_turned,
        "seats": [{"seat": game.player.id, "name": game.player.name, "place": game.player.place}],
        "actions": play.actions if play else 0,
        "score": play.score if play and game.settings.scored else None,
        "assisted": game.assisted,
        "awaits": play.position.awaits if play else None,
        "can_undo": bool(play and play.can_undo),
        "can_redo": bool(play and play.can_redo),
        "position": _seen(play.position) if play else None,
        "won": bool(play and play.position.won),
        "standings": [{"seat": s.seat, "amount": s.amount, "place": s.place} for s in standings],
    }


def _phase(game: PatienceGame) -> str:
    if game.outcome is not None:
        return "over"
    if game.play is None:
        return "deal"
    return "finish" if game.finishing else "play"


def _seen(position: Position) -> dict[str, Plain]:
    return {
        "foundations": [position.foundation_top(suit) for suit in "CDHS"],
        "stock": len(position.stock),
        "waste": list(position.waste),
        "columns": [{"down": len(column.down), "up": list(column.up)} for column in position.columns],
    }


def digest_of(game: PatienceGame) -> dict[str, Plain]:
    """What the digest covers."""
    play = game.play
    return {
        "version": 1,
        "deal": game.deal,
        "position": saved_text(play.position) if play else "",
        "actions": play.actions if play else 0,
        "score": play.score if play else 0,
        "finishing": game.finishing,
        "assisted": game.assisted,
        "gave_up": game.gave_up,
    }
