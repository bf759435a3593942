"""Which panel the table needs for what it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.kiosk.panels import Panel
from companion.kiosk.panels.amount import AmountPanel
from companion.kiosk.panels.bid import BidPanel
from companion.kiosk.panels.choose import ChoosePanel
from companion.kiosk.panels.claims import ClaimsPanel, is_payment
from companion.kiosk.panels.each import EachPanel, asks_each
from companion.kiosk.panels.held import OverPanel, PausedPanel, RebuildPanel
from companion.kiosk.panels.placing import PlacePanel
from companion.kiosk.panels.private_reveal import PrivateRevealPanel
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.panels.thinking import ThinkingPanel
from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.virtual_seats import virtual_prompt
from companion.table.prompts import Amount, Bid, Choose, Move, Place, Prompt, Reveal, Throw
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


def panel_for(table: TableScene, view: TableView) -> Panel:
    """Return the panel for a view: what holds the table first, then the game's own, then one for the prompt.

    Payments go before questions; of several prompts that wait the first has the panel.
    """
    held = _held(table, view)
    if held is not None:
        return held
    thinking = virtual_prompt(view)
    if thinking is not None:
        return ThinkingPanel(table, thinking)
    waiting = [prompt for prompt in view.open if prompt.waits]
    private = next((p for p in waiting if isinstance(p, Reveal) and p.private), None)
    if private is not None:
        return PrivateRevealPanel(table, private)
    own = table.game.panel(table, view)
    if own is not None:
        return own
    if any(is_payment(prompt) for prompt in waiting):
        return ClaimsPanel(table, view)
    if table.game.asks_each and any(asks_each(prompt) for prompt in waiting):
        return EachPanel(table, view)
    return _usual(table, waiting)


def _held(table: TableScene, view: TableView) -> Panel | None:
    if view.outcome is not None or view.held == "ended":
        return OverPanel(table)
    if view.held == "rebuild":
        return RebuildPanel(table)
    return PausedPanel(table) if view.held else None


def _usual(table: TableScene, waiting: Sequence[Prompt]) -> Panel:
    for prompt in waiting:
        match prompt:
            case Throw():
                return ThrowPanel(table, prompt)
            case Bid():
                return BidPanel(table, prompt)
            case Reveal():
                return RevealPanel(table, prompt)
            case Amount():
                return AmountPanel(table, prompt)
            case Choose():
                return ChoosePanel(table, prompt)
            case Place() | Move():
                return PlacePanel(table, prompt)
            case _:
                continue
    raise ValueError(f"no panel for {[type(prompt).__name__ for prompt in waiting]}")
