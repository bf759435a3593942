"""One scene fades into the next: short, cut by any press, and nothing is drawn once it is over."""

from __future__ import annotations

import pygame
import pytest

from companion.kiosk.acts import Push
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from companion.kiosk.theme import Motion
from tests.kiosk.people import Player


def pixels() -> bytes:
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


@pytest.fixture
def fading(player: Player) -> Player:
    """A kiosk whose home has just given way to the settings."""
    player.stage.go(HomeScene(player.stage))
    player.settle()
    player.stage.go(SettingsScene(player.stage, player.scene))
    player.kiosk.frame()
    return player


def test_the_next_scene_comes_in_a_few_steps(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    home = pixels()
    player.stage.go(SettingsScene(player.stage, player.scene))
    player.kiosk.frame()
    assert pixels() == home, "at first nothing has changed yet"
    steps = {home}
    for _ in range(0, Motion.FADE, 30):
        player.clock.pass_ms(30)
        assert player.kiosk.frame()
        steps.add(pixels())
    assert len(steps) == 1 + Motion.FADE // 30
    player.clock.pass_ms(30)
    assert not player.kiosk.frame() or pixels() in steps
    shown = player.kiosk.shower.shown
    player.pass_ms(600, 50)
    assert player.kiosk.shower.shown == shown, "nothing is drawn when it is over"


def test_a_press_cuts_it_short_and_counts(fading: Player) -> None:
    fading.clock.pass_ms(40)
    fading.kiosk.frame()
    between = pixels()
    fading.kiosk.take(Push("down"))
    fading.kiosk.frame()
    now = pixels()
    assert now != between
    fading.pass_ms(400, 50)
    assert pixels() == now
    assert isinstance(fading.scene, SettingsScene) and fading.scene._list.focus == 1


def test_no_picture_is_painted_for_a_fade(fading: Player) -> None:
    painted = fading.kiosk.shower.painted
    fading.pass_ms(Motion.FADE, 20)
    assert fading.kiosk.shower.painted == painted
