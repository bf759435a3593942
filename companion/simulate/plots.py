"""Pictures of simulated dice sessions, drawn where matplotlib is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games.dice.hands import Comparison
from companion.games.dice.odds import THROWS, category_counts, exact_odds
from companion.language import Language
from companion.simulate.dice_tally import RESULTS, DiceTally, TableTally
from companion.simulate.drawing import draw_pictures


def draw_plots(tally: DiceTally, comparison: Comparison, folder: Path, language: Language) -> list[Path]:
    """Draw all pictures into `folder` as PNG files and return their paths.

    Raises `Fault` where matplotlib is missing or the folder cannot be written.
    """
    total = tally.total()
    return draw_pictures(
        folder,
        {
            "odds.png": lambda axes: _odds(axes, total, comparison, language),
            "hands.png": lambda axes: _hands(axes, total, language),
            "chips.png": lambda axes: _chips(axes, tally, language),
        },
    )


def _odds(axes: Any, total: TableTally, comparison: Comparison, language: Language) -> None:
    exact = exact_odds(comparison)
    if total.comparisons:
        measured = [100 * total.results[result] / total.comparisons for result in RESULTS]
        errors = [300 * (total.standard_error(result) or 0) for result in RESULTS]
        axes.bar([n - 0.2 for n in range(3)], measured, 0.4, yerr=errors, capsize=4,
                 label=language.line("simulate.measured"))  # fmt: skip
    axes.bar([n + 0.2 for n in range(3)], [100 * getattr(exact, r) / exact.of for r in RESULTS], 0.4,
             label=language.line("simulate.exact"))  # fmt: skip
    axes.set_xticks(range(3), [language.line(f"odds.dice.{result}") for result in RESULTS])
    axes.set_ylabel("%")
    axes.set_title(language.line("odds.dice.title"))
    axes.legend()


def _hands(axes: Any, total: TableTally, language: Language) -> None:
    exact = category_counts()
    names = [category.name.lower() for category in exact]
    thrown = max(1, total.throws)
    axes.barh([n + 0.2 for n in range(len(names))], [100 * total.hands.get(n, 0) / thrown for n in names],
              0.4, label=language.line("simulate.measured"))  # fmt: skip
    axes.barh([n - 0.2 for n in range(len(names))], [100 * ways / THROWS for ways in exact.values()], 0.4,
              label=language.line("simulate.exact"))  # fmt: skip
    axes.set_yticks(range(len(names)), [language.line(f"dice.category.{name}") for name in names])
    axes.set_xlabel("%")
    axes.set_title(language.line("odds.dice.hands"))
    axes.legend()


def _chips(axes: Any, tally: DiceTally, language: Language) -> None:
    for players in sorted(tally.tables):
        table = tally.tables[players]
        counts = sorted(table.final_chips.items())
        seats = sum(count for _, count in counts)
        axes.plot([chips for chips, _ in counts], [100 * count / seats for _, count in counts], marker=".",
                  label=language.line("simulate.plot_players", count=players))  # fmt: skip
    axes.set_xlabel(language.line("simulate.final_chips"))
    axes.set_ylabel("%")
    axes.legend()
