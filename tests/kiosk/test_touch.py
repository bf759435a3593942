"""One tap for one meant touch."""

from __future__ import annotations

import pytest

from companion.kiosk.touch import Touch

Event = tuple[str, int, int, int]


def taps(*events: Event, height: int = 720) -> int:
    touch, count = Touch(height), 0
    for kind, x, y, ms in events:
        if kind == "down":
            count += touch.down((x, y), ms)
        else:
            touch.up((x, y), ms)
    return count


@pytest.mark.parametrize(
    ("what", "events", "meant"),
    [
        ("a tap", [("down", 100, 100, 0), ("up", 100, 100, 60)], 1),
        ("a finger and the mouse made from it", [("down", 100, 100, 0), ("down", 101, 100, 1)], 1),
        (
            "twins of both edges",
            [("down", 9, 9, 0), ("down", 9, 9, 2), ("up", 9, 9, 50), ("up", 9, 9, 52), ("down", 9, 9, 53)],
            1,
        ),
        ("two taps 80 ms apart", [("down", 50, 50, 0), ("up", 50, 50, 40), ("down", 52, 51, 80)], 1),
        ("two meant taps", [("down", 50, 50, 0), ("up", 50, 50, 90), ("down", 50, 50, 220)], 2),
        (
            "a jittery finger",
            [("down" if n % 2 == 0 else "up", 300 + n % 5, 200 - n % 3, 25 * n) for n in range(40)],
            1,
        ),
        ("two people", [("down", 100, 100, 0), ("down", 700, 400, 5)], 2),
        ("a long press", [("down", 10, 10, 0), ("up", 10, 10, 3000), ("down", 10, 10, 3300)], 2),
        ("a finger that slides away", [("down", 10, 10, 0), ("up", 400, 10, 300), ("down", 400, 10, 500)], 2),
    ],
)
def test_taps(what: str, events: list[Event], meant: int) -> None:
    assert taps(*events) == meant, what


def test_the_same_place_grows_with_the_screen() -> None:
    events: list[Event] = [("down", 100, 100, 0), ("down", 170, 100, 10)]
    assert taps(*events, height=480) == 2
    assert taps(*events, height=1080) == 1


def test_many_fingers_are_not_remembered_for_ever() -> None:
    touch = Touch(720)
    assert all(touch.down((n * 100, 0), n) for n in range(60))
    assert len(touch._spots) <= 10
