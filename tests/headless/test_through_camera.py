"""Sessions through the camera: rendered frames, the real reader, the journal; one seed, one journal."""

from __future__ import annotations

import pytest

from companion.games import house_rules
from companion.headless.through_camera import play_through_camera, simulate_through_camera
from companion.table.house_rules import check_rules


def test_the_same_seed_leaves_the_same_journal() -> None:
    rules = check_rules(house_rules("dice"), {})
    one, other = (play_through_camera("dice", 2, 3000009, rules) for _ in range(2))
    assert one.chain == other.chain
    assert one.counts == other.counts
    assert one.counts.get("silent_misreads", 0) == 0
    assert one.counts.get("read", 0) + one.counts.get("asked", 0) >= 4


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_sessions_through_the_camera_are_never_silently_misread() -> None:
    rules = check_rules(house_rules("dice"), {"limit": 3, "comparison": "b"})
    _, seen = simulate_through_camera("dice", (2, 3, 4), 60, 5, rules, workers=2)
    assert seen["silent_misreads"] == 0, seen["misread_seeds"]
    assert seen["read"] > seen["asked"]
