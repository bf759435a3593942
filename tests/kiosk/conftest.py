"""A kiosk on a screen that nobody sees, with a journal in memory."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from companion.kiosk.keeper import Keeper
from companion.kiosk.offscreen import unseen_kiosk
from companion.kiosk.sight import Sight
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Theme
from companion.language import Language
from companion.table.chance import SeededChance
from companion.table.clock import ManualClock
from companion.table.journal import Journal
from hardware.buttons import PressQueue
from tests.kiosk.people import MakePlayer, Player, ShownLamps


@pytest.fixture
def make_player() -> Iterator[MakePlayer]:
    """Makes players, each at a kiosk of its own; everything is closed afterwards."""
    keepers: list[Keeper] = []

    def make(
        size: tuple[int, int] = (800, 480),
        sight: Sight | None = None,
        act: Callable[[int], None] | None = None,
        lamps: ShownLamps | None = None,
        seed: int = 1,
    ) -> Player:
        clock = ManualClock(datetime(2026, 3, 14, 21, 14, tzinfo=UTC))
        keeper = Keeper(Journal.in_memory(clock=clock), SeededChance(seed))
        keepers.append(keeper)
        presses = PressQueue()
        stage = Stage(Theme(*size), Language.load("en"), clock, keeper, sight, act)
        return Player(unseen_kiosk(stage, presses, lamps), clock, presses)

    yield make
    for keeper in keepers:
        keeper.close()


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
