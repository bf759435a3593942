"""From SDL's events and the buttons' presses to acts."""

from __future__ import annotations

import threading

import pygame
import pytest
from pygame.event import Event

from companion.kiosk.acts import Act, Lifted, Moved, Push, Tap, Throwing, Typed
from companion.kiosk.intake import MOST_ACTS, Intake
from companion.kiosk.offscreen import unseen_screen
from hardware.buttons import BUTTONS, Press, PressQueue
from hardware.keyboard import KEYS


@pytest.fixture
def queue() -> PressQueue:
    return PressQueue()


@pytest.fixture
def intake(queue: PressQueue) -> Intake:
    unseen_screen((800, 480))
    return Intake((800, 480), queue)


def key(kind: int, code: int) -> Event:
    return Event(kind, key=code, unicode="", mod=0)


def press_key(intake: Intake, code: int, at: int, held: int = 30, typing: bool = False) -> list[Act]:
    down = intake.translate([key(pygame.KEYDOWN, code)], at, typing)
    return down + intake.translate([key(pygame.KEYUP, code)], at + held, typing)


@pytest.mark.parametrize(("name", "button"), sorted(KEYS.items()))
def test_every_key_is_its_button(intake: Intake, name: str, button: str) -> None:
    assert press_key(
        intake, pygame.key.key_code(name.strip("[]") if name[0] != "[" else f"keypad {name[1]}"), 100
    ) == [Push(button)]


def test_every_button_has_a_key() -> None:
    assert set(KEYS.values()) == set(BUTTONS)


def test_a_key_down_and_up_within_one_frame_is_a_press(intake: Intake) -> None:
    events = [key(pygame.KEYDOWN, pygame.K_RETURN), key(pygame.KEYUP, pygame.K_RETURN)]
    assert intake.translate(events, 100, False) == [Push("ok")]


def test_a_held_key_is_a_hold_and_no_press(intake: Intake) -> None:
    assert press_key(intake, pygame.K_BACKSPACE, 0, held=1500) == [Push("back", "hold")]


def test_two_keys_are_the_chord_that_always_leads_out(intake: Intake) -> None:
    intake.translate(
        [key(pygame.KEYDOWN, pygame.K_RETURN), key(pygame.KEYDOWN, pygame.K_BACKSPACE)], 0, False
    )
    assert intake.translate([], 3500, False) == [Push("ok+back", "hold")]


def test_a_held_arrow_goes_on(intake: Intake) -> None:
    acts = intake.translate([key(pygame.KEYDOWN, pygame.K_UP)] * 4, 0, False)
    assert sorted(acts, key=str) == [Push("up")] * 4


def test_keys_are_let_go_of_when_the_window_loses_them(intake: Intake) -> None:
    intake.translate([key(pygame.KEYDOWN, pygame.K_RETURN)], 0, False)
    intake.translate([Event(pygame.WINDOWFOCUSLOST)], 10, False)
    assert intake.translate([], 9000, False) == []


def test_the_space_bar_makes_the_table_act_once(intake: Intake) -> None:
    assert intake.translate([key(pygame.KEYDOWN, pygame.K_SPACE)] * 3, 0, False) == [Throwing()]


def test_while_text_is_written_keys_are_no_buttons(intake: Intake) -> None:
    assert press_key(intake, pygame.K_BACKSPACE, 0, typing=True) == [Typed(key="backspace")]
    assert press_key(intake, pygame.K_1, 100, typing=True) == []
    assert intake.translate([Event(pygame.TEXTINPUT, text="1")], 200, True) == [Typed(text="1")]


def test_letters_are_text_and_digits_are_seats(intake: Intake) -> None:
    assert intake.translate([Event(pygame.TEXTINPUT, text="ă")], 0, False) == [Typed(text="ă")]
    assert (
        intake.translate([Event(pygame.TEXTINPUT, text="4"), Event(pygame.TEXTINPUT, text=" ")], 0, False)
        == []
    )


