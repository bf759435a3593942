"""A clock that is moved by hand, and the seed that a failing test prints."""

from __future__ import annotations

import pytest


class HandClock:
    """Milliseconds that pass only when something sleeps."""

    def __init__(self) -> None:
        self.ms = 1000.0

    def now(self) -> int:
        return int(self.ms)

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.ms += seconds * 1000


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(params=[11, pytest.param(204, marks=pytest.mark.long)])
def seed(request: pytest.FixtureRequest) -> int:
    """A seed; it is printed, so that a failure can be played again."""
    print(f"seed {request.param}")
    return int(request.param)
