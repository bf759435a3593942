"""The whole way from home to the results by buttons alone, by touch alone, by keyboard alone."""

from __future__ import annotations

import pygame
import pytest

from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.scenes.evening import EveningScene
from companion.kiosk.scenes.evenings import EveningsScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.results import ResultsScene
from companion.kiosk.scenes.rules import RulesScene
from companion.kiosk.scenes.seats import SeatsScene
from companion.kiosk.scenes.table import TableScene
from tests.kiosk.people import Player

#: The throws of a session of two seats with one turn each: the bank's, the bettor's, and once more.
THROWS = ((1, 1, 5, 5, 3), (6, 6, 6, 2, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 6))


@pytest.fixture
def at_home(player: Player) -> Player:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    return player


def wins(player: Player) -> int:
    scene = player.scene
    assert isinstance(scene, ResultsScene)
    return sum(standing.place == 1 for standing in scene._standings)


def test_buttons_alone(at_home: Player) -> None:
    player = at_home
    player.push("ok")
    assert isinstance(player.scene, SeatsScene)
    player.push("seat2", "seat5", "seat7", "seat7")
    assert set(player.scene.names) == {1, 4}
    player.push("up", "ok")
    assert isinstance(player.scene, RulesScene)
    player.push(*["down"] * 4, "ok", "up", "up", "ok", "back")
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.rules["limit"] == 3
    # Once the rules are chosen OK starts, as the sentence says; elsewhere it does not say so.
    player.push("up")
    assert "OK" not in player.scene.bar().sentence
    player.push("down")
    assert "OK to start" in player.scene.bar().sentence
    player.push("ok")
    assert isinstance(player.scene, TableScene)
    for throw in THROWS:
        while not (isinstance(player.scene, TableScene) and isinstance(player.table.panel, ThrowPanel)):
            player.push("up", "ok")
            player.pass_ms(2000, 1000)
        player.push("ok")
        for face in throw:
            player.push(*["up"] * face, "ok")
        player.push("ok")
        player.pass_ms(6000, 500)
    player.settle()
    assert wins(player) >= 1
    player.push("back")
    assert isinstance(player.scene, HomeScene)


def test_touch_alone(at_home: Player) -> None:
    player = at_home
    player.tap("entry dice")
    player.tap("place 0")
    player.tap("place 3")
    player.tap("place 3")
    for letter in ("key D", "key I", "key erase", "key I", "key done"):
        while player.scene.layers and letter == "key D" and player.scene.layers[0].name:  # type: ignore[attr-defined]
            player.tap("key erase")
        player.tap(letter)
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.names[3] == "Di"
    player.tap("rules")
    player.tap("entry limit")
    player.tap("value right")
    player.tap("hint back")
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.rules["limit"] == 2
    player.tap("start")
    assert isinstance(player.scene, TableScene)
    for throw in THROWS:
        while not (isinstance(player.scene, TableScene) and isinstance(player.table.panel, ThrowPanel)):
            name = next((hot.name for hot in player.hots if hot.name.startswith("confirm")), "hint ok")
            player.tap(name)
            player.pass_ms(2000, 1000)
        player.tap("hint ok")
        for face in throw:
            player.tap(f"face {face}")
        player.tap("entry done")
        player.pass_ms(6000, 500)
    player.settle()
    assert wins(player) >= 1
    player.tap("hint back")
    assert isinstance(player.scene, HomeScene)


def test_keyboard_alone(at_home: Player) -> None:
    player = at_home
    player.key(pygame.K_RETURN)
    for name in ("Ana", "Zoë"):
        for letter in name:
            player.write(letter)
        player.write(key="enter")
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.names == {0: "Ana", 1: "Zoë"}
    player.key(pygame.K_RETURN)
    assert isinstance(player.scene, TableScene)
    for throw in THROWS:
        while not (isinstance(player.scene, TableScene) and isinstance(player.table.panel, ThrowPanel)):
            player.key(pygame.K_RETURN)
            player.pass_ms(2000, 1000)
        player.key(pygame.K_RETURN)
        for face in throw:
            player.key(pygame.K_0 + face)
        player.key(pygame.K_RETURN)
        player.pass_ms(6000, 500)
    player.settle()
    assert wins(player) >= 1
    player.key(pygame.K_BACKSPACE)
    assert isinstance(player.scene, HomeScene)


def test_an_unfinished_session_is_gone_on_with(at_home: Player) -> None:
    player = at_home
    player.sit_down({0: "Ana", 1: "Bo"})
    player.throw(1, 1, 5, 5, 3)
    balances = dict(player.view.balances)
    player.push("back", "up", "up", "ok")
    assert isinstance(player.scene, HomeScene)
    player.push("ok")
    assert isinstance(player.scene, TableScene)
    assert player.view.held == "rebuild"
    player.push("seat1")
    player.push("back", "ok")
    assert not player.view.held
    assert player.view.balances == balances


def test_play_again_keeps_the_seats_and_the_rules(player: Player) -> None:
    player.sit_down({2: "Ana", 6: "Bo"}, {"chips": 7})
    player.throw(1, 1, 5, 5, 3)
    player.throw(6, 6, 6, 2, 4)
    player.throw(1, 1, 1, 1, 1)
    player.throw(2, 3, 4, 5, 6)
    assert isinstance(player.scene, ResultsScene)
    player.push("ok")
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.names == {2: "Ana", 6: "Bo"}
    assert player.scene.rules["chips"] == 7


def test_the_evenings_are_listed_and_can_be_opened(player: Player) -> None:
    player.sit_down({0: "Ana", 1: "Bo"})
    for throw in THROWS:
        player.throw(*throw)
    player.push("back")
    player.settle()
    player.tap("entry evenings")
    assert isinstance(player.scene, EveningsScene)
    player.stage.keeper.work(lambda: None).result()
    player.settle()
    player.push("ok")
    assert isinstance(player.scene, EveningScene)
