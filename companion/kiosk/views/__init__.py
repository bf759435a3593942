"""Views: one a game, each drawing a committed position and nothing else."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from companion.kiosk.views.base import Asking, GameView, Look, SeatLine, Tone

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage

__all__ = ["VIEWS", "Asking", "GameView", "Look", "SeatLine", "Tone", "view_of"]

#: The games that can be shown on a screen, each with the module of its view and the class there.
VIEWS: dict[str, tuple[str, str]] = {
    "dice": ("companion.kiosk.views.dice", "DiceView"),
    "goldrush": ("companion.kiosk.views.goldrush.view", "GoldRushView"),
    "patience": ("companion.kiosk.views.patience.view", "PatienceView"),
    "dominoes": ("companion.kiosk.views.dominoes.view", "DominoView"),
}


def view_of(game: str, stage: Stage) -> GameView:
    """Return the view of a game by its name, imported only now; raises `ValueError` where there is none."""
    return view_class(game)(stage)


def view_class(game: str) -> type[GameView]:
    """Return the class of a game's view; raises `ValueError` where there is none."""
    if game not in VIEWS:
        raise ValueError(f"the kiosk has no view of {game!r}")
    module, name = VIEWS[game]
    found: type[GameView] = getattr(importlib.import_module(module), name)
    return found
