"""What the tests of the table share: a place for a journal, and clocks and disks that do as they are told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.clock import ManualClock
from companion.table.faulty_disk import FaultyDisk
from companion.table.journal import Journal

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def disk() -> FaultyDisk:
    return FaultyDisk()


@pytest.fixture
def journal(folder: Path, clock: ManualClock, disk: FaultyDisk) -> Iterator[Journal]:
    """A journal on a real disk whose faults the test can tell."""
    with Journal.open(folder, clock=clock, disk=disk) as opened:
        yield opened
    disk.mend()
