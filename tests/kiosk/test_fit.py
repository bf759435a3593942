"""Whatever the size of the screen and the names: nothing is cut, covered, outside, or too small to touch."""

from __future__ import annotations

from itertools import chain

import pygame
import pytest

from companion.kiosk.seat_column import SeatColumn
from companion.kiosk.theme import Ink
from companion.kiosk.typesetter import fonts_present
from companion.kiosk.views import SeatLine
from tests.kiosk.fit import faults
from tests.kiosk.journeys import a_round, before_the_game, the_ways_back, to_the_end
from tests.kiosk.people import EIGHT, SIZES, MakePlayer, Player

pytestmark = pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")


@pytest.mark.parametrize(
    "size",
    # The largest has the same proportions as the middle one.
    [*SIZES[:2], pytest.param(SIZES[2], marks=pytest.mark.long)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_every_screen_can_be_read_and_touched(make_player: MakePlayer, size: tuple[int, int]) -> None:
    """The same for four seats stands beside the golden pictures."""
    player = make_player(size)
    wrong = []
    for screen in chain(
        before_the_game(player, EIGHT), a_round(player, EIGHT), the_ways_back(player), to_the_end(player)
    ):
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    assert not wrong, "\n".join(wrong)


def test_what_does_not_fit_is_found(player: Player) -> None:
    """The check can fail: cut, covered, outside and small things are all named."""
    player.sit_down()
    canvas = player.kiosk.shower.canvas
    canvas.clear()
    box = canvas.rect.move(0, 100)
    box.size = (90, 30)
    canvas.text("a sentence much too long for this", "body", Ink.TEXT, box)
    canvas.text("and one over it", "body", Ink.TEXT, box.move(4, 2))
    canvas.text("gone", "body", Ink.TEXT, canvas.rect.move(700, 0), "right")
    canvas.hot("tiny", box.inflate(-70, -10), player.stage.quit)
    said = "\n".join(faults(canvas))
    assert all(word in said for word in ("is cut", "over each other", "outside the screen", "tiny is only"))


@pytest.mark.parametrize("high", range(170, 330, 40))
def test_a_long_name_beside_a_large_amount_is_not_cut(player: Player, high: int) -> None:
    player.sit_down({0: "Maximilian-Ott", 1: "Bo", 2: "Cy"})
    canvas = player.kiosk.shower.canvas
    canvas.clear()
    lines = {seat.id: SeatLine("$145,000") for seat in player.view.seats}
    room = pygame.Rect(560, 60, 220, high)
    SeatColumn().paint(canvas, room, player.view.seats, lines, {}, lambda button: None)
    assert not [*faults(canvas)]
