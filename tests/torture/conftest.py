"""What the tests of torture share: folders in memory, and the tiny game of the tests of the table."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.torture.cut_disk import CutDisk, quick_folder

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "table"))


@pytest.fixture
def root() -> Iterator[Path]:
    """A data folder that does not exist yet, in memory where that can be had."""
    with tempfile.TemporaryDirectory(dir=quick_folder()) as folder:
        yield Path(folder) / "data"


@pytest.fixture
def disk(root: Path) -> Iterator[CutDisk]:
    disk = CutDisk(root)
    yield disk
    disk.end()
