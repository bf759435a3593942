"""Pictures of simulated board games, drawn where matplotlib is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.language import Language
from companion.simulate.drawing import draw_pictures
from companion.simulate.gold_rush_tally import GoldRushTally, table_figures


def draw_gold_rush_plots(tally: GoldRushTally, folder: Path, language: Language) -> list[Path]:
    """Draw all pictures into `folder` as PNG files and return their paths.

    Raises `Fault` where matplotlib is missing or the folder cannot be written.
    """
    return draw_pictures(
        folder,
        {
            "minutes.png": lambda axes: _minutes(axes, tally, language),
            "cash.png": lambda axes: _cash(axes, tally, language),
            "income.png": lambda axes: _income(axes, tally, language),
        },
    )


def _minutes(axes: Any, tally: GoldRushTally, language: Language) -> None:
    for players, table in sorted(tally.tables.items()):
        counts = sorted(table.minutes.items())
        shares = [100 * count / table.sessions for _, count in counts]
        label = language.line("simulate.plot_players", count=players)
        axes.plot([minutes for minutes, _ in counts], shares, label=label)
    axes.set_xlabel(language.line("simulate.goldrush.minutes"))
    axes.set_ylabel("%")
    axes.legend()


def _cash(axes: Any, tally: GoldRushTally, language: Language) -> None:
    for players, table in sorted(tally.tables.items()):
        cash = [amount / 1000 for amount in table_figures(table)["cash_by_place"]]
        label = language.line("simulate.plot_players", count=players)
        axes.plot(range(1, len(cash) + 1), cash, marker="o", label=label)
    axes.set_xlabel(language.line("simulate.goldrush.place"))
    axes.set_ylabel(language.line("simulate.goldrush.cash"))
    axes.legend()


def _income(axes: Any, tally: GoldRushTally, language: Language) -> None:
    found = [table_figures(table) for _, table in sorted(tally.tables.items())]
    sources = sorted({source for one in found for source in one["income"]})
    places = range(len(found))
    bottom = [0.0] * len(found)
    for source in sources:
        shares = [100 * one["income"].get(source, 0) for one in found]
        label = language.line(f"simulate.source.{source.replace(' ', '_')}")
        axes.bar(places, shares, bottom=bottom, label=label)
        bottom = [low + share for low, share in zip(bottom, shares, strict=True)]
    axes.set_xticks(places, [language.line("simulate.plot_players", count=one["players"]) for one in found])
    axes.set_ylabel("%")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
