"""One evening of each game in one journal, played once for all tests that only read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.annals.archive import Archive
from companion.annals.evening import Evening
from companion.table.clock import ManualClock
from companion.table.journal import Journal
from tests.annals.played import PLAYERS, play_evening


@pytest.fixture(scope="session")
def shelf() -> Iterator[Journal]:
    """A journal with a finished evening of every game; no test changes it."""
    with Journal.in_memory(clock=ManualClock()) as journal:
        for game in PLAYERS:
            play_evening(journal, game)
        yield journal


@pytest.fixture(scope="session")
def evenings(shelf: Journal) -> dict[str, Evening]:
    return {evening.game: evening for evening in Archive(shelf).evenings()}


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal.in_memory(clock=ManualClock()) as journal:
        yield journal
