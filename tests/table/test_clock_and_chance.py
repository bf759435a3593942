"""The clock and chance: the real ones, and those that do as they are told."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from companion.table.chance import SeededChance, SystemChance
from companion.table.clock import ManualClock, SystemClock


def test_the_systems_clock_never_goes_back_and_its_wall_time_is_aware() -> None:
    clock = SystemClock()
    times = [clock.monotonic_ms() for _ in range(1000)]
    assert times == sorted(times)
    assert clock.wall().utcoffset() == timedelta(0)
    assert clock.boot() == SystemClock().boot() != ""


def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(datetime(2030, 5, 1, tzinfo=UTC))
    assert clock.monotonic_ms() == clock.monotonic_ms() == 0
    clock.pass_ms(1500)
    assert clock.monotonic_ms() == 1500
    assert clock.wall() == datetime(2030, 5, 1, 0, 0, 1, 500_000, tzinfo=UTC)


def test_a_jump_of_the_wall_clock_does_not_move_the_monotonic_one() -> None:
    clock = ManualClock()
    clock.pass_ms(10)
    clock.set_wall(clock.wall() - timedelta(days=1))
    assert clock.monotonic_ms() == 10
    clock.start_again("boot-2")
    assert (clock.monotonic_ms(), clock.boot()) == (0, "boot-2")


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        ManualClock().pass_ms(-1)


@pytest.mark.parametrize("chance", [SystemChance(), SeededChance(1)])
def test_a_shuffle_has_every_card_once_and_a_lot_is_one_of_those_named(chance: SystemChance) -> None:
    cards = tuple("abcdefghij")
    assert sorted(chance.shuffle(cards)) == list(cards)
    drawn = Counter(chance.draw(("ana", "bo", "cy")) for _ in range(600))
    # Each is expected 200 times; 120 is seven standard deviations away.
    assert set(drawn) == {"ana", "bo", "cy"} and min(drawn.values()) > 120
    with pytest.raises(IndexError):
        chance.draw(())


def test_the_same_seed_is_the_same_chance_and_another_is_not() -> None:
    cards = tuple(str(n) for n in range(52))
    assert SeededChance(7).shuffle(cards) == SeededChance(7).shuffle(cards) != SeededChance(8).shuffle(cards)
