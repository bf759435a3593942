"""Which panel the table needs for what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.panels import Panel
from companion.kiosk.panels.choose import ChoosePanel
from companion.kiosk.panels.claims import ClaimsPanel, is_payment
from companion.kiosk.panels.each import EachPanel, asks_each
from companion.kiosk.panels.held import OverPanel, PausedPanel, RebuildPanel
from companion.kiosk.panels.throw import ThrowPanel
from companion.table.prompts import Choose, Throw
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


def panel_for(table: TableScene, view: TableView) -> Panel:
    """Return the panel for a view: what holds the table first, then payments, questions, throws."""
    if view.outcome is not None or view.held == "ended":
        return OverPanel(table)
    if view.held == "rebuild":
        return RebuildPanel(table)
    if view.held:
        return PausedPanel(table)
    if any(is_payment(prompt) for prompt in view.open):
        return ClaimsPanel(table, view)
    if any(asks_each(prompt) for prompt in view.open):
        return EachPanel(table, view)
    for prompt in view.open:
        if isinstance(prompt, Throw) and prompt.waits:
            return ThrowPanel(table, prompt)
        if isinstance(prompt, Choose) and prompt.waits:
            return ChoosePanel(table, prompt)
    raise ValueError(f"no panel for {[type(prompt).__name__ for prompt in view.open]}")
