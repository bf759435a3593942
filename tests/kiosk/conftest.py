"""A kiosk on a screen that nobody sees, with a journal in memory."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.people import MakePlayer, Player, open_player


@pytest.fixture
def make_player() -> Iterator[MakePlayer]:
    """Makes players, each at a kiosk of its own; everything is closed afterwards."""
    players: list[Player] = []

    def make(size: tuple[int, int] = (800, 480), **given: Any) -> Player:
        players.append(open_player(size, **given))
        return players[-1]

    yield make
    for player in players:
        player.stage.keeper.close()


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    return make_player()


@pytest.fixture(autouse=True)
def no_unexpected_lines(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which a text was missing or the kiosk had to catch a fault it was not meant to."""
    yield
    if "faults_expected" not in request.fixturenames:
        lines = [
            record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING
        ]
        assert not lines


@pytest.fixture(autouse=True, scope="session")
def same_time_zone() -> Iterator[None]:
    """The time of day on the screen is that of the zone; all pictures are of one."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.fixture
def faults_expected() -> None:
    """A test with this may log warnings and faults: it makes them."""
