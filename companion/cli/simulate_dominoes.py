"""The figures of simulated domino sessions as tables to be read in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.language import Language
from companion.simulate.domino_tally import DominoTally

#: What is shown for each number of players, in this order.
_ROWS = (
    "sessions",
    "deals",
    "tiles_a_deal",
    "passes_a_deal",
    "fallbacks_a_deal",
    "piles_a_deal",
    "spoiled_a_deal",
    "blocked",
    "shared_wins",
    "mean_left",
    "mean_chips_by_turn",
)


def print_domino_report(
    head: Mapping[str, Any], tally: DominoTally, rules: Mapping[str, Any], words: Language
) -> None:
    """Print deals, passes, fall-backs and chips by the number of players, and how the strengths came off."""
    console = Console(highlight=False, markup=False)
    figures = tally.figures(rules)
    facts = {
        "sessions": words.number(head["sessions"]),
        "seed": head["seed"],
        "deals": words.number(figures["deals"]),
        "seconds": words.number(head["seconds"], 1),
        "speed": words.number(head["rounds_per_second"]),
    }
    console.print(words.line("simulate.dominoes.head", **facts), soft_wrap=True)
    table = Table(title=words.line("simulate.dominoes.title"), title_justify="left")
    table.add_column(words.line("simulate.figure"))
    for one in figures["by_players"]:
        table.add_column(words.line("simulate.plot_players", count=one["players"]), justify="right")
    for row in _ROWS:
        cells = [_cell(one[row], words) for one in figures["by_players"]]
        table.add_row(words.line(f"simulate.dominoes.{row}"), *cells)
    console.print(table)
    _print_strengths(console, figures["strengths"], words)


def _cell(value: Any, words: Language) -> str:
    if isinstance(value, list):
        return " / ".join(words.number(one, 2) for one in value)
    return words.number(value, 2) if isinstance(value, float) else words.number(value)


def _print_strengths(console: Console, strengths: Mapping[str, Any], words: Language) -> None:
    table = Table(title=words.line("simulate.dominoes.strengths"), title_justify="left")
    table.add_column(words.line("dominoes.rule.strength"))
    for heading in ("seats", "wins", "shared", "mean_chips"):
        table.add_column(words.line(f"simulate.dominoes.{heading}"), justify="right")
    for strength, own in strengths.items():
        cells = [_cell(own[heading], words) for heading in ("seats", "wins", "shared", "mean_chips")]
        table.add_row(words.line(f"dominoes.rule.strength.{strength}"), *cells)
    console.print(table)
