"""The keyboard as buttons."""

from __future__ import annotations

import pytest

from hardware.buttons import BUTTONS, Press, PressQueue
from hardware.keyboard import KEYS, KeyboardButtons


@pytest.fixture
def queue() -> PressQueue:
    return PressQueue()


def test_each_physical_button_has_a_key_and_each_key_a_button() -> None:
    assert set(KEYS.values()) == set(BUTTONS)
    assert [KEYS[str(number)] for number in range(1, 9)] == list(BUTTONS[:8])
    assert (KEYS["return"], KEYS["backspace"], KEYS["up"], KEYS["down"]) == ("ok", "back", "up", "down")


def test_the_names_are_those_of_pygame() -> None:
    pygame = pytest.importorskip("pygame")
    pygame.display.init()
    try:
        for name in KEYS:
            assert pygame.key.name(pygame.key.key_code(name)) == name
    finally:
        pygame.display.quit()


def test_a_tap_within_one_frame_is_a_press(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    for name in ("1", "return", "up"):
        assert keys.key(name, True, 500) and keys.key(name, False, 500)
    assert queue.drain() == [Press(button, "press", 500) for button in ("seat1", "ok", "up")]


def test_other_keys_are_left_to_others(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    assert not keys.key("space", True, 0) and not keys.key("9", True, 0)
    assert len(queue) == 0


def test_a_held_key_repeats_nothing_and_is_one_hold(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    for ms in range(0, 5000, 30):
        keys.key("3", True, ms)
        keys.tick(ms)
    keys.key("3", False, 5000)
    keys.tick(20_000)
    assert queue.drain() == [Press("seat3", "hold", 0)]


def test_a_hold_is_known_while_the_key_is_down(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    keys.key("return", True, 0)
    keys.tick(1999)
    assert len(queue) == 0
    keys.tick(2000)
    assert queue.drain() == [Press("ok", "hold", 0)]


def test_the_chord_works_on_the_keyboard(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    keys.key("return", True, 0)
    keys.key("backspace", True, 150)
    keys.tick(3150)
    keys.key("return", False, 3300)
    keys.key("backspace", False, 3400)
    keys.tick(9000)
    assert queue.drain() == [Press("ok+back", "hold", 150)]


def test_two_keys_of_one_button_are_one_button(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    keys.key("return", True, 0)
    keys.key("enter", True, 50)
    keys.key("return", False, 100)
    assert len(queue) == 0
    keys.key("enter", False, 150)
    assert queue.drain() == [Press("ok", "press", 0)]


def test_losing_the_keyboard_presses_nothing(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    keys.key("1", True, 0)
    keys.let_go(300)
    keys.key("1", False, 400)
    keys.tick(9000)
    assert len(queue) == 0
    keys.key("1", True, 10_000)
    keys.key("1", False, 10_100)
    assert queue.drain() == [Press("seat1", "press", 10_000)]


def test_nothing_comes_after_closing(queue: PressQueue) -> None:
    keys = KeyboardButtons(queue)
    keys.close()
    keys.close()
    keys.key("1", True, 0)
    keys.key("1", False, 100)
    assert len(queue) == 0 and keys.say.startswith("Buttons: the keyboard")
