"""The compiled kernel's surroundings: its cache and what runs without numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.patience.solver import kernel


def test_without_numba_plain_python_takes_its_place() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from companion.games.patience.deals import numbered_deck\n"
        "from companion.games.patience.position import Position\n"
        "from companion.games.patience.solver.solving import Solver\n"
        "solver = Solver()\n"
        "print(solver.engine.name, solver.decide(Position.deal(numbered_deck(5), 3)).verdict)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "plain winnable\n"


def test_the_cache_is_in_the_folder_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    with kernel._cache_of_these_sources():
        folder = Path(numba.config.CACHE_DIR)
        assert folder.parent == tmp_path and folder.name.startswith("patience-") and folder.is_dir()
    assert str(tmp_path) == numba.config.CACHE_DIR


def test_a_change_in_any_of_the_sources_changes_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for module in (kernel.masks, kernel.search, kernel.polish):
        with kernel._cache_of_these_sources():
            before = numba.config.CACHE_DIR
        changed = tmp_path / Path(module.__file__ or "").name
        changed.write_bytes(Path(module.__file__ or "").read_bytes() + b"\n# changed\n")
        monkeypatch.setattr(module, "__file__", str(changed))
        with kernel._cache_of_these_sources():
            assert before != numba.config.CACHE_DIR


def test_a_place_that_cannot_be_written_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    place = kernel._first_that_can_be_written([file / "below", tmp_path], "patience-0")
    assert place == tmp_path / "patience-0" and place.is_dir()
    with pytest.raises(OSError, match="file"):
        kernel._first_that_can_be_written([file / "below"], "patience-0")
