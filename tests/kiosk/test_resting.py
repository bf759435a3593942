"""The kiosk rests after ten idle minutes, and the first press only wakes it."""

from __future__ import annotations

import pygame

from companion.kiosk.acts import Push, Tap
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from tests.kiosk.people import Player

MINUTE = 60_000


def brightness(player: Player) -> float:
    return sum(pygame.transform.average_color(pygame.display.get_surface())[:3]) / 3


def rest(player: Player, minutes: int = 10) -> None:
    player.clock.pass_ms(minutes * MINUTE)
    player.kiosk.frame()


def test_after_ten_minutes_it_is_dark_and_a_press_only_wakes(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    bright = brightness(player)
    rest(player, 9)
    assert brightness(player) == bright
    rest(player, 1)
    dark = brightness(player)
    assert dark < bright / 3
    at = (
        next(hot.rect.center for hot in player.hots if hot.name == "entry settings")
        if player.hots
        else (9, 9)
    )
    for act in (Tap(at), Push("down"), Push("ok", "hold")):
        player.kiosk.take(act)
        player.settle()
        assert brightness(player) == bright and isinstance(player.scene, HomeScene)
        assert player.scene._list.focus == 0, "what wakes it does nothing else"
        rest(player)
        assert brightness(player) == dark
    player.kiosk.take(Push("down"))
    player.push("down")
    assert player.scene._list.focus == 1


def test_the_way_out_works_even_then(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    rest(player)
    player.kiosk.take(Push("ok+back", "hold"))
    assert player.stage.leaving


def test_a_game_that_goes_on_wakes_it_and_time_jumps_do_not_count(player: Player) -> None:
    player.sit_down()
    player.clock.set_wall(player.clock.wall().replace(year=2031))
    player.kiosk.frame()
    bright = brightness(player)
    rest(player)
    assert brightness(player) < bright / 3
    throw = player.view.open[0]
    player.table.desk.answer(throw, (1, 1, 5, 5, 3), throw.seats[0])
    player.settle()
    assert brightness(player) > bright / 2


def test_it_can_be_told_never_to_rest_and_moves_on_its_screen(player: Player) -> None:
    player.stage.preferences.change("rest_minutes", 0)
    player.stage.go(SettingsScene(player.stage, HomeScene(player.stage)))
    player.settle()
    bright = brightness(player)
    rest(player, 600)
    assert brightness(player) == bright
    player.stage.preferences.change("rest_minutes", 3)
    rest(player, 3)
    resting = player.kiosk._rest.scene
    assert resting is not None
    places = {resting.live(player.stage.now + number * 20_000)[0].at for number in range(8)}
    assert len(places) == 5, "nothing burns into the screen"
    before = player.kiosk.shower.shown
    player.pass_ms(10_000)
    assert player.kiosk.shower.shown <= before + 2, "resting costs nearly nothing"
