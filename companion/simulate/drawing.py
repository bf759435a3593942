"""Drawing pictures of simulated sessions into files, where matplotlib is installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.table.faults import Fault


def require_plots(folder: Path) -> None:
    """Make the folder for the pictures; raises `Fault` where matplotlib or the folder cannot be had."""
    if importlib.util.find_spec("matplotlib") is None:
        raise Fault("simulate.no_plots")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _no_folder(folder, problem) from problem


def draw_pictures(folder: Path, pictures: Mapping[str, Callable[[Any], None]]) -> list[Path]:
    """Draw each picture on axes of its own into the file of its name, and return the files' paths.

    Raises `Fault` where matplotlib is missing or the folder cannot be written.
    """
    require_plots(folder)
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.use("Agg")
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    paths = []
    try:
        for name, draw in pictures.items():
            figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
            draw(axes)
            figure.savefig(folder / name, dpi=120)
            pyplot.close(figure)
            paths.append(folder / name)
    except OSError as problem:
        raise _no_folder(folder, problem) from problem
    return paths


def _no_folder(folder: Path, problem: OSError) -> Fault:
    return Fault("simulate.plots_folder", folder=str(folder), why=problem.strerror or str(problem))
