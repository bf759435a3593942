"""Words of the patience's view: a move of the position that is seen, and what the solver knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.patience.cards import UNSEEN, rank_of
from companion.games.patience.dealing import dealing_places
from companion.games.patience.position import COLUMNS, Column, Position
from companion.games.patience.wording import move_said
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.advice.advised import Advice
    from companion.kiosk.stage import Stage


def said_move(stage: Stage, snap: Mapping[str, Any], move: str) -> str:
    """Return the sentence for a legal move; it says nothing that is not seen."""
    return stage.say(move_said(seen_position(snap), move))


def seen_position(snap: Mapping[str, Any]) -> Position:
    """Return a visible position with unseen cards where cards lie face down."""
    seen = snap["position"]
    heights = tuple(rank_of(top) if top else 0 for top in seen["foundations"])
    columns = tuple(Column((UNSEEN,) * one["down"], tuple(one["up"])) for one in seen["columns"])
    return Position(snap["draw"], heights, (UNSEEN,) * seen["stock"], tuple(seen["waste"]), columns)


def being_dealt(view: TableView) -> dict[str, Any]:
    """Return what lies on the table while cards are shown and dealt, all of them face down."""
    asked = next((prompt.key for prompt in view.open if prompt.key.startswith("deal/")), "")
    dealt = int(asked.removeprefix("deal/")) - 1 if asked.removeprefix("deal/").isdigit() else 0
    places = [column for column, _ in dealing_places()[:dealt]]
    columns = [{"down": places.count(number), "up": []} for number in range(1, COLUMNS + 1)]
    return {"foundations": [None] * 4, "waste": [], "stock": places.count(0), "columns": columns}


def chance_words(stage: Stage, advice: Advice) -> str:
    """Return how likely it is that there is a way to win, as far as dealings of unseen cards tell."""
    if advice.chance is None:
        return ""
    return stage.line(
        "kiosk.patience.chance",
        chance=round(100 * advice.chance),
        error=round(100 * advice.error),
        count=advice.samples,
    )


def lead_words(stage: Stage, snap: Mapping[str, Any], advice: Advice) -> str:
    """Return the best next move, and by how much it is ahead of the next best."""
    if advice.move is None:
        return ""
    said = said_move(stage, snap, advice.move)
    lead, error = round(100 * advice.lead), round(100 * advice.lead_error)
    return stage.line("kiosk.patience.best", move=said, lead=lead, error=error)
