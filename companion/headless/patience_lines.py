"""The cards of a patience as lines of a terminal: what may be seen, and nothing that lies face down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.patience.cards import SUITS
from companion.table.text import Text, text

#: What stands for an empty place.
_NOTHING = "–"
#: So many cards of the waste are told, the top one last.
_WASTE = 3


def lying(snapshot: Mapping[str, Any]) -> tuple[Text, ...]:
    """Return what lies on the table, a line each: foundations and stock, waste, the seven columns."""
    position = snapshot["position"]
    if position is None:
        return ()
    tops = zip(SUITS, position["foundations"], strict=True)
    up = "  ".join(top or f"{_NOTHING}{suit}" for suit, top in tops)
    waste = " ".join(position["waste"][-_WASTE:]) or _NOTHING
    columns = (
        text(
            "headless.patience.column",
            number=number,
            down="▒" * column["down"],
            up=" ".join(column["up"]) or ("" if column["down"] else _NOTHING),
        )
        for number, column in enumerate(position["columns"], start=1)
    )
    first = text("headless.patience.piles", up=up, waste=waste, stock=position["stock"])
    return (first, *columns)
