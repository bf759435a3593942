"""Pictures of simulated patiences, drawn where matplotlib is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.language import Language
from companion.simulate.drawing import draw_pictures
from companion.simulate.patience_tally import PatienceTally


def draw_patience_plots(tally: PatienceTally, folder: Path, language: Language) -> list[Path]:
    """Draw how many cards came up in how many games into `folder`; return the picture's path.

    Raises `Fault` where matplotlib is missing or the folder cannot be written.
    """
    return draw_pictures(folder, {"cards_up.png": lambda axes: _cards_up(axes, tally, language)})


def _cards_up(axes: Any, tally: PatienceTally, language: Language) -> None:
    counts = sorted(tally.up.items())
    axes.bar([cards for cards, _ in counts], [100 * count / max(1, tally.sessions) for _, count in counts])
    axes.set_xlabel(language.line("simulate.patience.cards_up"))
    axes.set_ylabel("%")
