"""Pictures of simulated domino sessions, drawn where matplotlib is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.language import Language
from companion.simulate.domino_tally import DominoTally
from companion.simulate.drawing import draw_pictures


def draw_domino_plots(tally: DominoTally, folder: Path, language: Language) -> list[Path]:
    """Draw all pictures into `folder` as PNG files and return their paths.

    Raises `Fault` where matplotlib is missing or the folder cannot be written.
    """
    return draw_pictures(
        folder,
        {
            "chips.png": lambda axes: _chips(axes, tally, language),
            "turns.png": lambda axes: _turns(axes, tally, language),
            "strengths.png": lambda axes: _strengths(axes, tally, language),
        },
    )


def _chips(axes: Any, tally: DominoTally, language: Language) -> None:
    for players, table in sorted(tally.tables.items()):
        counts = range(max(table.final_chips) + 1)
        shares = [100 * table.final_chips.get(chips, 0) / (table.sessions * players) for chips in counts]
        label = language.line("simulate.plot_players", count=players)
        axes.plot(counts, shares, marker=".", label=label)
    axes.set_xlabel(language.line("simulate.final_chips"))
    axes.set_ylabel("%")
    axes.legend()


def _turns(axes: Any, tally: DominoTally, language: Language) -> None:
    for players, table in sorted(tally.tables.items()):
        chips = [table.chips_by_turn.get(turn, 0) / table.sessions for turn in range(players)]
        label = language.line("simulate.plot_players", count=players)
        axes.plot(range(1, players + 1), chips, marker="o", label=label)
    axes.set_xticks(range(1, max(tally.tables) + 1))
    axes.set_xlabel(language.line("simulate.dominoes.turn"))
    axes.set_ylabel(language.line("simulate.dominoes.mean_chips"))
    axes.legend()


def _strengths(axes: Any, tally: DominoTally, language: Language) -> None:
    names = sorted({name for table in tally.tables.values() for name in table.strengths})
    width = 0.8 / len(tally.tables)
    for shift, (players, table) in enumerate(sorted(tally.tables.items())):
        at, chips = [], []
        for number, name in enumerate(names):
            if name in table.strengths:
                at.append(number + (shift + 0.5) * width - 0.4)
                chips.append(table.strengths[name].chips / table.strengths[name].seats)
        axes.bar(at, chips, width, label=language.line("simulate.plot_players", count=players))
    labels = [language.line(f"dominoes.rule.strength.{name}") for name in names]
    axes.set_xticks(range(len(names)), labels)
    axes.set_ylabel(language.line("simulate.dominoes.mean_chips"))
    axes.legend()
