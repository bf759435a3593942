"""For everybody: large print, time without limits, and colours that all eyes tell apart."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from companion.kiosk.menu import MenuLayer
from companion.kiosk.notices import TONES
from companion.kiosk.panels.bid import BidPanel
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from companion.kiosk.shapes import shape
from companion.kiosk.theme import SEAT_INKS, Ink, Theme
from companion.kiosk.typesetter import fonts_present
from companion.table.seats import LOOKS
from tests.kiosk.eyes import EYES, contrast, difference, pale
from tests.kiosk.fit import faults
from tests.kiosk.gold_journeys import the_auction
from tests.kiosk.gold_people import wait
from tests.kiosk.journeys import a_round, before_the_game, the_settings
from tests.kiosk.people import EIGHT, FOUR, MakePlayer, Player

#: Colours of 1976's Lab that are this far apart are told apart side by side by anybody.
APART = 10.0


@pytest.mark.parametrize("eyes", EYES)
def test_seats_are_told_apart_by_colour_and_stand_out(eyes: str) -> None:
    for one, other in combinations(SEAT_INKS, 2):
        assert difference(SEAT_INKS[one], SEAT_INKS[other], eyes) >= APART, (one, other)
    for ink in SEAT_INKS.values():
        assert contrast(ink, Ink.PANEL, eyes) >= 3 and contrast(ink, Ink.NIGHT, eyes) >= 3
    assert difference(Ink.GOOD, Ink.BAD, eyes) >= APART


def test_seats_are_told_apart_by_shape_alone(player: Player) -> None:
    """No two shapes cover nearly the same ground, unless their colours are far apart for all eyes."""
    box, size = player.stage.box, 48
    masks = []
    for place in range(len(LOOKS)):
        surface = shape(box, place, size)
        masks.append({(x, y) for x in range(size) for y in range(size) if surface.get_at((x, y)).a > 127})
    for (one, a), (other, b) in combinations(enumerate(masks), 2):
        inks = SEAT_INKS[LOOKS[one][0]], SEAT_INKS[LOOKS[other][0]]
        far = min(difference(*inks, eyes) for eyes in EYES) >= 2 * APART
        assert len(a & b) / len(a | b) < (0.9 if far else 0.85), (LOOKS[one], LOOKS[other])


def test_the_check_of_colours_can_fail() -> None:
    assert difference((181, 131, 214), (79, 163, 217), "deuteranopia") < APART
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast(Ink.PANEL, Ink.NIGHT) < 3


@pytest.mark.parametrize("tone", TONES)
def test_notices_stand_out(tone: str) -> None:
    fill, ink = TONES[tone]
    assert contrast(fill, ink) >= 4.5


def test_every_text_stands_out(player: Player) -> None:
    wrong = []
    for screen in chain(the_settings(player), before_the_game(player, FOUR), a_round(player, FOUR)):
        wrong += [f"{screen}: {fault}" for fault in pale(player.kiosk.shower.canvas)]
    assert not wrong, "\n".join(wrong)
    canvas = player.kiosk.shower.canvas
    canvas.clear()
    canvas.text("hardly to be seen", "body", Ink.EDGE, canvas.rect.move(0, 60))
    assert [*pale(canvas)], "the check can fail"


# large print -------------------------------------------------------------------------------------------


def test_large_print_is_larger_and_counts_at_once(player: Player) -> None:
    player.stage.go(SettingsScene(player.stage, HomeScene(player.stage), focus="large_print"))
    player.settle()
    canvas = player.kiosk.shower.canvas
    before = {placed.words: placed.size for placed in canvas.placed}
    player.push("ok")
    after = {placed.words: placed.size for placed in player.kiosk.shower.canvas.placed}
    assert player.stage.theme == Theme(800, 480, large=True)
    assert after["Volume"] > before["Volume"] and after["Settings"] == before["Settings"]
    player.push("back")
    assert isinstance(player.scene, HomeScene)


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
@pytest.mark.parametrize(
    "size", [(800, 480), pytest.param((1280, 720), marks=pytest.mark.long)], ids=["480", "720"]
)
def test_large_print_fits(make_player: MakePlayer, size: tuple[int, int]) -> None:
    player = make_player(size)
    player.stage.preferences.change("large_print", True)
    player.stage.look()
    wrong = []
    for screen in chain(
        the_settings(player), before_the_game(player, EIGHT), a_round(player, EIGHT), the_auction(player)
    ):
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    assert not wrong, "\n".join(wrong)


# all the time in the world -----------------------------------------------------------------------------


def test_an_auction_waits_for_ok_where_there_is_time(player: Player) -> None:
    player.stage.preferences.change("slow", True)
    for screen in the_auction(player):
        if screen == "bid":
            break
    panel, number = player.table.panel, player.view.number
    assert isinstance(panel, BidPanel) and panel.prompt.seconds
    for _ in range(20):
        wait(player)
    assert player.view.number == number, "no clock ends it"
    assert not [*faults(player.kiosk.shower.canvas)]
    player.push("seat2")
    wait(player)
    number = player.view.number
    player.push("ok")
    assert player.view.number > number and not isinstance(player.table.panel, BidPanel)


def test_notices_stay_longer_where_there_is_time(player: Player) -> None:
    player.stage.notice("a word")
    player.stage.preferences.change("slow", True)
    player.stage.notice("another")
    short, long = player.stage.notices
    assert long.until - long.since == 3 * (short.until - short.since)


def test_a_remark_does_not_cover_the_menu_that_is_opened_after_it(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    player.stage.notice("a word")
    player.stage.notice("it is wrong", "bad")
    player.pass_ms(200)
    assert len(player.stage.notices) == 2
    player.scene.open(MenuLayer(player.stage, "What?", ()))
    assert [notice.words for notice in player.stage.notices] == ["it is wrong"]
