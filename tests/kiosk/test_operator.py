"""The settings of the machine: behind two buttons held for long and a PIN, in all three ways."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from companion.kiosk.acts import Push
from companion.kiosk.intake import Intake
from companion.kiosk.pin_layer import PinLayer
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from companion.language import LANGUAGES, Language
from companion.pin import TRIES, WAIT_MS, Guard, legal, opens, seal_of
from companion.settings import Settings
from companion.settings_table import TABLE
from companion.table.disk import SystemDisk
from hardware.buttons import PressQueue
from hardware.press_detection import PressDetector
from tests.kiosk.fit import faults
from tests.kiosk.people import MakePlayer, Player


@pytest.fixture
def at_home(player: Player) -> Player:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    return player


def choose_pin(player: Player, *digits: str) -> None:
    for _ in range(2):
        player.push(*(f"seat{digit}" for digit in digits), "up", "ok", "down")


def operating(player: Player) -> bool:
    return isinstance(player.scene, SettingsScene) and player.scene._where == "operator"


def test_a_pin_is_chosen_twice_and_asked_for_ever_after(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player(data=tmp_path)
    player.stage.go(HomeScene(player.stage))
    player.settle()
    player.hold("up+down")
    assert isinstance(player.scene.top, PinLayer) and not [*faults(player.kiosk.shower.canvas)]
    choose_pin(player, *"1234")
    assert operating(player) and not [*faults(player.kiosk.shower.canvas)]
    player.stage.keeper.do(lambda: None).result()
    kept = Settings.load(tmp_path, SystemDisk())
    assert not kept.faults and opens("1234", kept.text("pin")) and "1234" not in kept.text("pin")
    player.push("back")
    assert isinstance(player.scene, HomeScene)
    player.hold("up+down")
    player.push(*["seat1"] * 4, "up", "ok")
    assert not operating(player) and "not the PIN" in player.stage.notices[-1].words
    player.push("down")
    for name in ("1", "2", "3", "4", "ok"):
        player.tap(f"pin {name}")
    assert operating(player)
    player.push("ok", "up", "ok")
    assert player.stage.settings.number("rest_minutes") == 11


def test_different_or_short_pins_are_not_taken(at_home: Player) -> None:
    at_home.hold("up+down")
    at_home.push("seat1", "seat2", "up", "ok")
    assert "4 to 8" in at_home.stage.notices[-1].words
    at_home.push(*["seat1"] * 4, "ok", *["seat2"] * 4, "ok")
    assert "different" in at_home.stage.notices[-1].words
    assert not at_home.stage.settings.text("pin") and not operating(at_home)
    at_home.push("seat1", "back", "back")
    assert not at_home.scene.layers


def test_guessing_is_made_to_wait(at_home: Player) -> None:
    now = [0]
    guard, seal = Guard(lambda: now[0]), seal_of("8888")
    assert not any(guard.try_pin("1111", seal) for _ in range(TRIES))
    assert guard.waits_s == WAIT_MS // 1000
    assert not guard.try_pin("8888", seal), "the right one is not heard either"
    now[0] += WAIT_MS
    assert guard.waits_s == 0 and guard.try_pin("8888", seal)
    at_home.stage.preferences.change("pin", seal)
    at_home.hold("up+down")
    for _ in range(TRIES):
        at_home.push(*["seat2"] * 4)
        at_home.tap("pin ok")
    assert "wait 60 seconds" in at_home.stage.notices[-1].words


@pytest.mark.parametrize("pin", ["", "123", "123456781", "1290", "abcd"])
def test_what_is_no_pin(pin: str) -> None:
    assert not legal(pin)


def test_two_instant_buttons_held_give_one_hold_besides_their_presses() -> None:
    detector = PressDetector()
    detector.edge("up", True, 100)
    detector.edge("down", True, 300)
    early = [(press.button, press.act) for press in detector.tick(4_299)]
    assert early == [("up", "press"), ("down", "press")]
    assert [(p.button, p.act) for p in detector.tick(9_000)] == [("up+down", "hold")]
    detector.edge("up", False, 9_100)
    detector.edge("up", True, 9_500)
    assert [(p.button, p.act) for p in detector.tick(13_400)] == [("up", "press")]
    assert [(p.button, p.act) for p in detector.tick(13_600)] == [("up+down", "hold")]


def finger(kind: int, number: int, x: float, y: float) -> pygame.event.Event:
    return pygame.event.Event(kind, finger_id=number, touch_id=1, x=x, y=y, dx=0, dy=0, pressure=1)


def test_two_fingers_in_the_upper_corners() -> None:
    intake = Intake((800, 480), PressQueue())
    down = [finger(pygame.FINGERDOWN, 1, 0.05, 0.05), finger(pygame.FINGERDOWN, 2, 0.96, 0.1)]
    intake.translate(down, 1000, False)
    assert Push("up+down", "hold") not in intake.translate([], 4_999, False)
    assert Push("up+down", "hold") in intake.translate([], 5_000, False)
    assert Push("up+down", "hold") not in intake.translate([], 20_000, False)
    # One that leaves its corner, or is lifted, begins anew.
    for end in (finger(pygame.FINGERMOTION, 2, 0.5, 0.5), finger(pygame.FINGERUP, 2, 0.96, 0.1)):
        intake = Intake((800, 480), PressQueue())
        intake.translate(down, 1000, False)
        intake.translate([end], 3000, False)
        assert Push("up+down", "hold") not in intake.translate([], 9_000, False)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_no_word_of_the_file_names_a_setting_on_the_screen(code: str) -> None:
    language = Language.load(code)
    titles = [language.say(one.title) for one in TABLE if one.where == "operator"]
    assert len(set(titles)) == len(titles)
    assert not [title for title in titles if re.search(r"seat\d|settings\.", title)]