def test_a_finger_with_its_mouse_twin_is_one_tap(intake: Intake) -> None:
    events = [
        Event(pygame.FINGERDOWN, x=0.5, y=0.25, finger_id=9, touch_id=77),
        Event(pygame.MOUSEBUTTONDOWN, pos=(400, 120), button=1, touch=True),
        Event(pygame.MOUSEBUTTONDOWN, pos=(400, 121), button=1, touch=False),
        Event(pygame.FINGERUP, x=0.5, y=0.25, finger_id=9, touch_id=77),
        Event(pygame.MOUSEBUTTONUP, pos=(400, 120), button=1, touch=True),
    ]
    assert intake.translate(events, 0, False) == [Tap((400, 120)), Lifted((400, 120))]


def test_what_is_dragged_by_a_finger_goes_once_wherever_its_mouse_twin_is(intake: Intake) -> None:
    """Of many steps on one frame only the last one counts, and nobody else's finger moves it."""
    events = [
        Event(pygame.FINGERDOWN, x=0.5, y=0.25, finger_id=9, touch_id=77),
        Event(pygame.MOUSEBUTTONDOWN, pos=(400, 120), button=1, touch=True),
        *[Event(pygame.FINGERMOTION, x=0.5, y=n / 100, finger_id=9) for n in range(25, 50)],
        *[Event(pygame.MOUSEMOTION, pos=(400, n), rel=(0, 1), buttons=(1, 0, 0)) for n in range(120, 200)],
        Event(pygame.FINGERDOWN, x=0.1, y=0.9, finger_id=4, touch_id=77),
        Event(pygame.FINGERMOTION, x=0.2, y=0.9, finger_id=9),
        Event(pygame.FINGERUP, x=0.5, y=0.5, finger_id=9, touch_id=77),
        Event(pygame.MOUSEBUTTONUP, pos=(400, 240), button=1, touch=True),
        Event(pygame.FINGERUP, x=0.1, y=0.9, finger_id=4, touch_id=77),
    ]
    acts = intake.translate(events, 0, False)
    assert acts == [Tap((400, 120)), Moved((400, 235)), Tap((80, 432)), Lifted((80, 432))]


def test_a_mouse_that_holds_nothing_says_nothing(intake: Intake) -> None:
    hover = [Event(pygame.MOUSEMOTION, pos=(n, n), rel=(1, 1), buttons=(0, 0, 0)) for n in range(50)]
    assert intake.translate(hover, 0, False) == []


def test_the_wheel_and_other_mouse_buttons_point_at_nothing(intake: Intake) -> None:
    events = [Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=button) for button in (2, 3, 4, 5)]
    assert intake.translate(events, 0, False) == []


def test_a_flood_is_bounded_and_closing_is_still_heeded(intake: Intake, queue: PressQueue) -> None:
    flood = [Event(pygame.FINGERDOWN, x=(n % 97) / 97, y=(n % 89) / 89) for n in range(100_000)]
    for n in range(1000):
        queue.put(Press("ok", "press", n))
    acts = intake.translate([*flood, Event(pygame.QUIT)], 0, False)
    assert len(acts) == MOST_ACTS
    assert intake.closed


def test_the_real_queue_may_be_flooded(intake: Intake) -> None:
    intake.listen()
    for n in range(3000):
        pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, pos=(n % 800, n % 480), button=1))
    pygame.event.post(Event(pygame.QUIT))
    assert len(intake.gather(0, False)) <= MOST_ACTS
    assert intake.closed
    assert intake.gather(1, False) == []


def test_events_nobody_listens_to_do_not_fill_the_queue(intake: Intake) -> None:
    intake.listen()
    pygame.event.get()
    assert not pygame.event.get_blocked(pygame.KEYDOWN)
    assert pygame.event.get_blocked(pygame.MULTIGESTURE)
    assert pygame.event.get_blocked(pygame.USEREVENT)


def test_presses_may_come_from_another_thread_at_any_time(intake: Intake, queue: PressQueue) -> None:
    pygame.display.quit()
    threads = [
        threading.Thread(target=lambda n=n: queue.put(Press(f"seat{n}", "press", n))) for n in range(1, 9)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    unseen_screen((800, 480))
    acts = intake.translate([], 0, False)
    assert sorted(acts, key=str) == [Push(f"seat{n}") for n in range(1, 9)]


def test_an_exposed_window_is_shown_anew(intake: Intake) -> None:
    intake.translate([Event(pygame.WINDOWEXPOSED)], 0, False)
    assert intake.exposed
    intake.translate([], 1, False)
    assert not intake.exposed
